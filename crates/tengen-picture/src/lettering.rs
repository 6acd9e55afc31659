//! Short texts at a place in the picture.
//!
//! Letters are single strokes of a pen with a round tip, drawn for this crate, for every visible character of ASCII. Capitals and digits
//! are 14 units high, small letters 9.4, and descenders reach 4 units below the base line. Widths are those of the path of the pen,
//! without the width of the stroke.

use std::fmt::Write as _;

use crate::palette::Rgb;
use crate::svg::{Num, Xml};

#[cfg(feature = "raster")]
use tengen_game::Sign;

/// The pen for the letters, in the glyphs' own units.
const PEN: f64 = 2.1;

/// The largest number of characters of a label. The element's title has the full text.
const MOST_CHARACTERS: usize = 4;

/// A text to be set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lettering<'a> {
    pub(crate) text: &'a str,
    /// The middle of the text.
    pub(crate) at: (i32, i32),
    /// The height of a capital.
    pub(crate) height: f64,
    /// The largest width. A longer text is set smaller.
    pub(crate) most_width: f64,
    pub(crate) color: Rgb,
}

impl Lettering<'_> {
    /// Draws the text: as strokes if it is ASCII, and otherwise as a text element.
    pub(crate) fn draw(&self, xml: &mut Xml) {
        let short = shortened(self.text);
        let whole = if short == self.text { None } else { Some(self.text) };
        let glyphs: Option<Vec<Glyph>> = short.chars().map(glyph).collect();
        if let Some(whole) = whole {
            xml.open("g", &[]);
            xml.text("title", &[], whole);
        }
        match glyphs {
            Some(glyphs) => self.draw_strokes(&glyphs, xml),
            None => self.draw_text(&short, xml),
        }
        if whole.is_some() {
            xml.close();
        }
    }

    fn draw_strokes(&self, glyphs: &[Glyph], xml: &mut Xml) {
        if glyphs.iter().all(|glyph| glyph.strokes.is_empty()) {
            return;
        }
        let path: f64 = glyphs.iter().map(|glyph| glyph.width).sum();
        let width = path + GAP * (glyphs.len() - 1) as f64;
        let scale = (self.height / CAP_HEIGHT).min(self.most_width / (width + PEN));
        let mut left = 0.0;
        let mut strokes = String::new();
        for glyph in glyphs {
            for (x, y, path) in glyph.strokes {
                // Writing to a string cannot fail.
                let _ = write!(strokes, "M{} {}{path}", Num(left + x), Num(*y));
            }
            left += glyph.width + GAP;
        }
        // The scale is part of the matrix and must be exact enough for the longest text.
        let (x, y) = (f64::from(self.at.0), f64::from(self.at.1));
        let place = format!(
            "matrix({scale:.3} 0 0 {scale:.3} {} {})",
            Num(x - width * scale / 2.0),
            Num(y - CAP_HEIGHT * scale / 2.0),
        );
        xml.empty(
            "path",
            &[
                ("d", &strokes),
                ("transform", &place),
                ("fill", &"none"),
                ("stroke", &self.color),
                ("stroke-width", &Num(PEN)),
                ("stroke-linecap", &"round"),
                ("stroke-linejoin", &"round"),
            ],
        );
    }

    /// Draws a text of another script. Its width is estimated: each character is as wide as it is high, as Chinese characters are.
    fn draw_text(&self, text: &str, xml: &mut Xml) {
        let characters = text.chars().count().max(1) as f64;
        let size = (self.height * 1.25).min(self.most_width / characters);
        xml.text(
            "text",
            &[
                ("x", &self.at.0),
                ("y", &Num(f64::from(self.at.1) + size * 0.36)),
                ("font-size", &Num(size)),
                ("font-family", &FONTS),
                ("font-weight", &"600"),
                ("text-anchor", &"middle"),
                ("fill", &self.color),
            ],
            text,
        );
    }
}

/// Whether this sign is a label with characters that have no strokes here.
#[cfg(feature = "raster")]
pub(crate) fn needs_font(sign: &Sign) -> bool {
    matches!(sign, Sign::Label(text) if shortened(text).chars().any(|character| glyph(character).is_none()))
}

