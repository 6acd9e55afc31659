//! The match without a front end: commands, and the state and effects that follow.

use std::time::Duration;

use tengen_analysis::engine::{Request, Response};
use tengen_analysis::{
    Explanation, Fact, Level, OpponentKind, PointThreat, Score, SearchProgress, ThreatKind,
};
use tengen_game::opening::{Choice, Protocol};
use tengen_game::{BoardSize, Color, EndReason, PlayError, Point, Record, Rule};

use crate::{
    Analysis, Aside, Choosing, Clocks, Effect, Ending, Engine, Event, ExternalAnswer, Finding, Game, Habits,
    Match, NO_TASK, Notice, Origin, Purpose, Replay, Reviews, Seat, Setup, Speed, TreeStep,
};

const AGAINST_ENGINE: [Seat; 2] = [Seat::Person, Seat::Engine(Level::HARD)];
pub(crate) const PEOPLE: [Seat; 2] = [Seat::Person, Seat::Person];

pub(crate) fn point(name: &str) -> Point {
    Point::parse(name, BoardSize::FIFTEEN).unwrap()
}

/// A match with an engine that listens.
pub(crate) fn begun(game: Game) -> Match {
    let mut table = Match::new(game, Notice::FirstStone, Habits::APPLICATION, 1);
    table.at(0, |table| table.begin(true));
    assert_eq!(table.take_effects()[0], Effect::StartEngine);
    table.on_response(Response::Ready);
    table
}

pub(crate) fn table(seats: [Seat; 2]) -> Match {
    begun(Game::new(Rule::FREESTYLE, BoardSize::FIFTEEN, seats))
}

pub(crate) fn place(table: &mut Match, now: u64, name: &str) {
    table.at(now, |table| table.place(point(name)));
}

/// What the engine was asked last.
pub(crate) fn asked(table: &mut Match) -> Option<Request> {
    let effects = table.take_effects().into_iter().rev();
    effects.filter_map(|effect| if let Effect::Ask(request) = effect { Some(request) } else { None }).next()
}

pub(crate) fn progress(score: Score, pv: &[&str]) -> SearchProgress {
    let pv = pv.iter().map(|name| point(name)).collect();
    let (line, depth, selective_depth, nodes, hash_per_mille) = (0, 5, 9, 1_000, 1);
    let time = Duration::from_millis(10);
    SearchProgress::new(depth, score, pv)
        .with_line(line)
        .with_selective_depth(selective_depth)
        .with_nodes(nodes)
        .with_time(time)
        .with_hash_per_mille(hash_per_mille)
}

/// The engine ends its search.
pub(crate) fn answer(table: &mut Match, now: u64, best_move: &str, score: Score) {
    let id = table.engine.task.unwrap().id;
    let progress = progress(score, &[best_move]);
    let best_move = progress.pv.first().copied();
    let (lines, stopped_by, statistics, threads) = (Vec::new(), None, None, 1);
    let response = Response::Finished { id, best_move, progress, lines, stopped_by, statistics, threads };
    table.at(now, |table| table.on_response(response));
}

/// The engine explains a move that does nothing.
fn explain(table: &mut Match, now: u64, name: &str) {
    let id = table.engine.task.unwrap().id;
    let (mover, played, facts) = (Color::Black, point(name), vec![Fact::Quiet { twos: Vec::new() }]);
    let explanation = Explanation { mover, played, facts, undecided: Vec::new(), nodes: 0 };
    table.at(now, |table| table.on_response(Response::Explained { id, explanation }));
}

fn pass_time(table: &mut Match, now: u64) {
    table.at(now, |_| ());
}

#[cfg(feature = "analysis-board")]
#[test]
fn a_premove_is_played_with_the_users_turn_and_can_be_taken_back() {
    let mut table = table(AGAINST_ENGINE);
    table.give(|choosing, context| Choosing::set_premoves(choosing, true, context));
    let point = |name: &str| Point::parse(name, BoardSize::FIFTEEN).unwrap();
    place(&mut table, 1_000, "h8");
    place(&mut table, 1_050, "g9");
    assert_eq!(table.choosing.premove.chosen.map(|premove| premove.point), Some(point("g9")));
    assert!(matches!(*table.notice, Notice::Premove(_)));
    // Another takes its place, and the same once more takes it back.
    place(&mut table, 1_060, "a1");
    place(&mut table, 1_070, "a1");
    assert_eq!((*table.choosing.premove.chosen, &*table.notice), (None, &Notice::Nothing));
    place(&mut table, 1_080, "g9");
    answer(&mut table, 1_100, "i9", Score::Value(3));
    pass_time(&mut table, 2_000);
    assert_eq!((table.game.record().cursor(), *table.choosing.premove.chosen), (3, None));
    assert_eq!(table.game.record().position().board().stone(point("g9")), Some(Color::Black));
    // A point that the opponent takes is refused with its reason.
    place(&mut table, 2_100, "i7");
    answer(&mut table, 2_200, "i7", Score::Value(3));
    pass_time(&mut table, 3_000);
    assert_eq!((table.game.record().cursor(), *table.choosing.premove.chosen), (4, None));
    assert!(matches!(*table.notice, Notice::Refused(PlayError::Occupied(_))));
    // Without the setting there are none, and moves that are taken back take the premove with them.
    place(&mut table, 3_100, "f6");
    place(&mut table, 3_110, "e5");
    table.at(3_120, Match::undo);
    assert_eq!(*table.choosing.premove.chosen, None);
    table.give(|choosing, context| Choosing::set_premoves(choosing, false, context));
    place(&mut table, 3_200, "d4");
    place(&mut table, 3_210, "e5");
    assert_eq!((*table.choosing.premove.chosen, &*table.notice), (None, &Notice::NotYourTurn));
}

