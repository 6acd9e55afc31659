//! `tengen arena`: matches and tournaments between engines.

mod participants;
mod report;
mod settings;

use std::io::{self, Write};
use std::num::NonZeroU16;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, Result, anyhow, bail};
use clap::ValueHint;
use tengen_arena::openings::{OpeningSource, Openings};
use tengen_arena::runner::{
    Configuration, Logs, Records, Report, Run, RunError, SequentialTest, StateFile, Status,
};
use tengen_arena::schedule::Tournament;
use tengen_arena::stats::{Decision, Sprt};
use tengen_arena::{DrawRule, WinRule};
use tengen_formats::any::Format;
use tengen_game::{BoardSize, Rule};

use crate::options::{self, OutputOption};
use crate::{errors, signals};
use report::Progress;
use settings::configure;

pub(super) use participants::ParticipantArgument;
pub(super) use settings::ControlArguments;

/// Play matches and tournaments between engines, with Elo estimates and sequential tests
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Arguments {
    /// An engine that takes part: KIND[,KEY=VALUE...] or cmd=COMMAND[,KEY=VALUE...] (see below); once for each
    #[arg(long, value_name = "ENGINE")]
    engine: Vec<ParticipantArgument>,
    /// A TOML file of tables `[[engine]]` with the same settings
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    engines: Option<PathBuf>,
    /// The format of the tournament [default: match for two engines, round-robin for more]
    #[arg(long, value_enum, value_name = "FORMAT", help_heading = "Tournament")]
    tournament: Option<TournamentFormat>,
    /// Pairs of games in each encounter, both from the same opening with colours reversed [default: one for each opening]
    #[arg(long, value_name = "N", value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..), help_heading = "Tournament")]
    pairs: Option<usize>,
    /// round-robin, gauntlet: number of cycles [default: 1]
    #[arg(long, value_name = "N", help_heading = "Tournament")]
    cycles: Option<usize>,
    /// gauntlet: how many of the first engines play against all others [default: 1]
    #[arg(long, value_name = "N", help_heading = "Tournament")]
    challengers: Option<usize>,
    /// swiss: rounds
    #[arg(long, value_name = "N", help_heading = "Tournament")]
    rounds: Option<usize>,
    /// Sequential test: stop as soon as it is decided whether the first of two engines is stronger by ELO1 rather than by ELO0
    #[arg(long, value_name = "ELO0,ELO1[,ALPHA,BETA]", value_parser = settings::sprt, allow_hyphen_values = true, help_heading = "Tournament")]
    sprt: Option<Sprt>,
    /// Name of the event in the records
    #[arg(long, value_name = "TEXT", help_heading = "Tournament")]
    event: Option<String>,
    /// Seed of the choice among equal moves and among Swap2 openings [default: 0]
    #[arg(long, value_name = "N", help_heading = "Tournament")]
    seed: Option<u64>,
    /// The rule: one of these, or free-N for N in a row [default: freestyle]
    #[arg(long, value_parser = options::named::<Rule>(&options::RULES), help_heading = "Game")]
    rule: Option<Rule>,
    /// Lines of the board, 3 to 22 [default: 15]
    #[arg(long, value_name = "LINES", value_parser = options::board_size, help_heading = "Game")]
    size: Option<BoardSize>,
    /// Moves after which a game is a draw; left out, there is no limit
    #[arg(long, value_name = "MOVES", help_heading = "Game")]
    max_moves: Option<NonZeroU16>,
    /// A file of openings, or `balanced` (a hundred built-in ones for the rule), `varied` (about a thousand built-in ones of all phases), `empty`, `canonical` (the 26 of renju) or `swap2` [default: empty]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Game")]
    openings: Option<OpeningSource>,
    /// End a game once one side reports at least SCORE (or a `mate`) and the other at most -SCORE, in MOVES moves of each
    #[arg(long, value_name = "SCORE,MOVES", value_parser = settings::win_rule, help_heading = "Game")]
    adjudicate_win: Option<WinRule>,
    /// Call a game a draw once both report at most SCORE either way in MOVES moves of each, but not before move FROM
    #[arg(long, value_name = "SCORE,MOVES,FROM", value_parser = settings::draw_rule, help_heading = "Game")]
    adjudicate_draw: Option<DrawRule>,
    #[command(flatten)]
    control: ControlArguments,
    /// Games that are played at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,
    /// Save the state here, at most a second after each game
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    state: Option<PathBuf>,
    /// Go on from the saved state; without any engines, all settings are taken from there, and --pairs makes a match longer
    #[arg(long, requires = "state")]
    resume: bool,
    /// Keep the record of every game in this folder
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    games: Option<PathBuf>,
    /// Add the record of every game to this file as it ends: an SGF collection
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    sgf: Option<PathBuf>,
    /// Write the conversation with each program to a file in this folder, with times
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    log: Option<PathBuf>,
    /// Count a game as lost when a program cannot be started or fails in its first moves, and continue; without this, the arena ends
    #[arg(long)]
    recover: bool,
    /// The format of the records: sgf, psq or json
    #[arg(long, value_name = "FORMAT", default_value = "sgf", value_parser = game_format, requires = "games")]
    format: Format,
    #[command(flatten)]
    output: OutputOption,
    /// Show no progress on standard error
    #[arg(long, short)]
    quiet: bool,
}

