//! The page's reactions to messages of the server.

use tengen_online::id::GameId;
use tengen_online::message::{ClientCommand, ErrorCode};
use tengen_online::phrase::Utterance;

use super::{News, Online, OnlineNotice, View};
use crate::storage;

impl Online {
    pub(super) fn react(self, news: News) {
        match news {
            News::Joined(game) => {
                let on_board = self.game_on_board();
                let comes_to_board = self.client.with_untracked(|client| {
                    let is_urgent = |game: GameId| client.urgent().any(|live| live.snapshot.game == game);
                    if is_urgent(game) {
                        // A game against the clock stays on the board, and the new game is announced.
                        return !on_board.is_some_and(is_urgent);
                    }
                    let is_new = client.games.get(&game).is_some_and(|live| live.snapshot.ply() == 0);
                    is_new && !self.session.read(|table| table.base.is_remote_running())
                });
                if comes_to_board {
                    self.show(game);
                }
            }
            News::Watching(game) => self.show(game),
            News::Changed(game) => {
                if self.game_on_board() == Some(game) {
                    self.put_on_board(game);
                }
                self.follow_rematch(game);
            }
            News::Refused(ClientCommand::Play(..), refusal) => {
                self.notice.set(Some(OnlineNotice::PlayRefused(refusal.code)));
            }
            News::Refused(ClientCommand::ViewChallenge(_) | ClientCommand::AcceptChallenge(_), refusal)
                if refusal.code == ErrorCode::NotFound =>
            {
                self.notice.set(Some(OnlineNotice::ChallengeClosed));
            }
            News::Refused(ClientCommand::Say(_, Utterance::Text(_)), refusal)
                if refusal.code == ErrorCode::NotAllowed =>
            {
                self.notice.set(Some(OnlineNotice::TextNotAllowed));
            }
            News::Refused(_, refusal) => self.notice.set(Some(OnlineNotice::Refused(refusal.code))),
            News::NotShown(ErrorCode::NotFound) => self.notice.set(Some(OnlineNotice::NotFound)),
            News::NotShown(code) => self.notice.set(Some(OnlineNotice::Refused(code))),
            News::Done(command) => self.note_lists(&command),
            News::NewTournament(tournament) => self.open(View::Tournament(tournament)),
            News::ChallengeClosed => {}
            News::WrongVersion => self.notice.set(Some(OnlineNotice::WrongVersion)),
        }
    }

    /// Lets a watcher follow the players to their next game.
    fn follow_rematch(self, game: GameId) {
        let next = self.client.with_untracked(|client| {
            let live = client.games.get(&game)?;
            live.snapshot
                .rematch
                .filter(|next| live.snapshot.you.is_none() && !client.games.contains_key(next))
        });
        if let Some(next) = next.filter(|_| self.game_on_board() == Some(game)) {
            self.send(ClientCommand::Watch(next));
        }
    }

    /// Stores whether the user has games, so that the next visit continues them.
    pub(super) fn note_games(self) {
        let has_games = self.client.with_untracked(|client| {
            client.games.values().any(|live| live.snapshot.you.is_some() && live.snapshot.result.is_none())
        });
        if has_games != storage::read(storage::HAS_ONLINE_GAMES).is_some() {
            if has_games {
                storage::write(storage::HAS_ONLINE_GAMES, "1");
            } else {
                storage::remove(storage::HAS_ONLINE_GAMES);
            }
        }
    }
}
