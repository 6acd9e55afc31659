//! The requirements for every storage.

use tengen_game::EndReason;
use tengen_game::opening::Player;
use tengen_online::account::{Measure, PasskeyInfo, ReportReason, ReportState, Scope, TokenInfo};
use tengen_online::category::Category;
use tengen_online::game::LiveGame;
use tengen_online::id::{ChallengeId, CredentialId, ReportId, SeekId};
use tengen_online::lobby::{OpenChallenge, OpenSeek};
use tengen_online::message::{
    ChallengeRequest, EndCause, SeekRequest, TournamentFormat, TournamentRequest, UserKind,
};
use tengen_online::settings::{SeatChoice, pool_settings};
use tengen_online::tournament::Tournament;

use super::testing::{created, guest, member, moved, new_game};
use super::*;
use crate::online::part::GAME_PARTS;

#[cfg(all(unix, feature = "cluster"))]
#[path = "../../../tests/online/services.rs"]
mod services;
#[cfg(all(unix, feature = "cluster"))]
pub(super) use services::PostgresServer;

async fn commit(storage: &dyn Storage, changes: Vec<Change>) -> Result<(), Conflict> {
    storage.commit(&[&changes]).await.unwrap().remove(0)
}

async fn live_games(storage: &dyn Storage) -> Vec<StoredGame> {
    let mut games = Vec::new();
    for part in 0..GAME_PARTS {
        games.extend(storage.live_games(part).await.unwrap());
    }
    games
}

/// Runs a check on a database in memory, on one in a folder, and on PostgreSQL.
async fn on_each(check: impl AsyncFn(&dyn Storage)) {
    check(&Sqlite::in_memory().await.unwrap()).await;
    let folder = tempfile::tempdir().unwrap();
    check(&Sqlite::open(folder.path()).await.unwrap()).await;
    #[cfg(all(unix, feature = "cluster"))]
    check(&Postgres::open(&PostgresServer::shared().database()).await.unwrap()).await;
}

#[tokio::test]
async fn accounts_are_found_by_identifier_name_and_session() {
    on_each(async |storage| {
        let ada = member(1, "Ada");
        let id = ada.id;
        let session =
            |token, account| Change::OpenSession { token: [token; 32], account, created: 5, expires: 100 };
        let create = Change::CreateAccount(Box::new(ada.clone()));
        commit(storage, vec![create, session(1, id), session(2, id)]).await.unwrap();
        let stored = StoredAccount { account: ada.clone(), version: 0, password: None };
        assert_eq!(storage.account(id).await.unwrap(), Some(stored.clone()));
        let key = NameKey::of(&"ADA".parse().unwrap());
        assert_eq!(storage.account_of_name(&key).await.unwrap(), Some(stored.clone()));
        assert_eq!(storage.account_of_name(&NameKey::of(&"Eda".parse().unwrap())).await.unwrap(), None);
        assert_eq!(storage.session([1; 32], 99).await.unwrap(), Some(stored));
        assert_eq!(storage.session([1; 32], 100).await.unwrap(), None, "expired");
        assert_eq!(storage.session([3; 32], 50).await.unwrap(), None);
        assert_eq!(commit(storage, vec![session(4, guest(9).id)]).await, Err(Conflict::Missing));
        let taken = commit(storage, vec![Change::CreateAccount(Box::new(member(2, "ada")))]).await;
        assert_eq!(taken, Err(Conflict::NameTaken));

        commit(storage, vec![Change::CloseOtherSessions { account: id, except: [2; 32] }]).await.unwrap();
        assert_eq!(storage.session([1; 32], 50).await.unwrap(), None);
        assert!(storage.session([2; 32], 50).await.unwrap().is_some());
        commit(storage, vec![Change::CloseSession([2; 32])]).await.unwrap();
        assert_eq!(storage.session([2; 32], 50).await.unwrap(), None);
    })
    .await;
}

