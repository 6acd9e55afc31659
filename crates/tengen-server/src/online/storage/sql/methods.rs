//! The implementation of `Storage` for a database.
//!
//! This file is a module of each database: `Store` is the type of the parent module.

use std::collections::BTreeMap;

use tengen_online::Time;
use tengen_online::account::{Decision, NameKey, Remark, Report};
use tengen_online::category::Category;
use tengen_online::id::{AccountId, GameId, ReportId, TournamentId};
use tengen_online::lobby::{OpenChallenge, OpenSeek};
use tengen_online::message::PlayerInfo;
use tengen_online::rating::{Rating, RatingChange};

use super::{Store, credentials, moderation, rating, read, talk, tournament, write};
use crate::online::storage::{
    Agreement, Answer, Change, Conflict, GameLine, Leases, Storage, StoredAccount, StoredCredential,
    StoredGame, StoredTournament, Tally, TokenHash,
};

impl Storage for Store {
    fn commit<'a>(&'a self, groups: &'a [&'a [Change]]) -> Answer<'a, Vec<Result<(), Conflict>>> {
        Box::pin(self.bounded(async {
            match self.append(groups).await? {
                Some(results) => Ok(results),
                None => {
                    let results = write::commit(self.begin().await?, groups).await?;
                    self.after_commit(groups.len()).await;
                    Ok(results)
                }
            }
        }))
    }

    fn live_games(&self, part: u16) -> Answer<'_, Vec<StoredGame>> {
        Box::pin(read::live_games(&self.readers, part))
    }

    fn live_games_of(&self, account: AccountId) -> Answer<'_, Vec<GameId>> {
        Box::pin(read::live_games_of(&self.readers, account))
    }

    fn playing<'a>(&'a self, accounts: &'a [AccountId]) -> Answer<'a, BTreeMap<AccountId, GameId>> {
        Box::pin(read::playing(&self.readers, accounts))
    }

    fn game(&self, game: GameId) -> Answer<'_, Option<StoredGame>> {
        Box::pin(read::game(&self.readers, game))
    }

    fn games_of(&self, account: AccountId, before: Time, limit: u32) -> Answer<'_, Vec<GameLine>> {
        Box::pin(read::games_of(&self.readers, account, before, limit))
    }

    fn account(&self, account: AccountId) -> Answer<'_, Option<StoredAccount>> {
        Box::pin(read::account(&self.readers, account))
    }

    fn account_of_name<'a>(&'a self, key: &'a NameKey) -> Answer<'a, Option<StoredAccount>> {
        Box::pin(read::account_of_name(&self.readers, key))
    }

    fn session(&self, token: TokenHash, now: Time) -> Answer<'_, Option<StoredAccount>> {
        Box::pin(read::session(&self.readers, token, now))
    }

    fn lobby(&self) -> Answer<'_, (Vec<OpenSeek>, Vec<OpenChallenge>)> {
        Box::pin(read::lobby(&self.readers))
    }

    fn rating_history(&self, account: AccountId) -> Answer<'_, Vec<RatingChange>> {
        Box::pin(read::rating_history(&self.readers, account))
    }

    fn reports(&self, by: Option<AccountId>, only_open: bool, limit: u32) -> Answer<'_, Vec<Report>> {
        Box::pin(read::reports(&self.readers, by, only_open, limit))
    }

    fn tally(&self, account: AccountId) -> Answer<'_, Tally> {
        Box::pin(read::tally(&self.readers, account))
    }

    fn report(&self, report: ReportId) -> Answer<'_, Option<Report>> {
        Box::pin(moderation::report(&self.readers, report))
    }

    fn reports_about(&self, account: AccountId, limit: u32) -> Answer<'_, Vec<Report>> {
        Box::pin(moderation::reports_about(&self.readers, account, limit))
    }

    fn remarks(&self, game: GameId, limit: u32) -> Answer<'_, Vec<Remark>> {
        Box::pin(talk::of_game(&self.readers, game, limit))
    }

    fn remarks_by(&self, account: AccountId, limit: u32) -> Answer<'_, Vec<Remark>> {
        Box::pin(talk::by_account(&self.readers, account, limit))
    }

    fn decisions(&self, about: Option<AccountId>, limit: u32) -> Answer<'_, Vec<Decision>> {
        Box::pin(moderation::decisions(&self.readers, about, limit))
    }

    fn credential(&self, key: TokenHash) -> Answer<'_, Option<StoredCredential>> {
        Box::pin(credentials::credential(&self.readers, key))
    }

    fn credentials(&self, account: AccountId) -> Answer<'_, Vec<StoredCredential>> {
        Box::pin(credentials::credentials(&self.readers, account))
    }

    fn tournaments(&self, ended_after: Time) -> Answer<'_, Vec<StoredTournament>> {
        Box::pin(tournament::tournaments(&self.readers, ended_after))
    }

    fn tournament(&self, tournament: TournamentId) -> Answer<'_, Option<StoredTournament>> {
        Box::pin(tournament::tournament(&self.readers, tournament))
    }

    fn leaderboard(
        &self,
        category: Category,
        now: Time,
        limit: u32,
    ) -> Answer<'_, Vec<(PlayerInfo, Rating)>> {
        Box::pin(rating::leaderboard(&self.readers, category, now, limit))
    }

    fn agreement(&self, account: AccountId, limit: u32) -> Answer<'_, Vec<Agreement>> {
        Box::pin(rating::agreement(&self.readers, account, limit))
    }

    fn alive(&self) -> Answer<'_, Option<Time>> {
        Box::pin(read::alive(&self.readers))
    }

    fn check(&self) -> Answer<'_, ()> {
        Box::pin(read::check(&self.readers))
    }

    fn finish(&self) -> Answer<'_, ()> {
        Box::pin(self.close())
    }

    fn leases(&self) -> Option<&dyn Leases> {
        self.as_leases()
    }
}
