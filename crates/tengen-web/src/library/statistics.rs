//! Statistics of the user's games in the library.
//!
//! The statistics count games that ended, were played here from their beginning, and had exactly one human player.

use tengen_game::{Color, Rule};

use super::LibraryEntry;
use tengen_match::Seat;

/// The number of games from which one point of the chart is computed.
const WINDOW: usize = 10;

/// The result of a game for the human player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Score {
    Win,
    Loss,
    Draw,
}

/// The number of wins, losses and draws of a group of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) wins: usize,
    pub(crate) losses: usize,
    pub(crate) draws: usize,
}

impl Tally {
    pub(crate) fn games(self) -> usize {
        self.wins + self.losses + self.draws
    }

    /// The points as a percentage, a draw being half a point; `None` without games.
    pub(crate) fn percent(self) -> Option<usize> {
        let points = 2 * self.wins + self.draws;
        // Adding half the divisor rounds to the nearest integer.
        (self.games() > 0).then(|| (100 * points + self.games()) / (2 * self.games()))
    }

    fn count(&mut self, score: Score) {
        match score {
            Score::Win => self.wins += 1,
            Score::Loss => self.losses += 1,
            Score::Draw => self.draws += 1,
        }
    }
}

/// The contents of the statistics.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Statistics {
    pub(crate) total: Tally,
    pub(crate) by_rule: Vec<(Rule, Tally)>,
    /// The games that the user played as Black, and those as White.
    pub(crate) by_side: [Tally; 2],
    pub(crate) by_opponent: Vec<(Seat, Tally)>,
    /// Games that ended and had two human players.
    pub(crate) between_people: usize,
    pub(crate) between_programs: usize,
    /// Games that ended and began with a position that was set up: such a game can be won before it begins.
    pub(crate) set_up: usize,
    /// The result of the last game, and the number of consecutive games up to it that had the same result.
    pub(crate) streak: Option<(Score, usize)>,
    pub(crate) longest_wins: usize,
    pub(crate) longest_losses: usize,
    /// For each game, the percentage of points in the last [`WINDOW`] games up to it.
    pub(crate) course: Vec<usize>,
    /// The times at which the first and the last game ended.
    pub(crate) span_ms: Option<(u64, u64)>,
}

/// The user's score and side, and the opponent, if the game counts.
fn counted(entry: &LibraryEntry, since_ms: u64) -> Option<(Score, Color, Seat)> {
    let (side, result) = (entry.person()?, entry.result?);
    let score = match result.winner {
        None => Score::Draw,
        Some(winner) if winner == side => Score::Win,
        Some(_) => Score::Loss,
    };
    let counts = entry.ended_ms > since_ms && !entry.set_up;
    counts.then(|| (score, side, entry.seats[(!side).index()]))
}

fn oldest_first(entries: &[LibraryEntry]) -> Vec<&LibraryEntry> {
    let mut entries: Vec<&LibraryEntry> = entries.iter().collect();
    entries.sort_by_key(|entry| entry.ended_ms);
    entries
}

impl Statistics {
    /// The statistics of the games that ended after `since_ms`.
    pub(crate) fn of(entries: &[LibraryEntry], since_ms: u64) -> Statistics {
        let mut statistics = Statistics::default();
        let mut scores = Vec::new();
        for entry in oldest_first(entries) {
            let Some((score, side, opponent)) = counted(entry, since_ms) else {
                statistics.count_others(entry, since_ms);
                continue;
            };
            scores.push(score);
            statistics.total.count(score);
            statistics.by_side[side.index()].count(score);
            tally(&mut statistics.by_rule, entry.rule).count(score);
            tally(&mut statistics.by_opponent, opponent).count(score);
            let first = statistics.span_ms.map_or(entry.ended_ms, |(first, _)| first);
            statistics.span_ms = Some((first, entry.ended_ms));
        }
        // The most frequent key comes first.
        statistics.by_rule.sort_by_key(|(_, tally)| std::cmp::Reverse(tally.games()));
        statistics.by_opponent.sort_by_key(|(_, tally)| std::cmp::Reverse(tally.games()));
        statistics.streak = scores
            .last()
            .map(|&last| (last, scores.iter().rev().take_while(|&&score| score == last).count()));
        statistics.longest_wins = longest(&scores, Score::Win);
        statistics.longest_losses = longest(&scores, Score::Loss);
        statistics.course = course(&scores);
        statistics
    }

    fn count_others(&mut self, entry: &LibraryEntry, since_ms: u64) {
        if entry.opened || entry.result.is_none() || entry.ended_ms <= since_ms {
            return;
        }
        if entry.set_up {
            self.set_up += 1;
        } else if entry.seats.contains(&Seat::Person) {
            self.between_people += 1;
        } else {
            self.between_programs += 1;
        }
    }
}

/// The tally of this key, which is added if it is missing.
fn tally<K: PartialEq>(tallies: &mut Vec<(K, Tally)>, key: K) -> &mut Tally {
    let index = tallies.iter().position(|(known, _)| *known == key).unwrap_or_else(|| {
        tallies.push((key, Tally::default()));
        tallies.len() - 1
    });
    &mut tallies[index].1
}

/// The length of the longest sequence of games with this score.
fn longest(scores: &[Score], kind: Score) -> usize {
    scores.split(|&score| score != kind).map(<[Score]>::len).max().unwrap_or_default()
}

