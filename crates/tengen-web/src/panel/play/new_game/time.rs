//! Which time controls the form offers.

use tengen_game::clock::TimeControl;

/// The controls that are one click away, the first being none.
pub(super) const PRESETS: [TimeControl; 7] = [
    TimeControl::Unlimited,
    TimeControl::PerMove { seconds: 10 },
    TimeControl::PerMove { seconds: 30 },
    TimeControl::PerMove { seconds: 60 },
    TimeControl::Fischer { main: 300, increment: 3 },
    TimeControl::Fischer { main: 600, increment: 5 },
    TimeControl::ByoYomi { main: 900, periods: 3, period: 30 },
];

/// Seconds for the game that one can choose.
pub(super) const MAINS: [u32; 18] =
    [0, 5, 10, 20, 30, 60, 120, 180, 300, 480, 600, 900, 1_200, 1_800, 2_700, 3_600, 5_400, 7_200];
/// Seconds for a move, a period or an increment.
pub(super) const SECONDS: [u32; 16] = [0, 1, 2, 3, 5, 8, 10, 12, 15, 20, 30, 45, 60, 90, 120, 180];
pub(super) const MOST_PERIODS: u32 = 10;

/// The kinds of control that somebody can put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    PerMove,
    Fischer,
    ByoYomi,
}

impl Kind {
    pub(super) const ALL: [Kind; 3] = [Kind::PerMove, Kind::Fischer, Kind::ByoYomi];

    /// The form's value and the key of the name.
    pub(super) fn keys(self) -> (&'static str, &'static str) {
        match self {
            Kind::PerMove => ("per-move", "clock-kind-per-move"),
            Kind::Fischer => ("increment", "clock-kind-increment"),
            Kind::ByoYomi => ("byo-yomi", "clock-kind-byo-yomi"),
        }
    }
}

/// A control that somebody puts together, with what its other kinds would have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Own {
    pub(super) kind: Kind,
    pub(super) main: u32,
    pub(super) seconds: u32,
    pub(super) periods: u32,
}

impl Own {
    /// What resembles a control most.
    pub(super) fn of(control: TimeControl) -> Own {
        let own = Own { kind: Kind::Fischer, main: 300, seconds: 5, periods: 3 };
        match control {
            TimeControl::Unlimited => own,
            TimeControl::PerMove { seconds } => Own { kind: Kind::PerMove, seconds, ..own },
            TimeControl::Fischer { main, increment } => Own { main, seconds: increment, ..own },
            TimeControl::ByoYomi { main, periods, period } => {
                Own { kind: Kind::ByoYomi, main, seconds: period, periods }
            }
        }
    }

    /// The control, with no less than can be played by.
    pub(super) fn control(self) -> TimeControl {
        let Own { kind, main, seconds, periods } = self;
        match kind {
            Kind::PerMove => TimeControl::PerMove { seconds: seconds.max(1) },
            Kind::Fischer => TimeControl::Fischer { main: main.max(5), increment: seconds },
            Kind::ByoYomi => TimeControl::ByoYomi { main, periods: periods.max(1), period: seconds.max(1) },
        }
    }
}

/// The place of the value that comes nearest from below.
pub(super) fn place(values: &[u32], value: u32) -> usize {
    values.iter().rposition(|&other| other <= value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_is_put_together_can_be_played_by() {
        for kind in Kind::ALL {
            for (main, seconds, periods) in [(0, 0, 0), (5, 1, 1), (7_200, 180, MOST_PERIODS)] {
                let control = Own { kind, main, seconds, periods }.control();
                assert_eq!(control.to_string().parse(), Ok(control));
                assert_eq!(Own::of(control).control(), control);
            }
        }
        assert!(PRESETS.iter().all(|control| control.to_string().parse() == Ok(*control)));
    }

    #[test]
    fn a_slider_stands_at_the_value_or_below() {
        assert_eq!(place(&MAINS, 300), 8);
        assert_eq!(place(&MAINS, 301), 8);
        assert_eq!(place(&SECONDS, 4), 3);
    }
}
