//! Runs the conversations in `tests/transcripts`.
//!
//! A line begins with what it is:
//!
//! * `> ` the manager sends;
//! * `< ` the machine replies;
//! * `= ` the search that runs returns this: points with blanks between, `swap`, `choice` with the choice in an opening as
//!   it is written in links, or `nothing`; where a reply is expected and the file gives no result of the search, it returns the first legal move;
//! * `~ ` the search that runs reports `LINE DEPTH NODES MS SCORE` and the points of a line;
//! * `? ` what is searched, as `RULE SIDE, N stones, N moves, N ms`, or the beginning of that; then follow the
//!   task, target, limits and resources, as far as they are not the usual ones;
//! * `?? ` the same without the beginning: it need only be contained;
//! * `! stop` the search is to end now; `! ponder` and `! stop pondering` in the opponent's time; `! clear` the table
//!   is to be forgotten; `! quit` the program is to end;
//! * `! dump FILE` and `! load FILE` the table is to be written or read;
//! * `% ` the file has so many entries and the table so many, or there is this error;
//! * `@ dialect NAME`, `@ offers everything` and `@ suggests`, before all else, say what the machine is made with;
//! * `#` a remark.
//!
//! Points after `=` and `~` are column before row in every dialect.

use std::collections::VecDeque;
use std::path::Path;
use std::time::Duration;

use tengen_analysis::{Score, SearchProgress};
use tengen_game::opening::Choice;
use tengen_game::{BoardSize, Point};
use tengen_gomocup::{
    Action, Decision, HashFileEntries, HashFileRequest, Machine, MemoryLimit, Offers, ProgramInfo, Resources,
    Task, ThinkRequest,
};

struct Conversation {
    machine: Machine,
    /// Replies of the machine that were not expected yet, in the notation of the files.
    heard: VecDeque<String>,
    searching: Option<Box<ThinkRequest>>,
    file: Option<Box<HashFileRequest>>,
}

impl Conversation {
    fn new() -> Conversation {
        let machine = Machine::new(ProgramInfo::new("Tengen", "1.2.3").author("The Tengen developers"));
        Conversation { machine, heard: VecDeque::new(), searching: None, file: None }
    }

    fn carry_out(&mut self, actions: Vec<Action>) {
        for action in actions {
            match action {
                Action::Reply(text) => self.heard.push_back(format!("< {text}")),
                Action::Think(request) => self.searching = Some(request),
                Action::StopThinking => self.heard.push_back("! stop".to_owned()),
                Action::Quit => self.heard.push_back("! quit".to_owned()),
                Action::Ponder(_) => self.heard.push_back("! ponder".to_owned()),
                Action::StopPondering => self.heard.push_back("! stop pondering".to_owned()),
                Action::ClearHash => self.heard.push_back("! clear".to_owned()),
                Action::HashFile(request) => {
                    let task = format!("{:?}", request.task).to_lowercase();
                    self.heard.push_back(format!("! {task} {}", request.path));
                    self.file = Some(request);
                }
                Action::Prepare(_) | Action::Adapt(_) => {}
            }
        }
    }

    fn finish_search(&mut self, found: Option<Decision>) {
        let request = self.searching.take().unwrap();
        assert!(self.machine.is_thinking());
        let first = || Decision::Points(request.position.legal_moves().take(1).collect());
        let actions = self.machine.finish_search(found.unwrap_or_else(first));
        self.carry_out(actions);
    }

    fn finish_hash_file(&mut self, result: &str) {
        let entries = result.split_once(' ').and_then(|(file, table)| {
            Some(HashFileEntries { file: file.parse().ok()?, table: table.parse().ok()? })
        });
        let request = self.file.take().unwrap();
        let actions = self.machine.finish_hash_file(&request, entries.ok_or_else(|| result.to_owned()));
        self.carry_out(actions);
    }

    fn make(&mut self, text: &str) {
        let machine = self.machine.clone();
        self.machine = match text.split_once(' ') {
            Some(("dialect", name)) => machine.with_dialect(name.parse().unwrap()),
            Some(("offers", "everything")) => machine.with_offers(Offers {
                lines: 8,
                threads: 16,
                hash_bytes: 1 << 30,
                pondering: true,
                strength: true,
                balance: true,
                hash_files: true,
            }),
            None if text == "suggests" => machine.suggesting(),
            _ => panic!("expected something that a machine is made with, found `{text}`"),
        };
    }

