use proptest::prelude::*;

use super::*;

#[test]
fn the_embedded_file_is_sound() {
    let evaluation = Evaluation::read(BUILT_IN).unwrap();
    assert_eq!(evaluation, Evaluation::built_in());
    assert!(!evaluation.about().is_empty());
    assert_eq!(evaluation.write(), BUILT_IN, "the file is as it would be written");
}

#[test]
fn what_is_written_is_read() {
    let mut weights = hand_made().weights(Family::Standard).clone();
    (weights.value[1], weights.threats[7], weights.order_other[1819], weights.scale) =
        (-5, i16::MIN, i16::MAX, 65_000);
    let evaluation = hand_made().with_weights(Family::Standard, weights.clone(), "Bent by a test.");
    let read = Evaluation::read(&evaluation.write()).unwrap();
    assert_eq!(read, evaluation);
    assert_eq!(read.weights(Family::Standard), &weights);
    assert_eq!(read.weights(Family::Freestyle), hand_made().weights(Family::Freestyle));
    assert_eq!(read.about(), "Bent by a test.");
}

/// A file with another body, and the checksum of that.
fn with_body(body: &[u8]) -> Vec<u8> {
    let mut file = hand_made().write()[..12].to_vec();
    file.extend(crc32fast::hash(body).to_le_bytes());
    file.extend(body);
    file
}

fn section(name: &[u8], data: &[u8]) -> Vec<u8> {
    [&[name.len() as u8], name, &(data.len() as u32).to_le_bytes(), data].concat()
}

#[test]
fn each_fault_is_told() {
    let good = hand_made().write();
    let changed = |at: usize, byte: u8| {
        let mut file = good.clone();
        file[at] = byte;
        file
    };
    let body = &good[16..];
    let about = section(b"about", b"x");
    let mut no_scale = hand_made().weights(Family::RenjuWhite).clone();
    no_scale.scale = 0;
    let mut dead = hand_made().weights(Family::RenjuBlack).clone();
    dead.value[0] = -3;
    let of = |family, weights| hand_made().with_weights(family, weights, "").write();
    let cases: Vec<(Vec<u8>, &str)> = vec![
        (Vec::new(), "expected a file of evaluation parameters, which begins with `TENGENEV`"),
        (changed(0, b'X'), "expected a file of evaluation parameters, which begins with `TENGENEV`"),
        (good[..10].to_vec(), "expected 4 more bytes at byte 8, found the end of the file after 2"),
        (changed(8, 9), "expected version 1 of the evaluation parameters, found version 9"),
        (with_body(&body[..3]), "expected 5 more bytes at byte 17, found the end of the file after 2"),
        (with_body(&section(b"sound", b"")), "found a section `sound`, which version 1 does not have"),
        (with_body(&[about.clone(), about.clone()].concat()), "found section `about` a second time"),
        (with_body(b""), "expected a section `about`, found none"),
        (with_body(&about), "expected a section `freestyle.value`, found none"),
        (with_body(&section(b"about", &[0xff])), "expected UTF-8 in section `about`"),
        (
            with_body(&[about, section(b"freestyle.value", &[1, 2, 3])].concat()),
            "expected 3640 bytes in section `freestyle.value`, found 3",
        ),
        (of(Family::RenjuWhite, no_scale), "expected more than 0 in section `renju-white.scale`, found 0"),
        (of(Family::RenjuBlack, dead), "expected 0 for code 0 in section `renju-black.value`, found -3"),
    ];
    for (file, expected) in cases {
        assert_eq!(Evaluation::read(&file).unwrap_err().to_string(), expected);
    }
    let damaged = Evaluation::read(&changed(5000, 0xee)).unwrap_err();
    assert!(matches!(damaged, EvaluationError::Checksum { expected, found } if expected != found));
}

proptest! {
    #[test]
    fn any_bytes_are_parameters_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        prop_assert!(Evaluation::read(&bytes).is_err());
        // Most faults lie behind the checksum.
        prop_assert!(Evaluation::read(&with_body(&bytes)).is_err());
    }

    #[test]
    fn damaged_sections_are_read_or_refused(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        end in any::<prop::sample::Index>(),
        cuts: bool,
    ) {
        let mut body = hand_made().write()[16..].to_vec();
        for (at, byte) in changes {
            let at = at.index(body.len());
            body[at] = byte;
        }
        if cuts {
            body.truncate(end.index(body.len()));
        }
        if let Ok(evaluation) = Evaluation::read(&with_body(&body)) {
            prop_assert_eq!(Evaluation::read(&evaluation.write()), Ok(evaluation));
        }
    }
}
