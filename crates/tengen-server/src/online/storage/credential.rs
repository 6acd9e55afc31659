use serde::{Deserialize, Serialize};
use tengen_online::account::{PasskeyInfo, TokenInfo};
use tengen_online::id::{AccountId, CredentialId};

use super::TokenHash;

/// A stored token or passkey.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredCredential {
    /// The SHA-256 of the text that a client sends: of a token, or of the identifier of a passkey.
    pub key: TokenHash,
    /// The account of the token or passkey.
    pub account: AccountId,
    /// The token or passkey.
    pub credential: Credential,
}

/// A token or a passkey. Its JSON is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Credential {
    /// A token of a program.
    Token(TokenInfo),
    /// A passkey.
    Passkey(StoredPasskey),
}

/// A passkey with the data for the check of its signatures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredPasskey {
    /// The data that are sent to the owner.
    pub info: PasskeyInfo,
    /// The identifier that authenticators use, in base64url without padding.
    pub handle: String,
    /// The public key as a COSE key, in base64url without padding.
    pub public_key: String,
    /// The authenticator's counter of signatures; 0 if it does not count.
    pub counter: u32,
}

impl Credential {
    /// The identifier for the owner.
    pub fn id(&self) -> CredentialId {
        match self {
            Credential::Token(token) => token.id,
            Credential::Passkey(passkey) => passkey.info.id,
        }
    }
}
