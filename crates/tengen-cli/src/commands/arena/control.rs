//! How long entrants may think, as it is asked for and saved.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use tengen_arena::TimeControl;

use crate::options;

/// The limits of both sides.
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args)]
#[group(skip)]
pub(in crate::commands) struct ControlArguments {
    /// Seconds for a move [default: 1, unless there is another limit]
    #[arg(long, value_name = "SECONDS", value_parser = options::seconds, help_heading = "Time")]
    pub(super) time: Option<Duration>,
    /// Seconds of each side for the whole game
    #[arg(long, value_name = "SECONDS", value_parser = options::seconds, help_heading = "Time")]
    pub(super) game_time: Option<Duration>,
    /// Seconds by which the time for the game grows after each move
    #[arg(long, value_name = "SECONDS", value_parser = options::seconds, help_heading = "Time")]
    pub(super) increment: Option<Duration>,
    /// Seconds by which a move may be late before it loses the game [default: 1]
    #[arg(long, value_name = "SECONDS", value_parser = options::seconds, help_heading = "Time")]
    pub(super) grace: Option<Duration>,
    /// Nodes for a move
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..), help_heading = "Time")]
    pub(super) nodes: Option<u64>,
    /// Plies to look ahead
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=400), help_heading = "Time")]
    pub(super) depth: Option<u32>,
}

/// The limits of a side, in whole milliseconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Control {
    time_ms: Option<u64>,
    game_time_ms: Option<u64>,
    increment_ms: u64,
    grace_ms: u64,
    nodes: Option<u64>,
    depth: Option<u32>,
}

const DEFAULT_TIME: Duration = Duration::from_secs(1);
const DEFAULT_GRACE: Duration = Duration::from_secs(1);

impl ControlArguments {
    /// Whether anything is asked for that limits a search.
    pub(super) fn has_limits(&self) -> bool {
        *self != ControlArguments { grace: self.grace, ..ControlArguments::default() }
    }

    /// The limits of one who has these of their own: either these alone, or where there are none, the common ones.
    pub(super) fn or(&self, common: &ControlArguments) -> ControlArguments {
        let limits = if self.has_limits() { self } else { common };
        ControlArguments { grace: self.grace.or(common.grace), ..limits.clone() }
    }

    /// The limits with their defaults.
    pub(super) fn control(&self) -> Result<Control, String> {
        if self.increment.is_some() && self.game_time.is_none() {
            return Err("an increment needs a time for the game to grow".to_owned());
        }
        let ms = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let time = if self.has_limits() { self.time } else { Some(DEFAULT_TIME) };
        Ok(Control {
            time_ms: time.map(ms),
            game_time_ms: self.game_time.map(ms),
            increment_ms: self.increment.map_or(0, ms),
            grace_ms: ms(self.grace.unwrap_or(DEFAULT_GRACE)),
            nodes: self.nodes,
            depth: self.depth,
        })
    }
}

impl Control {
    /// Whether there is a limit to the time.
    pub(super) fn limits_time(&self) -> bool {
        self.time_ms.is_some() || self.game_time_ms.is_some()
    }
}

impl From<&Control> for TimeControl {
    fn from(control: &Control) -> TimeControl {
        TimeControl {
            per_move: control.time_ms.map(Duration::from_millis),
            per_game: control.game_time_ms.map(Duration::from_millis),
            increment: Duration::from_millis(control.increment_ms),
            grace: Duration::from_millis(control.grace_ms),
            nodes: control.nodes,
            depth: control.depth,
        }
    }
}

/// `1 s a move, 10000 nodes`.
impl std::fmt::Display for Control {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let seconds = |ms: u64| format!("{} s", ms as f64 / 1000.0);
        let game = self.game_time_ms.map(|ms| match self.increment_ms {
            0 => format!("{} a game", seconds(ms)),
            increment => format!("{} a game and {} a move", seconds(ms), seconds(increment)),
        });
        let time = self.time_ms.map(|ms| match game {
            Some(_) => format!("at most {} a move", seconds(ms)),
            None => format!("{} a move", seconds(ms)),
        });
        let nodes = self.nodes.map(|nodes| format!("{nodes} nodes"));
        let depth =
            self.depth.map(|depth| if depth == 1 { "1 ply".to_owned() } else { format!("{depth} plies") });
        let parts: Vec<String> = [game, time, nodes, depth].into_iter().flatten().collect();
        f.write_str(&parts.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_limits_take_the_place_of_the_common_ones() {
        let second = Some(Duration::from_secs(1));
        let common = ControlArguments { time: second, grace: second, ..ControlArguments::default() };
        let own = ControlArguments { nodes: Some(500), ..ControlArguments::default() };
        let control = own.or(&common).control().unwrap();
        assert_eq!((control.time_ms, control.nodes, control.grace_ms), (None, Some(500), 1000));
        assert_eq!(control.to_string(), "500 nodes");
        let lenient = ControlArguments { grace: Some(Duration::ZERO), ..ControlArguments::default() };
        let control = lenient.or(&common).control().unwrap();
        assert_eq!((control.time_ms, control.grace_ms), (Some(1000), 0));
        assert_eq!(control.to_string(), "1 s a move");
        assert!(ControlArguments { increment: second, ..ControlArguments::default() }.control().is_err());
    }
}
