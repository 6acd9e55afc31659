//! The rows of the mode table: every mode of a match, and how it is reached.
//!
//! The table has what the match does, also where that is odd. Odd cells are:
//! - `leave why not` ends a solver's proof as well, and returns `false` then.
//! - A point with a stone counts as a defence in a proof, unless the proof itself placed that stone.
//! - `resume a game` leaves a proof, an objection and a hint of the game before on the board. Front ends resume before anything else.
//! - An answer of the engine that does not belong to the purpose of its task ends the task.

use tengen_analysis::engine::Response;
use tengen_analysis::{Level, Means, Proof, Score, Verdict};
use tengen_game::clock::{Clock, TimeControl};
use tengen_game::opening::{Opening, Protocol};
use tengen_game::{BoardSize, Color, Move, Point, Rule};
use tengen_match::{
    Analysis, Aside, Choosing, Clocks, Coach, Coaching, Ending, Engine, Finding, Game, Habits, Match, Notice,
    Origin, Remote, RemotePhase, RemoteState, Replay, Reviews, Seat, Setup, Warned, WhyNot,
};

use crate::commands::{exercise_picture, explained, finished, reported, reviewed, reviewed_move, solved};

/// The name of a mode, and a match in it.
type Row = (&'static str, fn() -> Match);

pub(crate) const PEOPLE: [Seat; 2] = [Seat::Person, Seat::Person];
pub(crate) const ENGINE: [Seat; 2] = [Seat::Person, Seat::Engine(Level::HARD)];
const PROGRAMS: [Seat; 2] = [Seat::Engine(Level::EASY), Seat::Engine(Level::HARD)];

pub(crate) const ROWS: &[Row] = &[
    ("game against the engine, not begun", || begun(game(ENGINE, ""))),
    ("game against the engine, the user's turn", users_turn),
    ("game against the engine, the engine thinks", || begun(game(ENGINE, "h8"))),
    ("game against the engine, its move waits for the pause", || {
        let mut table = begun(game(ENGINE, "h8"));
        table.set_pause(60_000);
        table.at(1_000, |table| finished(table, Some("i9"), Score::Value(3)));
        Match::set_pause(&mut table, 60_000);
        table
    }),
    ("game against the engine, the engine waits", || {
        reached(begun(game(ENGINE, "h8")), |table| table.set_paused(true))
    }),
    ("game against the engine, an earlier position on the board", || {
        reached(begun(game(ENGINE, "h8 i9 h9 i8")), |table| table.go_to(2))
    }),
    ("game against the engine, with a premove", || {
        let mut table = begun(game(ENGINE, "h8"));
        table.give(|choosing, context| Choosing::set_premoves(choosing, true, context));
        reached(table, |table| table.place(point("f6")))
    }),
    ("game against the engine, without an engine service", || {
        let mut table = Match::new(game(ENGINE, "h8 i9"), Notice::Nothing, Habits::APPLICATION, 1);
        table.at(0, |table| table.begin(true));
        reached(table, |table| table.give(|engine, _| Engine::did_not_start(engine, "no worker".to_owned())))
    }),
    ("game against the engine, a hint is searched", || {
        reached(users_turn(), |table| table.give(Engine::ask_hint))
    }),
    ("game against the engine, with a hint", || {
        let mut table = users_turn();
        table.at(1_000, |table| table.give(Engine::ask_hint));
        reached(table, |table| finished(table, Some("g9"), Score::Value(3)))
    }),
    ("game against the engine, resignation to be confirmed", || {
        reached(users_turn(), |table| table.give(Ending::ask_resign))
    }),
    ("game against the engine, which judges an offer of a draw", || {
        let moves = "h8 i9 a1 a3 c1 c3 e1 e3 g1 g3 i1 i3";
        reached(begun(game(ENGINE, moves)), |table| table.give(Ending::offer_draw))
    }),
    ("game against the engine, a minute for each side", || {
        let control = TimeControl::Fischer { main: 60, increment: 0 };
        let mut table = begun(game(ENGINE, "h8 i9").with_control(control));
        // Until the command is given, the clock is held.
        table.at(1_000, |table| table.give(|clocks, _| Clocks::hold(clocks, true)));
        table.at(crate::NOW, |table| table.give(|clocks, _| Clocks::hold(clocks, false)));
        table
    }),
    ("game of two people", two_people),
    ("game of two people, one asks for a draw", || {
        reached(two_people(), |table| table.give(Ending::offer_draw))
    }),
    ("game of two people, a minute for each side", || {
        let control = TimeControl::Fischer { main: 60, increment: 0 };
        let mut table = begun(game(PEOPLE, "h8 i9").with_control(control));
        table.at(1_000, |table| table.give(|clocks, _| Clocks::hold(clocks, true)));
        table.at(crate::NOW, |table| table.give(|clocks, _| Clocks::hold(clocks, false)));
        table
    }),
    ("game of two people, moves deleted", || {
        let mut table = two_people();
        table.at(1_000, |table| table.go_to(3));
        reached(table, |table| table.give(Aside::delete_branch))
    }),
    ("game of two programs, which wait", || begun(game(PROGRAMS, "h8 i9"))),
    ("game of two programs, which play", || {
        reached(begun(game(PROGRAMS, "h8 i9")), |table| table.set_paused(false))
    }),
    ("game with an external player, its turn", || begun(game([Seat::Person, Seat::External], "h8"))),
    ("embedded board, a program waits", || {
        let habits =
            Habits { moves_for_programs: true, explores: true, keeps_engine: false, ..Habits::APPLICATION };
        let mut table = Match::new(game(ENGINE, "h8 i9 h9"), Notice::Nothing, habits, 1);
        table.at(0, |table| table.begin(true));
        reached(table, |table| table.set_paused(true))
    }),
    ("opening, the user's choice", || begun(game(ENGINE, "").with_opening(Protocol::Swap2))),
    ("opening, two points chosen", || {
        let table = begun(game(ENGINE, "").with_opening(Protocol::Swap2));
        reached(table, |table| ["h8", "i9"].into_iter().for_each(|name| table.place(point(name))))
    }),
    ("opening, the engine's choice", || {
        let table = begun(game(ENGINE, "").with_opening(Protocol::Swap2));
        reached(table, |table| ["h8", "h9", "j7"].into_iter().for_each(|name| table.place(point(name))))
    }),
    ("finished game, at its end", finished_game),
    ("finished game, an earlier position on the board", || reached(finished_game(), |table| table.go_to(2))),
    ("puzzle, the user's turn", puzzle),
    ("puzzle, the engine checks the move", || reached(puzzle(), |table| table.place(point("g6")))),
    ("game of a link, which is watched", || {
        let record = game(PEOPLE, "h8 i9 h9 i8").record().clone();
        reached(begun(game(ENGINE, "")), |table| {
            table.open_game(table.game.with_record(record, Origin::Link));
        })
    }),
    ("set-up", || reached(users_turn(), |table| table.give(Setup::begin))),
    ("set-up, on the analysis board", || reached(analysis_board(), |table| table.give(Setup::begin))),
    ("set-up, with a position that is decided", || {
        let mut table = reached(users_turn(), |table| table.give(Setup::begin));
        table.at(2_000, |table| table.give(Setup::clear));
        ["a1", "b1", "c1", "d1", "e1"].into_iter().for_each(|name| place(&mut table, name));
        let table = reached(table, |table| table.give(Setup::finish));
        assert!(table.mode.setup().is_some());
        table
    }),
    ("exercise", exercise),
    // The page leaves one before it begins the other. Here one takes the place of the other.
    ("exercise, shown in the set-up", || {
        let table = reached(users_turn(), |table| table.give(Setup::begin));
        reached(table, |table| table.give(|mode, context| exercise_picture().show_exercise(mode, context)))
    }),
    ("set-up, begun in the exercise", || reached(exercise(), |table| table.give(Setup::begin))),
    ("coach examines a move", || coached("h8")),
    ("coach warns of a missed win", missed_win),
    ("coach shows a missed win", || reached(missed_win(), |table| table.give(Warned::show))),
    ("coach warns of a loss", allowed_win),
    ("coach shows a loss", || reached(allowed_win(), |table| table.give(Warned::show))),
    ("analysis on", || {
        reached(two_people(), |table| {
            table.give(|analysis, context| Analysis::set_on(analysis, true, context));
        })
    }),
    ("analysis on, with lines", || {
        let table = reached(two_people(), |table| {
            table.give(|analysis, context| Analysis::set_on(analysis, true, context));
        });
        reached(reached(table, explained), reported)
    }),
    ("analysis board", analysis_board),
    ("analysis board, with moves tried", || {
        let mut table = analysis_board();
        place(&mut table, "g6");
        place(&mut table, "f6");
        table
    }),
    ("analysis board, of another record", || {
        let record = game(PEOPLE, "h8 h9 h10").record().clone();
        reached(users_turn(), |table| {
            table.give(|aside, context| Aside::analyse_record(aside, record, context));
        })
    }),
    ("analysis board, over a puzzle", || reached(puzzle(), |table| table.give(Aside::analyse_freely))),
    ("analysis board, over a remote game that is over", || {
        reached(remote_over(), |table| table.give(Aside::analyse_freely))
    }),
    ("review under way", reviewing),
    ("review under way, one move reviewed", || reached(reviewing(), reviewed_move)),
    ("review ended", review_ended),
    ("review ended, a finding on the board", || {
        reached(review_ended(), |table| {
            table.give(|reviews, context| Reviews::show_finding(reviews, Finding::TurningPoint(2), context));
        })
    }),
    ("replay", replaying),
    ("replay, the last move is next", || {
        let table = reached(two_people(), |table| table.go_to(3));
        at_now(table, |table| table.give(Replay::toggle))
    }),
    ("exercise, a replay refused", || at_now(exercise(), |table| table.give(Replay::toggle))),
    ("opening of two people, a replay refused", || {
        let mut table = begun(game(PEOPLE, "").with_opening(Protocol::Swap2));
        ["h8", "h9", "j7"].into_iter().for_each(|name| place(&mut table, name));
        at_now(table, |table| table.give(Replay::toggle))
    }),
    ("replay, while a review is under way", || at_now(reviewing(), |table| table.give(Replay::toggle))),
    ("replay, while a review is under way, the last move is next", || {
        let table = reached(reviewing(), |table| table.go_to(3));
        at_now(table, |table| table.give(Replay::toggle))
    }),
    ("search for a proof", || {
        reached(two_people(), |table| {
            table.give(|analysis, context| Analysis::solve(analysis, Color::Black, Means::Vcf, context));
        })
    }),
    ("proof, at its start", proved),
    ("proof, with an answer", || reached(proved(), |table| table.place(point("d12")))),
    ("proof, with an answer, the win on the board", || reached(proved(), |table| table.place(point("g6")))),
    ("why not, waits for a point", asking),
    ("why not, a win by fours is searched", questioned),
    ("why not, a win by threats is searched", || {
        reached(questioned(), |table| solved(table, Verdict::Refuted))
    }),
    ("why not, the move is searched", valued),
    ("why not, the best move is searched", || {
        reached(valued(), |table| finished(table, Some("g9"), Score::Value(200)))
    }),
    ("why not, answered by another move", || {
        let table = reached(valued(), |table| finished(table, Some("g9"), Score::Value(200)));
        reached(table, |table| finished(table, Some("h10"), Score::Value(50)))
    }),
    ("why not, answered by a proof", || {
        reached(questioned(), |table| solved(table, Verdict::Proved(proof())))
    }),
    ("remote game, the user's turn", || remote_match("h8 i9", remote("one", RemotePhase::Running))),
    ("remote game, the opponent's turn", || remote_match("h8", remote("one", RemotePhase::Running))),
    ("remote game, an earlier position on the board", || {
        reached(remote_match("h8 i9", remote("one", RemotePhase::Running)), |table| table.go_to(1))
    }),
    ("remote game, watched", || {
        remote_match("h8 i9", Remote { user: None, ..remote("one", RemotePhase::Running) })
    }),
    ("remote game, over", remote_over),
    ("remote game, aborted", || remote_match("h8", remote("one", RemotePhase::Aborted))),
    ("remote game, behind the set-up", || {
        reached(remote_match("h8 i9", remote("one", RemotePhase::Running)), |table| table.give(Setup::begin))
    }),
];

pub(crate) fn point(name: &str) -> Point {
    Point::parse(name, BoardSize::FIFTEEN).unwrap()
}

/// A click on a point while the mode is being reached.
pub(crate) fn place(table: &mut Match, name: &str) {
    table.at(5_000, |table| table.place(point(name)));
}

/// A game after these moves.
pub(crate) fn game(seats: [Seat; 2], moves: &str) -> Game {
    let mut game = Game::new(Rule::FREESTYLE, BoardSize::FIFTEEN, seats);
    moves.split_whitespace().for_each(|name| game.play(point(name).into()).unwrap());
    game
}

/// A match with an engine that is ready.
fn begun(game: Game) -> Match {
    let mut table = Match::new(game, Notice::Nothing, Habits::APPLICATION, 1);
    table.at(0, |table| table.begin(true));
    table.at(0, |table| table.on_response(Response::Ready));
    table
}

/// The same match after one more command.
fn reached(table: Match, command: impl FnOnce(&mut Match)) -> Match {
    at(table, 6_000, command)
}

/// The same match after one more command, which is given just before those of the table.
fn at_now(table: Match, command: impl FnOnce(&mut Match)) -> Match {
    at(table, crate::NOW, command)
}

fn at(mut table: Match, now: u64, command: impl FnOnce(&mut Match)) -> Match {
    table.at(now, command);
    table
}

fn users_turn() -> Match {
    begun(game(ENGINE, "h8 i9"))
}

fn two_people() -> Match {
    begun(game(PEOPLE, "h8 i9 h9 i8"))
}

fn finished_game() -> Match {
    begun(game(ENGINE, "h8 a1 i8 c1 j8 e1 k8 g1 l8"))
}

fn puzzle() -> Match {
    reached(begun(game(PEOPLE, "")), |table| table.new_puzzle(game(ENGINE, "h8 i9")))
}

fn exercise() -> Match {
    reached(users_turn(), |table| {
        table.give(|mode, context| exercise_picture().show_exercise(mode, context));
    })
}

/// A match with the coach, after a move of the person.
fn coached(name: &str) -> Match {
    let table = reached(begun(game(ENGINE, "")), |table| {
        table.give(|coach, _| Coach::set(coach, Coaching::Always));
    });
    let mut table = table;
    place(&mut table, name);
    table
}

fn missed_win() -> Match {
    let mut win = proof();
    win.attacker = Color::Black;
    let table = reached(coached("h8"), |table| solved(table, Verdict::Proved(win)));
    let table = reached(table, |table| finished(table, Some("g9"), Score::Value(50)));
    let table = reached(table, |table| solved(table, Verdict::Refuted));
    reached(table, |table| solved(table, Verdict::Refuted))
}

fn allowed_win() -> Match {
    let nothing = |table| reached(table, |table| solved(table, Verdict::Refuted));
    let table = nothing(nothing(nothing(coached("h8"))));
    let table = reached(table, |table| solved(table, Verdict::Proved(proof())));
    nothing(nothing(reached(table, |table| finished(table, Some("g9"), Score::Value(50)))))
}

fn analysis_board() -> Match {
    reached(users_turn(), |table| table.give(Aside::analyse_freely))
}

fn reviewing() -> Match {
    reached(two_people(), |table| table.give(Reviews::start))
}

fn review_ended() -> Match {
    let table = reached(reviewing(), reviewed_move);
    reached(table, reviewed)
}

fn replaying() -> Match {
    at_now(two_people(), |table| table.give(Replay::toggle))
}

/// White wins by force, whatever Black answers to a15; one answer, d12, holds out longer.
pub(crate) fn proof() -> Proof {
    let proof = r#"{"attacker": "white", "plies": 5, "line": [[0, 0], [3, 3], [1, 1], [2, 2], [5, 5]], "turns": [
        {"attack": [4, 4]}, {"attack": [5, 5]}, {"attack": [1, 1], "otherwise": 1},
        {"attack": [0, 0], "defences": [[[3, 3], 2]], "otherwise": 0}]}"#;
    serde_json::from_str(proof).unwrap()
}

