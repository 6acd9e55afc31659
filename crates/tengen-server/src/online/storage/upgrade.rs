//! Databases of earlier versions: for each published version there is a dump with rows of every table, which this version opens.
//!
//! For another version of the tables, fill a database with the version before it, by
//! `TENGEN_DUMP=FOLDER cargo test -p tengen-server --all-features --lib -- --ignored fills_a_database`, and write its dump next to those
//! in `tests/data`: `sqlite3 FOLDER/tengen.sqlite .dump` and `pg_dump --inserts --no-owner DATABASE`.

use tengen_game::EndReason;
use tengen_game::opening::Player;
use tengen_online::account::{Measure, PasskeyInfo, ReportReason, ReportState, Scope, TokenInfo};
use tengen_online::category::Category;
use tengen_online::game::LiveGame;
use tengen_online::id::{ChallengeId, CredentialId, ReportId, SeekId};
use tengen_online::message::{ChallengeRequest, EndCause, SeekRequest, TournamentFormat, TournamentRequest};
use tengen_online::settings::{SeatChoice, pool_settings};
use tengen_online::tournament::Tournament;

use super::testing::{created, member, moved, new_game};
use super::*;
use crate::online::part::part_of;

/// The content of the dumps of version 1.
struct Rows {
    ada: Account,
    bea: Account,
    seek: OpenSeek,
    challenge: OpenChallenge,
    report: Report,
    decision: Decision,
    agreement: Agreement,
    credentials: [StoredCredential; 2],
    tournament: StoredTournament,
    live: GameId,
    ended: GameId,
}

const SESSION: TokenHash = [1; 32];

impl Rows {
    fn new() -> Rows {
        let (ada, bea) = (member(1, "Ada"), member(2, "Bea"));
        let settings = pool_settings(0).unwrap();
        let by = ada.candidate(Category::of(&settings), 5);
        let request =
            SeekRequest { settings, seat: SeatChoice::First, ratings: None, members_only: true, bot: None };
        let seek = OpenSeek { seek: SeekId::from_entropy(1), by: by.clone(), request, opened: 5 };
        let request = ChallengeRequest { settings, seat: SeatChoice::Second, to: None };
        let challenge = OpenChallenge { challenge: ChallengeId::from_entropy(1), by, request, opened: 6 };
        let ended = new_game(7, &ada, &bea).game;
        let report = Report {
            id: ReportId::from_entropy(1),
            by: ada.id,
            about: bea.id,
            reason: ReportReason::Stalling,
            remark: "slow".to_owned(),
            game: Some(ended),
            at: 20,
            state: ReportState::Open,
        };
        let decision = Decision {
            by: None,
            about: bea.id,
            at: 30,
            measure: Measure::Warn { text: "faster".to_owned() },
            report: Some(report.id),
            remark: String::new(),
        };
        let info = |entropy| (CredentialId::from_entropy(entropy), format!("Label {entropy}"));
        let (id, label) = info(1);
        let token = Credential::Token(TokenInfo { id, label, scopes: vec![Scope::Bot], created: 40 });
        let (id, label) = info(2);
        let passkey = Credential::Passkey(StoredPasskey {
            info: PasskeyInfo { id, label, created: 50, used: None },
            handle: "AAEC".to_owned(),
            public_key: "pQEC".to_owned(),
            counter: 3,
        });
        let credential = |key, credential| StoredCredential { key: [key; 32], account: ada.id, credential };
        let request = TournamentRequest {
            name: "Cup".to_owned(),
            format: TournamentFormat::Swiss { rounds: 1 },
            settings,
            starts: 5_000,
            bots: Vec::new(),
            programs: false,
            berserk: false,
            private: false,
        };
        let id = TournamentId::from_entropy(1);
        let (mut cup, event) = Tournament::create(id, request, ada.info(None, 0), 1_000).unwrap();
        let mut events = vec![event];
        for player in [&ada, &bea] {
            events.extend(cup.join(player.info(None, 0), 2_000).events);
        }
        events.extend(cup.tick(5_000, 7, |_| true, |_, _| false).events);
        Rows {
            seek,
            challenge,
            report,
            decision,
            agreement: Agreement { account: ada.id, game: ended, at: 60, judged: 20, agreed: 9 },
            credentials: [credential(8, token), credential(9, passkey)],
            tournament: StoredTournament { tournament: id, events },
            live: new_game(8, &ada, &bea).game,
            ended,
            ada,
            bea,
        }
    }

    /// The changes that write the rows.
    fn changes(&self) -> Vec<Change> {
        let create = |account: &Account| Change::CreateAccount(Box::new(account.clone()));
        let put = Change::PutAccount {
            account: Box::new(self.ada.clone()),
            version: 0,
            password: Some("$argon2id$".to_owned()),
        };
        let session =
            Change::OpenSession { token: SESSION, account: self.ada.id, created: 5, expires: 1 << 50 };
        let [(_, ended), (_, live)] = [7, 8].map(|entropy| created(entropy, &self.ada, &self.bea));
        let result = GameOver { winner: Some(Player::Second), cause: EndCause::Played(EndReason::Timeout) };
        let game = Box::new(new_game(7, &self.ada, &self.bea));
        let StoredTournament { tournament, events } = self.tournament.clone();
        let [token, passkey] = self.credentials.clone().map(Box::new);
        vec![
            create(&self.ada),
            create(&self.bea),
            put,
            session,
            ended,
            moved(self.ended, 1, 0),
            Change::EndGame { game, ended: 9_000, result, counts: true },
            live,
            moved(self.live, 1, 0),
            moved(self.live, 2, 1),
            Change::OpenSeek(Box::new(self.seek.clone())),
            Change::OpenChallenge(Box::new(self.challenge.clone())),
            Change::PutReport(Box::new(self.report.clone())),
            Change::LogDecision(Box::new(self.decision.clone())),
            Change::PutAgreement(self.agreement),
            Change::PutCredential(token),
            Change::PutCredential(passkey),
            Change::AppendTournament { tournament, before: 0, events },
            Change::Alive(8_000),
        ]
    }

