use leptos::prelude::*;
use tengen_analysis::files::Note;
use tengen_game::{Color, EndReason, ForbiddenKind, GameResult, PlayError};
use tengen_match::{Game, Message, Mode, Notice, Purpose, Seat};

use super::play::{character_key, classic_key};
use super::{analyse, coach, explained, learn, opening_words, phrases, puzzles};
use crate::online_part::OnlinePart;
use crate::place::Place;
use crate::reactive::{Memo, RwSignal};
use crate::session::Session;
use crate::texts::Texts;

/// A line with the state of the game, and a second line that explains it. Screen readers announce every change.
#[component]
pub(super) fn Status() -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let result = Memo::new(move |_| {
        // A position of the set-up or of a lesson has no result.
        if !session.shows_game() {
            return None;
        }
        session.table.game.with(|game| if game.record().is_over() { game.record().result() } else { None })
    });
    let is_opening = Memo::new(move |_| session.table.game.with(|game| game.opening_under_way().is_some()));
    let part = use_context::<OnlinePart>();
    let place = use_context::<RwSignal<Place>>();
    // A message that asks for attention is shown instead of a title.
    let is_calm = Memo::new(move |_| {
        session.table.notice.with(|notice| {
            matches!(
                notice,
                Notice::Nothing | Notice::NotYourTurn | Notice::FirstStone | Notice::EnginePlayed(_)
            )
        })
    });
    let is_asked =
        Memo::new(move |_| session.table.resigning.get() || session.table.draw.question.get().is_some());
    let title = Memo::new(move |_| {
        let title = place.and_then(|place| title(place.get()))?;
        (!is_asked.get() && (is_calm.get() || result.get().is_some())).then_some(title)
    });
    let thinking = move || session.purpose().is_some();
    // The state of the game on the board.
    let state = move || {
        let asked = session.table.draw.question.get();
        let of_remote = part.and_then(|part| part.headline.get());
        // Refusals and choices have the same text as in every game.
        let is_quiet =
            session.table.notice.with(|notice| matches!(notice, Notice::Nothing | Notice::NotYourTurn));
        session.table.game.with(|game| match (session.table.resigning.get(), asked, result.get()) {
            (true, _, _) => texts.text("resign-question"),
            (false, _, Some(result)) => of_remote.unwrap_or_else(|| verdict(texts, game, result)),
            (false, Some(Color::Black), None) => texts.text("draw-question-black"),
            (false, Some(Color::White), None) => texts.text("draw-question-white"),
            (false, None, None) => {
                of_remote.filter(|_| is_quiet).unwrap_or_else(|| say(texts, session, game))
            }
        })
    };
    let headline = move || {
        if let Some(point) = session.pointing.aim.get() {
            let size = session.board_size();
            let key = if session.table.mode.with(Mode::is_asking) { "tap-again-asks" } else { "tap-again" };
            return texts.text_with(key, &[("point", point.on(size).to_string().into())]);
        }
        // The exercise takes the place of whatever game waits.
        let is_exercise = session.table.mode.with(Mode::message) == Some(Message::Exercise);
        if is_exercise && session.table.notice.with(|notice| *notice == Notice::Nothing) {
            return exercise(texts);
        }
        title.get().map_or_else(state, |title| texts.text(title))
    };
    let explanation = move || match (result.get(), session.table.notice.get()) {
        // A question stands alone.
        _ if is_asked.get() => String::new(),
        (_, Notice::Nothing) if session.table.mode.with(Mode::message) == Some(Message::Exercise) => {
            learn::detail(texts).unwrap_or_else(|| puzzles::detail(texts))
        }
        (None, Notice::Nothing) if session.table.mode.with(|mode| mode.warned().is_some()) => {
            coach::detail(texts, session)
        }
        // Below the title of a place is the state of a game that goes on.
        (None, _) if title.get().is_some_and(|title| title != NEW_GAME) => state(),
        _ if title.get().is_some() => String::new(),
        (Some(_), Notice::Refused(PlayError::GameOver)) => texts.text("refused-over"),
        (Some(_), Notice::VariationsRefused(moves)) => {
            texts.text_with("variations-refused", &[("moves", moves.into())])
        }
        (_, Notice::Interpreted(notes)) => notes_of_file(texts, &notes),
        // The end of an online game is shown with its actions.
        (Some(_), _) if session.table.remote.with(|remote| remote.is_some()) => String::new(),
        (Some(result), _) => session.table.game.with(|game| because(texts, game, result)),
        (None, Notice::Refused(PlayError::Forbidden { kind: ForbiddenKind::Overline, .. })) => {
            texts.text("about-overline")
        }
        (None, Notice::Refused(PlayError::Forbidden { kind: ForbiddenKind::DoubleFour, .. })) => {
            texts.text("about-double-four")
        }
        (None, Notice::Refused(PlayError::Forbidden { kind: ForbiddenKind::DoubleThree, .. })) => {
            texts.text("about-double-three")
        }
        (None, Notice::LinkRefused(fault)) => phrases::about_link(texts, &fault),
        (None, Notice::EngineFailed(why) | Notice::EngineGaveUp(why)) => {
            texts.text_with("engine-off-why", &[("reason", why.into())])
        }
        (None, Notice::EngineRefused(why) | Notice::InvalidAnswer(why)) => {
            texts.text_with("engine-refused-why", &[("reason", why.into())])
        }
        (None, Notice::Hint(_)) => explained::reason(texts, session).unwrap_or_default(),
        (None, Notice::Nothing) if session.is_watching() => {
            analyse::detail(texts, session).unwrap_or_else(|| texts.text("watching-how"))
        }
        (None, Notice::FirstStone) => {
            no_winner(texts, session).unwrap_or_else(|| texts.text("place-anywhere"))
        }
        (None, Notice::Nothing) => analyse::detail(texts, session)
            .or_else(|| no_winner(texts, session))
            .or_else(|| coach::threats(texts, session))
            .unwrap_or_else(|| session.table.game.with(|game| last_choice(texts, session, game))),
        (None, Notice::EnginePlayed(_)) => coach::threats(texts, session).unwrap_or_default(),
        (None, _) => String::new(),
    };
    let detail = move || {
        let explanation = explanation();
        let is_weaker = explanation.is_empty() && session.table.recovery.without_network.get().is_some();
        if is_weaker { texts.text("without-network") } else { explanation }
    };
    view! {
        <section
            class="status"
            class:over=move || result.get().is_some()
            class:detailed=move || is_opening.get()
            class:told=move || session.table.mode.with(|mode| mode.exercise().is_some())
            role="status" aria-atomic="true">
            <p class="say" id="status">
                {headline} <span class="breath" class:visible=thinking aria-hidden="true"></span>
            </p>
            <p class="because" id="because">{detail}</p>
        </section>
    }
}

