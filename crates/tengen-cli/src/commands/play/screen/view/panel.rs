//! The panel beside the board: the players, the state of the game, the evaluation, the moves.

use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget as _};
use ratatui::{Frame, buffer::Buffer};
use tengen_analysis::{Score, mate_moves, mate_winner, per_second, win_chance};
use tengen_game::{Color, Move};
use tengen_match::{Purpose, Thought};

use super::super::app::{App, Author};
use super::style::Terminal;
use super::wrap;
use crate::wording;

/// Draws the panel.
///
/// A message that is too long for the line of `line_width` columns below is here in full.
pub(super) fn draw(app: &App, area: Rect, line_width: u16, terminal: Terminal, frame: &mut Frame<'_>) {
    let panel = Panel { app, terminal, width: area.width };
    let mut head = vec![panel.game()];
    head.extend(Color::BOTH.map(|color| panel.player(color)));
    // A panel below the board has little room.
    let is_low = area.height < 10;
    if !is_low {
        head.insert(1, Line::default());
        head.push(Line::default());
    }
    head.extend(panel.status());
    if *app.game.analysis.is_on {
        head.extend((!is_low).then(Line::default));
        head.extend(thoughts(app, terminal, area.width));
    }
    let message = panel.long_message(line_width);
    if !message.is_empty() {
        head.extend((!is_low).then(Line::default));
        head.extend(message);
    }
    let comment = panel.comment();
    if !comment.is_empty() {
        head.push(Line::default());
        head.extend(comment);
    }
    let used = u16::try_from(head.len()).unwrap_or(u16::MAX);
    Paragraph::new(head).render(area, frame.buffer_mut());
    let top = used.saturating_add(u16::from(!is_low));
    if let Some(rest) = area.height.checked_sub(top).filter(|&rest| rest > 0) {
        let place = Rect { y: area.y + top, height: rest, ..area };
        panel.moves(place, frame.buffer_mut());
    }
}

struct Panel<'a> {
    app: &'a App,
    terminal: Terminal,
    width: u16,
}

/// Columns for one move with its number.
const MOVE_WIDTH: u16 = 9;
/// The most lines of a comment. A longer one ends in an ellipsis.
const COMMENT_LINES: usize = 6;

