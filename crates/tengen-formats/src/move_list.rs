//! The common parts of the formats that hold only a list of moves.

use std::time::Duration;

use tengen_game::{BoardSize, Move, NodeId, PlayError, Players, Point, Record, unix_lines};

use super::loss::{Loss, MAIN_LINE_ALONE, losses_of};

/// The reason for which a move of a file cannot be part of the game.
///
/// ```
/// use tengen_formats::sav;
/// use tengen_game::Rule;
///
/// let message = sav::read("15\n15\n1\n7 15\n", Rule::FREESTYLE).map_err(|error| error.to_string());
/// assert_eq!(message.err().as_deref(), Some("move 1: expected two numbers from 0 to 14, found 15, 7"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveFault {
    /// The numbers name no point of the board.
    #[error("expected two numbers from {first} to {last}, found {}, {}", .found.0, .found.1)]
    OffBoard {
        /// The smallest number that names a line.
        first: i64,
        /// The largest number that names a line.
        last: i64,
        /// The two numbers as the file has them.
        found: (i64, i64),
    },
    /// The rules refuse the move.
    #[error(transparent)]
    Play(#[from] PlayError),
}

/// The reason for which a record cannot be written as a mere list of moves.
///
/// ```
/// use tengen_formats::{MoveListError, sav};
/// use tengen_game::{BoardSize, Move, Record, Rule};
///
/// let mut record = Record::new(Rule::Renju, BoardSize::FIFTEEN);
/// record.play(Move::Pass)?;
/// assert_eq!(sav::write(&record), Err(MoveListError::Pass { number: 1 }));
/// # Ok::<(), tengen_game::PlayError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveListError {
    /// The game does not begin with the empty board and Black to move.
    #[error(
        "this format holds games that begin with the empty board and Black to move; this one was set up otherwise"
    )]
    SetUp,
    /// A side passed.
    #[error("move {number} is a pass, and this format holds stones only")]
    Pass {
        /// The number of the move in the main line, from 1.
        number: usize,
    },
    /// The format is for another board.
    #[error("this format holds games on a {expected} board; this one is on {found}")]
    Size {
        /// The board of the format.
        expected: BoardSize,
        /// The board of the record.
        found: BoardSize,
    },
}

/// The stones of the main line in order, each with its node.
pub(super) fn main_line(record: &Record) -> Result<Vec<(Point, NodeId)>, MoveListError> {
    if record.setup().is_some() {
        return Err(MoveListError::SetUp);
    }
    let stone = |(index, id): (usize, NodeId)| match record.played(id) {
        Some(Move::Place(point)) => Ok((point, id)),
        _ => Err(MoveListError::Pass { number: index + 1 }),
    };
    record.main_line().into_iter().enumerate().map(stone).collect()
}

/// Plays the move that a file names with `x` and `y`, counted from `first` at the top left.
pub(super) fn play(record: &mut Record, x: i64, y: i64, first: i64) -> Result<(), MoveFault> {
    let size = record.size();
    let coordinate = |value: i64| value.checked_sub(first).and_then(|value| u8::try_from(value).ok());
    let point = coordinate(x).zip(coordinate(y)).map(|(x, y)| Point::new(x, y));
    let Some(point) = point.filter(|&point| size.contains(point)) else {
        let last = i64::from(size.lines()) - 1 + first;
        return Err(MoveFault::OffBoard { first, last, found: (x, y) });
    };
    Ok(record.play_or_lose(point)?)
}

/// The text without a byte order mark and with `\n` for every line end.
pub(super) fn unix_text(text: &str) -> String {
    unix_lines(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// A line `x,y` or `x,y,milliseconds`.
pub(super) struct MoveLine {
    pub(super) x: i64,
    pub(super) y: i64,
    /// The time of the move; `None` also where the file has 0, which Piskvork writes for moves that it did not time.
    pub(super) time: Option<Duration>,
}

/// The number in the place of the time in continuous games.
const CONTINUOUS: Duration = Duration::from_millis(5);

impl MoveLine {
    pub(super) fn read(line: &str) -> Option<MoveLine> {
        let mut numbers = line.split(',').map(str::trim);
        let x = numbers.next()?.parse().ok()?;
        let y = numbers.next()?.parse().ok()?;
        let time = match numbers.next() {
            None | Some("") => None,
            Some(text) => Some(text.parse().ok()?),
        };
        Some(MoveLine { x, y, time: time.filter(|&time| time > 0).map(Duration::from_millis) })
    }

    /// Whether the line may be a move of a continuous game. The number that marks such a game may also be a time.
    pub(super) fn has_color_of_continuous_games(&self) -> bool {
        self.time == Some(CONTINUOUS)
    }

    /// Whether a line that cannot be read was meant as a move: it begins with a number and a comma, unlike any name.
    pub(super) fn is_meant(line: &str) -> bool {
        let number = line.split_once(',').map(|(first, _)| first.trim());
        number.is_some_and(|number| number.parse::<f64>().is_ok())
    }
}

/// A line among the moves is not a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: expected a move as `column,row,milliseconds`, found `{found}`")]
pub struct MoveLineError {
    /// Line of the text, from 1.
    pub line: usize,
    /// The text found, or its beginning.
    pub found: String,
}

impl MoveLineError {
    pub(super) fn new(line: usize, text: &str) -> MoveLineError {
        MoveLineError { line, found: text.trim().chars().take(60).collect() }
    }
}

/// A line of a file, with its number from 1.
pub(super) type Numbered<'a> = (&'a str, usize);

/// The moves of a file with the numbers of their lines, and the lines that follow the last of them.
type MovesAndRest<'a> = (Vec<(MoveLine, usize)>, Vec<Numbered<'a>>);