    fn step(&mut self, line: &str) -> Result<(), String> {
        let (kind, text) = line.split_at_checked(2).ok_or("expected more than a character")?;
        match kind {
            "> " => {
                let actions = self.machine.line(text);
                self.carry_out(actions);
            }
            "@ " => self.make(text),
            "= " => self.finish_search(Some(match text {
                "swap" => Decision::Swap,
                "nothing" => Decision::Nothing,
                _ if text.starts_with("choice ") => Decision::Choice(choice(&text[7..])),
                _ => Decision::Points(points(text)),
            })),
            "% " => self.finish_hash_file(text),
            "~ " => {
                let actions = self.machine.progress(&progress(text));
                self.carry_out(actions);
            }
            "? " | "??" => {
                let request = self.searching.as_ref().ok_or("nothing is searched")?;
                let found = in_words(request);
                let holds = if kind == "? " { found.starts_with(text) } else { found.contains(text.trim()) };
                if !holds {
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

fn points(text: &str) -> Vec<Point> {
    let read = |point: &str| {
        let (x, y) = point.split_once(',').unwrap();
        Point::new(x.parse().unwrap(), y.parse().unwrap())
    };
    text.split_whitespace().map(read).collect()
}

fn choice(text: &str) -> Choice {
    Choice::parse(text, BoardSize::FIFTEEN).unwrap()
}

fn progress(text: &str) -> SearchProgress {
    let mut words = text.splitn(6, ' ');
    let mut word = || words.next().unwrap();
    let line = word();
    let (depth, nodes, ms) = (word().parse().unwrap(), word().parse().unwrap(), word().parse().unwrap());
    let score = word();
    let score = match score.split_once('M') {
        Some((sign, plies)) => Score::Mate(format!("{sign}{plies}").parse().unwrap()),
        None => Score::Value(score.parse().unwrap()),
    };
    SearchProgress::new(depth, score, points(words.next().unwrap_or("")))
        .with_line(line.parse().unwrap())
        .with_selective_depth(depth + 3)
        .with_nodes(nodes)
        .with_time(Duration::from_millis(ms))
}

fn in_words(request: &ThinkRequest) -> String {
    let position = &request.position;
    let (stones, moves) = (position.board().stones(), position.moves().len());
    let (rule, side, time) = (position.rule(), position.side_to_move(), request.time.as_millis());
    let mut words = format!("{rule} {side}, {stones} stones, {moves} moves, {time} ms");
    match &request.task {
        Task::Move => {}
        Task::Swap2(phase) => words += &format!(", swap2 {phase:?}").to_lowercase(),
        Task::Opening(opening) => words += &format!(", opening {opening}"),
        Task::Balance { stones, bias } => words += &format!(", balance with {stones} to {bias}"),
    }
    let Resources { memory, hash_bytes, threads } = request.resources;
    match memory {
        MemoryLimit::Unknown => {}
        MemoryLimit::Unlimited => words += ", unlimited memory",
        MemoryLimit::Bytes(bytes) => words += &format!(", memory {bytes}"),
    }
    let mut number = |name: &str, number: Option<u64>| {
        words.extend(number.map(|number| format!(", {name} {number}")));
    };
    number("target", request.target.map(|target| target.as_millis() as u64));
    number("depth", request.depth.map(u64::from));
    number("nodes", request.nodes);
    number("lines", Some(u64::from(request.lines)).filter(|&lines| lines > 1));
    number("max moves", position.max_moves().map(|most| u64::from(most.get())));
    number("hash", hash_bytes);
    number("threads", Some(u64::from(threads)).filter(|&threads| threads > 1));
    number("strength", Some(u64::from(request.strength)).filter(|&strength| strength < 100));
    if !request.excluded.is_empty() {
        words += &format!(
            ", without {}",
            request.excluded.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        );
    }
    words
}

#[test]
fn transcripts_are_reproduced() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let mut files: Vec<_> =
        std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 20, "the transcripts are missing");
    let faults: Vec<String> = files.iter().filter_map(|file| run(file).err()).collect();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// Runs one conversation to its first fault.
fn run(file: &Path) -> Result<(), String> {
    let name = file.file_name().unwrap().to_string_lossy().into_owned();
    let mut conversation = Conversation::new();
    for (index, line) in std::fs::read_to_string(file).unwrap().lines().enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let place = |fault| format!("{name}, line {}: `{line}`: {fault}", index + 1);
        conversation.step(line).map_err(place)?;
    }
    match conversation.heard.is_empty() {
        true => Ok(()),
        false => Err(format!("{name}, at the end: heard {:?}", conversation.heard)),
    }
}
