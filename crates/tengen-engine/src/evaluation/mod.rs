//! The parameters of the static evaluation: the terms of cells by their patterns and of threats, and the ordering scores of
//! moves. They come out of a file, which is trained (`tengen-train`) and embedded in the library.
//!
//! The search knows none of this. It asks the board (`board/evaluate.rs`), which looks the numbers up.

mod file;
pub(crate) mod hand_made;
#[cfg(test)]
mod tests;
mod weights;

use std::sync::{Arc, OnceLock};

use tengen_game::{Color, Rule};

pub use file::EvaluationError;
pub use hand_made::hand_made;
pub use weights::{Family, THREAT_PAIRS, Weights};

/// The file that is built in.
static BUILT_IN: &[u8] = include_bytes!("../../data/evaluation.bin");

/// A set of parameters for the evaluation, cheap to copy.
///
/// ```
/// use tengen_engine::{Engine, EngineOptions, Evaluation};
///
/// let file = Evaluation::built_in().write();
/// let evaluation = Evaluation::read(&file)?;
/// let engine = Engine::new(EngineOptions { evaluation, ..EngineOptions::default() });
/// # Ok::<(), tengen_engine::EvaluationError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Evaluation {
    parameters: Arc<Parameters>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Parameters {
    /// Where the numbers come from, for people.
    about: String,
    /// In the order of [`Family::ALL`].
    families: [Weights; Family::ALL.len()],
}

impl Evaluation {
    /// The parameters that the library was built with.
    pub fn built_in() -> Evaluation {
        static READ: OnceLock<Evaluation> = OnceLock::new();
        READ.get_or_init(|| Evaluation::read(BUILT_IN).expect("a test reads the embedded file")).clone()
    }

    /// Reads the parameters of a file.
    ///
    /// # Errors
    /// What is wrong with the file: it is of another kind or version, damaged, or does not have what it should.
    pub fn read(bytes: &[u8]) -> Result<Evaluation, EvaluationError> {
        file::read(bytes)
    }

    /// The file that [`Evaluation::read`] makes the same parameters of.
    pub fn write(&self) -> Vec<u8> {
        file::write(self)
    }

    /// Where the numbers come from, in words.
    pub fn about(&self) -> &str {
        &self.parameters.about
    }

    /// The numbers of a family.
    pub fn weights(&self, family: Family) -> &Weights {
        &self.parameters.families[family as usize]
    }

    /// The same parameters with other numbers for one family, and other words on where they come from.
    #[must_use]
    pub fn with_weights(&self, family: Family, weights: Weights, about: &str) -> Evaluation {
        let mut parameters = Parameters::clone(&self.parameters);
        parameters.families[family as usize] = weights;
        about.clone_into(&mut parameters.about);
        Evaluation { parameters: Arc::new(parameters) }
    }

    /// The numbers for a colour under a rule.
    pub(crate) fn weights_of(&self, rule: Rule, color: Color) -> &Weights {
        self.weights(Family::of(rule, color))
    }
}

impl Default for Evaluation {
    fn default() -> Evaluation {
        Evaluation::built_in()
    }
}

/// The numbers are too many to be told.
impl std::fmt::Debug for Evaluation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Evaluation").field("about", &self.parameters.about).finish_non_exhaustive()
    }
}
