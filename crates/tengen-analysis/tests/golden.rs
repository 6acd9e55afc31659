//! The messages as they are on the wire. A line that changes here changes the messages between pages and workers of
//! different builds.
#![allow(clippy::unwrap_used, reason = "a test may fail here")]

use std::time::Duration;

use tengen_analysis::engine::{Request, Response};
use tengen_analysis::{
    AttackerTurn, Candidate, Explanation, Fact, ForcedWin, Means, MinimaxCandidate, MinimaxStatistics,
    MoveClass, PointThreat, Proof, Question, ReviewedMove, Score, SearchLine, SearchProgress, Shape, Side,
    SolveStop, StopReason, ThreatKind, Undecided, Verdict, files, wire,
};
use tengen_game::{BoardSize, Color, EndReason, GameResult, Move, Point, Rule};

const REQUESTS: &str = include_str!("golden/requests.txt");
const RESPONSES: &str = include_str!("golden/responses.txt");

/// The lines of a file that are no comments, each with the name before its first space.
fn lines(text: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| line.split_once(' ').unwrap())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn requests_are_written_as_before() {
    for (name, text) in lines(REQUESTS) {
        let written = match name {
            "engine" => serde_json::to_string(&Request::read(text).unwrap()),
            _ => serde_json::to_string(&serde_json::from_str::<files::Request>(text).unwrap()),
        };
        assert_eq!(written.unwrap(), text);
    }
}

fn at(x: u8, y: u8) -> Point {
    Point::new(x, y)
}

fn progress() -> SearchProgress {
    SearchProgress::new(9, Score::Mate(-4), vec![at(7, 7), at(8, 6)])
        .with_line(1)
        .with_selective_depth(12)
        .with_nodes(1 << 40)
        .with_time(Duration::from_millis(1_234))
        .with_hash_per_mille(17)
}

/// A response of each kind, as complete as possible.
fn responses() -> Vec<(&'static str, Response)> {
    let line = vec![Point::new(7, 7).into(), Move::Pass, Point::new(8, 8).into()];
    let win = ForcedWin { means: Means::Vcf, moves: 2, line };
    let cells = vec![Point::new(7, 7), Point::new(8, 8)];
    let explanation = Explanation {
        mover: Color::White,
        played: Point::new(7, 7),
        facts: vec![Fact::StartsWin(win), Fact::Makes { shape: Shape::FourThree, cells }],
        undecided: vec![Undecided {
            question: Question::AllowsWin,
            means: Means::Vct,
            stop: SolveStop::Nodes,
        }],
        nodes: 300,
    };
    let proof = Proof {
        attacker: Color::White,
        plies: 3,
        line: vec![Move::Place(at(1, 1)), Move::Pass, Move::Place(at(3, 3))],
        turns: vec![
            AttackerTurn { attack: at(3, 3), defences: Vec::new(), otherwise: None },
            AttackerTurn { attack: at(1, 1), defences: vec![(at(3, 3), 0)], otherwise: Some(0) },
        ],
    };
    let reviewed = ReviewedMove {
        number: 300,
        mover: Color::White,
        played: Move::Place(at(9, 9)),
        before: Score::Value(120),
        after: Score::Mate(-2),
        best: Some(at(7, 7)),
        line: vec![at(7, 7), at(8, 8)],
        loss: 731,
        class: MoveClass::Mistake,
        missed_win: Some(vec![Move::Place(at(7, 7))]),
        refutation: Some(vec![Move::Place(at(9, 9)), Move::Pass]),
    };
    let statistics = MinimaxStatistics {
        nodes: 5,
        look_ups: 300,
        hits: 200,
        candidates: vec![MinimaxCandidate { point: at(3, 4), score: -10_000 }],
    };
    let side = Side { accuracy: Some(93), classes: [1, 2, 3, 4, 500] };
    let threat = |kind| PointThreat { point: at(3, 4), kind };
    let candidate = Candidate {
        point: at(3, 4),
        order: -70,
        makes: Some(ThreatKind::Shape(Shape::FourThree)),
        takes: Some(ThreatKind::Five),
    };
    let unknown = Verdict::Unknown(SolveStop::Time);
    vec![
        ("ready", Response::Ready),
        ("progress", Response::Progress { id: 300, progress: progress() }),
        (
            "finished",
            Response::Finished {
                id: 3,
                best_move: Some(at(7, 7)),
                progress: progress(),
                lines: vec![SearchLine { score: Score::Value(-9), pv: vec![at(1, 2)] }],
                stopped_by: Some(StopReason::Decided),
                statistics: Some(statistics),
                threads: 2,
            },
        ),
        ("explained", Response::Explained { id: 4, explanation }),
        (
            "proved",
            Response::Solved {
                id: 5,
                verdict: Verdict::Proved(proof),
                nodes: 9,
                time: Duration::from_millis(8),
            },
        ),
        ("unknown", Response::Solved { id: 5, verdict: unknown, nodes: 9, time: Duration::from_millis(8) }),
        ("reviewed-move", Response::ReviewedMove { id: 6, reviewed }),
        (
            "reviewed",
            Response::Reviewed {
                id: 7,
                sides: [side, Side::default()],
                turning_points: vec![3, 300],
                is_complete: true,
            },
        ),
        (
            "threatened",
            Response::Threatened {
                id: 8,
                threats: [
                    vec![threat(ThreatKind::Five), threat(ThreatKind::Shape(Shape::OpenThree))],
                    Vec::new(),
                ],
            },
        ),
        ("candidates", Response::Candidates { id: 9, candidates: vec![candidate] }),
        ("decided", Response::Decided { id: 10, choice: "h8h9j7".to_owned() }),
        ("benched", Response::Benched { id: 11, nodes: 651_247, time: Duration::from_secs(2) }),
        ("failed", Response::Failed { id: None, message: "天元".to_owned() }),
        ("without-network", Response::WithoutNetwork { id: 12 }),
        ("network-loaded", Response::NetworkLoaded),
    ]
}

