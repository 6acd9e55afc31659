use tengen_game::{EndReason, Move, Point};

mod takebacks;

use super::*;
use crate::SECOND;
use crate::message::{EndCause, ErrorCode, GameCommand, GameSnapshot, UserKind};
use crate::name::UserName;
use crate::settings::GameSettings;

const FIRST: Player = Player::First;
const SECOND_PLAYER: Player = Player::Second;

/// A game with its log, and the snapshots of both players and a watcher, which are compared after every command.
struct Table {
    game: LiveGame,
    log: Vec<GameEvent>,
    mirrors: Vec<(Option<Player>, GameSnapshot)>,
}

impl Table {
    fn new(rule: &str, opening: &str, tempo: &str) -> Table {
        let guest = |entropy| {
            let account = AccountId::from_entropy(entropy);
            PlayerInfo { account, name: UserName::of_guest(account), kind: UserKind::Guest, rating: None }
        };
        let settings = GameSettings {
            rule: rule.parse().unwrap(),
            size: tengen_game::BoardSize::FIFTEEN,
            opening: opening.parse().unwrap(),
            tempo: tempo.parse().unwrap(),
            rated: false,
        };
        let game = GameId::from_entropy(7);
        Table::of(NewGame::new(game, settings, [guest(1), guest(2)]))
    }

    /// A game in an arena that allows halving the time.
    fn with_berserk(tempo: &str) -> Table {
        let table = Table::new("freestyle", "free", tempo);
        Table::of(NewGame { berserk: true, ..table.game.new_game().clone() })
    }

    fn of(new: NewGame) -> Table {
        let (game, created) = LiveGame::create(new, 0).unwrap();
        let viewers = [Some(FIRST), Some(SECOND_PLAYER), None];
        let mirrors = viewers.map(|viewer| (viewer, game.snapshot(viewer, 0))).to_vec();
        Table { game, log: vec![created], mirrors }
    }

    fn take(&mut self, reply: Reply) -> Result<(), GameError> {
        self.log.extend(reply.events);
        for (viewer, mirror) in &mut self.mirrors {
            for update in reply.updates.iter().filter(|update| viewer.is_some() || !update.is_private()) {
                mirror.apply(update).unwrap();
            }
            assert_eq!(*mirror, self.game.snapshot(*viewer, 0));
        }
        let stored = serde_json::to_string(&self.log).unwrap();
        let stored: Vec<GameEvent> = serde_json::from_str(&stored).unwrap();
        assert_eq!(LiveGame::replay(stored).unwrap(), self.game);
        reply.result
    }

    fn act(&mut self, by: Player, command: GameCommand, now: Time) -> Result<(), GameError> {
        let reply = self.game.execute(by, command, 0, now);
        self.take(reply)
    }

    fn play(&mut self, point: &str, now: Time) -> Result<(), GameError> {
        let by = self.game.to_act().unwrap_or(FIRST);
        let command = self.moves(point);
        self.act(by, command, now)
    }

    fn moves(&self, point: &str) -> GameCommand {
        let to = Point::parse(point, self.game.position().size()).unwrap();
        GameCommand::Move { ply: self.game.ply(), takebacks: self.game.takebacks(), to: Move::Place(to) }
    }

    fn choose(&mut self, choice: &str, now: Time) -> Result<(), GameError> {
        let by = self.game.to_act().unwrap_or(FIRST);
        let (ply, takebacks) = (self.game.ply(), self.game.takebacks());
        self.act(by, GameCommand::Choose { ply, takebacks, choice: choice.to_owned() }, now)
    }

    fn tick(&mut self, now: Time) {
        let reply = self.game.tick(now);
        self.take(reply).unwrap();
    }

    fn ended(&self) -> Option<(Option<Player>, &'static str)> {
        self.game.result().map(|result| (result.winner, result.cause.name()))
    }

    fn left(&self, player: Player) -> u64 {
        self.game.snapshot(None, 0).clock.left[player as usize].main
    }
}

#[test]
fn a_game_is_won_on_the_board() {
    let mut table = Table::new("freestyle", "free", "60+2");
    for (turn, point) in ["h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4", "l8"].into_iter().enumerate() {
        table.play(point, (turn as Time + 1) * 3 * SECOND).unwrap();
    }
    assert_eq!(table.ended(), Some((Some(FIRST), "line")));
    assert_eq!((table.game.to_act(), table.game.next_deadline()), (None, None));
    // The first action of each player was free; the others took three seconds and brought two.
    assert_eq!((table.left(FIRST), table.left(SECOND_PLAYER)), (56 * SECOND, 57 * SECOND));
    assert_eq!((table.game.time_used(FIRST), table.game.time_used(SECOND_PLAYER)), (12_000, 9_000));
    let record = table.game.record();
    assert_eq!(record.result().and_then(|result| result.winner), Some(Color::Black));
    assert_eq!(record.players.black, table.game.player(FIRST).name.as_str());
    assert_eq!(record.notes(record.main_line()[2]).time, Some(std::time::Duration::from_secs(3)));
    let error = table.play("m8", 40 * SECOND).unwrap_err();
    assert_eq!((error.code(), &error), (ErrorCode::Over, &GameError::Over));
}