const AFTER_HELP: &str = "\
Engines:
  tengen[,hash=MIB][,threads=N][,level=1 to 20][,character=NAME][,params=\"NAME=VALUE ...\"]   (`tengen tune --list` has the names)
  tuple, direction, greedy, minimax-easy, minimax-normal, minimax-hard
  game-tree[,depth=2-12][,breadth=2-24][,think=SECONDS][,ignore-forbidden=true]
  cmd=COMMAND[,dialect=piskvork|yixin|rapfi|alphagomoku][,memory=MIB][,hash=MIB][,threads=N][,folder=DIR]
             [,start-time=SECONDS][,info.KEY=VALUE]
Each may have a name=NAME and limits of its own: time, game-time, increment, nodes, depth (all of which then take the
place of the common ones) and grace. Quotes, \"...\" or '...', keep commas and blanks together; a COMMAND is cut at
blanks and run without a shell.

A program that cannot be started, or that fails in its first three moves, ends the arena; with --recover it loses
that game. Ctrl-C pauses: games in progress are broken off, and --resume plays them again.

Examples:
  tengen arena --engine tengen --engine minimax-hard --openings balanced --pairs 10 --time 0.1
  tengen arena --engine tengen,name=new --engine cmd=./old/pbrain-tengen,name=old --openings balanced \\
      --pairs 2000 --sprt 0,10 --concurrency 4 --state sprt.json
  tengen arena --engine tuple --engine direction --engine greedy --engine game-tree --openings swap2 \\
      --games records --format psq
  tengen arena --engine cmd=./pbrain-x --engine cmd=./pbrain-y --game-time 10 --increment 0.1 --sgf games.sgf --log logs

Exit codes:
  0  all games were played; with --sprt, H1 was accepted
  1  an error, such as an engine that cannot be started
  2  wrong usage
  3  --sprt: H0 was accepted
  4  --sprt: all games were played, and it is still undecided
  5  paused";

/// The pairing of the engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum TournamentFormat {
    /// Two engines against each other
    Match,
    /// All against all
    RoundRobin,
    /// The first against all others
    Gauntlet,
    /// Rounds between engines with equal points
    Swiss,
}

fn game_format(text: &str) -> Result<Format, String> {
    match text {
        "sgf" => Ok(Format::Sgf),
        "psq" => Ok(Format::Psq),
        "json" => Ok(Format::Json),
        _ => Err(format!("expected sgf, psq or json, found `{text}`")),
    }
}

