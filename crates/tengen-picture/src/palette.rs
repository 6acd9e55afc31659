//! The themes and their colours. Wood and night are those of the page (`10-themes.css`).

use std::fmt;
use std::str::FromStr;

use tengen_game::Color;

/// The appearance of board and stones. [`Theme::palette`] has the colours of each theme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// Kaya wood and shaded stones, the board of the page in daylight.
    #[default]
    Wood,
    /// Ink on white, for print.
    Paper,
    /// Dark slate, the board of the page at night.
    Night,
    /// Only black, white and yellow, for users who need the strongest contrast.
    Contrast,
}

impl Theme {
    /// All themes, the default first.
    pub const ALL: [Theme; 4] = [Theme::Wood, Theme::Paper, Theme::Night, Theme::Contrast];

    /// The theme's name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Wood => "wood",
            Theme::Paper => "paper",
            Theme::Night => "night",
            Theme::Contrast => "contrast",
        }
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error of a text that names no theme.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected wood, paper, night or contrast, found `{0}`")]
pub struct ParseThemeError(String);

impl FromStr for Theme {
    type Err = ParseThemeError;

    /// Reads a theme's name in any case, and also `kaya`, which is the page's name of wood, and `high-contrast`.
    fn from_str(text: &str) -> Result<Theme, ParseThemeError> {
        let name = match text.trim().to_ascii_lowercase() {
            name if name == "kaya" => "wood".to_owned(),
            name if name == "high-contrast" => "contrast".to_owned(),
            name => name,
        };
        let found = Theme::ALL.into_iter().find(|theme| theme.name() == name);
        found.ok_or_else(|| ParseThemeError(text.to_owned()))
    }
}

/// A colour, written `0xrrggbb`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgb(pub u32);

impl fmt::Display for Rgb {
    /// Writes `#rrggbb`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:06x}", self.0 & 0xff_ffff)
    }
}

/// A translucent colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tint {
    /// The colour.
    pub color: Rgb,
    /// The opacity, in per cent.
    pub percent: u8,
}

impl Tint {
    const fn new(color: u32, percent: u8) -> Tint {
        Tint { color: Rgb(color), percent }
    }

    /// The opacity from 0 to 1, as SVG requires it.
    pub(crate) fn opacity(self) -> f64 {
        f64::from(self.percent) / 100.0
    }
}

/// The colours of one side's stones and of the signs on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoneColors {
    /// The colours from the lit side to the shaded edge; three times the same colour is a flat stone.
    pub shades: [Rgb; 3],
    /// The line around the stone.
    pub rim: Tint,
    /// The width of the rim, in tenths of a unit, of which there are 40 between neighbouring lines.
    pub rim_tenths: u8,
    /// The colour of numbers and marks.
    pub ink: Rgb,
    /// The sign and the number of the move played last.
    pub last: Rgb,
}

/// The colours of a theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    /// The board, from the top left to the bottom right.
    pub board: [Rgb; 2],
    /// The streaks of the wood, if there are any.
    pub grain: Option<Tint>,
    /// The lines within the frame.
    pub grid: Tint,
    /// The frame and the star points.
    pub frame: Rgb,
    /// Letters and numbers beside the board.
    pub coordinate: Rgb,
    /// Black's stones.
    pub black: StoneColors,
    /// White's stones.
    pub white: StoneColors,
    /// The shadow under the stones, if there is one.
    pub shadow: Option<Tint>,
    /// The band under a winning row.
    pub glow: Tint,
    /// Marks and labels on empty points.
    pub mark: Rgb,
    /// The cross on a forbidden point.
    pub forbidden: Rgb,
}

impl Palette {
    /// The stones of one side.
    pub const fn stone(&self, color: Color) -> &StoneColors {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}

impl Theme {
    /// The theme's colours.
    pub const fn palette(self) -> &'static Palette {
        match self {
            Theme::Wood => &WOOD,
            Theme::Paper => &PAPER,
            Theme::Night => &NIGHT,
            Theme::Contrast => &CONTRAST,
        }
    }
}

const fn shaded(light: u32, body: u32, dark: u32) -> [Rgb; 3] {
    [Rgb(light), Rgb(body), Rgb(dark)]
}

const fn flat(color: u32) -> [Rgb; 3] {
    shaded(color, color, color)
}

const WOOD: Palette = Palette {
    board: [Rgb(0xecc98a), Rgb(0xdbac62)],
    grain: Some(Tint::new(0x59330f, 10)),
    grid: Tint::new(0x5b3f1a, 80),
    frame: Rgb(0x5b3f1a),
    coordinate: Rgb(0x472f0f),
    black: StoneColors {
        shades: shaded(0x6d6a68, 0x262423, 0x0b0a0a),
        rim: Tint::new(0x0b0a0a, 60),
        rim_tenths: 8,
        ink: Rgb(0xf4f0e8),
        last: Rgb(0xffb454),
    },
    white: StoneColors {
        shades: shaded(0xffffff, 0xf4f0e8, 0xc9c1b2),
        rim: Tint::new(0x462d0a, 45),
        rim_tenths: 8,
        ink: Rgb(0x262423),
        last: Rgb(0xb3261e),
    },
    shadow: Some(Tint::new(0x3c2305, 55)),
    glow: Tint::new(0xfff6d6, 85),
    mark: Rgb(0x2c1a05),
    forbidden: Rgb(0xa3241f),
};