#[test]
fn illegal_moves_change_nothing() {
    let mut table = Table::new("freestyle", "free", "60+0");
    table.play("h8", 1).unwrap();
    let events = table.log.len();
    let occupied = table.moves("h8");
    assert!(matches!(table.act(SECOND_PLAYER, occupied, 2), Err(GameError::Move(_))));
    let wrong_turn = table.moves("h9");
    assert_eq!(table.act(FIRST, wrong_turn, 3), Err(GameError::NotYourTurn));
    let future = GameCommand::Move { ply: 5, takebacks: 0, to: Move::Place(Point::new(0, 0)) };
    assert!(matches!(
        table.act(SECOND_PLAYER, future, 4),
        Err(GameError::Outdated { ply: 1, found_ply: 5, .. })
    ));
    let passed = GameCommand::Move { ply: 1, takebacks: 0, to: Move::Pass };
    assert!(matches!(table.act(SECOND_PLAYER, passed, 4), Err(GameError::Move(_))));
    assert_eq!(table.log.len(), events);
}

#[test]
fn a_repeated_command_is_carried_out_once() {
    let mut table = Table::new("freestyle", "free", "60+0");
    let command = table.moves("h8");
    for now in [1, 2, 3] {
        assert_eq!(table.act(FIRST, command.clone(), now), Ok(()));
    }
    table.play("h9", 4).unwrap();
    assert_eq!(table.act(FIRST, command, 5), Ok(()));
    assert_eq!((table.game.ply(), table.log.len()), (2, 3));
    for _ in 0..2 {
        assert_eq!(table.act(FIRST, GameCommand::Offer(Offer::Draw), 6), Ok(()));
    }
    for _ in 0..2 {
        assert_eq!(table.act(SECOND_PLAYER, GameCommand::Accept(Offer::Draw), 7), Ok(()));
    }
    assert_eq!((table.ended(), table.log.len()), (Some((None, "agreement")), 5));
    // A late repetition does not play a move again that was taken back.
    let mut table = Table::new("freestyle", "free", "60+0");
    table.play("h8", 1).unwrap();
    let command = table.moves("h9");
    table.play("h9", 2).unwrap();
    table.act(SECOND_PLAYER, GameCommand::Offer(Offer::Takeback), 3).unwrap();
    table.act(FIRST, GameCommand::Accept(Offer::Takeback), 4).unwrap();
    assert!(matches!(table.act(SECOND_PLAYER, command, 5), Err(GameError::Outdated { takebacks: 1, .. })));
    assert_eq!(table.game.ply(), 1);
}

#[test]
fn clocks_follow_the_players_through_a_swap() {
    let mut table = Table::new("freestyle", "swap2", "60+0");
    table.choose("h8h9j7", 10 * SECOND).unwrap();
    assert_eq!(table.game.to_act(), Some(SECOND_PLAYER));
    table.choose("g7g6", 20 * SECOND).unwrap();
    // The first player chooses the colours, and is charged for the time.
    table.choose("swap", 25 * SECOND).unwrap();
    assert_eq!(table.game.color_of(FIRST), Color::White);
    assert_eq!(table.left(FIRST), 55 * SECOND);
    // White moves, so that it is the first player's turn again.
    assert_eq!((table.game.to_act(), table.game.position().side_to_move()), (Some(FIRST), Color::White));
    table.play("a1", 35 * SECOND).unwrap();
    assert_eq!((table.left(FIRST), table.left(SECOND_PLAYER)), (45 * SECOND, 60 * SECOND));
    table.play("a2", 36 * SECOND).unwrap();
    assert_eq!(table.left(SECOND_PLAYER), 59 * SECOND);
    assert_eq!(table.act(FIRST, GameCommand::Resign, 40 * SECOND), Ok(()));
    assert_eq!(table.ended(), Some((Some(SECOND_PLAYER), "resignation")));
    let record = table.game.record();
    assert_eq!(record.result().and_then(|result| result.winner), Some(Color::Black));
    assert_eq!(record.players.black, table.game.player(SECOND_PLAYER).name.as_str());
}

