//! An online game as the page shows it: the server's state, and the user's action that the server has not answered.

use tengen_game::clock::{Clock, TimeControl};
use tengen_game::opening::{Choice, Player};
use tengen_game::{Color, GameResult, Players};
use tengen_match::{Remote, RemotePhase, RemoteState, Seat};
use tengen_online::id::AccountId;
use tengen_online::message::{
    ApplyError, ClockState, EndCause, GameCommand, GameSnapshot, GameUpdate, Offer, PlayerInfo, Presence,
};
use tengen_online::phrase::Utterance;

use crate::session::ONLINE_ID;

/// The largest number of remarks that are stored per game.
const MOST_REMARKS: usize = 30;

/// A remark in a game.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Remark {
    pub(crate) by: AccountId,
    /// The speaker of a watcher's remark. The game itself names its players.
    pub(crate) watcher: Option<PlayerInfo>,
    pub(crate) what: Utterance,
}

/// A game that the page follows.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Live {
    /// The server's state of the game.
    pub(crate) snapshot: GameSnapshot,
    /// The user's move or choice without an answer, and its time by the server's clock.
    expected: Option<(GameCommand, u64)>,
    /// The remarks, the latest last.
    pub(crate) said: Vec<Remark>,
    pub(crate) unread: u32,
    /// The user's offer that the opponent has declined, until the next change.
    pub(crate) declined: Option<Offer>,
    /// The offer that the user withdraws, until the server answers.
    withdrawn: Option<Offer>,
}

impl Live {
    pub(crate) fn new(snapshot: GameSnapshot) -> Live {
        Live { snapshot, expected: None, said: Vec::new(), unread: 0, declined: None, withdrawn: None }
    }

    /// Adds a remark.
    pub(crate) fn hear(&mut self, remark: Remark, is_own: bool) {
        self.said.push(remark);
        let excess = self.said.len().saturating_sub(MOST_REMARKS);
        self.said.drain(..excess);
        self.unread += u32::from(!is_own);
    }

    /// Records a move or a choice of the user, which counts until the server answers.
    pub(crate) fn expect(&mut self, command: &GameCommand, at: u64) {
        if let GameCommand::Move { .. } | GameCommand::Choose { .. } = command {
            self.expected = Some((command.clone(), at));
        }
        if let GameCommand::Withdraw(offer) = command {
            self.withdrawn = Some(*offer);
        }
    }

    pub(crate) fn forget_expected(&mut self) {
        self.expected = None;
    }

    /// Replaces the snapshot.
    pub(crate) fn renew(&mut self, snapshot: GameSnapshot) {
        self.snapshot = snapshot;
        self.drop_outdated();
    }

    /// Applies an update.
    ///
    /// # Errors
    /// When earlier updates are missing. The page then needs a new snapshot.
    pub(crate) fn apply(&mut self, update: &GameUpdate) -> Result<(), ApplyError> {
        self.snapshot.apply(update)?;
        // An offer that closes although the user has done nothing was declined.
        self.declined = match update {
            GameUpdate::OfferClosed { by, offer } if Some(*by) == self.snapshot.you => {
                Some(*offer).filter(|_| self.withdrawn.take() != Some(*offer))
            }
            _ => None,
        };
        self.drop_outdated();
        Ok(())
    }

    /// Drops expected actions that refer to an earlier state.
    fn drop_outdated(&mut self) {
        let (ply, takebacks) = (self.snapshot.ply(), self.snapshot.takebacks);
        let is_over = self.snapshot.result.is_some();
        self.expected.take_if(|(command, _)| match command {
            GameCommand::Move { ply: of, takebacks: at, .. }
            | GameCommand::Choose { ply: of, takebacks: at, .. } => is_over || (*of, *at) != (ply, takebacks),
            _ => true,
        });
    }

