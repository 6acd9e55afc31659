//! The messages of widespread managers and the answers they expect, in the real process: Yixin-Board, and managers that run engines in
//! a browser.

use tengen_game::{BoardSize, Point};

use crate::brain::Brain;

/// The lines up to the next answer, and the answer.
fn until_answer(brain: &mut Brain, line: &str) -> (Vec<String>, String) {
    brain.send(line);
    let mut messages = Vec::new();
    loop {
        let line = brain.hear_all().1;
        match line.strip_prefix("MESSAGE ") {
            Some(message) => messages.push(message.to_owned()),
            None => return (messages, line),
        }
    }
}

fn is_point(answer: &str) -> bool {
    Point::parse_xy(answer, BoardSize::FIFTEEN).is_ok()
}

#[test]
fn yixin_board_plays_and_shows_the_search() {
    let mut brain = Brain::start();
    brain.expect("START 15 15", "OK");
    for info in ["show_detail 1", "timeout_turn 2000000", "max_node 20000", "max_depth 225", "rule 2"] {
        brain.send(&format!("INFO {info}"));
    }
    brain.send("yxquerydatabaseallt\r\ndone");
    brain.expect("start 15 15", "OK");
    let (messages, answer) = until_answer(&mut brain, "board\r\n7,7,2\r\ndone");
    assert!(is_point(&answer), "{answer}");
    assert!(messages.iter().any(|message| message.starts_with("REALTIME BEST ")), "{messages:?}");
    let iterations: Vec<&String> = messages.iter().filter(|message| message.starts_with("Depth ")).collect();
    assert!(iterations.len() > 1, "{messages:?}");
    for iteration in iterations {
        let parts: Vec<&str> = iteration.split(" | ").collect();
        let [_, eval, time, line] = parts[..] else { panic!("{iteration}") };
        assert!(
            eval.starts_with("Eval ") && time.starts_with("Time ") && time.ends_with("ms"),
            "{iteration}"
        );
        let points = line.split(' ').map(|name| Point::parse(&name.to_lowercase(), BoardSize::FIFTEEN));
        assert!(points.map(|point| point.is_ok()).reduce(|all, one| all && one).unwrap(), "{iteration}");
    }
    let last = messages.last().unwrap();
    assert!(last.starts_with("Speed ") && last.contains(" | Node "), "{last}");
    brain.send("END");
    assert!(brain.ends().0.success());
}

#[test]
fn a_whole_board_comes_on_one_line() {
    let mut brain = Brain::start();
    brain.send("INFO TIMEOUT_TURN 100");
    brain.expect("START 15", "OK");
    // The board has as many stones as a long game, in rows of which none wins.
    let stone = |index: usize| {
        let (x, y) = (index % 15, index / 15);
        format!("{x},{y},{}", 1 + (x / 2 + y) % 2)
    };
    let stones: Vec<String> = (0..220).map(stone).collect();
    let (_, answer) = until_answer(&mut brain, &format!("BOARD {} DONE", stones.join(" ")));
    assert!(is_point(&answer), "{answer}");
    let (_, answer) = until_answer(&mut brain, "SWAP2BOARD DONE");
    assert_eq!(answer.split(' ').filter(|point| is_point(point)).count(), 3, "{answer}");
}

#[test]
fn black_passes_where_only_forbidden_points_are_left() {
    let mut brain = Brain::start();
    brain.send("INFO rule 4");
    brain.expect("START 7", "OK");
    let rows = ["XXX.XXX", "OOOOXXO", "XOXXOOO", "OXOOXOO", "OXXOXXX", "OOOOXXO", "XXXXOOO"];
    let mut stones = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        for (x, stone) in row.chars().enumerate().filter(|&(_, stone)| stone != '.') {
            stones.push(format!("{x},{y},{}", if stone == 'X' { 1 } else { 2 }));
        }
    }
    brain.expect(&format!("BOARD {} DONE", stones.join(" ")), "-1,-1");
}

#[test]
fn openings_of_yixin_board_are_decided() {
    let mut brain = Brain::start();
    for info in ["timeout_turn 400", "rule 2"] {
        brain.send(&format!("INFO {info}"));
    }
    brain.expect("START 15 15", "OK");
    let mut say = |line: &str| {
        // ABOUT always has an answer, after the messages.
        let (messages, about) = until_answer(&mut brain, &format!("{line}\r\nABOUT"));
        assert!(about.starts_with("name="), "{line}: {about}");
        let of_opening = |message: &&String| message.starts_with("SWAP2 ") || message.starts_with("SOOSORV ");
        messages.iter().filter(of_opening).cloned().collect::<Vec<String>>()
    };
    let opened = say("yxsoosorvstep1");
    assert_eq!(opened.len(), 3, "{opened:?}");
    assert_eq!(opened[0], "SOOSORV MOVE1 7 7");
    let swap = say("yxsoosorvstep2\r\n7,7\r\n6,7\r\n6,8\r\ndone");
    assert!(swap == ["SOOSORV SWAP1 Y"] || swap == ["SOOSORV SWAP1 N"], "{swap:?}");
    let fourth = say("yxsoosorvstep3\r\n7,7\r\n6,7\r\n6,8\r\ndone");
    assert!(fourth.len() == 1 && fourth[0].starts_with("SOOSORV MOVE4 "), "{fourth:?}");
    let fifths = say("yxsoosorvstep5 2\r\n7,7\r\n6,7\r\n6,8\r\n5,4\r\ndone");
    assert_eq!(fifths.len(), 4, "{fifths:?}");
    let picked = say("yxsoosorvstep6\r\n7,7\r\n6,7\r\n6,8\r\n5,4\r\n5,6\r\n12,2\r\ndone");
    assert!(picked == ["SOOSORV MOVE5 C 5 6"] || picked == ["SOOSORV MOVE5 C 12 2"], "{picked:?}");
    let opened = say("INFO rule 0\r\nyxswap2step1");
    assert_eq!(opened.len(), 3, "{opened:?}");
    let chosen = say("yxboard\r\n7,7,2\r\n0,14,1\r\n8,7,2\r\n14,1,1\r\n9,7,2\r\ndone\r\nyxswap2step3");
    assert_eq!(chosen, ["SWAP2 SWAP2 YES"]);
}

#[test]
fn blocked_moves_are_not_played() {
    let mut brain = Brain::start();
    brain.send("INFO timeout_turn 100");
    brain.expect("START 15", "OK");
    // Black has four in a row: without the two points at its ends, it plays somewhere else.
    let stones = "BOARD 7,7,1 0,0,2 8,7,1 0,2,2 9,7,1 2,0,2 10,7,1 2,2,2 DONE";
    let (_, answer) = until_answer(&mut brain, stones);
    assert!(answer == "6,7" || answer == "11,7", "{answer}");
    brain.send("YXBLOCK 7,6 7,11 DONE");
    let (_, answer) = until_answer(
        &mut brain,
        "YXBOARD 7,7,1 0,0,2 7,8,1 2,0,2 7,9,1 0,2,2 7,10,1 2,2,2 DONE\r\nYXNBEST 1",
    );
    assert!(is_point(&answer) && answer != "7,6" && answer != "7,11", "{answer}");
}