#[test]
fn every_protocol_leads_to_a_game() {
    for (rule, protocol, choices) in [
        ("renju", "rif", "h8h9h10 stay a1 offer-b2c4 pick-c4"),
        ("renju", "yamaguchi", "h8h9h10 3 swap a1 offer-b2c4d7 pick-c4"),
        ("renju", "soosorv-8", "h8h9h10 swap a1 2 stay offer-b2c4 pick-c4"),
        ("renju", "taraguchi-10", "h8 swap h9 stay h10 swap h11 stay h12 stay"),
        ("standard", "pro", "h8 a1 o15"),
        ("standard", "long-pro", "h8 a1 o15"),
        ("caro", "swap", "h8h9j7 swap"),
    ] {
        let mut table = Table::new(rule, protocol, "300+0");
        for (turn, choice) in choices.split(' ').enumerate() {
            table.choose(choice, turn as Time * SECOND).unwrap();
        }
        assert!(table.game.opening().is_finished(), "{protocol}");
        assert!(table.choose("stay", 20 * SECOND).is_err());
        table.play("a15", 20 * SECOND).unwrap();
    }
}

#[test]
fn moves_and_choices_have_their_own_time() {
    let mut table = Table::new("freestyle", "swap", "60+0");
    assert_eq!(table.play("h8", 1), Err(GameError::InOpening));
    assert!(matches!(table.choose("h8", 1), Err(GameError::Choice(_))));
    assert!(matches!(table.choose("h8 h9", 1), Err(GameError::ChoiceText(_))));
    let long = table.choose(&"h8".repeat(81), 1).unwrap_err();
    assert_eq!(long.code(), ErrorCode::Malformed);
    table.choose("h8h9j7", 1).unwrap();
    let late = GameCommand::Choose { ply: 0, takebacks: 0, choice: "h8h9j7".to_owned() };
    assert_eq!(table.act(FIRST, late, 2), Ok(()));
    assert_eq!(table.game.ply(), 1);
}

#[test]
fn a_flag_falls_at_its_deadline() {
    let mut table = Table::new("freestyle", "free", "60+0");
    table.play("h8", 1_000).unwrap();
    table.play("h9", 2_000).unwrap();
    let shown = table.game.snapshot(None, 0).clock.until;
    assert_eq!((shown, table.game.next_deadline()), (Some(62_000), Some(62_500)));
    table.tick(62_499);
    assert_eq!(table.ended(), None);
    table.tick(62_500);
    assert_eq!(table.ended(), Some((Some(SECOND_PLAYER), "timeout")));
    table.tick(99_000);
    assert_eq!(table.log.len(), 4);
    assert_eq!(table.left(FIRST), 0);
}

#[test]
fn delay_is_compensated_within_limits() {
    let mut table = Table::new("freestyle", "free", "60+0");
    table.play("h8", 1_000).unwrap();
    table.play("h9", 2_000).unwrap();
    // The move was made in time and arrives 400 ms after the end of the time.
    let command = table.moves("i8");
    let reply = table.game.execute(FIRST, command, 450, 62_400);
    table.take(reply).unwrap();
    assert_eq!((table.ended(), table.left(FIRST)), (None, 50));
    assert_eq!(table.game.clock_state().until, Some(122_400));
    table.play("i9", 63_400).unwrap();
    // The delay of 250 ms is more than the remaining time, and the reported lag does not account for the difference.
    let command = table.moves("j8");
    let reply = table.game.execute(FIRST, command, 100, 63_650);
    assert_eq!(reply.result, Err(GameError::Over));
    assert!(table.take(reply).is_err());
    assert_eq!(table.ended(), Some((Some(SECOND_PLAYER), "timeout")));
    // The stock of free delay is used up.
    let mut table = Table::new("freestyle", "free", "60+0");
    let mut charged = Vec::new();
    for turn in 0..8 {
        let (by, command) =
            (table.game.to_act().unwrap(), table.moves(&format!("{}1", char::from(b'a' + turn))));
        let reply = table.game.execute(by, command, 5_000, Time::from(turn + 1) * SECOND);
        table.take(reply).unwrap();
        if by == FIRST {
            charged.push(60 * SECOND - table.left(FIRST));
        }
    }
    assert_eq!(charged, [0, 500, 1_000, 1_800]);
}

#[test]
fn a_game_that_does_not_start_is_aborted() {
    let mut table = Table::new("freestyle", "free", "60+0");
    assert_eq!(table.game.next_deadline(), Some(20 * SECOND));
    table.play("h8", 10 * SECOND).unwrap();
    assert_eq!(table.game.next_deadline(), Some(30 * SECOND));
    table.tick(30 * SECOND);
    assert_eq!((table.ended(), table.game.no_show()), (Some((None, "no-start")), Some(SECOND_PLAYER)));
    assert_eq!(table.game.record().result(), None);
    let mut table = Table::new("freestyle", "free", "60+0");
    table.play("h8", 1).unwrap();
    assert_eq!(table.act(FIRST, GameCommand::Abort, 2), Ok(()));
    assert_eq!(table.act(SECOND_PLAYER, GameCommand::Abort, 3), Ok(()));
    assert_eq!((table.ended(), table.game.no_show()), (Some((None, "abort")), None));
    let mut table = Table::new("freestyle", "free", "60+0");
    table.play("h8", 1).unwrap();
    table.play("h9", 2).unwrap();
    assert_eq!(table.act(FIRST, GameCommand::Abort, 3), Err(GameError::Started));
    let reply = table.game.cancel(4);
    table.take(reply).unwrap();
    assert_eq!(table.ended(), Some((None, "abort")));
}

