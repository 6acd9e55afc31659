//! Draws one picture of each kind into a folder, for inspection.
//!
//! ```sh
//! cargo run --release -p tengen-picture --features raster --example kinds -- FOLDER
//! ```
#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "an example that cannot go on may fail on the spot")]

use std::fs;
use std::path::PathBuf;

use tengen_game::{Board, BoardSize, Color, Mark, Point, Position, Record, Rule, Sign, Symmetry, moves};
use tengen_picture::{Animation, Numbers, Picture, PictureOptions, Theme};

/// Sixty moves.
const GAME: &str = "h8 i9 h10 h9 j9 i8 i7 g9 f9 j10 g11 i10 i11 h11 k9 f8 l10 j8 h6 g8 e8 i6 j6 g5 k7 l8 g7 f7 g6 e6 \
                    d5 f5 f6 d7 e7 d8 d9 c9 e10 d10 c8 b8 e9 g10 f10 e11 e12 c10 l7 m7 j7 h7 k6 k8 j5 j4 l6 m6 m5 n4";

fn main() {
    let folder = PathBuf::from(std::env::args().nth(1).expect("expected a folder"));
    fs::create_dir_all(&folder).unwrap();
    let save = |name: &str, picture: &Picture<'_>, options: &PictureOptions| {
        fs::write(folder.join(format!("{name}.svg")), picture.svg(options).unwrap()).unwrap();
        fs::write(folder.join(format!("{name}.png")), picture.png(options).unwrap()).unwrap();
    };
    let wide = PictureOptions { width: Some(1256), ..PictureOptions::default() };

    let game = game();
    for theme in Theme::ALL {
        let options = PictureOptions { theme, ..wide.clone() };
        save(&format!("game-{theme}"), &Picture::of_record(&game), &options);
        let options = PictureOptions { numbers: Numbers::None, ..options };
        save(&format!("bare-{theme}"), &Picture::of_record(&game), &options);
        save(&format!("marks-{theme}"), &Picture::of_record(&marked()), &options);
        save(&format!("won-{theme}"), &Picture::of_record(&won()), &options);
        let options = PictureOptions { forbidden: true, ..options };
        save(&format!("forbidden-{theme}"), &Picture::of_position(&forbidden()), &options);
    }
    let turned = PictureOptions { symmetry: Symmetry::Rotate90, ..wide.clone() };
    save("turned", &Picture::of_record(&game), &turned);
    save("small", &Picture::of_record(&game), &PictureOptions::default());
    for lines in [3, 9, 19, 22] {
        let full = full(lines);
        save(&format!("size-{lines}"), &Picture::of_record(&full), &wide);
    }
    let gif = Animation::default().gif(&game, &PictureOptions::default()).unwrap();
    fs::write(folder.join("game.gif"), gif).unwrap();
    save("glyphs", &Picture::of_record(&glyphs()), &wide);
}

fn game() -> Record {
    // The rule needs nine in a row, so that the game continues.
    let mut record = Record::new("free-9".parse().unwrap(), BoardSize::FIFTEEN);
    for point in moves::read(GAME, record.size()).unwrap() {
        record.play(point).unwrap();
    }
    record
}

fn won() -> Record {
    let mut record = Record::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
    for point in
        moves::read("h8 h9 i9 i8 g8 j8 k8 g10 i7 i10 h6 l10 g9 f9 e7 e10 j10 j9 k11 k9 l12", record.size())
            .unwrap()
    {
        if record.play(point).is_err() {
            break;
        }
    }
    record
}

/// Some stones with every sign on stones and beside them.
fn marked() -> Record {
    let mut record = Record::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
    for point in moves::read("h8 h9 d4 l4 d5 l5 d6 l6 d7 l7 d9 l9", record.size()).unwrap() {
        record.play(point).unwrap();
    }
    let label = |text: &str| Sign::Label(text.to_owned());
    let signs =
        [Sign::Circle, Sign::Square, Sign::Triangle, Sign::Cross, label("A"), label("黒"), label("a1")];
    let mut marks = Vec::new();
    for (column, rows) in
        [(3, [11, 10, 9, 8, 6, 5, 4]), (11, [11, 10, 9, 8, 6, 5, 4]), (7, [13, 12, 11, 10, 9, 5, 4])]
    {
        marks.extend(
            rows.into_iter().zip(signs.clone()).map(|(y, sign)| Mark { point: Point::new(column, y), sign }),
        );
    }
    for (x, text) in (0..).zip(["B", "C", "?", "!!", "long label", "<&>", "Wq", "白先", "x", "+1.5"]) {
        marks.push(Mark { point: Point::new(1 + x, 2), sign: label(text) });
    }
    marks.push(Mark { point: Point::new(0, 7), sign: label("e") });
    let here = record.current();
    record.set_marks(here, marks).expect("all marks are on the board");
    record
}

fn forbidden() -> Position {
    let mut board = Board::new(BoardSize::FIFTEEN);
    for name in [
        "h9", "h10", "i8", "j8", "d4", "e4", "f4", "d12", "d13", "d11", "e10", "f10", "g10", "m3", "m4",
        "m5", "m7", "m8",
    ] {
        board.set(Point::parse(name, board.size()).unwrap(), Some(Color::Black));
    }
    for name in ["g9", "k11", "c4", "d14"] {
        board.set(Point::parse(name, board.size()).unwrap(), Some(Color::White));
    }
    Position::from_board(Rule::Renju, board, Color::Black).unwrap()
}

/// A board with as many stones as possible without a winner.
fn full(lines: usize) -> Record {
    let mut record = Record::new(Rule::Standard, BoardSize::new(lines).unwrap());
    let size = record.size();
    let mut points: Vec<Point> = size.points().collect();
    let mut state = 12_345_u32;
    for index in (1..points.len()).rev() {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        points.swap(index, (state >> 8) as usize % (index + 1));
    }
    for point in points.into_iter().take(size.area() * 3 / 4) {
        if record.is_over() {
            break;
        }
        let _ = record.play(point);
    }
    record
}

/// Labels with every letter.
fn glyphs() -> Record {
    let mut record = Record::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
    let marks = record.size().points().zip('!'..='~').map(|(point, character)| Mark {
        point: Point::new(point.x(), point.y() * 2),
        sign: Sign::Label(character.to_string()),
    });
    let marks = marks.collect();
    let here = record.current();
    record.set_marks(here, marks).expect("all marks are on the board");
    record
}