fn course(scores: &[Score]) -> Vec<usize> {
    let percent = |end: usize| {
        let mut tally = Tally::default();
        scores[end.saturating_sub(WINDOW)..end].iter().for_each(|&score| tally.count(score));
        tally.percent().unwrap_or_default()
    };
    (1..=scores.len()).map(percent).collect()
}

/// The games that count, one per line, for spreadsheets. The words of the file are the same in every language.
pub(crate) fn csv(entries: &[LibraryEntry], since_ms: u64) -> String {
    let mut lines = vec!["ended,rule,size,side,opponent,score,reason,moves".to_owned()];
    for entry in oldest_first(entries) {
        let Some((score, side, opponent)) = counted(entry, since_ms) else { continue };
        let score = match score {
            Score::Win => "win",
            Score::Loss => "loss",
            Score::Draw => "draw",
        };
        let reason = entry.result.map(|result| result.reason.name()).unwrap_or_default();
        lines.push(format!(
            "{},{},{},{side},{},{score},{reason},{}",
            iso_date(entry.ended_ms),
            entry.rule,
            entry.size.lines(),
            opponent.name(),
            entry.moves,
        ));
    }
    lines.join("\r\n") + "\r\n"
}

/// A time in the ISO 8601 format, in UTC.
fn iso_date(ms: u64) -> String {
    let (days, seconds) = (ms / 86_400_000, ms / 1_000 % 86_400);
    // Howard Hinnant's `civil_from_days`: years begin in March, so that the leap day is the last day of a year.
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = 400 * era + year_of_era + u64::from(month <= 2);
    let (hour, minute, second) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use tengen_analysis::{Classic, Level};

    use super::super::test_games::{game, lost_by};
    use super::*;

    const BLACK: [Seat; 2] = [Seat::Person, Seat::Engine(Level::EASY)];
    const WHITE: [Seat; 2] = [Seat::Classic(Classic::Tuple), Seat::Person];

    fn entries() -> Vec<LibraryEntry> {
        let mut opened = lost_by(Color::White, BLACK, 35);
        opened.opened = true;
        let mut renju = lost_by(Color::White, BLACK, 40);
        renju.rule = Rule::Renju;
        let mut set_up = lost_by(Color::White, BLACK, 45);
        set_up.set_up = true;
        vec![
            lost_by(Color::Black, WHITE, 50),
            renju,
            lost_by(Color::White, BLACK, 10),
            lost_by(Color::Black, BLACK, 20),
            lost_by(Color::Black, BLACK, 30),
            opened,
            set_up,
            lost_by(Color::Black, [Seat::Person, Seat::Person], 60),
            lost_by(Color::Black, [Seat::Engine(Level::EASY), Seat::Engine(Level::HARD)], 70),
            LibraryEntry::of(&game(BLACK, 5)),
        ]
    }

    fn counts(wins: usize, losses: usize, draws: usize) -> Tally {
        Tally { wins, losses, draws }
    }

    #[test]
    fn games_are_counted_by_rule_side_and_opponent() {
        let statistics = Statistics::of(&entries(), 0);
        assert_eq!(statistics.total, counts(3, 2, 0));
        assert_eq!(statistics.by_side, [counts(2, 2, 0), counts(1, 0, 0)]);
        assert_eq!(statistics.by_rule, [(Rule::FREESTYLE, counts(2, 2, 0)), (Rule::Renju, counts(1, 0, 0))]);
        assert_eq!(
            statistics.by_opponent,
            [(Seat::Engine(Level::EASY), counts(2, 2, 0)), (Seat::Classic(Classic::Tuple), counts(1, 0, 0))]
        );
        assert_eq!((statistics.between_people, statistics.between_programs, statistics.set_up), (1, 1, 1));
        assert_eq!(statistics.streak, Some((Score::Win, 2)));
        assert_eq!((statistics.longest_wins, statistics.longest_losses), (2, 2));
        assert_eq!(statistics.course, [100, 50, 33, 50, 60]);
        assert_eq!(statistics.span_ms, Some((10, 50)));
        assert_eq!(statistics.total.percent(), Some(60));
        assert_eq!(Statistics::of(&[], 0), Statistics::default());
    }

    #[test]
    fn statistics_count_from_a_moment_on() {
        let statistics = Statistics::of(&entries(), 30);
        assert_eq!(statistics.total, counts(2, 0, 0));
        assert_eq!((statistics.between_people, statistics.between_programs), (1, 1));
        assert_eq!(Statistics::of(&entries(), 70), Statistics::default());
    }

    #[test]
    fn the_course_forgets_what_is_long_ago() {
        let scores = [vec![Score::Loss; 10], vec![Score::Win; 9], vec![Score::Draw]].concat();
        let course = course(&scores);
        assert_eq!((course[0], course[9], course[18], course[19]), (0, 0, 90, 95));
    }

    #[test]
    fn a_spreadsheet_gets_a_line_for_each_game() {
        let lines = csv(&entries(), 30);
        assert_eq!(
            lines,
            "ended,rule,size,side,opponent,score,reason,moves\r\n\
             1970-01-01T00:00:00Z,renju,15,black,easy,win,resignation,6\r\n\
             1970-01-01T00:00:00Z,freestyle,15,white,tuple,win,resignation,6\r\n"
        );
        assert_eq!(iso_date(951_868_799_000), "2000-02-29T23:59:59Z");
        assert_eq!(iso_date(1_767_225_600_000), "2026-01-01T00:00:00Z");
        assert_eq!(iso_date(4_107_542_400_000), "2100-03-01T00:00:00Z");
    }
}
