use std::fmt;

use crate::{Board, BoardSize, Color, Point};

use super::congruence::{Offset, images};

/// A canonical opening of renju, of which there are 26: Black in the centre, White next to it, Black in the central
/// 5×5, all different up to rotations and reflections.
///
/// In the 13 *direct* openings D1 to D13 White's stone is beside the first one, in the 13 *indirect*
/// openings I1 to I13 diagonally from it. Numbers and names are those of the Renju International
/// Federation; the names are Japanese, and Chinese players write them in characters of their own.
///
/// With Black's first stone as `●`, White's as `○` and Black's second on one of the numbers:
///
/// ```text
///  direct             indirect
///  .  .  1  2  3      .  .  .  .  1
///  .  .  ○  4  5      .  .  .  ○  2
///  .  .  ●  6  7      .  .  ●  6  3
///  .  .  8  9 10      . 11  9  7  4
///  .  . 11 12 13     13 12 10  8  5
/// ```
///
/// ```
/// use tengen_game::{BoardSize, moves, opening::RenjuOpening};
///
/// let stones = moves::read_points("h8 i8 i9", BoardSize::FIFTEEN)?;
/// let opening = RenjuOpening::classify(&stones, BoardSize::FIFTEEN);
/// assert_eq!(opening, Some(RenjuOpening::Kagetsu));
/// assert_eq!(RenjuOpening::Kagetsu.number(), "D4");
/// # Ok::<(), tengen_game::moves::MoveTextError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RenjuOpening {
    /// D1, 寒星.
    Kansei,
    /// D2, 渓月.
    Keigetsu,
    /// D3, 疎星.
    Sosei,
    /// D4, 花月.
    Kagetsu,
    /// D5, 残月.
    Zangetsu,
    /// D6, 雨月.
    Ugetsu,
    /// D7, 金星.
    Kinsei,
    /// D8, 松月.
    Shogetsu,
    /// D9, 丘月.
    Kyugetsu,
    /// D10, 新月.
    Shingetsu,
    /// D11, 瑞星.
    Zuisei,
    /// D12, 山月.
    Sangetsu,
    /// D13, 遊星.
    Yusei,
    /// I1, 長星.
    Chosei,
    /// I2, 峡月.
    Kyogetsu,
    /// I3, 恒星.
    Kosei,
    /// I4, 水月.
    Suigetsu,
    /// I5, 流星.
    Ryusei,
    /// I6, 雲月.
    Ungetsu,
    /// I7, 浦月.
    Hogetsu,
    /// I8, 嵐月.
    Rangetsu,
    /// I9, 銀月.
    Gingetsu,
    /// I10, 明星.
    Myojo,
    /// I11, 斜月.
    Shagetsu,
    /// I12, 名月.
    Meigetsu,
    /// I13, 彗星.
    Suisei,
}

/// The data of an opening.
struct OpeningData {
    opening: RenjuOpening,
    number: &'static str,
    name: &'static str,
    kanji: &'static str,
    chinese: &'static str,
    /// Black's second stone, to the right of and **above** the first.
    third: Offset,
}

const fn entry(
    opening: RenjuOpening,
    number: &'static str,
    name: &'static str,
    kanji: &'static str,
    chinese: &'static str,
    third: Offset,
) -> OpeningData {
    OpeningData { opening, number, name, kanji, chinese, third }
}