/// The title of the form for a new game, in which the game on the board is of no interest.
const NEW_GAME: &str = "new-game";

/// The key of the title of a place that is not about the board.
fn title(place: Place) -> Option<&'static str> {
    match place {
        Place::NewGame => Some(NEW_GAME),
        Place::Learn
        | Place::Online
        | Place::Library
        | Place::Settings
        | Place::Help
        | Place::OpeningHelp => Some(place.button()),
        Place::Puzzles => Some("puzzles"),
        Place::Problem => Some("problem"),
        Place::Play | Place::Analyse | Place::SetUp | Place::Lesson | Place::Puzzle => None,
    }
}

/// Sentences about data in the file of the game that were interpreted or left out.
fn notes_of_file(texts: Texts, notes: &[Note]) -> String {
    let sentences: Vec<String> = notes.iter().map(|note| phrases::note(texts, note)).collect();
    texts.text_with("notes-of-file", &[("notes", sentences.join(&texts.text("between-sentences")).into())])
}

fn say(texts: Texts, session: Session, game: &Game) -> String {
    let at = |key: &str, point: &dyn std::fmt::Display| {
        texts.text_with(key, &[("point", point.to_string().into())])
    };
    let name = || program_name(texts, game);
    let named = |key: &str| texts.text_with(key, &[("name", name().into())]);
    match session.table.notice.get() {
        // The page offers neither points off the board nor passes where the rule has none.
        Notice::Nothing
        | Notice::Interpreted(_)
        | Notice::Refused(PlayError::OffBoard { .. } | PlayError::PassNotAllowed(_)) => {
            whose_turn(texts, session, game)
        }
        Notice::FirstStone => aim(texts, game),
        Notice::EnginePlayed(point) => {
            texts.text_with("engine-played", &[("name", name().into()), ("point", point.to_string().into())])
        }
        Notice::EnginePassed => named("engine-passed"),
        Notice::Hint(point) => at("hint-found", &point),
        Notice::Premove(point) => at("premove-chosen", &point),
        Notice::Refused(PlayError::Occupied(point)) => at("refused-occupied", &point),
        Notice::Refused(PlayError::Forbidden { at: point, kind: ForbiddenKind::Overline }) => {
            at("refused-forbidden-overline", &point)
        }
        Notice::Refused(PlayError::Forbidden { at: point, kind: ForbiddenKind::DoubleFour }) => {
            at("refused-forbidden-double-four", &point)
        }
        Notice::Refused(PlayError::Forbidden { at: point, kind: ForbiddenKind::DoubleThree }) => {
            at("refused-forbidden-double-three", &point)
        }
        Notice::NotYourTurn | Notice::Refused(PlayError::NotYourTurn { .. }) => {
            named("refused-not-your-turn")
        }
        Notice::Refused(PlayError::GameOver) => texts.text("refused-over"),
        Notice::EngineFailed(_) => texts.text("engine-failed"),
        Notice::EngineRestarted => texts.text("engine-restarted"),
        Notice::EngineGaveUp(_) => texts.text("engine-gave-up"),
        Notice::EngineOff => texts.text("engine-off"),
        Notice::EngineRefused(_) => texts.text("engine-refused"),
        Notice::InvalidAnswer(_) => texts.text("invalid-answer"),
        Notice::GameLost => texts.text("game-lost"),
        Notice::LinkRefused(_) => texts.text("link-refused"),
        Notice::ReaderMissing => texts.text("part-not-loaded"),
        Notice::Watching => texts.text("refused-watching"),
        Notice::SettingUp => texts.text("setting-up"),
        Notice::DrawTooEarly(moves) => {
            texts.text_with("draw-too-early", &[("name", name().into()), ("moves", moves.into())])
        }
        Notice::VariationsRefused(moves) => texts.text_with("variations-refused", &[("moves", moves.into())]),
        Notice::DrawDeclined => named("draw-declined"),
        Notice::DrawDeclinedBy(Color::Black) => texts.text("draw-declined-black"),
        Notice::DrawDeclinedBy(Color::White) => texts.text("draw-declined-white"),
        Notice::OutsideZone(point) => at("refused-zone", &point),
        Notice::SameFifthMove(point) => at("refused-same-fifth", &point),
        Notice::NotOffered(point) => at("refused-not-offered", &point),
        // The page shows a tap by a separate signal; its puzzles are a mode with texts of their own.
        Notice::Aim(_)
        | Notice::Miss(_)
        | Notice::Refuted(_)
        | Notice::Good
        | Notice::Solved
        | Notice::Wrong(_) => whose_turn(texts, session, game),
    }
}

