use tengen_game::opening::Player;

use super::*;
use crate::message::{LobbyUpdate, PoolId, RatingRange, RatingView};
use crate::name::UserName;
use crate::settings::pool_settings;

fn user(number: u64, rating: u16) -> Candidate {
    let account = AccountId::from_entropy(number);
    let name: UserName = format!("User{number}").parse().unwrap();
    let rating = Some(RatingView { value: rating, provisional: false });
    let player = PlayerInfo { account, name, kind: UserKind::Member, rating };
    Candidate { player, blocks: Vec::new(), plays: None }
}

fn guest(number: u64) -> Candidate {
    let account = AccountId::from_entropy(number);
    let player =
        PlayerInfo { account, name: UserName::of_guest(account), kind: UserKind::Guest, rating: None };
    Candidate { player, blocks: Vec::new(), plays: None }
}

fn request(rated: bool) -> SeekRequest {
    let settings = GameSettings { rated, ..pool_settings(0).unwrap() };
    SeekRequest { settings, seat: SeatChoice::Random, ratings: None, members_only: false, bot: None }
}

fn seek(lobby: &mut Lobby, by: &Candidate, request: SeekRequest, number: u64) -> Vec<LobbyEvent> {
    lobby.seek(by.clone(), request, SeekId::from_entropy(number), number * SECOND, number).unwrap()
}

fn paired(events: &[LobbyEvent]) -> Option<&NewGame> {
    events.iter().find_map(|event| match event {
        LobbyEvent::Paired(new) => Some(&**new),
        _ => None,
    })
}

fn accounts(new: &NewGame) -> Vec<AccountId> {
    let mut accounts: Vec<AccountId> = new.players.iter().map(|player| player.account).collect();
    accounts.sort();
    accounts
}

fn sorted(candidates: [&Candidate; 2]) -> Vec<AccountId> {
    let mut accounts: Vec<AccountId> = candidates.iter().map(|candidate| candidate.account()).collect();
    accounts.sort();
    accounts
}

#[test]
fn seeks_meet() {
    let mut lobby = Lobby::default();
    let [ada, bob, cid] = [user(1, 1_500), user(2, 1_600), user(3, 1_700)];
    assert!(matches!(seek(&mut lobby, &ada, request(true), 1)[..], [LobbyEvent::SeekOpened(_)]));
    // A seek with another tempo does not match.
    let other = SeekRequest { settings: pool_settings(1).unwrap(), ..request(true) };
    seek(&mut lobby, &bob, other, 2);
    let events = seek(&mut lobby, &cid, request(true), 3);
    let new = paired(&events).unwrap();
    assert_eq!((accounts(new), new.settings.rated), (sorted([&ada, &cid]), true));
    assert_eq!(lobby.seeks().count(), 1);
    assert!(events.contains(&LobbyEvent::SeekClosed(SeekId::from_entropy(1))));
    // The same commands and entropy make the same game.
    let mut again = Lobby::default();
    seek(&mut again, &ada, request(true), 1);
    assert_eq!(paired(&seek(&mut again, &cid, request(true), 3)), Some(new));
}

#[test]
fn wishes_of_both_count() {
    let mut lobby = Lobby::default();
    let [ada, bob] = [user(1, 1_500), user(2, 1_900)];
    let near = SeekRequest { ratings: Some(RatingRange { least: 1_400, most: 1_600 }), ..request(true) };
    seek(&mut lobby, &ada, near, 1);
    assert!(paired(&seek(&mut lobby, &bob, request(true), 2)).is_none());
    let id = SeekId::from_entropy(1);
    assert_eq!(lobby.take_seek(&bob, id, 0), Err(LobbyError::NotSuitable));
    assert_eq!(lobby.take_seek(&guest(9), id, 0), Err(LobbyError::GuestRated));
    assert_eq!(lobby.take_seek(&ada, id, 0), Err(LobbyError::NotSuitable));
    let new = paired(&lobby.take_seek(&user(3, 1_600), id, 0).unwrap()).cloned().unwrap();
    assert_eq!(accounts(&new), sorted([&ada, &user(3, 0)]));
    // Users do not meet if either of them blocks the other.
    let mut lobby = Lobby::default();
    let blocking = Candidate { blocks: vec![bob.account()], ..ada };
    seek(&mut lobby, &blocking, request(false), 1);
    assert!(paired(&seek(&mut lobby, &bob, request(false), 2)).is_none());
    assert_eq!(lobby.take_seek(&blocking, SeekId::from_entropy(2), 0), Err(LobbyError::NotSuitable));
    let members = SeekRequest { members_only: true, ..request(false) };
    let mut lobby = Lobby::default();
    seek(&mut lobby, &bob, members, 1);
    assert!(paired(&seek(&mut lobby, &guest(5), request(false), 2)).is_none());
}