/// The openings in the order of their numbers, which is that of the variants.
#[rustfmt::skip]
const TABLE: [OpeningData; 26] = {
    use RenjuOpening as R;
    [
        entry(R::Kansei, "D1", "Kansei", "寒星", "寒星", (0, 2)),
        entry(R::Keigetsu, "D2", "Keigetsu", "渓月", "溪月", (1, 2)),
        entry(R::Sosei, "D3", "Sosei", "疎星", "疏星", (2, 2)),
        entry(R::Kagetsu, "D4", "Kagetsu", "花月", "花月", (1, 1)),
        entry(R::Zangetsu, "D5", "Zangetsu", "残月", "残月", (2, 1)),
        entry(R::Ugetsu, "D6", "Ugetsu", "雨月", "雨月", (1, 0)),
        entry(R::Kinsei, "D7", "Kinsei", "金星", "金星", (2, 0)),
        entry(R::Shogetsu, "D8", "Shogetsu", "松月", "松月", (0, -1)),
        entry(R::Kyugetsu, "D9", "Kyugetsu", "丘月", "丘月", (1, -1)),
        entry(R::Shingetsu, "D10", "Shingetsu", "新月", "新月", (2, -1)),
        entry(R::Zuisei, "D11", "Zuisei", "瑞星", "瑞星", (0, -2)),
        entry(R::Sangetsu, "D12", "Sangetsu", "山月", "山月", (1, -2)),
        entry(R::Yusei, "D13", "Yusei", "遊星", "游星", (2, -2)),
        entry(R::Chosei, "I1", "Chosei", "長星", "长星", (2, 2)),
        entry(R::Kyogetsu, "I2", "Kyogetsu", "峡月", "峡月", (2, 1)),
        entry(R::Kosei, "I3", "Kosei", "恒星", "恒星", (2, 0)),
        entry(R::Suigetsu, "I4", "Suigetsu", "水月", "水月", (2, -1)),
        entry(R::Ryusei, "I5", "Ryusei", "流星", "流星", (2, -2)),
        entry(R::Ungetsu, "I6", "Ungetsu", "雲月", "云月", (1, 0)),
        entry(R::Hogetsu, "I7", "Hogetsu", "浦月", "浦月", (1, -1)),
        entry(R::Rangetsu, "I8", "Rangetsu", "嵐月", "岚月", (1, -2)),
        entry(R::Gingetsu, "I9", "Gingetsu", "銀月", "银月", (0, -1)),
        entry(R::Myojo, "I10", "Myojo", "明星", "明星", (0, -2)),
        entry(R::Shagetsu, "I11", "Shagetsu", "斜月", "斜月", (-1, -1)),
        entry(R::Meigetsu, "I12", "Meigetsu", "名月", "名月", (-1, -2)),
        entry(R::Suisei, "I13", "Suisei", "彗星", "彗星", (-2, -2)),
    ]
};

/// White's stone of the direct openings, to the right of and above Black's first.
const DIRECT: Offset = (0, 1);
/// White's stone of the indirect openings.
const INDIRECT: Offset = (1, 1);

impl RenjuOpening {
    /// The 26 openings in the order of their numbers, D1 to D13 and I1 to I13.
    ///
    /// ```
    /// use tengen_game::opening::RenjuOpening;
    ///
    /// let direct = RenjuOpening::all().filter(|opening| opening.is_direct());
    /// assert_eq!((direct.count(), RenjuOpening::all().count()), (13, 26));
    /// let names = RenjuOpening::all().map(|opening| opening.to_string()).nth(20);
    /// assert_eq!(names, Some("I8 Rangetsu".to_owned()));
    /// assert_eq!((RenjuOpening::Rangetsu.kanji(), RenjuOpening::Rangetsu.chinese()), ("嵐月", "岚月"));
    /// ```
    pub fn all() -> impl Iterator<Item = RenjuOpening> {
        TABLE.iter().map(|entry| entry.opening)
    }

    /// The opening of a game that begins with `stones`, Black's first and the colours in turn.
    ///
    /// Stones after the third are ignored. `None` when there are fewer than three, or when they lie
    /// elsewhere than in the 26 openings. The order matters: the first stone has to be the one in the
    /// centre; see [`RenjuOpening::classify_board`] for a board whose moves are unknown.
    pub fn classify(stones: &[Point], size: BoardSize) -> Option<RenjuOpening> {
        let &[first, second, third, ..] = stones else { return None };
        if first != size.center() || !stones.iter().all(|&point| size.contains(point)) {
            return None;
        }
        let (second, third) = (images(offset(first, second)), images(offset(first, third)));
        second.into_iter().zip(third).find_map(|(second, third)| {
            let mut candidates = TABLE.iter().filter(|entry| entry.opening.second() == second);
            candidates.find(|entry| entry.third == third).map(|entry| entry.opening)
        })
    }

