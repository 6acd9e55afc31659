use serde_json::{Value, json};
use tengen_game::{Board, BoardSize, Color, EndReason, Fact, GameResult, Move, Point, Rule};
use tengen_match::{Game, Seat};

/// The number of opening moves that an entry stores.
const OPENING_MOVES: usize = 8;

/// The data of a game that the library has without reading the game.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LibraryEntry {
    pub(crate) id: String,
    /// Empty unless the user has given a name; the page then shows a generated one.
    pub(crate) name: String,
    pub(crate) seats: [Seat; 2],
    /// The players' names in the record of an imported game.
    pub(crate) players: [String; 2],
    /// The event and the day of the game, as the record states them.
    pub(crate) event: String,
    pub(crate) date: String,
    pub(crate) rule: Rule,
    pub(crate) size: BoardSize,
    pub(crate) moves: usize,
    pub(crate) result: Option<GameResult>,
    pub(crate) began_ms: u64,
    pub(crate) ended_ms: u64,
    /// The names of the first points, with spaces between them.
    pub(crate) opening: String,
    /// Black's and White's stones at the end.
    pub(crate) stones: [Vec<Point>; 2],
    /// Whether the game was imported.
    pub(crate) opened: bool,
    /// Whether the game began with a position that was set up.
    pub(crate) set_up: bool,
    pub(crate) fingerprint: u64,
}

/// Why a text cannot be read as an entry.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum EntryError {
    #[error("{0}")]
    Json(String),
    /// A field is missing, or its value is not of the expected form.
    #[error("`{0}` is missing or cannot be read")]
    Field(&'static str),
}

impl LibraryEntry {
    /// The entry for a game.
    pub(crate) fn of(game: &Game) -> LibraryEntry {
        let ended = game.at_its_end();
        let record = ended.record();
        let moves = record.position().moves();
        let name = |played: &Move| match played {
            Move::Place(point) => point.on(record.size()).to_string(),
            Move::Pass => "pass".to_owned(),
        };
        LibraryEntry {
            id: game.identity.id.clone(),
            name: String::new(),
            seats: game.seats(),
            players: [record.players.black.clone(), record.players.white.clone()],
            event: record.info.get(Fact::Event).to_owned(),
            date: record.info.get(Fact::Date).to_owned(),
            rule: record.rule(),
            size: record.size(),
            moves: moves.len(),
            result: game.result(),
            began_ms: game.identity.began_ms,
            ended_ms: game.identity.ended_ms,
            opening: moves.iter().take(OPENING_MOVES).map(name).collect::<Vec<_>>().join(" "),
            stones: stones_on(record.position().board()),
            opened: game.identity.opened,
            set_up: record.setup().is_some(),
            fingerprint: game.fingerprint(),
        }
    }

    /// The side of the only human player; `None` where there were two or none, or if it is unknown.
    pub(crate) fn person(&self) -> Option<Color> {
        match self.seats.map(Seat::is_person) {
            _ if self.opened => None,
            [true, false] => Some(Color::Black),
            [false, true] => Some(Color::White),
            _ => None,
        }
    }

    /// The name that the user gave, read from a text whose other fields cannot be read.
    pub(crate) fn name_in(text: &str) -> String {
        let value: Value = serde_json::from_str(text).unwrap_or_default();
        value["name"].as_str().unwrap_or_default().to_owned()
    }

    pub(crate) fn to_text(&self) -> String {
        let result = self.result.map(
            |result| json!({ "winner": result.winner.map(Color::name), "reason": result.reason.name() }),
        );
        json!({
            "id": self.id,
            "name": self.name,
            "seats": self.seats.map(Seat::name),
            "players": self.players,
            "event": self.event,
            "date": self.date,
            "rule": self.rule.to_string(),
            "size": self.size.lines(),
            "moves": self.moves,
            "result": result,
            "began": self.began_ms,
            "ended": self.ended_ms,
            "opening": self.opening,
            "position": write_stones(&self.stones, self.size),
            "opened": self.opened,
            "set-up": self.set_up,
            "fingerprint": self.fingerprint,
        })
        .to_string()
    }