#[tokio::test]
async fn an_account_changes_only_as_it_is_stored_and_leaves_nothing_when_deleted() {
    on_each(async |storage| {
        let mut account = guest(1);
        commit(storage, vec![Change::CreateAccount(Box::new(account.clone()))]).await.unwrap();
        account.register("天元".parse().unwrap(), 2_000, |_| false).unwrap();
        let put = |account: &Account, version, password: Option<&str>| {
            let password = password.map(str::to_owned);
            vec![Change::PutAccount { account: Box::new(account.clone()), version, password }]
        };
        commit(storage, put(&account, 0, Some("$"))).await.unwrap();
        account.set_muted(guest(2).id, true).unwrap();
        assert_eq!(commit(storage, put(&account, 0, None)).await, Err(Conflict::Version));
        commit(storage, put(&account, 1, None)).await.unwrap();
        let key = NameKey::of(&account.name);
        let stored = storage.account_of_name(&key).await.unwrap().unwrap();
        assert_eq!((&stored.account, stored.password.as_deref(), stored.version), (&account, Some("$"), 2));

        let other = member(2, "Bea");
        let (game, create) = created(3, &account, &other);
        let session = Change::OpenSession { token: [1; 32], account: account.id, created: 5, expires: 100 };
        commit(storage, vec![Change::CreateAccount(Box::new(other.clone())), create, session]).await.unwrap();
        commit(storage, put(&account.erased(9_000), 2, None)).await.unwrap();
        let stored = storage.account(account.id).await.unwrap().unwrap();
        assert_eq!((stored.password, stored.account.deleted), (None, Some(9_000)));
        assert_eq!(storage.account_of_name(&key).await.unwrap(), None);
        assert_eq!(storage.session([1; 32], 50).await.unwrap(), None);
        let game = LiveGame::replay(storage.game(game).await.unwrap().unwrap().events).unwrap();
        assert!(game.player(Player::First).name.is_generated());
        assert_eq!(game.player(Player::Second).name, other.name);
    })
    .await;
}

#[tokio::test]
async fn the_end_of_a_rated_game_changes_the_ratings() {
    on_each(async |storage| {
        let (ada, bea) = (member(1, "Ada"), member(2, "Bea"));
        let (game, create) = created(3, &ada, &bea);
        let accounts = [&ada, &bea].map(|account| Change::CreateAccount(Box::new(account.clone())));
        commit(storage, accounts.into_iter().chain([create]).collect()).await.unwrap();
        let result = GameOver { winner: Some(Player::Second), cause: EndCause::Played(EndReason::Timeout) };
        let new = Box::new(new_game(3, &ada, &bea));
        let category = Category::of(&new.settings).unwrap();
        let end = vec![moved(game, 1, 0), Change::EndGame { game: new, ended: 9_000, result, counts: true }];
        commit(storage, end).await.unwrap();
        let history = storage.rating_history(bea.id).await.unwrap();
        assert_eq!((history.len(), history[0].game), (1, game));
        let stored = storage.account(bea.id).await.unwrap().unwrap().account.ratings.get(category, 9_000);
        assert_eq!(stored, history[0].after);
        assert!(stored.value() > 1_600);
        assert!(
            storage.account(ada.id).await.unwrap().unwrap().account.ratings.get(category, 9_000).value()
                < 1_400
        );
    })
    .await;
}

