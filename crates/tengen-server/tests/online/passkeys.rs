//! Passkeys, with an authenticator in software.

use std::net::SocketAddr;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ciborium::Value as Cbor;
use ring::digest::{SHA256, digest};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair as _};
use serde_json::{Value, json};

use crate::accounts::member;
use crate::http::{Response, request};
use crate::server::TestServer;

fn base64(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// A browser with an authenticator that has one passkey.
struct Browser {
    address: SocketAddr,
    origin: String,
    key: EcdsaKeyPair,
    counter: u32,
    user: Option<String>,
}

const HANDLE: &[u8] = b"a passkey of the test";

impl Browser {
    fn new(address: SocketAddr) -> Browser {
        let random = SystemRandom::new();
        let pkcs8 = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &random).unwrap();
        let key = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, pkcs8.as_ref(), &random).unwrap();
        let origin = format!("http://localhost:{}", address.port());
        Browser { address, origin, key, counter: 0, user: None }
    }

    fn post(&self, path: &str, cookie: &str, body: &Value) -> Response {
        let host = self.origin.strip_prefix("http://").unwrap();
        let headers = [("cookie", cookie), ("origin", self.origin.as_str())];
        crate::http::request_to(
            self.address,
            host,
            &format!("POST /api/v1{path}"),
            &headers,
            &body.to_string(),
        )
    }

    fn client_data(&self, kind: &str, challenge: &Value) -> Vec<u8> {
        json!({ "type": kind, "challenge": challenge, "origin": self.origin }).to_string().into_bytes()
    }

    fn authenticator_data(&self, site: &str, flags: u8) -> Vec<u8> {
        [digest(&SHA256, site.as_bytes()).as_ref(), &[flags], &self.counter.to_be_bytes()].concat()
    }

    /// The answer of a browser to the options that `begin` returned.
    fn create(&mut self, options: &Value) -> Value {
        let options = &options["publicKey"];
        self.user = Some(options["user"]["id"].as_str().unwrap().to_owned());
        let point = self.key.public_key().as_ref();
        let bytes = |part: &[u8]| Cbor::Bytes(part.to_vec());
        let entries = [
            (1, 2.into()),
            (3, (-7).into()),
            (-1, 1.into()),
            (-2, bytes(&point[1..33])),
            (-3, bytes(&point[33..])),
        ];
        let map = entries.into_iter().map(|(label, value): (i64, Cbor)| (label.into(), value));
        let mut key = Vec::new();
        ciborium::into_writer(&Cbor::Map(map.collect()), &mut key).unwrap();
        let head = self.authenticator_data(options["rp"]["id"].as_str().unwrap(), 0b100_0101);
        let length = u16::try_from(HANDLE.len()).unwrap().to_be_bytes();
        let data = [head.as_slice(), &[0; 16], &length, HANDLE, &key].concat();
        let object = Cbor::Map(vec![
            (Cbor::Text("fmt".to_owned()), Cbor::Text("none".to_owned())),
            (Cbor::Text("attStmt".to_owned()), Cbor::Map(Vec::new())),
            (Cbor::Text("authData".to_owned()), Cbor::Bytes(data)),
        ]);
        let mut attestation = Vec::new();
        ciborium::into_writer(&object, &mut attestation).unwrap();
        json!({
            "id": base64(HANDLE),
            "rawId": base64(HANDLE),
            "type": "public-key",
            "clientExtensionResults": {},
            "response": {
                "clientDataJSON": base64(&self.client_data("webauthn.create", &options["challenge"])),
                "attestationObject": base64(&attestation),
                "transports": ["internal"],
            },
        })
    }

    fn sign(&mut self, options: &Value, flags: u8) -> Value {
        let options = &options["publicKey"];
        self.counter += 1;
        let data = self.authenticator_data(options["rpId"].as_str().unwrap(), flags);
        let client_data = self.client_data("webauthn.get", &options["challenge"]);
        let signed = [data.as_slice(), digest(&SHA256, &client_data).as_ref()].concat();
        let signature = self.key.sign(&SystemRandom::new(), &signed).unwrap();
        json!({ "credential": {
            "id": base64(HANDLE),
            "type": "public-key",
            "response": {
                "clientDataJSON": base64(&client_data),
                "authenticatorData": base64(&data),
                "signature": base64(signature.as_ref()),
                "userHandle": self.user,
            },
        } })
    }
}

const VERIFIED: u8 = 0b101;

