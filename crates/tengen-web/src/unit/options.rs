//! What scripts say of the unit and of its games.

use js_sys::{Error, Object, Reflect};
use tengen_analysis::Level;
use tengen_game::{BoardSize, Rule};
use wasm_bindgen::prelude::*;

use tengen_match::{Game, Seat};

const NAMES: [&str; 5] = ["page", "rule", "size", "black", "white"];

/// The options of the unit.
#[derive(Clone)]
pub(crate) struct Options {
    /// Whether it is all of the page.
    pub(super) is_page: bool,
    pub(super) game: GameOptions,
}

/// The options of a game.
#[derive(Clone, Default)]
pub(super) struct GameOptions {
    rule: Option<Rule>,
    size: Option<BoardSize>,
    black: Option<Seat>,
    white: Option<Seat>,
}

impl Options {
    /// Nothing but whether the unit is all of the page.
    pub(super) fn bare(is_page: bool) -> Options {
        Options { is_page, game: GameOptions::default() }
    }

    /// Reads a JavaScript object, or nothing at all.
    ///
    /// # Errors
    ///
    /// When it is neither, has an option that there is not, or one of a wrong value.
    pub(crate) fn read(options: &JsValue) -> Result<Options, Error> {
        let mut read = Options::bare(false);
        if options.is_undefined() || options.is_null() {
            return Ok(read);
        }
        let Some(options) = options.dyn_ref::<Object>() else {
            return Err(Error::new("the options should be an object"));
        };
        for name in Object::keys(options).iter().filter_map(|name| name.as_string()) {
            let value = Reflect::get(options, &name.as_str().into()).unwrap_or_default();
            // Who leaves an option open writes one of these.
            if !value.is_undefined() && !value.is_null() {
                read.set(&name, &value)?;
            }
        }
        Ok(read)
    }

    fn set(&mut self, name: &str, value: &JsValue) -> Result<(), Error> {
        let game = &mut self.game;
        match name {
            "page" => self.is_page = value.as_bool().ok_or_else(|| wrong(name, "true or false"))?,
            "rule" => {
                let rule = value.as_string().ok_or_else(|| wrong(name, "a text"))?;
                game.rule =
                    Some(rule.parse().map_err(|error| Error::new(&format!("the option `rule`: {error}")))?);
            }
            "size" => {
                let size =
                    value.as_f64().filter(|lines| lines.fract() == 0.0 && (0.0..=255.0).contains(lines));
                let size = size.and_then(|lines| BoardSize::try_from(lines as u8).ok());
                game.size = Some(size.ok_or_else(|| wrong(name, "a whole number from 3 to 22"))?);
            }
            "black" => game.black = Some(seat(name, value)?),
            "white" => game.white = Some(seat(name, value)?),
            _ => {
                return Err(Error::new(&format!(
                    "there is no option `{name}`; there are {}",
                    NAMES.join(", ")
                )));
            }
        }
        Ok(())
    }
}

impl GameOptions {
    /// The game that they describe; `None` where they say nothing.
    pub(super) fn read(self) -> Option<Game> {
        let says_nothing =
            self.rule.is_none() && self.size.is_none() && self.black.is_none() && self.white.is_none();
        if says_nothing { None } else { Some(self.read_or_usual()) }
    }

    /// The game that they describe. What they do not say is as in the first game on the page.
    pub(super) fn read_or_usual(self) -> Game {
        let seats = [self.black.unwrap_or(Seat::Person), self.white.unwrap_or(Seat::Engine(Level::Easy))];
        Game::new(self.rule.unwrap_or(Rule::FREESTYLE), self.size.unwrap_or(BoardSize::FIFTEEN), seats)
    }
}

fn seat(side: &str, value: &JsValue) -> Result<Seat, Error> {
    let named = value.as_string().and_then(|name| Seat::from_name(&name));
    named.ok_or_else(|| wrong(side, "`person`, `easy`, `normal`, `hard` or a classic"))
}

fn wrong(name: &str, expected: &str) -> Error {
    Error::new(&format!("the option `{name}` should be {expected}"))
}