#[tokio::test]
async fn events_are_appended_only_where_they_follow() {
    on_each(async |storage| {
        let (one, other) = (guest(1), guest(2));
        let (game, create) = created(7, &one, &other);
        let (second_game, create_second) = created(8, &other, &one);
        let accounts =
            [&one, &other].map(|account| Change::CreateAccount(Box::new(account.clone()))).to_vec();
        commit(storage, accounts).await.unwrap();
        let groups = [
            vec![create.clone()],
            vec![moved(game, 1, 0)],
            vec![create_second],
            vec![moved(game, 2, 1)],
            vec![moved(game, 2, 5)],
            vec![moved(game, 3, 2)],
            vec![moved(second_game, 2, 0)],
            vec![moved(second_game, 3, 0)],
            vec![create],
            vec![moved(GameId::from_entropy(99), 1, 0)],
        ];
        let groups: Vec<&[Change]> = groups.iter().map(Vec::as_slice).collect();
        let results = storage.commit(&groups).await.unwrap();
        let follows: Vec<bool> = results.iter().map(Result::is_ok).collect();
        assert_eq!(follows, [true, true, true, true, false, true, false, false, false, false], "{results:?}");
        let stored = storage.game(game).await.unwrap().unwrap();
        assert_eq!(LiveGame::replay(stored.events.clone()).unwrap().ply(), 3);
        assert_eq!(storage.game(second_game).await.unwrap().unwrap().events.len(), 1);
        assert_eq!(live_games(storage).await.len(), 2);
        assert_eq!(live_games(storage).await.iter().find(|live| live.game == game), Some(&stored));

        let result = GameOver { winner: Some(Player::Second), cause: EndCause::Played(EndReason::Timeout) };
        let new = Box::new(new_game(7, &one, &other));
        let end = vec![
            moved(game, 4, 3),
            Change::EndGame { game: new.clone(), ended: 9_000, result, counts: true },
        ];
        commit(storage, end.clone()).await.unwrap();
        assert_eq!(commit(storage, end).await, Err(Conflict::Events { game }));
        let twice =
            vec![moved(game, 5, 4), Change::EndGame { game: new, ended: 9_001, result, counts: true }];
        assert!(commit(storage, twice).await.is_err(), "a game ends once");
        assert_eq!(
            storage.game(game).await.unwrap().unwrap().events.len(),
            5,
            "nothing of the group is written"
        );
        assert_eq!(live_games(storage).await.len(), 1);
        let lines = storage.games_of(one.id, 10_000, 10).await.unwrap();
        assert_eq!(lines.iter().map(|line| line.new.game).collect::<Vec<_>>(), [second_game, game]);
        assert_eq!(lines[1].result, Some(result));
        assert_eq!(lines[1].new, new_game(7, &one, &other));
        assert_eq!(storage.games_of(one.id, lines[0].created, 10).await.unwrap(), lines[1..]);
        assert_eq!(storage.tally(one.id).await.unwrap(), Tally { won: 0, drawn: 0, lost: 1 });
        assert_eq!(storage.tally(other.id).await.unwrap(), Tally { won: 1, drawn: 0, lost: 0 });
    })
    .await;
}

#[tokio::test]
async fn the_lobby_and_reports_are_stored() {
    on_each(async |storage| {
        let account = guest(1);
        let by = account.candidate(None, 0);
        let settings = pool_settings(0).unwrap();
        let request =
            SeekRequest { settings, seat: SeatChoice::First, ratings: None, members_only: true, bot: None };
        let seek = OpenSeek { seek: SeekId::from_entropy(1), by: by.clone(), request, opened: 5 };
        let request = ChallengeRequest { settings, seat: SeatChoice::Second, to: None };
        let challenge = OpenChallenge { challenge: ChallengeId::from_entropy(1), by, request, opened: 6 };
        let open = vec![
            Change::OpenSeek(Box::new(seek.clone())),
            Change::OpenChallenge(Box::new(challenge.clone())),
        ];
        commit(storage, open).await.unwrap();
        assert_eq!(storage.lobby().await.unwrap(), (vec![seek.clone()], vec![challenge.clone()]));
        let close = vec![Change::CloseSeek(seek.seek), Change::CloseChallenge(challenge.challenge)];
        commit(storage, close.clone()).await.unwrap();
        commit(storage, close).await.unwrap();
        assert_eq!(storage.lobby().await.unwrap(), (Vec::new(), Vec::new()));

        let report = |entropy, at| Report {
            id: ReportId::from_entropy(entropy),
            by: account.id,
            about: guest(2).id,
            reason: ReportReason::Stalling,
            remark: "left every game".to_owned(),
            game: Some(GameId::from_entropy(3)),
            at,
            state: ReportState::Open,
        };
        for (entropy, at) in [(1, 10), (2, 30), (3, 20)] {
            commit(storage, vec![Change::PutReport(Box::new(report(entropy, at)))]).await.unwrap();
        }
        assert_eq!(storage.reports(None, true, 2).await.unwrap(), [report(2, 30), report(3, 20)]);
        let state = ReportState::Closed { by: guest(3).id, at: 40, justified: true };
        let closed = Report { state, ..report(2, 30) };
        commit(storage, vec![Change::PutReport(Box::new(closed))]).await.unwrap();
        assert_eq!(storage.reports(Some(account.id), true, 9).await.unwrap(), [report(3, 20), report(1, 10)]);
        assert_eq!(storage.reports(Some(account.id), false, 9).await.unwrap().len(), 3);
        assert_eq!(storage.reports(Some(guest(2).id), false, 9).await.unwrap(), []);
        storage.check().await.unwrap();

        assert_eq!(storage.alive().await.unwrap(), None);
        for at in [1_000, 2_000] {
            commit(storage, vec![Change::Alive(at)]).await.unwrap();
        }
        assert_eq!(storage.alive().await.unwrap(), Some(2_000));
    })
    .await;
}

