//! RenjuNet's database (`.rif`): XML with the games of renju tournaments, which is read and not written.
//!
//! ```xml
//! <database>
//!   <players><player id="7" name="Ada" surname="Lovelace"/> …</players>
//!   <tournaments><tournament id="3" name="Team World Championship" start="1996-08-01" …/> …</tournaments>
//!   <games>
//!     <game id="1" tournament="3" round="5" rule="1" black="7" white="8" bresult="1" opening="12" …>
//!       <move>h8 h9 j10</move><info>…</info>
//!     </game> …
//!   </games>
//! </database>
//! ```
//!
//! Games are on 15×15, in `h8` notation with the rows from the bottom. Players, tournaments, cities, countries, rules and openings are
//! named by their `id`s, in tables anywhere in the file; an `id` that is in no table means nothing. `bresult` is Black's share of the
//! point: 1, 0.5 or 0. The parts of a game that are no [`Fact`](tengen_game::Fact) become properties: `RIFID`, `RIFPUBLISHER`, `RIFALT`
//! (the other fifth moves), `RIFSWAP`, `RIFBTIME` and `RIFWTIME`.
//!
//! ```
//! use tengen_formats::rif::{Database, Options};
//! use tengen_game::{Fact, Rule};
//!
//! let file = br#"<database>
//!   <players><player id="7" name="Ada" surname="Lovelace"/></players>
//!   <games><game id="1" black="7" round="5"><move>h8 h9 j10</move></game></games>
//! </database>"#;
//! let database = Database::open(file, Options::default())?;
//! let record = database.get(0)?.record;
//! assert_eq!((database.len(), record.rule(), record.cursor()), (1, Rule::Renju, 3));
//! assert_eq!((record.players.black.as_str(), record.info.get(Fact::Round)), ("Ada Lovelace", "5"));
//! # Ok::<(), tengen_formats::rif::RifError>(())
//! ```
//!
//! The layout is taken from descriptions of the files that RenjuNet publishes; none of them was at hand. The reader is tolerant:
//! unknown parts are skipped, `&` may stand for itself, and a game with a fault does not hide the others.

mod game;

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use roxmltree::{Document, Node, ParsingOptions};
use tengen_game::moves::MoveTextError;
use tengen_game::{PlayError, Rule};

pub use super::sgf::{Game, Options};
use super::{ReadNote, encoding};

/// The most bytes that a file may have: 64 MiB.
pub const MAX_BYTES: usize = 64 << 20;

/// The most elements, texts and remarks that a file may have.
const MAX_NODES: u32 = 8_000_000;

/// The reason for which a file is no database, or a game of it cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RifError {
    /// The file is too long.
    #[error("expected at most {} MiB, found {found} bytes", MAX_BYTES >> 20)]
    TooLong {
        /// The length of the file.
        found: usize,
    },
    /// The text is no XML.
    #[error("line {line}, column {column}: {fault}")]
    Xml {
        /// The line, from 1.
        line: u32,
        /// The character in that line, from 1.
        column: u32,
        /// The fault of the text.
        fault: String,
    },
    /// The XML has no games.
    #[error("expected RenjuNet's `<database>` with a `<game>` in it, found `<{0}>` without one")]
    NoGames(String),
    /// The index of the game is too large.
    #[error("there is no such game")]
    NoSuchGame,
    /// A move cannot be read.
    #[error("game {id}: {source}")]
    Moves {
        /// The identifier of the game in the file.
        id: String,
        /// The fault of the moves.
        source: MoveTextError,
    },
    /// A move cannot be played.
    #[error("game {id}, move {number}: {source}")]
    Play {
        /// The identifier of the game in the file.
        id: String,
        /// The number of the move, from 1.
        number: usize,
        /// The reason why the rule refuses the move.
        source: PlayError,
    },
}

/// A database, whose games are read on request.
#[derive(Debug)]
pub struct Database<'a> {
    text: Cow<'a, str>,
    /// The note about the encoding.
    encoding: Option<ReadNote>,
    rule: Option<Rule>,
    tables: Tables,
    /// The text of each game.
    games: Vec<Range<usize>>,
}

