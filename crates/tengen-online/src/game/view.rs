//! The public form of a game: snapshots, updates, and the record for files.

use std::time::Duration;

use tengen_game::clock::TimeControl;
use tengen_game::opening::Player;
use tengen_game::{Color, Fact, GameResult, NodeId, Record};

use super::{Happened, LiveGame};
use crate::date;
use crate::message::{
    EndCause, GameOver, GameSnapshot, GameSummary, GameUpdate, Offer, PlayerInfo, RatingView,
};

impl LiveGame {
    /// The snapshot for a player, or for a watcher (`None`), who receives no offers. The clocks are those of their last change, so that a
    /// snapshot equals an earlier one with all updates since then.
    pub fn snapshot(&self, viewer: Option<Player>, watchers: u32) -> GameSnapshot {
        let stones = self.opening.stones().len();
        let offers = Player::BOTH.into_iter().flat_map(|by| Offer::ALL.map(|offer| (by, offer)));
        let open = offers.filter(|&(by, offer)| viewer.is_some() && self.has_offered(by, offer));
        GameSnapshot {
            game: self.id(),
            settings: self.new.settings,
            players: self.new.players.clone(),
            you: viewer,
            tournament: self.new.tournament,
            created: self.created,
            opening: self.opening.clone(),
            moves: self.position.moves()[stones..].to_vec(),
            takebacks: self.takebacks,
            clock: self.clock_state(),
            offers: open.collect(),
            presence: self.seats.map(|seat| seat.presence),
            watchers,
            may_berserk: self.new.berserk,
            berserk: self.seats.map(|seat| seat.berserk),
            delay: if viewer.is_none() { self.new.delay } else { 0 },
            result: self.result,
            ratings: self.ratings,
            rematch: self.rematch,
        }
    }

    /// The game for the list of games to watch.
    pub fn summary(&self) -> GameSummary {
        GameSummary {
            game: self.id(),
            settings: self.new.settings,
            players: self.new.players.clone(),
            tournament: self.new.tournament,
            created: self.created,
        }
    }

    /// The updates for an event that has just been applied.
    pub(super) fn updates(&self, event: &Happened) -> Vec<GameUpdate> {
        let clock = self.clock_state();
        let before = self.ply().saturating_sub(1);
        match event {
            Happened::Created(_) | Happened::Resumed { .. } => Vec::new(),
            Happened::Moved { to, .. } => {
                let played = GameUpdate::Move { ply: before, to: *to, clock };
                let over = self.result.map(|result| GameUpdate::Over { result, clock });
                [played].into_iter().chain(over).collect()
            }
            Happened::Chose { choice, .. } => {
                vec![GameUpdate::Choice { ply: before, choice: choice.clone(), clock }]
            }
            &Happened::Offered { by, offer } => vec![GameUpdate::Offered { by, offer }],
            &Happened::OfferClosed { by, offer } => vec![GameUpdate::OfferClosed { by, offer }],
            &Happened::TakenBack { ply, .. } => vec![GameUpdate::Takeback { ply, clock }],
            &Happened::GaveTime { by, .. } => vec![GameUpdate::Time { to: !by, clock }],
            &Happened::Berserk { player, .. } => vec![GameUpdate::Berserk { by: player, clock }],
            &Happened::Connected { player } | &Happened::Disconnected { player } => {
                let (presence, claim_from) = (self.seat(player).presence, clock.claim_from);
                vec![GameUpdate::Presence { of: player, presence, claim_from }]
            }
            &Happened::Ended(result) => vec![GameUpdate::Over { result, clock }],
            &Happened::Rated(ratings) => vec![GameUpdate::Ratings(ratings)],
            &Happened::Rematched(game) => vec![GameUpdate::Rematch(game)],
        }
    }

    /// The game as a record: with the players' names and ratings, the day, the clock, and the time of each move after the opening.
    ///
    /// Records have no reason for the end of a game that a player left. They contain a resignation instead. A game without a result is void
    /// in the record.
    pub fn record(&self) -> Record {
        let mut record = Record::from_position(self.position.clone());
        let [black, white] = Color::BOTH.map(|color| self.player(self.opening.player_of(color)));
        (record.players.black, record.players.white) = (black.name.to_string(), white.name.to_string());
        let rank = |player: &PlayerInfo| player.rating.map_or_else(String::new, rank);
        record.info.set(Fact::BlackRank, rank(black));
        record.info.set(Fact::WhiteRank, rank(white));
        record.info.set(Fact::Date, date(self.created));
        let event = if self.new.settings.rated { "Rated game" } else { "Casual game" };
        record.info.set(Fact::Event, event);
        for (name, value) in clock_properties(self.new.settings.tempo.control()) {
            // SGF has properties for these names and values, for which records have no other place.
            let _ = record.add_property(NodeId::START, name, &value);
        }
        let choices = self.opening.choices().len();
        let nodes = record.main_line();
        let moves = nodes.get(self.opening.stones().len()..).unwrap_or_default();
        for (&node, action) in moves.iter().zip(self.actions.get(choices..).unwrap_or_default()) {
            record.notes_mut(node).time = Some(Duration::from_millis(u64::from(action.took)));
        }
        match self.result.map(|result| self.result_by_color(result)) {
            // The record already contains an end on the board.
            Some(Some(result)) => drop(record.end(result)),
            Some(None) => record.info.set(Fact::Result, "Void"),
            None => {}
        }
        record
    }

    /// The result by colour; `None` for a game without a result.
    fn result_by_color(&self, GameOver { winner, cause }: GameOver) -> Option<GameResult> {
        let winner = winner.map(|player| self.color_of(player));
        match cause {
            EndCause::Played(reason) => Some(GameResult { winner, reason }),
            EndCause::Abandonment => winner.map(|winner| GameResult::resignation(!winner)),
            EndCause::Abort | EndCause::NoStart => None,
        }
    }
}

/// A rating as records contain it: `1523`, or `1500?` while it is uncertain.
fn rank(rating: RatingView) -> String {
    format!("{}{}", rating.value, if rating.provisional { "?" } else { "" })
}

/// The SGF properties of the clock: `TM` is the main time in seconds, `OT` describes the overtime.
fn clock_properties(control: TimeControl) -> Vec<(&'static str, String)> {
    let main = |seconds: u32| ("TM", seconds.to_string());
    let overtime = |text: String| ("OT", text);
    match control {
        TimeControl::Unlimited => Vec::new(),
        TimeControl::PerMove { seconds } => vec![main(0), overtime(format!("{seconds} per move"))],
        TimeControl::Fischer { main: seconds, increment: 0 } => vec![main(seconds)],
        TimeControl::Fischer { main: seconds, increment } => {
            vec![main(seconds), overtime(format!("{increment} fischer"))]
        }
        TimeControl::ByoYomi { main: seconds, periods, period } => {
            vec![main(seconds), overtime(format!("{periods}x{period} byo-yomi"))]
        }
    }
}
