//! The game of five in a row: points, boards, rules, positions and records.
//!
//! This crate decides which moves are legal and which rows win, for every variant Tengen plays. Its code is obviously right rather than
//! fast: no I/O, no threads, no `unsafe`. Tests compare the faster code of other crates with it.
//!
//! # A guided tour
//!
//! ## Play a game
//!
//! A [`Position`] is one position of a game under a [`Rule`]: a [`Board`] with stones, the side to move, and
//! the moves so far. [`Position::play`] takes a [`Point`] or a [`Move`] and refuses an illegal move;
//! [`Position::outcome`] states how the game ended, with the winning rows.
//!
//! ```
//! use tengen_game::{BoardSize, Color, Outcome, PlayError, Point, Position, Rule};
//!
//! let size = BoardSize::FIFTEEN;
//! let mut game = Position::new(Rule::Standard, size);
//! for name in ["h8", "h9", "i8", "i9", "j8", "j9", "k8", "k9"] {
//!     game.play(Point::parse(name, size)?)?;
//! }
//! assert_eq!(game.side_to_move(), Color::Black);
//! game.play(Point::parse("l8", size)?)?;
//! assert_eq!(game.outcome().and_then(Outcome::winner), Some(Color::Black));
//! assert_eq!(game.play(Point::parse("l9", size)?), Err(PlayError::GameOver));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Position::undo`] takes moves back, [`Position::legal_moves`] lists them, [`Position::from_board`] sets
//! up a problem, and [`Position::with_max_moves`] limits a game. The winning rows of a rule are in
//! [`Rule::winning_row`], and in words in [`Rule::describe`].
//!
//! ## Find renju's forbidden moves
//!
//! In [renju](Rule::Renju) Black must make neither an overline nor a double-four nor a double-three.
//! [`Position::forbidden_points`] finds these points, [`forbidden_kind`] judges one of them, and
//! [`ForbiddenKind`] has the definitions.
//!
//! ```
//! use tengen_game::{Color, ForbiddenKind, Position, Rule, diagram};
//!
//! let board = diagram::read("
//!      7 . . . . . . .
//!      6 . . . X . . .
//!      5 . . . X . . .
//!      4 . X X . . . .
//!      3 . . . . . . .
//!      2 . . . . . . .
//!      1 . . . . . . .
//!        a b c d e f g
//! ")?;
//! let position = Position::from_board(Rule::Renju, board, Color::Black)?;
//! let [(point, kind)] = position.forbidden_points()[..] else { unreachable!() };
//! assert_eq!((point.on(position.size()).to_string().as_str(), kind), ("d4", ForbiddenKind::DoubleThree));
//! let refused = position.check(point).map_err(|error| error.to_string());
//! assert_eq!(refused, Err("d4 is forbidden to Black: double-three".to_owned()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A position is also one line of text, which the [documentation of `Display`](Position#impl-Display-for-Position) describes, and names
//! of moves can be played directly:
//!
//! ```
//! use tengen_game::Position;
//!
//! let mut position: Position = "renju 15 black - h8 i9".parse()?;
//! position.play_str("j10")?;
//! assert_eq!(position.to_string(), "renju 15 black - h8 i9 j10");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## Keep a record, with variations
//!
//! A [`Record`] is a whole game: who played, how it ended, and a tree of moves with a cursor.
//! [`Record::play`] continues the game itself, [`Record::explore`] adds a variation beside it. Each
//! place in the tree has a [`NodeId`], [`Notes`] with a comment, a time and an evaluation, and [marks](Mark).
//!
//! ```
//! use tengen_game::{BoardSize, Color, GameResult, Point, Record, Rule};
//!
//! let mut record = Record::new(Rule::Renju, BoardSize::FIFTEEN);
//! record.players.black = "Ada".to_owned();
//! record.play(Point::new(7, 7))?;
//! record.play(Point::new(8, 6))?;
//! let reply = record.current();
//!
//! record.undo();
//! record.explore(Point::new(7, 6))?;
//! record.notes_mut(record.current()).comment = "This was better.".to_owned();
//!
//! record.visit(reply);
//! record.end(GameResult::resignation(Color::White))?;
//! assert_eq!((record.main_line().len(), record.nodes().len()), (2, 4));
//! assert_eq!(record.result().and_then(|result| result.winner), Some(Color::Black));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Records are written to files and read from them, in Tengen's own format and in those of other programs, by the crate
//! `tengen-formats`.
//!
//! ## Follow an opening protocol
//!
//! Before a fair game two people agree on the first stones and on the colours. An [`opening::Opening`] returns
//! the player whose turn it is and this player's choices, for each [`opening::Protocol`]; its end is the beginning of
//! a game.
//!
//! ```
//! use tengen_game::opening::{Choice, Opening, Player, Protocol};
//! use tengen_game::{BoardSize, Color, Record, Rule};
//!
//! let mut opening = Opening::new(Protocol::Swap2, BoardSize::FIFTEEN)?;
//! opening.apply(Choice::parse("h8h9j7", opening.size())?)?;
//! opening.apply(Choice::Stay)?;
//! assert!(opening.is_finished());
//! assert_eq!(opening.player_of(Color::White), Player::Second);
//! let record = Record::from_position(opening.position(Rule::Standard)?);
//! assert_eq!(record.position().side_to_move(), Color::White);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## Let time run
//!
//! A [`clock::Clock`] counts both sides' time by a [`clock::TimeControl`]. It receives the time from the caller, and reads no
//! clock of the machine.
//!
//! ```
//! use tengen_game::Color;
//! use tengen_game::clock::{Clock, TimeControl};
//!
//! let mut clock = Clock::new("300+5".parse::<TimeControl>()?);
//! clock.start(Color::Black, 0);
//! clock.press(12_000);
//! assert_eq!(clock.remaining(Color::Black, 20_000), Some(293_000));
//! assert_eq!(clock.remaining(Color::White, 20_000), Some(292_000));
//! # Ok::<(), tengen_game::clock::ParseTimeControlError>(())
//! ```
//!
//! ## Recognise positions
//!
//! A [`Key`] distinguishes positions, independently of the order of moves. [`Position::canonical_key`] is the same for
//! all eight images that a [`Symmetry`] makes, and comes with the symmetry that leads to the image of the key.
//!
//! ```
//! use tengen_game::{BoardSize, Point, Position, Rule, Symmetry};
//!
//! let mut position = Position::new(Rule::Renju, BoardSize::FIFTEEN);
//! position.play(Point::new(3, 4))?;
//! let mirrored = Symmetry::MirrorColumns.apply_to_board(position.board());
//! let mirrored = Position::from_board(position.rule(), mirrored, position.side_to_move())?;
//! assert_ne!(mirrored.key(), position.key());
//! assert_eq!(mirrored.canonical_key().0, position.canonical_key().0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Conventions
//!
//! ## Coordinates
//!
//! * [`Point::x`] counts columns from the left and [`Point::y`] rows **from the top**, both from 0, as the
//!   Gomocup protocol does. Its text form is `7,7` ([`Point::parse_xy`]).
//! * People write `h8`: a letter for the column, `i` included, and the row from 1 **at the bottom**
//!   ([`Point::parse`]). This name depends on the size of the board, and so [`Point::on`] takes one.
//! * *Board order* is row by row from the top left ([`BoardSize::points`]).
//! * A [`Direction`] leads to the right, or down in a column.
//! * Moves, lines and characters in error messages count from 1, bytes from 0.
//!
//! ## Points of view
//!
//! * Black moves first, unless a board was set up otherwise. During an opening protocol colours change hands,
//!   so there the people are [`opening::Player::First`] and `Second`.
//! * Winners are named by their colour, never from the point of view of the side to move.
//! * [`Position::forbidden_points`] are Black's, also when White is to move.
//! * The score in [`Notes::evaluation`] is that of the side that **has moved**.
//!
//! ## Errors and panics
//!
//! All outside data (moves, texts) is checked, and a refusal is an error that states what was expected and where.
//! A refused change leaves the value unchanged. Callers can match on the error types;
//! their messages are in English and may be reworded.
//!
//! Functions panic only for mistakes of the caller: a point off the board where the documentation states this
//! ([`Board::set`], [`Symmetry::apply`], [`Position::play_unchecked`]), or a [`NodeId`] that the [`Record`]
//! does not have.
//!
//! ## Limits
//!
//! | what | limit |
//! |---|---|
//! | lines of a board | 3 to 22 ([`BoardSize`]) |
//! | stones in a row that win | 1 to 9 ([`WinLength`]) |
//! | maximum number of moves | 1 to 65,535 ([`Position::with_max_moves`]) |
//! | fifth moves | 1 to 50 ([`opening::FifthMoves`]) |
//! | times of a clock | a day each, 99 periods ([`clock::TimePart::range`]) |
//!
//! ## Features
//!
//! | feature | default | what it adds |
//! |---|---|---|
//! | `serde` | no | serde's traits for the types of the rules; records have a format in `tengen-formats` |
//!
//! ## Stability
//!
//! Later versions read what earlier versions have written: the names of rules, protocols, time controls and end reasons, the `h8` and
//! `x,y` notations, move texts, diagrams, lines of positions and keys keep their meaning.
//!
//! [`Rule`] and [`opening::Protocol`] may get more variants at any time, and are marked so. More variants of
//! another enum are a breaking change, as is everything that [Semantic Versioning](https://semver.org) calls
//! one.
#![forbid(unsafe_code)]

