//! The games of a file with several, and rules by the names that files have for them.

use std::borrow::Cow;

use tengen_game::{Record, Rule};

use super::parse::Parser;
use super::{MAX_GAMES, SgfError, build, check_length, parse};
use crate::{Encoding, ReadNote};

/// Facts that the caller has about a file and the file may lack.
///
/// ```
/// use tengen_game::Rule;
/// use tengen_formats::sgf::{Collection, Options};
///
/// let options = Options { rule: Some(Rule::Standard), encoding: Some("gbk".parse()?) };
/// let game = Collection::open(b"(;PB[\xBA\xC3];B[hh])", options)?.get(0)?;
/// assert_eq!((game.record.rule(), game.record.players.black.as_str()), (Rule::Standard, "好"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The rule of the games, which overrides that of the file.
    pub rule: Option<Rule>,
    /// The encoding of the file, which overrides the one that the file names.
    pub encoding: Option<Encoding>,
}

/// A game of a file, with notes on its interpretation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The game.
    pub record: Record,
    /// Notes on the parts that can mean more than one thing.
    pub notes: Vec<ReadNote>,
}

/// The games of a file, each of which is read on request: a game that cannot be read does not hide the
/// others.
///
/// ```
/// use tengen_formats::sgf::{Collection, Options};
///
/// let file = b"(;GM[4]DT[1996-05-10];B[hh])(;GM[1];B[aa])(;GM[4];W[hh])";
/// let games = Collection::open(file, Options::default())?;
/// assert_eq!(games.len(), 3);
/// // A game of Go, and one that White begins.
/// assert!(games.get(1).is_err() && games.get(2).is_ok());
/// # Ok::<(), tengen_formats::sgf::SgfError>(())
/// ```
#[derive(Debug)]
pub struct Collection<'a> {
    text: Cow<'a, str>,
    /// The note about the encoding.
    encoding: Option<ReadNote>,
    rule: Option<Rule>,
    /// The byte from which each game is searched, which is after the game before.
    starts: Vec<usize>,
    fault: Option<SgfError>,
}

impl<'a> Collection<'a> {
    /// Finds the games of a file.
    ///
    /// # Errors
    /// When there is no game at all, or the file is too large.
    pub fn open(bytes: &'a [u8], options: Options) -> Result<Collection<'a>, SgfError> {
        check_length(bytes.len())?;
        let decoded = parse::decode(bytes, options.encoding);
        let mut parser = Parser::new(&decoded.text, 0);
        let mut starts = Vec::new();
        let fault = loop {
            let start = parser.at();
            match parser.next_game() {
                Ok(Some(_)) if starts.len() == MAX_GAMES => {
                    break Some(SgfError::TooMany { what: "games", most: MAX_GAMES });
                }
                Ok(Some(_)) => starts.push(start),
                Ok(None) => break None,
                Err(error) => break Some(error),
            }
        };
        if starts.is_empty() {
            return Err(fault.unwrap_or(SgfError::NoGame));
        }
        let (text, encoding) = (decoded.text, decoded.note);
        Ok(Collection { text, encoding, rule: options.rule, starts, fault })
    }

    /// The number of games, at least one.
    #[allow(clippy::len_without_is_empty, reason = "a collection is never empty")]
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// The fault of the text after the last game; `None` where only remarks follow.
    pub fn fault(&self) -> Option<&SgfError> {
        self.fault.as_ref()
    }

    /// Reads a game; the first has the index 0.
    ///
    /// A forbidden move of Black is accepted and ends the game.
    ///
    /// # Errors
    /// When the game is of another kind, or a move cannot be played, with the place; or when the index is too large.
    pub fn get(&self, index: usize) -> Result<Game, SgfError> {
        let start = *self.starts.get(index).ok_or(SgfError::NoGame)?;
        let tree = Parser::new(&self.text, start).next_game()?.ok_or(SgfError::NoGame)?;
        let mut game = build::game(&self.text, &tree, self.rule)?;
        game.notes.extend(self.encoding.clone());
        Ok(game)
    }
}

/// The meaning of the name of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Named {
    /// The rule's own name, or another that leaves no doubt.
    Exact(Rule),
    /// A number, an opening protocol, or other words from which the rule follows as a guess.
    Guessed(Rule),
    /// An unknown name.
    Unknown,
}