/// Fonts for Chinese come first, since most labels outside ASCII are Chinese.
const FONTS: &str = "PingFang SC, Microsoft YaHei, Noto Sans CJK SC, Noto Sans SC, Source Han Sans SC, \
                     WenQuanYi Micro Hei, Noto Sans, DejaVu Sans, sans-serif";

fn shortened(text: &str) -> String {
    if text.chars().count() <= MOST_CHARACTERS {
        return text.to_owned();
    }
    text.chars().take(MOST_CHARACTERS - 1).chain(['…']).collect()
}

/// A character.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Glyph {
    /// The distance from the leftmost to the rightmost point of the pen's path.
    pub(crate) width: f64,
    /// The strokes: the beginning of each, from the top left, and its continuation as relative SVG path commands.
    pub(crate) strokes: &'static [(f64, f64, &'static str)],
}

/// The height of capitals and digits.
pub(crate) const CAP_HEIGHT: f64 = 14.0;

/// The distance from the end of one character's path to the beginning of the next one's.
pub(crate) const GAP: f64 = 3.4;

/// The character's strokes; `None` outside the visible characters of ASCII, the space and the ellipsis.
pub(crate) fn glyph(character: char) -> Option<Glyph> {
    let (width, strokes): (f64, &'static [(f64, f64, &'static str)]) = match character {
        '0' => (8.2, &[(4.1, 0.0, "c2.7 0 4.1 2.8 4.1 7s-1.4 7-4.1 7-4.1-2.8-4.1-7 1.4-7 4.1-7z")]),
        // The stem weighs more than the flag, so the middle lies nearer to the stem.
        '1' => (3.2, &[(-1.0, 3.0, "l4.2-3v14")]),
        '2' => {
            (8.2, &[(0.2, 4.1, "c0-2.5 1.5-4.1 3.8-4.1s3.9 1.5 3.9 3.8c0 1.9-.9 3.1-2.5 4.8l-5.4 5.4h8.2")])
        }
        '3' => (
            8.0,
            &[(
                0.4,
                2.4,
                "c.7-1.5 1.9-2.4 3.5-2.4 2.2 0 3.6 1.3 3.6 3.3s-1.4 3.4-3.6 3.4h-1.4 1.4c2.5 0 4.1 1.4 4.1 3.6 \
                 0 2.3-1.6 3.7-4 3.7-1.9 0-3.3-.9-4-2.6",
            )],
        ),
        '4' => (8.8, &[(6.4, 14.0, "v-14l-6.4 9.8h8.8")]),
        '5' => (
            8.0,
            &[(
                7.1,
                0.0,
                "h-5.7l-.7 6.3c.9-.8 1.9-1.2 3.2-1.2 2.5 0 4.1 1.7 4.1 4.3s-1.7 4.6-4.2 4.6c-1.8 0-3-.8-3.8-2.4",
            )],
        ),
        '6' => (8.2, &[(6.9, 0.2, "c-3.9.9-6.9 4.5-6.9 9.2a4.1 4.6 0 1 0 8.2 0a4.1 4.6 0 1 0-8.2 0")]),
        '7' => (8.0, &[(0.0, 0.0, "h8c-3 3.7-5 8.4-5.4 14")]),
        '8' => (
            8.2,
            &[(
                4.1,
                6.7,
                "a3.5 3.35 0 1 1 0-6.7a3.5 3.35 0 1 1 0 6.7a4.1 3.65 0 1 1 0 7.3a4.1 3.65 0 1 1 0-7.3z",
            )],
        ),
        '9' => (8.2, &[(1.3, 13.8, "c3.9-.9 6.9-4.5 6.9-9.2a4.1 4.6 0 1 0-8.2 0a4.1 4.6 0 1 0 8.2 0")]),

        'a' => (7.8, &[(7.8, 9.3, A_BOWL), (7.8, 4.6, "v9.4")]),
        'b' => (7.8, &[(0.0, 9.3, B_BOWL), (0.0, 0.0, "v14")]),
        'c' => (
            7.2,
            &[(7.2, 6.6, "c-.8-1.3-1.9-2-3.3-2-2.4 0-3.9 1.9-3.9 4.7s1.5 4.7 3.9 4.7c1.4 0 2.5-.7 3.3-2")],
        ),
        'd' => (7.8, &[(7.8, 9.3, A_BOWL), (7.8, 0.0, "v14")]),
        'e' => (
            7.7,
            &[(
                0.0,
                9.1,
                "h7.7c-.1-2.7-1.5-4.5-3.8-4.5-2.4 0-3.9 1.9-3.9 4.7s1.5 4.7 4 4.7c1.5 0 2.6-.6 3.4-1.7",
            )],
        ),
        'f' => (5.0, &[(5.0, 0.2, "c-.4-.1-.8-.2-1.2-.2-1.5 0-2.2.9-2.2 2.6v11.4"), (0.0, 4.6, "h4.6")]),
        'g' => (7.8, &[(7.8, 9.3, A_BOWL), (7.8, 4.6, "v9.2c0 2.7-1.5 4.2-3.9 4.2-1.6 0-2.8-.6-3.5-1.8")]),
        'h' => (7.2, &[(0.0, 0.0, "v14"), (0.0, 8.6, ARCH)]),
        'i' => (0.0, &[(0.0, 4.6, "v9.4"), (0.0, 0.9, DOT)]),
        'j' => (2.6, &[(2.6, 4.6, "v10.2c0 2.1-.9 3.2-2.6 3.2"), (2.6, 0.9, DOT)]),
        'k' => (7.2, &[(0.0, 0.0, "v14"), (6.6, 4.6, "l-6.6 5.6"), (2.6, 8.0, "l4.6 6")]),
        'l' => (2.2, &[(0.0, 0.0, "v11.4c0 1.7.7 2.6 2.2 2.6")]),
        'm' => (
            11.6,
            &[
                (0.0, 4.6, "v9.4"),
                (0.0, 8.2, "c0-2.2 1.2-3.6 3-3.6s2.8 1.2 2.8 3.5v5.9"),
                (5.8, 8.2, "c0-2.2 1.2-3.6 3-3.6s2.8 1.2 2.8 3.5v5.9"),
            ],
        ),
        'n' => (7.2, &[(0.0, 4.6, "v9.4"), (0.0, 8.6, ARCH)]),
        'o' => (8.0, &[(0.0, 9.3, "a4 4.7 0 1 0 8 0a4 4.7 0 1 0-8 0z")]),
        'p' => (7.8, &[(0.0, 9.3, B_BOWL), (0.0, 4.6, "v13.4")]),
        'q' => (7.8, &[(7.8, 9.3, A_BOWL), (7.8, 4.6, "v13.4")]),
        'r' => (4.7, &[(0.0, 4.6, "v9.4"), (0.0, 8.6, "c0-2.5 1.3-4 3.4-4 .5 0 .9.1 1.3.2")]),
        's' => (
            6.5,
            &[(
                6.2,
                6.4,
                "c-.6-1.2-1.6-1.8-3-1.8-1.8 0-3 .9-3 2.4 0 3.4 6.3 1.2 6.3 4.6 0 1.5-1.3 2.4-3.2 2.4-1.6 \
                 0-2.7-.7-3.3-2",
            )],
        ),
        't' => (4.9, &[(1.6, 1.6, "v9.6c0 1.8.7 2.8 2.2 2.8.4 0 .8-.1 1.1-.2"), (0.0, 4.6, "h4.7")]),
        'u' => (7.2, &[(7.2, 4.6, "v9.4"), (7.2, 10.0, "c0 2.4-1.5 4-3.7 4s-3.5-1.4-3.5-3.9v-5.5")]),
        'v' => (7.4, &[(0.0, 4.6, "l3.7 9.4 3.7-9.4")]),
        'w' => (11.4, &[(0.0, 4.6, "l2.8 9.4 2.9-9 2.9 9 2.8-9.4")]),
        'x' => (7.0, &[(0.0, 4.6, "l7 9.4"), (7.0, 4.6, "l-7 9.4")]),
        'y' => (7.4, &[(0.0, 4.6, "l3.8 9.2"), (7.4, 4.6, "l-4.6 11.4c-.6 1.4-1.3 2-2.6 2")]),
        'z' => (7.0, &[(0.0, 4.6, "h6.8l-6.8 9.4h7")]),

        'A' => (10.0, &[(0.0, 14.0, "l5-14 5 14"), (1.7, 9.2, "h6.6")]),
        'B' => (
            8.2,
            &[
                (0.0, 0.0, "v14h4.2c2.5 0 4-1.4 4-3.6s-1.5-3.7-4-3.7h-4.2"),
                (0.0, 0.0, "h3.9c2.2 0 3.6 1.3 3.6 3.3s-1.4 3.4-3.6 3.4"),
            ],
        ),
        'C' => (9.4, &[(9.4, 3.0, "c-1-1.9-2.5-3-4.4-3-3 0-5 2.8-5 7s2 7 5 7c1.9 0 3.4-1.1 4.4-3")]),
        'D' => (9.0, &[(0.0, 0.0, "v14h3.4c3.6 0 5.6-2.6 5.6-7s-2-7-5.6-7z")]),
        'E' => (7.6, &[(7.4, 0.0, "h-7.4v14h7.6"), (0.0, 6.8, "h6.4")]),
        'F' => (7.4, &[(7.4, 0.0, "h-7.4v14"), (0.0, 6.9, "h6.2")]),
        'G' => (
            9.6,
            &[(9.3, 3.0, "c-1-1.9-2.5-3-4.4-3-2.9 0-4.9 2.8-4.9 7s2 7 5 7c2.8 0 4.6-2 4.6-5.4v-1h-4.2")],
        ),
        'H' => (9.0, &[(0.0, 0.0, "v14"), (9.0, 0.0, "v14"), (0.0, 6.8, "h9")]),
        'I' => (0.0, &[(0.0, 0.0, "v14")]),
        'J' => (6.0, &[(6.0, 0.0, "v9.8c0 2.8-1.1 4.2-3.2 4.2-1.5 0-2.4-.7-2.8-2.2")]),
        'K' => (8.4, &[(0.0, 0.0, "v14"), (8.0, 0.0, "l-8 8.6"), (3.2, 5.2, "l5.2 8.8")]),
        'L' => (7.0, &[(0.0, 0.0, "v14h7")]),
        'M' => (11.2, &[(0.0, 14.0, "v-14l5.6 9 5.6-9v14")]),
        'N' => (9.0, &[(0.0, 14.0, "v-14l9 14v-14")]),
        'O' => (10.0, &[(5.0, 0.0, O_RING)]),
        'P' => (8.2, &[(0.0, 14.0, "v-14h4.2c2.5 0 4 1.5 4 3.9s-1.5 3.9-4 3.9h-4.2")]),
        'Q' => (10.0, &[(5.0, 0.0, O_RING), (6.0, 10.6, "l4 4.2")]),
        'R' => (8.4, &[(0.0, 14.0, "v-14h4.2c2.5 0 4 1.5 4 3.9s-1.5 3.9-4 3.9h-4.2"), (4.4, 7.8, "l4 6.2")]),
        'S' => (
            8.4,
            &[(
                8.0,
                2.7,
                "c-.8-1.8-2.2-2.7-4.1-2.7-2.3 0-3.8 1.3-3.8 3.3 0 4.6 8.3 2.3 8.3 7.1 0 2.2-1.7 3.6-4.2 \
                 3.6-2.2 0-3.6-1-4.2-3",
            )],
        ),
        'T' => (9.0, &[(0.0, 0.0, "h9"), (4.5, 0.0, "v14")]),
        'U' => (9.0, &[(0.0, 0.0, "v9.2c0 3.1 1.6 4.8 4.5 4.8s4.5-1.7 4.5-4.8v-9.2")]),
        'V' => (9.6, &[(0.0, 0.0, "l4.8 14 4.8-14")]),
        'W' => (14.0, &[(0.0, 0.0, "l3.4 14 3.6-12.6 3.6 12.6 3.4-14")]),
        'X' => (8.6, &[(0.0, 0.0, "l8.6 14"), (8.6, 0.0, "l-8.6 14")]),
        'Y' => (9.2, &[(0.0, 0.0, "l4.6 7.4v6.6"), (9.2, 0.0, "l-4.6 7.4")]),
        'Z' => (8.6, &[(0.0, 0.0, "h8.4l-8.4 14h8.6")]),

        ' ' => (2.0, &[]),
        '!' => (0.0, &[(0.0, 0.0, "v9.2"), (0.0, 13.9, DOT)]),
        '"' => (3.4, &[(0.0, 0.0, "v3.6"), (3.4, 0.0, "v3.6")]),
        '#' => {
            (8.8, &[(3.4, 1.0, "l-1.4 12"), (7.4, 1.0, "l-1.4 12"), (0.6, 5.0, "h8.2"), (0.0, 9.2, "h8.2")])
        }
        '$' => (
            8.4,
            &[
                (
                    8.0,
                    2.7,
                    "c-.8-1.8-2.2-2.7-4.1-2.7-2.3 0-3.8 1.3-3.8 3.3 0 4.6 8.3 2.3 8.3 7.1 0 2.2-1.7 3.6-4.2 \
                     3.6-2.2 0-3.6-1-4.2-3",
                ),
                (4.2, -1.8, "v17.6"),
            ],
        ),
        '%' => (
            11.0,
            &[
                (9.4, 0.0, "l-7.8 14"),
                (0.0, 3.0, "a2.2 3 0 1 0 4.4 0a2.2 3 0 1 0-4.4 0z"),
                (6.6, 11.0, "a2.2 3 0 1 0 4.4 0a2.2 3 0 1 0-4.4 0z"),
            ],
        ),
        '&' => (
            9.6,
            &[(
                9.6,
                14.0,
                "l-7.2-8.6c-2-2.4-.8-5.4 1.9-5.4 1.8 0 2.9 1.1 2.9 2.8 0 3-7.2 3.5-7.2 7.5 0 2.2 1.7 3.7 4 3.7 \
                 2.9 0 4.9-2.3 5.2-5.8",
            )],
        ),
        '\'' => (0.0, &[(0.0, 0.0, "v3.6")]),
        '(' => (3.0, &[(3.0, -1.0, "c-4 4.6-4 11.4 0 16")]),
        ')' => (3.0, &[(0.0, -1.0, "c4 4.6 4 11.4 0 16")]),
        '*' => (6.0, &[(3.0, 0.6, "v6.8"), (0.0, 2.3, "l6 3.4"), (6.0, 2.3, "l-6 3.4")]),
        '+' => (8.0, &[(4.0, 4.0, "v8"), (0.0, 8.0, "h8")]),
        ',' => (1.0, &[(1.0, 13.4, "c0 1.4-.2 2-1 3")]),
        '-' => (5.0, &[(0.0, 8.2, "h5")]),
        '.' => (0.0, &[(0.0, 13.9, DOT)]),
        '/' => (6.0, &[(6.0, -0.6, "l-6 15.2")]),
        ':' => (0.0, &[(0.0, 6.4, DOT), (0.0, 13.9, DOT)]),
        ';' => (1.0, &[(1.0, 6.4, DOT), (1.0, 13.4, "c0 1.4-.2 2-1 3")]),
        '<' => (7.4, &[(7.4, 3.0, "l-7.4 5 7.4 5")]),
        '=' => (8.0, &[(0.0, 6.0, "h8"), (0.0, 10.2, "h8")]),
        '>' => (7.4, &[(0.0, 3.0, "l7.4 5-7.4 5")]),
        '?' => (
            7.5,
            &[(0.0, 3.6, "c.3-2.2 1.7-3.6 3.8-3.6s3.7 1.3 3.7 3.4c0 3.2-3.9 3-3.9 6.2"), (3.6, 13.9, DOT)],
        ),
        '@' => (
            12.0,
            &[
                (
                    9.6,
                    12.8,
                    "c-1 .8-2.2 1.2-3.6 1.2-3.6 0-6-2.8-6-7s2.6-7 6.2-7 5.8 2.4 5.8 6c0 2.6-.9 4-2.2 4-1.1 0-1.6-.7-1.6-2v-3.8",
                ),
                (8.2, 7.0, "a2.2 2.9 0 1 1-4.4 0a2.2 2.9 0 1 1 4.4 0z"),
            ],
        ),
        '[' => (2.8, &[(2.8, -1.0, "h-2.8v16h2.8")]),
        '\\' => (6.0, &[(0.0, -0.6, "l6 15.2")]),
        ']' => (2.8, &[(0.0, -1.0, "h2.8v16h-2.8")]),
        '^' => (6.4, &[(0.0, 4.6, "l3.2-4.6 3.2 4.6")]),
        '_' => (8.0, &[(0.0, 15.6, "h8")]),
        '`' => (2.0, &[(0.0, 0.0, "l2 2.8")]),
        '{' => (
            4.0,
            &[(
                4.0,
                -1.0,
                "c-1.8 0-2.4.8-2.4 2.4v3.2c0 1.4-.6 2.4-1.6 2.4 1 0 1.6 1 1.6 2.4v3.2c0 1.6.6 2.4 2.4 2.4",
            )],
        ),
        '|' => (0.0, &[(0.0, -1.0, "v16")]),
        '}' => (
            4.0,
            &[(
                0.0,
                -1.0,
                "c1.8 0 2.4.8 2.4 2.4v3.2c0 1.4.6 2.4 1.6 2.4-1 0-1.6 1-1.6 2.4v3.2c0 1.6-.6 2.4-2.4 2.4",
            )],
        ),
        '~' => (8.4, &[(0.0, 8.8, "c1.2-2.4 2.8-2.4 4.2-1.2s3 1.2 4.2-1.2")]),
        '…' => (8.0, &[(0.0, 13.9, DOT), (4.0, 13.9, DOT), (8.0, 13.9, DOT)]),
        _ => return None,
    };
    Some(Glyph { width, strokes })
}