#[test]
fn a_member_adds_a_passkey_and_signs_in_with_it() {
    let server = TestServer::start();
    let address = server.address;
    let cookie = member(address, "Ada");
    let mut browser = Browser::new(address);
    let begun = browser.post("/account/passkeys/begin", &cookie, &json!({}));
    assert_eq!(begun.json()["publicKey"]["rp"]["id"], "localhost", "{}", begun.body);
    assert_eq!(begun.json()["publicKey"]["user"]["name"], "Ada");
    let credential = browser.create(&begun.json());
    let body = json!({ "label": "laptop", "credential": credential });
    let created = browser.post("/account/passkeys", &cookie, &body);
    assert_eq!((created.status, created.json()["label"].as_str()), (201, Some("laptop")), "{}", created.body);
    let twice = browser.post("/account/passkeys", &cookie, &body);
    assert_eq!(twice.status, 409, "{}", twice.body);
    let again = browser.post("/account/passkeys/begin", &cookie, &json!({})).json();
    assert_eq!(again["publicKey"]["excludeCredentials"][0]["id"], base64(HANDLE));

    let begun = browser.post("/session/passkey/begin", "", &json!({}));
    let guest = begun.cookie();
    let signed = browser.sign(&begun.json(), VERIFIED);
    let signed_in = browser.post("/session/passkey", &guest, &signed);
    assert_eq!(signed_in.json()["name"], "Ada", "{}", signed_in.body);
    let session = signed_in.cookie();
    assert!(session != guest && session != cookie);
    let list = request(address, "GET /api/v1/account/passkeys", &[("cookie", &session)], "").json();
    assert!(list[0]["used"].is_u64() && list[0].get("public_key").is_none(), "{list}");
    let export = request(address, "GET /api/v1/account/export", &[("cookie", &session)], "").json();
    assert_eq!(export["passkeys"][0]["label"], "laptop");

    let replayed = browser.post("/session/passkey", &guest, &signed);
    assert_eq!(replayed.status, 400, "the count of signatures does not grow: {}", replayed.body);
    let line = format!("DELETE /api/v1/account/passkeys/{}", list[0]["id"].as_str().unwrap());
    assert_eq!(request(address, &line, &[("cookie", &session)], "").status, 204);
    let begun = browser.post("/session/passkey/begin", &guest, &json!({}));
    let signed = browser.sign(&begun.json(), VERIFIED);
    assert_eq!(browser.post("/session/passkey", &guest, &signed).status, 401);
}

#[test]
fn answers_for_another_session_site_purpose_or_user_are_refused() {
    let server = TestServer::start();
    let address = server.address;
    let cookie = member(address, "Ada");
    let mut browser = Browser::new(address);
    let options = browser.post("/account/passkeys/begin", &cookie, &json!({})).json();
    let credential = browser.create(&options);
    let body = json!({ "label": "laptop", "credential": credential });
    let other = member(address, "Bea");
    let of_other = browser.post("/account/passkeys", &other, &body);
    assert_eq!(of_other.status, 400, "a challenge is for one session: {}", of_other.body);
    assert_eq!(browser.post("/account/passkeys", &cookie, &body).status, 201);

    let begun = browser.post("/session/passkey/begin", "", &json!({}));
    let (guest, options) = (begun.cookie(), begun.json());
    let refused = |browser: &Browser, signed: &Value, what: &str| {
        let answer = browser.post("/session/passkey", &guest, signed);
        assert_eq!(answer.status, 400, "{what}: {}", answer.body);
        assert!(answer.json()["text"].as_str().unwrap().contains("expected"), "{what}");
    };
    let signed = browser.sign(&options, 0b001);
    refused(&browser, &signed, "without verification");
    let mut elsewhere = options.clone();
    elsewhere["publicKey"]["rpId"] = "evil.example".into();
    let signed = browser.sign(&elsewhere, VERIFIED);
    refused(&browser, &signed, "another site");
    let own = browser.user.replace(base64(b"Account9"));
    let signed = browser.sign(&options, VERIFIED);
    refused(&browser, &signed, "another user");
    browser.user = own;
    let mut forged = browser.sign(&options, VERIFIED);
    forged["credential"]["response"]["signature"] = base64(&[0x30, 6, 2, 1, 1, 2, 1, 1]).into();
    refused(&browser, &forged, "another signature");
    let registration = browser.post("/account/passkeys/begin", &guest, &json!({}));
    assert_eq!(registration.status, 403, "guests have no passkeys");
    let mut wrong = options.clone();
    wrong["publicKey"]["challenge"] = base64(&[7; 40]).into();
    let signed = browser.sign(&wrong, VERIFIED);
    refused(&browser, &signed, "another challenge");
    let signed = browser.sign(&options, VERIFIED);
    assert_eq!(browser.post("/session/passkey", &other, &signed).status, 400, "another session");
    assert_eq!(browser.post("/session/passkey", "", &signed).status, 401, "no session");
    assert_eq!(browser.post("/session/passkey", &guest, &signed).status, 200);

    // The address of a host is not a name.
    let own = format!("http://{address}");
    let headers = [("cookie", cookie.as_str()), ("origin", own.as_str())];
    let answer = request(address, "POST /api/v1/account/passkeys/begin", &headers, "{}");
    assert_eq!((answer.status, answer.code().as_str()), (409, "not-suitable"));
}