    /// The opponent of the user; for a watcher the second player.
    pub(crate) fn opponent(&self) -> &PlayerInfo {
        &self.snapshot.players[!self.snapshot.you.unwrap_or(Player::First) as usize]
    }

    /// Whether the user has to act, according to the server.
    pub(crate) fn is_users_turn(&self) -> bool {
        self.snapshot.you.is_some() && self.snapshot.to_act() == self.snapshot.you && self.expected.is_none()
    }

    /// Whether the opponent of the user is disconnected.
    pub(crate) fn has_opponent_left(&self) -> bool {
        self.snapshot.you.is_some_and(|you| left(self.snapshot.presence[!you as usize]).is_some())
    }

    /// The time by the server's clock from which the user can claim the win because the opponent has left. `None` while the opponent is
    /// connected or does not have the turn, and where absence is normal.
    pub(crate) fn claim_at(&self) -> Option<u64> {
        let opponent = !self.snapshot.you?;
        self.snapshot.clock.claim_from.filter(|_| self.snapshot.to_act() == Some(opponent))
    }

    /// Whether this player has this offer open.
    pub(crate) fn has_offered(&self, by: Player, offer: Offer) -> bool {
        self.snapshot.offers.contains(&(by, offer))
    }

    /// Whether the user can halve the own time for an additional point of the tournament.
    pub(crate) fn may_berserk(&self) -> bool {
        let snapshot = &self.snapshot;
        let Some(you) = snapshot.you.filter(|_| snapshot.may_berserk && snapshot.result.is_none()) else {
            return false;
        };
        let has_acted = snapshot.ply() > you as u16;
        !snapshot.berserk[you as usize] && !has_acted
    }

    /// Whether both players have moved, after which the game cannot be aborted.
    pub(crate) fn has_started(&self) -> bool {
        self.snapshot.ply() >= 2
    }

    /// The state of the game for the board, with the action that is expected; `name` makes a player's name for the reader. Times of the
    /// server are converted to the browser's clock by `skew`, the server's time minus the browser's.
    pub(crate) fn on_board(&self, skew: i64, name: impl Fn(&PlayerInfo) -> String) -> (RemoteState, Remote) {
        let expected = self.expected.as_ref().and_then(|expected| self.with_expected(expected));
        let (snapshot, mut clock) = match &expected {
            Some((snapshot, clock)) => (snapshot, *clock),
            None => (&self.snapshot, clock(&self.snapshot)),
        };
        let is_over = snapshot.result.is_some();
        let phase = match snapshot.result {
            None => RemotePhase::Running,
            Some(result) if result.cause.counts() => RemotePhase::Over,
            Some(_) => RemotePhase::Aborted,
        };
        let user = snapshot.you.map(|you| snapshot.color_of(you));
        let seat = |color| {
            // No saved game has an external player: after the end, the user can try moves for both sides.
            if is_over || user == Some(color) { Seat::Person } else { Seat::External }
        };
        // A watcher may receive the game, and its clocks, with a delay.
        let skew = skew.saturating_sub_unsigned(snapshot.delay);
        let moved = clock.running().map(|side| (side, snapshot.clock.at));
        if let Some((side, at)) = moved {
            // The clock of the page counts from the same moment, by the browser's clock.
            clock.pause(at);
            clock.start(side, at.saturating_add_signed(skew.saturating_neg()));
        }
        let running = clock.running();
        let player = |color| &snapshot.players[snapshot.player_of(color) as usize];
        let [black, white] = Color::BOTH.map(|color| name(player(color)));
        let rank = |color| {
            let rating = player(color).rating;
            rating.map(|rating| format!("{}{}", rating.value, if rating.provisional { "?" } else { "" }))
        };
        let state = RemoteState {
            // Every window of the user has the game under one id, so that the library has it once.
            id: format!("{:012x}{ONLINE_ID}{}", snapshot.created, snapshot.game),
            began_ms: snapshot.created,
            // A game between others is kept only if the user wishes so, and counts in no statistics.
            is_of_others: user.is_none(),
            rule: snapshot.settings.rule,
            opening: snapshot.opening.clone(),
            moves: snapshot.moves.clone(),
            seats: Color::BOTH.map(seat),
            clock,
            result: result_on_board(snapshot),
            players: Players { black, white },
            ranks: Color::BOTH.map(|color| rank(color).unwrap_or_default()),
        };
        (state, Remote { id: snapshot.game.to_string(), user, running, phase })
    }

