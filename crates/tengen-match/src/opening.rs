//! The choices of people and programs in an opening.

use std::time::Duration;

use tengen_analysis::engine::Request;
use tengen_game::opening::{Choice, LegalChoice, Opening, OpeningState};
use tengen_game::{Color, PlayError, Point, SplitMix};

use crate::consequence::{Consequence, in_order};
use crate::context::Context;
use crate::engine::Purpose;
use crate::front::Effect;
use crate::remote::RemoteAction;
use crate::{Game, Notice, Seat, Sound, Tracked};

/// The most time for one of a program's choices. Nothing can stop it.
const LONGEST: Duration = Duration::from_secs(3);

/// A choice that a person is making, point by point.
#[derive(Debug, Default)]
pub struct Choosing {
    /// The points so far.
    pub chosen: Tracked<Vec<Point>>,
    /// Whether the second of two kinds of points is being chosen.
    pub takes_second: Tracked<bool>,
    /// The user's next move, if it is chosen already.
    #[cfg(feature = "analysis-board")]
    pub premove: crate::Premoves,
    /// The seed by which programs choose differently in every opening, and alike throughout one; 0 before the first choice.
    seed: u64,
}

/// The legal choices of the player whose turn it is.
pub fn legal_choices(opening: &Opening) -> Vec<LegalChoice> {
    match opening.state() {
        OpeningState::ToChoose { choices, .. } => choices,
        OpeningState::Finished { .. } => Vec::new(),
    }
}

/// The kind of choice that a click on the board belongs to, if there is any.
pub fn point_choice(opening: &Opening, takes_second: bool) -> Option<LegalChoice> {
    let has_points = |legal: &LegalChoice| count(legal) > 0;
    let mut kinds: Vec<LegalChoice> = legal_choices(opening).into_iter().filter(has_points).collect();
    if takes_second { kinds.pop() } else { kinds.into_iter().next() }
}

/// How many points make up such a choice.
pub fn count(legal: &LegalChoice) -> usize {
    match legal {
        LegalChoice::Place(stones) => stones.len(),
        LegalChoice::Offer { count } => usize::from(*count),
        LegalChoice::Pick { .. } => 1,
        LegalChoice::Stay | LegalChoice::Swap | LegalChoice::Announce { .. } => 0,
    }
}

/// The effect of a click on a point.
#[derive(Clone, Debug, PartialEq)]
enum ChoiceStep {
    /// These are chosen now; more are to come.
    Chosen(Vec<Point>),
    Done(Choice),
    Refused(Notice),
}

/// Adds a point to those that were chosen, or takes it away again.
fn step(opening: &Opening, legal: &LegalChoice, mut chosen: Vec<Point>, point: Point) -> ChoiceStep {
    let is_offer = matches!(legal, LegalChoice::Offer { .. });
    if let Some(index) = chosen.iter().position(|&other| other == point)
        // The stones' colours follow from their order, so that only the last can go.
        && (is_offer || index + 1 == chosen.len())
    {
        chosen.remove(index);
        return ChoiceStep::Chosen(chosen);
    }
    if !opening.next_points(legal, &chosen).contains(&point) {
        let is_taken = opening.stones().contains(&point) || chosen.contains(&point);
        return ChoiceStep::Refused(match legal {
            _ if is_taken => Notice::Refused(PlayError::Occupied(point.on(opening.size()))),
            LegalChoice::Offer { .. } => Notice::SameFifthMove(point.on(opening.size())),
            LegalChoice::Pick { .. } => Notice::NotOffered(point.on(opening.size())),
            _ => Notice::OutsideZone(point.on(opening.size())),
        });
    }
    chosen.push(point);
    match legal {
        _ if chosen.len() < count(legal) => ChoiceStep::Chosen(chosen),
        LegalChoice::Offer { .. } => ChoiceStep::Done(Choice::Offer(chosen)),
        LegalChoice::Pick { .. } => ChoiceStep::Done(Choice::Pick(point)),
        _ => ChoiceStep::Done(Choice::Place(chosen)),
    }
}

