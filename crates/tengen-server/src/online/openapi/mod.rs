//! The description of the HTTP interface as OpenAPI, and the protocol of the socket as a text.
//!
//! The routes are described in [`routes::ROUTES`], and a test compares them with those that are served.

#[cfg(test)]
mod examples;
mod kinds;
mod routes;
mod schemas;

use std::sync::{Arc, LazyLock};

use axum::body::Bytes;
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use utoipa::openapi::path::{HttpMethod, OperationBuilder, ParameterBuilder, ParameterIn};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::security::{
    ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme,
};
use utoipa::openapi::{
    ContentBuilder, InfoBuilder, OpenApi, OpenApiBuilder, Paths, Ref, Required, ResponseBuilder,
    ServerBuilder,
};

use routes::{Answer, ROUTES, Right, Route};

/// The common beginning of the described routes.
const BASE: &str = "/api/v1";

/// The names of the security schemes.
const COOKIE: &str = "cookie";
const TOKEN: &str = "token";

/// The description in JSON, which is generated once.
static DESCRIPTION: LazyLock<Bytes> = LazyLock::new(|| {
    // Every part of the description can be written as JSON.
    serde_json::to_vec(&description()).unwrap_or_default().into()
});

/// Sends the description.
pub(crate) async fn json() -> Response {
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-cache")];
    (headers, DESCRIPTION.clone()).into_response()
}

/// Sends the protocol of the socket, with examples of every message.
pub(crate) async fn protocol() -> Response {
    static TEXT: LazyLock<Arc<str>> = LazyLock::new(|| tengen_online::message::document().into());
    let headers =
        [(header::CONTENT_TYPE, "text/markdown; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")];
    (headers, TEXT.to_string()).into_response()
}

fn description() -> OpenApi {
    let mut paths = Paths::new();
    for route in ROUTES {
        paths.add_path_operation(route.path, vec![method(route.method)], operation(route));
    }
    let cookie = ApiKeyValue::with_description(
        "tengen-session",
        "The cookie of a session; on a server with TLS its name is `__Host-tengen-session`. A browser must name the server's own \
         origin with it.",
    );
    let token = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .description(Some("A token of a program, whose scopes limit what it may do."));
    let components = schemas::components()
        .security_scheme(COOKIE, SecurityScheme::ApiKey(ApiKey::Cookie(cookie)))
        .security_scheme(TOKEN, SecurityScheme::Http(token.build()));
    let info = InfoBuilder::new()
        .title("Tengen")
        .version("1")
        .description(Some(
            "Online play of Gomoku and renju. Games are played over the WebSocket at `/api/v1/socket`, or by programs over \
             HTTP; `/api/v1/protocol` describes the messages of both. Refused requests have a body `Refusal`.",
        ))
        .build();
    OpenApiBuilder::new()
        .info(info)
        .servers(Some([ServerBuilder::new().url(BASE).build()]))
        .paths(paths)
        .components(Some(components.build()))
        .build()
}

fn method(name: &str) -> HttpMethod {
    match name {
        "post" => HttpMethod::Post,
        "put" => HttpMethod::Put,
        "delete" => HttpMethod::Delete,
        _ => HttpMethod::Get,
    }
}

fn operation(route: &Route) -> OperationBuilder {
    let mut operation = OperationBuilder::new()
        .summary(Some(route.summary))
        .operation_id(Some(format!("{} {}", route.method, route.path)))
        .tag(route.path.split('/').nth(1).unwrap_or_default());
    let named = route.path.split('{').skip(1).filter_map(|part| part.split('}').next());
    for name in named {
        operation =
            operation.parameter(parameter(name, ParameterIn::Path, kind_of_parameter(route, name), ""));
    }
    for (name, kind, about) in route.query {
        operation = operation.parameter(parameter(name, ParameterIn::Query, kind, about));
    }
    if let Some(schema) = route.body {
        let content = ContentBuilder::new().schema(Some(kinds::reference(schema))).build();
        let body = RequestBodyBuilder::new().content("application/json", content);
        operation = operation.request_body(Some(body.required(Some(Required::True)).build()));
    }
    operation = match route.right {
        Right::All => operation,
        Right::Session | Right::Moderator => operation.security(SecurityRequirement::new(COOKIE, [""; 0])),
        Right::Account => operation
            .security(SecurityRequirement::new(COOKIE, [""; 0]))
            .security(SecurityRequirement::new(TOKEN, ["account"])),
        Right::Program => operation.security(SecurityRequirement::new(TOKEN, ["bot"])),
    };
    let json = |schema: &'static str| ContentBuilder::new().schema(Some(kinds::typed(schema))).build();
    let response = match route.answer {
        Answer::Json(status, schema) => {
            (status, ResponseBuilder::new().description(schema).content("application/json", json(schema)))
        }
        Answer::Lines(schema) => {
            let about = format!("One {schema} a line");
            ("200", ResponseBuilder::new().description(about).content("application/x-ndjson", json(schema)))
        }
        Answer::Other(status, about) => (status, ResponseBuilder::new().description(about)),
    };
    let refused = ResponseBuilder::new()
        .description("The reason why not")
        .content(
            "application/json",
            ContentBuilder::new().schema(Some(Ref::from_schema_name("Refusal"))).build(),
        )
        .build();
    operation.response(response.0, response.1).response("4XX", refused.clone()).response("503", refused)
}

