//! The dialog for a new game: its rule, its board and its players.

use std::time::Duration;

use ratatui::crossterm::event::KeyCode;
use tengen_analysis::{Character, Level};
use tengen_game::{BoardSize, Rule, WinLength};

use super::{App, Mode};
use crate::commands::play::players::Player;

/// The choices, in the order in which they are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Field {
    Rule,
    InARow,
    Size,
    Black,
    White,
    Level,
    Character,
    Time,
}

/// The state of the dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Setup {
    pub(in super::super) field: Field,
    rule: Rule,
    size: BoardSize,
    players: [Player; 2],
    level: Level,
    character: Option<Character>,
    time: Duration,
    /// The players that can be chosen: the usual ones, and those of the command line.
    offered: Vec<Player>,
    times: Vec<Duration>,
}

/// The offered times for a move, in milliseconds.
const USUAL_TIMES: [u64; 10] = [100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000, 60_000];

impl Field {
    pub(in super::super) const ALL: [Field; 8] = [
        Field::Rule,
        Field::InARow,
        Field::Size,
        Field::Black,
        Field::White,
        Field::Level,
        Field::Character,
        Field::Time,
    ];

    pub(in super::super) fn label(self) -> &'static str {
        match self {
            Field::Rule => "Rule",
            Field::InARow => "In a row",
            Field::Size => "Board",
            Field::Black => "Black",
            Field::White => "White",
            Field::Level => "Level",
            Field::Character => "Manner",
            Field::Time => "Time",
        }
    }
}

impl Setup {
    /// The value of a field, in words.
    pub(in super::super) fn value(&self, field: Field) -> String {
        match field {
            Field::Rule => self.rule.describe().name,
            Field::InARow => self.rule.win_length().stones().to_string(),
            Field::Size => self.size.to_string(),
            Field::Black => self.players[0].title().to_owned(),
            Field::White => self.players[1].title().to_owned(),
            Field::Level => self.level.name().to_owned(),
            Field::Character => self.character.map_or("none", Character::name).to_owned(),
            Field::Time => format!("{} s a move", self.time.as_secs_f64()),
        }
    }

    /// The description of the rule.
    pub(in super::super) fn explain(&self) -> String {
        let described = self.rule.describe();
        [Some(described.wins.as_str()), described.forbidden.as_deref(), described.passes]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// Whether the field has an effect with the other values.
    pub(in super::super) fn matters(&self, field: Field) -> bool {
        match field {
            Field::InARow => matches!(self.rule, Rule::Free(_)),
            Field::Level | Field::Character => self.players.contains(&Player::Engine),
            Field::Time => self.players.iter().any(|player| *player != Player::Human),
            _ => true,
        }
    }

    fn choose(&mut self, forward: bool) {
        match self.field {
            Field::Rule => {
                // Freestyle stands for all winning lengths, which have a separate field.
                let named = |rule| if matches!(rule, Rule::Free(_)) { Rule::FREESTYLE } else { rule };
                self.rule = cycled(&Rule::NAMED, &named(self.rule), forward);
            }
            Field::InARow => {
                if let Rule::Free(length) = self.rule {
                    let stones = stepped(usize::from(length.stones()), forward, 1, 9);
                    self.rule = WinLength::new(stones).map_or(self.rule, Rule::Free);
                }
            }
            Field::Size => {
                let [least, most] = [BoardSize::MIN, BoardSize::MAX].map(|size| usize::from(size.lines()));
                let lines = stepped(usize::from(self.size.lines()), forward, least, most);
                self.size = BoardSize::new(lines).unwrap_or(self.size);
            }
            Field::Black => self.players[0] = cycled(&self.offered, &self.players[0], forward),
            Field::White => self.players[1] = cycled(&self.offered, &self.players[1], forward),
            Field::Level => self.level = cycled(&Level::ALL, &self.level, forward),
            Field::Character => {
                let all: Vec<_> = [None].into_iter().chain(Character::ALL.map(Some)).collect();
                self.character = cycled(&all, &self.character, forward);
            }
            Field::Time => self.time = cycled(&self.times, &self.time, forward),
        }
    }

    fn step(&mut self, forward: bool) {
        self.field = cycled(&Field::ALL, &self.field, forward);
    }
}

/// The neighbour of `current`, the first after the last.
fn cycled<T: Clone + PartialEq>(all: &[T], current: &T, forward: bool) -> T {
    let place = all.iter().position(|one| one == current).unwrap_or_default();
    let step = if forward { 1 } else { all.len() - 1 };
    all[(place + step) % all.len()].clone()
}

fn stepped(number: usize, forward: bool, least: usize, most: usize) -> usize {
    if forward { (number + 1).min(most) } else { (number - 1).max(least) }
}

impl App {
    pub(super) fn open_setup(&mut self) {
        let mut offered = Player::offered();
        for player in &self.table.players {
            if !offered.contains(player) {
                offered.push(player.clone());
            }
        }
        let mut times: Vec<Duration> = USUAL_TIMES.into_iter().map(Duration::from_millis).collect();
        times.push(self.table.time);
        times.sort_unstable();
        times.dedup();
        self.mode = Mode::Setup(Setup {
            field: Field::Rule,
            rule: self.record().rule(),
            size: self.record().size(),
            players: self.table.players.clone(),
            level: self.table.level,
            character: self.table.character,
            time: self.table.time,
            offered,
            times,
        });
    }

