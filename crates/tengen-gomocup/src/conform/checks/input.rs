//! Lines of all kinds.

use std::thread;
use std::time::{Duration, Instant};

use tengen_game::Point;

use crate::EngineLine;
use crate::conform::Severity::{May, Must, Should};
use crate::conform::session::{Session, fault};
use crate::conform::{Check, CheckResult, Group, Source};

const LINES: Source = Source::protocol("Introduction, lines and their ends");
const STRANGE: Source = Source::protocol("UNKNOWN, strange lines");

pub(super) const CHECKS: &[Check] = &[
    Check {
        id: "lines-end-with-crlf",
        group: Group::Robustness,
        severity: Must,
        expected: "lines that end with CR LF are understood",
        source: LINES,
        script: |session| line_ends(session, "\r\n"),
    },
    Check {
        id: "lines-end-with-lf",
        group: Group::Robustness,
        severity: Should,
        expected: "lines that end with LF alone are understood",
        source: Source::practice("managers on other systems than Windows"),
        script: |session| line_ends(session, "\n"),
    },
    Check {
        id: "lines-end-with-cr",
        group: Group::Robustness,
        severity: May,
        expected: "lines that end with CR alone are understood",
        source: Source::practice("as brains may send CR alone"),
        script: |session| line_ends(session, "\r"),
    },
    Check {
        id: "blank-lines",
        group: Group::Robustness,
        severity: Should,
        expected: "blank lines are ignored",
        source: Source::practice("as managers ignore them"),
        script: |session| {
            session.send_raw(b"\r\n\r\nSTART 15\r\n\r\n \r\n");
            session.expect_ok("START 15 between blank lines")?;
            session.expect_silence("blank lines have no answer")?;
            session.reset_position(15);
            session.send_time();
            session.begin().map(drop)
        },
    },
    Check {
        id: "blanks-around",
        group: Group::Robustness,
        severity: May,
        expected: "blanks before and after a command do not matter",
        source: Source::practice("people at a keyboard"),
        script: |session| {
            session.send_raw(b"  START 15  \r\n");
            session.expect_ok("START 15 with blanks around it")
        },
    },
    Check {
        id: "lower-case",
        group: Group::Robustness,
        severity: May,
        expected: "commands in lower case are understood",
        source: Source::practice("managers send capitals, people at a keyboard do not"),
        script: |session| {
            session.ok("start 15")?;
            session.reset_position(15);
            session.send_time();
            let limit = session.candidate().turn;
            session.ask(&["begin".to_owned()], limit).map(drop)
        },
    },
    Check {
        id: "partial-lines",
        group: Group::Robustness,
        severity: Must,
        expected: "a line that comes in pieces with pauses is one line",
        source: LINES,
        script: |session| {
            for piece in [&b"STA"[..], b"RT 1", b"5", b"\r", b"\nBEG"] {
                session.send_raw(piece);
                thread::sleep(Duration::from_millis(15));
            }
            session.expect_ok("START 15 in pieces")?;
            session.reset_position(15);
            let asked = Instant::now();
            session.send_raw(b"IN\r\n");
            // No time limit was sent, so the time is the engine's own choice.
            session.expect_move(asked, Duration::from_secs(60)).map(drop)
        },
    },
    Check {
        id: "many-lines-at-once",
        group: Group::Robustness,
        severity: Must,
        expected: "lines that come in one piece are answered one after the other",
        source: LINES,
        script: |session| {
            session.send_raw(b"START 15\r\nINFO timeout_turn 50\r\nINFO rule 0\r\nABOUT\r\nSTART 15\r\n");
            session.expect_ok("the first START")?;
            session.answer("a line about the engine")?;
            session.expect_ok("the second START")
        },
    },
    Check {
        id: "long-line",
        group: Group::Robustness,
        severity: Must,
        expected: "a very long line does no harm",
        source: Source::protocol("Introduction, lines that are too long"),
        script: |session| {
            session.start(15)?;
            session.send_raw(&[b"X".repeat(200_000), b"\r\n".to_vec()].concat());
            session.send_raw(&[b"INFO ".to_vec(), b"9".repeat(100_000), b"\r\n".to_vec()].concat());
            session.expect_recovery("a very long line")
        },
    },
    Check {
        id: "garbage",
        group: Group::Robustness,
        severity: Must,
        expected: "bytes that are no text do no harm",
        source: STRANGE,
        script: |session| {
            session.start(15)?;
            session.send_raw(b"\xFF\xFE\x80 \x01\x02\xC3\r\n%s%n%d\r\n,,,\r\n-\r\nTURN \xFF,\xFF\r\n");
            session.send_raw("棋子 七,七\r\n".as_bytes());
            session.expect_recovery("bytes that are no text")
        },
    },
    Check {
        id: "zero-bytes",
        group: Group::Robustness,
        severity: Should,
        expected: "zero bytes do no harm",
        source: STRANGE,
        script: |session| {
            session.start(15)?;
            session.send_raw(b"\0\0\0\r\nAB\0OUT\r\n");
            session.expect_recovery("zero bytes")
        },
    },
    Check {
        id: "huge-numbers",
        group: Group::Robustness,
        severity: Must,
        expected: "numbers that fit no integer do no harm",
        source: STRANGE,
        script: |session| {
            session.send_all([
                "START 99999999999999999999",
                "START -1",
                "START 4294967311",
                "START 15",
                "TURN 99999999999999999999,7",
                "TURN -1,-1",
                "TURN 4294967296,0",
                "INFO timeout_match 99999999999999999999",
                "INFO max_memory 18446744073709551616",
                "INFO time_left -99999999999999999999",
                "INFO rule 99999999999999999999",
            ]);
            session.send_all(["INFO rule 0", "INFO max_memory 0", "INFO timeout_match 0"]);
            session.expect_recovery("numbers that fit no integer")
        },
    },
    Check {
        id: "many-commands",
        group: Group::Robustness,
        severity: Should,
        expected: "a thousand lines without a pause do no harm, and each START has its answer",
        source: Source::practice("scripts that pipe commands in count the answers"),
        script: |session| {
            for _ in 0..50 {
                session.send("START 15");
                session.send_all((0..19).map(|number| format!("INFO time_left {}", 100_000 - number)));
            }
            for _ in 0..50 {
                session.expect_ok("each of 50 START")?;
            }
            session.expect_recovery("a thousand lines")
        },
    },
    Check {
        id: "commands-while-thinking",
        group: Group::Robustness,
        severity: Should,
        expected: "commands that come during a search are answered, before its move or after it",
        source: Source::protocol("INFO, commands at any time"),
        script: while_thinking,
    },
];