#[tokio::test]
async fn tournaments_are_their_events_and_lose_the_names_of_deleted_accounts() {
    on_each(async |storage| {
        let (ada, bea) = (member(1, "Ada"), member(2, "Bea"));
        let accounts = [&ada, &bea].map(|account| Change::CreateAccount(Box::new(account.clone())));
        commit(storage, accounts.to_vec()).await.unwrap();
        let request = TournamentRequest {
            name: "Cup".to_owned(),
            format: TournamentFormat::Swiss { rounds: 1 },
            settings: pool_settings(0).unwrap(),
            starts: 5_000,
            bots: Vec::new(),
            programs: false,
            berserk: false,
            private: false,
        };
        let id = TournamentId::from_entropy(1);
        let (mut tournament, created) = Tournament::create(id, request, ada.info(None, 0), 1_000).unwrap();
        let append = |before, events: &[TournamentEvent]| {
            vec![Change::AppendTournament { tournament: id, before, events: events.to_vec() }]
        };
        commit(storage, append(0, std::slice::from_ref(&created))).await.unwrap();
        let mut log = vec![created];
        for player in [&ada, &bea] {
            let reply = tournament.join(player.info(None, 0), 2_000);
            commit(storage, append(log.len() as u32, &reply.events)).await.unwrap();
            log.extend(reply.events);
        }
        let reply = tournament.tick(5_000, 7, |_| true, |_, _| false);
        let conflict = Conflict::TournamentEvents { tournament: id };
        assert_eq!(
            commit(storage, append(2, &reply.events)).await,
            Err(conflict),
            "others were written before"
        );
        assert_eq!(commit(storage, append(0, &log)).await, Err(Conflict::DuplicateId));
        commit(storage, append(3, &reply.events)).await.unwrap();
        log.extend(reply.events);
        let stored = StoredTournament { tournament: id, events: log.clone() };
        assert_eq!(storage.tournament(id).await.unwrap(), Some(stored.clone()));
        assert_eq!(storage.tournaments(Time::MAX >> 1).await.unwrap(), [stored], "it has not ended");
        assert_eq!(storage.tournament(TournamentId::from_entropy(2)).await.unwrap(), None);

        let cancelled = tournament.cancel(9_000).events;
        commit(storage, append(log.len() as u32, &cancelled)).await.unwrap();
        assert_eq!(storage.tournaments(8_999).await.unwrap().len(), 1);
        assert_eq!(storage.tournaments(9_000).await.unwrap(), []);
        let put = Change::PutAccount { account: Box::new(ada.erased(9_000)), version: 0, password: None };
        commit(storage, vec![put]).await.unwrap();
        let stored = storage.tournament(id).await.unwrap().unwrap();
        let text = serde_json::to_string(&stored.events).unwrap();
        assert!(!text.contains("Ada") && text.contains("Bea"), "{text}");
        assert_eq!(Tournament::replay(stored.events).unwrap().standings().len(), 2);
    })
    .await;
}