/// The moves of a file, each with the number of its line, and the lines that follow the last of them. Blank lines
/// are passed over.
///
/// When a line before the last move is not a move, or a line after it is meant as one.
pub(super) fn moves_and_rest<'a>(
    lines: impl Iterator<Item = Numbered<'a>>,
) -> Result<MovesAndRest<'a>, MoveLineError> {
    let lines: Vec<Numbered> = lines.filter(|(line, _)| !line.trim().is_empty()).collect();
    let last = lines.iter().rposition(|(line, _)| MoveLine::read(line).is_some());
    let (moves, rest) = lines.split_at(last.map_or(0, |last| last + 1));
    let read = |&(line, number): &Numbered| {
        MoveLine::read(line).map(|played| (played, number)).ok_or_else(|| MoveLineError::new(number, line))
    };
    let moves = moves.iter().map(read).collect::<Result<_, _>>()?;
    match rest.iter().find(|(line, _)| MoveLine::is_meant(line)) {
        Some(&(line, number)) => Err(MoveLineError::new(number, line)),
        None => Ok((moves, rest.to_vec())),
    }
}

/// The contents of a file that has the main line's moves with their times, and the players' names.
pub(super) struct TimedGame<'a> {
    /// The names, if both can stand alone in a line.
    pub(super) players: Option<&'a Players>,
    /// The stones in order, each with its milliseconds: 0 where no time was taken, and otherwise at least 1.
    moves: Vec<(Point, u128)>,
    /// The parts of the record that the file lacks.
    pub(super) losses: Vec<Loss>,
}

impl<'a> TimedGame<'a> {
    /// The main line of a record. The format supplies `can_be_read`, whether its reader finds these names again.
    pub(super) fn of(
        record: &'a Record,
        can_be_read: impl Fn(&Players) -> bool,
    ) -> Result<TimedGame<'a>, MoveListError> {
        let moves = main_line(record)?;
        let players = &record.players;
        let fits = |name: &String| fits_line(name) && !MoveLine::is_meant(name);
        let fit = [&players.black, &players.white].into_iter().all(fits) && can_be_read(players);
        let players = fit.then_some(players);
        // A time before the first move has no line, and times are lost all or not at all.
        let times_fit = record.notes(NodeId::START).time.is_none();
        let is_kept = |loss| match loss {
            Loss::Players => players.is_some(),
            Loss::Times => times_fit,
            _ => false,
        };
        let possible: Vec<Loss> = MAIN_LINE_ALONE.into_iter().filter(|&loss| !is_kept(loss)).collect();
        let milliseconds = |id| {
            let time = record.notes(id).time.filter(|_| times_fit);
            time.map_or(0, |time| time.as_millis().max(1))
        };
        let moves = moves.into_iter().map(|(point, id)| (point, milliseconds(id))).collect();
        Ok(TimedGame { players, moves, losses: losses_of(record, &possible) })
    }

    /// A line `x,y,milliseconds` for each move, counted from `first` at the top left.
    pub(super) fn lines(&self, first: u8) -> String {
        let line =
            |(point, time): &(Point, u128)| format!("{},{},{time}\n", point.x() + first, point.y() + first);
        self.moves.iter().map(line).collect()
    }
}

/// Whether a name can be read back from a line of its own, even from the first line, where U+FEFF would be taken for a byte order mark.
fn fits_line(name: &str) -> bool {
    name.trim() == name && !name.contains(char::is_control) && !name.starts_with('\u{feff}')
}