#[test]
fn wishes_for_seats_are_fulfilled() {
    for (first, second, seat_of_first) in [
        (SeatChoice::First, SeatChoice::Random, Player::First),
        (SeatChoice::Random, SeatChoice::First, Player::Second),
        (SeatChoice::Second, SeatChoice::First, Player::Second),
    ] {
        for entropy in 0..20 {
            let mut lobby = Lobby::default();
            let [ada, bob] = [user(1, 1_500), user(2, 1_500)];
            seek(&mut lobby, &ada, SeekRequest { seat: first, ..request(true) }, 1);
            let wish = SeekRequest { seat: second, ..request(true) };
            let events = lobby.seek(bob, wish, SeekId::from_entropy(2), 1, entropy).unwrap();
            assert_eq!(paired(&events).unwrap().players[seat_of_first as usize], ada.player);
        }
    }
    let mut lobby = Lobby::default();
    let both = SeekRequest { seat: SeatChoice::First, ..request(true) };
    seek(&mut lobby, &user(1, 1_500), both, 1);
    assert!(paired(&seek(&mut lobby, &user(2, 1_500), both, 2)).is_none());
}

#[test]
fn a_program_answers_who_wishes_it() {
    let bot = PlayerInfo { kind: UserKind::HouseBot, ..user(100, 2_000).player };
    let mut lobby = Lobby::new(vec![(Level::NORMAL, bot.clone())]);
    let wish = SeekRequest { bot: Some(Level::NORMAL), ..request(true) };
    seek(&mut lobby, &user(1, 1_500), wish, 1);
    seek(&mut lobby, &user(2, 1_500), SeekRequest { seat: SeatChoice::First, ..request(false) }, 2);
    assert_eq!(lobby.next_deadline(), Some(SECOND + BOT_DELAY));
    assert!(lobby.tick(SECOND + BOT_DELAY - 1, 5).is_empty());
    let events = lobby.tick(SECOND + BOT_DELAY, 5);
    let new = paired(&events).unwrap();
    assert!(new.players.contains(&bot) && !new.settings.rated);
    assert_eq!(lobby.seeks().count(), 1);
    assert!(paired(&lobby.tick(10 * BOT_DELAY, 6)).is_none());
    // Without a program of that level the seek stays open.
    seek(&mut lobby, &user(3, 1_500), SeekRequest { bot: Some(Level::HARD), ..request(true) }, 3);
    assert!(paired(&lobby.tick(DAY, 6)).is_none());
}

#[test]
fn seeks_are_limited_and_end_with_the_connection() {
    let mut lobby = Lobby::default();
    let ada = user(1, 1_500);
    let correspondence = GameSettings { tempo: "3d".parse().unwrap(), ..request(true).settings };
    seek(&mut lobby, &ada, SeekRequest { settings: correspondence, ..request(true) }, 1);
    seek(&mut lobby, &ada, request(true), 2);
    seek(&mut lobby, &ada, request(false), 3);
    let fourth = lobby.seek(ada.clone(), request(true), SeekId::from_entropy(4), 4, 4);
    assert_eq!(fourth, Err(LobbyError::TooMany));
    let same = lobby.seek(user(2, 1_500), request(true), SeekId::from_entropy(3), 4, 4);
    assert_eq!(same, Err(LobbyError::DuplicateId));
    assert_eq!(
        lobby.cancel_seek(AccountId::from_entropy(2), SeekId::from_entropy(3)),
        Err(LobbyError::NotYours)
    );
    assert_eq!(lobby.leave(ada.account()).len(), 2);
    assert_eq!(lobby.seeks().count(), 1);
    assert_eq!(lobby.next_deadline(), Some(SECOND + SEEK_LIFE));
    assert_eq!(lobby.tick(SECOND + SEEK_LIFE, 0), [LobbyEvent::SeekClosed(SeekId::from_entropy(1))]);
    assert_eq!(lobby.cancel_seek(ada.account(), SeekId::from_entropy(1)), Ok(Vec::new()));
    assert_eq!(
        lobby.seek(guest(7), request(true), SeekId::from_entropy(9), 0, 0),
        Err(LobbyError::GuestRated)
    );
}