#[test]
fn correspondence_counts_days_from_the_beginning() {
    let mut table = Table::new("renju", "rif", "2d");
    assert_eq!(table.game.next_deadline(), Some(2 * crate::DAY));
    table.choose("h8h9h10", crate::DAY).unwrap();
    assert_eq!(table.game.next_deadline(), Some(3 * crate::DAY));
    let reply = table.game.disconnect(FIRST, crate::DAY);
    assert!(reply.events.is_empty());
    table.act(FIRST, GameCommand::GiveTime, 2 * crate::DAY).unwrap();
    assert_eq!(table.game.next_deadline(), Some(4 * crate::DAY));
    // A player who has never acted does not lose.
    let mut absent = table.game.clone();
    assert_eq!(absent.tick(4 * crate::DAY).events.len(), 1);
    assert_eq!((absent.result().unwrap().cause, absent.no_show()), (EndCause::NoStart, Some(SECOND_PLAYER)));
    table.choose("swap", 3 * crate::DAY).unwrap();
    table.choose("a1", 4 * crate::DAY).unwrap();
    table.tick(99 * crate::DAY);
    assert_eq!(table.ended(), Some((Some(FIRST), "timeout")));
}

#[test]
fn an_unlimited_game_waits() {
    let mut table = Table::new("freestyle", "free", "none");
    assert_eq!(table.game.next_deadline(), None);
    table.play("h8", 365 * crate::DAY).unwrap();
    assert_eq!(table.act(FIRST, GameCommand::GiveTime, 366 * crate::DAY), Err(GameError::NoGift));
    assert_eq!(table.act(FIRST, GameCommand::ClaimWin, 366 * crate::DAY), Err(GameError::NotStarted));
}

#[test]
fn offers_come_and_go() {
    let mut table = Table::new("freestyle", "free", "60+0");
    let draw = Offer::Draw;
    assert_eq!(table.act(FIRST, GameCommand::Offer(draw), 1), Err(GameError::NotStarted));
    table.play("h8", 1).unwrap();
    table.play("h9", 2).unwrap();
    table.act(FIRST, GameCommand::Offer(draw), 3).unwrap();
    assert_eq!(table.act(FIRST, GameCommand::Accept(draw), 4), Err(GameError::NoOffer(draw)));
    // A player's own move leaves the offer open, and the opponent's declines it.
    table.play("i8", 5).unwrap();
    assert!(table.game.has_offered(FIRST, draw));
    table.play("i9", 6).unwrap();
    assert!(!table.game.has_offered(FIRST, draw));
    assert_eq!(table.act(FIRST, GameCommand::Offer(draw), 7), Err(GameError::DrawOfferedBefore(8)));
    table.act(SECOND_PLAYER, GameCommand::Offer(draw), 8).unwrap();
    table.act(FIRST, GameCommand::Decline(draw), 9).unwrap();
    table.act(FIRST, GameCommand::Decline(draw), 9).unwrap();
    assert_eq!(table.act(FIRST, GameCommand::Accept(draw), 10), Err(GameError::NoOffer(draw)));
    assert_eq!(table.act(SECOND_PLAYER, GameCommand::Offer(Offer::Rematch), 11), Err(GameError::NotOver));
}

/// Earlier versions rated freestyle without an opening.
#[test]
fn the_rematch_of_a_game_that_is_not_rated_any_more_is_casual() {
    let casual = Table::new("freestyle", "free", "60+0").game.new_game().clone();
    for (opening, rated_again) in [("free", false), ("swap2", true)] {
        let settings = GameSettings { opening: opening.parse().unwrap(), rated: true, ..casual.settings };
        let mut table = Table::of(NewGame { settings, ..casual.clone() });
        table.act(FIRST, GameCommand::Abort, 1).unwrap();
        table.act(FIRST, GameCommand::Offer(Offer::Rematch), 2).unwrap();
        table.act(SECOND_PLAYER, GameCommand::Accept(Offer::Rematch), 3).unwrap();
        assert!(table.game.settings().rated);
        assert_eq!(table.game.rematch().unwrap().settings.rated, rated_again, "{opening}");
    }
}