/// The aim of a game that has not begun, and the side of the person.
fn aim(texts: Texts, game: &Game) -> String {
    let count = game.record().rule().win_length().stones();
    let is_you = game.sole_person().is_some();
    if count == 5 && is_you {
        return texts.text("first-stone");
    }
    let aim = texts.text_with("first-stone-count", &[("count", count.into())]);
    aim + &texts.text("between-sentences")
        + &texts.text(if is_you { "first-stone-you" } else { "first-stone-both" })
}

/// The warning that nobody can win, where no winning row fits on the board.
fn no_winner(texts: Texts, session: Session) -> Option<String> {
    let (rule, size) = session.table.game.with(|game| (game.record().rule(), game.record().size()));
    phrases::no_winner(texts, rule, size).filter(|_| session.shows_game())
}

/// The last choice in the opening, until the next move.
fn last_choice(texts: Texts, session: Session, game: &Game) -> String {
    let stones = game.opening().map(|opening| opening.stones().len());
    let is_on_board = session.shows_game() && stones == Some(game.record().cursor());
    is_on_board.then(|| opening_words::last_choice(texts, game)).flatten().unwrap_or_default()
}

/// The choice that is due in the opening, and its player.
fn opening(texts: Texts, session: Session, game: &Game) -> Option<String> {
    let opening = game.opening_under_way()?;
    game.seat_to_choose().filter(|seat| seat.is_person())?;
    let chosen = session.table.choosing.chosen.with(Vec::len);
    Some(opening_words::task(texts, game, opening, chosen, session.table.choosing.takes_second.get()))
}

/// The name of the program that plays against the only human player.
pub(super) fn program_name(texts: Texts, game: &Game) -> String {
    let seat = game.sole_person().map(|person| game.seat(!person));
    if let Some(character) = game.sole_person().and_then(|person| game.character(!person)) {
        return texts.text(character_key(character));
    }
    // The opponent of an online game has a name of its own.
    let named = game.sole_person().map(|person| game.name_of(!person)).filter(|name| !name.is_empty());
    match seat {
        Some(Seat::External) => named.unwrap_or_else(|| texts.text("program-tengen")),
        Some(classic) if Seat::CLASSICS.contains(&classic) => texts.text(classic_key(classic)),
        _ => texts.text("program-tengen"),
    }
}

