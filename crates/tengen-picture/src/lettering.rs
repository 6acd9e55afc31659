//! Short texts at a place in the picture.

use std::fmt::Write as _;

#[cfg(feature = "raster")]
use tengen_game::Sign;

use crate::glyphs::{CAP_HEIGHT, GAP, Glyph, glyph};
use crate::palette::Rgb;
use crate::xml::{Num, Xml};

/// The pen for the letters, in the glyphs' own units.
const PEN: f64 = 2.1;

/// More characters than this are no label any more; what is left out stands in the element's title.
const MOST_CHARACTERS: usize = 4;

/// A text to be set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lettering<'a> {
    pub(crate) text: &'a str,
    /// The middle of the text.
    pub(crate) at: (i32, i32),
    /// Height of a capital.
    pub(crate) height: f64,
    /// A longer text is set smaller, so that it is no wider than this.
    pub(crate) most_width: f64,
    pub(crate) color: Rgb,
}

impl Lettering<'_> {
    /// Draws the text: as strokes if it is ASCII, and else as a text element.
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

    /// How wide another script is can only be guessed: as wide as it is high, as Chinese is.
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

/// Whether this sign is a label that we have no letters for.
#[cfg(feature = "raster")]
pub(crate) fn needs_font(sign: &Sign) -> bool {
    matches!(sign, Sign::Label(text) if shortened(text).chars().any(|character| glyph(character).is_none()))
}

/// Chinese first, since that is what labels outside ASCII are written in as a rule.
const FONTS: &str = "PingFang SC, Microsoft YaHei, Noto Sans CJK SC, Noto Sans SC, Source Han Sans SC, \
                     WenQuanYi Micro Hei, Noto Sans, DejaVu Sans, sans-serif";

fn shortened(text: &str) -> String {
    if text.chars().count() <= MOST_CHARACTERS {
        return text.to_owned();
    }
    text.chars().take(MOST_CHARACTERS - 1).chain(['…']).collect()
}

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
}