    /// The opening that two black stones and a white one make, whichever black stone came first.
    ///
    /// One of the black stones has to lie in the centre. `None` when there are more or fewer stones, or
    /// when they lie elsewhere than in the 26 openings.
    ///
    /// ```
    /// use tengen_game::{diagram, opening::RenjuOpening};
    ///
    /// let board = diagram::read("
    ///     . . . . .
    ///     . . . . .
    ///     . O X . .
    ///     . X . . .
    ///     . . . . .
    /// ")?;
    /// assert_eq!(RenjuOpening::classify_board(&board), Some(RenjuOpening::Kagetsu));
    /// # Ok::<(), diagram::DiagramError>(())
    /// ```
    pub fn classify_board(board: &Board) -> Option<RenjuOpening> {
        let (size, center) = (board.size(), board.size().center());
        if (board.count(Color::Black), board.count(Color::White)) != (2, 1)
            || board.stone(center) != Some(Color::Black)
        {
            return None;
        }
        let stone_of = |color| size.points().find(|&p| p != center && board.stone(p) == Some(color));
        RenjuOpening::classify(&[center, stone_of(Color::White)?, stone_of(Color::Black)?], size)
    }

    /// The three stones on a 15×15 board as diagrams show them, White's above the centre (or above
    /// and right of it).
    ///
    /// ```
    /// use tengen_game::{BoardSize, opening::RenjuOpening};
    ///
    /// let names = RenjuOpening::Hogetsu.stones().map(|point| point.on(BoardSize::FIFTEEN).to_string());
    /// assert_eq!(names, ["h8", "i9", "i7"]);
    /// ```
    pub const fn stones(self) -> [Point; 3] {
        let center = BoardSize::FIFTEEN.center();
        [center, above(center, self.second()), above(center, self.entry().third)]
    }

    /// Whether White's stone lies beside Black's first, not diagonally from it.
    pub const fn is_direct(self) -> bool {
        (self as usize) < 13
    }

    /// The number as the Renju International Federation counts: `D1` to `D13` and `I1` to `I13`.
    pub const fn number(self) -> &'static str {
        self.entry().number
    }

    /// The opening of this number, in either case; `4D` is read as `D4`.
    ///
    /// ```
    /// use tengen_game::opening::RenjuOpening;
    ///
    /// assert_eq!(RenjuOpening::from_number("I13"), Some(RenjuOpening::Suisei));
    /// assert_eq!(RenjuOpening::from_number("13i"), Some(RenjuOpening::Suisei));
    /// assert_eq!(RenjuOpening::from_number("D14"), None);
    /// ```
    pub fn from_number(number: &str) -> Option<RenjuOpening> {
        let is_this = |entry: &&OpeningData| {
            let (letter, digits) = entry.number.split_at(1);
            entry.number.eq_ignore_ascii_case(number)
                || format!("{digits}{letter}").eq_ignore_ascii_case(number)
        };
        TABLE.iter().find(is_this).map(|entry| entry.opening)
    }

    /// The Japanese name in Latin letters, without marks for long vowels: `Kagetsu`.
    pub const fn name(self) -> &'static str {
        self.entry().name
    }

    /// The Japanese name in kanji.
    pub const fn kanji(self) -> &'static str {
        self.entry().kanji
    }

    /// The Chinese name in simplified characters.
    pub const fn chinese(self) -> &'static str {
        self.entry().chinese
    }

    const fn entry(self) -> &'static OpeningData {
        const ENTRIES: &[OpeningData; 26] = &TABLE;
        &ENTRIES[self as usize]
    }

    const fn second(self) -> Offset {
        if self.is_direct() { DIRECT } else { INDIRECT }
    }
}

impl fmt::Display for RenjuOpening {
    /// Writes the number and the Japanese name: `D4 Kagetsu`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{} {}", self.number(), self.name()))
    }
}

/// The offset of `point` from `origin`, to the right and below. Below or above makes no difference to `classify`, which
/// tries all reflections.
fn offset(origin: Point, point: Point) -> Offset {
    let difference = |a: u8, b: u8| i16::from(b) - i16::from(a);
    (difference(origin.x(), point.x()), difference(origin.y(), point.y()))
}

/// The point at this offset to the right of and above `origin`. The openings stay within two lines of the centre.
const fn above(origin: Point, (dx, dy): Offset) -> Point {
    Point::new((origin.x() as i16 + dx) as u8, (origin.y() as i16 - dy) as u8)
}