fn whose_turn(texts: Texts, session: Session, game: &Game) -> String {
    if let Some(task) = opening(texts, session, game) {
        return task;
    }
    if let Some(message) = session.table.mode.with(Mode::message) {
        return of_mode(texts, session, message);
    }
    if session.is_watching() {
        let (now, all) = (game.record().cursor(), game.record().line_nodes().len());
        return texts.text_with("watching", &[("move", now.into()), ("all", all.into())]);
    }
    let side = game.chooser().unwrap_or(game.side_to_move());
    let named = |key: &str| texts.text_with(key, &[("name", program_name(texts, game).into())]);
    match (session.purpose(), game.seat(side)) {
        (Some(Purpose::Hint), _) => texts.text("thinking-hint"),
        (Some(Purpose::Judge), _) => named("draw-considered"),
        (_, Seat::Person) if session.table.clocks.is_held.get() && game.clock().control().is_limited() => {
            texts.text("paused")
        }
        (_, Seat::Person) if game.sole_person().is_some() => texts.text("your-turn"),
        (_, Seat::Person) => texts.text(turn_key(side)),
        _ if session.table.recovery.is_off.get() => texts.text("engine-off"),
        _ if session.table.paused.get() && game.has_ended() => {
            // The board shows an earlier position of a finished game: no side is to move.
            let line = game.record().line().len();
            let place = [("move", game.record().cursor().into()), ("moves", line.into())];
            texts.text_with("looking-back", &place)
        }
        // Only the place of the game has a button to resume it.
        _ if session.table.paused.get() && !is_in_play(session) => texts.text(turn_key(side)),
        _ if session.table.paused.get() && game.sole_person().is_some() => named("paused-engine"),
        _ if session.table.paused.get() => texts.text("paused"),
        _ if game.sole_person().is_some() => named("thinking"),
        _ => match side {
            Color::Black => texts.text("thinking-black"),
            Color::White => texts.text("thinking-white"),
        },
    }
}

/// The message of a mode other than the game.
fn of_mode(texts: Texts, session: Session, message: Message) -> String {
    match message {
        Message::Exercise => exercise(texts),
        Message::Warning => coach::headline(texts, session),
        // Programs wait during a replay, which needs no message.
        Message::Replay => texts.text("replaying"),
        Message::Asking => texts.text("why-not-ask"),
        Message::Working => texts.text("why-not-thinking"),
        Message::Answer => analyse::answer(texts, session),
    }
}

/// The task of the lesson or the puzzle on the board, or the judgement of a move.
fn exercise(texts: Texts) -> String {
    learn::headline(texts).unwrap_or_else(|| puzzles::headline(texts))
}

/// The key of the text that names the side to move.
fn turn_key(side: Color) -> &'static str {
    match side {
        Color::Black => "turn-black",
        Color::White => "turn-white",
    }
}

/// Whether the panel shows the game with its buttons.
fn is_in_play(session: Session) -> bool {
    let place = use_context::<RwSignal<Place>>();
    place.is_none_or(|place| place.get() == Place::Play)
        && session.table.analysis_board.with(|board| board.is_none())
}

fn verdict(texts: Texts, game: &Game, result: GameResult) -> String {
    match (result.winner, game.sole_player()) {
        (Some(winner), Some(person)) if winner == person => texts.text("win-you"),
        (Some(_), Some(_)) => texts.text_with("win-engine", &[("name", program_name(texts, game).into())]),
        (winner, _) => texts.text(winner_key(winner)),
    }
}

/// The key of the text that names the winner by colour.
pub(super) fn winner_key(winner: Option<Color>) -> &'static str {
    match winner {
        None => "draw",
        Some(Color::Black) => "win-black",
        Some(Color::White) => "win-white",
    }
}

fn because(texts: Texts, game: &Game, result: GameResult) -> String {
    match result.reason {
        EndReason::Line => {
            let lines = game.record().position().outcome().map_or(&[][..], |outcome| outcome.winning_lines());
            let longest = lines.iter().map(|line| line.length()).max().unwrap_or_default();
            texts.text_with("because-line", &[("count", longest.into())])
        }
        EndReason::Forbidden(ForbiddenKind::Overline) => texts.text("because-forbidden-overline"),
        EndReason::Forbidden(ForbiddenKind::DoubleFour) => texts.text("because-forbidden-double-four"),
        EndReason::Forbidden(ForbiddenKind::DoubleThree) => texts.text("because-forbidden-double-three"),
        EndReason::BoardFull => texts.text("because-full"),
        EndReason::BothPassed => texts.text("because-both-passed"),
        EndReason::MoveLimit => texts.text("because-move-limit"),
        EndReason::Resignation if game.sole_player().is_some_and(|person| result.winner == Some(!person)) => {
            texts.text("because-resignation-you")
        }
        EndReason::Resignation => match result.winner {
            Some(Color::White) => texts.text("because-resignation-black"),
            _ => texts.text("because-resignation-white"),
        },
        EndReason::Timeout => texts.text("because-time"),
        EndReason::Agreement => texts.text("because-agreement"),
    }
}
