//! What every storage must do.

use tengen_game::EndReason;
use tengen_game::opening::Player;
use tengen_online::account::{ReportReason, ReportState};
use tengen_online::category::Category;
use tengen_online::game::LiveGame;
use tengen_online::id::{ChallengeId, ReportId, SeekId};
use tengen_online::lobby::{OpenChallenge, OpenSeek};
use tengen_online::message::{ChallengeRequest, EndCause, SeekRequest};
use tengen_online::settings::{SeatChoice, pool_settings};

use super::testing::{created, guest, member, moved, new_game};
use super::*;

async fn commit(storage: &dyn Storage, changes: Vec<Change>) -> Result<(), Conflict> {
    storage.commit(&[&changes]).await.unwrap().remove(0)
}

/// Runs a check on a database in memory, and on one in a folder.
async fn on_each(check: impl AsyncFn(&dyn Storage)) {
    check(&Sqlite::in_memory().await.unwrap()).await;
    let folder = tempfile::tempdir().unwrap();
    check(&Sqlite::open(folder.path()).await.unwrap()).await;
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
        let end = vec![moved(game, 1, 0), Change::EndGame { game: new, ended: 9_000, result }];
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
        assert_eq!(storage.live_games().await.unwrap().len(), 2);
        assert_eq!(storage.live_games().await.unwrap()[0], stored);

        let result = GameOver { winner: Some(Player::Second), cause: EndCause::Played(EndReason::Timeout) };
        let new = Box::new(new_game(7, &one, &other));
        let end = vec![moved(game, 4, 3), Change::EndGame { game: new.clone(), ended: 9_000, result }];
        commit(storage, end.clone()).await.unwrap();
        assert_eq!(commit(storage, end).await, Err(Conflict::Events { game }));
        let twice = vec![moved(game, 5, 4), Change::EndGame { game: new, ended: 9_001, result }];
        assert!(commit(storage, twice).await.is_err(), "a game ends once");
        assert_eq!(
            storage.game(game).await.unwrap().unwrap().events.len(),
            5,
            "nothing of the group is written"
        );
        assert_eq!(storage.live_games().await.unwrap().len(), 1);
        let lines = storage.games_of(one.id, 10_000, 10).await.unwrap();
        assert_eq!(lines.iter().map(|line| line.game).collect::<Vec<_>>(), [second_game, game]);
        assert_eq!(lines[1].result, Some(result));
        assert_eq!(storage.games_of(one.id, lines[0].created, 10).await.unwrap(), lines[1..]);
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
    assert_eq!(storage.account(account.id).await.unwrap().unwrap().account, account);

    std::fs::write(folder.path().join("tengen.sqlite"), "This is no database, but a text of some length.")
        .unwrap();
    let error = Sqlite::open(folder.path()).await.unwrap_err();
    assert!(error.to_string().contains("the database failed"), "{error}");
}