#[test]
fn offers_of_both_meet() {
    let mut table = Table::new("freestyle", "free", "60+0");
    table.play("h8", 1).unwrap();
    table.play("h9", 2).unwrap();
    table.act(FIRST, GameCommand::Offer(Offer::Draw), 3).unwrap();
    table.act(SECOND_PLAYER, GameCommand::Offer(Offer::Draw), 4).unwrap();
    assert_eq!(table.ended(), Some((None, "agreement")));
    table.act(FIRST, GameCommand::Offer(Offer::Rematch), 5).unwrap();
    assert!(table.game.rematch().is_none());
    table.act(SECOND_PLAYER, GameCommand::Accept(Offer::Rematch), 6).unwrap();
    table.act(SECOND_PLAYER, GameCommand::Accept(Offer::Rematch), 7).unwrap();
    let next = table.game.rematch().unwrap();
    assert_eq!(next.game, table.game.id().rematch());
    assert_eq!(&next.players[0], table.game.player(SECOND_PLAYER));
    assert!(LiveGame::create(next, 8).is_ok());
}

#[test]
fn takebacks_return_the_turn() {
    let mut table = Table::new("freestyle", "free", "60+0");
    let takeback = Offer::Takeback;
    assert_eq!(table.act(FIRST, GameCommand::Offer(takeback), 0), Err(GameError::NothingToTakeBack));
    for (point, now) in [("h8", 0), ("h9", 0), ("i8", 5_000), ("i9", 9_000)] {
        table.play(point, now).unwrap();
    }
    // The first player has the turn, so that both last moves are taken back.
    table.act(FIRST, GameCommand::Offer(takeback), 10_000).unwrap();
    table.act(SECOND_PLAYER, GameCommand::Accept(takeback), 12_000).unwrap();
    assert_eq!((table.game.ply(), table.game.to_act()), (2, Some(FIRST)));
    // Used time stays used.
    assert_eq!((table.left(FIRST), table.left(SECOND_PLAYER)), (52_000, 56_000));
    table.play("j8", 13_000).unwrap();
    table.act(FIRST, GameCommand::Offer(takeback), 14_000).unwrap();
    table.act(SECOND_PLAYER, GameCommand::Offer(takeback), 15_000).unwrap();
    assert_eq!((table.game.ply(), table.game.to_act()), (2, Some(FIRST)));
    assert_eq!(table.game.takebacks(), 2);
}

#[test]
fn a_choice_can_be_taken_back_until_the_first_move() {
    let mut table = Table::new("freestyle", "swap2", "30/move");
    table.choose("h8h9j7", 0).unwrap();
    table.choose("g7g6", 0).unwrap();
    table.choose("swap", 20_000).unwrap();
    assert_eq!(table.game.color_of(FIRST), Color::White);
    table.act(FIRST, GameCommand::Offer(Offer::Takeback), 25_000).unwrap();
    table.act(SECOND_PLAYER, GameCommand::Accept(Offer::Takeback), 26_000).unwrap();
    assert_eq!((table.game.color_of(FIRST), table.game.to_act()), (Color::Black, Some(FIRST)));
    assert_eq!(table.game.position().moves().len(), 5);
    // The player has the full time for the choice again.
    assert_eq!(table.game.next_deadline(), Some(26_000 + 30_000 + MAX_LAG));
    table.choose("stay", 27_000).unwrap();
    table.play("a1", 28_000).unwrap();
    let no_choice = table.act(FIRST, GameCommand::Offer(Offer::Takeback), 28_000);
    assert_eq!((no_choice, table.game.color_of(FIRST)), (Err(GameError::NothingToTakeBack), Color::Black));
    table.act(SECOND_PLAYER, GameCommand::Offer(Offer::Takeback), 28_000).unwrap();
    table.act(FIRST, GameCommand::Accept(Offer::Takeback), 28_000).unwrap();
    assert_eq!((table.game.ply(), table.game.to_act()), (3, Some(SECOND_PLAYER)));
}

