//! What every storage must do.

use tengen_game::EndReason;
use tengen_game::opening::Player;
use tengen_online::game::LiveGame;
use tengen_online::id::{ChallengeId, SeekId};
use tengen_online::lobby::{Candidate, OpenChallenge, OpenSeek};
use tengen_online::message::{ChallengeRequest, EndCause, PlayerInfo, SeekRequest};
use tengen_online::settings::{SeatChoice, pool_settings};

use super::testing::{created, guest, moved};
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
        let member = StoredAccount {
            name: "Ada".parse().unwrap(),
            name_key: Some("ada".to_owned()),
            kind: UserKind::Member,
            password: Some("$argon2id$…".to_owned()),
            ..guest(1)
        };
        let id = member.account;
        let session =
            |token, account| Change::OpenSession { token: [token; 32], account, created: 5, expires: 100 };
        commit(storage, vec![Change::CreateAccount(member.clone()), session(1, id)]).await.unwrap();
        commit(storage, vec![session(2, id)]).await.unwrap();
        assert_eq!(storage.account(id).await.unwrap(), Some(member.clone()));
        assert_eq!(storage.account_of_name("ada").await.unwrap(), Some(member.clone()));
        assert_eq!(storage.account_of_name("Ada").await.unwrap(), None);
        assert_eq!(storage.session([1; 32], 99).await.unwrap(), Some(member.clone()));
        assert_eq!(storage.session([1; 32], 100).await.unwrap(), None, "expired");
        assert_eq!(storage.session([3; 32], 50).await.unwrap(), None);
        assert_eq!(commit(storage, vec![session(4, guest(9).account)]).await, Err(Conflict::Missing));

        let same_name = StoredAccount { account: guest(2).account, ..member.clone() };
        let taken = commit(storage, vec![Change::CreateAccount(same_name)]).await;
        assert_eq!(taken, Err(Conflict::NameTaken));

        commit(storage, vec![Change::CloseOtherSessions { account: id, except: [2; 32] }]).await.unwrap();
        assert_eq!(storage.session([1; 32], 50).await.unwrap(), None);
        assert!(storage.session([2; 32], 50).await.unwrap().is_some());
        let closed = Change::CloseAccount { account: id, name: "Closed-1".parse().unwrap() };
        commit(storage, vec![closed.clone()]).await.unwrap();
        assert_eq!(storage.session([2; 32], 50).await.unwrap(), None);
        let account = storage.account(id).await.unwrap().unwrap();
        assert_eq!((account.name.as_str(), account.password, account.name_key), ("Closed-1", None, None));
        assert_eq!(commit(storage, vec![closed]).await, Err(Conflict::Missing), "closed already");
    })
    .await;
}

#[tokio::test]
async fn a_guest_becomes_a_member() {
    on_each(async |storage| {
        let stored = guest(1);
        let account = stored.account;
        let rename =
            Change::Rename { account, name: "天元".parse().unwrap(), name_key: Some("天元".to_owned()) };
        let password = Change::SetPassword { account, kind: UserKind::Member, password: "$".to_owned() };
        commit(storage, vec![Change::CreateAccount(stored), rename, password]).await.unwrap();
        let member = storage.account_of_name("天元").await.unwrap().unwrap();
        assert_eq!((member.kind, member.password.as_deref()), (UserKind::Member, Some("$")));
    })
    .await;
}

#[tokio::test]
async fn events_are_appended_only_where_they_follow() {
    on_each(async |storage| {
        let (one, other) = (guest(1), guest(2));
        let (game, create) = created(7, &one, &other);
        let (second_game, create_second) = created(8, &other, &one);
        let accounts = vec![Change::CreateAccount(one.clone()), Change::CreateAccount(other)];
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
        let end = vec![moved(game, 4, 3), Change::EndGame { game, ended: 9_000, result }];
        commit(storage, end.clone()).await.unwrap();
        assert_eq!(commit(storage, end).await, Err(Conflict::Events { game }));
        let twice = vec![moved(game, 5, 4), Change::EndGame { game, ended: 9_001, result }];
        assert!(commit(storage, twice).await.is_err(), "a game ends once");
        assert_eq!(
            storage.game(game).await.unwrap().unwrap().events.len(),
            5,
            "nothing of the group is written"
        );
        assert_eq!(storage.live_games().await.unwrap().len(), 1);
        let lines = storage.games_of(one.account, 10_000, 10).await.unwrap();
        assert_eq!(lines.iter().map(|line| line.game).collect::<Vec<_>>(), [second_game, game]);
        assert_eq!(lines[1].result, Some(result));
        assert_eq!(storage.games_of(one.account, lines[0].created, 10).await.unwrap(), lines[1..]);
    })
    .await;
}

#[tokio::test]
async fn the_lobby_and_reports_are_stored() {
    on_each(async |storage| {
        let stored = guest(1);
        let player = PlayerInfo {
            account: stored.account,
            name: stored.name.clone(),
            kind: stored.kind,
            rating: None,
        };
        let by = Candidate { player, blocks: Vec::new() };
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

        let report = |entropy, created| StoredReport {
            report: ReportId::from_entropy(entropy),
            created,
            by: stored.account,
            about: guest(2).account,
            game: Some(GameId::from_entropy(3)),
            remark: "left every game".to_owned(),
        };
        for (entropy, created) in [(1, 10), (2, 30), (3, 20)] {
            commit(storage, vec![Change::Report(report(entropy, created))]).await.unwrap();
        }
        assert_eq!(storage.reports(2).await.unwrap(), [report(2, 30), report(3, 20)]);
        storage.check().await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn a_folder_keeps_everything_and_refuses_what_is_no_database() {
    let folder = tempfile::tempdir().unwrap();
    let stored = guest(1);
    {
        let storage = Sqlite::open(&folder.path().join("new")).await.unwrap();
        commit(&storage, vec![Change::CreateAccount(stored.clone())]).await.unwrap();
    }
    let storage = Sqlite::open(&folder.path().join("new")).await.unwrap();
    assert_eq!(storage.account(stored.account).await.unwrap(), Some(stored));

    std::fs::write(folder.path().join("tengen.sqlite"), "This is no database, but a text of some length.")
        .unwrap();
    let error = Sqlite::open(folder.path()).await.unwrap_err();
    assert!(error.to_string().contains("the database failed"), "{error}");
}
