//! The tunable parameters of the search, by name: their values for each rule, ranges and steps.

use std::fmt;
use std::str::FromStr;

use tengen_game::Rule;

/// A parameter of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchParam {
    /// The name, as in `reverse_margin`.
    pub name: &'static str,
    /// The effect of the parameter.
    pub about: &'static str,
    /// The least and the greatest value that make sense.
    pub range: (i32, i32),
    /// A change that is visible in play: about a twentieth of the plausible range. Tuning begins with steps of this size.
    pub step: i32,
}

/// The reason for which parameters cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SearchParamError {
    /// There is no such parameter.
    #[error("expected the name of a search parameter, found `{0}`; `tengen tune --list` has them all")]
    Unknown(String),
    /// The value is no number, or outside of the range.
    #[error(
        "expected a whole number from {low} to {high} for the search parameter `{name}`, found `{found}`"
    )]
    OutOfRange {
        /// The name of the parameter.
        name: &'static str,
        /// The least value.
        low: i32,
        /// The greatest value.
        high: i32,
        /// The text that was found.
        found: String,
    },
    /// An assignment has no equals sign.
    #[error("expected assignments such as `reverse_margin=60`, with spaces in between, found `{0}`")]
    NoAssignment(String),
}

/// The first of some values.
macro_rules! first {
    ($first:literal $($rest:literal)*) => {
        $first
    };
}

macro_rules! search_params {
    ($(
        $(#[doc = $doc:literal])+
        $name:ident = $default:literal $(, standard $standard:literal)? $(, renju $renju:literal)?
        in $low:literal..=$high:literal by $step:literal;
    )+) => {
        /// The parameters of the search. `docs/strength` has what was tried.
        ///
        /// Scores are in engine units, reductions in 1,024ths of a ply.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct SearchParams {
            $($(#[doc = $doc])+ pub $name: i32,)+
        }

        impl SearchParams {
            const FREESTYLE: SearchParams = SearchParams { $($name: $default,)+ };
            const STANDARD: SearchParams = SearchParams { $($name: first!($($standard)? $default),)+ };
            const RENJU: SearchParams = SearchParams { $($name: first!($($renju)? $default),)+ };

            /// All parameters.
            pub const ALL: &'static [SearchParam] = &[$(SearchParam {
                name: stringify!($name),
                about: concat!($($doc),+),
                range: ($low, $high),
                step: $step,
            },)+];

            /// The value of a parameter; `None` if there is none of this name.
            pub fn get(&self, name: &str) -> Option<i32> {
                match name {
                    $(stringify!($name) => Some(self.$name),)+
                    _ => None,
                }
            }

            /// All values, in the order of [`SearchParams::ALL`].
            fn values_mut(&mut self) -> [&mut i32; SearchParams::ALL.len()] {
                [$(&mut self.$name,)+]
            }
        }
    };
}