fn line_ends(session: &mut Session<'_>, end: &str) -> CheckResult {
    let turn = session.candidate().turn;
    let lines = format!("START 15{end}INFO timeout_turn {}{end}", turn.as_millis());
    session.send_raw(lines.as_bytes());
    session.expect_ok("START 15")?;
    session.reset_position(15);
    let asked = Instant::now();
    session.send_raw(format!("BEGIN{end}").as_bytes());
    session.expect_move(asked, turn).map(drop)
}

fn while_thinking(session: &mut Session<'_>) -> CheckResult {
    const EXPECTED: &str = "a move and a line about the engine, in either order";
    session.start(15)?;
    session.send("INFO timeout_turn 400");
    let point = Point::new(7, 7);
    session.send(format!("TURN {}", session.write_point(point)));
    session.send_all(["INFO time_left 300000", "ABOUT", "INFO game_type 1"]);
    let limit = Duration::from_millis(400) + session.candidate().patience;
    let (mut moves, mut others) = (0, 0);
    while moves + others < 2 {
        let answer = session.answer_within(limit, EXPECTED)?;
        match answer.line {
            EngineLine::Points(_) | EngineLine::Suggestion(_) => moves += 1,
            EngineLine::Ok => return Err(answer.instead_of(EXPECTED)),
            _ => others += 1,
        }
    }
    if (moves, others) == (1, 1) {
        session.expect_silence(EXPECTED)
    } else {
        Err(fault(EXPECTED, format_args!("{moves} moves and {others} other lines")))
    }
}