#[test]
fn the_win_can_be_claimed_after_an_absence() {
    let mut table = Table::new("freestyle", "free", "300+0");
    for player in Player::BOTH {
        let reply = table.game.connect(player, 0);
        table.take(reply).unwrap();
    }
    table.play("h8", 1_000).unwrap();
    table.play("h9", 2_000).unwrap();
    let reply = table.game.disconnect(SECOND_PLAYER, 3_000);
    table.take(reply).unwrap();
    let again = table.game.disconnect(SECOND_PLAYER, 4_000);
    assert!(again.events.is_empty());
    assert_eq!(table.game.presence(SECOND_PLAYER), Presence::Disconnected(3_000));
    let claim_from = |table: &Table| table.game.snapshot(Some(FIRST), 0).clock.claim_from;
    assert_eq!(claim_from(&table), None, "it is the turn of the player who is there");
    // The win can be claimed only while the absent player has the turn.
    assert_eq!(table.act(FIRST, GameCommand::ClaimWin, 100_000), Err(GameError::OpponentIsHere));
    table.play("i8", 100_000).unwrap();
    assert_eq!(claim_from(&table), Some(130_000));
    assert_eq!(table.act(FIRST, GameCommand::ClaimWin, 129_000), Err(GameError::ClaimTooEarly(1_000)));
    let reply = table.game.connect(SECOND_PLAYER, 129_500);
    table.take(reply).unwrap();
    assert_eq!(claim_from(&table), None);
    assert_eq!(table.act(FIRST, GameCommand::ClaimWin, 131_000), Err(GameError::OpponentIsHere));
    let reply = table.game.disconnect(SECOND_PLAYER, 140_000);
    table.take(reply).unwrap();
    table.act(FIRST, GameCommand::ClaimWin, 170_000).unwrap();
    assert_eq!(table.ended(), Some((Some(FIRST), "abandonment")));
    assert_eq!(table.game.record().result().map(|result| result.reason), Some(EndReason::Resignation));
}

#[test]
fn given_time_arrives_and_is_limited() {
    let mut table = Table::new("freestyle", "free", "60+3x10");
    table.play("h8", 0).unwrap();
    table.play("h9", 0).unwrap();
    for _ in 0..MAX_GIFTS {
        table.act(SECOND_PLAYER, GameCommand::GiveTime, 1_000).unwrap();
    }
    assert_eq!(table.act(SECOND_PLAYER, GameCommand::GiveTime, 1_000), Err(GameError::NoGift));
    assert_eq!(table.left(FIRST), 59_000 + 20 * 15_000);
    assert_eq!(table.game.next_deadline(), Some(1_000 + 59_000 + 300_000 + 30_000 + MAX_LAG));
}

#[test]
fn a_game_in_a_tournament_is_not_aborted_and_has_no_rematch() {
    let mut table = Table::new("freestyle", "free", "60+0");
    table.game.new.tournament = Some(TournamentId::from_entropy(1));
    let reply = table.game.execute(FIRST, GameCommand::Abort, 0, 1);
    assert_eq!(reply.result, Err(GameError::InTournament));
    table
        .game
        .apply(&GameEvent {
            at: 1,
            event: Happened::Ended(GameOver { winner: None, cause: EndCause::Abort }),
        })
        .unwrap();
    let reply = table.game.execute(FIRST, GameCommand::Offer(Offer::Rematch), 0, 2);
    assert_eq!(reply.result, Err(GameError::InTournament));
}

#[test]
fn logs_that_are_none_are_refused() {
    assert_eq!(LiveGame::replay([]), Err(ReplayError::Empty));
    let mut table = Table::new("freestyle", "free", "60+0");
    table.play("h8", 1).unwrap();
    let log = table.log;
    assert_eq!(LiveGame::replay(log[1..].to_vec()), Err(ReplayError::Creation(1)));
    let twice = [log.clone(), log.clone()].concat();
    assert_eq!(LiveGame::replay(twice), Err(ReplayError::Creation(3)));
    let again = [log.clone(), log[1..].to_vec()].concat();
    let error = LiveGame::replay(again).unwrap_err().to_string();
    assert_eq!(error, "event 3: h8 is already occupied");
    let mut impossible = log;
    if let Happened::Created(new) = &mut impossible[0].event {
        new.settings.opening = tengen_game::opening::Protocol::Rif;
        new.settings.size = tengen_game::BoardSize::NINETEEN;
    }
    assert!(matches!(LiveGame::replay(impossible), Err(ReplayError::Settings(_))));
}

#[test]
fn time_does_not_run_backwards() {
    let mut table = Table::new("freestyle", "free", "60+0");
    table.play("h8", 10_000).unwrap();
    table.play("h9", 5_000).unwrap();
    assert_eq!(table.log.last().map(|event| event.at), Some(10_000));
    table.play("i8", 12_000).unwrap();
    assert_eq!(table.left(FIRST), 58_000);
}

