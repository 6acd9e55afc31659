//! The preferences of the user. The browser stores them as one text, which the user can transfer to another browser.

use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use tengen_analysis::files::{Fault, FaultKind, Whereabouts};
use tengen_board::TouchAim;
use tengen_game::Symmetry;
use tengen_match::{Coaching, LadderProgress, LostOpenings, Strength, Wins};

use crate::reactive::{Memo, RwSignal};
use crate::session::Session;
use crate::storage;

/// The version of the text. A later version is refused rather than misread.
const VERSION: u32 = 1;

/// The settings of the page itself. A member that a text lacks has its default.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub(crate) struct Preferences {
    version: u32,
    /// The language's code; `None` for the browser's language.
    pub(crate) language: Option<String>,
    pub(crate) theme: Theme,
    pub(crate) stones: StoneStyle,
    pub(crate) numbers: Numbers,
    pub(crate) coordinates: bool,
    /// Whether forbidden points are marked for the side that has to avoid them.
    pub(crate) forbidden: bool,
    /// Whether points with threats are marked.
    pub(crate) threats: bool,
    /// Whether the best moves are marked while the engine analyses.
    pub(crate) best_moves: bool,
    /// Whether the moves that the engine would try first are shaded, where the best moves are marked.
    pub(crate) heat: bool,
    /// Whether a bar beside the board shows the value while the engine analyses.
    pub(crate) evaluation_bar: bool,
    /// Whether the page shows the moves that the program expects.
    pub(crate) thoughts: bool,
    pub(crate) aim: Aim,
    #[serde(with = "by_name")]
    pub(crate) turn: Symmetry,
    pub(crate) motion: Motion,
    pub(crate) sound: bool,
    /// Per cent.
    pub(crate) volume: u8,
    /// The shortest time, in milliseconds, before a program moves.
    pub(crate) pause_ms: u16,
    /// The number of best moves that the analysis searches for.
    pub(crate) lines: u8,
    /// The time limit of the analysis per position, in seconds; 0 for no limit.
    pub(crate) analysis_s: u16,
    /// The size of the engine's transposition table in MiB; 0 for the engine's default.
    pub(crate) hash_mib: u16,
    /// The number of threads of the engine; 0 for the engine's default.
    pub(crate) threads: u8,
    /// Whether the user can choose a move while the opponent thinks.
    pub(crate) premoves: bool,
    /// Whether the page has the terms of experts, such as VCF, instead of plain words.
    pub(crate) expert_terms: bool,
    /// Whether values are Black's chances in the user's own games as well.
    pub(crate) black_chances: bool,
    /// The name of the opponent that the results so far suggest; `None` before the first result.
    pub(crate) suggested: Option<String>,
    /// How often the coach warns.
    pub(crate) coach: Coaching,
    /// Whether the level follows the results, for an even game.
    pub(crate) even: bool,
    /// The user's strength, by the games against levels.
    pub(crate) strength: Strength,
    /// The openings in which programs lost to the user.
    pub(crate) lost_openings: LostOpenings,
    /// The levels that the user has beaten.
    pub(crate) wins: Wins,
    /// The identifier of the member whose account has the strength, the openings and the wins as well; `None` before one has signed in.
    pub(crate) progress_of: Option<String>,
}

impl Default for Preferences {
    fn default() -> Preferences {
        Preferences {
            version: VERSION,
            language: None,
            theme: Theme::default(),
            stones: StoneStyle::default(),
            numbers: Numbers::default(),
            coordinates: true,
            forbidden: true,
            threats: false,
            best_moves: true,
            heat: false,
            evaluation_bar: true,
            thoughts: false,
            aim: Aim::default(),
            turn: Symmetry::default(),
            motion: Motion::default(),
            sound: true,
            volume: 60,
            pause_ms: 450,
            lines: 3,
            analysis_s: 0,
            hash_mib: 0,
            threads: 0,
            premoves: false,
            expert_terms: false,
            black_chances: false,
            suggested: None,
            coach: Coaching::Gently,
            even: false,
            strength: Strength::default(),
            lost_openings: LostOpenings::default(),
            wins: Wins::default(),
            progress_of: None,
        }
    }
}

/// Why a text cannot be read as preferences.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PreferencesError {
    /// The text is not of the form that [`Preferences::to_text`] writes.
    #[error("{message}")]
    Unreadable { message: String, line: usize, column: usize },
    /// A newer version of Tengen wrote the text.
    #[error("version {0}, and this page knows version {VERSION}")]
    Newer(u32),
}