/// The kind of a path's parameter: an identifier, with a few exceptions.
fn kind_of_parameter(route: &Route, name: &str) -> &'static str {
    match (name, route.path) {
        ("name", _) => "name",
        ("category", _) => "category",
        ("game", "/games/{game}") => "game-file",
        _ => "id",
    }
}

fn parameter(name: &str, place: ParameterIn, kind: &'static str, about: &str) -> ParameterBuilder {
    let is_required = if place == ParameterIn::Path { Required::True } else { Required::False };
    ParameterBuilder::new()
        .name(name)
        .parameter_in(place)
        .required(is_required)
        .description((!about.is_empty()).then_some(about))
        .schema(Some(kinds::typed(kind)))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The methods and paths that the router serves below the base, read from its source.
    fn served() -> BTreeSet<(String, String)> {
        let source = include_str!("../routes.rs").split_whitespace().collect::<Vec<_>>().join("");
        let (_, source) = source.split_once("letapi=").unwrap();
        let (source, _) = source.split_once("Router::new().nest").unwrap();
        let mut all = BTreeSet::new();
        for route in source.split(".route(\"").skip(1) {
            let (path, handlers) = route.split_once('"').unwrap();
            let methods = ["get", "post", "put", "delete"].into_iter().filter(|method| {
                [",", "."].iter().any(|before| handlers.contains(&format!("{before}{method}(")))
            });
            all.extend(methods.map(|method| (method.to_owned(), path.to_owned())));
        }
        all
    }

    #[test]
    fn every_route_is_described_and_every_description_is_of_a_route() {
        let described: Vec<(String, String)> =
            ROUTES.iter().map(|route| (route.method.to_owned(), route.path.to_owned())).collect();
        let unique: BTreeSet<(String, String)> = described.iter().cloned().collect();
        assert_eq!(unique.len(), described.len(), "each is described once");
        assert!(unique.len() > 40);
        let served = served();
        let missing: Vec<_> = served.difference(&unique).collect();
        let void: Vec<_> = unique.difference(&served).collect();
        assert!(missing.is_empty() && void.is_empty(), "not described: {missing:?}; not served: {void:?}");
    }

    #[test]
    fn every_schema_that_is_named_is_there() {
        let text = serde_json::to_string(&description()).unwrap();
        let components = schemas::components().build();
        let known: BTreeSet<&str> = components.schemas.keys().map(String::as_str).collect();
        let named = text.split("\"#/components/schemas/").skip(1).map(|rest| rest.split('"').next().unwrap());
        let named: BTreeSet<&str> = named.collect();
        assert_eq!(named.difference(&known).collect::<Vec<_>>(), [&""; 0]);
        assert_eq!(known.difference(&named).collect::<Vec<_>>(), [&""; 0], "not used");
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert!(value["openapi"].as_str().unwrap().starts_with("3."), "{}", value["openapi"]);
        let login = &value["paths"]["/session/login"]["post"];
        assert_eq!(
            login["requestBody"]["content"]["application/json"]["schema"]["$ref"],
            "#/components/schemas/Credentials"
        );
        assert_eq!(value["paths"]["/bot/events"]["get"]["security"][0]["token"][0], "bot");
    }
}