const NIGHT: Palette = Palette {
    board: [Rgb(0x57626d), Rgb(0x46515b)],
    grain: Some(Tint::new(0x181e24, 8)),
    grid: Tint::new(0xb4bfca, 80),
    frame: Rgb(0xb4bfca),
    coordinate: Rgb(0xe4eaef),
    black: StoneColors {
        shades: shaded(0x55504c, 0x12100f, 0x000000),
        rim: Tint::new(0xffffff, 14),
        rim_tenths: 10,
        ink: Rgb(0xe9dfcd),
        last: Rgb(0xffb46e),
    },
    white: StoneColors {
        shades: shaded(0xfffaf0, 0xe9dfcd, 0xa99d89),
        rim: Tint::new(0x000000, 30),
        rim_tenths: 8,
        ink: Rgb(0x1b1815),
        last: Rgb(0xa3341f),
    },
    shadow: Some(Tint::new(0x000000, 60)),
    glow: Tint::new(0xffd696, 60),
    mark: Rgb(0xffffff),
    forbidden: Rgb(0xffc09a),
};

const PAPER: Palette = Palette {
    board: [Rgb(0xffffff), Rgb(0xffffff)],
    grain: None,
    grid: Tint::new(0x1a1a1a, 75),
    frame: Rgb(0x1a1a1a),
    coordinate: Rgb(0x1a1a1a),
    black: StoneColors {
        shades: flat(0x1a1a1a),
        rim: Tint::new(0x1a1a1a, 100),
        rim_tenths: 13,
        ink: Rgb(0xffffff),
        last: Rgb(0xffffff),
    },
    white: StoneColors {
        shades: flat(0xffffff),
        rim: Tint::new(0x1a1a1a, 100),
        rim_tenths: 13,
        ink: Rgb(0x1a1a1a),
        last: Rgb(0x1a1a1a),
    },
    shadow: None,
    glow: Tint::new(0x000000, 22),
    mark: Rgb(0x1a1a1a),
    forbidden: Rgb(0x1a1a1a),
};

const CONTRAST: Palette = Palette {
    board: [Rgb(0x000000), Rgb(0x000000)],
    grain: None,
    grid: Tint::new(0xffffff, 70),
    frame: Rgb(0xffffff),
    coordinate: Rgb(0xffffff),
    black: StoneColors {
        shades: flat(0x000000),
        rim: Tint::new(0xffffff, 100),
        rim_tenths: 24,
        ink: Rgb(0xffffff),
        last: Rgb(0xffe600),
    },
    white: StoneColors {
        shades: flat(0xffffff),
        rim: Tint::new(0xffffff, 100),
        rim_tenths: 24,
        ink: Rgb(0x000000),
        last: Rgb(0x000000),
    },
    shadow: None,
    glow: Tint::new(0xffe600, 100),
    mark: Rgb(0xffe600),
    forbidden: Rgb(0xffe600),
};

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance as the Web Content Accessibility Guidelines define it.
    fn luminance(color: Rgb) -> f64 {
        let channel = |shift: u32| {
            let value = f64::from((color.0 >> shift) & 0xff) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(16) + 0.7152 * channel(8) + 0.0722 * channel(0)
    }

    fn contrast(a: Rgb, b: Rgb) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn whatever_is_to_be_read_stands_out() {
        for theme in Theme::ALL {
            let palette = theme.palette();
            for color in Color::BOTH {
                let stone = palette.stone(color);
                assert!(contrast(stone.ink, stone.shades[1]) >= 7.0, "{theme}: ink on {color}");
                assert!(contrast(stone.last, stone.shades[1]) >= 4.5, "{theme}: last on {color}");
            }
            for board in palette.board {
                assert!(contrast(palette.coordinate, board) >= 4.5, "{theme}: coordinates");
                assert!(contrast(palette.mark, board) >= 4.5, "{theme}: marks");
                assert!(contrast(palette.forbidden, board) >= 3.0, "{theme}: forbidden points");
            }
        }
    }

    #[test]
    fn colors_are_written_with_six_digits() {
        assert_eq!(Rgb(0x00_0a_ff).to_string(), "#000aff");
    }

    #[test]
    fn names_survive_the_round_trip() {
        for theme in Theme::ALL {
            assert_eq!(theme.to_string().parse(), Ok(theme));
        }
        assert_eq!("Kaya".parse(), Ok(Theme::Wood));
        assert_eq!("high-contrast".parse(), Ok(Theme::Contrast));
        assert_eq!(
            "blue".parse::<Theme>().unwrap_err().to_string(),
            "expected wood, paper, night or contrast, found `blue`"
        );
    }
}