#[cfg(feature = "analysis-board")]
#[test]
fn a_premove_is_none_of_another_game() {
    let next = |table: &mut Match| {
        let mut game = Game::new(Rule::FREESTYLE, BoardSize::FIFTEEN, AGAINST_ENGINE);
        // It is the user's turn after one move more than when the premove was chosen.
        for name in ["a1", "b2"] {
            game.play(point(name).into()).unwrap();
        }
        table.new_game(game);
    };
    let analyse = |table: &mut Match| {
        table.give(Aside::analyse_freely);
        table.place(point("i9"));
    };
    let changes: [&dyn Fn(&mut Match); 2] = [&next, &analyse];
    for change in changes {
        let mut table = table(AGAINST_ENGINE);
        table.give(|choosing, context| Choosing::set_premoves(choosing, true, context));
        place(&mut table, 1_000, "h8");
        place(&mut table, 1_050, "g9");
        assert!(table.choosing.premove.chosen.is_some());
        table.at(1_100, change);
        pass_time(&mut table, 2_000);
        assert_eq!((table.game.record().cursor(), *table.choosing.premove.chosen), (2, None));
    }
}

#[test]
fn the_engine_answers_a_stone_after_its_pause() {
    let mut table = table(AGAINST_ENGINE);
    table.set_pause(450);
    place(&mut table, 1_000, "h8");
    let Some(Request::Search { opponent, .. }) = asked(&mut table) else { panic!("a search") };
    assert_eq!((opponent, table.engine.purpose()), (OpponentKind::Tengen, Some(Purpose::Move)));
    place(&mut table, 1_050, "a1");
    assert_eq!((table.game.record().cursor(), &*table.notice), (1, &Notice::NotYourTurn));
    answer(&mut table, 1_100, "i9", Score::Value(3));
    assert_eq!((table.game.record().cursor(), table.wake_at()), (1, Some(1_450)));
    pass_time(&mut table, 1_450);
    let played = Notice::EnginePlayed(point("i9").on(BoardSize::FIFTEEN));
    assert_eq!((table.game.record().cursor(), &*table.notice, *table.engine.task), (2, &played, None));
    assert_eq!(table.analysis.thought.as_ref().map(|thought| thought.side), Some(Color::White));
}

#[test]
fn an_answer_that_comes_too_late_changes_nothing() {
    let mut table = table(AGAINST_ENGINE);
    place(&mut table, 0, "h8");
    let stale = *table.engine.task;
    table.at(5, Match::undo);
    assert_eq!((table.game.record().cursor(), *table.engine.task), (0, None));
    place(&mut table, 10, "g8");
    assert_ne!(*table.engine.task, stale);
    let (progress, id) = (progress(Score::Value(1), &["a1"]), stale.unwrap().id);
    let best_move = Some(Point::new(0, 0));
    let (lines, stopped_by, statistics, threads) = (Vec::new(), None, None, 1);
    let late = Response::Finished { id, best_move, progress, lines, stopped_by, statistics, threads };
    table.at(20, |table| table.on_response(late));
    assert_eq!((table.game.record().cursor(), table.analysis.thought.is_none()), (1, true));
}

#[test]
fn a_program_waits_after_its_opponent_has_looked_back() {
    let mut table = table(AGAINST_ENGINE);
    place(&mut table, 0, "h8");
    answer(&mut table, 10, "i9", Score::Value(3));
    pass_time(&mut table, 10);
    table.at(20, |table| table.go_to(1));
    assert_eq!((*table.paused, *table.engine.task), (true, None));
    place(&mut table, 30, "a1");
    assert_eq!((table.game.record().cursor(), &*table.notice), (1, &Notice::Nothing));
    table.at(40, |table| table.set_paused(false));
    assert_eq!(table.engine.purpose(), Some(Purpose::Move));
    table.at(50, Match::redo);
    assert_eq!((table.game.record().cursor(), *table.paused), (2, false));
}