#[tokio::test]
async fn a_leaderboard_has_the_ranked_members_of_a_category() {
    on_each(async |storage| {
        let names = ["Ada", "Bea", "Cleo", "Dora", "Eve"];
        let players: Vec<Account> = (1..).zip(names).map(|(entropy, name)| member(entropy, name)).collect();
        let accounts = players.iter().map(|account| Change::CreateAccount(Box::new(account.clone())));
        commit(storage, accounts.collect()).await.unwrap();
        // All but the last account play until they are ranked; the one with the lower number wins.
        let mut now = 2 * tengen_online::DAY;
        let mut entropy = 100;
        let category = Category::of(&new_game(0, &players[0], &players[1]).settings).unwrap();
        for _ in 0..25 {
            for (one, other) in [(0, 1), (2, 3), (1, 2), (0, 3)] {
                entropy += 1;
                now += 1_000;
                let (game, create) = created(entropy, &players[one], &players[other]);
                let winner = if entropy.is_multiple_of(5) { Player::Second } else { Player::First };
                let result = GameOver { winner: Some(winner), cause: EndCause::Played(EndReason::Line) };
                let new = Box::new(new_game(entropy, &players[one], &players[other]));
                let end = Change::EndGame { game: new, ended: now, result, counts: true };
                commit(storage, vec![create, moved(game, 1, 0), end]).await.unwrap();
            }
        }
        let board = storage.leaderboard(category, now, 10).await.unwrap();
        let found: Vec<&str> = board.iter().map(|(player, _)| player.name.as_str()).collect();
        assert_eq!(found, ["Ada", "Bea", "Cleo", "Dora"]);
        assert!(
            board
                .iter()
                .all(|(player, rating)| rating.is_ranked(now) && player.rating == Some(rating.view(now)))
        );
        assert!(board.is_sorted_by(|(_, one), (_, other)| one.rating >= other.rating));
        assert_eq!(board[0].1.games, 50);
        assert_eq!(storage.leaderboard(category, now, 2).await.unwrap(), board[..2]);
        let other = Category { balanced: !category.balanced, ..category };
        assert_eq!(storage.leaderboard(other, now, 10).await.unwrap(), []);
        // A ban removes the place, and the end of the ban restores it.
        let mut banned = players[0].clone();
        banned.sanction.banned = Some(now + 5);
        let put = Change::PutAccount { account: Box::new(banned), version: 0, password: None };
        commit(storage, vec![put]).await.unwrap();
        assert_eq!(storage.leaderboard(category, now, 10).await.unwrap(), board[1..]);
        assert_eq!(storage.leaderboard(category, now + 5, 10).await.unwrap().len(), 4);
        // A program has no place either.
        let put = Account { kind: UserKind::Bot, ..players[1].clone() };
        let put = Change::PutAccount { account: Box::new(put), version: 0, password: None };
        commit(storage, vec![put]).await.unwrap();
        assert_eq!(storage.leaderboard(category, now + 5, 10).await.unwrap().len(), 3);
    })
    .await;
}

#[tokio::test]
async fn agreement_is_stored_for_each_game() {
    on_each(async |storage| {
        let of = |entropy, at, agreed| Agreement {
            account: guest(1).id,
            game: GameId::from_entropy(entropy),
            at,
            judged: 10,
            agreed,
        };
        let put = [of(1, 5, 3), of(2, 9, 4), of(1, 6, 2)].map(Change::PutAgreement);
        commit(storage, put.to_vec()).await.unwrap();
        assert_eq!(storage.agreement(guest(1).id, 10).await.unwrap(), [of(2, 9, 4), of(1, 6, 2)]);
        assert_eq!(storage.agreement(guest(1).id, 1).await.unwrap(), [of(2, 9, 4)]);
        assert_eq!(storage.agreement(guest(2).id, 10).await.unwrap(), []);
    })
    .await;
}

