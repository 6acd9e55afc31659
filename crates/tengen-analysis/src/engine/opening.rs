use tengen_game::BoardSize;
use tengen_game::opening::{Choice, Opening, ParseOpeningError};

/// The opening that the fields of a [`Request::Decide`](super::Request::Decide) mean.
///
/// # Errors
/// When there is no such protocol or board, they do not go together, or a choice cannot be read or made.
pub fn read_opening(protocol: &str, size: u8, choices: &[String]) -> Result<Opening, ParseOpeningError> {
    let size = BoardSize::try_from(size)?;
    let mut opening = Opening::new(protocol.parse()?, size)?;
    for (number, text) in (1..).zip(choices) {
        let choice =
            Choice::parse(text, size).map_err(|source| ParseOpeningError::Choice { number, source })?;
        opening.apply(choice).map_err(|source| ParseOpeningError::Refused { number, source })?;
    }
    Ok(opening)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_opening_is_what_was_chosen() {
        let read = |protocol: &str, size, choices: &[&str]| {
            let choices: Vec<String> = choices.iter().map(|&text| text.to_owned()).collect();
            let opening = read_opening(protocol, size, &choices);
            opening.map(|opening| opening.to_string()).map_err(|error| error.to_string())
        };
        assert_eq!(read("swap2", 15, &["h8h9j7"]).as_deref(), Ok("15.swap2.h8h9j7"));
        for (protocol, size, choices, expected) in [
            ("chess", 15, &[][..], "found `chess`"),
            ("swap2", 99, &[], "3 to 22 lines"),
            ("rif", 19, &[], "15×15"),
            ("swap2", 15, &["h8h9j7.swap"], "choice 1"),
            ("swap2", 15, &["h8h9j7", "h9h8"], "choice 2"),
        ] {
            let error = read(protocol, size, choices).unwrap_err();
            assert!(error.contains(expected), "{error}");
        }
    }
}
