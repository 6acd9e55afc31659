//! What a takeback takes back.

use tengen_game::opening::{Opening, Player};

use super::LiveGame;

impl LiveGame {
    /// The number of choices and moves that are left when a player takes back the own last one; `None` if there is none.
    /// The choices of an opening cannot be taken back after the first move of the game itself.
    pub(super) fn before_last_action_of(&self, player: Player) -> Option<u16> {
        let choices = self.opening.choices();
        let moves = self.position.moves().len() - self.opening.stones().len();
        let own = if moves > 0 {
            // The colours take turns, and the side to move comes next.
            let back = if self.turn() == player { 2 } else { 1 };
            (moves >= back).then(|| choices.len() + moves - back)
        } else {
            self.choosers().iter().rposition(|&chooser| chooser == player)
        };
        own.and_then(|ply| u16::try_from(ply).ok())
    }

    /// Who made each choice of the opening.
    fn choosers(&self) -> Vec<Player> {
        let mut choosers = Vec::new();
        let Ok(mut replayed) = Opening::new(self.opening.protocol(), self.opening.size()) else {
            return choosers;
        };
        for choice in self.opening.choices() {
            choosers.extend(replayed.player_to_act());
            if replayed.apply(choice.clone()).is_err() {
                break;
            }
        }
        choosers
    }
}