#[test]
fn watchers_see_a_delayed_game_later() {
    let mut table = Table::new("freestyle", "free", "60+0");
    for (point, now) in [("h8", 1_000), ("h9", 2_000), ("i8", 9_000)] {
        table.play(point, now).unwrap();
    }
    let mut delayed = DelayedGame::new(table.log.clone(), 5_000, 10_000).unwrap();
    let mut mirror = delayed.snapshot(0);
    assert_eq!((mirror.ply(), delayed.next_release()), (2, Some(14_000)));
    let known = table.log.len();
    table.act(FIRST, GameCommand::Offer(Offer::Draw), 10_000).unwrap();
    table.act(SECOND_PLAYER, GameCommand::Resign, 11_000).unwrap();
    table.log[known..].iter().cloned().for_each(|event| delayed.push(event));
    assert_eq!(delayed.release(13_999), Ok(Released::Updates(Vec::new())));
    for (now, ply, is_over) in [(14_000, 3, false), (15_999, 3, false), (16_000, 3, true)] {
        let Released::Updates(updates) = delayed.release(now).unwrap() else { panic!("no snapshot is due") };
        for update in updates {
            assert!(!update.is_private());
            mirror.apply(&update).unwrap();
        }
        assert_eq!((mirror.ply(), mirror.result.is_some()), (ply, is_over));
        assert_eq!(mirror, delayed.snapshot(0));
    }
    assert_eq!((mirror, delayed.next_release()), (table.game.snapshot(None, 0), None));
    // The creation is not delayed, so that a watcher can wait for the first move.
    let early = DelayedGame::new(table.log, 5_000, 0).unwrap();
    assert_eq!(early.snapshot(0).ply(), 0);
    assert_eq!(DelayedGame::new([], 5_000, 0), Err(ReplayError::Empty));
}

#[test]
fn ratings_are_counted_once() {
    let mut table = Table::new("freestyle", "free", "60+0");
    let view = |value| RatingView { value, provisional: true };
    table.game.new.settings.rated = true;
    let ratings = [view(1_520), view(1_480)];
    for column in ["a", "c", "e", "g", "i"] {
        for row in [1, 3] {
            assert_eq!(table.game.rated(ratings, 0).result, Err(GameError::NotOver));
            let command = table.moves(&format!("{column}{row}"));
            let by = table.game.to_act().unwrap();
            table.game.execute(by, command, 0, 1).result.unwrap();
        }
    }
    table.game.execute(FIRST, GameCommand::Resign, 0, 1).result.unwrap();
    let reply = table.game.rated(ratings, 2);
    assert_eq!((reply.updates, reply.result), (vec![GameUpdate::Ratings(ratings)], Ok(())));
    assert!(table.game.rated([view(1), view(2)], 3).events.is_empty());
    assert_eq!(table.game.snapshot(None, 0).ratings, Some(ratings));
    let mut casual = Table::new("freestyle", "free", "60+0");
    casual.act(FIRST, GameCommand::Resign, 1).unwrap();
    assert_eq!(casual.game.rated(ratings, 2).result, Err(GameError::NotOver));
    assert_eq!(casual.game.summary().players, casual.game.snapshot(None, 0).players);
}

#[test]
fn a_short_rated_game_counts_only_if_it_is_decided_on_the_board() {
    let mut table = Table::new("freestyle", "free", "60+0");
    table.game.new.settings.rated = true;
    for point in ["h8", "a1", "i8", "a3", "j8", "a5", "k8", "a7"] {
        let command = table.moves(point);
        let by = table.game.to_act().unwrap();
        table.game.execute(by, command, 0, 1).result.unwrap();
    }
    let mut resigned = table.game.clone();
    assert!(!resigned.counts_for_ratings(), "it has not ended");
    resigned.execute(SECOND_PLAYER, GameCommand::Resign, 0, 2).result.unwrap();
    assert!(!resigned.counts_for_ratings());
    let command = table.moves("l8");
    table.game.execute(FIRST, command, 0, 2).result.unwrap();
    assert_eq!((table.ended(), table.game.ply()), (Some((Some(FIRST), "line")), 9));
    assert!(table.game.counts_for_ratings());
}

#[test]
fn offers_are_limited() {
    let mut table = Table::new("freestyle", "free", "60+0");
    table.play("h8", 0).unwrap();
    for _ in 0..MAX_OFFERS {
        table.act(FIRST, GameCommand::Offer(Offer::Takeback), 1).unwrap();
        table.act(FIRST, GameCommand::Withdraw(Offer::Takeback), 1).unwrap();
    }
    let refused = table.act(FIRST, GameCommand::Offer(Offer::Takeback), 1).unwrap_err();
    assert_eq!(refused.code(), ErrorCode::TooMuch);
}

