//! Passkeys: signing in with a credential of the browser or of a device, without a password.

use js_sys::{Function, Object, Promise, Reflect};
use leptos::prelude::window;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tengen_online::http::{NewPasskey, OwnAccount, PasskeyInfo, SignIn};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use super::http::{self, Failure};
use super::{Online, OwnCredential};

/// Why there is no passkey.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum PasskeyFailure {
    /// The user has cancelled, or the browser or the device refuses.
    Cancelled,
    Server(Failure),
}

impl From<Failure> for PasskeyFailure {
    fn from(failure: Failure) -> PasskeyFailure {
        PasskeyFailure::Server(failure)
    }
}

/// Whether the browser offers passkeys to this page, with the JSON methods that the protocol needs.
pub(crate) fn are_offered() -> bool {
    let kind = Reflect::get(&window(), &"PublicKeyCredential".into()).unwrap_or_default();
    let has = |name: &str| Reflect::has(&kind, &name.into()).unwrap_or(false);
    kind.is_function() && has("parseCreationOptionsFromJSON") && has("parseRequestOptionsFromJSON")
}

impl Online {
    /// Adds a passkey of this device to the user's account.
    pub(crate) fn add_passkey(
        self,
        label: String,
        then: impl FnOnce(Result<OwnCredential, PasskeyFailure>) + 'static,
    ) {
        self.ask_passkey(
            async move {
                let options: Value = http::post("/account/passkeys/begin", &json!({})).await?;
                let credential = credential("create", "parseCreationOptionsFromJSON", &options).await?;
                let body = NewPasskey { label, credential };
                Ok(http::post::<PasskeyInfo>("/account/passkeys", &body).await?.into())
            },
            then,
        );
    }

    /// Signs in with a passkey of this device.
    pub(crate) fn log_in_with_passkey(self, then: impl FnOnce(Result<OwnAccount, PasskeyFailure>) + 'static) {
        self.ask_passkey(
            async {
                let options: Value = http::post("/session/passkey/begin", &json!({})).await?;
                let credential = credential("get", "parseRequestOptionsFromJSON", &options).await?;
                let body = SignIn { credential };
                Ok(http::post::<OwnAccount>("/session/passkey", &body).await?)
            },
            then,
        );
    }

    fn ask_passkey<T: 'static>(
        self,
        request: impl Future<Output = Result<T, PasskeyFailure>> + 'static,
        then: impl FnOnce(Result<T, PasskeyFailure>) + 'static,
    ) {
        leptos::task::spawn_local(async move {
            let answer = request.await;
            if self.account.try_get_untracked().is_some() {
                then(answer);
            }
        });
    }
}

/// Requests a credential from the browser: `navigator.credentials[method]` with options that `parse` reads from JSON.
async fn credential<T: DeserializeOwned>(
    method: &str,
    parse: &str,
    options: &Value,
) -> Result<T, PasskeyFailure> {
    let asked = ask(method, parse, options).await;
    let text = asked.ok().and_then(|credential| js_sys::JSON::stringify(&credential).ok());
    // `stringify` calls the credential's `toJSON`.
    let read = text.and_then(|text| serde_json::from_str(&String::from(text)).ok());
    read.ok_or(PasskeyFailure::Cancelled)
}

async fn ask(method: &str, parse: &str, options: &Value) -> Result<JsValue, JsValue> {
    let public_key = js_sys::JSON::parse(&options["publicKey"].to_string())?;
    let kind = Reflect::get(&window(), &"PublicKeyCredential".into())?;
    let parsed = function(&kind, parse)?.call1(&kind, &public_key)?;
    let wanted = Object::new();
    Reflect::set(&wanted, &"publicKey".into(), &parsed)?;
    let credentials = Reflect::get(&window().navigator(), &"credentials".into())?;
    let promise: Promise = function(&credentials, method)?.call1(&credentials, &wanted)?.dyn_into()?;
    JsFuture::from(promise).await
}

fn function(of: &JsValue, name: &str) -> Result<Function, JsValue> {
    Reflect::get(of, &name.into())?.dyn_into()
}
