//! What a command of a feature gets besides the state of the feature: the game, and facts about everything else.

use std::ops::Deref;
use std::time::Duration;

use tengen_analysis::engine::Request;
use tengen_analysis::{ClassicTuning, OpponentKind, Score, SearchLimits};
use tengen_game::Color;

use crate::base::Base;
use crate::consequence::Consequence;
use crate::engine::{Purpose, Task};
use crate::front::{Effect, Habits};
use crate::mode::Speed;
use crate::timing::Allowance;
use crate::{Finding, Game, Notice, Seat, Tracked};

/// Facts about the state of a match.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// The time of the command, in milliseconds.
    pub(crate) now: u64,
    /// The number of games that have been on the board.
    pub(crate) games: u32,
    /// The seed by which a program varies the game on the board while that has no id, and overlooks the same rows throughout.
    pub(crate) game_seed: u64,
    /// Whether programs wait although it is their turn.
    pub(crate) is_paused: bool,
    /// Whether the game is on the board, and neither an exercise nor a position that is being set up.
    pub(crate) shows_game: bool,
    /// Whether the game plays itself.
    pub(crate) is_replay: bool,
    /// Whether the coach is to examine the move just played, before the program answers.
    #[cfg(feature = "coach")]
    pub(crate) is_coach_due: bool,
    /// Whether a warning of the coach is on the board.
    pub(crate) is_warned: bool,
    /// The finding of the review that is on the board.
    pub(crate) finding: Option<Finding>,
    /// The speed of replays.
    pub(crate) speed: Speed,
    /// Whether there is an engine service, which may still be starting.
    pub(crate) has_engine: bool,
    pub(crate) is_engine_ready: bool,
    /// The task of the engine, or of the external player in its place.
    pub(crate) task: Option<Task>,
    /// The score of the last finding of the engine, and the side that it is for.
    pub(crate) opinion: Option<(Color, Score)>,
}

/// The state of a match, besides its game, as far as it matters to a feature that decides what follows from a command.
#[derive(Clone, Copy, Debug)]
pub struct Situation<'a> {
    /// The kind of the game on the board, or the analysis board in its place.
    pub(crate) base: &'a Base,
    pub(crate) habits: &'a Habits,
    pub(crate) facts: Facts,
}

impl Deref for Situation<'_> {
    type Target = Facts;

    fn deref(&self) -> &Facts {
        &self.facts
    }
}

/// The player or service whose turn it is to act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Call {
    /// None.
    Nobody,
    /// An external player.
    External,
    /// The player whose choice it is in the opening.
    Choice,
    /// The engine, which checks the move just played in a puzzle.
    Check,
    /// The coach, which examines the move just played.
    #[cfg(feature = "coach")]
    Coach,
    /// The program in this seat.
    Move(Seat),
    /// The analysis, if it has something to do.
    Analysis,
}

