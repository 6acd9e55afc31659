//! The board with its stones and signs.

use std::collections::HashMap;

use ratatui::buffer::Buffer;
use ratatui::style::Style;
use tengen_game::{Color, Move, Point, Sign};

use super::super::app::App;
use super::super::layout::{BoardPlace, Scale};
use super::style::{Colors, Terminal};

/// Draws the board at its place.
pub(super) fn draw(app: &App, place: &BoardPlace, terminal: Terminal, buffer: &mut Buffer) {
    let mut board = Drawing { app, place, terminal, buffer };
    board.lines();
    board.coordinates();
    board.signs();
    board.stones();
    board.marks();
    board.pointers();
}

struct Drawing<'a> {
    app: &'a App,
    place: &'a BoardPlace,
    terminal: Terminal,
    buffer: &'a mut Buffer,
}

impl Drawing<'_> {
    fn put(&mut self, column: u16, line: u16, text: &str, style: Style) {
        // The style is replaced with the character: lines are dim, and stones on them are not.
        self.buffer.set_string(column, line, text, Style::reset().patch(style));
    }

    fn put_on(&mut self, point: Point, text: &str, style: Style) {
        let (column, line) = self.place.cell(point);
        self.put(column, line, text, style);
    }

    /// Draws the wood with its lines and stars.
    fn lines(&mut self) {
        let (wood, style) = (self.place.wood, self.terminal.wood());
        for line in wood.y..wood.bottom() {
            self.put(wood.x, line, &" ".repeat(usize::from(wood.width)), style);
        }
        let (across, down) = self.place.scale.step();
        let n = u16::from(self.place.size.lines());
        let first = Point::new(0, 0);
        let last = Point::new(self.place.size.lines() - 1, self.place.size.lines() - 1);
        let corners = [self.place.cell(first), self.place.cell(last)];
        let left = corners[0].0.min(corners[1].0);
        let top = corners[0].1.min(corners[1].1);
        for row in 0..=(n - 1) * down {
            for column in 0..=(n - 1) * across {
                let is_column = column % across == 0;
                let is_row = row % down == 0;
                let ends = (row == 0, row == (n - 1) * down, column == 0, column == (n - 1) * across);
                let text = self.crossing(is_column, is_row, ends);
                self.put(left + column, top + row, text, style);
            }
        }
        for star in self.place.size.star_points() {
            self.put_on(star, self.terminal.star(), style);
        }
    }

    /// The character for a point or a place between points on the lines; `ends` are the upper, lower, left and right edge.
    fn crossing(&self, is_column: bool, is_row: bool, ends: (bool, bool, bool, bool)) -> &'static str {
        if !self.terminal.unicode {
            return if is_column && is_row { "." } else { " " };
        }
        match (is_column, is_row, ends) {
            (false, false, _) => " ",
            (false, true, _) => "─",
            (true, false, _) => "│",
            (_, _, (true, _, true, _)) => "┌",
            (_, _, (true, _, _, true)) => "┐",
            (_, _, (_, true, true, _)) => "└",
            (_, _, (_, true, _, true)) => "┘",
            (_, _, (true, ..)) => "┬",
            (_, _, (_, true, ..)) => "┴",
            (_, _, (_, _, true, _)) => "├",
            (_, _, (_, _, _, true)) => "┤",
            _ => "┼",
        }
    }

    fn coordinates(&mut self) {
        if !self.place.look.coordinates {
            return;
        }
        let (wood, quiet) = (self.place.wood, self.terminal.quiet());
        let size = self.place.size;
        for index in 0..size.lines() {
            let (column, line) = self.place.cell(Point::new(index, index));
            let row = format!("{:>2}", size.lines() - index);
            self.put(wood.x - 3, line, &row, quiet);
            let letter = char::from(b'a' + index).to_string();
            self.put(column, wood.bottom(), &letter, quiet);
        }
    }

    /// Draws the forbidden points and the hint.
    fn signs(&mut self) {
        for index in 0..self.app.forbidden.len() {
            let (point, _) = self.app.forbidden[index];
            self.put_on(point, self.terminal.forbidden_sign(), self.terminal.forbidden());
        }
        if let Some(point) = *self.app.game.analysis.hint {
            self.put_on(point, self.terminal.hint_sign(), self.terminal.pointer());
        }
    }

    fn stones(&mut self) {
        let app = self.app;
        let position = app.record().position();
        let lines = position.outcome().map(|outcome| outcome.winning_lines()).unwrap_or_default();
        let winning: Vec<Point> = lines.iter().flat_map(|line| line.points()).collect();
        let numbers = if app.numbers { numbers(position.moves()) } else { HashMap::new() };
        for point in position.size().points() {
            let Some(color) = position.board().stone(point) else { continue };
            let wins = winning.contains(&point);
            match numbers.get(&point) {
                Some(number) => self.number(point, *number, color, wins),
                None => self.stone(point, color, wins),
            }
        }
    }

    fn stone(&mut self, point: Point, color: Color, wins: bool) {
        let style = self.terminal.stone(color);
        if self.has_discs() {
            self.disc(point, style);
            if wins {
                self.put_on(point, "◆", self.terminal.on_winning_stone(color));
            }
        } else {
            let style = if wins { style.patch(self.terminal.winning()) } else { style };
            self.put_on(point, self.terminal.disc(color), style);
        }
    }

    /// Whether stones are larger than a character.
    fn has_discs(&self) -> bool {
        let Terminal { colors, unicode } = self.terminal;
        self.place.scale == Scale::Large && unicode && colors == Colors::Wood
    }

    /// Draws a disc of three columns, with half a line above and below.
    fn disc(&mut self, point: Point, style: Style) {
        let (column, line) = self.place.cell(point);
        let (above, below) = (["▗", "▄", "▖"], ["▝", "▀", "▘"]);
        for offset in 0..3 {
            let x = column + offset - 1;
            self.half(x, line - 1, above[usize::from(offset)], style);
            self.half(x, line + 1, below[usize::from(offset)], style);
        }
        self.put(column - 1, line, "███", style);
    }

    /// Draws a half of a character between two stones. Where the other half belongs to a neighbour, both are shown.
    fn half(&mut self, column: u16, line: u16, text: &str, style: Style) {
        let upper = |text: &str| matches!(text, "▝" | "▀" | "▘");
        let Some(cell) = self.buffer.cell_mut((column, line)) else { return };
        let other = cell.symbol().to_owned();
        let is_other_half =
            matches!(other.as_str(), "▗" | "▄" | "▖" | "▝" | "▀" | "▘") && upper(&other) != upper(text);
        if !is_other_half {
            cell.set_symbol(text).set_style(style);
            return;
        }
        // The other quarter of a corner is wood in any case, so a whole half of the neighbour's colour is shown beside it.
        let (other_ink, ink) = (cell.fg, style.fg.unwrap_or(cell.fg));
        if other_ink == ink {
            let whole = match text {
                "▗" | "▝" => "▐",
                "▖" | "▘" => "▌",
                _ => "█",
            };
            cell.set_symbol(whole).set_style(style);
        } else if matches!(text, "▀" | "▄") {
            cell.set_symbol(text).set_fg(ink).set_bg(other_ink);
        }
    }

    /// Draws a move number instead of a stone: its last two digits where no more fit.
    fn number(&mut self, point: Point, number: usize, color: Color, wins: bool) {
        let mut style = self.terminal.on_stone(color);
        if wins {
            style = style.patch(self.terminal.winning()).fg(style.fg.unwrap_or_default());
        }
        let (column, line) = self.place.cell(point);
        match self.place.scale {
            Scale::Large => {
                if self.has_discs() {
                    self.disc(point, self.terminal.stone(color));
                }
                self.put(column - 1, line, &format!("{number:^3}"), style);
            }
            Scale::Small => self.put(column - 1, line, &format!("{:>2}", number % 100), style),
        }
    }

    /// Draws the record's marks on the position.
    fn marks(&mut self) {
        let app = self.app;
        for mark in app.record().marks(app.record().current()) {
            let text = match &mark.sign {
                Sign::Circle => self.pick("◦", "o"),
                Sign::Square => self.pick("▫", "#"),
                Sign::Triangle => self.pick("▵", "^"),
                Sign::Cross => self.pick("✕", "x"),
                Sign::Label(text) => {
                    let first = text.chars().next().filter(|first| first.is_ascii_graphic());
                    first.map_or_else(|| "*".to_owned(), String::from)
                }
            };
            let stone = app.record().position().board().stone(mark.point);
            let style = stone.map_or(self.terminal.pointer(), |color| self.terminal.on_stone(color));
            self.put_on(mark.point, &text, style);
        }
    }

    fn pick(&self, unicode: &str, ascii: &str) -> String {
        if self.terminal.unicode { unicode } else { ascii }.to_owned()
    }

    /// Draws the last move in round brackets and the cursor in square ones, by shape and not by colour alone.
    fn pointers(&mut self) {
        if let Some(Move::Place(point)) = self.app.record().position().last_move() {
            self.brackets(point, ["(", ")"]);
        }
        // Where the user cannot move, there is no cursor.
        if self.app.wants_moves() {
            self.brackets(self.app.cursor, ["[", "]"]);
        }
    }

    fn brackets(&mut self, point: Point, brackets: [&str; 2]) {
        let (column, line) = self.place.cell(point);
        let style = self.terminal.pointer();
        if self.place.scale == Scale::Large {
            self.put(column - 2, line, brackets[0], style);
            self.put(column + 2, line, brackets[1], style);
            return;
        }
        // Numbers take the column before their point. There is no room for brackets around them, and the number identifies the
        // last move.
        let is_numbered = |point: Point| {
            self.app.numbers && self.app.record().position().moves().iter().any(|played| *played == point)
        };
        let [here, right] = [is_numbered(point), is_numbered(self.place.step(point, 1, 0))];
        if here && brackets[0] == "[" {
            for x in column - 1..=column {
                if let Some(cell) = self.buffer.cell_mut((x, line)) {
                    cell.set_style(self.terminal.chosen());
                }
            }
        }
        if !here {
            self.put(column - 1, line, brackets[0], style);
        }
        if !here && !right {
            self.put(column + 1, line, brackets[1], style);
        }
    }
}

/// The number of the move that placed each stone.
fn numbers(moves: &[Move]) -> HashMap<Point, usize> {
    let numbered = moves.iter().zip(1..);
    numbered.filter_map(|(played, number)| played.point().map(|point| (point, number))).collect()
}
