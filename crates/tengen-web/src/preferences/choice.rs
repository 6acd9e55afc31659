//! The settings that have a few values to choose from.

use serde::{Deserialize, Serialize};
use tengen_board::TouchAim;

/// A setting with a few values, each with a name: in storage, in forms and, after the setting's own, in the catalogues.
pub(crate) trait Choice: Copy + PartialEq + 'static {
    /// All values, in the order in which they are offered.
    const ALL: &'static [Self];

    /// The value's name.
    fn name(self) -> &'static str;

    /// The key of the value's text.
    fn text_key(self) -> &'static str;

    /// The value with this name.
    fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|value| value.name() == name)
    }
}

/// Declares a setting: its values with their names and the keys of their texts. The first is what everybody begins with.
macro_rules! choice {
    ($(#[$about:meta])* $name:ident { $first:ident = $first_name:literal $first_key:literal,
        $($value:ident = $value_name:literal $value_key:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        pub(crate) enum $name {
            #[default]
            #[serde(rename = $first_name)]
            $first,
            $(#[serde(rename = $value_name)] $value,)*
        }

        impl Choice for $name {
            const ALL: &'static [$name] = &[$name::$first, $($name::$value,)*];

            fn name(self) -> &'static str {
                match self { $name::$first => $first_name, $($name::$value => $value_name,)* }
            }

            fn text_key(self) -> &'static str {
                match self { $name::$first => $first_key, $($name::$value => $value_key,)* }
            }
        }
    };
}

choice! {
    /// The colours of the page. A theme is a set of CSS custom properties; this only says which set.
    Theme {
        Auto = "auto" "theme-auto",
        Kaya = "kaya" "theme-kaya",
        Paper = "paper" "theme-paper",
        Night = "night" "theme-night",
        Contrast = "contrast" "theme-contrast",
    }
}

choice! {
    /// How stones are drawn.
    StoneStyle {
        Shaded = "shaded" "stones-shaded",
        Flat = "flat" "stones-flat",
        Glass = "glass" "stones-glass",
    }
}

choice! {
    /// Which stones bear the number of their move.
    Numbers {
        None = "none" "numbers-none",
        Last = "last" "numbers-last",
        Few = "few" "numbers-few",
        All = "all" "numbers-all",
    }
}

impl Numbers {
    /// How many of the last moves bear their number.
    pub(crate) fn count(self) -> usize {
        match self {
            Numbers::None => 0,
            Numbers::Last => 1,
            Numbers::Few => 5,
            Numbers::All => usize::MAX,
        }
    }
}

choice! {
    /// How a finger places a stone: points of a big board are smaller than a fingertip.
    Aim {
        Auto = "auto" "aim-auto",
        Direct = "direct" "aim-direct",
        Twice = "twice" "aim-twice",
        Magnifier = "magnifier" "aim-magnifier",
    }
}

impl Aim {
    /// The same for the board.
    pub(crate) fn touch(self) -> TouchAim {
        let (one_tap_pixels, has_magnifier) = match self {
            Aim::Auto => (TouchAim::FINGERTIP, true),
            Aim::Direct => (0.0, false),
            Aim::Twice => (f64::INFINITY, false),
            Aim::Magnifier => (f64::INFINITY, true),
        };
        TouchAim { one_tap_pixels, has_magnifier }
    }
}

choice! {
    /// Whether things move.
    Motion {
        Auto = "auto" "motion-auto",
        Full = "full" "motion-full",
        Reduced = "reduced" "motion-reduced",
    }
}

choice! {
    /// How the board is turned or mirrored on the screen. The names of the points turn with it.
    Turn {
        Identity = "identity" "turn-identity",
        Rotate90 = "rotate-90" "turn-rotate-90",
        Rotate180 = "rotate-180" "turn-rotate-180",
        Rotate270 = "rotate-270" "turn-rotate-270",
        MirrorColumns = "mirror-columns" "turn-mirror-columns",
        MirrorRows = "mirror-rows" "turn-mirror-rows",
        Transpose = "transpose" "turn-transpose",
        AntiTranspose = "anti-transpose" "turn-anti-transpose",
    }
}

impl Turn {
    /// The symmetry of that name.
    pub(crate) fn symmetry(self) -> tengen_game::Symmetry {
        use tengen_game::Symmetry;
        match self {
            Turn::Identity => Symmetry::Identity,
            Turn::Rotate90 => Symmetry::Rotate90,
            Turn::Rotate180 => Symmetry::Rotate180,
            Turn::Rotate270 => Symmetry::Rotate270,
            Turn::MirrorColumns => Symmetry::MirrorColumns,
            Turn::MirrorRows => Symmetry::MirrorRows,
            Turn::Transpose => Symmetry::Transpose,
            Turn::AntiTranspose => Symmetry::AntiTranspose,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names_are_those_of_storage<C: Choice + Serialize + for<'a> Deserialize<'a> + std::fmt::Debug>() {
        for &value in C::ALL {
            assert_eq!(serde_json::to_value(value).unwrap(), value.name());
            assert_eq!(C::from_name(value.name()), Some(value));
            for language in tengen_text::Language::ALL {
                let text = tengen_text::text(language, value.text_key(), &[]);
                assert!(!text.starts_with('{'), "{text}");
            }
        }
    }

    #[test]
    fn every_value_has_its_name_and_its_text() {
        names_are_those_of_storage::<Theme>();
        names_are_those_of_storage::<StoneStyle>();
        names_are_those_of_storage::<Numbers>();
        names_are_those_of_storage::<Aim>();
        names_are_those_of_storage::<Motion>();
        names_are_those_of_storage::<Turn>();
    }
}
