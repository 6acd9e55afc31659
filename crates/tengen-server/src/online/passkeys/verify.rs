//! The checks of WebAuthn (Level 3, sections 7.1 and 7.2) for a site that requires no attestation: every authenticator is accepted.

use ring::digest::{SHA256, digest};
use serde::Deserialize;
use tengen_online::http::{Assertion, Registration};
use tengen_online::id::AccountId;

use super::ceremony::{Party, from_base64};
use super::cose::{PublicKey, read_value};
use crate::online::storage::StoredPasskey;

/// The most bytes in the identifier of a passkey.
const MOST_HANDLE: usize = 1_023;

/// The flags of authenticator data.
const USER_PRESENT: u8 = 1;
const USER_VERIFIED: u8 = 1 << 2;
const HAS_CREDENTIAL: u8 = 1 << 6;

/// The client data, which the authenticator signs.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ClientData {
    #[serde(rename = "type")]
    kind: String,
    challenge: String,
    origin: String,
    #[serde(default)]
    cross_origin: bool,
}

/// The reason why a ceremony fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum CeremonyError {
    /// A part of the answer cannot be read.
    #[error("expected {0} of WebAuthn, found something that cannot be read")]
    Unreadable(&'static str),
    /// The challenge was not made for this session, or has expired.
    #[error("expected the answer to a challenge of the last minutes in this browser; begin again")]
    Challenge,
    /// The answer is for another site, or for another purpose.
    #[error("expected an answer for this site and purpose, found one for another")]
    Site,
    /// The authenticator has not verified its user.
    #[error("expected an authenticator that verifies its user, by a code or a fingerprint for example")]
    Unverified,
    /// The key has none of the requested algorithms.
    #[error("expected a key for ES256, EdDSA or RS256, found another one or none")]
    Key,
    /// The signature was not made with the key.
    #[error("expected a signature of the passkey, found another one")]
    Signature,
    /// The authenticator's counter is not higher than before, so that two copies of it may exist.
    #[error("expected a count of signatures that grows; the passkey may have been copied")]
    Counter,
    /// The answer names another user as the owner of the passkey.
    #[error("expected the passkey of its user, found that of another one")]
    User,
}

/// A passkey that has been created.
#[derive(Debug)]
pub(super) struct Created {
    /// The identifier of the passkey for its authenticator.
    pub(super) handle: Vec<u8>,
    /// The public key as a COSE key.
    pub(super) public_key: Vec<u8>,
    pub(super) counter: u32,
}

/// Checks the answer to a registration.
///
/// # Errors
/// When a check fails.
pub(super) fn registration(
    answer: &Registration,
    party: &Party,
    is_challenge: impl Fn(&str) -> bool,
) -> Result<Created, CeremonyError> {
    client_data(&answer.response.client_data, "webauthn.create", party, is_challenge)?;
    let unreadable = CeremonyError::Unreadable("an attestation object");
    let object = from_base64(&answer.response.attestation_object).ok_or(unreadable)?;
    let object = read_value(&mut object.as_slice()).ok_or(unreadable)?;
    let map = object.as_map().ok_or(unreadable)?;
    let data = map.iter().find(|(key, _)| key.as_text() == Some("authData"));
    let data = data.and_then(|(_, value)| value.as_bytes()).ok_or(unreadable)?;
    let AuthenticatorData { flags, counter, rest } = AuthenticatorData::read(data, party)?;
    let unreadable = CeremonyError::Unreadable("authenticator data");
    if flags & HAS_CREDENTIAL == 0 {
        return Err(unreadable);
    }
    // The model of the authenticator is not requested.
    let rest = rest.get(16..).ok_or(unreadable)?;
    let (length, rest) = rest.split_first_chunk().ok_or(unreadable)?;
    let length = usize::from(u16::from_be_bytes(*length));
    if length == 0 || length > MOST_HANDLE || length > rest.len() {
        return Err(unreadable);
    }
    let (handle, rest) = rest.split_at(length);
    let (_, after) = PublicKey::read(rest).ok_or(CeremonyError::Key)?;
    let public_key = rest[..rest.len() - after.len()].to_vec();
    Ok(Created { handle: handle.to_vec(), public_key, counter })
}

/// Checks a signature. Returns the authenticator's counter of signatures.
///
/// # Errors
/// When a check fails.
pub(super) fn assertion(
    answer: &Assertion,
    passkey: &StoredPasskey,
    party: &Party,
    account: AccountId,
    is_challenge: impl Fn(&str) -> bool,
) -> Result<u32, CeremonyError> {
    let response = &answer.response;
    if let Some(user) = &response.user_handle {
        let user = from_base64(user).ok_or(CeremonyError::User)?;
        if user != account.as_str().as_bytes() {
            return Err(CeremonyError::User);
        }
    }
    let client_data = client_data(&response.client_data, "webauthn.get", party, is_challenge)?;
    let bytes = from_base64(&response.authenticator_data);
    let bytes = bytes.ok_or(CeremonyError::Unreadable("authenticator data"))?;
    let data = AuthenticatorData::read(&bytes, party)?;
    let signature = from_base64(&response.signature).ok_or(CeremonyError::Unreadable("a signature"))?;
    let key = from_base64(&passkey.public_key).ok_or(CeremonyError::Key)?;
    let (key, _) = PublicKey::read(&key).ok_or(CeremonyError::Key)?;
    let signed = [bytes.as_slice(), digest(&SHA256, &client_data).as_ref()].concat();
    if !key.has_signed(&signed, &signature) {
        return Err(CeremonyError::Signature);
    }
    // The counter of an authenticator that does not count is 0.
    let counts = data.counter != 0 || passkey.counter != 0;
    if counts && data.counter <= passkey.counter {
        return Err(CeremonyError::Counter);
    }
    Ok(data.counter)
}

/// Checks the client data, and returns its bytes.
fn client_data(
    text: &str,
    kind: &str,
    party: &Party,
    is_challenge: impl Fn(&str) -> bool,
) -> Result<Vec<u8>, CeremonyError> {
    let unreadable = CeremonyError::Unreadable("client data");
    let bytes = from_base64(text).ok_or(unreadable)?;
    let data: ClientData = serde_json::from_slice(&bytes).map_err(|_| unreadable)?;
    if data.kind != kind || data.cross_origin || !data.origin.eq_ignore_ascii_case(&party.origin) {
        return Err(CeremonyError::Site);
    }
    if is_challenge(&data.challenge) { Ok(bytes) } else { Err(CeremonyError::Challenge) }
}

/// The fixed beginning of authenticator data.
struct AuthenticatorData<'a> {
    flags: u8,
    counter: u32,
    rest: &'a [u8],
}

impl AuthenticatorData<'_> {
    /// Reads authenticator data, and checks that they are for this site and that the user was verified.
    fn read<'a>(bytes: &'a [u8], party: &Party) -> Result<AuthenticatorData<'a>, CeremonyError> {
        let unreadable = CeremonyError::Unreadable("authenticator data");
        let (site, rest) = bytes.split_first_chunk::<32>().ok_or(unreadable)?;
        let (&[flags], rest) = rest.split_first_chunk::<1>().ok_or(unreadable)?;
        let (counter, rest) = rest.split_first_chunk::<4>().ok_or(unreadable)?;
        if site != digest(&SHA256, party.id.as_bytes()).as_ref() {
            return Err(CeremonyError::Site);
        }
        if flags & USER_PRESENT == 0 || flags & USER_VERIFIED == 0 {
            return Err(CeremonyError::Unverified);
        }
        Ok(AuthenticatorData { flags, counter: u32::from_be_bytes(*counter), rest })
    }
}