impl From<&PreferencesError> for Fault {
    fn from(error: &PreferencesError) -> Fault {
        let (kind, whereabouts) = match *error {
            PreferencesError::Unreadable { line, column, .. } => {
                (FaultKind::Content, Some(Whereabouts::Character { line, column }))
            }
            PreferencesError::Newer(_) => (FaultKind::Newer, None),
        };
        Fault { kind, message: error.to_string(), whereabouts }
    }
}

impl Preferences {
    pub(crate) fn to_text(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }

    pub(crate) fn from_text(text: &str) -> Result<Preferences, PreferencesError> {
        let read: Preferences = serde_json::from_str(text).map_err(|error| PreferencesError::Unreadable {
            message: error.to_string(),
            line: error.line(),
            column: error.column(),
        })?;
        if read.version > VERSION {
            return Err(PreferencesError::Newer(read.version));
        }
        let strength = read.strength.clone().checked();
        Ok(Preferences { version: VERSION, volume: read.volume.min(100), strength, ..read })
    }

    /// Hides the engine's marks on the board and beside it, or shows them again.
    pub(crate) fn toggle_marks(&mut self) {
        let shows = self.best_moves || self.evaluation_bar;
        (self.best_moves, self.evaluation_bar) = (!shows, !shows);
    }

    /// Sets every setting but the language to its default: a user who cannot read the page could not undo a change of the language. The
    /// results of the user's games are no settings.
    pub(crate) fn reset(&mut self) {
        let (language, suggested) = (self.language.take(), self.suggested.take());
        let (progress, owner) = (self.progress(), self.progress_of.take());
        *self = Preferences { language, suggested, ..Preferences::default() };
        self.take_progress(progress, owner);
    }

    /// The user's results against the levels.
    pub(crate) fn progress(&self) -> LadderProgress {
        LadderProgress {
            strength: self.strength.clone(),
            lost_openings: self.lost_openings.clone(),
            wins: self.wins.clone(),
        }
    }

    /// Replaces the user's results against the levels, which the account of `owner` has as well.
    pub(crate) fn take_progress(&mut self, progress: LadderProgress, owner: Option<String>) {
        (self.strength, self.lost_openings) = (progress.strength, progress.lost_openings);
        self.wins = progress.wins;
        self.progress_of = owner;
    }

    /// The preferences saved by the browser; unreadable ones get their defaults, and their text is preserved.
    pub(crate) fn restore() -> Preferences {
        let saved = storage::read(storage::PREFERENCES);
        let preferences = saved.as_deref().map(Preferences::from_text).transpose().unwrap_or_else(|reason| {
            leptos::logging::warn!("{} cannot be read: {reason}", storage::PREFERENCES);
            storage::write(storage::UNREADABLE_PREFERENCES, &saved.unwrap_or_default());
            None
        });
        preferences.unwrap_or_default()
    }

    /// Provides these preferences to the page.
    pub(crate) fn provide(self) -> RwSignal<Preferences> {
        let preferences = RwSignal::new(self);
        provide_context(preferences);
        preferences
    }

    /// Stores the page's preferences in the browser whenever they change.
    pub(crate) fn keep() {
        let (preferences, library) = (Preferences::of_page(), Session::of_page().library);
        Effect::new(move |before: Option<Preferences>| {
            let now = preferences.get();
            if before.as_ref().is_some_and(|before| *before != now) {
                library.write(storage::PREFERENCES, &now.to_text());
            }
            now
        });
    }

    /// The preferences that an ancestor provides.
    pub(crate) fn of_page() -> RwSignal<Preferences> {
        expect_context()
    }
}

/// One preference as a signal that changes only with it.
pub(crate) fn preference<T: Clone + PartialEq + Send + Sync + 'static>(of: fn(&Preferences) -> T) -> Memo<T> {
    let preferences = Preferences::of_page();
    Memo::new(move |_| preferences.with(of))
}

/// A setting with a few values. Each has a name, which is used in storage, in forms and, after the setting's own name, in the catalogues.
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

/// Declares a setting: its values with their names and the keys of their texts. The first is the default.
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
    /// The colours of the page. A theme is a set of CSS custom properties; this value only selects the set.
    Theme {
        Auto = "auto" "theme-auto",
        Kaya = "kaya" "theme-kaya",
        Paper = "paper" "theme-paper",
        Night = "night" "theme-night",
        Contrast = "contrast" "theme-contrast",
    }
}

choice! {
    /// The drawing style of the stones.
    StoneStyle {
        Shaded = "shaded" "stones-shaded",
        Flat = "flat" "stones-flat",
        Glass = "glass" "stones-glass",
    }
}

choice! {
    /// The stones that bear the number of their move.
    Numbers {
        None = "none" "numbers-none",
        Last = "last" "numbers-last",
        Few = "few" "numbers-few",
        All = "all" "numbers-all",
    }
}

