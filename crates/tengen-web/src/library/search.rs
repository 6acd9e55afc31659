//! Finding games by words.

/// What a game can be found by.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Words {
    /// Names, rule, result and date, in small letters.
    text: String,
    /// The names of the first points, with spaces between them.
    opening: String,
}

impl Words {
    pub(crate) fn new(text: &str, opening: &str) -> Words {
        Words { text: text.to_lowercase(), opening: opening.to_lowercase() }
    }

    /// Whether all words of a question are there. Points, in their order, may also be how the game began.
    pub(crate) fn answer(&self, question: &str) -> bool {
        let question = question.to_lowercase();
        let (points, words): (Vec<&str>, Vec<&str>) =
            question.split_whitespace().partition(|word| is_point(word));
        let has = |word: &&str| self.text.contains(word);
        let began_so = || {
            let mut opening = self.opening.split(' ');
            points.iter().all(|point| opening.next() == Some(point))
        };
        words.iter().all(has) && (began_so() || points.iter().all(has))
    }
}

/// Whether a word looks like the name of a point: a letter and a number.
fn is_point(word: &str) -> bool {
    let mut bytes = word.bytes();
    bytes.next().is_some_and(|letter| letter.is_ascii_alphabetic())
        && (2..=3).contains(&word.len())
        && bytes.all(|digit| digit.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_found_by_all_words_in_any_order() {
        let words = Words::new("Ada – Tengen, easy Renju You won 连珠", "h8 i9 g7");
        for question in ["", "ada", "WON ada", "连珠", "renju  tengen,", "h8", "h8 i9", "won h8 I9", "ada h8"]
        {
            assert!(words.answer(question), "{question}");
        }
        for question in ["bob", "ada bob", "lost", "i9", "h8 g7", "h8 i9 g7 a1", "h80"] {
            assert!(!words.answer(question), "{question}");
        }
        // A name may look like a point.
        assert!(Words::new("Game a1", "h8").answer("a1 game"));
    }
}