#[tokio::test]
async fn credentials_are_found_by_hash_and_end_with_their_account() {
    on_each(async |storage| {
        let (ada, bea) = (member(1, "Ada"), member(2, "Bea"));
        let accounts = [&ada, &bea].map(|account| Change::CreateAccount(Box::new(account.clone())));
        commit(storage, accounts.to_vec()).await.unwrap();
        let token = |number: u8, account: &Account| {
            let id = CredentialId::from_entropy(u64::from(number));
            let info = TokenInfo::new(id, "my bot", vec![Scope::Bot], 0, 5).unwrap();
            StoredCredential { key: [number; 32], account: account.id, credential: Credential::Token(info) }
        };
        let info = PasskeyInfo::new(CredentialId::from_entropy(9), "telephone", 0, 6).unwrap();
        let passkey = |counter| StoredCredential {
            key: [9; 32],
            account: ada.id,
            credential: Credential::Passkey(StoredPasskey {
                info: info.clone(),
                handle: "AAEC".to_owned(),
                public_key: "pQEC".to_owned(),
                counter,
            }),
        };
        let put = |stored: StoredCredential| vec![Change::PutCredential(Box::new(stored))];
        for stored in [token(1, &ada), passkey(0), token(2, &bea), passkey(7)] {
            commit(storage, put(stored)).await.unwrap();
        }
        let of_another = StoredCredential { account: bea.id, ..passkey(8) };
        assert!(commit(storage, put(of_another)).await.is_err(), "it is another account's");
        assert_eq!(storage.credentials(ada.id).await.unwrap(), [token(1, &ada), passkey(7)]);
        assert_eq!(storage.credential([9; 32]).await.unwrap(), Some(passkey(7)));
        assert_eq!(storage.credential([3; 32]).await.unwrap(), None);
        let delete = |account: &Account, number| {
            let credential = CredentialId::from_entropy(number);
            vec![Change::DropCredential { account: account.id, credential }]
        };
        assert_eq!(commit(storage, delete(&bea, 1)).await, Err(Conflict::Missing));
        commit(storage, delete(&ada, 1)).await.unwrap();
        assert_eq!(storage.credential([1; 32]).await.unwrap(), None);
        let account = Box::new(ada.erased(9));
        commit(storage, vec![Change::PutAccount { account, version: 0, password: None }]).await.unwrap();
        assert_eq!(storage.credentials(ada.id).await.unwrap(), []);
        assert_eq!(storage.credentials(bea.id).await.unwrap(), [token(2, &bea)]);
    })
    .await;
}

#[tokio::test]
async fn moderators_find_reports_and_decisions_of_a_user() {
    on_each(async |storage| {
        let [one, other] = [guest(1).id, guest(2).id];
        let report = |entropy, about| Report {
            id: ReportId::from_entropy(entropy),
            by: guest(3).id,
            about,
            reason: ReportReason::Abuse,
            remark: String::new(),
            game: None,
            at: entropy,
            state: ReportState::Open,
        };
        for report in [report(1, one), report(2, other), report(3, one)] {
            commit(storage, vec![Change::PutReport(Box::new(report))]).await.unwrap();
        }
        assert_eq!(storage.reports_about(one, 9).await.unwrap(), [report(3, one), report(1, one)]);
        assert_eq!(storage.report(ReportId::from_entropy(2)).await.unwrap(), Some(report(2, other)));
        assert_eq!(storage.report(ReportId::from_entropy(4)).await.unwrap(), None);
        let decision = |about, at, measure| Decision {
            by: None,
            about,
            at,
            measure,
            report: None,
            remark: "seen".to_owned(),
        };
        let (ban, pardon) = (decision(one, 5, Measure::Ban { until: 9 }), decision(one, 6, Measure::Pardon));
        let silence = decision(other, 7, Measure::Silence { until: Time::MAX });
        for decision in [&ban, &pardon, &silence] {
            commit(storage, vec![Change::LogDecision(Box::new(decision.clone()))]).await.unwrap();
        }
        assert_eq!(storage.decisions(Some(one), 9).await.unwrap(), [pardon.clone(), ban]);
        assert_eq!(storage.decisions(None, 2).await.unwrap(), [silence, pardon]);
    })
    .await;
}

#[tokio::test]
async fn a_folder_keeps_everything_and_refuses_what_is_no_database() {
    let folder = tempfile::tempdir().unwrap();
    let account = guest(1);
    {
        let storage = Sqlite::open(&folder.path().join("new")).await.unwrap();
        commit(&storage, vec![Change::CreateAccount(Box::new(account.clone()))]).await.unwrap();
    }
    let storage = Sqlite::open(&folder.path().join("new")).await.unwrap();
    let second = Sqlite::open(&folder.path().join("new")).await.unwrap_err();
    assert!(matches!(second, StorageError::InUse { .. }), "{second}");
    assert_eq!(storage.account(account.id).await.unwrap().unwrap().account, account);

    std::fs::write(folder.path().join("tengen.sqlite"), "This is no database, but a text of some length.")
        .unwrap();
    let error = Sqlite::open(folder.path()).await.unwrap_err();
    assert!(error.to_string().contains("the database failed"), "{error}");
}

