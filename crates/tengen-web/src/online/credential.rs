//! Data of the server's HTTP answers that the page stores.

use tengen_online::http::{PasskeyInfo, TokenInfo};
use tengen_online::id::CredentialId;

/// An entry of a list of passkeys or tokens.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct OwnCredential {
    pub(crate) id: CredentialId,
    pub(crate) label: String,
}

impl From<PasskeyInfo> for OwnCredential {
    fn from(passkey: PasskeyInfo) -> OwnCredential {
        OwnCredential { id: passkey.id, label: passkey.label }
    }
}

impl From<TokenInfo> for OwnCredential {
    fn from(token: TokenInfo) -> OwnCredential {
        OwnCredential { id: token.id, label: token.label }
    }
}
