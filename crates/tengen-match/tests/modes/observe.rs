//! The observable state of a match, and the names of its effects.

use std::fmt::Debug;

use tengen_analysis::Effort;
use tengen_game::{BoardSize, Color, Point, Record};
use tengen_match::{Effect, Event, Game, Match, Speed};

/// The parts of a match's state, each as a text; empty parts are left out of the summary.
pub(crate) struct Snapshot(Vec<(&'static str, String)>);

/// The first word of a value's debug form: the name of its variant.
fn variant(value: &impl Debug) -> String {
    let text = format!("{value:?}");
    text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_owned()
}

fn flag(is_set: bool) -> String {
    if is_set { "yes".to_owned() } else { String::new() }
}

fn count(number: usize) -> String {
    if number == 0 { String::new() } else { number.to_string() }
}

fn points(points: &[Point], size: BoardSize) -> String {
    points.iter().map(|point| point.on(size).to_string()).collect::<Vec<_>>().join(" ")
}

/// A setting, unless it has this value.
fn unless<T: Debug + PartialEq>(usual: T, value: T) -> String {
    if value == usual { String::new() } else { format!("{value:?}") }
}

/// The moves of the game itself, where a variation is on the board.
fn main_line(game: &Game) -> String {
    let (moves, record) = (game.main_moves(), game.record());
    if moves == record.line() {
        return String::new();
    }
    moves.iter().map(|played| played.on(record.size()).to_string()).collect::<Vec<_>>().join(" ")
}

/// The stones of a board, Black's before White's.
fn stones(board: &tengen_game::Board) -> String {
    let of_side = |side| {
        let points: Vec<Point> =
            board.size().points().filter(|&point| board.stone(point) == Some(side)).collect();
        points.iter().map(|point| point.on(board.size()).to_string()).collect::<Vec<_>>().join(" ")
    };
    format!("{} / {}", of_side(Color::Black), of_side(Color::White))
}

/// The moves of the line on the board, with a bar behind the position that is shown.
fn line(record: &Record) -> String {
    let mut names: Vec<String> =
        record.line().iter().map(|played| played.on(record.size()).to_string()).collect();
    names.insert(record.cursor(), "|".to_owned());
    names.join(" ")
}

impl Snapshot {
    pub(crate) fn of(table: &Match) -> Snapshot {
        let (game, record) = (&*table.game, table.game.record());
        let size = record.size();
        let seats = game.seats().map(|seat| seat.name());
        let walk = table.mode.walk().map(|walk| {
            let stones: Vec<Point> = walk.stones().into_iter().map(|(point, _)| point).collect();
            let end = if walk.is_won() { ", won" } else { "" };
            format!("{} after {} answers{end}", points(&stones, size), walk.depth())
        });
        let warning = table.mode.warned().map(|warned| {
            format!("{:?} in {} after {}", warned.warning, warned.moves(), points(&[warned.played], size))
        });
        let setup = table.mode.setup().map(|setup| {
            let refusal = setup.refusal.map(|refusal| format!(", refused: {refusal:?}")).unwrap_or_default();
            format!("{}, {} to move{refusal}", stones(&setup.board), setup.side_to_move)
        });
        let board = table.base.analysis_board().map(|board| {
            let adds = if board.adds_variations { "adds variations" } else { "adds nothing" };
            let of_game = if board.is_of_game { "of the game" } else { "of another game" };
            format!("{of_game}, {adds}, {} waits", line(board.game().record()))
        });
        let remote = table.base.remote().map(|remote| {
            let user = remote.user.map_or("nobody".to_owned(), |user| user.to_string());
            format!("{} {:?}, user {user}", remote.id, remote.phase)
        });
        let review = table.reviews.review.as_ref().map(|review| {
            let (done, all) = review.progress();
            let end = if review.whole().is_some() { ", ended" } else { "" };
            format!("{done} of {all}{end}")
        });
        let objection = table.mode.objection().map(|answer| {
            format!(
                "{} {}: {}",
                points(&[answer.point], size),
                variant(&answer.against),
                points(&answer.line, size)
            )
        });
        let deleted = table.aside.deleted.as_ref().map(|deleted| format!("{} moves", deleted.moves));
        let task = table.engine.task.map(|task| format!("{:?}", task.purpose));
        let thought = table.analysis.thought.as_ref().map(|thought| format!("of {}", thought.side));
        let result =
            table.game.shown_result().map(|result| format!("{:?} {:?}", result.winner, result.reason));
        let notice = format!("{:?}", *table.notice);
        let premove = table.choosing.premove.chosen.map(|premove| points(&[premove.point], size));
        let optional = |text: Option<String>| text.unwrap_or_default();
        Snapshot(vec![
            ("line", line(record)),
            ("main line", main_line(game)),
            ("other moves", count(record.nodes().len() - 1 - record.line().len())),
            ("result", optional(result)),
            ("seats", seats.join(" - ")),
            ("games", table.games.to_string()),
            ("first moves", count(table.base.start_moves())),
            ("opening", optional(game.opening_under_way().map(ToString::to_string))),
            ("chosen", points(&table.choosing.chosen, size)),
            ("second kind", flag(*table.choosing.takes_second)),
            ("watched", flag(game.identity.watched)),
            ("archived", flag(game.is_archived())),
            ("comment", record.notes(record.current()).comment.clone()),
            ("drawings", count(record.drawings(record.current()).len())),
            ("set-up", optional(setup)),
            ("warning", optional(warning)),
            ("exercise", optional(table.mode.exercise().map(|picture| stones(&picture.board)))),
            ("analysis board", optional(board)),
            ("remote", optional(remote)),
            ("replay", flag(table.mode.is_replay())),
            ("speed", unless(Speed::One, *table.speed)),
            ("proof", optional(walk)),
            ("asking why not", flag(table.mode.is_asking())),
            ("objection", optional(objection)),
            ("review", optional(review)),
            ("effort", unless(Effort::Normal, *table.reviews.effort)),
            ("finding", optional(table.mode.finding().map(|finding| format!("{finding:?}")))),
            ("deleted", optional(deleted)),
            ("notice", if notice == "Nothing" { String::new() } else { notice }),
            ("task", optional(task)),
            ("thought", optional(thought)),
            ("hint", optional(table.analysis.hint.map(|point| points(&[point], size)))),
            ("premove", optional(premove)),
            ("paused", flag(*table.paused)),
            ("resigning", flag(*table.ending.resigning)),
            ("draw question", optional(table.ending.question.map(|side| side.to_string()))),
            ("draw offered", flag(table.ending.offered_at.is_some())),
            ("clock", optional(game.clock().running().map(|side| side.to_string()))),
            ("clock held", flag(*table.clocks.is_held)),
            ("analysing", flag(*table.analysis.is_on)),
            ("lines", count(table.analysis.lines.len())),
            ("preview", points(&table.analysis.preview, size)),
            ("explanation", flag(table.analysis.explanation.is_some())),
            ("reason", flag(table.analysis.reason.is_some())),
            (
                "solution",
                optional(table.analysis.solution.as_ref().map(|solution| variant(&solution.result))),
            ),
            ("engine off", flag(*table.engine.recovery.is_off)),
            ("restarts", count(*table.engine.recovery.restarts as usize)),
        ])
    }

    pub(crate) fn summary(&self) -> String {
        let parts = self.0.iter().filter(|(_, text)| !text.is_empty());
        parts.map(|(name, text)| format!("{name}: {text}")).collect::<Vec<_>>().join("; ")
    }

    /// The parts that differ afterwards, each with its new value.
    pub(crate) fn changes(&self, after: &Snapshot) -> Vec<String> {
        let changed = self.0.iter().zip(&after.0).filter(|(before, after)| before.1 != after.1);
        changed
            .map(|(_, (name, text))| format!("{name}: {}", if text.is_empty() { "none" } else { text }))
            .collect()
    }
}

/// The effects in the order in which the front end carries them out, by name.
pub(crate) fn effects(effects: &[Effect]) -> String {
    effects.iter().map(name).collect::<Vec<_>>().join(", ")
}

fn name(effect: &Effect) -> String {
    match effect {
        Effect::Ask(request) => format!("ask {}", variant(request)),
        Effect::AskForChoice(_) => "ask for a choice".to_owned(),
        Effect::AskExternal(_) => "ask the external player".to_owned(),
        Effect::StopExternal(_) => "stop the external player".to_owned(),
        Effect::Remote(action) => format!("send {action:?}"),
        Effect::Exercise(point) => format!("a move in the exercise, {}", point.on(BoardSize::FIFTEEN)),
        Effect::StartEngine => "start the engine".to_owned(),
        Effect::DropEngine => "drop the engine".to_owned(),
        Effect::Sound(sound) => format!("sound {sound:?}"),
        Effect::Archive => "archive".to_owned(),
        Effect::Save => "save".to_owned(),
        Effect::Replaced(game) => format!("replaced {}", line(game.record())),
        Effect::Announce(Event::Think(progress)) => {
            format!("announce {}", if progress.is_some() { "thinking" } else { "the end of thinking" })
        }
        Effect::Announce(Event::Move { number, .. }) => format!("announce move {number}"),
        Effect::Announce(event) => format!("announce {}", variant(event)),
        Effect::Found(_, found) => {
            let point = found.map(|point| point.on(BoardSize::FIFTEEN).to_string());
            format!("found {}", point.unwrap_or("nothing".to_owned()))
        }
    }
}