    /// Reads a text that [`LibraryEntry::to_text`] wrote.
    pub(crate) fn from_text(text: &str) -> Result<LibraryEntry, EntryError> {
        let value: Value = serde_json::from_str(text).map_err(|error| EntryError::Json(error.to_string()))?;
        let fields = Fields(&value);
        let seat = |index: usize| Seat::from_name(value["seats"][index].as_str()?);
        let player = |index: usize| value["players"][index].as_str().unwrap_or_default().to_owned();
        let seats = [seat(0), seat(1)];
        let [Some(black), Some(white)] = seats else { return Err(EntryError::Field("seats")) };
        let size = BoardSize::new(fields.number("size")? as usize).map_err(|_| EntryError::Field("size"))?;
        Ok(LibraryEntry {
            id: fields.string("id")?,
            name: fields.string("name")?,
            seats: [black, white],
            players: [player(0), player(1)],
            // Texts of earlier versions have neither event nor date, and neither had the games.
            event: value["event"].as_str().unwrap_or_default().to_owned(),
            date: value["date"].as_str().unwrap_or_default().to_owned(),
            rule: fields.string("rule")?.parse().map_err(|_| EntryError::Field("rule"))?,
            size,
            moves: fields.number("moves")? as usize,
            result: result(&value["result"])?,
            began_ms: fields.number("began")?,
            ended_ms: fields.number("ended")?,
            opening: fields.string("opening")?,
            stones: read_stones(&fields.string("position")?, size).ok_or(EntryError::Field("position"))?,
            opened: fields.truth("opened")?,
            // Texts of earlier versions lack the field, and the position. The page then makes a new entry from the game.
            set_up: fields.truth("set-up")?,
            fingerprint: fields.number("fingerprint")?,
        })
    }
}

struct Fields<'a>(&'a Value);

impl Fields<'_> {
    fn string(&self, name: &'static str) -> Result<String, EntryError> {
        self.0[name].as_str().map(str::to_owned).ok_or(EntryError::Field(name))
    }

    fn truth(&self, name: &'static str) -> Result<bool, EntryError> {
        self.0[name].as_bool().ok_or(EntryError::Field(name))
    }

    fn number(&self, name: &'static str) -> Result<u64, EntryError> {
        self.0[name].as_u64().ok_or(EntryError::Field(name))
    }
}

fn result(value: &Value) -> Result<Option<GameResult>, EntryError> {
    if value.is_null() {
        return Ok(None);
    }
    let winner = match value["winner"].as_str() {
        None => None,
        Some("black") => Some(Color::Black),
        Some("white") => Some(Color::White),
        Some(_) => return Err(EntryError::Field("result")),
    };
    let reason = value["reason"].as_str().and_then(EndReason::from_name);
    let result = reason.map(|reason| GameResult { winner, reason });
    result.filter(|result| result.is_possible()).map(Some).ok_or(EntryError::Field("result"))
}

/// The words by which a game can be found.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Words {
    /// Names, rule, result and date, in lower case.
    text: String,
    /// The names of the first points, with spaces between them.
    opening: String,
}

impl Words {
    pub(crate) fn new(text: &str, opening: &str) -> Words {
        Words { text: text.to_lowercase(), opening: opening.to_lowercase() }
    }

    /// Whether the game has all words of a query. Points, in their order, also match the opening of the game.
    pub(crate) fn answer(&self, question: &str) -> bool {
        let question = question.to_lowercase();
        let (points, words): (Vec<&str>, Vec<&str>) =
            question.split_whitespace().partition(|word| is_point(word));
        let has = |word: &&str| self.text.contains(word);
        let began_so = || {
            let mut opening = self.opening.split(' ');
            points.iter().all(|point| opening.next() == Some(point))
        };
        words.iter().all(has) && (began_so() || points.iter().all(has))
    }
}

/// Whether a word looks like the name of a point: a letter and a number.
fn is_point(word: &str) -> bool {
    let mut bytes = word.bytes();
    bytes.next().is_some_and(|letter| letter.is_ascii_alphabetic())
        && (2..=3).contains(&word.len())
        && bytes.all(|digit| digit.is_ascii_digit())
}

/// Black's and White's stones.
type Stones = [Vec<Point>; 2];

/// The stones on a board.
fn stones_on(board: &Board) -> Stones {
    let of_side = |color| board.size().points().filter(|&point| board.stone(point) == Some(color)).collect();
    Color::BOTH.map(of_side)
}

/// Stones as a short text: the names of Black's points, a bar, and those of White's, as in `h8 g7|i9`.
fn write_stones(stones: &Stones, size: BoardSize) -> String {
    let names = |points: &Vec<Point>| {
        points.iter().map(|point| point.on(size).to_string()).collect::<Vec<_>>().join(" ")
    };
    stones.each_ref().map(names).join("|")
}

/// The stones in a text that [`write_stones`] wrote; `None` if the text is of another form.
fn read_stones(text: &str, size: BoardSize) -> Option<Stones> {
    let points = |names: &str| {
        names.split_whitespace().map(|name| Point::parse(name, size).ok()).collect::<Option<Vec<_>>>()
    };
    let (black, white) = text.split_once('|')?;
    Some([points(black)?, points(white)?])
}

#[cfg(test)]
mod tests {
    use tengen_analysis::{Classic, Grade, Level};

