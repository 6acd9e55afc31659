/// How many stones in a row win: 1 to 9.
///
/// ```
/// use tengen_game::{Rule, WinLength, WinLengthError};
///
/// let four = Rule::Free(WinLength::new(4)?);
/// assert_eq!(four.to_string(), "free-4");
/// assert_eq!(four.win_length().stones(), 4);
/// assert_eq!(WinLength::new(10), Err(WinLengthError(10)));
/// # Ok::<(), WinLengthError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct WinLength(u8);

/// A number of stones to win outside 1 to 9; the number is the one that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("1 to 9 stones in a row can win, not {0}")]
pub struct WinLengthError(pub usize);

impl WinLength {
    /// Five in a row.
    pub const FIVE: WinLength = WinLength(5);

    /// `stones` in a row.
    ///
    /// # Errors
    /// When `stones` is not within 1 to 9.
    pub fn new(stones: usize) -> Result<WinLength, WinLengthError> {
        match u8::try_from(stones) {
            Ok(stones @ 1..=9) => Ok(WinLength(stones)),
            _ => Err(WinLengthError(stones)),
        }
    }

    /// Number of stones.
    pub const fn stones(self) -> u8 {
        self.0
    }
}