#[test]
fn time_runs_out_without_a_move() {
    let game = Game::new(Rule::FREESTYLE, BoardSize::FIFTEEN, PEOPLE);
    let mut table = begun(game.with_control("10+0".parse().unwrap()));
    place(&mut table, 1_000, "h8");
    assert_eq!((table.game.clock().running(), table.wake_at()), (Some(Color::White), Some(1_100)));
    table.at(2_000, |table| table.give(|clocks, _| Clocks::hold(clocks, true)));
    assert_eq!(table.game.clock().running(), None);
    table.at(60_000, |table| table.give(|clocks, _| Clocks::hold(clocks, false)));
    pass_time(&mut table, 68_990);
    assert!(!table.game.record().is_over());
    table.take_effects();
    pass_time(&mut table, 69_090);
    let result = table.game.shown_result().unwrap();
    assert_eq!((result.winner, result.reason), (Some(Color::Black), EndReason::Timeout));
    assert!(table.take_effects().contains(&Effect::Save));
}

#[test]
fn an_engine_that_lacks_its_network_is_weaker_until_it_has_it() {
    let mut table = table(AGAINST_ENGINE);
    place(&mut table, 0, "h8");
    let id = table.engine.task.unwrap().id;
    table.on_response(Response::WithoutNetwork { id });
    answer(&mut table, 100, "i8", Score::Value(0));
    assert_eq!(*table.engine.recovery.without_network, Some(id));
    place(&mut table, 200, "h9");
    assert_eq!(*table.engine.recovery.without_network, Some(id), "the next move may lack it as well");
    answer(&mut table, 300, "i9", Score::Value(0));
    assert_eq!(*table.engine.recovery.without_network, None);
}

#[test]
fn a_broken_engine_is_replaced_twice_and_then_stays_off() {
    let mut table = table(AGAINST_ENGINE);
    place(&mut table, 0, "h8");
    for now in [1_000, 3_000] {
        let failed = Response::Failed { id: None, message: "a panic".to_owned() };
        table.take_effects();
        table.at(now, |table| table.on_response(failed));
        assert_eq!((&*table.notice, *table.engine.task), (&Notice::EngineRestarted, None));
        assert!(table.take_effects().contains(&Effect::StartEngine));
        table.on_response(Response::Ready);
        pass_time(&mut table, now + 1_500);
        assert_eq!(table.engine.purpose(), Some(Purpose::Move));
    }
    let failed = Response::Failed { id: None, message: "a panic".to_owned() };
    table.at(5_000, |table| table.on_response(failed));
    assert_eq!(
        (&*table.notice, *table.engine.recovery.is_off),
        (&Notice::EngineGaveUp("a panic".to_owned()), true)
    );
    table.at(6_000, |table| {
        table.give(|analysis, context| {
            Analysis::solve(analysis, Color::Black, tengen_analysis::Means::Vcf, context)
        });
    });
    assert_eq!((&*table.notice, *table.engine.task), (&Notice::EngineOff, None));
    table.at(7_000, |table| table.give(Engine::restart));
    assert_eq!((table.engine.purpose(), *table.engine.recovery.restarts), (Some(Purpose::Move), 3));
}

#[test]
fn an_engine_that_never_answers_is_replaced_but_not_because_the_machine_slept() {
    let mut table = table(AGAINST_ENGINE);
    place(&mut table, 0, "h8");
    pass_time(&mut table, 3_600_000);
    assert_eq!(table.engine.purpose(), Some(Purpose::Move));
    let mut now = 3_600_000;
    while *table.engine.recovery.restarts == 0 && now < 3_700_000 {
        now = table.wake_at().unwrap();
        pass_time(&mut table, now);
    }
    // The level's three seconds and the grace.
    assert!((3_620_000..3_630_000).contains(&now), "{now}");
}

#[test]
fn a_program_does_not_pay_for_the_start_of_the_engine() {
    let mut table = table(AGAINST_ENGINE);
    place(&mut table, 0, "h8");
    assert_eq!(table.game.clock().running(), Some(Color::White));
    table.at(1, |table| table.give(Engine::restart));
    assert_eq!(table.game.clock().running(), None);
    table.at(5_000, |table| table.on_response(Response::Ready));
    assert_eq!(table.game.clock().running(), Some(Color::White));
    // And its move is on the board when the engine has found it, without another look at the time.
    table.set_pause(0);
    answer(&mut table, 5_100, "g7", Score::Value(1));
    assert_eq!((table.game.record().position().moves().len(), table.engine.purpose()), (2, None));
}

#[test]
fn threats_that_are_not_wanted_any_more_are_not_shown() {
    let mut table = table(PEOPLE);
    table.at(0, |table| table.give(|analysis, context| Analysis::look_up_threats(analysis, true, context)));
    let Some(Request::Threats { id, .. }) = asked(&mut table) else { panic!("no request") };
    table.at(1, |table| table.give(|analysis, context| Analysis::look_up_threats(analysis, false, context)));
    let threats = vec![PointThreat { point: point("h8"), kind: ThreatKind::Five }];
    table.at(2, |table| table.on_response(Response::Threatened { id, threats: [threats, Vec::new()] }));
    assert!(table.analysis.threats.iter().all(Vec::is_empty));
}

