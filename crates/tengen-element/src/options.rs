//! The attributes of the element.

use tengen_analysis::{Character, Level};
use tengen_game::{BoardSize, Color, Rule};
use tengen_match::Seat;

/// The purpose of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Show a game move by move.
    #[default]
    View,
    /// Play against a program, or two people at one screen.
    Play,
    /// Try moves for both sides, while the engine analyses them.
    Analyse,
    /// Find the win.
    Puzzle,
}

/// The parts of the element that are shown besides the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Controls {
    pub(crate) status: bool,
    pub(crate) buttons: bool,
}

/// The number of last moves whose stones bear their number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbers(pub(crate) usize);

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Options {
    /// Moves, a link or SGF.
    pub(crate) game: String,
    pub(crate) rule: Option<Rule>,
    pub(crate) size: Option<BoardSize>,
    /// The number of moves after which the game is shown at first.
    pub(crate) at: Option<usize>,
    pub(crate) mode: Mode,
    /// The puzzle with its proof, as a text, by which the moves are judged; the engine judges them without one.
    pub(crate) puzzle: String,
    /// The program that plays.
    pub(crate) level: Seat,
    /// The manner in which a level plays.
    pub(crate) character: Option<Character>,
    /// The side of the human player; `None` for both sides.
    pub(crate) side: Option<Color>,
    pub(crate) controls: Controls,
    pub(crate) numbers: Numbers,
    pub(crate) coordinates: bool,
}

/// An attribute has an invalid value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum OptionError {
    #[error("the attribute `{name}` should be {expected}, not `{found}`")]
    Value { name: &'static str, expected: &'static str, found: String },
    #[error("the attribute `rule`: {0}")]
    Rule(#[from] tengen_game::ParseRuleError),
}

impl Default for Options {
    fn default() -> Options {
        Options {
            game: String::new(),
            rule: None,
            size: None,
            at: None,
            mode: Mode::View,
            puzzle: String::new(),
            level: Seat::Engine(Level::NORMAL),
            character: None,
            side: Some(Color::Black),
            controls: Controls { status: true, buttons: true },
            numbers: Numbers(0),
            coordinates: true,
        }
    }
}

/// Whether a new value of this attribute begins a new game.
pub(crate) fn begins_anew(name: &str) -> bool {
    matches!(name, "game" | "rule" | "size" | "at" | "mode" | "puzzle")
}

