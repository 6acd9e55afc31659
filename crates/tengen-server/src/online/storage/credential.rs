use serde::{Deserialize, Serialize};
use tengen_online::account::{PasskeyInfo, TokenInfo};
use tengen_online::id::{AccountId, CredentialId};

use super::TokenHash;

/// A token or passkey as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredCredential {
    /// The SHA-256 of what a client sends: of a token, or of the identifier of a passkey.
    pub key: TokenHash,
    /// Whose it is.
    pub account: AccountId,
    /// What it is.
    pub credential: Credential,
}

/// A token or a passkey. Its form in JSON is what is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Credential {
    /// A token of a program.
    Token(TokenInfo),
    /// A passkey.
    Passkey(StoredPasskey),
}

/// A passkey with what its signatures are checked with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredPasskey {
    /// What its owner sees of it.
    pub info: PasskeyInfo,
    /// The identifier that authenticators use, in base64url without padding.
    pub handle: String,
    /// The public key as a COSE key, in base64url without padding.
    pub public_key: String,
    /// How many signatures the authenticator says it has made; 0 where it does not count.
    pub counter: u32,
}

impl Credential {
    /// Its identifier for its owner.
    pub fn id(&self) -> CredentialId {
        match self {
            Credential::Token(token) => token.id,
            Credential::Passkey(passkey) => passkey.info.id,
        }
    }
}