impl Named {
    /// The rule under which a game is read: freestyle for an unknown name.
    pub(super) fn rule(self) -> Rule {
        match self {
            Named::Exact(rule) | Named::Guessed(rule) => rule,
            Named::Unknown => Rule::FREESTYLE,
        }
    }
}

/// Numbers of rules, as Piskvork, Yixin and Rapfi have them: 5 and 6 are Rapfi's swap and swap2 without forbidden moves.
const NUMBERS: [(&str, Rule); 8] = [
    ("0", Rule::FREESTYLE),
    ("1", Rule::Standard),
    ("2", Rule::Renju),
    ("4", Rule::Renju),
    ("5", Rule::FREESTYLE),
    ("6", Rule::FREESTYLE),
    ("8", Rule::Caro),
    ("9", Rule::CaroExact),
];

/// Parts of names, the first that is found counts. Opening protocols belong to the rule with which they are played;
/// swap2 is played with several, of which freestyle is the one without any limit.
const PARTS: [(&str, Rule); 31] = [
    ("無禁", Rule::FREESTYLE),
    ("无禁", Rule::FREESTYLE),
    ("renju", Rule::Renju),
    ("rif", Rule::Renju),
    ("連珠", Rule::Renju),
    ("连珠", Rule::Renju),
    ("聯珠", Rule::Renju),
    ("禁", Rule::Renju),
    // The first letter is left out: it may be a capital, and only ASCII letters are compared without case.
    ("ендзю", Rule::Renju),
    ("yamaguchi", Rule::Renju),
    ("山口", Rule::Renju),
    ("taraguchi", Rule::Renju),
    ("tarannikov", Rule::Renju),
    ("taranikov", Rule::Renju),
    ("sakata", Rule::Renju),
    ("soosyrv", Rule::Renju),
    ("soosorv", Rule::Renju),
    ("soosoerv", Rule::Renju),
    ("索索夫", Rule::Renju),
    ("塔拉山口", Rule::Renju),
    ("caro", Rule::Caro),
    ("standard", Rule::Standard),
    ("exact", Rule::Standard),
    ("標準", Rule::Standard),
    ("标准", Rule::Standard),
    ("swap", Rule::FREESTYLE),
    ("free", Rule::FREESTYLE),
    ("gomoku", Rule::FREESTYLE),
    ("五目", Rule::FREESTYLE),
    ("五子", Rule::FREESTYLE),
    ("longpro", Rule::FREESTYLE),
];

/// The rule that `RU` names.
pub(super) fn named(name: &str) -> Named {
    let name = name.trim().to_ascii_lowercase();
    if let Some(rule) = rule_named(&name) {
        return Named::Exact(rule);
    }
    if let Some((_, rule)) = NUMBERS.iter().find(|(number, _)| *number == name) {
        return Named::Guessed(*rule);
    }
    // Tables of all letters and a general search would be a part of every program that reads a file.
    let letter = |c: char| match c {
        'ö' | 'õ' | 'ő' | 'Ö' | 'Õ' | 'Ő' => 'o',
        other => other,
    };
    let is_letter = |c: &char| c.is_ascii_alphanumeric() || !c.is_ascii();
    let plain: String = name.chars().filter(is_letter).map(letter).collect();
    let contains = |part: &str| plain.as_bytes().windows(part.len()).any(|window| window == part.as_bytes());
    let found = PARTS.iter().find(|(part, _)| contains(part));
    found.map_or(Named::Unknown, |(_, rule)| Named::Guessed(*rule))
}