impl Options {
    /// Sets an attribute; `None` means that the element does not have it.
    ///
    /// # Errors
    /// If the value is invalid. The attribute then has its default value.
    pub(crate) fn set(&mut self, name: &str, value: Option<&str>) -> Result<(), OptionError> {
        let usual = Options::default();
        // An empty attribute is equal to a missing one.
        let value = value.map(str::trim).filter(|text| !text.is_empty());
        let wrong = |name, expected| {
            let found = value.unwrap_or_default().to_owned();
            OptionError::Value { name, expected, found }
        };
        match name {
            "game" => self.game = value.unwrap_or_default().to_owned(),
            "puzzle" => self.puzzle = value.unwrap_or_default().to_owned(),
            "rule" => {
                self.rule = None;
                self.rule = value.map(str::parse).transpose()?;
            }
            "size" => {
                self.size = None;
                let lines = value.map(|text| text.parse().ok().and_then(|n: u8| BoardSize::try_from(n).ok()));
                self.size =
                    lines.map(|size| size.ok_or(wrong("size", "a whole number from 3 to 22"))).transpose()?;
            }
            "at" => {
                self.at = None;
                let moves = value.map(|text| text.parse().map_err(|_| wrong("at", "a number of moves")));
                self.at = moves.transpose()?;
            }
            "mode" => {
                self.mode = usual.mode;
                self.mode = match value {
                    None | Some("view") => Mode::View,
                    Some("play") => Mode::Play,
                    Some("analyse" | "analyze") => Mode::Analyse,
                    Some("puzzle") => Mode::Puzzle,
                    Some(_) => return Err(wrong("mode", "`view`, `play`, `analyse` or `puzzle`")),
                };
            }
            "level" => {
                self.level = usual.level;
                let expected =
                    "`easy`, `normal`, `hard`, `level-1` to `level-20` or a classic such as `greedy`";
                self.level = match value {
                    None => usual.level,
                    Some(text) => {
                        let program = Seat::from_name(text).filter(|seat| !seat.is_person());
                        program.ok_or(wrong("level", expected))?
                    }
                };
            }
            "character" => {
                self.character = usual.character;
                let named =
                    value.map(|text| text.parse().map_err(|_| wrong("character", Character::EXPECTED)));
                self.character = named.transpose()?;
            }
            "side" => {
                self.side = usual.side;
                self.side = match value {
                    None | Some("black") => Some(Color::Black),
                    Some("white") => Some(Color::White),
                    Some("both") => None,
                    Some(_) => return Err(wrong("side", "`black`, `white` or `both`")),
                };
            }
            "controls" => {
                self.controls = usual.controls;
                let (status, buttons) = match value {
                    None | Some("all") => (true, true),
                    Some("status") => (true, false),
                    Some("buttons") => (false, true),
                    Some("none") => (false, false),
                    Some(_) => return Err(wrong("controls", "`all`, `status`, `buttons` or `none`")),
                };
                self.controls = Controls { status, buttons };
            }
            "numbers" => {
                self.numbers = usual.numbers;
                self.numbers = match value {
                    None | Some("none") => Numbers(0),
                    Some("all") => Numbers(usize::MAX),
                    Some("last") => Numbers(1),
                    Some(text) => {
                        let count = text.strip_prefix("last:").and_then(|count| count.parse().ok());
                        Numbers(count.ok_or(wrong("numbers", "`none`, `all`, `last` or `last:N`"))?)
                    }
                };
            }
            "coordinates" => {
                self.coordinates = usual.coordinates;
                self.coordinates = match value {
                    None | Some("on") => true,
                    Some("off") => false,
                    Some(_) => return Err(wrong("coordinates", "`on` or `off`")),
                };
            }
            // The style sheet has the themes. Unknown names are rejected here.
            "theme" => {
                let themes = ["auto", "kaya", "paper", "night", "contrast"];
                if value.is_some_and(|theme| !themes.contains(&theme)) {
                    return Err(wrong("theme", "`auto`, `kaya`, `paper`, `night` or `contrast`"));
                }
            }
            _ => {}
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_read_and_taken_back() {
        let mut options = Options::default();
        for (name, value) in [
            ("rule", "renju"),
            ("size", "13"),
            ("mode", "puzzle"),
            ("puzzle", "VFBa"),
            ("level", "minimax-hard"),
            ("character", "old-master"),
            ("side", "both"),
            ("controls", "none"),
            ("numbers", "last:3"),
            ("coordinates", "off"),
            ("theme", "night"),
            ("at", "12"),
            ("game", " h8 "),
        ] {
            options.set(name, Some(value)).unwrap();
            assert!(name == "theme" || options != Options::default(), "{name}");
        }
        assert_eq!(options.game, "h8");
        assert_eq!(options.numbers, Numbers(3));
        for name in [
            "rule",
            "size",
            "mode",
            "puzzle",
            "level",
            "character",
            "side",
            "controls",
            "numbers",
            "coordinates",
            "at",
            "game",
        ] {
            options.set(name, None).unwrap();
        }
        assert_eq!(options, Options::default());
    }

    #[test]
    fn a_wrong_value_is_named_with_what_was_expected() {
        for (name, value, expected) in [
            ("size", "40", "a whole number from 3 to 22, not `40`"),
            ("size", "big", "a whole number"),
            ("rule", "chess", "the attribute `rule`"),
            ("mode", "watch", "`puzzle`"),
            ("level", "21", "`easy`"),
            ("character", "brave", "`old-master`"),
            ("side", "red", "`both`"),
            ("controls", "few", "`status`"),
            ("numbers", "last:x", "`last:N`"),
            ("coordinates", "no", "`off`"),
            ("theme", "blue", "`kaya`"),
            ("at", "-1", "a number of moves"),
        ] {
            let mut options = Options::default();
            let error = options.set(name, Some(value)).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
            assert_eq!(options, Options::default());
        }
    }
}