#[test]
fn a_hint_is_shown_and_an_analysis_goes_on_after_it() {
    let mut table = table(PEOPLE);
    table.at(0, |table| table.give(|analysis, context| Analysis::set_on(analysis, true, context)));
    assert_eq!(table.engine.purpose(), Some(Purpose::Analyse));
    table.at(1, |table| table.give(Engine::ask_hint));
    answer(&mut table, 2, "g7", Score::Value(1));
    // First it is explained why.
    assert_eq!(
        (*table.analysis.hint, table.engine.purpose()),
        (Some(point("g7")), Some(Purpose::ExplainHint))
    );
    explain(&mut table, 2, "g7");
    assert_eq!((table.analysis.reason.is_some(), table.engine.purpose()), (true, Some(Purpose::Analyse)));
    let id = table.engine.task.unwrap().id;
    let progress = progress(Score::Value(90), &["h9", "g9"]);
    table.at(3, |table| table.on_response(Response::Progress { id, progress }));
    assert_eq!(table.analysis.lines.len(), 1);
    let record = table.game.record();
    assert_eq!(record.notes(record.current()).evaluation, Some(Score::Value(-90)));
    // The reason stays as long as the hint, and no longer.
    assert!(table.analysis.reason.is_some());
    // In another position it is explained first what the last move did.
    place(&mut table, 4, "h8");
    assert!(table.analysis.lines.is_empty());
    assert!(matches!(asked(&mut table), Some(Request::Explain { .. })));
}

#[test]
fn a_hint_is_explained_by_the_engine_that_takes_anothers_place() {
    let mut table = table(PEOPLE);
    place(&mut table, 0, "h8");
    table.at(1, |table| table.give(Engine::ask_hint));
    answer(&mut table, 2, "g7", Score::Value(1));
    let Some(Request::Explain { position, point: explained, .. }) = asked(&mut table) else { panic!() };
    assert_eq!((position.moves().len(), explained), (1, point("g7")));
    let failed = Response::Failed { id: None, message: "a panic".to_owned() };
    table.at(3, |table| table.on_response(failed));
    assert_eq!((*table.analysis.hint, *table.engine.task), (Some(point("g7")), None));
    table.at(4, |table| table.on_response(Response::Ready));
    let now = 2_000;
    pass_time(&mut table, now);
    assert_eq!(table.engine.purpose(), Some(Purpose::ExplainHint));
    explain(&mut table, now, "g7");
    assert_eq!((table.analysis.reason.is_some(), *table.engine.task), (true, None));
    // Another hint may be asked for while the first is being explained, and a stone ends both.
    table.at(now, |table| table.give(Engine::ask_hint));
    place(&mut table, now, "g7");
    assert_eq!(
        (*table.analysis.hint, table.analysis.reason.is_none(), *table.engine.task),
        (None, true, None)
    );
}

#[test]
fn a_program_judges_an_offer_of_a_draw() {
    let mut table = table(AGAINST_ENGINE);
    place(&mut table, 0, "h8");
    answer(&mut table, 1, "i9", Score::Value(0));
    pass_time(&mut table, 1);
    table.at(2, |table| table.give(Ending::offer_draw));
    assert_eq!((&*table.notice, can_offer_draw(&table)), (&Notice::DrawTooEarly(12), false));
    for (index, name) in ["a1", "c1", "e1", "g1", "i1"].into_iter().enumerate() {
        place(&mut table, 3, name);
        let reply = ["a3", "c3", "e3", "g3", "i3"][index];
        answer(&mut table, 4, reply, Score::Value(700));
        pass_time(&mut table, 4);
    }
    table.at(5, |table| table.give(Ending::offer_draw));
    assert_eq!(&*table.notice, &Notice::DrawDeclined);
    // Without a score of its own, the engine searches first.
    place(&mut table, 6, "k1");
    answer(&mut table, 7, "k3", Score::Value(0));
    pass_time(&mut table, 7);
    table.at(8, |table| table.go_to(12));
    table.at(9, |table| table.give(Ending::offer_draw));
    assert_eq!(table.engine.purpose(), Some(Purpose::Judge));
    answer(&mut table, 10, "l3", Score::Value(50));
    assert_eq!(table.game.shown_result().map(|result| result.reason), Some(EndReason::Agreement));
}

#[test]
fn a_position_is_set_up_and_played_from() {
    let mut table = table(PEOPLE);
    table.at(0, |table| table.give(Setup::begin));
    for row in ["a1", "b1", "c1", "d1", "e1"] {
        place(&mut table, 1, row);
    }
    table.at(2, |table| table.give(Setup::finish));
    assert!(table.mode.setup().is_some_and(|setup| setup.refusal.is_some()));
    place(&mut table, 3, "e1");
    table.at(4, |table| table.give(|mode, _| Setup::set_side(mode, Color::White)));
    table.take_effects();
    table.at(5, |table| table.give(Setup::finish));
    assert!(table.mode.setup().is_none());
    assert!(table.take_effects().iter().any(|effect| matches!(effect, Effect::Replaced(_))));
    assert_eq!((table.game.side_to_move(), *table.games), (Color::White, 2));
    assert_eq!(table.game.record().position().board().stone(point("e1")), Some(Color::White));
}