impl Choosing {
    /// Begins a choice of one kind of points, the second or the first, with none chosen yet.
    pub(crate) fn begin(&mut self, takes_second: bool) {
        self.chosen.set(Vec::new());
        self.takes_second.set(takes_second);
    }

    /// Another game is on the board.
    pub(crate) fn forget(&mut self) {
        self.begin(false);
        self.seed = 0;
    }
}

/// The commands.
impl Choosing {
    /// The user chooses a point during the opening.
    pub(crate) fn place(&mut self, point: Point, context: &mut Context<'_>) -> Vec<Consequence> {
        let game = &context.game;
        if !game.seat_to_choose().is_some_and(Seat::is_person) {
            return vec![Consequence::Notice(context.refusal_of_turn())];
        }
        let step = game.opening_under_way().and_then(|opening| {
            let legal = point_choice(opening, *self.takes_second)?;
            Some(step(opening, &legal, self.chosen.to_vec(), point))
        });
        match step {
            // The choice is made by a button.
            None => vec![Consequence::Sound(Sound::Button)],
            Some(ChoiceStep::Refused(notice)) => {
                vec![Consequence::Notice(notice), Consequence::Sound(Sound::Button)]
            }
            Some(ChoiceStep::Chosen(points)) => {
                self.chosen.set(points);
                vec![Consequence::Notice(Notice::Nothing), Consequence::Sound(Sound::Stone)]
            }
            Some(ChoiceStep::Done(choice)) => self.choose(choice, context),
        }
    }

    /// Chooses in the opening, for the player whose turn it is.
    pub fn choose(&mut self, choice: Choice, context: &mut Context<'_>) -> Vec<Consequence> {
        let is_placed = !matches!(choice, Choice::Stay | Choice::Swap | Choice::Announce(_));
        let outcome = context.game.change().choose(choice.clone());
        let action = outcome.is_ok().then_some(Consequence::Remote(RemoteAction::Choose(choice)));
        self.begin(false);
        let notice = match outcome {
            Ok(()) => Notice::Nothing,
            Err(reason) => Notice::InvalidAnswer(reason.to_string()),
        };
        let changed = [
            Consequence::Notice(notice),
            Consequence::Sound(if is_placed { Sound::Stone } else { Sound::Button }),
            Consequence::Thought(None),
            Consequence::Changed,
        ];
        in_order(changed, action)
    }

    /// Chooses one kind of points, the second or the first, with none chosen yet.
    pub fn begin_choice(&mut self, takes_second: bool) -> Vec<Consequence> {
        self.begin(takes_second);
        Vec::new()
    }

    /// Whether there is something in the opening of this game to take back.
    pub fn can_take_back(&self, game: &Game) -> bool {
        !self.chosen.is_empty() || game.before_choice().is_some()
    }

    /// Takes back the last point that was chosen, or the last choice.
    pub(crate) fn take_back(&mut self, context: &mut Context<'_>) -> Vec<Consequence> {
        if !self.chosen.is_empty() {
            self.chosen.change().pop();
            vec![Consequence::Notice(Notice::Nothing)]
        } else if let Some(game) = context.game.before_choice() {
            self.takes_second.set(false);
            context.game.set(game);
            vec![Consequence::Notice(Notice::Nothing), Consequence::Changed]
        } else {
            Vec::new()
        }
    }

    /// Lets a program choose whose turn it is.
    pub(crate) fn call(&mut self, context: &mut Context<'_>) -> Vec<Consequence> {
        let is_programs = context.game.seat_to_choose().is_some_and(|seat| seat.program().is_some());
        if is_programs && !context.is_paused {
            context.ask(Purpose::Decide, Effect::AskForChoice).into_iter().collect()
        } else {
            Vec::new()
        }
    }