    use super::super::test_games::{game, lost_by};
    use super::*;
    use tengen_match::Origin;

    #[test]
    fn an_entry_says_what_was_played() {
        let seats = [Seat::Engine(Level::HARD), Seat::Person];
        let mut played = game(seats, 10);
        played.go_to(3);
        let entry = LibraryEntry::of(&played);
        assert_eq!((entry.moves, entry.result, entry.person()), (10, None, Some(Color::White)));
        assert_eq!(entry.opening.split(' ').count(), OPENING_MOVES);
        assert_eq!(entry.stones.map(|points| points.len()), [5, 5]);
        let lost = lost_by(Color::White, seats, 20);
        assert_eq!(lost.result, Some(GameResult::resignation(Color::White)));
        assert_eq!((lost.began_ms, lost.ended_ms), (20, 20));
        // Only the record of an opened game names its players.
        let opened = played.with_record(played.record().clone(), Origin::Link);
        assert_eq!(LibraryEntry::of(&opened).person(), None);
    }

    #[test]
    fn an_entry_survives_being_written_down() {
        let seats = [Seat::Person, Seat::Classic(Classic::Minimax(Grade::Easy))];
        let mut entry = lost_by(Color::Black, seats, 20);
        entry.name = "“好局”".to_owned();
        entry.players = ["Ada".to_owned(), String::new()];
        (entry.event, entry.date) = ("Open".to_owned(), "2024-05-01".to_owned());
        for entry in [entry, LibraryEntry::of(&game(seats, 2))] {
            assert_eq!(LibraryEntry::from_text(&entry.to_text()), Ok(entry));
        }
    }

    #[test]
    fn the_fault_of_an_entry_is_reported() {
        let text = lost_by(Color::Black, [Seat::Person, Seat::Engine(Level::EASY)], 20).to_text();
        let wrong = |from: &str, to: &str| {
            let changed = text.replace(from, to);
            assert_ne!(changed, text, "{from}");
            LibraryEntry::from_text(&changed).map_err(|error| error.to_string())
        };
        let missing = |field: &str| Err(format!("`{field}` is missing or cannot be read"));
        assert_eq!(wrong("\"easy\"", "\"tired\""), missing("seats"));
        assert_eq!(wrong("\"freestyle\"", "\"chess\""), missing("rule"));
        assert_eq!(wrong("\"size\":15", "\"size\":99"), missing("size"));
        assert_eq!(wrong("\"resignation\"", "\"board-full\""), missing("result"));
        assert_eq!(wrong("\"moves\":6", "\"moves\":-1"), missing("moves"));
        assert_eq!(wrong("\"position\":\"", "\"position\":\"z99"), missing("position"));
        assert_eq!(wrong("\"set-up\":false", "\"set-up\":0"), missing("set-up"));
        assert!(matches!(LibraryEntry::from_text(&text[1..]), Err(EntryError::Json(_))));
        // The name that the user gave survives although the rest cannot be read.
        let named = text.replace("\"name\":\"\"", "\"name\":\"mine\"").replace("\"set-up\":false,", "");
        assert!(LibraryEntry::from_text(&named).is_err());
        assert_eq!(
            (LibraryEntry::name_in(&named), LibraryEntry::name_in("?")),
            ("mine".to_owned(), String::new())
        );
    }

    #[test]
    fn games_are_found_by_all_words_in_any_order() {
        let words = Words::new("Ada – Tengen, easy Renju You won 连珠", "h8 i9 g7");
        for question in ["", "ada", "WON ada", "连珠", "renju  tengen,", "h8", "h8 i9", "won h8 I9", "ada h8"]
        {
            assert!(words.answer(question), "{question}");
        }
        for question in ["bob", "ada bob", "lost", "i9", "h8 g7", "h8 i9 g7 a1", "h80"] {
            assert!(!words.answer(question), "{question}");
        }
        // A word of a name may look like a point.
        assert!(Words::new("Game a1", "h8").answer("a1 game"));
    }

    #[test]
    fn stones_survive_being_written_down() {
        let size = BoardSize::FIFTEEN;
        let mut board = Board::new(size);
        assert_eq!(write_stones(&stones_on(&board), size), "|");
        for (name, color) in [("h8", Color::Black), ("i9", Color::White), ("a15", Color::Black)] {
            board.set(Point::parse(name, size).unwrap(), Some(color));
        }
        let stones = stones_on(&board);
        assert_eq!(stones.each_ref().map(Vec::len), [2, 1]);
        assert_eq!(read_stones(&write_stones(&stones, size), size), Some(stones));
        assert_eq!(read_stones("h8 i9", size), None);
        assert_eq!(read_stones("h8|z99", size), None);
    }
}