#[test]
fn a_program_chooses_in_the_opening() {
    let game = Game::new(Rule::FREESTYLE, BoardSize::FIFTEEN, AGAINST_ENGINE);
    let mut table = begun(game.with_opening(Protocol::Swap2));
    for name in ["h8", "h9", "j7"] {
        place(&mut table, 0, name);
    }
    let id = table.engine.task.unwrap().id;
    assert!(table.take_effects().contains(&Effect::AskForChoice(id)));
    let Some(Request::Decide { opening, .. }) = table.choice_request(id) else { panic!("a choice") };
    assert_eq!(opening.to_string(), "15.swap2.h8h9j7");
    table.at(1, |table| table.on_response(Response::Decided { id, choice: "swap".to_owned() }));
    pass_time(&mut table, 1);
    assert_eq!(table.game.seats(), [Seat::Engine(Level::HARD), Seat::Person]);
    table.at(2, Match::undo);
    assert_eq!((table.game.seats(), table.game.record().cursor()), (AGAINST_ENGINE, 0));
    let choice = Choice::parse("h8h9j7", BoardSize::FIFTEEN).unwrap();
    table.at(3, |table| table.give(|choosing, context| Choosing::choose(choosing, choice, context)));
    assert_eq!(table.engine.purpose(), Some(Purpose::Decide));
}

#[test]
fn a_replay_goes_on_by_itself_until_a_stone_is_played() {
    let mut table = table(PEOPLE);
    for name in ["h8", "a1", "h9", "a2"] {
        place(&mut table, 0, name);
    }
    table.at(0, |table| table.give(|speed, context| Speed::set(speed, Speed::Two, context)));
    table.at(0, |table| table.give(Replay::toggle));
    assert_eq!((table.game.record().cursor(), table.wake_at()), (0, Some(500)));
    pass_time(&mut table, 500);
    assert_eq!((table.game.record().cursor(), table.mode.is_replay()), (1, true));
    place(&mut table, 600, "b2");
    assert_eq!((table.game.record().cursor(), table.mode.is_replay()), (2, false));
    table.at(700, |table| table.give(|aside, context| Aside::climb(aside, TreeStep::Back, context)));
    assert_eq!(table.game.record().cursor(), 1);
}

#[test]
fn a_review_goes_on_while_the_game_is_looked_at() {
    let mut table = table(PEOPLE);
    for name in ["h8", "a1", "h9"] {
        place(&mut table, 0, name);
    }
    table.at(1, |table| table.give(Reviews::start));
    let task = *table.engine.task;
    assert_eq!((table.engine.purpose(), table.reviews.review.is_some()), (Some(Purpose::Review), true));
    table.at(2, |table| table.go_to(1));
    assert_eq!(*table.engine.task, task);
    table.at(3, |table| {
        table.give(|reviews, context| Reviews::show_finding(reviews, Finding::TurningPoint(1), context));
    });
    assert_eq!(table.mode.finding(), None, "nothing is known of this move yet");
    // Another move is a variation beside the game, and the review stays.
    place(&mut table, 4, "o1");
    assert_eq!((table.game.main_moves().len(), table.reviews.review.is_some()), (3, true));
    table.at(5, |table| {
        table.on_response(Response::Failed { id: task.map(|task| task.id), message: "no".into() });
    });
    assert_eq!((table.reviews.review.is_none(), &*table.notice), (true, &Notice::EngineRefused("no".into())));
}

#[test]
fn settings_that_the_engine_refuses_are_reported() {
    let mut table = table(PEOPLE);
    let failed = |id| Response::Failed { id: Some(id), message: "no memory".into() };
    table.at(1, |table| table.on_response(failed(77)));
    assert!(!matches!(*table.notice, Notice::EngineRefused(_)), "the answer to a task that is over");
    table.at(2, |table| table.on_response(failed(NO_TASK)));
    assert_eq!(*table.notice, Notice::EngineRefused("no memory".into()));
}

#[test]
fn a_refusal_is_taken_back_after_a_while() {
    let mut table = table(PEOPLE);
    place(&mut table, 0, "h8");
    place(&mut table, 100, "h8");
    assert!(matches!(*table.notice, Notice::Refused(_)));
    assert_eq!(table.wake_at(), Some(500), "a clock that counts is looked at");
    pass_time(&mut table, 6_100);
    assert_eq!(*table.notice, Notice::Nothing);
}

#[test]
fn only_what_has_changed_has_another_revision() {
    let mut table = table(PEOPLE);
    let revisions =
        |table: &Match| [table.game.revision(), table.mode.revision(), table.analysis.is_on.revision()];
    let before = revisions(&table);
    place(&mut table, 0, "h8");
    let after = revisions(&table);
    assert_ne!(before[0], after[0]);
    assert_eq!(before[1..], after[1..]);
    let moves = table.take_effects();
    let (color, played, number) = (Color::Black, point("h8").into(), 1);
    assert!(moves.contains(&Effect::Announce(Event::Move { color, played, number })));
}

