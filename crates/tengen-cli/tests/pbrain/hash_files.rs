//! The table of the search outlives the program in a file.

use std::path::Path;

use crate::brain::Brain;

/// The next `MESSAGE` or `ERROR` about a file. Reports of the search are skipped.
fn hear_of_file(brain: &mut Brain) -> String {
    loop {
        let (_, line) = brain.hear_all();
        if line.contains("table") || line.starts_with("ERROR") {
            return line;
        }
    }
}

/// A program with a game in which searches end at a fixed depth.
fn start() -> Brain {
    let mut brain = Brain::start_with(&["--dialect", "yixin"]);
    brain.expect("START 15", "OK");
    for info in ["timeout_turn 600000", "max_depth 8", "thread_num 1", "show_detail 3"] {
        brain.send(&format!("INFO {info}"));
    }
    brain
}

/// Searches a position, and returns the nodes of the whole search.
fn nodes(brain: &mut Brain) -> u64 {
    brain.send("YXBOARD\r\n7,7,1\r\n8,8,2\r\n7,6,1\r\nDONE\r\nYXNBEST 1");
    let mut nodes = 0;
    loop {
        let (_, line) = brain.hear_all();
        if let Some(number) = line.strip_prefix("INFO NODES ") {
            nodes = nodes.max(number.parse().unwrap());
        } else if !line.starts_with("INFO ") && !line.starts_with("MESSAGE ") {
            return nodes;
        }
    }
}

/// The number of files in a folder.
fn files(folder: &Path) -> usize {
    std::fs::read_dir(folder).unwrap().count()
}

#[test]
fn a_table_is_read_by_the_next_program() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("my table.bin");
    let mut brain = start();
    let searched = nodes(&mut brain);
    assert!(searched > 1000, "{searched}");
    // The name stands on the next line, as Yixin-Board sends it.
    brain.send(&format!("yxhashdump\r\n{}", file.display()));
    let written = hear_of_file(&mut brain);
    assert!(written.contains(" entries of the table are written to `"), "{written}");
    assert_eq!(files(folder.path()), 1, "a file beside it has taken its place");
    brain.send("END");
    assert!(brain.ends().0.success());

    let mut brain = start();
    brain.send(&format!("YXHASHLOAD {}", file.display()));
    let read = hear_of_file(&mut brain);
    assert_eq!(read, written.replace("written to", "read from"));
    let again = nodes(&mut brain);
    assert!(4 * again < 3 * searched, "{again} nodes instead of {searched}");
    // A new game begins with an empty table.
    brain.expect("START 15", "OK");
    assert_eq!(nodes(&mut brain), searched);
}

#[test]
fn a_wrong_file_is_refused_and_a_larger_table_takes_a_small_one() {
    let folder = tempfile::tempdir().unwrap();
    let (file, other) = (folder.path().join("a.bin"), folder.path().join("b.bin"));
    let mut brain = start();
    nodes(&mut brain);
    brain.send(&format!("YXHASHDUMP {}", file.display()));
    let written = hear_of_file(&mut brain);
    std::fs::write(&other, "no table").unwrap();
    brain.send(&format!("YXHASHLOAD {}", other.display()));
    let refusal = hear_of_file(&mut brain);
    assert!(refusal.starts_with("ERROR ") && refusal.contains("begins with `TENGENTT`"), "{refusal}");
    brain.send(&format!("YXHASHDUMP {}", folder.path().join("none/a.bin").display()));
    let refusal = hear_of_file(&mut brain);
    assert!(refusal.starts_with("ERROR the table is not written to"), "{refusal}");
    brain.send("INFO rule 1");
    brain.send(&format!("YXHASHLOAD {}", file.display()));
    let refusal = hear_of_file(&mut brain);
    assert!(
        refusal.ends_with("expected a table for standard on 15 lines, found one for freestyle on 15 lines"),
        "{refusal}"
    );
    brain.send("INFO rule 0");
    brain.send("INFO hash_size 65536");
    brain.send(&format!("YXHASHLOAD {}", file.display()));
    assert_eq!(hear_of_file(&mut brain), written.replace("written to", "read from"));
    assert_eq!(files(folder.path()), 2);
}
