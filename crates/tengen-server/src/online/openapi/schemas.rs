//! The schemas of bodies and answers, derived from the types that the server reads and sends.

use tengen_online::account::{AccountExport, Decision, Report};
use tengen_online::http::{
    AccountView, Closing, Confirmation, CreatedToken, Credentials, Decided, Done, FriendView, NewDecision,
    NewName, NewPasskey, NewPassword, NewReport, NewToken, OwnAccount, PasskeyInfo, PlayedGame, Preferences,
    Profile, ReportView, SignIn, TokenInfo,
};
use tengen_online::message::{
    ChallengeRequest, GameCommand, GameSnapshot, LeaderboardView, RatingHistory, Refusal, SeekRequest,
    TournamentList, TournamentView, server_examples,
};
use tengen_online::phrase::Utterance;
use utoipa::openapi::schema::{AdditionalProperties, ObjectBuilder, Schema, SchemaType, Type};
use utoipa::openapi::{ComponentsBuilder, RefOr};
use utoipa::{PartialSchema as _, ToSchema};

/// All schemas, with those to which they refer.
pub(super) fn components() -> ComponentsBuilder {
    let mut all = Vec::new();
    add::<Refusal>(&mut all);
    add::<Credentials>(&mut all);
    add::<Confirmation>(&mut all);
    add::<NewName>(&mut all);
    add::<NewPassword>(&mut all);
    add::<Preferences>(&mut all);
    add::<OwnAccount>(&mut all);
    add::<AccountExport>(&mut all);
    add::<FriendView>(&mut all);
    add::<NewToken>(&mut all);
    add::<TokenInfo>(&mut all);
    add::<CreatedToken>(&mut all);
    add::<NewPasskey>(&mut all);
    add::<SignIn>(&mut all);
    add::<PasskeyInfo>(&mut all);
    add::<Profile>(&mut all);
    add::<PlayedGame>(&mut all);
    add::<RatingHistory>(&mut all);
    add::<LeaderboardView>(&mut all);
    add::<TournamentList>(&mut all);
    add::<TournamentView>(&mut all);
    add::<GameSnapshot>(&mut all);
    add::<NewReport>(&mut all);
    add::<Report>(&mut all);
    add::<ReportView>(&mut all);
    add::<Closing>(&mut all);
    add::<AccountView>(&mut all);
    add::<NewDecision>(&mut all);
    add::<Decision>(&mut all);
    add::<Decided>(&mut all);
    add::<Done>(&mut all);
    add::<GameCommand>(&mut all);
    add::<Utterance>(&mut all);
    add::<ChallengeRequest>(&mut all);
    add::<SeekRequest>(&mut all);
    ComponentsBuilder::new()
        .schemas_from_iter(all)
        .schema("GameCommand", game_command())
        .schema("PublicKeyOptions", public_key_options())
        .schema("Message", message())
}

/// Adds the schema of a type, and those to which it refers.
fn add<T: ToSchema>(all: &mut Vec<(String, RefOr<Schema>)>) {
    T::schemas(all);
    all.push((T::name().into_owned(), T::schema()));
}

/// The derived schema with the examples of the protocol's document.
fn game_command() -> RefOr<Schema> {
    let mut schema = GameCommand::schema();
    if let RefOr::T(Schema::OneOf(command)) = &mut schema {
        command.examples = tengen_online::schema::examples_of("play");
        // The derived schema leaves its variants open to other members.
        command.items.iter_mut().for_each(close);
    }
    schema
}

/// Forbids members that are not described, in an object and in the objects within it.
fn close(schema: &mut RefOr<Schema>) {
    if let RefOr::T(Schema::Object(object)) = schema
        && !object.properties.is_empty()
    {
        object.additional_properties = Some(Box::new(AdditionalProperties::FreeForm(false)));
        object.properties.values_mut().for_each(close);
    }
}

/// The options of WebAuthn, whose members are described by its standard.
fn public_key_options() -> ObjectBuilder {
    let free = ObjectBuilder::new()
        .schema_type(Type::Object)
        .additional_properties(Some(AdditionalProperties::<Schema>::FreeForm(true)));
    ObjectBuilder::new()
        .schema_type(Type::Object)
        .description(Some("Options for `navigator.credentials`, in their JSON form."))
        .property("publicKey", free)
        .required("publicKey")
}

/// The server's messages, by examples: their forms are described in the document of the protocol.
fn message() -> ObjectBuilder {
    ObjectBuilder::new()
        .schema_type(SchemaType::AnyValue)
        .description(Some("A message of the protocol's server, which `/api/v1/protocol` explains."))
        .examples(
            server_examples().filter_map(|message| serde_json::from_str::<serde_json::Value>(message).ok()),
        )
}