    pub(super) fn press_in_setup(&mut self, key: KeyCode) {
        let Mode::Setup(setup) = &mut self.mode else { return };
        match key {
            KeyCode::Up | KeyCode::BackTab => setup.step(false),
            KeyCode::Down | KeyCode::Tab => setup.step(true),
            KeyCode::Left => setup.choose(false),
            KeyCode::Right | KeyCode::Char(' ') => setup.choose(true),
            KeyCode::Esc | KeyCode::Char('n' | 'q') => self.mode = Mode::Board,
            KeyCode::Enter => self.begin(),
            _ => {}
        }
    }

    /// Selects the next value of the clicked field.
    pub(super) fn click_in_setup(&mut self, column: u16, line: u16) {
        let place = self.page(SETUP_ROOM);
        let Mode::Setup(setup) = &mut self.mode else { return };
        let row = line.checked_sub(place.y + SETUP_HEAD).map(usize::from);
        let field = row.and_then(|row| Field::ALL.get(row)).filter(|_| place.contains((column, line).into()));
        if let Some(field) = field {
            setup.field = *field;
            setup.choose(true);
        }
    }

    fn begin(&mut self) {
        let Mode::Setup(setup) = &self.mode else { return };
        let (rule, size) = (setup.rule, setup.size);
        // Another level than that of the even game may have been chosen.
        let ends_even = setup.level != self.table.level && self.table.even.take().is_some();
        (self.table.players, self.table.level, self.table.time) =
            (setup.players.clone(), setup.level, setup.time);
        self.table.character = setup.character;
        // With the same seed the classic programs would play the same game again.
        self.table.seed = self.table.seed.wrapping_add(1);
        let record = self.table.new_record(rule, size);
        self.load(record, None);
        if ends_even {
            self.say("the even game has ended; the results so far are kept");
        }
    }
}

/// Columns and lines of the whole dialog.
pub(in super::super) const SETUP_ROOM: (u16, u16) = (28, 19);
/// Lines above the first field.
pub(in super::super) const SETUP_HEAD: u16 = 2;

#[cfg(test)]
mod tests {
    use ratatui::crossterm::event::{Event, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

    use super::super::Effect;
    use super::super::tests::{app, game, played, press, record, type_in};
    use super::*;

    #[test]
    fn a_new_game_is_begun_as_it_was_chosen() {
        let mut app = app(record(Rule::Renju, "h8 i9"), "human", "engine", None);
        type_in(&mut app, "n");
        // Renju is followed by caro, exact caro and freestyle, which is set to four in a row, on 16×16.
        for key in [KeyCode::Right, KeyCode::Right, KeyCode::Right, KeyCode::Down, KeyCode::Left] {
            press(&mut app, key);
        }
        for key in [KeyCode::Down, KeyCode::Right, KeyCode::Down, KeyCode::Right] {
            press(&mut app, key);
        }
        assert_eq!(played(&app), "h8 i9", "nothing has begun yet");
        press(&mut app, KeyCode::Enter);
        assert_eq!((app.record().rule().to_string().as_str(), app.record().size().lines()), ("free-4", 16));
        assert_eq!((app.mode.clone(), played(&app).as_str()), (Mode::Board, ""));
        let effects = app.take_effects();
        assert!(
            matches!(effects[..], [Effect::Clear, Effect::Think(_)]),
            "Black is the engine now: {effects:?}"
        );
        assert_eq!(app.record().players.black, "Tengen");
    }

    #[test]
    fn clicks_on_the_choices_change_them() {
        let mut app = game(Rule::FREESTYLE, "human", "engine");
        type_in(&mut app, "n");
        let place = app.page(SETUP_ROOM);
        // The third line is the size.
        let (column, row) = (place.x + 3, place.y + SETUP_HEAD + 2);
        let kind = MouseEventKind::Down(MouseButton::Left);
        app.handle(&Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
        press(&mut app, KeyCode::Enter);
        assert_eq!(app.record().size().lines(), 16);
    }
}