impl Situation<'_> {
    /// Whether a remote game is on the board and continues.
    pub fn is_remote_running(&self) -> bool {
        self.base.is_remote_running()
    }

    /// Whether the engine runs at most tasks that the user did not request.
    pub fn is_free(&self) -> bool {
        self.task.is_none_or(|task| task.purpose.is_unrequested())
    }

    pub(crate) fn purpose(&self) -> Option<Purpose> {
        self.task.map(|task| task.purpose)
    }

    pub(crate) fn is_task(&self, id: u32, purpose: Purpose) -> bool {
        self.task == Some(Task { id, purpose })
    }

    /// Whether the engine can get a task. Players of a remote game have no help.
    pub(crate) fn can_ask(&self) -> bool {
        self.has_engine && !self.is_remote_running()
    }

    /// Whether the game on the board came by a link, and is only looked at: the players of this table neither move in it nor end it.
    pub fn is_watching(&self, game: &Game) -> bool {
        game.identity.watched && self.shows_game
    }

    /// Whether the user may move for a program that waits.
    pub(crate) fn moves_for_programs(&self) -> bool {
        self.habits.moves_for_programs && self.is_paused
    }

    /// Whether the user may move for the side to move: for themselves, or for a program that waits.
    pub(crate) fn may_move(&self, game: &Game) -> bool {
        let is_playing = self.shows_game && !self.is_watching(game);
        is_playing && game.seat_to_move().is_some_and(|seat| seat.is_person() || self.moves_for_programs())
    }

    /// Whether the board can show another position of the game. The moves of an opening go back by the choices that made them.
    pub(crate) fn can_look(&self, game: &Game) -> bool {
        self.shows_game && game.opening_under_way().is_none()
    }

    /// The notice of a move that is refused, since it is not the user's turn. While a program waits, its message already has this, and
    /// how to continue.
    pub(crate) fn refusal_of_turn(&self) -> Notice {
        if self.is_paused { Notice::Nothing } else { Notice::NotYourTurn }
    }

    /// The time that the clock allows the side to move for this move.
    pub(crate) fn allowance(&self, game: &Game) -> Option<Allowance> {
        Allowance::of(game.clock(), game.record().position(), game.side_to_move(), self.now)
    }

    /// Whose turn it is to act.
    pub(crate) fn call(&self, game: &Game) -> Call {
        let seat = game.seat_to_move();
        match seat.filter(|seat| !seat.is_person() && !self.is_paused) {
            _ if !self.shows_game || self.is_remote_running() || self.is_warned => Call::Nobody,
            Some(Seat::External) => Call::External,
            _ if !self.has_engine => Call::Nobody,
            _ if game.opening_under_way().is_some() => Call::Choice,
            _ if self.base.is_move_checked(game) => Call::Check,
            #[cfg(feature = "coach")]
            Some(_) if self.is_coach_due => Call::Coach,
            Some(seat) if !self.is_watching(game) => Call::Move(seat),
            _ => Call::Analysis,
        }
    }
}

/// What a command of a feature may use and change besides the state of the feature.
#[derive(Debug)]
pub struct Context<'a> {
    /// The game, which all features work on.
    pub(crate) game: &'a mut Tracked<Game>,
    pub(crate) situation: Situation<'a>,
    pub(crate) last_id: &'a mut u32,
}

impl<'a> Deref for Context<'a> {
    type Target = Situation<'a>;

    fn deref(&self) -> &Situation<'a> {
        &self.situation
    }
}

