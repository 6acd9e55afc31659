//! Fits a rule's parameters to games and writes them into a file.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use tengen_engine::EvaluationWeights;
use tengen_engine::features::{
    CODES, Family, FamilyWeights, ORDER_OTHER, ORDER_OWN, THREAT_PAIRS, hand_made,
};
use tengen_game::Rule;

use crate::samples::{GamesOfRule, Samples, families, for_each_game};
use crate::{order, value};

/// Fit the parameters for a rule to games of self-play
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    source: GamesOfRule,
    /// Parts of the parameters to fit
    #[arg(long, value_enum, value_delimiter = ',', default_value = "value,order")]
    parts: Vec<Part>,
    /// File with the initial parameters. Those of other rules stay unchanged [default: those set by hand]
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Rule whose parameters in that file are the initial ones
    #[arg(long, value_name = "RULE")]
    like: Option<Rule>,
    /// Share of the game's result in the target of the fit; the rest is the score of the search
    #[arg(long, default_value_t = 0.5, value_parser = crate::share::<f64>)]
    result_share: f64,
    /// Spread of the values, as a multiple of their initial spread
    #[arg(long, default_value_t = 1.0, value_parser = above_zero)]
    spread: f64,
    /// Engine units of order for a move that is e times as likely, to which the search's killers and history are tuned
    #[arg(long, default_value_t = 100.0, value_parser = above_zero)]
    order_unit: f64,
    /// Most passes over all games
    #[arg(long, default_value_t = 200)]
    rounds: usize,
    /// File to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

fn above_zero(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite() && *number > 0.0);
    number.ok_or_else(|| format!("expected a number above 0, found `{text}`"))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Part {
    Value,
    Order,
}

/// One of this many games is held out.
const HELD_OUT: usize = 10;

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let rule = arguments.source.rule;
    let start = starting_point(arguments)?;
    let (training, held_out) = samples(arguments)?;
    crate::report(&format!(
        "{} games with {} positions and {} moves; held out {} games with {} positions and {} moves",
        training.games,
        training.values.len(),
        training.orders.len(),
        held_out.games,
        held_out.values.len(),
        held_out.orders.len(),
    ));
    ensure!(held_out.games > 0, "expected at least {HELD_OUT} games");
    let families = families(rule);
    let mut all: Vec<FamilyWeights> = families.iter().map(|&family| start.family(family).clone()).collect();
    let (values, held_values): (Vec<_>, Vec<_>) =
        (training.values.iter().collect(), held_out.values.iter().collect());
    if arguments.parts.contains(&Part::Value) {
        let options = value::FitOptions { result_share: arguments.result_share, rounds: arguments.rounds };
        let fitted = value::fit(&values, &held_values, &start, &families, &options);
        put_values(&fitted, &values, arguments.spread, &mut all);
    }
    if arguments.parts.contains(&Part::Order) {
        let orders: Vec<_> = training.orders.iter().collect();
        let held_orders: Vec<_> = held_out.orders.iter().collect();
        let fitted = order::fit(&orders, &held_orders, &start, &families, arguments.rounds);
        put_orders(&fitted, arguments.order_unit, &mut all);
    }
    let mut weights = start;
    let about = format!("{} {}: {} games.", weights.about(), rule, training.games + held_out.games);
    for (family, fitted) in families.into_iter().zip(all) {
        weights = weights.with_family(family, fitted, &about);
    }
    crate::write(&arguments.out, &weights.write())
}

fn starting_point(arguments: &Arguments) -> Result<EvaluationWeights> {
    let mut start = match &arguments.from {
        None => hand_made(),
        from => crate::read(from.as_deref())?,
    };
    if let Some(like) = arguments.like {
        let colors = tengen_game::Color::BOTH;
        let about = start.about().to_owned();
        for (to, from) in
            colors.map(|color| (Family::of(arguments.source.rule, color), Family::of(like, color)))
        {
            let weights = start.family(from).clone();
            start = start.with_family(to, weights, &about);
        }
    }
    Ok(start)
}

fn samples(arguments: &Arguments) -> Result<(Samples, Samples)> {
    let (mut training, mut held_out) = (Samples::default(), Samples::default());
    for_each_game(&arguments.source.games, Some(arguments.source.rule), HELD_OUT, |game, is_held_out| {
        let samples = if is_held_out { &mut held_out } else { &mut training };
        samples.add(&game)
    })?;
    Ok((training, held_out))
}

/// Inserts fitted values, scaled to the spread of the old ones: the search's margins depend on that scale.
fn put_values(
    fitted: &value::Fitted,
    samples: &[&crate::samples::ValueSample],
    spread: f64,
    all: &mut [FamilyWeights],
) {
    let flat = |part: fn(&FamilyWeights) -> &[i16]| -> Vec<f64> {
        all.iter().flat_map(|weights| part(weights).iter().map(|&n| f64::from(n))).collect()
    };
    let before = value::spread(samples, &flat(|w| &w.value[..]), &flat(|w| &w.threats[..]));
    let after = value::spread(samples, &fitted.value, &fitted.threats);
    let measure = spread * before / after;
    for (place, weights) in all.iter_mut().enumerate() {
        round_into(&mut weights.value[..], &fitted.value[place * CODES..], measure);
        round_into(&mut weights.threats[..], &fitted.threats[place * THREAT_PAIRS..], measure);
        weights.value[0] = 0;
        weights.scale = (fitted.scale * measure).round().clamp(1.0, f64::from(u16::MAX)) as u16;
        crate::report(&format!("measure {measure:.3}, scale {}", weights.scale));
    }
}

fn put_orders(fitted: &order::Fitted, unit: f64, all: &mut [FamilyWeights]) {
    for (place, weights) in all.iter_mut().enumerate() {
        round_into(&mut weights.order[..], &fitted.own[place * CODES..], unit / f64::from(ORDER_OWN));
        round_into(
            &mut weights.order_other[..],
            &fitted.other[place * CODES..],
            unit / f64::from(ORDER_OTHER),
        );
    }
}

fn round_into(numbers: &mut [i16], from: &[f64], factor: f64) {
    for (number, &from) in numbers.iter_mut().zip(from) {
        *number = (from * factor).round().clamp(f64::from(i16::MIN), f64::from(i16::MAX)) as i16;
    }
}
