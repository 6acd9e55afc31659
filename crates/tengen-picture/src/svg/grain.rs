//! The streaks of the wood.
//!
//! They are paths and no filter: every viewer draws paths, they are as sharp in print as on a screen, and they
//! cost a rasteriser little.

use std::fmt::Write as _;
use std::ops::Range;

use crate::palette::Tint;
use crate::xml::{Num, Xml};

/// Streaks of one kind.
struct Streaks {
    /// How many there are on a board of 15×15.
    on_fifteen: i32,
    /// In tenths of a unit.
    thinnest: i32,
    thickest: i32,
    /// How much of the theme's tint they bear.
    weight: f64,
}

/// The side of a board of 15×15 with its coordinates.
const FIFTEEN: i32 = 628;

/// Broad and faint, which gives the board its bands, then finer and darker.
const LAYERS: [Streaks; 3] = [
    Streaks { on_fifteen: 20, thinnest: 100, thickest: 420, weight: 0.4 },
    Streaks { on_fifteen: 70, thinnest: 12, thickest: 40, weight: 0.42 },
    Streaks { on_fifteen: 240, thinnest: 3, thickest: 10, weight: 1.0 },
];

/// Draws long, thin, slightly bent lenses that taper off at both ends, the same ones for a side of this length
/// every time.
pub(super) fn draw(side: i32, tint: Tint, xml: &mut Xml) {
    let mut random = Random(0x9e37_79b9);
    for Streaks { on_fifteen, thinnest, thickest, weight } in LAYERS {
        let count = (on_fifteen * side / FIFTEEN * side / FIFTEEN).max(4);
        let path = streaks(side, count, thinnest..thickest, &mut random);
        let opacity = (tint.opacity() * weight).min(1.0);
        xml.empty("path", &[("d", &path), ("fill", &tint.color), ("fill-opacity", &Num(opacity))]);
        xml.line();
    }
}

fn streaks(side: i32, count: i32, tenths: Range<i32>, random: &mut Random) -> String {
    let mut path = String::new();
    for index in 0..count {
        // One in each strip, so that no part of the board is left bare.
        let y = (index * side + random.below(side)) / count;
        let half = 80 + random.below(side / 2);
        let x = random.below(side + half) - half;
        let bend = random.below(7) - 3;
        let fall = random.below(5) - 2;
        let thick = f64::from(tenths.start + random.below(tenths.end - tenths.start)) / 10.0;
        let (whole, bend) = (2 * half, f64::from(bend));
        // A lens is half as thick as its bends are apart. Out along the upper edge and back along the lower one.
        let (out, back) = (Num(bend - thick), Num(thick - bend));
        // Writing to a string cannot fail.
        let _ = write!(path, "M{x} {y}q{half} {out} {whole} {fall}q-{half} {back}-{whole} {}z", -fall);
    }
    path
}

/// A small generator of numbers that look random (xorshift).
struct Random(u32);

impl Random {
    /// A number from 0 to `most` - 1.
    fn below(&mut self, most: i32) -> i32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        (self.0 >> 8) as i32 % most.max(1)
    }
}
