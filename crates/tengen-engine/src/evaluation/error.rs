/// What is wrong with a file of evaluation parameters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EvaluationError {
    /// The file is of another kind.
    #[error("expected a file of evaluation parameters, which begins with `TENGENEV`")]
    Magic,
    /// It was written by a program that knows more or less.
    #[error("expected version {expected} of the evaluation parameters, found version {found}")]
    Version {
        /// The version that is read.
        expected: u32,
        /// The file's.
        found: u32,
    },
    /// Something was changed after the file was written.
    #[error("the file is damaged: its checksum says {expected:08x}, its contents have {found:08x}")]
    Checksum {
        /// What the file says.
        expected: u32,
        /// What its contents come to.
        found: u32,
    },
    /// The file ends in the middle of something.
    #[error("expected {needed} more bytes at byte {at}, found the end of the file after {found}")]
    End {
        /// Where, from 0.
        at: usize,
        /// What should be there.
        needed: usize,
        /// What is there.
        found: usize,
    },
    /// A section that this version does not have.
    #[error("found a section `{0}`, which version {version} does not have", version = super::file::VERSION)]
    UnknownSection(String),
    /// A section comes twice.
    #[error("found section `{0}` a second time")]
    RepeatedSection(&'static str),
    /// A section is not there.
    #[error("expected a section `{0}`, found none")]
    MissingSection(&'static str),
    /// A section has another length than its numbers need.
    #[error("expected {expected} bytes in section `{name}`, found {found}")]
    SectionLength {
        /// The section.
        name: &'static str,
        /// How long it should be.
        expected: usize,
        /// How long it is.
        found: usize,
    },
    /// A number that cannot be.
    #[error("expected {expected} in section `{name}`, found {found}")]
    Number {
        /// The section.
        name: &'static str,
        /// What is allowed.
        expected: &'static str,
        /// What is there.
        found: i32,
    },
    /// The words on where the parameters come from are no text.
    #[error("expected UTF-8 in section `about`")]
    Text,
}