fn can_offer_draw(table: &Match) -> bool {
    table.ending.can_offer_draw(&table.game, &table.situation())
}

/// The last request to an external player, or to stop it.
fn asked_external(table: &mut Match) -> Option<Effect> {
    let is_external = |effect: &Effect| matches!(effect, Effect::AskExternal(_) | Effect::StopExternal(_));
    table.take_effects().into_iter().rev().find(is_external)
}

fn external_answers(table: &mut Match, now: u64, id: u32, answer: ExternalAnswer) {
    table.at(now, |table| {
        table.give(|engine, context| Engine::external_answered(engine, id, answer, context));
    });
}

#[test]
fn an_external_player_is_asked_for_each_move_and_answers_once() {
    let mut table = table([Seat::Person, Seat::External]);
    place(&mut table, 0, "h8");
    let first = table.engine.task.unwrap().id;
    assert_eq!(asked_external(&mut table), Some(Effect::AskExternal(first)));
    place(&mut table, 0, "a1");
    assert_eq!((&*table.notice, can_offer_draw(&table)), (&Notice::NotYourTurn, false));
    table.at(1, Match::undo);
    assert_eq!(asked_external(&mut table), Some(Effect::StopExternal(first)));
    place(&mut table, 2, "g8");
    let second = table.engine.task.unwrap().id;
    external_answers(&mut table, 3, first, ExternalAnswer::Play(point("a1").into()));
    assert_eq!(table.game.record().cursor(), 1);
    external_answers(&mut table, 3, second, ExternalAnswer::Play(point("g8").into()));
    pass_time(&mut table, 3);
    let refused = Notice::InvalidAnswer("an illegal move: g8 is already occupied".to_owned());
    assert_eq!((&*table.notice, *table.paused, *table.engine.task), (&refused, true, None));
    table.at(4, |table| table.set_paused(false));
    let third = table.engine.task.unwrap().id;
    external_answers(&mut table, 5, third, ExternalAnswer::Play(point("h9").into()));
    pass_time(&mut table, 5);
    assert_eq!((table.game.record().cursor(), *table.engine.task), (2, None));
}

#[test]
fn an_external_player_resigns_or_fails_and_needs_no_engine() {
    let game = || Game::new(Rule::FREESTYLE, BoardSize::FIFTEEN, [Seat::External, Seat::Person]);
    let mut table = Match::new(game(), Notice::Nothing, Habits::APPLICATION, 1);
    table.at(0, |table| table.set_paused(false));
    assert!(!table.engine.is_there());
    let id = table.engine.task.unwrap().id;
    external_answers(&mut table, 1, id, ExternalAnswer::Fail("the connection is lost".to_owned()));
    assert_eq!(&*table.notice, &Notice::InvalidAnswer("the connection is lost".to_owned()));
    table.at(2, |table| table.set_paused(false));
    let id = table.engine.task.unwrap().id;
    external_answers(&mut table, 3, id, ExternalAnswer::Resign);
    let result = table.game.shown_result().unwrap();
    assert_eq!((result.winner, result.reason), (Some(Color::White), EndReason::Resignation));
    // A breakdown of the engine does not concern an external player.
    let mut table = begun(game());
    let task = *table.engine.task;
    table.at(1, |table| table.on_response(Response::Failed { id: None, message: "a panic".to_owned() }));
    pass_time(&mut table, 10_000);
    assert_eq!((*table.engine.task, *table.engine.recovery.restarts), (task, 1));
}

#[test]
fn where_the_habits_say_so_the_user_moves_for_a_program_that_waits() {
    let habits = Habits { moves_for_programs: true, ..Habits::APPLICATION };
    let game = Game::new(Rule::FREESTYLE, BoardSize::FIFTEEN, AGAINST_ENGINE);
    let mut table = Match::new(game, Notice::Nothing, habits, 1);
    table.at(0, |table| table.begin(true));
    place(&mut table, 0, "h8");
    place(&mut table, 1, "a1");
    assert_eq!(&*table.notice, &Notice::NotYourTurn);
    table.at(2, |table| table.set_paused(true));
    table.at(3, |table| table.give(Engine::ask_hint));
    assert_eq!(table.engine.purpose(), Some(Purpose::Hint));
    place(&mut table, 4, "a1");
    assert_eq!((table.game.record().cursor(), *table.paused, *table.engine.task), (2, true, None));
    place(&mut table, 5, "a1");
    assert!(*table.paused, "a refused move changes nothing");
    place(&mut table, 6, "b1");
    assert_eq!((*table.paused, table.engine.purpose()), (false, Some(Purpose::Move)));
}

#[test]
fn the_lines_of_a_position_are_there_at_once_when_it_comes_back() {
    let mut table = table(PEOPLE);
    place(&mut table, 0, "h8");
    table.at(1, |table| table.give(|analysis, context| Analysis::set_on(analysis, true, context)));
    report(&mut table, 7, "i9");
    place(&mut table, 2, "a1");
    assert!(table.analysis.lines.is_empty());
    table.at(3, |table| table.go_to(1));
    let best = |table: &Match| table.analysis.lines.first().map(|line| (line.depth, line.pv.clone()));
    assert_eq!(best(&table), Some((7, vec![point("i9")])));
    // A search that has not come as far does not replace them.
    report(&mut table, 3, "j10");
    assert_eq!(best(&table), Some((7, vec![point("i9")])));
    report(&mut table, 8, "j10");
    assert_eq!(best(&table), Some((8, vec![point("j10")])));
}