    /// The request of this number to the engine service, to choose in the opening of this game; `None` where no program has to.
    pub(crate) fn request(&mut self, id: u32, game: &Game, random: &mut SplitMix) -> Option<Request> {
        if self.seed == 0 {
            self.seed = random.next();
        }
        let (opening, color) = (game.opening_under_way()?, game.chooser()?);
        let seat = game.seat(color);
        let mut limits = game.tuning()[color.index()].limits(seat, self.seed);
        limits.time = Some(limits.time.map_or(LONGEST, |time| time.min(LONGEST)));
        Some(Request::Decide { id, opening: opening.clone(), rule: game.record().rule(), limits })
    }
}

/// The colour of the next stone that a click would place.
pub fn next_color(legal: &LegalChoice, chosen: usize) -> Option<Color> {
    match legal {
        LegalChoice::Place(stones) => stones.get(chosen).map(|stone| stone.color),
        LegalChoice::Offer { .. } => Some(Color::Black),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_game::BoardSize;

    fn point(name: &str) -> Point {
        Point::parse(name, BoardSize::FIFTEEN).unwrap()
    }

    fn points(names: &[&str]) -> Vec<Point> {
        names.iter().map(|name| point(name)).collect()
    }

    fn opening(text: &str) -> (Opening, LegalChoice) {
        let opening: Opening = text.parse().unwrap();
        let legal = point_choice(&opening, false).unwrap();
        (opening, legal)
    }

    #[test]
    fn stones_are_chosen_one_by_one_and_only_the_last_goes_again() {
        let (opening, legal) = opening("15.swap2");
        let click = |chosen: &[&str], at| step(&opening, &legal, points(chosen), point(at));
        assert_eq!(click(&[], "h8"), ChoiceStep::Chosen(points(&["h8"])));
        assert_eq!(click(&["h8", "h9"], "h9"), ChoiceStep::Chosen(points(&["h8"])));
        let taken = Notice::Refused(PlayError::Occupied(point("h8").on(BoardSize::FIFTEEN)));
        assert_eq!(click(&["h8", "h9"], "h8"), ChoiceStep::Refused(taken));
        assert_eq!(click(&["h8", "h9"], "a1"), ChoiceStep::Done(Choice::Place(points(&["h8", "h9", "a1"]))));
        assert_eq!(next_color(&legal, 1), Some(Color::White));
    }

    #[test]
    fn points_that_a_protocol_does_not_allow_are_refused_with_the_reason() {
        let size = BoardSize::FIFTEEN;
        let (rif, legal) = opening("15.rif");
        let outside = Notice::OutsideZone(point("h9").on(size));
        assert_eq!(step(&rif, &legal, Vec::new(), point("h9")), ChoiceStep::Refused(outside));
        let (offering, legal) = opening("15.rif.h8h9h10.stay.h7");
        // All stones are in one column, so that left and right are equivalent.
        let mirrored = Notice::SameFifthMove(point("i8").on(size));
        assert_eq!(step(&offering, &legal, points(&["g8"]), point("i8")), ChoiceStep::Refused(mirrored));
        assert_eq!(step(&offering, &legal, points(&["g8"]), point("g8")), ChoiceStep::Chosen(Vec::new()));
        let (picking, legal) = opening("15.rif.h8h9h10.stay.h7.offer-g8g9");
        let other = Notice::NotOffered(point("g7").on(size));
        assert_eq!(step(&picking, &legal, Vec::new(), point("g7")), ChoiceStep::Refused(other));
        assert_eq!(
            step(&picking, &legal, Vec::new(), point("g8")),
            ChoiceStep::Done(Choice::Pick(point("g8")))
        );
    }

    #[test]
    fn where_there_are_two_kinds_of_points_one_is_taken() {
        let opening: Opening = "15.taraguchi-10.h8.stay.h9.stay.h10.stay.g8.stay".parse().unwrap();
        assert!(
            matches!(point_choice(&opening, false), Some(LegalChoice::Place(stones)) if stones.len() == 1)
        );
        assert_eq!(point_choice(&opening, true), Some(LegalChoice::Offer { count: 10 }));
        let colors: Opening = "15.swap.h8h9j7".parse().unwrap();
        assert_eq!(point_choice(&colors, false), None);
    }
}
