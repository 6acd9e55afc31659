//! The challenges that the program accepts.

use tengen_game::{BoardSize, Rule};
use tengen_online::message::{ChallengeView, UserKind};
use tengen_online::settings::Speed;

use crate::options::{RULES, board_size, named};

/// Which challenges are accepted. Without an option all are.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Challenges that are accepted")]
pub(super) struct Wishes {
    /// Only these rules, for example `freestyle,standard,renju`
    #[arg(long, value_name = "RULES", value_delimiter = ',', value_parser = named::<Rule>(&RULES))]
    rules: Vec<Rule>,
    /// Only boards of these sizes, for example `15,20`
    #[arg(long, value_name = "SIZES", value_delimiter = ',', value_parser = board_size)]
    sizes: Vec<BoardSize>,
    /// Only these speeds: bullet, blitz, rapid, classical, correspondence
    #[arg(long, value_name = "SPEEDS", value_delimiter = ',', value_parser = speed)]
    speeds: Vec<Speed>,
    /// Only rated games, or only casual ones
    #[arg(long, value_enum)]
    only: Option<Only>,
    /// Only people, or only programs
    #[arg(long, value_enum)]
    opponents: Option<Opponents>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Only {
    Rated,
    Casual,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Opponents {
    People,
    Programs,
}

fn speed(text: &str) -> Result<Speed, String> {
    let found = Speed::ALL.into_iter().find(|speed| speed.name() == text);
    found.ok_or_else(|| "expected bullet, blitz, rapid, classical or correspondence".to_owned())
}

impl Wishes {
    /// Whether a challenge is accepted, if there is room for its game.
    pub(super) fn suit(&self, challenge: &ChallengeView) -> bool {
        let settings = &challenge.request.settings;
        let is_program = matches!(challenge.by.kind, UserKind::Bot | UserKind::HouseBot);
        is_among(&self.rules, &settings.rule)
            && is_among(&self.sizes, &settings.size)
            && is_among(&self.speeds, &settings.tempo.speed())
            && self.only.is_none_or(|only| settings.rated == (only == Only::Rated))
            && self.opponents.is_none_or(|wanted| is_program == (wanted == Opponents::Programs))
    }
}

fn is_among<T: PartialEq>(wanted: &[T], value: &T) -> bool {
    wanted.is_empty() || wanted.contains(value)
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;

    #[derive(clap::Parser)]
    struct Program {
        #[command(flatten)]
        wishes: Wishes,
    }

    #[test]
    fn a_challenge_must_suit_every_wish() {
        let challenge = |rule: &str, size: u8, tempo: &str, rated: bool, kind: &str| -> ChallengeView {
            let json = format!(
                r#"{{"challenge":"Challen1","by":{{"account":"Account1","name":"Ada","kind":"{kind}"}},
                "request":{{"settings":{{"rule":"{rule}","size":{size},"opening":"swap2","tempo":"{tempo}","rated":{rated}}}}}}}"#
            );
            serde_json::from_str(&json).unwrap()
        };
        let usual = challenge("freestyle", 15, "300+3", true, "member");
        let suits = |arguments: &[&str], challenge: &ChallengeView| {
            let all = [&["bot"], arguments].concat();
            Program::try_parse_from(all).map(|program| program.wishes.suit(challenge)).unwrap()
        };
        assert!(suits(&[], &usual));
        let all = [
            ["--rules", "renju,freestyle"],
            ["--sizes", "15,19"],
            ["--speeds", "blitz"],
            ["--only", "rated"],
            ["--opponents", "people"],
        ];
        assert!(suits(&all.concat(), &usual));
        for (wish, other) in all.into_iter().zip([
            challenge("standard", 15, "300+3", true, "member"),
            challenge("freestyle", 20, "300+3", true, "member"),
            challenge("freestyle", 15, "3d", true, "member"),
            challenge("freestyle", 15, "300+3", false, "member"),
            challenge("freestyle", 15, "300+3", true, "bot"),
        ]) {
            assert!(suits(&[], &other) && suits(&wish, &usual) && !suits(&wish, &other), "{wish:?}");
        }
        for wrong in [["--rules", "chess"], ["--speeds", "quick"], ["--sizes", "99"]] {
            assert!(Program::try_parse_from([&["bot"], &wrong[..]].concat()).is_err(), "{wrong:?}");
        }
    }
}