search_params! {
    /// Order of moves by the network's policy: the least depth of a node; 0 for never.
    policy_depth = 3 in 0..=60 by 1;
    /// Reverse futility: the greatest depth.
    reverse_depth = 9 in 0..=20 by 1;
    /// Reverse futility: the margin for each ply.
    reverse_margin = 32, renju 31 in 10..=200 by 6;
    /// Reverse futility: a margin at all depths.
    reverse_base = 14, standard 20, renju 2 in -200..=200 by 15;
    /// Reverse futility: the percentage of a ply's margin that is left out where the evaluation is better than two plies ago.
    reverse_improving = 101, standard 91, renju 122 in 0..=300 by 20;
    /// Reverse futility: the percentage of a ply's margin that is left out where the evaluation has risen since the ply before.
    reverse_risen = 19, standard 0, renju 0 in -200..=300 by 20;
    /// Reverse futility: the percentage of what the evaluation is above beta that counts in the score of the node.
    reverse_excess = 74, standard 100, renju 100 in 0..=120 by 15;
    /// Reverse futility where an open three is to be answered: the greatest depth; 0 for never.
    defence_depth = 4 in 0..=20 by 1;
    /// Reverse futility where an open three is to be answered: how much greater the margin is.
    defence_margin = 189, renju 180 in -200..=2000 by 15;
    /// Singular extension: the least depth.
    singular_depth = 5 in 3..=20 by 1;
    /// Singular extension: by how much the move must be better than all others, in quarters of a unit for each ply.
    singular_margin = 38 in 1..=200 by 5;
    /// Singular extension: the percentage of the depth to which the other moves are searched.
    singular_percent = 52, standard 56, renju 49 in 10..=90 by 4;
    /// Singular extension: by how many plies the table's depth may be less than that of the node.
    singular_lack = 3 in 0..=10 by 1;
    /// Futility: the greatest depth.
    futility_depth = 6 in 0..=20 by 1;
    /// Futility: the margin for each ply.
    futility_margin = 66, standard 74, renju 63 in 10..=200 by 6;
    /// Futility: a margin at all depths.
    futility_base = -20, standard -15, renju 6 in -200..=200 by 15;
    /// Futility: the percentage of a late move's reduction by which its depth counts less.
    futility_reduced = 23, standard 16, renju 17 in 0..=100 by 10;
    /// Futility of moves that make a three or block one: the greatest depth; 0 for never.
    threat_futility_depth = 2 in 0..=20 by 1;
    /// Futility of moves that make a three or block one: the margin for each ply.
    threat_futility_margin = 82, standard 86, renju 79 in 0..=300 by 10;
    /// Futility of moves that make a three or block one: a margin at all depths.
    threat_futility_base = 139 in -200..=600 by 20;
    /// Late-move reductions: the first moves, which are never reduced.
    reduction_after = 3 in 1..=10 by 1;
    /// Late-move reductions: the base.
    reduction_base = 807, standard 693, renju 838 in -1024..=3072 by 120;
    /// Late-move reductions: the percentage of the product of the logarithms of depth and move count.
    reduction_percent = 26, standard 28 in 0..=200 by 8;
    /// Subtracted from the reduction on a principal variation.
    reduction_pv = 865, standard 1023, renju 744 in 0..=3072 by 150;
    /// Late-move reductions at the root, like those on a principal variation: the most plies.
    root_reduction = 3 in 0..=20 by 1;
    /// Late-move reductions of moves that make a three or block one: the base.
    threat_base = -65, standard -28 in -1024..=3072 by 120;
    /// Late-move reductions of moves that make a three or block one: the percentage of the logarithms' product.
    threat_percent = 37, renju 35 in 0..=200 by 6;
    /// Added to the reduction where a fail-high is expected.
    reduction_cut = 7, renju -18 in -1024..=2048 by 120;
    /// Added to the reduction where the evaluation is no better than two plies ago.
    reduction_worsening = 234, standard 189, renju 321 in -1024..=2048 by 120;
    /// Added to the reduction once a move has raised alpha.
    reduction_raised = 20, standard 49 in -1024..=2048 by 120;
    /// Subtracted from the reduction of a quiet move with the best possible history, added with the worst.
    reduction_history = 277, standard 452 in 0..=4096 by 200;
    /// Added to the reduction where the table has a fail-low of the node.
    reduction_fail_low = -169, standard 0, renju 0 in -1024..=2048 by 120;
    /// Added to the reduction of a quiet move where the table's move is a threat or blocks one.
    reduction_threat_move = 96, standard 268, renju 174 in -1024..=2048 by 120;
    /// Added to the reduction of a quiet move for each 100 units by which the evaluation is below alpha, and subtracted where it is
    /// above, up to 300 units.
    reduction_deficit = -71, standard -23, renju 91 in -512..=1024 by 60;
    /// Move-count pruning: the base.
    moves_base = 3, standard 2 in 1..=20 by 1;
    /// Move-count pruning: the percentage of the squared depth.
    moves_percent = 109, standard 98, renju 113 in 10..=300 by 12;
    /// Move-count pruning: the percentage of the limit on a principal variation.
    moves_pv = 201 in 50..=500 by 20;
    /// By how much an evaluation must be above that of two plies ago to count as better.
    improving_margin = 9, standard 0, renju 0 in -200..=200 by 15;
    /// Fail-high reduction: the least depth at which a cut node is searched one ply less; 100 for never.
    fail_high_depth = 7, standard 5, renju 6 in 2..=100 by 1;
    /// Fail-high reduction: by how much the evaluation must be above beta.
    fail_high_base = 50, standard 54, renju 39 in -100..=200 by 8;
    /// Fail-high reduction: how much more for each ply.
    fail_high_margin = 10 in 0..=60 by 2;
    /// Razoring: the greatest depth at which an evaluation far below alpha is searched by fours alone; 0 for never.
    razor_depth = 2 in 0..=8 by 1;
    /// Razoring: the margin for each ply.
    razor_margin = 100, standard 98, renju 91 in 20..=400 by 12;
    /// Razoring: a margin at all depths.
    razor_base = 4, standard -15, renju -8 in -200..=200 by 15;
    /// Futility of answers to an open three: the greatest depth; 0 for never.
    defence_futility_depth = 3 in 0..=12 by 1;
    /// Move-count pruning of answers to an open three: the greatest depth; 0 for never.
    defence_moves_depth = 3 in 0..=12 by 1;
    /// Move-count pruning of answers to an open three: how many are tried.
    defence_moves = 2 in 1..=20 by 1;
    /// Late-move reductions of answers to an open three: the base; 0 for none at all.
    defence_reduction = 512 in 0..=3072 by 120;
    /// Hindsight: after a reduced move, by how much the evaluation must have risen for the side to move for one ply less; 30000 for
    /// never.
    hindsight_margin = 129, standard 109, renju 116 in 0..=30000 by 15;
    /// Re-search of a reduced move: by how much it must beat alpha to be searched one ply deeper than usual.
    deeper_margin = 96, standard 80, renju 102 in 0..=30000 by 15;
    /// Order of moves: the weight of the history of quiet moves, in 1,024ths.
    history_order = 15, standard 17, renju 13 in 0..=128 by 4;
    /// History of quiet moves: the percentage of the squared depth that a cutoff adds.
    history_bonus = 103 in 10..=500 by 15;
    /// History of quiet moves: the percentage of the squared depth that a cutoff takes from the quiet moves before it.
    history_penalty = 119 in 0..=500 by 15;
    /// History of quiet moves: the most that a cutoff adds or takes.
    history_most = 371 in 20..=4000 by 50;
    /// Order of moves: the bonus of killers.
    killer_order = 57, standard 46, renju 74 in 0..=600 by 20;
    /// Order of moves: the bonus of the counter-move.
    counter_order = 109, standard 99, renju 120 in 0..=600 by 20;
    /// Added to the reduction of a quiet move far from the opponent's last move.
    reduction_far = -129, standard -313, renju -242 in -1024..=2048 by 120;
    /// The least distance of a move that is far from the opponent's last move, in rows or columns.
    far_distance = 5 in 2..=12 by 1;
    /// Subtracted from the reduction where the node was once on a principal variation.
    reduction_was_pv = 158, standard 127, renju 295 in -1024..=2048 by 120;
    /// Singular extension: by how much more the move must be better for a second ply; 30000 for never.
    double_margin = 80, standard 74 in 0..=30000 by 15;
    /// On a principal variation: how much of what the table's depth lacks is left out, in 1,024ths.
    shallow_entry = 59 in 0..=1024 by 50;
    /// The network is evaluated where the predicted evaluation is at most this far outside of the window; -1 for never.
    network_margin = 160 in -1..=30000 by 20;
    /// The margin outside of the window: by how much it grows with each ply of depth.
    network_margin_ply = 20 in 0..=300 by 4;
    /// The predicted correction by the network: the part that does not depend on the correction a ply before.
    prediction_base = 31, standard 34, renju 26 in -200..=200 by 8;
    /// The predicted correction: the percentage of the correction a ply before, which is for the other side.
    prediction_percent = 84, standard 58, renju 65 in 0..=200 by 8;
    /// The percentage of the network's correction that is added to the value by tables.
    network_percent = 98, standard 102, renju 102 in 0..=300 by 6;
    /// The percentage by which the table's score, where it is more exact, replaces the evaluation.
    table_percent = 27, standard 0, renju 0 in -20..=120 by 15;
    /// Prob-cut by the table alone: by how much a lower bound of the table must be above beta; 30000 for never.
    table_cut_margin = 236, standard 30000, renju 30000 in 30..=30000 by 20;
    /// Quiescence search: the most own fours in a row.
    leaf_fours = 6 in 1..=20 by 1;
    /// Quiescence search: the nodes after which it stands pat.
    leaf_nodes = 89, standard 80 in 10..=2000 by 20;
    /// Half the width of the first aspiration window.
    aspiration = 74 in 5..=300 by 8;
    /// Time with a clock: the percentage of its target that a search takes whose best move has just changed.
    time_base = 150 in 50..=250 by 10;
    /// Time with a clock: by how many percent less for each iteration without a change, up to six.
    time_stability = 15 in 0..=30 by 2;
    /// The solver of threats at the root: the percentage of the nodes in which it looks for a win of the side to move.
    vct_percent = 3 in 0..=100 by 5;
    /// The solver of threats at the root: the percentage of the nodes in which it looks for a win of the opponent after the best
    /// move; 0 for never.
    reply_percent = 0 in 0..=100 by 5;
}

