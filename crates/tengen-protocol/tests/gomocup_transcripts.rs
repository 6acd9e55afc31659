//! Runs the conversations in `tests/transcripts`.
//!
//! A line begins with what it is:
//!
//! * `> ` the manager says;
//! * `< ` the machine replies;
//! * `= ` the search that runs returns this move; where a reply is expected and nobody has said what the
//!   search returns, it returns the first legal move;
//! * `? ` what is searched, as `RULE SIDE, N stones, N moves, N ms`, or the beginning of that;
//! * `! stop` the search is to end now; `! quit` the program is to end;
//! * `#` a remark.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should fail on the spot")]

use std::collections::VecDeque;
use std::path::Path;

use tengen_game::Point;
use tengen_protocol::gomocup::{Action, Machine, ProgramInfo, ThinkRequest};

struct Conversation {
    machine: Machine,
    /// What came from the machine and was not yet expected, in the notation of the files.
    heard: VecDeque<String>,
    searching: Option<Box<ThinkRequest>>,
}

impl Conversation {
    fn new() -> Conversation {
        let machine = Machine::new(ProgramInfo::new("Tengen", "1.2.3").author("The Tengen developers"));
        Conversation { machine, heard: VecDeque::new(), searching: None }
    }

    fn carry_out(&mut self, actions: Vec<Action>) {
        for action in actions {
            match action {
                Action::Reply(text) => self.heard.push_back(format!("< {text}")),
                Action::Think(request) => self.searching = Some(request),
                Action::StopThinking => self.heard.push_back("! stop".to_owned()),
                Action::Quit => self.heard.push_back("! quit".to_owned()),
                Action::Prepare(_) => {}
            }
        }
    }

    fn finish_search(&mut self, found: Option<Point>) {
        let request = self.searching.take().unwrap();
        assert!(self.machine.is_thinking());
        let found = found.or_else(|| request.position.legal_moves().next());
        let actions = self.machine.thought(found);
        self.carry_out(actions);
    }

    fn step(&mut self, line: &str) -> Result<(), String> {
        let (kind, text) = line.split_at_checked(2).ok_or("expected more than a character")?;
        match kind {
            "> " => {
                let actions = self.machine.line(text);
                self.carry_out(actions);
            }
            "= " => {
                let (x, y) = text.split_once(',').ok_or("expected a point")?;
                let point = Point::new(x.parse().unwrap(), y.parse().unwrap());
                self.finish_search(Some(point));
            }
            "? " => {
                let request = self.searching.as_ref().ok_or("nothing is searched")?;
                let found = in_words(request);
                if !found.starts_with(text) {
                    return Err(format!("found a search of `{found}`"));
                }
            }
            _ => {
                if self.heard.is_empty() && self.searching.is_some() {
                    self.finish_search(None);
                }
                match self.heard.pop_front() {
                    Some(heard) if heard == line => {}
                    heard => return Err(format!("heard {heard:?}")),
                }
            }
        }
        Ok(())
    }
}

fn in_words(request: &ThinkRequest) -> String {
    let position = &request.position;
    let (stones, moves) = (position.board().stones(), position.moves().len());
    let (rule, side, time) = (position.rule(), position.side_to_move(), request.time.as_millis());
    format!("{rule} {side}, {stones} stones, {moves} moves, {time} ms")
}

#[test]
fn transcripts_are_reproduced() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let mut files: Vec<_> =
        std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 8, "the transcripts are missing");
    for file in files {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let mut conversation = Conversation::new();
        for (index, line) in std::fs::read_to_string(&file).unwrap().lines().enumerate() {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if let Err(fault) = conversation.step(line) {
                panic!("{name}, line {}: `{line}`: {fault}", index + 1);
            }
        }
        assert!(conversation.heard.is_empty(), "{name}, at the end: heard {:?}", conversation.heard);
    }
}