#[test]
fn a_proved_end_outdoes_a_deeper_estimate_and_an_estimate_that_is_less_deep_is_not_written_down() {
    let mut table = table(PEOPLE);
    place(&mut table, 0, "h8");
    table.at(1, |table| table.give(|analysis, context| Analysis::set_on(analysis, true, context)));
    report_score(&mut table, 7, "i9", Score::Value(30));
    report_score(&mut table, 1, "j10", Score::Value(200));
    let known = |table: &Match| {
        let record = table.game.record();
        let line = table.analysis.lines.first().map(|line| (line.depth, line.score));
        (line, record.notes(record.current()).evaluation)
    };
    assert_eq!(known(&table), (Some((7, Score::Value(30))), Some(Score::Value(-30))));
    report_score(&mut table, 3, "j10", Score::Mate(5));
    assert_eq!(known(&table), (Some((3, Score::Mate(5))), Some(Score::Mate(-5))));
    report_score(&mut table, 2, "i9", Score::Mate(9));
    assert_eq!(known(&table).0, Some((3, Score::Mate(5))));
}

#[test]
fn only_the_preview_that_ends_with_a_move_ends_with_it() {
    let mut table = table(PEOPLE);
    let line = ["h8", "i9", "g7"].map(point).to_vec();
    table.give(|analysis, _| Analysis::show_line(analysis, line.clone()));
    table.give(|analysis, _| Analysis::end_preview(analysis, 2, point("i9")));
    table.give(|analysis, _| Analysis::end_preview(analysis, 3, point("h8")));
    assert_eq!(*table.analysis.preview, line);
    table.give(|analysis, _| Analysis::end_preview(analysis, 3, point("g7")));
    assert!(table.analysis.preview.is_empty());
}

#[test]
fn candidates_of_another_position_leave_the_board() {
    let mut table = table(PEOPLE);
    place(&mut table, 0, "h8");
    let ask = |table: &mut Match| {
        table.at(1, |table| table.give(Engine::look_up_candidates));
        let Some(Request::Candidates { id, most, .. }) = asked(table) else { panic!() };
        assert_eq!(most, crate::MOST_CANDIDATES);
        id
    };
    let candidates =
        vec![tengen_analysis::Candidate { point: point("g7"), order: 1, makes: None, takes: None }];
    let answer = |table: &mut Match, id| {
        let candidates = candidates.clone();
        table.at(2, |table| table.on_response(Response::Candidates { id, candidates }));
    };
    let id = ask(&mut table);
    answer(&mut table, id);
    assert_eq!(*table.engine.log.candidates, candidates);
    // The end of the game changes nothing about the position.
    table.at(3, |table| table.give(Ending::resign));
    assert_eq!(*table.engine.log.candidates, candidates);
    table.at(4, Match::undo);
    assert!(table.engine.log.candidates.is_empty());
    // An answer about a position that has left the board comes too late.
    let late = ask(&mut table);
    table.at(5, |table| table.new_game(table.game.again()));
    place(&mut table, 6, "a1");
    answer(&mut table, late);
    assert!(table.engine.log.candidates.is_empty());
}

/// The engine has found this move at this depth in the analysis of the position on the board.
fn report(table: &mut Match, depth: u32, best: &str) {
    report_score(table, depth, best, Score::Value(1));
}

/// The engine has found this move with this score.
fn report_score(table: &mut Match, depth: u32, best: &str, score: Score) {
    if table.engine.purpose() == Some(Purpose::Explain) {
        let id = table.engine.task.unwrap().id;
        let position = table.game.record().position();
        let played = position.last_move().and_then(tengen_game::Move::point).unwrap();
        let explanation = Explanation {
            played,
            mover: !position.side_to_move(),
            facts: Vec::new(),
            undecided: Vec::new(),
            nodes: 0,
        };
        table.at(1, |table| table.on_response(Response::Explained { id, explanation }));
    }
    assert_eq!(table.engine.purpose(), Some(Purpose::Analyse));
    let (id, progress) = (table.engine.task.unwrap().id, progress(score, &[best]));
    let progress = progress.with_depth(depth);
    table.at(1, |table| table.on_response(Response::Progress { id, progress }));
}

