//! Public keys as COSE keys (RFC 9053), of the three algorithms that authenticators use, and the check of their signatures.

use ciborium::Value;
use ring::signature::{
    ECDSA_P256_SHA256_ASN1, ED25519, RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents, UnparsedPublicKey,
};

const ES256: i64 = -7;
const EDDSA: i64 = -8;
const RS256: i64 = -257;

/// The algorithms in the order of preference: ECDSA with P-256, Ed25519, and RSA, the only algorithm of some systems' authenticators.
pub(super) const ALGORITHMS: [i64; 3] = [ES256, EDDSA, RS256];

/// The largest depth of nested values.
const DEPTH: usize = 8;

/// A public key of one of the algorithms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PublicKey {
    /// A point on P-256: the byte 4 and both coordinates.
    Es256(Vec<u8>),
    /// A point on Curve25519.
    Ed25519(Vec<u8>),
    /// The modulus and the exponent of RSA.
    Rs256 { n: Vec<u8>, e: Vec<u8> },
}

impl PublicKey {
    /// Reads a key at the beginning of some bytes. Returns it with the bytes after it; `None` if there is no key of these algorithms.
    pub(super) fn read(bytes: &[u8]) -> Option<(PublicKey, &[u8])> {
        let mut rest = bytes;
        let value = read_value(&mut rest)?;
        Some((PublicKey::of_value(&value)?, rest))
    }

    fn of_value(value: &Value) -> Option<PublicKey> {
        let map = value.as_map()?;
        let find =
            |label: i64| map.iter().find(|(key, _)| integer(key) == Some(label)).map(|(_, value)| value);
        let number = |label| find(label).and_then(integer);
        let bytes = |label, length: usize| {
            find(label).and_then(Value::as_bytes).filter(|bytes| bytes.len() == length || length == 0)
        };
        // Labels: 1 the type, 3 the algorithm, -1 the curve, -2 and -3 the coordinates; for RSA -1 and -2 modulus and
        // exponent.
        match (number(1)?, number(3)?) {
            (2, ES256) if number(-1) == Some(1) => {
                let (x, y) = (bytes(-2, 32)?, bytes(-3, 32)?);
                Some(PublicKey::Es256([&[4][..], x, y].concat()))
            }
            (1, EDDSA) if number(-1) == Some(6) => Some(PublicKey::Ed25519(bytes(-2, 32)?.clone())),
            (3, RS256) => Some(PublicKey::Rs256 { n: bytes(-1, 0)?.clone(), e: bytes(-2, 0)?.clone() }),
            _ => None,
        }
    }

    /// Whether a signature of a message was made with this key.
    pub(super) fn has_signed(&self, message: &[u8], signature: &[u8]) -> bool {
        let verified = match self {
            PublicKey::Es256(point) => {
                UnparsedPublicKey::new(&ECDSA_P256_SHA256_ASN1, point).verify(message, signature)
            }
            PublicKey::Ed25519(point) => UnparsedPublicKey::new(&ED25519, point).verify(message, signature),
            PublicKey::Rs256 { n, e } => {
                RsaPublicKeyComponents { n, e }.verify(&RSA_PKCS1_2048_8192_SHA256, message, signature)
            }
        };
        verified.is_ok()
    }
}

/// Reads a value, and advances the bytes to its end.
pub(super) fn read_value(bytes: &mut &[u8]) -> Option<Value> {
    ciborium::de::from_reader_with_recursion_limit(bytes, DEPTH).ok()
}

fn integer(value: &Value) -> Option<i64> {
    value.as_integer().and_then(|number| number.try_into().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encoded(entries: &[(i64, Value)]) -> Vec<u8> {
        let map = entries.iter().map(|(label, value)| (Value::from(*label), value.clone())).collect();
        let mut bytes = Vec::new();
        ciborium::into_writer(&Value::Map(map), &mut bytes).unwrap();
        bytes
    }

    #[test]
    fn keys_are_read_and_what_follows_them_is_left() {
        let bytes = |byte: u8, length| Value::Bytes(vec![byte; length]);
        let es256 = [(1, 2.into()), (3, (-7).into()), (-1, 1.into()), (-2, bytes(1, 32)), (-3, bytes(2, 32))];
        let mut text = encoded(&es256);
        text.extend([9, 9]);
        let (key, rest) = PublicKey::read(&text).unwrap();
        assert_eq!(rest, [9, 9]);
        assert!(matches!(key, PublicKey::Es256(point) if point.len() == 65 && point[..2] == [4, 1]));
        let ed25519 = [(1, 1.into()), (3, (-8).into()), (-1, 6.into()), (-2, bytes(3, 32))];
        assert_eq!(PublicKey::read(&encoded(&ed25519)).unwrap().0, PublicKey::Ed25519(vec![3; 32]));
        let rs256 = [(1, 3.into()), (3, (-257).into()), (-1, bytes(4, 256)), (-2, bytes(1, 3))];
        let (key, _) = PublicKey::read(&encoded(&rs256)).unwrap();
        assert_eq!(key, PublicKey::Rs256 { n: vec![4; 256], e: vec![1; 3] });
        assert!(!key.has_signed(b"message", &[0; 256]));
    }

    #[test]
    fn what_is_no_key_is_refused() {
        let short = [(1, 1.into()), (3, (-8).into()), (-1, 6.into()), (-2, Value::Bytes(vec![3; 31]))];
        let other = [(1, 2.into()), (3, (-35).into()), (-1, 2.into())];
        for bytes in [encoded(&short), encoded(&other), encoded(&[]), Vec::new(), vec![0x9f; 100], vec![0xff]]
        {
            assert_eq!(PublicKey::read(&bytes), None, "{bytes:?}");
        }
    }
}