/// The round part of a, d, g and q, from the middle of their stem.
const A_BOWL: &str = "a3.9 4.7 0 1 0-7.8 0a3.9 4.7 0 1 0 7.8 0z";
/// The round part of b and p, from the middle of their stem.
const B_BOWL: &str = "a3.9 4.7 0 1 1 7.8 0a3.9 4.7 0 1 1-7.8 0z";
/// The arch of h and n.
const ARCH: &str = "c0-2.4 1.5-4 3.7-4s3.5 1.4 3.5 3.9v5.5";
const O_RING: &str = "c3 0 5 2.8 5 7s-2 7-5 7-5-2.8-5-7 2-7 5-7z";
/// The pen's tip alone. The stroke has a length because some readers leave out strokes of length zero.
const DOT: &str = "v.1";

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(text: &str) -> String {
        let mut xml = Xml::default();
        Lettering { text, at: (100, 100), height: 15.0, most_width: 29.0, color: Rgb(0) }.draw(&mut xml);
        xml.finish()
    }

    #[test]
    fn ascii_needs_no_font_and_chinese_does() {
        for text in ["1", "360", "Aj", "a<b"] {
            assert!(drawn(text).starts_with("<path "), "{text}");
        }
        assert!(drawn("黒").starts_with("<text "));
        assert_eq!(drawn(" "), "\n");
        assert_eq!(drawn(""), "\n");
    }

    #[test]
    fn long_labels_are_cut_and_keep_their_text_as_a_title() {
        let long = drawn("a very long remark");
        assert!(long.contains("<title>a very long remark</title><path "), "{long}");
    }

    /// The scale is the first number of the matrix.
    fn scale(text: &str) -> f64 {
        let drawn = drawn(text);
        let (_, rest) = drawn.split_once("matrix(").unwrap();
        rest.split(' ').next().unwrap().parse().unwrap()
    }

    #[test]
    fn three_digits_fit_where_two_do() {
        assert!((scale("8") - 15.0 / 14.0).abs() < 0.001);
        assert!((scale("88") - 15.0 / 14.0).abs() < 0.001);
        let ink = 3.0 * 8.2 + 2.0 * GAP + PEN;
        assert!((scale("888") * ink - 29.0).abs() < 0.05);
    }

    #[test]
    fn every_visible_character_of_ascii_is_drawn() {
        for character in (' '..='~').chain(['…']) {
            let glyph = glyph(character).unwrap_or_else(|| panic!("no `{character}`"));
            assert_eq!(glyph.strokes.is_empty(), character == ' ', "{character}");
        }
        for character in ['\n', '\u{7f}', 'é', '黒'] {
            assert!(glyph(character).is_none(), "{character:?}");
        }
    }

    #[test]
    fn no_two_characters_look_alike() {
        let mut seen = std::collections::HashSet::new();
        for character in '!'..='~' {
            let glyph = glyph(character).unwrap();
            assert!(seen.insert(format!("{:?}", glyph.strokes)), "{character}");
        }
    }
}
