//! Games of the engine against itself, from random openings.

use std::fs::OpenOptions;
use std::io::{LineWriter, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use fastrand::Rng;
use tengen_analysis::{Clock, Level, Score, SearchLimits, SearchReport};
use tengen_engine::{Engine, EngineOptions};
use tengen_game::{BoardSize, Position, Rule};

use crate::game::{Game, Played};

/// Play the engine against itself and append a line for each game to a file
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Name of the rule
    #[arg(long, default_value = "freestyle")]
    rule: Rule,
    /// Board sizes in lines; each game has a random one, and repeated sizes are more frequent
    #[arg(long, value_delimiter = ',', default_value = "15,15,15,15,15,15,20,20,19", value_parser = board_size)]
    sizes: Vec<BoardSize>,
    /// Seed of the random numbers; two runs need two seeds
    #[arg(long)]
    seed: u64,
    /// Duration of the run in seconds
    #[arg(long, value_name = "SECONDS")]
    seconds: u64,
    /// Least nodes per move
    #[arg(long, default_value_t = 3000)]
    min_nodes: u64,
    /// Most nodes per move; each game has a random number between the two limits
    #[arg(long, default_value_t = 5000)]
    max_nodes: u64,
    /// Nodes of the search that tests whether an opening is about even
    #[arg(long, default_value_t = OPENING_NODES)]
    opening_nodes: u64,
    /// Share of searches that are repeated with four times the nodes; a score whose sign then differs is dropped
    #[arg(long, default_value_t = 0.1, value_parser = crate::share::<f64>)]
    recheck: f64,
    /// File with the evaluation tables [default: the built-in ones]
    #[arg(long, value_name = "FILE")]
    evaluation: Option<PathBuf>,
    /// File with a network that replaces the built-in one for its rule
    #[arg(long, value_name = "FILE")]
    network: Vec<PathBuf>,
    /// File to which the lines are appended
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub(crate) fn board_size(text: &str) -> Result<BoardSize, String> {
    let lines: usize = text.parse().map_err(|_| format!("expected a number of lines, found `{text}`"))?;
    BoardSize::new(lines).map_err(|error| error.to_string())
}

/// A clock that does not run. Searches limited by nodes need no clock, and a stopped one makes games repeatable.
pub(crate) struct StoppedClock;

impl Clock for StoppedClock {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

/// The smallest and the largest number of stones of an opening.
const OPENING_STONES: (usize, usize) = (3, 8);

/// The nodes of the search that checks an opening. An opening whose score is beyond the limit is dropped. The first check is cheaper and
/// coarser.
pub(crate) const OPENING_NODES: u64 = 20_000;
const OPENING_LIMIT: i32 = 120;

/// The divisor of the nodes for the first check, and its limit.
const FIRST_LOOK: (u64, i32) = (10, 200);

/// The number of plies after the opening in which a move is occasionally drawn among those that are about equally good.
const VARIED_PLIES: usize = 14;
const VARIED_PERCENT: u32 = 20;

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    ensure!(
        arguments.min_nodes <= arguments.max_nodes,
        "expected --max-nodes of at least {}, as --min-nodes says, found {}",
        arguments.min_nodes,
        arguments.max_nodes
    );
    let file = OpenOptions::new().create(true).append(true).open(&arguments.out);
    let file = file.with_context(|| format!("cannot open {}", arguments.out.display()))?;
    let mut out = LineWriter::new(file);
    let begin = Instant::now();
    let mut random = Rng::with_seed(arguments.seed);
    let tables = crate::read(arguments.evaluation.as_deref())?;
    let weights = crate::with_networks(tables, &arguments.network)?;
    let mut engine =
        Engine::new(EngineOptions { hash_bytes: 4 << 20, threads: 1, weights, ..EngineOptions::default() });
    while begin.elapsed() < Duration::from_secs(arguments.seconds) {
        let size = arguments.sizes[random.usize(..arguments.sizes.len())];
        engine.clear();
        let Some(opening) = opening(&mut engine, arguments.rule, size, arguments.opening_nodes, &mut random)
        else {
            continue;
        };
        let nodes = random.u64(arguments.min_nodes..=arguments.max_nodes);
        writeln!(out, "{}", play(&mut engine, opening, nodes, arguments.recheck, &mut random))?;
    }
    Ok(())
}

/// Random stones near the centre that give both sides about the same chances by a search of `nodes` nodes; `None` where these do not.
pub(crate) fn opening(
    engine: &mut Engine,
    rule: Rule,
    size: BoardSize,
    nodes: u64,
    random: &mut Rng,
) -> Option<Position> {
    let stones = random.usize(OPENING_STONES.0..=OPENING_STONES.1);
    let mut position = Position::new(rule, size);
    let reach = random.i16(2..=4).min(i16::from(size.lines()) / 2);
    while position.moves().len() < stones {
        if position.is_over() {
            return None;
        }
        let (dx, dy) = (random.i16(-reach..=reach), random.i16(-reach..=reach));
        let Some(point) = size.center().offset(dx, dy, size) else { continue };
        if position.check(point).is_ok() {
            position.play(point).ok()?;
        }
    }
    let (part, coarse_limit) = FIRST_LOOK;
    for (nodes, limit) in [(nodes / part, coarse_limit), (nodes, OPENING_LIMIT)] {
        if position.is_over() {
            return None;
        }
        engine.set_position(position.clone());
        let report = engine.search(&SearchLimits::nodes(nodes), &StoppedClock, &mut ());
        match report.score {
            Score::Value(value) if value.abs() <= limit => {}
            _ => return None,
        }
    }
    Some(position)
}

/// Plays until the side to move has a proved win, or the game cannot be continued.
fn play(engine: &mut Engine, mut position: Position, nodes: u64, recheck: f64, random: &mut Rng) -> Game {
    let drawn = |played: &tengen_game::Move| played.point().map(|point| Played { point, score: None });
    let mut moves: Vec<Played> = position.moves().iter().filter_map(drawn).collect();
    let (opening, most) = (moves.len(), position.size().area() * 2 / 3);
    let mut winner = None;
    while !position.is_over() && moves.len() < most {
        engine.set_position(position.clone());
        let varies = moves.len() < opening + VARIED_PLIES && random.u32(..100) < VARIED_PERCENT;
        let report = look(engine, varies, nodes, random);
        let Some(point) = report.best_move else { break };
        let is_rechecked = !varies && random.f64() < recheck;
        let is_wrong =
            is_rechecked && sign(look(engine, false, 4 * nodes, random).score) != sign(report.score);
        moves.push(Played { point, score: (!varies && !is_wrong).then_some(report.score) });
        if matches!(report.score, Score::Mate(plies) if plies > 0) {
            winner = Some(position.side_to_move());
            break;
        }
        position.play_unchecked(point);
    }
    let winner = winner.or_else(|| position.outcome().and_then(|outcome| outcome.winner()));
    Game { rule: position.rule(), size: position.size(), winner, moves }
}

/// The sign of a score: −1, 0 or 1.
fn sign(score: Score) -> i32 {
    match score {
        Score::Value(value) => value.signum(),
        Score::Mate(plies) => plies.signum(),
    }
}

fn look(engine: &mut Engine, varies: bool, nodes: u64, random: &mut Rng) -> SearchReport {
    let mut limits = SearchLimits::nodes(nodes);
    if varies {
        // The highest level that has no limits of its own would draw in the opening alone. This one overlooks nothing, searches every
        // position, and draws among the moves that are about as good as the best.
        limits = SearchLimits { level: Level::new(15), seed: random.u64(..), ..SearchLimits::default() };
    }
    engine.search(&limits, &StoppedClock, &mut ())
}