fn proved() -> Match {
    let table = reached(two_people(), |table| {
        table.give(|analysis, context| Analysis::solve(analysis, Color::White, Means::Vcf, context));
    });
    reached(table, |table| solved(table, Verdict::Proved(proof())))
}

fn asking() -> Match {
    reached(two_people(), |table| table.give(|mode, context| WhyNot::set_asking(mode, true, context)))
}

fn questioned() -> Match {
    reached(asking(), |table| table.place(point("o15")))
}

fn valued() -> Match {
    let table = reached(questioned(), |table| solved(table, Verdict::Refuted));
    reached(table, |table| solved(table, Verdict::Refuted))
}

/// A state of a remote game of the user, who has Black, after these moves.
pub(crate) fn remote_game(moves: &str) -> RemoteState {
    let opening = Opening::new(Protocol::Free, BoardSize::FIFTEEN).unwrap();
    let moves: Vec<Move> = moves.split_whitespace().map(|name| point(name).into()).collect();
    let clock = Clock::new(TimeControl::Fischer { main: 60, increment: 0 });
    RemoteState::new(Rule::FREESTYLE, opening, moves, [Seat::Person, Seat::External], clock)
}

pub(crate) fn remote(id: &str, phase: RemotePhase) -> Remote {
    Remote { id: id.to_owned(), user: Some(Color::Black), running: None, phase }
}

fn remote_match(moves: &str, remote: Remote) -> Match {
    reached(begun(game(ENGINE, "")), |table| {
        table.follow(&remote_game(moves), remote);
    })
}

fn remote_over() -> Match {
    let mut over = remote_game("h8 i9 h9 i8");
    over.result = Some(tengen_game::GameResult::resignation(Color::White));
    reached(begun(game(ENGINE, "")), |table| {
        table.follow(&over, remote("one", RemotePhase::Over));
    })
}