impl Context<'_> {
    /// A number for the next request to the engine service.
    pub(crate) fn next_id(&mut self) -> u32 {
        *self.last_id = self.last_id.wrapping_add(1);
        *self.last_id
    }

    /// Gives the engine a task; where there is no engine, a notice says so.
    pub(crate) fn ask(
        &mut self,
        purpose: Purpose,
        request: impl FnOnce(u32) -> Effect,
    ) -> Option<Consequence> {
        if self.is_remote_running() {
            return None;
        }
        if !self.has_engine {
            return Some(Consequence::Notice(Notice::EngineOff));
        }
        let id = self.next_id();
        Some(Consequence::Ask(Task { id, purpose }, request(id)))
    }

    /// Has a program search the position on the board.
    pub(crate) fn search(
        &mut self,
        purpose: Purpose,
        limits: SearchLimits,
        opponent: OpponentKind,
        tuning: ClassicTuning,
    ) -> Option<Consequence> {
        let position = self.game.record().position().clone();
        self.ask(purpose, |id| Effect::Ask(Request::Search { id, position, limits, opponent, tuning }))
    }

    /// Has the engine at full strength search the position on the board for this many milliseconds.
    pub(crate) fn search_ms(&mut self, purpose: Purpose, time_ms: u32) -> Option<Consequence> {
        let limits = SearchLimits::time(Duration::from_millis(time_ms.into()));
        self.search(purpose, limits, OpponentKind::Tengen, ClassicTuning::default())
    }

    /// Sends a request that the engine service answers besides its task, if there is a service.
    pub(crate) fn look_up(&self, request: Request) -> Vec<Consequence> {
        let can_ask = self.can_ask();
        can_ask.then_some(Consequence::Effect(Effect::Ask(request))).into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use tengen_analysis::Level;
    use tengen_game::{BoardSize, Rule};

    use super::*;
    use crate::front::Event;
    use crate::mode::{Mode, Replay, WhyNot};
    use crate::tests::{PEOPLE, point};
    use crate::{Ending, Engine, Reviews};

    const AGAINST_ENGINE: [Seat; 2] = [Seat::Person, Seat::Engine(Level::HARD)];

    fn game(seats: [Seat; 2], moves: &[&str]) -> Game {
        let mut game = Game::new(Rule::FREESTYLE, BoardSize::FIFTEEN, seats);
        moves.iter().for_each(|name| game.play(point(name).into()).unwrap());
        game
    }

    fn facts() -> Facts {
        Facts {
            now: 1_000,
            games: 1,
            game_seed: 1,
            is_paused: false,
            shows_game: true,
            is_replay: false,
            #[cfg(feature = "coach")]
            is_coach_due: false,
            is_warned: false,
            finding: None,
            speed: Speed::One,
            has_engine: true,
            is_engine_ready: true,
            task: None,
            opinion: None,
        }
    }

    /// What a command decides with this game and these facts.
    fn decided<T>(game: Game, facts: Facts, command: impl FnOnce(&mut Context<'_>) -> T) -> T {
        let (mut game, mut last_id) = (Tracked::new(game), 0);
        let situation = Situation { base: &Base::default(), habits: &Habits::APPLICATION, facts };
        command(&mut Context { game: &mut game, situation, last_id: &mut last_id })
    }

    #[test]
    fn the_game_and_the_situation_decide_whose_turn_it_is_to_act() {
        let call = |seats, facts| {
            let game = game(seats, &["h8"]);
            Situation { base: &Base::default(), habits: &Habits::APPLICATION, facts }.call(&game)
        };
        let (without_engine, paused) =
            (Facts { has_engine: false, ..facts() }, Facts { is_paused: true, ..facts() });
        assert_eq!(call(AGAINST_ENGINE, facts()), Call::Move(AGAINST_ENGINE[1]));
        assert_eq!(call(AGAINST_ENGINE, paused), Call::Analysis);
        assert_eq!(call(PEOPLE, facts()), Call::Analysis);
        assert_eq!(call(PEOPLE, without_engine), Call::Nobody);
        assert_eq!(call(AGAINST_ENGINE, Facts { shows_game: false, ..facts() }), Call::Nobody);
        let external = [Seat::Person, Seat::External];
        assert_eq!(call(external, without_engine), Call::External);
        assert_eq!(call(external, paused), Call::Analysis);
    }

    #[test]
    fn an_offer_of_a_draw_is_a_question_to_a_person_and_a_search_for_a_program() {
        let nothing = Consequence::Notice(Notice::Nothing);
        let mut ending = Ending::default();
        let two_people = game(PEOPLE, &["h8"]);
        assert!(ending.can_offer_draw(
            &two_people,
            &Situation { base: &Base::default(), habits: &Habits::APPLICATION, facts: facts() }
        ));
        let asked = decided(two_people, facts(), |context| ending.offer_draw(context));
        assert_eq!((asked, *ending.question), (vec![nothing.clone()], Some(Color::Black)));
        let moves = ["h8", "i9", "a1", "a3", "c1", "c3", "e1", "e3", "g1", "g3", "i1", "i3"];
        let against_engine = || game(AGAINST_ENGINE, &moves);
        let mut ending = Ending::default();
        let searched = decided(against_engine(), facts(), |context| ending.offer_draw(context));
        let task = Task { id: 1, purpose: Purpose::Judge };
        assert!(
            matches!(&searched[..], [first, Consequence::Ask(judge, _)] if *first == nothing && *judge == task)
        );
        // The program had a score when it moved last, and declines.
        let knows = Facts { opinion: Some((Color::White, Score::Value(700))), ..facts() };
        let declined = decided(against_engine(), knows, |context| ending.offer_draw(context));
        assert_eq!(declined, [nothing, Consequence::Notice(Notice::DrawDeclined)]);
        // Without an engine it may be offered once more.
        let without = Facts { has_engine: false, ..facts() };
        let refused = decided(against_engine(), without, |context| ending.offer_draw(context));
        assert_eq!(refused[1..], [Consequence::Notice(Notice::EngineOff)]);
        assert_eq!(*ending.offered_at, None);
    }

    #[test]
    fn a_replay_begins_anew_at_the_end_of_the_game_and_a_second_command_stops_it() {
        let mut mode = Tracked::default();
        let played = || game(PEOPLE, &["h8", "i9"]);
        let begun = decided(played(), facts(), |context| Replay::toggle(&mut mode, context));
        let [Consequence::GoTo(0), Consequence::Mode(replay)] = &begun[..] else { panic!("{begun:?}") };
        mode.set(replay.clone());
        assert_eq!(mode.wake_at(), Some(2_000));
        assert_eq!(decided(played(), facts(), |context| Replay::toggle(&mut mode, context)), []);
        assert_eq!(*mode, Mode::Game);
    }

    #[test]
    fn an_engine_that_breaks_down_before_it_is_ready_stays_off() {
        let mut engine = Engine::new(false);
        let reason = || "no worker".to_owned();
        let lost = decided(game(PEOPLE, &[]), facts(), |context| engine.broke_down(reason(), context));
        let notice = Consequence::Notice(Notice::EngineFailed(reason()));
        assert_eq!(lost, [Consequence::EndTask, Consequence::Effect(Effect::DropEngine), notice]);
        assert!(*engine.recovery.is_off);
        // A request that fails alone leaves the engine as it is.
        let mut engine = Engine::new(true);
        engine.task.set(Some(Task { id: 3, purpose: Purpose::Review }));
        let failed = |id| {
            move |engine: &mut Engine, context: &mut Context<'_>| engine.failed(Some(id), reason(), context)
        };
        let refused = decided(game(PEOPLE, &[]), facts(), |context| failed(3)(&mut engine, context));
        let announced = Consequence::Effect(Effect::Announce(Event::Error(reason())));
        let notice = Consequence::Notice(Notice::EngineRefused(reason()));
        let dropped = Consequence::TaskLost(Purpose::Review);
        assert_eq!(refused, [dropped, Consequence::EndTask, announced, notice]);
        assert_eq!(decided(game(PEOPLE, &[]), facts(), |context| failed(4)(&mut engine, context)), []);
    }

    #[test]
    fn nothing_else_is_asked_of_an_engine_that_works_for_the_user() {
        let busy = Facts { task: Some(Task { id: 1, purpose: Purpose::Solve }), ..facts() };
        let two_people = || game(PEOPLE, &["h8"]);
        let base = Base::default();
        let situation = |facts| Situation { base: &base, habits: &Habits::APPLICATION, facts };
        assert!(WhyNot::can_ask(&two_people(), &situation(facts())));
        assert!(!WhyNot::can_ask(&two_people(), &situation(busy)));
        let mut reviews = Reviews::default();
        assert_eq!(decided(two_people(), busy, |context| reviews.start(context)), []);
        let begun = decided(two_people(), facts(), |context| reviews.start(context));
        assert!(matches!(begun[..], [Consequence::Cancel, Consequence::EndFinding, Consequence::Ask(..)]));
        assert_eq!(reviews.review.as_ref().map(|review| review.id()), Some(1));
    }
}