impl SearchParams {
    /// The values that the engine plays a rule with. Rules whose values were not tuned have those of freestyle.
    pub const fn of(rule: Rule) -> SearchParams {
        match rule {
            Rule::Standard => SearchParams::STANDARD,
            Rule::Renju => SearchParams::RENJU,
            _ => SearchParams::FREESTYLE,
        }
    }
}

/// Parameters of the search that have other values than [those of the rule](SearchParams::of).
///
/// The changes are written and read as assignments, as in `reverse_margin=70 moves_base=4`.
///
/// Parameters are stored by their index in [`SearchParams::ALL`]: with names, the page would contain the texts of all parameters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchParamChanges(Vec<(usize, i32)>);

impl SearchParamChanges {
    /// Sets a parameter.
    ///
    /// # Errors
    /// There is no parameter of this name, or the value is out of its range.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), SearchParamError> {
        let index = index_of(name).ok_or_else(|| SearchParamError::Unknown(name.to_owned()))?;
        let param = &SearchParams::ALL[index];
        let (low, high) = param.range;
        let number = value.parse().ok().filter(|number| (low..=high).contains(number));
        let error = || SearchParamError::OutOfRange { name: param.name, low, high, found: value.to_owned() };
        self.put_at(index, number.ok_or_else(error)?);
        Ok(())
    }

    /// Sets a parameter to a value, as it is.
    pub fn put(&mut self, param: &SearchParam, number: i32) {
        if let Some(index) = index_of(param.name) {
            self.put_at(index, number);
        }
    }

    fn put_at(&mut self, index: usize, number: i32) {
        self.0.retain(|&(known, _)| known != index);
        self.0.push((index, number));
        self.0.sort_unstable();
    }

    /// Whether all parameters have the values of the rule.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The parameters for a rule, with these changes.
    pub fn params_of(&self, rule: Rule) -> SearchParams {
        let mut params = SearchParams::of(rule);
        let mut values = params.values_mut();
        self.0.iter().for_each(|&(index, number)| *values[index] = number);
        params
    }
}