impl Panel<'_> {
    fn game(&self) -> Line<'static> {
        let (rule, size) = (self.app.record().rule().describe().name, self.app.record().size());
        let mut text = format!("{rule}, {size}");
        if let Some(limit) = self.app.record().start().max_moves() {
            text = format!("{text}, {limit} moves at most");
        }
        if let Some(name) = self.app.file_name() {
            text = format!("{text} · {name}");
        }
        Line::styled(self.terminal.text(&text), self.terminal.quiet())
    }

    fn player(&self, color: Color) -> Line<'static> {
        let app = self.app;
        let has_move = !app.record().is_over() && app.record().position().side_to_move() == color;
        let style = if has_move { Style::new().add_modifier(Modifier::BOLD) } else { Style::new() };
        let mark = if has_move { ">" } else { " " };
        let names = &app.record().players;
        let name = if color == Color::Black { &names.black } else { &names.white };
        let title = app.table.title(color);
        // The names in the record are shown beside the present players.
        let is_known = name.is_empty() || *name == app.table.name(color);
        let name = if is_known { String::new() } else { format!(" ({name})") };
        let text = format!(" {:<6} {title}{name}", wording::color(color));
        Line::from(vec![
            Span::styled(format!("{mark} "), style),
            self.terminal.chip(color),
            Span::styled(fit(&text, self.width.saturating_sub(5), self.terminal), style),
        ])
    }

    /// The side to move, or the result of the game.
    fn status(&self) -> Vec<Line<'static>> {
        let app = self.app;
        let style = if app.record().is_over() { self.terminal.accent() } else { Style::new() };
        let text = turn(app);
        let mut lines: Vec<Line<'static>> = wrap(&self.terminal.text(&text), self.width)
            .into_iter()
            .map(|line| Line::styled(line, style))
            .collect();
        let (variations, place) = app.variations();
        if variations.len() > 1 {
            let text = format!("variation {} of {}, Tab shows the next", place + 1, variations.len());
            lines.push(Line::styled(text, self.terminal.quiet()));
        }
        let follow = app.record().children(app.record().current());
        if follow.len() > 1 {
            let size = app.record().size();
            let names = follow.iter().filter_map(|&id| app.record().played(id));
            let names: Vec<String> = names.map(|played| played.on(size).to_string()).collect();
            let text = format!("next: {}", names.join(" "));
            lines.push(Line::styled(fit(&text, self.width, self.terminal), self.terminal.quiet()));
        }
        lines
    }

    fn long_message(&self, line_width: u16) -> Vec<Line<'static>> {
        let Some(message) = &self.app.message else { return Vec::new() };
        let text = self.terminal.text(&message.text);
        if Span::raw(text.as_str()).width() <= usize::from(line_width) {
            return Vec::new();
        }
        let style = self.terminal.of_message(message.is_warning);
        wrap(&text, self.width).into_iter().map(|line| Line::styled(line, style)).collect()
    }

    fn comment(&self) -> Vec<Line<'static>> {
        let comment = &self.app.record().notes(self.app.record().current()).comment;
        // Control characters of a file must not reach the terminal.
        let clean: String =
            comment.chars().map(|c| if c.is_control() && c != '\n' { ' ' } else { c }).collect();
        let mut lines: Vec<String> =
            clean.lines().flat_map(|line| wrap(&self.terminal.text(line), self.width)).collect();
        if lines.len() > COMMENT_LINES {
            lines.truncate(COMMENT_LINES);
            if let Some(last) = lines.last_mut() {
                *last = fit(
                    &format!("{last} {}", "…".repeat(usize::from(self.width))),
                    self.width,
                    self.terminal,
                );
            }
        }
        lines
            .into_iter()
            .map(|line| Line::styled(line, Style::new().add_modifier(Modifier::ITALIC)))
            .collect()
    }

    /// Draws the current line in columns, as many lines of it as fit around the last move.
    fn moves(&self, area: Rect, buffer: &mut Buffer) {
        let app = self.app;
        let (line, cursor) = (app.record().line(), app.record().cursor());
        // Black's and White's moves stay in columns of their own.
        let columns = usize::from(area.width / MOVE_WIDTH).max(1);
        let columns = if columns > 1 { columns & !1 } else { columns };
        let rows = line.len().div_ceil(columns);
        let room = usize::from(area.height);
        let here = cursor.saturating_sub(1) / columns;
        let first = here.saturating_sub(room / 2).min(rows.saturating_sub(room));
        for (offset, row) in (first..rows).take(room).enumerate() {
            let spans = (row * columns..line.len().min((row + 1) * columns)).flat_map(|index| {
                let style = match index + 1 {
                    number if number == cursor => self.terminal.accent(),
                    number if number > cursor => self.terminal.quiet(),
                    _ => Style::new(),
                };
                self.one_move(index, line[index], style)
            });
            let text: Line<'_> = spans.collect();
            let y = area.y + u16::try_from(offset).unwrap_or(u16::MAX);
            buffer.set_line(area.x, y, &text, area.width);
        }
    }

    fn one_move(&self, index: usize, played: Move, style: Style) -> [Span<'static>; 2] {
        let number = Span::styled(format!("{:>3} ", index + 1), self.terminal.quiet());
        [number, Span::styled(format!("{:<5}", played.on(self.app.record().size())), style)]
    }
}

/// The side to move and the searching program, or the result.
pub(super) fn turn(app: &App) -> String {
    if let Some(ending) = app.ending() {
        return format!("The game is over: {ending}.");
    }
    let side = wording::color(app.record().position().side_to_move());
    let seconds = format!("{:.1} s", app.now.saturating_sub(app.task_began).as_secs_f64());
    match app.game.engine.purpose() {
        Some(Purpose::Move | Purpose::External) => format!("{side} thinks, {seconds}"),
        Some(Purpose::Hint) => format!("looking for a hint, {seconds}"),
        _ if app.game.game.is_programs_turn() => format!("{side} is to move and waits: . continues"),
        _ => format!("Move {}: {side} is to move.", app.record().cursor() + 1),
    }
}

