//! A game between people and programs, with its undo and its words.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};
use tengen_analysis::{Opponent, SearchLimits, SystemClock};
use tengen_engine::{Engine, EngineOptions};
use tengen_game::format::{diagram, moves};
use tengen_game::{BoardSize, Color, GameResult, Move, Record};

use super::files::{self, Saved};
use super::kept::Kept;
use super::order::{HELP, Order};
use super::player::{Player, TreeSettings, start_programs};
use crate::wording;

/// Who has to do something now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    Human,
    Program,
    Over,
}

pub(super) struct Session {
    record: Record,
    /// Black's player and White's.
    players: [Player; 2],
    /// Who thinks for them; nobody for people.
    opponents: [Option<Box<dyn Opponent + Send>>; 2],
    /// Gives the hints.
    engine: Engine,
    limits: SearchLimits,
    /// What of the game is in a file.
    kept: Kept,
}

impl Session {
    /// # Errors
    /// When a player cannot play, or a program cannot be started.
    pub(super) fn new(
        record: Record,
        players: [Player; 2],
        tree: &TreeSettings,
        limits: SearchLimits,
    ) -> Result<Session> {
        let mut programs = start_programs(players, record.position())?.into_iter();
        let mut sit_down = |player: Player| match programs.next().flatten() {
            Some(program) => Ok(Some(Box::new(program) as Box<dyn Opponent + Send>)),
            None => player.opponent(tree),
        };
        let opponents = [sit_down(players[0])?, sit_down(players[1])?];
        let kept = Kept::of(&record);
        Ok(Session {
            record,
            players,
            opponents,
            engine: Engine::new(EngineOptions::default()),
            limits,
            kept,
        })
    }

    pub(super) fn size(&self) -> BoardSize {
        self.record.size()
    }

    /// Whether leaving would lose something.
    pub(super) fn is_unsaved(&self) -> bool {
        !self.kept.is_all_of(&self.record)
    }

    pub(super) fn has_human(&self) -> bool {
        self.players.contains(&Player::Human)
    }

    pub(super) fn turn(&self) -> Turn {
        if self.record.is_over() {
            return Turn::Over;
        }
        match self.player_at(self.record.cursor()) {
            Player::Human => Turn::Human,
            Player::Engine | Player::Classic(_) | Player::Program(_) => Turn::Program,
        }
    }

    /// Who has the move after so many moves.
    fn player_at(&self, moves: usize) -> Player {
        let first = self.record.start().side_to_move();
        let color = if moves.is_multiple_of(2) { first } else { !first };
        self.players[color.index()]
    }

    /// What stands before the place where a person types.
    pub(super) fn prompt(&self) -> String {
        match self.turn() {
            Turn::Over => "game over".to_owned(),
            _ => self.record.position().side_to_move().to_string(),
        }
    }

    pub(super) fn introduce(&self, out: &mut dyn Write) -> Result<()> {
        writeln!(out, "Rule: {}, on a {} board", wording::rule(self.record.rule()), self.size())?;
        for (color, player) in Color::BOTH.into_iter().zip(self.players) {
            writeln!(out, "{}: {}", wording::color(color), player.title())?;
        }
        if self.has_human() {
            writeln!(out, "Type a point such as {}, or `help`.", self.size().center().on(self.size()))?;
        }
        writeln!(out)?;
        self.show_board(out)?;
        // A record can end before the game goes on here.
        self.announce_result(out)
    }

    pub(super) fn obey(&mut self, order: Order, out: &mut dyn Write) -> Result<()> {
        match order {
            Order::Play(played) => self.human_plays(played, out),
            Order::Undo => {
                let earlier = (0..self.record.cursor()).rev();
                let target = earlier.into_iter().find(|&moves| self.player_at(moves) == Player::Human);
                self.go_to(target, "there is no move of yours to take back", out)
            }
            Order::Redo => {
                let last = self.record.line().len();
                let mut later = self.record.cursor() + 1..=last;
                let target = later.find(|&moves| moves == last || self.player_at(moves) == Player::Human);
                self.go_to(target, "no move has been taken back", out)
            }
            Order::Hint => self.hint(out),
            Order::Resign => self.resign(out),
            Order::Moves => {
                let points = self.record.position().moves();
                let text = moves::write(points, self.size());
                Ok(writeln!(out, "{}", if text.is_empty() { "no moves yet" } else { &text })?)
            }
            Order::Board => self.show_board(out),
            Order::Help => Ok(writeln!(out, "{HELP}")?),
            Order::Save { path, overwrite } => self.save(&path, overwrite, out),
            // These two never reach the session.
            Order::Quit | Order::Nothing => Ok(()),
        }
    }