    /// The game after the action that is expected, and its clock. The page has checked the action already; `None` where it is refused
    /// here, and the state of the server counts.
    fn with_expected(&self, (command, at): &(GameCommand, u64)) -> Option<(GameSnapshot, Clock)> {
        let clock = self.snapshot.clock;
        let update = match command.clone() {
            GameCommand::Move { ply, to, .. } => GameUpdate::Move { ply, to, clock },
            GameCommand::Choose { ply, choice, .. } => GameUpdate::Choice { ply, choice, clock },
            _ => return None,
        };
        let mut after = self.snapshot.clone();
        after.apply(&update).ok()?;
        let clock = pressed(&self.snapshot, &after, self.snapshot.to_act(), *at);
        Some((after, clock))
    }
}

/// The time at which a disconnected player left.
pub(crate) fn left(presence: Presence) -> Option<u64> {
    match presence {
        Presence::Connected => None,
        Presence::Disconnected(since) => Some(since),
    }
}

/// The result by colour; `None` while the game continues, and for a game without a result.
fn result_on_board(snapshot: &GameSnapshot) -> Option<GameResult> {
    let over = snapshot.result?;
    let winner = over.winner.map(|player| snapshot.color_of(player));
    match over.cause {
        EndCause::Played(reason) => Some(GameResult { winner, reason }),
        EndCause::Abandonment => winner.map(|winner| GameResult::resignation(!winner)),
        EndCause::Abort | EndCause::NoStart => None,
    }
}

/// The clock of a state by colour, in the server's time.
fn clock(snapshot: &GameSnapshot) -> Clock {
    let control = snapshot.settings.tempo.control();
    let mut clock = stopped(snapshot, control, snapshot.clock);
    if let Some(player) = snapshot.to_act().filter(|_| !snapshot.clock.stands) {
        clock.start(snapshot.color_of(player), snapshot.clock.at);
    }
    clock
}

fn stopped(snapshot: &GameSnapshot, control: TimeControl, state: ClockState) -> Clock {
    let numbers = Color::BOTH.map(|color| {
        let left = state.left[snapshot.player_of(color) as usize];
        [0, left.main, left.periods, left.spent]
    });
    // If the server's numbers do not fit its time control, the clock is full.
    Clock::from_numbers_with_gifts(control, numbers).unwrap_or_else(|_| Clock::new(control))
}

/// The clock after the user's action at `at`, as the page can compute it.
fn pressed(before: &GameSnapshot, after: &GameSnapshot, actor: Option<Player>, at: u64) -> Clock {
    let control = before.settings.tempo.control();
    let Some(actor) = actor else { return clock(after) };
    let mut of_before = clock(before);
    if of_before.running() == Some(before.color_of(actor)) {
        of_before.press(at.max(before.clock.at));
    }
    // The server's answer, a moment later, starts the opponent's clock.
    of_before.pause(at.max(before.clock.at));
    let [black, white] = of_before.to_numbers(at);
    // A choice may have exchanged the colours.
    let is_exchanged = before.color_of(actor) != after.color_of(actor);
    let numbers = if is_exchanged { [white, black] } else { [black, white] };
    Clock::from_numbers_with_gifts(control, numbers).unwrap_or(of_before)
}

/// The text of a choice in a command.
pub(crate) fn choice_text(choice: &Choice, snapshot: &GameSnapshot) -> String {
    choice.to_text(snapshot.settings.size)
}