#[test]
fn the_time_in_which_the_server_was_away_is_charged_to_nobody() {
    let mut table = Table::new("freestyle", "free", "60+0");
    table.play("h8", 3 * SECOND).unwrap();
    table.play("h9", 5 * SECOND).unwrap();
    for reply in
        [table.game.connect(SECOND_PLAYER, 6 * SECOND), table.game.disconnect(SECOND_PLAYER, 7 * SECOND)]
    {
        table.log.extend(reply.events);
    }
    // The server was away from 15 s to 75 s, when the first player had used ten seconds.
    let reply = table.game.resume(15 * SECOND, 75 * SECOND);
    table.mirrors.clear();
    table.take(reply).unwrap();
    assert_eq!((table.left(FIRST), table.game.time_used(FIRST)), (50 * SECOND, 10 * SECOND));
    assert!((125 * SECOND..126 * SECOND).contains(&table.game.next_deadline().unwrap()));
    assert_eq!(table.game.presence(SECOND_PLAYER), Presence::Disconnected(67 * SECOND));
    table.play("i8", 80 * SECOND).unwrap();
    assert_eq!(table.left(FIRST), 45 * SECOND);
    let seconds = table.game.record();
    let node = seconds.main_line()[2];
    assert_eq!(seconds.notes(node).time, Some(std::time::Duration::from_secs(15)));

    // An absence that begins before the last event is counted from this event, and time that had run out is not restored.
    let reply = table.game.resume(0, 200 * SECOND);
    table.take(reply).unwrap();
    assert_eq!(table.left(SECOND_PLAYER), 60 * SECOND);
    let reply = table.game.resume(270 * SECOND, 400 * SECOND);
    table.take(reply).unwrap();
    table.tick(400 * SECOND + MAX_LAG);
    assert_eq!(table.ended(), Some((Some(FIRST), "timeout")));
    assert_eq!(table.game.resume(410 * SECOND, 420 * SECOND).events, []);
}

#[test]
fn a_first_action_has_more_time_in_an_opening_and_after_an_invitation() {
    let deadline = |table: &Table| {
        let clock = table.game.snapshot(None, 0).clock;
        assert!(clock.stands && clock.claim_from.is_none());
        assert_eq!(clock.until, table.game.next_deadline());
        clock.until.unwrap()
    };
    assert_eq!(deadline(&Table::new("freestyle", "free", "300+0")), 30 * SECOND);
    let mut table = Table::new("freestyle", "swap", "300+0");
    assert_eq!(deadline(&table), 90 * SECOND);
    table.choose("h8h9j7", 80 * SECOND).unwrap();
    // The second player chooses a colour first.
    assert_eq!(deadline(&table), 170 * SECOND);
    let invited = NewGame { start_limit: 300 * SECOND, ..table.game.new_game().clone() };
    table = Table::of(invited);
    assert_eq!(deadline(&table), 300 * SECOND);
    table.tick(299_999);
    assert_eq!(table.ended(), None);
    table.tick(300_000);
    assert_eq!(table.ended(), Some((None, "no-start")));
}

#[test]
fn half_of_the_time_is_given_up_before_the_own_first_move() {
    let mut table = Table::with_berserk("61+2");
    table.act(SECOND_PLAYER, GameCommand::Berserk, 500).unwrap();
    let clock = table.game.snapshot(None, 0).clock;
    assert_eq!(clock.left.map(|left| left.main), [61_000, 30_500]);
    table.act(SECOND_PLAYER, GameCommand::Berserk, 600).unwrap();
    assert_eq!(table.game.snapshot(None, 0).clock, clock, "a repetition changes nothing");
    table.play("h8", 1_000).unwrap();
    assert_eq!(table.act(FIRST, GameCommand::Berserk, 1_100), Err(GameError::NoBerserk), "too late");
    table.play("h9", 2_000).unwrap();
    assert_eq!(Player::BOTH.map(|player| table.game.is_berserk(player)), [false, true]);
    table.play("j8", 3_000).unwrap();
    table.play("j9", 33_499).unwrap();
    assert!(table.game.result().is_none());
    // The given time is missing from then on; the move added two seconds.
    assert_eq!(table.game.snapshot(None, 0).clock.left[1].main, 30_500 - 30_499 + 2_000);

    let mut ordinary = Table::new("freestyle", "free", "60+0");
    assert_eq!(ordinary.act(FIRST, GameCommand::Berserk, 0), Err(GameError::NoBerserk));
    let mut by_move = Table::with_berserk("30/move");
    assert_eq!(by_move.act(FIRST, GameCommand::Berserk, 0), Err(GameError::NoBerserk));
}

#[test]
fn a_late_watcher_is_told_of_the_delay() {
    let mut table = Table::new("freestyle", "free", "60+0");
    let new = NewGame { delay: WATCH_DELAY, ..table.game.new_game().clone() };
    table = Table::of(new);
    table.play("h8", 1_000).unwrap();
    let mut late = DelayedGame::new(table.log.clone(), WATCH_DELAY, 2_000).unwrap();
    assert_eq!((late.snapshot(3).ply(), late.snapshot(3).delay, late.snapshot(3).watchers), (0, 60_000, 3));
    assert_eq!(table.game.snapshot(Some(FIRST), 0).delay, 0);
    let nothing = Released::Updates(Vec::new());
    assert_eq!(late.release(late.next_release().unwrap() - 1).unwrap(), nothing);
    assert!(matches!(late.release(61_000).unwrap(), Released::Updates(updates) if updates.len() == 1));
    assert_eq!(late.into_game(), table.game);
}
