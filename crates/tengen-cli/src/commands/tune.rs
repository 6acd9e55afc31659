//! `tengen tune`: SPSA of the search's parameters.

use std::io::{self, IsTerminal as _, Write};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use clap::ValueHint;
use tengen_arena::openings::OpeningSource;
use tengen_arena::tune::{TuneError, TuneSettings, Tuning};
use tengen_engine::{SearchParam, SearchParamChanges, SearchParams};
use tengen_game::{BoardSize, Rule};

use crate::{errors, options, output, signals, wording};

/// Tune parameters of the engine's search by games against itself (SPSA)
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Arguments {
    /// List all parameters: name, value for the rule, range, step
    #[arg(long)]
    list: bool,
    /// A parameter to tune; once for each, or `all`
    #[arg(long = "param", value_name = "NAME", required_unless_present_any = ["list", "resume"])]
    names: Vec<String>,
    /// Values to begin with, if not those of the rule: "NAME=VALUE ..."
    #[arg(long, value_name = "VALUES", default_value = "")]
    start: SearchParamChanges,
    /// Pairs of games
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = options::count::<u32>(1))]
    pairs: u32,
    /// Nodes for a move
    #[arg(long, value_name = "N", default_value_t = 5_000, value_parser = options::count::<u64>(1))]
    nodes: u64,
    /// The size of the last step, in steps of each parameter: more for short tunings
    #[arg(long, value_name = "PART", default_value_t = 0.004, allow_negative_numbers = true)]
    rate: f64,
    /// The rule: one of these, or free-N for N in a row
    #[arg(long, default_value = "freestyle", value_parser = options::named::<Rule>(&options::RULES))]
    rule: Rule,
    /// Lines of the board, 3 to 22
    #[arg(long, value_name = "LINES", default_value = "15", value_parser = options::board_size)]
    size: BoardSize,
    /// A file of openings, `balanced` or `varied`, as for `tengen arena`
    #[arg(long, value_name = "FILE", default_value = "balanced", value_hint = ValueHint::FilePath)]
    openings: OpeningSource,
    /// Seed of perturbations and openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Pairs that are played at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,
    /// Save the state here every ten seconds
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    state: Option<PathBuf>,
    /// Go on from the saved state, with its settings
    #[arg(long, requires = "state", conflicts_with_all = ["names", "start", "pairs", "nodes", "rate", "rule", "size", "openings", "seed"])]
    resume: bool,
    /// Draw the paths of the parameters into this file when the tuning ends or is paused
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    svg: Option<PathBuf>,
}

const AFTER_HELP: &str = "\
Each pair of games is played from one opening with colours reversed, by engines whose parameters are perturbed in opposite
directions; the winner's are approached. Ctrl-C pauses; --resume goes on.

Examples:
  tengen tune --list
  tengen tune --param reverse_margin --param futility_margin --pairs 20000 --concurrency 2 --state tune.json --svg tune.svg
  tengen tune --resume --state tune.json --concurrency 2

The result is printed as values for `tengen arena --engine tengen,params=\"...\"`, which tests it.

Exit codes: 0 done or paused, 1 an error, 2 wrong usage";

/// The interval at which the progress is printed.
const PERIOD: Duration = Duration::from_secs(1);

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<()> {
    if arguments.list {
        return list(arguments.rule, out);
    }
    let mut tuning = begin(arguments)?;
    let pairs = tuning.settings().pairs;
    let interrupted = signals::end_requested().context("cannot listen for Ctrl-C")?;
    let (before, started, mut shown) = (tuning.ended(), Instant::now(), Instant::now());
    let is_terminal = io::stderr().is_terminal();
    let mut watch = |tuning: &Tuning| {
        let is_last = tuning.ended() >= pairs;
        if is_terminal && (shown.elapsed() >= PERIOD || is_last) {
            shown = Instant::now();
            let hourly =
                7200.0 * f64::from(tuning.ended() - before) / started.elapsed().as_secs_f64().max(0.001);
            let hourly = wording::grouped(hourly.round() as u64);
            // An error of the terminal does not end the tuning.
            let _ = write!(io::stderr(), "\r{} of {pairs} pairs, {hourly} games an hour ", tuning.ended());
        }
        !interrupted.load(Ordering::SeqCst)
    };
    tuning.run(usize::from(arguments.concurrency), arguments.state.as_deref(), &mut watch)?;
    if is_terminal {
        writeln!(io::stderr())?;
    }
    let [won, drawn, lost] = tuning.results();
    writeln!(out, "{} of {pairs} pairs of games; up +{won} ={drawn} -{lost}", tuning.ended())?;
    let usual = SearchParams::of(tuning.settings().rule);
    for (param, value) in tuning.values() {
        let usual = usual.get(param.name).unwrap_or_default();
        writeln!(out, "{:24} {usual:>8} -> {value:10.2}", param.name)?;
    }
    writeln!(out, "params=\"{}\"", tuning.params())?;
    match &arguments.svg {
        Some(path) => output::write_file(path, tuning.chart().as_bytes()),
        None => Ok(()),
    }
}

fn begin(arguments: &Arguments) -> Result<Tuning> {
    if let Some(path) = &arguments.state {
        if arguments.resume {
            return Ok(Tuning::load(path)?);
        }
        if path.exists() {
            bail!("{} is there already; go on from it with --resume", path.display());
        }
    }
    let names: Vec<String> = if arguments.names.iter().any(|name| name == "all") {
        SearchParams::ALL.iter().map(|param| param.name.to_owned()).collect()
    } else {
        arguments.names.clone()
    };
    let settings = TuneSettings {
        names,
        start: arguments.start.clone(),
        rule: arguments.rule,
        size: arguments.size,
        openings: arguments.openings.clone(),
        nodes: arguments.nodes,
        pairs: arguments.pairs,
        rate: arguments.rate,
        seed: arguments.seed,
    };
    Tuning::new(settings).map_err(|error| {
        let list = if matches!(error, TuneError::Unknown(_)) { " (`--list` has them)" } else { "" };
        errors::usage("tune", &format!("{error}{list}"))
    })
}

fn list(rule: Rule, out: &mut dyn Write) -> Result<()> {
    let usual = SearchParams::of(rule);
    for &SearchParam { name, about, range: (low, high), step } in SearchParams::ALL {
        let usual = usual.get(name).unwrap_or_default();
        writeln!(out, "{name:20} {usual:6}  {low}..{high} by {step}\n    {}", about.trim())?;
    }
    Ok(())
}
