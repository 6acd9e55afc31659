//! Credentials besides a password: the tokens of programs, and passkeys. The types here are their public sides. Secrets, and the keys with
//! which they are checked, stay with the server.

use serde::{Deserialize, Serialize};

use super::Scope;
use crate::Time;
use crate::id::CredentialId;

/// A token of a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TokenInfo {
    /// The identifier of the token. It is not secret and gives no access.
    pub id: CredentialId,
    /// The owner's label of the token.
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::label))]
    pub label: String,
    /// The rights of the token.
    pub scopes: Vec<Scope>,
    /// The time at which the token was created.
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::time))]
    pub created: Time,
}

/// A request for a new token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewToken {
    /// The owner's label of the token.
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::label))]
    pub label: String,
    /// The rights of the token, at least one.
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::scopes))]
    pub scopes: Vec<Scope>,
}

/// A new token with its secret, which is shown once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CreatedToken {
    /// The token without its secret.
    #[serde(flatten)]
    pub info: TokenInfo,
    /// The secret.
    pub token: String,
}

/// A passkey.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PasskeyInfo {
    /// The identifier of the passkey. It differs from the one that authenticators use.
    pub id: CredentialId,
    /// The owner's label of the passkey.
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::label))]
    pub label: String,
    /// The time at which the passkey was created.
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::time))]
    pub created: Time,
    /// The time of the last sign-in with the passkey.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::optional_time))]
    pub used: Option<Time>,
}

/// A new passkey with its label.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewPasskey {
    /// The owner's label of the passkey.
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::label))]
    pub label: String,
    /// The passkey.
    pub credential: Registration,
}

/// A new passkey in the form of `PublicKeyCredential.toJSON()`. Members that are not needed are ignored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Registration {
    /// The authenticator's response.
    pub response: RegistrationResponse,
}

/// An authenticator's response to a registration, in base64url.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct RegistrationResponse {
    /// The client data of the browser.
    #[serde(rename = "clientDataJSON")]
    pub client_data: String,
    /// The attestation with the public key.
    pub attestation_object: String,
}

/// A sign-in with a passkey.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SignIn {
    /// The signature.
    pub credential: Assertion,
}

/// A signature of a passkey in the form of `PublicKeyCredential.toJSON()`. Members that are not needed are ignored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Assertion {
    /// The authenticator's identifier of the passkey, in base64url.
    pub id: String,
    /// The authenticator's response.
    pub response: AssertionResponse,
}

/// An authenticator's response to a sign-in, in base64url.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct AssertionResponse {
    /// The client data of the browser.
    #[serde(rename = "clientDataJSON")]
    pub client_data: String,
    /// The data of the authenticator.
    pub authenticator_data: String,
    /// The signature of the data of the authenticator and the browser.
    pub signature: String,
    /// The account's handle, if the authenticator has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user_handle: Option<String>,
}