    /// Lets the program whose turn it is think and play.
    pub(super) fn program_moves(&mut self, out: &mut dyn Write) -> Result<()> {
        let limits = SearchLimits {
            seed: self.limits.seed.wrapping_add(self.record.cursor() as u64),
            ..self.limits.clone()
        };
        let side = self.record.position().side_to_move();
        let opponent = self.opponents[side.index()].as_deref_mut().context("it is a person's turn")?;
        opponent.set_position(self.record.position().clone());
        let report = opponent.choose(&limits, &SystemClock::new(), &mut ())?;
        // Without a legal point, a pass is left.
        let played = report.best_move.map_or(Move::Pass, Move::Place);
        self.record.play(played).context("the program proposed a move that cannot be played")?;
        writeln!(out, "{} plays {}", wording::color(side), played.on(self.size()))?;
        self.after_a_move(out)
    }

    fn human_plays(&mut self, played: Move, out: &mut dyn Write) -> Result<()> {
        match self.record.play(played) {
            Ok(()) => self.after_a_move(out),
            Err(refusal) => Ok(writeln!(out, "{refusal}")?),
        }
    }

    fn hint(&mut self, out: &mut dyn Write) -> Result<()> {
        if self.turn() == Turn::Over {
            return Ok(writeln!(out, "the game is over")?);
        }
        // A hint is worth nothing below full strength.
        let limits = SearchLimits { level: None, ..self.limits.clone() };
        let mover = self.record.position().side_to_move();
        self.engine.set_position(self.record.position().clone());
        let report = self.engine.search(&limits, &SystemClock::new(), &mut ());
        let played = report.best_move.map_or(Move::Pass, Move::Place);
        Ok(writeln!(out, "hint: {}; {}", played.on(self.size()), wording::score(report.score, mover))?)
    }

    fn resign(&mut self, out: &mut dyn Write) -> Result<()> {
        let loser = self.record.position().side_to_move();
        match self.record.end(GameResult::resignation(loser)) {
            Ok(()) => self.announce_result(out),
            Err(refusal) => Ok(writeln!(out, "{refusal}")?),
        }
    }

    fn save(&mut self, path: &Path, overwrite: bool, out: &mut dyn Write) -> Result<()> {
        match files::save(&self.record, path, overwrite) {
            Saved::Done { path, said } => {
                if files::holds_record(&path) {
                    self.kept = Kept::of(&self.record);
                }
                Ok(writeln!(out, "{said}")?)
            }
            Saved::Exists(path) => {
                let path = path.display();
                Ok(writeln!(out, "not saved: {path} exists; `save! {path}` replaces it")?)
            }
            Saved::Failed(why) => Ok(writeln!(out, "{why}")?),
        }
    }

    fn go_to(&mut self, target: Option<usize>, refusal: &str, out: &mut dyn Write) -> Result<()> {
        match target {
            Some(moves) => {
                self.record.go_to(moves);
                self.show_board(out)?;
                self.announce_result(out)
            }
            None => Ok(writeln!(out, "{refusal}")?),
        }
    }

    fn after_a_move(&mut self, out: &mut dyn Write) -> Result<()> {
        // Before a program moves there is nothing for anybody to decide, so no board is needed.
        if self.turn() != Turn::Program {
            self.show_board(out)?;
        }
        self.announce_result(out)
    }

    fn announce_result(&self, out: &mut dyn Write) -> Result<()> {
        let position = self.record.position();
        let words = match (position.outcome(), self.record.result()) {
            (Some(outcome), _) => wording::outcome(outcome, self.size()),
            (None, Some(result)) if self.record.is_over() => wording::result(result),
            _ => return Ok(()),
        };
        writeln!(out, "The game is over: {words}.")?;
        if self.has_human() {
            writeln!(out, "`undo` takes a move back, `quit` leaves.")?;
        }
        Ok(())
    }

    fn show_board(&self, out: &mut dyn Write) -> Result<()> {
        Ok(writeln!(out, "{}", diagram::write(self.record.position().board()))?)
    }
}