    /// Checks that all rows are present, and that games and tournaments can be continued.
    async fn check(&self, storage: &dyn Storage) {
        let stored = storage.session(SESSION, 10).await.unwrap().unwrap();
        assert_eq!((&stored.account.name, stored.password.as_deref()), (&self.ada.name, Some("$argon2id$")));
        assert!(!stored.account.ratings.is_empty());
        let history = storage.rating_history(self.bea.id).await.unwrap();
        assert_eq!(history.iter().map(|change| change.game).collect::<Vec<_>>(), [self.ended]);
        let lobby = (vec![self.seek.clone()], vec![self.challenge.clone()]);
        assert_eq!(storage.lobby().await.unwrap(), lobby);
        assert_eq!(storage.reports(None, true, 9).await.unwrap(), std::slice::from_ref(&self.report));
        assert_eq!(storage.decisions(None, 9).await.unwrap(), std::slice::from_ref(&self.decision));
        assert_eq!(storage.agreement(self.ada.id, 9).await.unwrap(), [self.agreement]);
        assert_eq!(storage.credentials(self.ada.id).await.unwrap(), self.credentials);
        assert_eq!(storage.alive().await.unwrap(), Some(8_000));
        assert_eq!(storage.tally(self.bea.id).await.unwrap(), Tally { won: 1, drawn: 0, lost: 0 });
        let cup = storage.tournament(self.tournament.tournament).await.unwrap().unwrap();
        assert_eq!(cup, self.tournament);
        assert_eq!(Tournament::replay(cup.events).unwrap().games().count(), 1);
        let live = storage.live_games(part_of(self.live)).await.unwrap();
        assert_eq!(live.iter().map(|game| game.game).collect::<Vec<_>>(), [self.live]);
        let mut game = LiveGame::replay(live[0].events.clone()).unwrap();
        assert_eq!(game.ply(), 2);
        let events = game.resume(8_000, 10_000).events;
        let append = Change::Append { game: self.live, before: 3, events };
        assert_eq!(storage.commit(&[&[append]]).await.unwrap(), [Ok(())]);
        assert_eq!(storage.game(self.live).await.unwrap().unwrap().events.len(), 4);
        // The game of a report is found, although version 1 had no column for it.
        let remark = Remark { game: self.ended, by: self.bea.id, at: 1, text: "slow?".to_owned() };
        let changes = [Change::PutRemark(remark.clone()), Change::DropRemarks { before: 9_000 }];
        assert_eq!(storage.commit(&[&changes]).await.unwrap(), [Ok(())]);
        assert_eq!(storage.remarks(self.ended, 9).await.unwrap(), [remark]);
    }
}

#[tokio::test]
async fn a_database_of_version_1_in_a_folder_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let options = sqlx::sqlite::SqliteConnectOptions::new()
        .filename(Sqlite::file(folder.path()))
        .create_if_missing(true);
    let mut connection = sqlx::ConnectOptions::connect(&options).await.unwrap();
    let dump = include_str!("../../../tests/data/version1.sqlite.sql");
    sqlx::raw_sql(dump).execute(&mut connection).await.unwrap();
    sqlx::Connection::close(connection).await.unwrap();
    Rows::new().check(&Sqlite::open(folder.path()).await.unwrap()).await;
}

#[cfg(all(unix, feature = "cluster"))]
#[tokio::test]
async fn a_database_of_version_1_of_postgresql_is_read_and_a_newer_one_is_refused() {
    use sqlx::Connection as _;

    let address = tests::PostgresServer::shared().database();
    let mut connection = sqlx::PgConnection::connect(&address).await.unwrap();
    let dump = include_str!("../../../tests/data/version1.postgres.sql");
    sqlx::raw_sql(dump).execute(&mut connection).await.unwrap();
    Rows::new().check(&Postgres::open(&address).await.unwrap()).await;
    let newer = "INSERT INTO public._sqlx_migrations (version, description, success, checksum, execution_time) \
        VALUES (999, 'later', TRUE, '\\x00', 0)";
    sqlx::raw_sql(newer).execute(&mut connection).await.unwrap();
    let error = Postgres::open(&address).await.unwrap_err();
    assert!(matches!(error, StorageError::Newer { found: 999 }), "{error}");
}

/// Fills databases of this version for dumps.
#[tokio::test]
#[ignore = "writes a database into the folder TENGEN_DUMP, and into TENGEN_DUMP_DATABASE"]
async fn fills_a_database() {
    let rows = Rows::new();
    let folder = PathBuf::from(std::env::var_os("TENGEN_DUMP").expect("a folder"));
    let all = rows.changes();
    assert_eq!(Sqlite::open(&folder).await.unwrap().commit(&[&all]).await.unwrap(), [Ok(())]);
    #[cfg(feature = "cluster")]
    {
        let address = std::env::var("TENGEN_DUMP_DATABASE").expect("an address of PostgreSQL");
        assert_eq!(Postgres::open(&address).await.unwrap().commit(&[&all]).await.unwrap(), [Ok(())]);
    }
}