/// The index of a parameter in [`SearchParams::ALL`].
fn index_of(name: &str) -> Option<usize> {
    SearchParams::ALL.iter().position(|param| param.name == name)
}

impl fmt::Display for SearchParamChanges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for (index, value) in &self.0 {
            write!(f, "{separator}{}={value}", SearchParams::ALL[*index].name)?;
            separator = " ";
        }
        Ok(())
    }
}

impl FromStr for SearchParamChanges {
    type Err = SearchParamError;

    fn from_str(text: &str) -> Result<SearchParamChanges, SearchParamError> {
        let mut changes = SearchParamChanges::default();
        for assignment in text.split_whitespace() {
            let (name, value) = assignment
                .split_once('=')
                .ok_or_else(|| SearchParamError::NoAssignment(assignment.to_owned()))?;
            changes.set(name, value)?;
        }
        Ok(changes)
    }
}

#[cfg(test)]
mod tests {
    use tengen_analysis::{SearchLimits, SystemClock};
    use tengen_game::{BoardSize, Point, Position};

    use super::*;
    use crate::search::testing::with_searcher_of;

    #[test]
    fn the_values_of_each_rule_are_in_their_ranges() {
        for param in SearchParams::ALL {
            let (low, high) = param.range;
            assert!(param.step > 0 && param.step <= (high - low) / 2, "{param:?}");
            for rule in Rule::NAMED {
                let value = SearchParams::of(rule).get(param.name).unwrap();
                assert!((low..=high).contains(&value), "{rule}: {value} for {param:?}");
            }
        }
    }