impl Numbers {
    /// The number of last moves whose stones are numbered.
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
    /// The way in which a finger places a stone: points of a big board are smaller than a fingertip.
    Aim {
        Auto = "auto" "aim-auto",
        Direct = "direct" "aim-direct",
        Twice = "twice" "aim-twice",
        Magnifier = "magnifier" "aim-magnifier",
    }
}

impl Aim {
    /// The same choice as the board's own type.
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
    /// Whether the page uses animations.
    Motion {
        Auto = "auto" "motion-auto",
        Full = "full" "motion-full",
        Reduced = "reduced" "motion-reduced",
    }
}

/// How often the coach warns.
impl Choice for Coaching {
    const ALL: &'static [Coaching] = &[Coaching::Off, Coaching::Gently, Coaching::Always];

    fn name(self) -> &'static str {
        match self {
            Coaching::Off => "off",
            Coaching::Gently => "gently",
            Coaching::Always => "always",
        }
    }

    fn text_key(self) -> &'static str {
        match self {
            Coaching::Off => "coach-off",
            Coaching::Gently => "coach-gently",
            Coaching::Always => "coach-always",
        }
    }
}

/// The rotation or reflection of the board on the screen. The names of the points turn with it.
impl Choice for Symmetry {
    const ALL: &'static [Symmetry] = &Symmetry::ALL;

    fn name(self) -> &'static str {
        TURNS[self as usize].0
    }

    fn text_key(self) -> &'static str {
        TURNS[self as usize].1
    }
}

/// The names of the symmetries in storage, and the keys of their texts, in the order of [`Symmetry::ALL`].
const TURNS: [(&str, &str); 8] = [
    ("identity", "turn-identity"),
    ("rotate-90", "turn-rotate-90"),
    ("rotate-180", "turn-rotate-180"),
    ("rotate-270", "turn-rotate-270"),
    ("mirror-columns", "turn-mirror-columns"),
    ("mirror-rows", "turn-mirror-rows"),
    ("transpose", "turn-transpose"),
    ("anti-transpose", "turn-anti-transpose"),
];

/// Stores a choice by its name, for types whose own serialized form belongs to messages.
mod by_name {
    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer, Serializer};

    use super::Choice;

    pub(super) fn serialize<C: Choice, S: Serializer>(choice: &C, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(choice.name())
    }

    pub(super) fn deserialize<'de, C: Choice, D: Deserializer<'de>>(deserializer: D) -> Result<C, D::Error> {
        let name = String::deserialize(deserializer)?;
        C::from_name(&name).ok_or_else(|| {
            let names: Vec<&str> = C::ALL.iter().map(|choice| choice.name()).collect();
            D::Error::custom(format!("expected one of {}, found `{name}`", names.join(", ")))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn preferences_survive_their_text() {
        let preferences = Preferences {
            theme: Theme::Contrast,
            numbers: Numbers::All,
            turn: Symmetry::Rotate90,
            language: Some("zh-Hans".into()),
            volume: 5,
            ..Preferences::default()
        };
        assert_eq!(Preferences::from_text(&preferences.to_text()), Ok(preferences));
    }

    #[test]
    fn what_a_text_lacks_has_its_default() {
        let read = Preferences::from_text(r#"{"sound":false,"volume":250,"of-a-later-version":1}"#);
        assert_eq!(read, Ok(Preferences { sound: false, volume: 100, ..Preferences::default() }));
    }

    #[test]
    fn other_texts_are_refused() {
        assert_eq!(Preferences::from_text(r#"{"version":7}"#), Err(PreferencesError::Newer(7)));
        let error = Preferences::from_text(r#"{"theme":"plaid"}"#).unwrap_err().to_string();
        assert!(error.contains("plaid") && error.contains("night"), "{error}");
    }

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
        names_are_those_of_storage::<Coaching>();
    }

    #[test]
    fn every_turn_of_the_board_is_stored_by_its_name() {
        for turn in Symmetry::ALL {
            let preferences = Preferences { turn, ..Preferences::default() };
            let text = preferences.to_text();
            assert!(text.contains(&format!("\"{}\"", turn.name())), "{text}");
            assert_eq!(Preferences::from_text(&text), Ok(preferences));
            let key = turn.text_key();
            assert!(
                tengen_text::Language::ALL
                    .iter()
                    .all(|&language| { !tengen_text::text(language, key, &[]).starts_with('{') })
            );
        }
        let error = Preferences::from_text(r#"{"turn":"rotate90"}"#).unwrap_err().to_string();
        assert!(error.contains("rotate-90"), "{error}");
    }
}
