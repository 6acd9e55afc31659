//! The clock of a game.

use tengen_game::clock::{Clock, TimeControl};
use tengen_game::{Color, EndReason, GameResult};

use super::Game;

impl Game {
    /// The same game with this much time, of which nothing was used.
    pub fn with_control(self, control: TimeControl) -> Game {
        Game { clock: Clock::new(control), ..self }
    }

    /// The clock.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// The side whose time runs unless the clock is stopped. The first move costs no time, and neither does looking back at what was
    /// played. After a loss by time the game can continue, without a clock.
    pub fn side_on_clock(&self) -> Option<Color> {
        let record = &self.record;
        let goes_on = !record.is_over() && self.opening_under_way().is_none();
        let at_the_end = record.cursor() > 0 && record.cursor() == record.line_nodes().len();
        // The state of a stopped clock does not depend on the time.
        let flag = if self.clock.running().is_some() { None } else { self.clock.flag(0) };
        (goes_on && at_the_end && flag.is_none()).then(|| self.side_to_move())
    }

    /// Lets the time of one side run, or of none.
    pub fn set_clock(&mut self, side: Option<Color>, now: u64) {
        match side {
            Some(side) => self.clock.start(side, now),
            None => self.clock.pause(now),
        }
    }

    /// The side whose time runs has moved.
    pub fn press_clock(&mut self, now: u64) {
        self.clock.press(now);
    }

    /// Takes down what was used up to now, which [`Game::save`] would not find otherwise.
    pub fn read_clock(&mut self, now: u64) {
        if let Some(side) = self.clock.running() {
            self.clock.pause(now);
            self.clock.start(side, now);
        }
    }

    /// Whose time ran out just now.
    pub fn flag(&self, now: u64) -> Option<Color> {
        self.clock.running().and_then(|_| self.clock.flag(now))
    }

    /// Ends the game if the time of a side has run out, and returns whether it has.
    pub fn end_by_flag(&mut self, now: u64) -> bool {
        let Some(loser) = self.flag(now) else { return false };
        self.clock.pause(now);
        let result = GameResult { winner: Some(!loser), reason: EndReason::Timeout };
        self.record.end(result).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seat;
    use tengen_game::{BoardSize, Point, Rule};

    fn game(control: &str) -> Game {
        let people = [Seat::Person, Seat::Person];
        Game::new(Rule::FREESTYLE, BoardSize::FIFTEEN, people).with_control(control.parse().unwrap())
    }

    fn play(game: &mut Game, x: u8, now: u64) {
        game.play(Point::new(x, x).into()).unwrap();
        game.press_clock(now);
        game.set_clock(game.side_on_clock(), now);
    }

    #[test]
    fn the_clock_runs_from_the_first_stone_to_the_end_and_not_while_looking_back() {
        let mut game = game("10+0");
        assert_eq!(game.side_on_clock(), None);
        play(&mut game, 0, 1_000);
        assert_eq!(game.clock().running(), Some(Color::White));
        play(&mut game, 1, 3_000);
        game.go_to(1);
        assert_eq!(game.side_on_clock(), None);
        game.go_to(2);
        assert_eq!(game.side_on_clock(), Some(Color::Black));
        assert!(!game.end_by_flag(12_999));
        assert!(game.end_by_flag(13_000));
        assert_eq!(
            game.record().result().map(|result| (result.winner, result.reason)),
            Some((Some(Color::White), EndReason::Timeout))
        );
        // The game may continue without time.
        game.go_to(1);
        play(&mut game, 5, 20_000);
        assert_eq!((game.clock().running(), game.record().is_over()), (None, false));
    }

    #[test]
    fn a_saved_clock_stands_where_it_was() {
        let mut game = game("60+2");
        play(&mut game, 0, 0);
        play(&mut game, 1, 7_000);
        game.read_clock(10_000);
        let same = Game::load(&game.save()).unwrap();
        assert_eq!(same.clock().running(), None);
        for (side, left) in [(Color::White, 55_000), (Color::Black, 57_000)] {
            assert_eq!(same.clock().remaining(side, 99_999), Some(left));
        }
        let text = game.save();
        let no_control = Game::load(&text.replace("60+2", "60 and 2")).unwrap_err().to_string();
        assert!(no_control.contains("found `60 and 2`"), "{no_control}");
        let more = Game::load(&text.replace("60+2", "5+0")).unwrap_err().to_string();
        assert!(more.contains("5000 ms"), "{more}");
    }
}
