//! Reviews games with every effort, and prints the move that lost each game:
//!
//! ```text
//! cargo run -p tengen-engine --example review_games -- FILE [EFFORT]
//! ```
//!
//! A line of the file is a rule, the lines of the board, any single word, and the moves; other lines are skipped. The example
//! prints the move that lost the game (the last one that the loser should have played differently), all blamed moves,
//! the seconds that the review took, and with `chances` as a third argument Black's win chance after each move.
#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, reason = "an example that prints")]

use std::error::Error;
use std::time::Instant;

use tengen_analysis::{Effort, StopHandle, SystemClock, win_chance};
use tengen_engine::review::{Review, review};
use tengen_engine::{Engine, EngineOptions};
use tengen_game::{BoardSize, Color, Move, Position, Rule, moves};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let text = std::fs::read_to_string(arguments.first().ok_or("expected a file of games")?)?;
    let efforts: Vec<Effort> = match arguments.get(1).map(String::as_str) {
        None | Some("all") => Effort::ALL.to_vec(),
        Some("quick") => vec![Effort::Quick],
        Some("normal") => vec![Effort::Normal],
        Some("thorough") => vec![Effort::Thorough],
        Some(other) => return Err(format!("expected quick, normal, thorough or all, found `{other}`").into()),
    };
    let tells_chances = arguments.get(2).is_some_and(|argument| argument == "chances");
    for (number, line) in (1..).zip(text.lines()) {
        let Some((start, played)) = game(line)? else { continue };
        for &effort in &efforts {
            let began = Instant::now();
            let mut engine = Engine::new(EngineOptions { hash_bytes: 1 << 24, ..EngineOptions::default() });
            let (clock, stop) = (SystemClock::new(), StopHandle::default());
            let found = review(&start, &played, &effort.into(), &mut engine, &clock, &stop)?;
            let seconds = began.elapsed().as_secs_f64();
            println!(
                "line {number}, {} moves, {effort:?}: {} in {seconds:.1} s",
                played.len(),
                summary(&found)
            );
            if tells_chances {
                println!("  {}", chances(&found).join(" "));
            }
        }
    }
    Ok(())
}

/// The start of a game and its moves.
type Game = (Position, Vec<Move>);

fn game(line: &str) -> Result<Option<Game>, Box<dyn Error>> {
    let line = line.replace(" | ", " ");
    let mut words = line.split_whitespace();
    let Some(rule) = words.next().and_then(|word| word.parse::<Rule>().ok()) else { return Ok(None) };
    let size = BoardSize::new(words.next().ok_or("expected the lines of the board")?.parse()?)?;
    let is_move =
        |word: &&str| word.len() <= 3 && word.ends_with(|c: char| c.is_ascii_digit()) && word.is_ascii();
    let played: Vec<&str> =
        words.skip(1).filter(|word| is_move(word) && !word.starts_with(char::is_numeric)).collect();
    Ok(Some((Position::new(rule, size), moves::read(&played.join(" "), size)?)))
}

fn summary(found: &Review) -> String {
    let blamed: Vec<String> = found
        .moves
        .iter()
        .filter_map(|reviewed| {
            let what = match (&reviewed.missed_win, &reviewed.refutation) {
                (Some(line), _) => format!("missed +M{}", line.len()),
                (None, Some(_)) => format!("lost {}", reviewed.after),
                (None, None) => return None,
            };
            Some(format!("{} {what}", reviewed.number))
        })
        .collect();
    if blamed.is_empty() { "nothing is proved".to_owned() } else { blamed.join(", ") }
}

/// Black's chances after each move, in per cent.
fn chances(found: &Review) -> Vec<String> {
    let of_black = |reviewed: &tengen_analysis::ReviewedMove| {
        let chance = win_chance(reviewed.after) / 10;
        if reviewed.mover == Color::Black { chance } else { 100 - chance }
    };
    found.moves.iter().map(|reviewed| of_black(reviewed).to_string()).collect()
}
