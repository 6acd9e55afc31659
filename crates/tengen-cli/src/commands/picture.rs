//! `tengen picture`: a board or a game as SVG, PNG or animated GIF.

use std::io::Write;
use std::time::Duration;

use anyhow::{Result, anyhow, bail};
use serde::Serialize;
use tengen_game::Symmetry;
use tengen_picture::{Animation, Drawing, Numbers, PictureKind, PictureOptions, Theme};

use crate::input::ConversionArguments;
use crate::options::{OutputOption, ProgressOption, named, seconds};
use crate::output::{self, PictureSize, Progress, ReadFrom, WrittenTo};

/// Draw a board or a game as SVG, PNG or animated GIF
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP, override_usage = USAGE)]
pub(crate) struct Arguments {
    #[command(flatten)]
    files: ConversionArguments,
    /// Kind of picture [default: by the extension of TO]
    #[arg(long, value_name = "KIND", visible_alias = "format", value_parser = named::<PictureKind>(&KINDS))]
    to: Option<PictureKind>,
    /// Number of the move to show; a GIF ends there [default: the record's current move, or the last]
    #[arg(long = "move", value_name = "N")]
    after: Option<usize>,
    /// Theme of the board
    #[arg(long, default_value_t, value_parser = named::<Theme>(&THEMES))]
    theme: Theme,
    /// Move numbers on stones: none, all, or last:N for the last N
    #[arg(long, value_name = "WHICH", default_value_t)]
    numbers: Numbers,
    /// Width of the picture in pixels, 32 to 4096 [default: 40 per line of the board]
    #[arg(long, value_name = "PIXELS")]
    width: Option<u32>,
    /// Hide the coordinates
    #[arg(long)]
    no_coordinates: bool,
    /// Do not mark the last move
    #[arg(long)]
    no_last_move: bool,
    /// Hide the record's marks
    #[arg(long)]
    no_marks: bool,
    /// Mark the points that are forbidden for Black
    #[arg(long)]
    forbidden: bool,
    /// Flip the board horizontally
    #[arg(long)]
    mirror: bool,
    /// Then rotate it clockwise by 90, 180 or 270 degrees. Stones keep their coordinates
    #[arg(long, value_name = "DEGREES", value_parser = quarter_turns)]
    turn: Option<QuarterTurns>,
    /// Title of an SVG, for screen readers
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// GIF: the move of the first frame, 0 for the start [default: 1]
    #[arg(long, value_name = "N")]
    first: Option<usize>,
    /// GIF: seconds per move [default: 0.7]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    delay: Option<Duration>,
    /// GIF: seconds for the last frame [default: 4]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    last_delay: Option<Duration>,
    /// GIF: play once instead of repeating
    #[arg(long)]
    no_loop: bool,
    #[command(flatten)]
    output: OutputOption,
    #[command(flatten)]
    patience: ProgressOption,
}

const KINDS: [&str; 3] = ["svg", "png", "gif"];
const THEMES: [&str; 4] = ["wood", "paper", "night", "contrast"];

const USAGE: &str = "\
tengen picture [OPTIONS] <FROM> <TO>
       tengen picture [OPTIONS] --moves <MOVES> <TO>";

const AFTER_HELP: &str = "\
Examples:
  tengen picture game.psq game.png --width 1200
  tengen picture game.sgf opening.svg --move 5 --theme paper
  tengen picture game.sgf game.gif --delay 0.5 --numbers last:1
  tengen picture diagram.txt forbidden.png --rule renju --forbidden
  tengen picture --moves \"h8 i9 h10\" - --to svg > moves.svg

