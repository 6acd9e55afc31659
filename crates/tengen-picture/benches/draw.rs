//! The time that pictures take: `cargo bench -p tengen-picture --features raster --bench draw`.
#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "a benchmark that cannot go on may fail on the spot")]

use divan::Bencher;
use tengen_game::{BoardSize, Point, Record};
use tengen_picture::{Animation, Picture, PictureOptions};

fn main() {
    divan::main();
}

/// A game of this many moves in which no side gets more than two in a row.
fn game(lines: usize, moves: usize) -> Record {
    let mut record = Record::new("free-9".parse().unwrap(), BoardSize::new(lines).unwrap());
    let of = |black: bool| {
        let is_its = move |point: &Point| ((point.x() + 2 * point.y()) % 4 < 2) == black;
        record.size().points().filter(is_its).collect::<Vec<_>>()
    };
    let points: Vec<Point> =
        of(true).into_iter().zip(of(false)).flat_map(|(black, white)| [black, white]).take(moves).collect();
    for point in points {
        record.play(point).unwrap();
    }
    record
}

/// A full board of 22×22, with all numbers.
#[divan::bench(args = [None, Some(4096)], sample_count = 3, sample_size = 1)]
fn png_of_a_full_board(bencher: Bencher<'_, '_>, width: Option<u32>) {
    let record = game(22, 484);
    let options = PictureOptions { width, ..PictureOptions::default() };
    bencher.bench(|| Picture::of_record(&record).png(&options).unwrap());
}

/// A PNG in the form in which pictures are shared most often.
#[divan::bench(sample_count = 10, sample_size = 1)]
fn png_of_a_short_game(bencher: Bencher<'_, '_>) {
    let record = game(15, 40);
    bencher.bench(|| Picture::of_record(&record).png(&PictureOptions::default()).unwrap());
}

/// Every move of a long game on 19×19.
#[divan::bench(args = [60, 361], sample_count = 1, sample_size = 1)]
fn gif(bencher: Bencher<'_, '_>, moves: usize) {
    let record = game(19, moves);
    bencher.bench(|| Animation::default().gif(&record, &PictureOptions::default()).unwrap());
}