impl Arguments {
    /// Whether a setting is given on which the games depend. `--pairs` does not count, because it makes a match longer.
    fn has_settings(&self) -> bool {
        let given = [
            !self.engine.is_empty(),
            self.engines.is_some(),
            self.tournament.is_some(),
            self.cycles.is_some(),
            self.challengers.is_some(),
            self.rounds.is_some(),
            self.sprt.is_some(),
            self.event.is_some(),
            self.seed.is_some(),
            self.rule.is_some(),
            self.size.is_some(),
            self.max_moves.is_some(),
            self.openings.is_some(),
            self.adjudicate_win.is_some(),
            self.adjudicate_draw.is_some(),
            self.control != ControlArguments::default(),
        ];
        given.contains(&true)
    }
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<ExitCode> {
    let state = arguments.state.clone().map(StateFile::new);
    let (configuration, openings, tournament) = prepare(arguments, state.as_ref())?;
    let folder = arguments.games.clone().map(|folder| (folder, arguments.format));
    let formats = folder.iter().map(|(_, format)| *format).chain(arguments.sgf.as_ref().map(|_| Format::Sgf));
    formats.into_iter().try_for_each(|format| openings.check_format(format))?;
    let records = Records::new(folder, arguments.sgf.clone(), configuration.plan.games(), arguments.resume)?;
    let concurrency = usize::from(arguments.concurrency);
    let logs = arguments.log.clone().map(|folder| Logs::new(folder, concurrency, arguments.resume));
    let logs = logs.transpose()?;
    if let Some(state) = &state {
        // An error of saving is found before the first game.
        state.save(&configuration, &tournament)?;
    }
    let mut test = configuration.sprt.map(|sprt| SequentialTest::new(sprt, &tournament));
    let interrupted = signals::end_requested().context("cannot listen for Ctrl-C")?;
    let mut progress = Progress::new(arguments.quiet, configuration.names(), &tournament, interrupted);
    let run = Run {
        configuration: &configuration,
        openings: &openings,
        records: &records,
        logs: logs.as_ref(),
        recover: arguments.recover,
        state: state.as_ref(),
        concurrency,
    };
    let played = run.play(tournament, test.as_mut(), &mut progress);
    progress.finish();
    let (tournament, status) = played.map_err(|error| match error {
        RunError::Broken { .. } => {
            anyhow!("{error} (use --recover to count such games as lost and go on)")
        }
        error => error.into(),
    })?;
    let report = Report::new(&configuration, &tournament, status, test.as_ref());
    if arguments.output.json {
        crate::output::write_json(&report, out)?;
    } else {
        report::write_text(&report, out)?;
    }
    Ok(ExitCode::from(match (status, test.map(|test| test.decision())) {
        (_, Some(Decision::AcceptH0)) => 3,
        (Status::Paused, _) => 5,
        (_, Some(Decision::GoOn)) => 4,
        _ => 0,
    }))
}

/// The configuration with its openings, and the tournament with the games that have been played.
fn prepare(
    arguments: &Arguments,
    state: Option<&StateFile>,
) -> Result<(Configuration, Openings, Tournament)> {
    let saved = match state {
        Some(state) if arguments.resume => Some(state.load()?),
        Some(state) if state.path().exists() => {
            bail!("{} is there already; go on from it with --resume", state.path().display())
        }
        _ => None,
    };
    let Some((mut saved, mut tournament)) = saved else {
        let (configuration, openings) = configure(arguments)?;
        note_repeated_openings(arguments, &configuration, &openings)?;
        let tournament = Tournament::new(configuration.plan);
        return Ok((configuration, openings, tournament));
    };
    let longer = arguments.pairs.filter(|&pairs| pairs != saved.plan.pairs());
    if let Some(pairs) = longer {
        tournament = tournament.with_more_pairs(pairs)?;
        saved.plan = *tournament.plan();
    }
    let (configuration, openings) = if !arguments.has_settings() {
        let openings = saved.read_openings()?;
        (saved, openings)
    } else if arguments.engine.is_empty() && arguments.engines.is_none() {
        return Err(errors::usage(
            "arena",
            "--resume takes either no settings but more --pairs, or all those that the arena began with",
        ));
    } else {
        let (configuration, openings) = configure(arguments)?;
        configuration.check_same(&saved)?;
        (configuration, openings)
    };
    if longer.is_some() {
        note_repeated_openings(arguments, &configuration, &openings)?;
    }
    Ok((configuration, openings, tournament))
}

/// Notes that openings are played more than once: engines without any randomness would play the same games.
fn note_repeated_openings(
    arguments: &Arguments,
    configuration: &Configuration,
    openings: &Openings,
) -> Result<()> {
    let (used, there) = (configuration.plan.openings_used(), openings.count());
    if used > there && !openings.are_agreed() && !arguments.quiet {
        let openings = crate::wording::counted(there, "opening");
        writeln!(io::stderr(), "note: {openings} for {used} pairs of games; they are played again")?;
    }
    Ok(())
}