#[test]
fn pools_widen_with_time() {
    let mut lobby = Lobby::default();
    let [ada, bob, cid] = [user(1, 1_500), user(2, 1_800), user(3, 1_550)];
    assert_eq!(lobby.next_deadline(), None);
    lobby.join_pool(ada.clone(), PoolId(0), 0, 1).unwrap();
    assert!(lobby.join_pool(ada.clone(), PoolId(0), 1, 1).unwrap().is_empty());
    lobby.join_pool(bob.clone(), PoolId(0), 0, 2).unwrap();
    assert_eq!(lobby.next_deadline(), Some(POOL_STEP));
    assert!(paired(&lobby.tick(9 * SECOND, 3)).is_none());
    // The nearest rating has priority, though another user has waited longer.
    let mut with_third = lobby.clone();
    let events = with_third.join_pool(cid.clone(), PoolId(0), 9 * SECOND, 4).unwrap();
    assert_eq!(accounts(paired(&events).unwrap()), sorted([&ada, &cid]));
    assert_eq!(with_third.pools().collect::<Vec<_>>(), [PoolView { pool: PoolId(0), waiting: 1 }]);
    let events = lobby.tick(10 * SECOND, 3);
    assert_eq!(accounts(paired(&events).unwrap()), sorted([&ada, &bob]));
    assert_eq!((lobby.pools().count(), lobby.next_deadline()), (0, None));
    assert_eq!(lobby.join_pool(ada, PoolId(200), 0, 0), Err(LobbyError::NotFound));
}

#[test]
fn a_user_waits_in_one_pool_and_a_guest_plays_casual_games() {
    let mut lobby = Lobby::default();
    let ada = user(1, 1_500);
    lobby.join_pool(ada.clone(), PoolId(0), 0, 1).unwrap();
    lobby.join_pool(ada.clone(), PoolId(1), 0, 1).unwrap();
    assert_eq!(lobby.pools().collect::<Vec<_>>(), [PoolView { pool: PoolId(1), waiting: 1 }]);
    let events = lobby.join_pool(guest(2), PoolId(1), 0, 1).unwrap();
    assert!(!paired(&events).unwrap().settings.rated);
    lobby.join_pool(ada.clone(), PoolId(0), 0, 1).unwrap();
    assert_eq!(
        lobby.leave_pool(ada.account()),
        [LobbyEvent::PoolChanged(PoolView { pool: PoolId(0), waiting: 0 })]
    );
    let blocking = Candidate { blocks: vec![guest(2).account()], ..ada };
    lobby.join_pool(blocking, PoolId(0), 0, 1).unwrap();
    lobby.join_pool(guest(2), PoolId(0), 0, 1).unwrap();
    assert!(paired(&lobby.tick(DAY, 1)).is_none());
}

#[test]
fn challenges_are_for_whom_they_are_meant() {
    let mut lobby = Lobby::default();
    let [ada, bob, cid] = [user(1, 1_500), user(2, 1_900), guest(3)];
    let settings = request(false).settings;
    let to_bob = ChallengeRequest { settings, seat: SeatChoice::Second, to: Some(bob.account()) };
    let [one, two] = [1, 2].map(ChallengeId::from_entropy);
    lobby.challenge(ada.clone(), to_bob, one, 0).unwrap();
    assert_eq!(lobby.challenge_for(cid.account(), one), Err(LobbyError::NotFound));
    assert_eq!(lobby.accept_challenge(&cid, one, 0), Err(LobbyError::NotFound));
    assert_eq!(lobby.accept_challenge(&ada, one, 0), Err(LobbyError::NotSuitable));
    assert_eq!(lobby.decline_challenge(ada.account(), one), Err(LobbyError::NotYours));
    let events = lobby.accept_challenge(&bob, one, 7).unwrap();
    let new = paired(&events).unwrap();
    assert_eq!((&new.players[1], &new.players[0]), (&ada.player, &bob.player));
    assert!(matches!(events[0], LobbyEvent::ChallengeClosed { game: Some(game), .. } if game == new.game));
    // A challenge by link is open to everyone, once.
    lobby.challenge(ada.clone(), ChallengeRequest { to: None, ..to_bob }, two, 0).unwrap();
    assert!(lobby.challenge_for(cid.account(), two).is_ok());
    assert!(paired(&lobby.accept_challenge(&cid, two, 7).unwrap()).is_some());
    assert_eq!(lobby.accept_challenge(&bob, two, 7), Err(LobbyError::NotFound));
    let to_self = ChallengeRequest { to: Some(ada.account()), ..to_bob };
    assert_eq!(lobby.challenge(ada, to_self, one, 0), Err(LobbyError::NotSuitable));
}

