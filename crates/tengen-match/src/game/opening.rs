//! The opening of a game: how its players come to the first stones and to their colours.
//!
//! While it continues, the stones that lie already are the moves of the record, and each player sits at the colour that is
//! theirs for the time being.

use tengen_game::opening::{Choice, ChoiceError, FifthMoves, Opening, Player, Protocol};
use tengen_game::{BoardSize, Color, Fact, Players, Record, Rule};

use super::Game;
use crate::Seat;

/// The fewest stones in a row to win with which no protocol's stones could end a game.
const LEAST_WIN_LENGTH: u8 = 4;
/// The most stones of an opening.
const MOST_STONES: usize = 5;

/// The opening protocols that fit a rule, a board, and a most number of moves, 0 being none.
pub fn protocols(rule: Rule, size: BoardSize, max_moves: usize) -> Vec<Protocol> {
    let of_renju = || {
        Some([
            Protocol::Rif,
            Protocol::Yamaguchi,
            Protocol::Soosorv { limit: FifthMoves::new(8).ok()? },
            Protocol::Taraguchi { offers: FifthMoves::new(10).ok()? },
        ])
    };
    let of_others = [Protocol::Swap2, Protocol::Swap, Protocol::Pro, Protocol::LongPro];
    let is_short = (1..=MOST_STONES).contains(&max_moves);
    if is_short || rule.win_length().stones() < LEAST_WIN_LENGTH {
        return Vec::new();
    }
    let offered = if rule == Rule::Renju { of_renju().unwrap_or(of_others) } else { of_others };
    offered.into_iter().filter(|protocol| protocol.check_size(size).is_ok()).collect()
}

impl Game {
    /// The same table, with an opening before the game. The seats are the first player's and the second's. A protocol
    /// that does not fit is none.
    pub fn with_opening(self, protocol: Protocol) -> Game {
        let start = self.record.start();
        let max_moves = start.max_moves().map_or(0, |most| usize::from(most.get()));
        let fits = start.board().stones() == 0
            && protocols(start.rule(), start.size(), max_moves).contains(&protocol);
        let opening = Opening::new(protocol, start.size()).ok().filter(|_| fits);
        Game { opening, ..self }
    }

    /// The opening with which the game began, also when it is finished.
    pub fn opening(&self) -> Option<&Opening> {
        self.opening.as_ref()
    }

    /// The opening, as long as there is something left to choose.
    pub fn opening_under_way(&self) -> Option<&Opening> {
        self.opening().filter(|opening| !opening.is_finished())
    }

    /// The colour, for the time being, of the player who has to choose in the opening.
    pub fn chooser(&self) -> Option<Color> {
        let opening = self.opening()?;
        color_of(opening, opening.player_to_act()?)
    }

    /// The seat that has to choose in the opening.
    pub fn seat_to_choose(&self) -> Option<Seat> {
        self.chooser().map(|color| self.seat(color))
    }

    /// Which of the opening's players has a colour.
    pub fn player_of(&self, color: Color) -> Option<Player> {
        self.opening().map(|opening| opening.player_of(color))
    }

    /// The player whose turn it is in the opening makes a choice.
    ///
    /// # Errors
    /// When the protocol does not allow it.
    pub fn choose(&mut self, choice: Choice) -> Result<(), ChoiceError> {
        let Some(opening) = &self.opening else { return Ok(()) };
        let mut next = opening.clone();
        next.apply(choice)?;
        self.set_opening(next);
        Ok(())
    }

    /// What the game would be if a person took back their last choice; `None` where there is nothing to take back. What a
    /// program chose since then goes with it. After the first move of the game itself, what was chosen stays.
    pub fn before_choice(&self) -> Option<Game> {
        let opening = self.opening().filter(|opening| opening.stones().len() == self.record.line().len())?;
        let (mut before, mut game) = (opening.clone(), self.clone());
        while before.undo().is_some() {
            game.set_opening(before.clone());
            let is_persons = game.seat_to_choose().is_some_and(Seat::is_person);
            if is_persons || game.sole_person().is_none() {
                return Some(game);
            }
        }
        None
    }

    /// The seats at the beginning of the opening.
    pub(super) fn first_seats(&self) -> Game {
        let mut first = self.clone();
        if let Some(opening) = &self.opening
            && let Ok(begun) = Opening::new(opening.protocol(), opening.size())
        {
            first.set_opening(begun);
        }
        first
    }

    /// The same with nothing on the board but the opening's stones, as long as it continues.
    pub(super) fn with_opening_stones(mut self) -> Game {
        if let Some(opening) = self.opening_under_way() {
            self.set_opening(opening.clone());
        }
        self
    }

    /// How many moves of the record are the opening's.
    pub(super) fn opening_stones(&self) -> usize {
        self.opening().map_or(0, |opening| opening.stones().len())
    }

    /// Puts another state of the same opening on the table: its stones on the board, and the players at their colours.
    fn set_opening(&mut self, next: Opening) {
        let mut record = Record::from_position(self.record.start().clone());
        (record.players, record.info) = (self.record.players.clone(), self.record.info.clone());
        if self.player_of(Color::Black) != Some(next.player_of(Color::Black)) {
            self.swap_seats();
            swap_names(&mut record);
        }
        for &stone in next.stones() {
            // Protocols that fit place nothing that a rule refuses.
            if record.play(stone).is_err() {
                break;
            }
        }
        self.record = record;
        self.opening = Some(next);
    }
}

