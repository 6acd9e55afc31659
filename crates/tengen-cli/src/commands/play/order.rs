//! What a person types during a game.

use std::path::PathBuf;

use tengen_game::{BoardSize, Move, Point};

/// A line that a person typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Play(Move),
    Undo,
    Redo,
    Hint,
    Resign,
    Moves,
    Board,
    Help,
    /// Write the record to a file; one that is there already only if `overwrite`.
    Save {
        path: PathBuf,
        overwrite: bool,
    },
    Quit,
    /// An empty line.
    Nothing,
}

pub(super) const HELP: &str = "\
\x20 h8        play on this point: column letter, then row number from the bottom
  pass      pass, if the rule allows it (renju)
  undo      take back your last move and the reply
  redo      redo the moves that were taken back
  hint      ask the engine for a move
  resign    resign the game
  moves     list the moves
  board     show the board
  save FILE save the game; the extension selects the format, and `save! FILE` overwrites
  quit      leave";

impl Order {
    /// Reads a line; an error is a text to show.
    pub(super) fn read(line: &str, size: BoardSize) -> Result<Order, String> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let overwrite = word.eq_ignore_ascii_case("save!");
        if overwrite || word.eq_ignore_ascii_case("save") {
            return match rest.trim() {
                "" => {
                    Err("expected a file name, such as `save game.sgf`; `help` lists the commands".to_owned())
                }
                name => Ok(Order::Save { path: name.into(), overwrite }),
            };
        }
        Ok(match line.to_ascii_lowercase().as_str() {
            "" => Order::Nothing,
            "pass" => Order::Play(Move::Pass),
            "undo" | "u" => Order::Undo,
            "redo" | "r" => Order::Redo,
            "hint" => Order::Hint,
            "resign" => Order::Resign,
            "moves" => Order::Moves,
            "board" => Order::Board,
            "help" | "?" => Order::Help,
            "quit" | "exit" | "q" => Order::Quit,
            point => Order::Play(Move::Place(
                Point::parse(point, size).map_err(|error| format!("{error}; `help` lists the commands"))?,
            )),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_read_and_faults_point_to_the_help() {
        let size = BoardSize::FIFTEEN;
        assert_eq!(Order::read("H8", size), Ok(Order::Play(Point::new(7, 7).into())));
        assert_eq!(Order::read("pass", size), Ok(Order::Play(Move::Pass)));
        assert_eq!(Order::read("Undo", size), Ok(Order::Undo));
        assert_eq!(Order::read("", size), Ok(Order::Nothing));
        let save = |name: &str, overwrite| Ok(Order::Save { path: name.into(), overwrite });
        assert_eq!(Order::read("save My game.sgf", size), save("My game.sgf", false));
        assert_eq!(Order::read("SAVE!  a.psq", size), save("a.psq", true));
        assert!(Order::read("save", size).unwrap_err().starts_with("expected a file name"));
        for line in ["h16", "fly", "h8 i9", "7,7"] {
            let fault = Order::read(line, size).unwrap_err();
            assert!(fault.ends_with("; `help` lists the commands"), "{fault}");
        }
    }
}