mod board;
pub mod clock;
mod color;
pub mod diagram;
mod forbidden;
mod key;
mod line;
mod lines;
pub mod moves;
mod notation;
mod one_move;
pub mod opening;
mod outcome;
mod perft;
mod point;
mod position;
mod random;
mod record;
mod rule;
mod score;
mod size;
mod symmetry;
#[cfg(feature = "serde")]
mod wire;

pub use board::Board;
pub use color::{Color, ParseColorError};
pub use forbidden::{ForbiddenKind, ParseForbiddenKindError, forbidden_kind};
pub use key::Key;
pub use line::{Direction, Line, windows};
pub use lines::unix_lines;
pub use notation::ParsePositionError;
pub use one_move::{Move, MoveName};
pub use outcome::{DrawReason, EndReason, GameResult, Outcome};
pub use perft::perft;
pub use point::{ParsePointError, Point, PointName};
pub use position::{PlayError, PlayNameError, Position, SetupError};
pub use random::SplitMix;
pub use record::{
    Drawing, EndError, Fact, GameInfo, Ink, Mark, MarkOffBoardError, NodeId, Notes, Players, Properties,
    PropertyError, Record, Sign,
};
pub use rule::{ParseRuleError, Rule, RuleDescription, WinLength, WinLengthError, WinningRow};
pub use score::Score;
pub use size::{BoardSize, BoardSizeError};
pub use symmetry::Symmetry;

/// The example of the README, run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;