    #[test]
    fn a_search_has_the_parameters_of_its_rule() {
        let values =
            |rule, changes: &str| with_searcher_of(rule, changes, &[], |searcher| *searcher.params());
        for rule in [Rule::FREESTYLE, Rule::Standard, Rule::Renju, Rule::Caro] {
            assert_eq!(values(rule, ""), SearchParams::of(rule), "{rule}");
            let changed = SearchParams { moves_base: 9, ..SearchParams::of(rule) };
            assert_eq!(values(rule, "moves_base=9"), changed, "{rule}");
        }
        assert_ne!(values(Rule::Standard, ""), values(Rule::FREESTYLE, ""));
        assert_eq!(values(Rule::Caro, ""), values(Rule::FREESTYLE, ""));
    }

    #[test]
    fn a_negative_margin_switches_the_network_off() {
        let evaluations = |params: &str| {
            let params = params.parse().unwrap();
            let mut engine = crate::Engine::new(crate::EngineOptions { params, ..Default::default() });
            let mut position = Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
            for (x, y) in [(7, 7), (8, 8), (7, 5), (9, 6)] {
                position.play(Point::new(x, y)).unwrap();
            }
            engine.set_position(position);
            engine.search(&SearchLimits::nodes(3_000), &SystemClock::new(), &mut ());
            engine.evaluations()
        };
        assert!(evaluations("") > 100);
        assert_eq!(evaluations("network_margin=-1"), 0);
    }

    #[test]
    fn parameters_are_read_and_written_as_assignments() {
        let none = SearchParamChanges::default();
        assert_eq!("".parse(), Ok(none.clone()));
        assert_eq!(none.to_string(), "");
        let changes: SearchParamChanges = "moves_base=4 reduction_base=-20".parse().unwrap();
        for rule in [Rule::FREESTYLE, Rule::Standard, Rule::Renju] {
            let params = changes.params_of(rule);
            assert_eq!((params.moves_base, params.reduction_base), (4, -20));
            let expected = SearchParams { moves_base: 4, reduction_base: -20, ..SearchParams::of(rule) };
            assert_eq!(params, expected);
        }
        // In the order of the list.
        assert_eq!(changes.to_string(), "reduction_base=-20 moves_base=4");
        assert_eq!(changes.to_string().parse(), Ok(changes));
    }

    #[test]
    fn what_is_no_parameter_is_refused() {
        let error = |text: &str| text.parse::<SearchParamChanges>().unwrap_err().to_string();
        assert!(error("moves=4").starts_with("expected the name of a search parameter, found `moves`"));
        assert_eq!(
            error("moves_base=0"),
            "expected a whole number from 1 to 20 for the search parameter `moves_base`, found `0`"
        );
        assert!(error("moves_base=x").contains("found `x`"));
        assert!(error("moves_base").contains("found `moves_base`"));
    }
}
