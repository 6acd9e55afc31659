//! The documents that say how an engine behaves.

use std::fmt;

use serde::{Serialize, Serializer};

/// A place in a public document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    document: Document,
    place: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Document {
    Protocol,
    Tournament,
    Yixin,
    Practice,
}

impl Source {
    /// The Gomocup protocol.
    pub(crate) const fn protocol(place: &'static str) -> Source {
        Source { document: Document::Protocol, place }
    }

    /// The rules of the Gomocup tournament.
    pub(crate) const fn tournament(place: &'static str) -> Source {
        Source { document: Document::Tournament, place }
    }

    /// The protocol of Yixin-Board.
    pub(crate) const fn yixin(place: &'static str) -> Source {
        Source { document: Document::Yixin, place }
    }

    /// What no document says, and managers rely on all the same.
    pub(crate) const fn practice(place: &'static str) -> Source {
        Source { document: Document::Practice, place }
    }

    /// What the document is called.
    pub fn document(&self) -> &'static str {
        match self.document {
            Document::Protocol => "Gomocup protocol",
            Document::Tournament => "Gomocup tournament",
            Document::Yixin => "Yixin protocol",
            Document::Practice => "Practice",
        }
    }

    /// Where in the document.
    pub fn place(&self) -> &'static str {
        self.place
    }

    /// Where the document is; `None` for what no document says.
    pub fn address(&self) -> Option<&'static str> {
        match self.document {
            Document::Protocol => Some("https://plastovicka.github.io/protocl2en.htm"),
            Document::Tournament => Some("https://gomocup.org/detail-information/"),
            Document::Yixin => Some("https://github.com/accreator/Yixin-protocol"),
            Document::Practice => None,
        }
    }
}

/// `Gomocup protocol, START`.
impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.document(), self.place)
    }
}

/// The same text as [`Display`](fmt::Display).
impl Serialize for Source {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