fn rule_named(name: &str) -> Option<Rule> {
    match name {
        "free" | "free style" | "free-style" | "freestyle gomoku" | "gomoku" | "five or more" => {
            Some(Rule::FREESTYLE)
        }
        "standard gomoku" | "exactly five" | "exact five" => Some(Rule::Standard),
        "rif" | "renju rules" | "rif rules" => Some(Rule::Renju),
        _ => name.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_game::Fact;

    fn open(bytes: &[u8]) -> Result<Collection<'_>, SgfError> {
        Collection::open(bytes, Options::default())
    }

    #[test]
    fn a_broken_end_leaves_the_games_before_it() {
        let games = open(b"(;GM[4];B[hh])(;GM[4];B[hh").unwrap();
        assert_eq!(games.len(), 1);
        assert!(games.get(0).is_ok());
        assert!(matches!(games.fault(), Some(SgfError::Unclosed { .. })), "{games:?}");
        assert!(matches!(open(b"nothing"), Err(SgfError::NoGame)));
        assert!(matches!(open(b"(;B[hh"), Err(SgfError::Unclosed { .. })));
    }

    #[test]
    fn the_games_are_those_of_read_all() {
        let file = b"(;GM[4]DT[2001]SZ[15];B[hh]) and (;RU[renju];B[hh];W[ig])";
        let games = open(file).unwrap();
        let records: Vec<Record> = (0..games.len()).map(|index| games.get(index).unwrap().record).collect();
        assert_eq!(records, super::super::read_all(file).unwrap());
        assert_eq!([0, 1].map(|index| records[index].info.get(Fact::Date)), ["2001", ""]);
        assert_eq!(games.get(2), Err(SgfError::NoGame));
    }

    #[test]
    #[cfg(feature = "encodings")]
    fn a_guessed_encoding_is_reported_with_each_game() {
        let file = b"(;PB[\xBA\xC3\xCA\xD6];B[hh])(;B[ii])";
        let games = open(file).unwrap();
        let game = games.get(0).unwrap();
        assert_eq!(game.record.players.black, "好手");
        assert_eq!(game.notes, [ReadNote::Encoding("gbk".parse().unwrap())]);
        let rule_named = Options { encoding: Some("shift_jis".parse().unwrap()), ..Options::default() };
        assert_eq!(Collection::open(file, rule_named).unwrap().get(0).unwrap().notes, []);
    }

    #[test]
    fn names_of_real_files_are_known() {
        let cases = [
            ("Renju", Named::Exact(Rule::Renju)),
            ("free-9", Named::Exact("free-9".parse().unwrap())),
            (" RIF ", Named::Exact(Rule::Renju)),
            ("0", Named::Guessed(Rule::FREESTYLE)),
            ("1", Named::Guessed(Rule::Standard)),
            ("4", Named::Guessed(Rule::Renju)),
            ("Yamaguchi", Named::Guessed(Rule::Renju)),
            ("Taraguchi-10", Named::Guessed(Rule::Renju)),
            ("Soosyrv-8", Named::Guessed(Rule::Renju)),
            ("Soosõrv 8", Named::Guessed(Rule::Renju)),
            ("連珠", Named::Guessed(Rule::Renju)),
            ("Рендзю", Named::Guessed(Rule::Renju)),
            ("有禁手", Named::Guessed(Rule::Renju)),
            ("无禁", Named::Guessed(Rule::FREESTYLE)),
            ("Swap2", Named::Guessed(Rule::FREESTYLE)),
            ("Gomoku (standard)", Named::Guessed(Rule::Standard)),
            ("五子棋", Named::Guessed(Rule::FREESTYLE)),
            ("", Named::Unknown),
            ("Japanese", Named::Unknown),
            ("house rule", Named::Unknown),
        ];
        for (name, meaning) in cases {
            assert_eq!(named(name), meaning, "{name}");
        }
        assert_eq!(Named::Unknown.rule(), Rule::FREESTYLE);
    }
}