#[test]
fn challenges_end() {
    let mut lobby = Lobby::default();
    let [ada, bob] = [user(1, 1_500), user(2, 1_900)];
    let request = ChallengeRequest {
        settings: request(true).settings,
        seat: SeatChoice::Random,
        to: Some(bob.account()),
    };
    for number in 0..MAX {
        lobby.challenge(ada.clone(), request, ChallengeId::from_entropy(number), number).unwrap();
    }
    let more = lobby.challenge(ada.clone(), request, ChallengeId::from_entropy(99), 0);
    assert_eq!(more, Err(LobbyError::TooMany));
    let [one, two] = [0, 1].map(ChallengeId::from_entropy);
    assert_eq!(lobby.cancel_challenge(bob.account(), one), Err(LobbyError::NotYours));
    assert_eq!(lobby.cancel_challenge(ada.account(), one).unwrap().len(), 1);
    assert_eq!(lobby.decline_challenge(bob.account(), two).unwrap().len(), 1);
    assert_eq!(lobby.decline_challenge(bob.account(), two), Ok(Vec::new()));
    assert_eq!(lobby.next_deadline(), Some(2 + CHALLENGE_LIFE));
    let saved: Vec<OpenChallenge> = lobby.challenges().cloned().collect();
    let mut restored = Lobby::default();
    restored.restore([], saved);
    assert_eq!(restored, lobby);
    assert_eq!(lobby.tick(2 + CHALLENGE_LIFE, 0).len(), 1);
    assert_eq!(lobby.tick(DAY * 2, 0).len(), 7);
}

const MAX: u64 = crate::message::MAX_CHALLENGES as u64;

#[test]
fn stored_requests_for_games_that_are_not_rated_any_more_are_casual() {
    let [ada, bob] = [user(1, 1_500), user(2, 1_600)];
    let old = GameSettings {
        opening: "free".parse().unwrap(),
        tempo: "3d".parse().unwrap(),
        ..request(true).settings
    };
    assert!(old.rated && old.check().is_err());
    let (seek, challenge) = (SeekId::from_entropy(1), ChallengeId::from_entropy(2));
    let request = |settings| SeekRequest { settings, ..request(true) };
    let seeks = [(1, old), (3, GameSettings { opening: "swap2".parse().unwrap(), ..old })]
        .map(|(id, settings)| (SeekId::from_entropy(id), request(settings)))
        .map(|(seek, request)| OpenSeek { seek, by: ada.clone(), request, opened: 0 });
    let to_bob = ChallengeRequest { settings: old, seat: SeatChoice::First, to: Some(bob.account()) };
    let challenges = [OpenChallenge { challenge, by: ada.clone(), request: to_bob, opened: 0 }];
    let mut lobby = Lobby::default();
    lobby.restore(seeks, challenges);
    // Both players receive it before they agree.
    let shown: Vec<bool> = lobby.seeks().map(|open| open.request.settings.rated).collect();
    assert_eq!(shown.iter().filter(|rated| **rated).count(), 1, "the game with an opening stays rated");
    assert!(!lobby.challenge_for(bob.account(), challenge).unwrap().view().request.settings.rated);
    for events in
        [lobby.take_seek(&bob, seek, 5).unwrap(), lobby.accept_challenge(&bob, challenge, 6).unwrap()]
    {
        assert!(!paired(&events).unwrap().settings.rated);
    }
}

