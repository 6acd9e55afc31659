//! Passwords, hashed with Argon2id.

use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _, phc::PasswordHash};
use argon2::{Algorithm, Argon2, Params, Version};
use axum::http::StatusCode;
use tengen_online::http::{MAX_PASSWORD_BYTES as MOST, MIN_PASSWORD_LENGTH as LEAST};
use tengen_online::message::ErrorCode;
use tokio::sync::Semaphore;

use super::refusal::OnlineError;

/// The number of passwords that are hashed at the same time. Each takes 19 MiB of memory and some tens of milliseconds.
const AT_ONCE: usize = 2;

/// The parameters that OWASP recommends: 19 MiB, two passes, one lane.
fn argon2() -> Argon2<'static> {
    Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::DEFAULT)
}

/// Hashes and verifies passwords on threads for blocking work, a few at a time.
pub(crate) struct Passwords(Semaphore);

impl Default for Passwords {
    fn default() -> Passwords {
        Passwords(Semaphore::new(AT_ONCE))
    }
}

impl Passwords {
    /// The hash of a new password for the user with this name, in PHC format.
    ///
    /// # Errors
    /// When the password is too short, too long, the user's name, or a very common one.
    pub(crate) async fn hash(&self, password: String, name: &str) -> Result<String, OnlineError> {
        if password.chars().count() < LEAST || password.len() > MOST {
            let text = format!("expected a password of at least {LEAST} characters and at most {MOST} bytes");
            return Err(OnlineError::refused(StatusCode::BAD_REQUEST, ErrorCode::Malformed, text));
        }
        if is_common(&password) || password.to_lowercase() == name.to_lowercase() {
            let text =
                "expected a password that is hard to guess, found one of the first that anybody would try";
            return Err(OnlineError::refused(StatusCode::BAD_REQUEST, ErrorCode::Malformed, text));
        }
        self.run(move || hash(&password)).await.flatten().ok_or(OnlineError::Busy)
    }

    /// Whether a password has this hash. Without a hash the call takes the same time, so that the time does not reveal whether an account
    /// exists.
    pub(crate) async fn is_right(&self, password: String, hash: Option<String>) -> Result<bool, OnlineError> {
        if password.len() > MOST {
            return Ok(false);
        }
        let verify = move || match hash.as_deref().map(PasswordHash::new) {
            Some(Ok(hash)) => argon2().verify_password(password.as_bytes(), &hash).is_ok(),
            _ => {
                let _ = argon2().hash_password_with_salt(password.as_bytes(), &[0; 16]);
                false
            }
        };
        self.run(verify).await.ok_or(OnlineError::Busy)
    }

    async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        // The semaphore is never closed.
        let _permit = self.0.acquire().await.ok()?;
        tokio::task::spawn_blocking(work).await.ok()
    }
}

/// The passwords that head every published list of stolen ones, without those that are too short.
const COMMON: &str = include_str!("common_passwords.txt");

/// Whether a password is among the first that an attacker tries: a common one, or a repetition of one or two characters.
fn is_common(password: &str) -> bool {
    let lower = password.to_lowercase();
    let mut characters: Vec<char> = lower.chars().collect();
    characters.sort_unstable();
    characters.dedup();
    characters.len() <= 2 || COMMON.lines().any(|common| common == lower)
}

/// The hash of a password that the server has generated; `None` if the system has no random numbers.
pub(crate) async fn hash_now(password: String) -> Option<String> {
    tokio::task::spawn_blocking(move || hash(&password)).await.ok().flatten()
}

fn hash(password: &str) -> Option<String> {
    let mut salt = [0; 16];
    getrandom::fill(&mut salt).ok()?;
    argon2().hash_password_with_salt(password.as_bytes(), &salt).ok().map(|hash| hash.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_is_recognised_by_its_hash_alone() {
        let passwords = Passwords::default();
        let hash = passwords.hash("correct horse".to_owned(), "Ada").await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert_ne!(
            hash,
            passwords.hash("correct horse".to_owned(), "Ada").await.unwrap(),
            "each has a salt of its own"
        );
        assert!(passwords.is_right("correct horse".to_owned(), Some(hash.clone())).await.unwrap());
        assert!(!passwords.is_right("correct house".to_owned(), Some(hash.clone())).await.unwrap());
        assert!(!passwords.is_right("x".repeat(MOST + 1), Some(hash)).await.unwrap());
        assert!(!passwords.is_right("correct horse".to_owned(), None).await.unwrap());
        assert!(!passwords.is_right("correct horse".to_owned(), Some("nonsense".to_owned())).await.unwrap());
        for unfit in
            ["short", &"x".repeat(MOST + 1), "Password", "12345678", "aaaaaaaaaaaa", "5201314520", "beatrice"]
        {
            assert!(passwords.hash(unfit.to_owned(), "Beatrice").await.is_err());
        }
    }
}
