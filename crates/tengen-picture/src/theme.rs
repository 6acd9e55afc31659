use std::fmt;
use std::str::FromStr;

/// What board and stones look like. The colours behind a name are in [`Theme::palette`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// Kaya wood and shaded stones, the board of the page in daylight.
    #[default]
    Wood,
    /// Ink on white, for print.
    Paper,
    /// Dark slate, the board of the page at night.
    Night,
    /// Black, white and yellow alone, for eyes that need the strongest contrast there is.
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

/// The text names no theme.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected wood, paper, night or contrast, found `{0}`")]
pub struct ParseThemeError(String);

impl FromStr for Theme {
    type Err = ParseThemeError;

    /// Reads a theme's name in any case; `kaya`, as the page calls its wood, and `high-contrast` are understood too.
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

#[cfg(test)]
mod tests {
    use super::*;

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