impl<'a> Database<'a> {
    /// Finds the games of a file.
    ///
    /// # Errors
    /// When the file is too large, is no XML, or has no games.
    pub fn open(bytes: &'a [u8], options: Options) -> Result<Database<'a>, RifError> {
        if bytes.len() > MAX_BYTES {
            return Err(RifError::TooLong { found: bytes.len() });
        }
        let decoded = encoding::decode(bytes, options.encoding, game::named_encoding(bytes));
        let text = game::with_plain_ampersands(decoded.text);
        let document = parse(&text)?;
        let (mut tables, mut games) = (Tables::default(), Vec::new());
        for node in document.descendants().filter(Node::is_element) {
            if is(node, "game") {
                games.push(node.range());
            } else {
                tables.note(node);
            }
        }
        if games.is_empty() {
            return Err(RifError::NoGames(
                document.root_element().tag_name().name().chars().take(60).collect(),
            ));
        }
        Ok(Database { text, encoding: decoded.note, rule: options.rule, tables, games })
    }

    /// The number of games, at least one.
    #[allow(clippy::len_without_is_empty, reason = "a database without games is refused")]
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Reads a game; the first has the index 0.
    ///
    /// A forbidden move of Black is accepted and ends the game.
    ///
    /// # Errors
    /// When a move cannot be played, or the index is too large.
    pub fn get(&self, index: usize) -> Result<Game, RifError> {
        let range = self.games.get(index).cloned().ok_or(RifError::NoSuchGame)?;
        // The element was part of a document that could be parsed.
        let document = parse(&self.text[range])?;
        let record = game::record(document.root_element(), &self.tables, self.rule)?;
        Ok(Game { record, notes: self.encoding.iter().cloned().collect() })
    }
}

fn parse(text: &str) -> Result<Document<'_>, RifError> {
    let options = ParsingOptions { nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(|error| {
        let place = error.pos();
        let fault = error.to_string();
        // The message of the error already states the location.
        let at = format!(" at {}:{}", place.row, place.col);
        let fault = fault.strip_suffix(&at).unwrap_or(&fault).to_owned();
        RifError::Xml { line: place.row, column: place.col, fault }
    })
}

/// Whether an element has this name, in any case.
fn is(node: Node<'_, '_>, name: &str) -> bool {
    node.tag_name().name().eq_ignore_ascii_case(name)
}

/// An attribute without blanks around it; empty where it is missing.
fn attribute<'a>(node: Node<'a, '_>, name: &str) -> &'a str {
    let found = node.attributes().find(|attribute| attribute.name().eq_ignore_ascii_case(name));
    found.map_or("", |attribute| attribute.value().trim())
}

/// The tables of the elements that `id`s stand for.
#[derive(Debug, Default)]
struct Tables {
    players: HashMap<String, String>,
    tournaments: HashMap<String, Tournament>,
    cities: HashMap<String, String>,
    countries: HashMap<String, String>,
    rules: HashMap<String, String>,
    openings: HashMap<String, String>,
}

#[derive(Debug)]
struct Tournament {
    name: String,
    date: String,
    /// The `id` of the tournament's city.
    city: String,
    /// The `id` of the tournament's country.
    country: String,
    /// The `id` of the tournament's rule.
    rule: String,
}

impl Tables {
    /// Adds an element that an `id` can stand for to its table.
    fn note(&mut self, node: Node<'_, '_>) {
        let id = attribute(node, "id");
        if id.is_empty() {
            return;
        }
        let owned = |name: &str| attribute(node, name).to_owned();
        let table = match node.tag_name().name().to_ascii_lowercase().as_str() {
            "player" => {
                self.players.insert(id.to_owned(), joined([owned("name"), owned("surname")], " "));
                return;
            }
            "tournament" => {
                let (start, year, month) = (owned("start"), owned("year"), owned("month"));
                let date = if start.is_empty() { game::date(&year, &month) } else { start };
                let tournament = Tournament {
                    name: owned("name"),
                    date,
                    city: owned("city"),
                    country: owned("country"),
                    rule: owned("rule"),
                };
                self.tournaments.insert(id.to_owned(), tournament);
                return;
            }
            "city" => &mut self.cities,
            "country" => &mut self.countries,
            "rule" => &mut self.rules,
            "opening" => {
                let text = joined([owned("name"), owned("abbr")], ", ");
                self.openings.insert(id.to_owned(), text);
                return;
            }
            _ => return,
        };
        table.insert(id.to_owned(), owned("name"));
    }
}

/// The texts that are not empty, joined by `between`.
fn joined<const N: usize>(texts: [String; N], between: &str) -> String {
    let texts: Vec<String> = texts.into_iter().filter(|text| !text.is_empty()).collect();
    texts.join(between)
}

#[cfg(test)]
mod tests;