#[test]
fn watchers_of_the_lobby_receive_differences() {
    let mut lobby = Lobby::default();
    let [ada, bob] = [user(1, 1_500), user(2, 1_600)];
    let mut events = seek(&mut lobby, &ada, request(true), 1);
    assert_eq!(lobby_update(&events), LobbyUpdate { reset: false, ..lobby.snapshot() });
    events.extend(lobby.join_pool(ada, PoolId(3), 0, 1).unwrap());
    events.extend(seek(&mut lobby, &bob, request(true), 2));
    // The seek and the place in the pool no longer exist when the update is sent.
    let update = lobby_update(&events);
    assert!(update.added.is_empty() && update.removed.is_empty());
    assert_eq!(update.pools, [PoolView { pool: PoolId(3), waiting: 0 }]);
    assert_eq!(lobby.snapshot(), LobbyUpdate { reset: true, ..LobbyUpdate::default() });
}

#[test]
fn a_person_in_a_running_game_with_a_clock_looks_for_no_other_one() {
    let mut lobby = Lobby::default();
    let game = GameId::from_entropy(77);
    let [ada, bob] = [user(1, 1_500), user(2, 1_500)];
    let playing = Candidate { plays: Some(game), ..ada };
    let refused = LobbyError::Playing(game);
    assert_eq!(lobby.join_pool(playing.clone(), PoolId(0), 0, 0), Err(refused.clone()));
    let id = SeekId::from_entropy(5);
    assert_eq!(lobby.seek(playing.clone(), request(true), id, 0, 0), Err(refused.clone()));
    seek(&mut lobby, &bob, request(true), 1);
    assert_eq!(lobby.take_seek(&playing, SeekId::from_entropy(1), 0), Err(refused.clone()));
    assert!(refused.to_string().contains(game.as_str()), "{refused}");
    // A correspondence game leaves time for others, and programs play several games at once.
    let mut days = request(true);
    days.settings.tempo = "3d".parse().unwrap();
    lobby.seek(playing.clone(), days, id, 0, 0).unwrap();
    let mut program = playing;
    program.player.kind = UserKind::Bot;
    lobby.take_seek(&program, SeekId::from_entropy(1), 0).unwrap();
}

#[test]
fn aborted_games_cost_waiting_time_in_pools() {
    let mut lobby = Lobby::default();
    let [ada, bob] = [user(1, 1_500), user(2, 1_500)];
    let join = |lobby: &mut Lobby, who: &Candidate, now| lobby.join_pool(who.clone(), PoolId(0), now, 1);
    lobby.note_abort(ada.account(), bob.account(), 0);
    assert_eq!(join(&mut lobby, &ada, 1_000), Err(LobbyError::Wait(FIRST_WAIT - 1_000)));
    join(&mut lobby, &ada, FIRST_WAIT).unwrap();
    lobby.leave_pool(ada.account());
    for _ in 0..30 {
        lobby.note_abort(ada.account(), bob.account(), FIRST_WAIT);
    }
    assert_eq!(join(&mut lobby, &ada, FIRST_WAIT), Err(LobbyError::Wait(MOST_WAIT)));
    join(&mut lobby, &bob, FIRST_WAIT).unwrap();
}

#[test]
fn a_pool_does_not_pair_the_same_two_again_at_once() {
    let mut lobby = Lobby::default();
    let [ada, bob, cid] = [user(1, 1_500), user(2, 1_500), user(3, 1_500)];
    let join = |lobby: &mut Lobby, who: &Candidate, now| {
        paired(&lobby.join_pool(who.clone(), PoolId(0), now, 1).unwrap()).map(accounts)
    };
    join(&mut lobby, &ada, 0);
    assert_eq!(join(&mut lobby, &bob, 0), Some(sorted([&ada, &bob])));
    join(&mut lobby, &ada, 5_000);
    assert_eq!(join(&mut lobby, &bob, 5_000), None);
    assert_eq!(join(&mut lobby, &cid, 6_000), Some(sorted([&ada, &cid])));
    join(&mut lobby, &ada, 7_000);
    assert_eq!(paired(&lobby.tick(PAIR_AGAIN - 1, 1)), None);
    assert_eq!(paired(&lobby.tick(PAIR_AGAIN, 1)).map(accounts), Some(sorted([&ada, &bob])));
}