#[tokio::test]
async fn remarks_are_kept_for_a_while_and_those_of_reported_games_for_good() {
    on_each(async |storage| {
        let (one, other) = (guest(1), guest(2));
        let create = [&one, &other].map(|account| Change::CreateAccount(Box::new(account.clone())));
        commit(storage, create.to_vec()).await.unwrap();
        let games = [5, 6].map(GameId::from_entropy);
        let remark = |game: usize, at: Time, text: &str| Remark {
            game: games[game],
            by: one.id,
            at,
            text: text.to_owned(),
        };
        let [early, reported, late] = [remark(0, 10, "a"), remark(1, 10, "b"), remark(0, 30, "c")];
        let put = [&early, &reported, &late].map(|remark| Change::PutRemark(remark.clone()));
        commit(storage, put.to_vec()).await.unwrap();
        assert_eq!(storage.remarks(games[0], 9).await.unwrap(), [early.clone(), late.clone()]);
        assert_eq!(storage.remarks(games[0], 1).await.unwrap(), std::slice::from_ref(&early));
        assert_eq!(storage.remarks_by(one.id, 9).await.unwrap(), [early, reported.clone(), late.clone()]);
        let report = Report {
            id: ReportId::from_entropy(1),
            by: other.id,
            about: one.id,
            reason: ReportReason::Abuse,
            remark: String::new(),
            game: Some(games[1]),
            at: 20,
            state: ReportState::Open,
        };
        commit(storage, vec![Change::PutReport(Box::new(report)), Change::DropRemarks { before: 30 }])
            .await
            .unwrap();
        assert_eq!(storage.remarks_by(one.id, 9).await.unwrap(), [reported, late]);
        // The remarks are deleted with their author's account.
        let stored = storage.account(one.id).await.unwrap().unwrap();
        let erased = Box::new(stored.account.erased(40));
        let put = Change::PutAccount { account: erased, version: stored.version, password: None };
        commit(storage, vec![put]).await.unwrap();
        assert_eq!(storage.remarks_by(one.id, 9).await.unwrap(), []);
    })
    .await;
}

#[tokio::test]
async fn those_who_play_on_a_clock_are_known() {
    on_each(async |storage| {
        let accounts = [1, 2, 3, 4].map(guest);
        let create = accounts.each_ref().map(|account| Change::CreateAccount(Box::new(account.clone())));
        commit(storage, create.to_vec()).await.unwrap();
        let ids = accounts.each_ref().map(|account| account.id);
        let [one, other, third, fourth] = &accounts;
        assert_eq!(storage.playing(&ids).await.unwrap(), [].into());
        let (game, on_a_clock) = created(5, one, other);
        let mut by_mail = new_game(6, third, fourth);
        by_mail.settings.tempo = "1d".parse().unwrap();
        let players = by_mail.players.clone().map(|player| player.account);
        let id = by_mail.game;
        let (_, event) = LiveGame::create(by_mail, 2_000).unwrap();
        commit(storage, vec![on_a_clock, Change::CreateGame { game: id, players, event }]).await.unwrap();
        assert_eq!(storage.playing(&ids).await.unwrap(), [(one.id, game), (other.id, game)].into());
        assert_eq!(storage.playing(&ids[1..]).await.unwrap(), [(other.id, game)].into());
        assert_eq!(storage.playing(&[]).await.unwrap(), [].into());
        let result = GameOver { winner: None, cause: EndCause::Abort };
        let new = Box::new(new_game(5, one, other));
        assert_eq!(new.game, game);
        commit(storage, vec![Change::EndGame { game: new, ended: 9_000, result, counts: true }])
            .await
            .unwrap();
        assert_eq!(storage.playing(&ids).await.unwrap(), [].into());
    })
    .await;
}