#[cfg(feature = "analysis-board")]
#[test]
fn a_game_that_came_by_a_link_is_only_looked_at_until_the_user_continues_it() {
    let mut table = table(AGAINST_ENGINE);
    let mut record = Record::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
    for name in ["h8", "i9", "g7"] {
        record.play(point(name)).unwrap();
    }
    record.players.black = "Ada".to_owned();
    table.at(1, |table| table.open_game(table.game.with_record(record, Origin::Link)));
    let shared = table.game.clone();
    // Neither a click nor a key goes on with it, and no program does.
    place(&mut table, 2, "a1");
    assert_eq!(*table.notice, Notice::Watching);
    table.at(3, |table| table.set_paused(false));
    table.at(4, |table| table.give(Engine::ask_hint));
    table.at(5, |table| table.give(Ending::resign));
    assert_eq!((table.engine.purpose(), table.game.main_moves()), (None, shared.main_moves()));
    assert_eq!(table.game.result(), None);
    // One looks at its moves one by one, although a program is to move after each second one.
    table.at(6, Match::undo);
    assert_eq!((table.game.record().cursor(), table.engine.purpose()), (2, None));
    table.at(7, Match::redo);
    table.at(8, |table| table.go_to(2));
    assert_eq!(Game::load(&table.game.save()).unwrap().identity, table.game.identity);
    // From there it is a game of the user, who has the side to move.
    table.at(9, |table| table.give(Analysis::take_over));
    assert_eq!(table.game.main_moves(), shared.main_moves()[..2]);
    assert!(table.game.seat_to_move().is_some_and(Seat::is_person));
    assert!(table.game.seats().iter().any(|seat| !seat.is_person()));
    assert_eq!((table.game.name_of(Color::Black).as_str(), table.game.identity.opened), ("", false));
    place(&mut table, 10, "a1");
    assert_eq!((table.game.main_moves().len(), table.engine.purpose()), (3, Some(Purpose::Move)));
    // A game from a file is the user's own, as before.
    table.at(11, |table| table.open_game(table.game.with_record(shared.record().clone(), Origin::File)));
    assert!(!table.situation().is_watching(&table.game));
}

#[test]
fn an_analysis_that_nobody_sees_rests_and_goes_on_when_it_is_seen_again() {
    let mut table = table([Seat::Person, Seat::Person]);
    place(&mut table, 0, "h8");
    table.at(1, |table| table.give(|analysis, context| Analysis::set_on(analysis, true, context)));
    let explained = table.engine.task.unwrap();
    assert_eq!(explained.purpose, Purpose::Explain);
    table.take_effects();
    table.at(2, |table| table.give(|analysis, context| Analysis::set_seen(analysis, false, context)));
    let is_stopped =
        |effect: &Effect| matches!(effect, Effect::Ask(Request::Stop { id }) if *id == explained.id);
    assert!(table.take_effects().iter().any(is_stopped));
    // Another position does not wake it up.
    place(&mut table, 3, "i9");
    assert_eq!((table.engine.purpose(), *table.analysis.is_on), (None, true));
    table.at(4, |table| table.give(|analysis, context| Analysis::set_seen(analysis, true, context)));
    assert_eq!(table.engine.purpose(), Some(Purpose::Explain));
    // An analysis that was over does not begin again, and a move for a game is looked for unseen.
    table.at(5, |table| table.give(|analysis, context| Analysis::set_on(analysis, false, context)));
    table.at(6, |table| table.give(|analysis, context| Analysis::set_seen(analysis, false, context)));
    table.at(7, |table| table.give(|analysis, context| Analysis::set_seen(analysis, true, context)));
    assert_eq!(table.engine.purpose(), None);
    let mut table = self::table(AGAINST_ENGINE);
    table.at(0, |table| table.give(|analysis, context| Analysis::set_seen(analysis, false, context)));
    place(&mut table, 1, "h8");
    assert_eq!(table.engine.purpose(), Some(Purpose::Move));
}

#[test]
fn a_missing_network_matters_only_to_what_the_engine_does_and_no_longer_when_it_has_loaded() {
    let mut table = table([Seat::Person, Seat::Person]);
    table.at(0, |table| table.give(|analysis, context| Analysis::set_on(analysis, true, context)));
    let before = table.engine.task.unwrap().id;
    place(&mut table, 1, "h8");
    table.on_response(Response::WithoutNetwork { id: before });
    assert_eq!(*table.engine.recovery.without_network, None, "that search was given up");
    let mut table = self::table(AGAINST_ENGINE);
    place(&mut table, 0, "h8");
    let id = table.engine.task.unwrap().id;
    table.on_response(Response::WithoutNetwork { id });
    answer(&mut table, 100, "i8", Score::Value(0));
    assert_eq!(*table.engine.recovery.without_network, Some(id));
    table.at(200, |table| table.on_response(Response::NetworkLoaded));
    assert_eq!(*table.engine.recovery.without_network, None);
    // An analysis begins again with it.
    table.at(300, |table| table.give(|analysis, context| Analysis::set_on(analysis, true, context)));
    explain(&mut table, 301, "i8");
    assert_eq!(table.engine.purpose(), Some(Purpose::Analyse));
    let id = table.engine.task.unwrap().id;
    table.on_response(Response::WithoutNetwork { id });
    table.at(400, |table| table.on_response(Response::NetworkLoaded));
    assert!(table.engine.task.is_some_and(|task| task.id != id && task.purpose == Purpose::Analyse));
}