/// The beginning of a text that is too long for a line.
pub(super) fn fit(text: &str, width: u16, terminal: Terminal) -> String {
    let text = terminal.text(text);
    let width = usize::from(width);
    if Span::raw(text.as_str()).width() <= width {
        return text;
    }
    let ellipsis = terminal.text("…");
    let mut fitting = String::new();
    for character in text.chars() {
        let longer = format!("{fitting}{character}");
        if Span::raw(longer.as_str()).width() + ellipsis.chars().count() > width {
            break;
        }
        fitting = longer;
    }
    fitting.trim_end().to_owned() + &ellipsis
}

/// The most lines of the principal variation.
const LINES_OF_PV: usize = 2;

/// The evaluation of the position by the engine or the program.
fn thoughts(app: &App, terminal: Terminal, width: u16) -> Vec<Line<'static>> {
    let Some(Thought { side, progress }) = &*app.game.analysis.thought else {
        let text = if app.record().is_over() { "the game is over" } else { "no search yet" };
        return vec![Line::styled(text, terminal.quiet())];
    };
    let verdict = format!("{} ({})", verdict(progress.score, *side, &app.author), progress.score);
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let time = progress.time;
    let speed = per_second(progress.nodes, time);
    let effort = format!(
        "depth {} · {} nodes · {:.1} s · {}/s",
        progress.depth,
        short(progress.nodes),
        time.as_secs_f64(),
        short(speed)
    );
    let size = app.record().size();
    let pv = progress.pv.iter().copied();
    let mut pv = wrap(&wording::points(pv, size), width);
    if pv.len() > LINES_OF_PV {
        pv.truncate(LINES_OF_PV);
        if let Some(last) = pv.last_mut() {
            *last = fit(&format!("{last} {}", "…".repeat(usize::from(width))), width, terminal);
        }
    }
    let mut lines = vec![
        Line::styled(fit(&verdict, width, terminal), bold),
        Line::styled(fit(&effort, width, terminal), terminal.quiet()),
    ];
    lines.extend(pv.into_iter().map(Line::raw));
    lines
}

/// The side that is more likely to win, with its chance. Scores in other units than the engine's give no chance.
fn verdict(score: Score, mover: Color, author: &Author) -> String {
    match score {
        Score::Mate(plies) => {
            let winner = mate_winner(plies, mover);
            match mate_moves(plies.unsigned_abs()) {
                0 => format!("{} has won", wording::color(winner)),
                moves => format!("{} wins in {moves}", wording::color(winner)),
            }
        }
        Score::Value(_) if !author.has_engine_units => author.name.clone(),
        Score::Value(value) => {
            let better = if value < 0 { !mover } else { mover };
            // Only a proved end is certain.
            let percent = (f64::from(win_chance(Score::Value(value.abs()))) / 10.0).min(99.0);
            format!("{} {percent:.0} %", wording::color(better))
        }
    }
}

/// A number in short form: `950`, `12 k`, `1.2 M`.
fn short(number: u64) -> String {
    match number {
        0..1_000 => number.to_string(),
        1_000..1_000_000 => format!("{} k", number / 1_000),
        1_000_000..1_000_000_000 => format!("{:.1} M", number as f64 / 1e6),
        _ => format!("{:.1} G", number as f64 / 1e9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn author(name: &str, has_engine_units: bool) -> Author {
        Author { name: name.to_owned(), has_engine_units }
    }

    #[test]
    fn verdicts_name_the_side_that_is_better_off() {
        use Color::{Black, White};
        assert_eq!(verdict(Score::Value(300), Black, &author("engine", true)), "Black 84 %");
        assert_eq!(verdict(Score::Value(-300), Black, &author("engine, easy", true)), "White 84 %");
        assert_eq!(verdict(Score::Value(0), White, &author("engine", true)), "White 50 %");
        assert_eq!(verdict(Score::Value(29_000), White, &author("engine", true)), "White 99 %");
        assert_eq!(verdict(Score::Mate(5), White, &author("engine", true)), "White wins in 3");
        assert_eq!(verdict(Score::Mate(-4), White, &author("tuple", false)), "Black wins in 2");
        assert_eq!(verdict(Score::Value(12), White, &author("tuple", false)), "tuple");
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!([950, 12_345, 1_234_567, 2_500_000_000].map(short), ["950", "12 k", "1.2 M", "2.5 G"]);
    }
}