Exit codes: 0 done, 1 the file cannot be read or the picture cannot be made, 2 wrong usage";

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<()> {
    let target = arguments.files.target();
    output::check_json_target("picture", arguments.output, target)?;
    let kind = arguments.to.or_else(|| PictureKind::of_file_name(&target.to_string_lossy()));
    let kind = kind.ok_or_else(|| {
        let target = output::title(target);
        anyhow!("cannot tell from {target} whether to draw svg, png or gif; give --to")
    })?;
    let animation = animation(arguments, kind)?;
    let game = arguments.files.read(arguments.patience)?;
    let drawing = Drawing { after: arguments.after, options: options(arguments), animation };
    let progress = Progress::bar(arguments.patience, "frames");
    // A picture is not expected to hold a record, so losses are not reported.
    let drawn = drawing.draw(&game.record, kind, &mut |done, of| progress.set(done, of))?;
    drop(progress);
    output::write(target, &drawn.content, out)?;
    if arguments.output.json {
        let from = ReadFrom::new(arguments.files.source_argument(), &game);
        let to = WrittenTo::new(target, kind.name(), &drawn.content, Some(PictureSize::of(&drawn)));
        output::write_json(&Report { from, to }, out)?;
    }
    Ok(())
}

#[derive(Serialize)]
struct Report {
    from: ReadFrom,
    to: WrittenTo,
}

fn options(arguments: &Arguments) -> PictureOptions {
    PictureOptions {
        theme: arguments.theme,
        width: arguments.width,
        coordinates: !arguments.no_coordinates,
        numbers: arguments.numbers,
        last_move: !arguments.no_last_move,
        winning_rows: true,
        forbidden: arguments.forbidden,
        marks: !arguments.no_marks,
        symmetry: symmetry(arguments.mirror, arguments.turn),
        title: arguments.title.clone(),
    }
}

fn animation(arguments: &Arguments, kind: PictureKind) -> Result<Animation> {
    let given = [
        ("--first", arguments.first.is_some()),
        ("--delay", arguments.delay.is_some()),
        ("--last-delay", arguments.last_delay.is_some()),
        ("--no-loop", arguments.no_loop),
    ];
    if let Some((option, _)) = given.iter().find(|(_, given)| *given && kind != PictureKind::Gif) {
        bail!("{option} is for gif, and {} is {kind}", output::title(arguments.files.target()));
    }
    let usual = Animation::default();
    Ok(Animation {
        from: arguments.first,
        delay: arguments.delay.unwrap_or(usual.delay),
        last_delay: arguments.last_delay.unwrap_or(usual.last_delay),
        repeat: !arguments.no_loop,
        ..usual
    })
}

/// Turns by right angles, clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum QuarterTurns {
    One,
    Two,
    Three,
}

fn quarter_turns(text: &str) -> Result<QuarterTurns, String> {
    match text {
        "90" => Ok(QuarterTurns::One),
        "180" => Ok(QuarterTurns::Two),
        "270" => Ok(QuarterTurns::Three),
        _ => Err(format!("expected 90, 180 or 270, found `{text}`")),
    }
}

/// The symmetry that mirrors first, and then turns.
fn symmetry(mirror: bool, turn: Option<QuarterTurns>) -> Symmetry {
    match (mirror, turn) {
        (false, None) => Symmetry::Identity,
        (false, Some(QuarterTurns::One)) => Symmetry::Rotate90,
        (false, Some(QuarterTurns::Two)) => Symmetry::Rotate180,
        (false, Some(QuarterTurns::Three)) => Symmetry::Rotate270,
        (true, None) => Symmetry::MirrorColumns,
        (true, Some(QuarterTurns::One)) => Symmetry::AntiTranspose,
        (true, Some(QuarterTurns::Two)) => Symmetry::MirrorRows,
        (true, Some(QuarterTurns::Three)) => Symmetry::Transpose,
    }
}

#[cfg(test)]
mod tests {
    use tengen_game::{BoardSize, Point};

    use super::*;

    #[test]
    fn the_names_are_those_of_the_library() {
        assert_eq!(Theme::ALL.map(Theme::name), THEMES);
        assert!(KINDS.iter().all(|kind| kind.parse::<PictureKind>().is_ok()));
    }

    #[test]
    fn mirrored_boards_are_turned_after_they_are_mirrored() {
        let size = BoardSize::FIFTEEN;
        let turns = [None, Some(QuarterTurns::One), Some(QuarterTurns::Two), Some(QuarterTurns::Three)];
        for turn in turns {
            for point in size.points() {
                let mirrored = Symmetry::MirrorColumns.apply(point, size);
                let expected: Point = symmetry(false, turn).apply(mirrored, size);
                assert_eq!(symmetry(true, turn).apply(point, size), expected, "{turn:?}");
            }
        }
    }
}