/// Exchanges the players' names, with what belongs to them.
fn swap_names(record: &mut Record) {
    let Players { black, white } = &mut record.players;
    std::mem::swap(black, white);
    for [black, white] in [[Fact::BlackRank, Fact::WhiteRank], [Fact::BlackTeam, Fact::WhiteTeam]] {
        let [of_black, of_white] = [black, white].map(|fact| record.info.get(fact).to_owned());
        record.info.set(black, of_white);
        record.info.set(white, of_black);
    }
}

fn color_of(opening: &Opening, player: Player) -> Option<Color> {
    Color::BOTH.into_iter().find(|&color| opening.player_of(color) == player)
}

#[cfg(test)]
mod tests {
    use tengen_analysis::Level;

    use super::*;

    fn swap2(seats: [Seat; 2]) -> Game {
        Game::new(Rule::FREESTYLE, BoardSize::FIFTEEN, seats).with_opening(Protocol::Swap2)
    }

    fn choose(game: &mut Game, choices: &[&str]) {
        for choice in choices {
            let choice = Choice::parse(choice, game.record().size()).unwrap();
            game.choose(choice).unwrap();
        }
    }

    const FIRST_THREE: &str = "h8h9j7";

    #[test]
    fn only_what_fits_is_offered() {
        let names = |rule, lines, max_moves| {
            let size = BoardSize::new(lines).unwrap();
            let protocols = protocols(rule, size, max_moves);
            protocols.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(names(Rule::FREESTYLE, 15, 0), "swap2 swap pro long-pro");
        assert_eq!(names(Rule::Caro, 7, 60), "swap2 swap pro");
        assert_eq!(names(Rule::Standard, 5, 0), "swap2 swap");
        assert_eq!(names(Rule::Renju, 15, 0), "rif yamaguchi soosorv-8 taraguchi-10");
        assert_eq!(names(Rule::Renju, 19, 0), "");
        assert_eq!(names(Rule::FREESTYLE, 15, 5), "");
        let three = Rule::Free(tengen_game::WinLength::new(3).unwrap());
        assert_eq!(names(three, 15, 0), "");
        let game = swap2([Seat::Person, Seat::Engine(Level::EASY)]).with_opening(Protocol::Rif);
        assert!(game.opening().is_none());
    }

    #[test]
    fn seats_follow_the_colours() {
        let mut game = swap2([Seat::Person, Seat::Engine(Level::HARD)]);
        assert_eq!((game.seat_to_choose(), game.seat_to_move()), (Some(Seat::Person), None));
        choose(&mut game, &[FIRST_THREE]);
        assert_eq!(
            (game.seat_to_choose(), game.chooser()),
            (Some(Seat::Engine(Level::HARD)), Some(Color::White))
        );
        choose(&mut game, &["swap"]);
        assert_eq!(game.seats(), [Seat::Engine(Level::HARD), Seat::Person]);
        assert_eq!((game.seat_to_choose(), game.seat_to_move()), (None, Some(Seat::Person)));
        assert_eq!(game.record().cursor(), 3);
        // The opening is no part of what undo takes back.
        assert_eq!(game.undo_target(), None);
        assert_eq!(game.player_of(Color::White), Some(Player::First));
        let again = game.again();
        assert_eq!(again.seats(), [Seat::Person, Seat::Engine(Level::HARD)]);
        assert_eq!(again.opening().map(ToString::to_string).as_deref(), Some("15.swap2"));
    }

    #[test]
    fn a_choice_can_be_taken_back_until_the_first_move() {
        let mut game = swap2([Seat::Person, Seat::Engine(Level::HARD)]);
        assert_eq!(game.before_choice(), None);
        let begun = game.clone();
        choose(&mut game, &[FIRST_THREE, "g7g6"]);
        // The program's two stones go with the person's three.
        assert_eq!(game.before_choice(), Some(begun.clone()));
        choose(&mut game, &["swap"]);
        let before = game.before_choice().unwrap();
        assert_eq!(
            (before.seats(), before.record().cursor()),
            ([Seat::Person, Seat::Engine(Level::HARD)], 5)
        );
        game.play(tengen_game::Point::new(0, 0).into()).unwrap();
        assert_eq!(game.before_choice(), None);
        // A program that began is not asked again.
        let mut game = swap2([Seat::Engine(Level::HARD), Seat::Person]);
        choose(&mut game, &[FIRST_THREE]);
        assert_eq!(game.before_choice(), None);
        // Two people take back one choice at a time.
        let mut game = swap2([Seat::Person, Seat::Person]);
        choose(&mut game, &[FIRST_THREE, "swap"]);
        assert_eq!(game.before_choice().unwrap().before_choice().unwrap().record().cursor(), 0);
    }

    #[test]
    fn names_stay_with_their_players() {
        let mut game = swap2([Seat::Person, Seat::External]);
        game.set_names(Players { black: "Ada".to_owned(), white: "Bo".to_owned() });
        choose(&mut game, &[FIRST_THREE]);
        assert_eq!([Color::Black, Color::White].map(|color| game.name_of(color)), ["Ada", "Bo"]);
        choose(&mut game, &["swap"]);
        assert_eq!([Color::Black, Color::White].map(|color| game.name_of(color)), ["Bo", "Ada"]);
        assert_eq!(game.seats(), [Seat::External, Seat::Person]);
    }

    #[test]
    fn an_opening_comes_back_with_its_game() {
        let mut game = swap2([Seat::Engine(Level::HARD), Seat::Person]);
        choose(&mut game, &[FIRST_THREE]);
        assert_eq!(Game::load(&game.save()).unwrap(), game);
        choose(&mut game, &["swap"]);
        assert_eq!(Game::load(&game.save()).unwrap(), game);
        let broken = game.save().replace("h8h9j7", "h8h9");
        assert!(Game::load(&broken).unwrap_err().to_string().contains("choice 1"));
    }
}