/// Responses of the file service, as complete as possible.
fn file_responses() -> Vec<(&'static str, files::Response)> {
    let result = GameResult { winner: Some(Color::White), reason: EndReason::Line };
    let game = files::GameSummary {
        record: "{}".to_owned(),
        opening: Some("15.swap2".to_owned()),
        rule: Rule::Renju,
        size: BoardSize::FIFTEEN,
        black: "Ada".to_owned(),
        white: String::new(),
        result: Some(result),
        date: Some("2026".to_owned()),
        notes: vec![files::Note {
            key: "trailer".to_owned(),
            arguments: vec![("found".to_owned(), "0,Cup".to_owned())],
            message: "a note".to_owned(),
        }],
        moves: 300,
        variations: 2,
    };
    let whereabouts = Some(files::Whereabouts::Character { line: 3, column: 300 });
    let fault = files::Fault { kind: files::FaultKind::Damaged, message: "no".to_owned(), whereabouts };
    let format = files::FileFormat {
        name: "sgf".to_owned(),
        extension: "sgf".to_owned(),
        mime: "application/x-go-sgf".to_owned(),
        reads: true,
        writes: true,
    };
    vec![
        ("files-ready", files::Response::Ready),
        (
            "files-games",
            files::Response::Games {
                id: 1,
                format: "sgf".to_owned(),
                games: vec![game],
                total: 2,
                faults: vec![fault.clone()],
            },
        ),
        ("files-progress", files::Response::Progress { id: 2, done: 3, of: 300 }),
        (
            "files-written",
            files::Response::Written {
                id: 3,
                extension: "sgf".to_owned(),
                mime: "text/plain".to_owned(),
                content: "QQ==".to_owned(),
                losses: vec!["comments".to_owned()],
            },
        ),
        ("files-qr", files::Response::Qr { id: 4, size: 21, path: "M0 0h1v1h-1z".to_owned() }),
        ("files-formats", files::Response::Formats { id: 5, formats: vec![format] }),
        ("files-failed", files::Response::Failed { id: Some(6), fault }),
    ]
}

#[test]
fn responses_are_written_as_before_and_read_back() {
    let mut found = Vec::new();
    for (name, response) in responses() {
        let bytes = wire::write(&response);
        assert_eq!(wire::read::<Response>(&bytes), Ok(response), "{name}");
        found.push(format!("{name} {}", hex(&bytes)));
    }
    for (name, response) in file_responses() {
        let bytes = wire::write(&response);
        assert_eq!(wire::read::<files::Response>(&bytes), Ok(response), "{name}");
        found.push(format!("{name} {}", hex(&bytes)));
    }
    let expected: Vec<String> = lines(RESPONSES).map(|(name, hex)| format!("{name} {hex}")).collect();
    assert_eq!(found.join("\n"), expected.join("\n"));
}
