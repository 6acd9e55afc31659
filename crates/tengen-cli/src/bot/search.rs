//! Seeks and tournaments, by which the program gets games without being challenged.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use tengen_game::opening::Protocol;
use tengen_game::{BoardSize, Rule};
use tengen_online::id::{SeekId, TournamentId};
use tengen_online::message::{ErrorCode, RatingRange, SeekRequest};
use tengen_online::settings::{GameSettings, SeatChoice, Tempo};

use super::client::{CallError, Client};
use super::note;
use crate::options::{RULES, board_size, named};

/// The pause after a seek or an attempt, in which the game that follows from it arrives.
const PAUSE: Duration = Duration::from_secs(2);
/// The pause after the server has been too busy.
const LONG_PAUSE: Duration = Duration::from_secs(15);
/// The age at which a seek is opened anew, since the server closes old ones.
const RENEWAL: Duration = Duration::from_secs(24 * 60 * 60);

/// Games that the program looks for by itself. Without these options it waits for challenges.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Games that are sought")]
pub(super) struct Wanted {
    /// Keep a seek open while there is room for a game, for games with this time, for example `300+3`, `600+5x30` or `3d`
    #[arg(long, value_name = "TIME", value_parser = tempo)]
    seek: Option<Tempo>,
    /// The rule of the games that are sought
    #[arg(long, value_name = "RULE", default_value = "freestyle", requires = "seek",
        value_parser = named::<Rule>(&RULES))]
    seek_rule: Rule,
    /// The size of their board
    #[arg(long, value_name = "SIZE", default_value = "15", requires = "seek", value_parser = board_size)]
    seek_size: BoardSize,
    /// Their opening, for example `free`, `swap2` or `taraguchi-10`
    #[arg(long, value_name = "OPENING", default_value = "swap2", requires = "seek", value_parser = opening)]
    seek_opening: Protocol,
    /// They are rated
    #[arg(long, requires = "seek")]
    seek_rated: bool,
    /// Only opponents with ratings from the first to the second number, for example `1400-1800`
    #[arg(long, value_name = "RANGE", requires = "seek", value_parser = ratings)]
    seek_ratings: Option<RatingRange>,
    /// Only opponents who have an account
    #[arg(long, requires = "seek")]
    seek_members_only: bool,
    /// Take part in this tournament; can be repeated. The link of a tournament ends with its identifier. Its games begin even where
    /// --games leaves no room
    #[arg(long = "tournament", value_name = "ID")]
    tournaments: Vec<TournamentId>,
}

fn tempo(text: &str) -> Result<Tempo, String> {
    text.parse().map_err(|error| format!("{error}"))
}

fn opening(text: &str) -> Result<Protocol, String> {
    text.parse().map_err(|error| format!("{error}"))
}

fn ratings(text: &str) -> Result<RatingRange, String> {
    let range = text.split_once('-').and_then(|(least, most)| {
        Some(RatingRange { least: least.trim().parse().ok()?, most: most.trim().parse().ok()? })
    });
    range
        .filter(|range| range.least <= range.most)
        .ok_or_else(|| "expected the least and the most, for example 1400-1800".to_owned())
}

impl Wanted {
    /// The seek to open, if there is one.
    ///
    /// # Errors
    /// When there are no games with these settings.
    fn request(&self) -> Result<Option<SeekRequest>> {
        let Some(tempo) = self.seek else { return Ok(None) };
        let settings = GameSettings {
            rule: self.seek_rule,
            size: self.seek_size,
            opening: self.seek_opening,
            tempo,
            rated: self.seek_rated,
        };
        settings.check().context("there is no such game to seek")?;
        let (ratings, members_only) = (self.seek_ratings, self.seek_members_only);
        Ok(Some(SeekRequest { settings, seat: SeatChoice::Random, ratings, members_only, bot: None }))
    }
}

/// The open seek, and the tournaments of the program.
pub(super) struct Search {
    client: Client,
    request: Option<SeekRequest>,
    open: Option<(SeekId, Instant)>,
    tournaments: Vec<TournamentId>,
    joined: Vec<TournamentId>,
    /// The tournaments that are to be joined, or joined again, on this connection.
    to_join: Vec<TournamentId>,
    is_connected: bool,
    has_sought: bool,
    /// The earliest moment of the next call.
    next: Instant,
}

impl Search {
    /// # Errors
    /// When there are no games with the settings of the seek.
    pub(super) fn new(client: Client, wanted: &Wanted) -> Result<Search> {
        Ok(Search {
            client,
            request: wanted.request()?,
            open: None,
            tournaments: wanted.tournaments.clone(),
            joined: Vec::new(),
            to_join: Vec::new(),
            is_connected: false,
            has_sought: false,
            next: Instant::now(),
        })
    }

    /// Handles the beginning of the stream of events.
    pub(super) fn connected(&mut self) {
        self.is_connected = true;
        // The server may have withdrawn a program whose connection was lost.
        self.to_join.clone_from(&self.tournaments);
        self.next = Instant::now();
    }

    /// Handles the end of the stream of events.
    pub(super) fn disconnected(&mut self) {
        self.is_connected = false;
        // The server closes the seek for a live game with the stream.
        if self.request.is_some_and(|request| !request.settings.tempo.is_correspondence()) {
            self.open = None;
        }
    }

    /// Closes the open seek because a game has begun, or is about to begin.
    pub(super) fn stop(&mut self) {
        if let Some((seek, _)) = self.open.take()
            && let Err(error) = self.client.cancel_seek(seek)
        {
            note(&error.to_string());
        }
        self.next = self.next.max(Instant::now() + PAUSE);
    }

    /// Joins tournaments, and opens or closes the seek. Returns lines for standard output.
    ///
    /// # Errors
    /// When the server refuses the seek or the tournament for good.
    pub(super) fn go_on(&mut self, has_room: bool) -> Result<Vec<String>> {
        let mut lines = Vec::new();
        let now = Instant::now();
        let is_old = self.open.is_some_and(|(_, opened)| now.duration_since(opened) >= RENEWAL);
        if self.open.is_some() && self.is_connected && (!has_room || is_old) {
            self.stop();
        }
        if !self.is_connected || now < self.next {
            return Ok(lines);
        }
        while let Some(tournament) = self.to_join.pop() {
            match self.client.join(tournament) {
                Ok(()) if self.joined.contains(&tournament) => {}
                Ok(()) => {
                    self.joined.push(tournament);
                    lines.push(format!("takes part in the tournament {tournament}"));
                }
                Err(error) if may_change(&error) => {
                    self.to_join.push(tournament);
                    return Ok(self.put_off(lines, &error));
                }
                // The tournament has ended since it was joined.
                Err(error) if self.joined.contains(&tournament) => {
                    self.tournaments.retain(|other| *other != tournament);
                    note(&format!("tournament {tournament}: {error}"));
                }
                Err(error) => bail!("cannot join the tournament {tournament}: {error}"),
            }
        }
        if let Some(request) = self.request.filter(|_| has_room && self.open.is_none()) {
            self.next = now + PAUSE;
            match self.client.seek(&request) {
                Ok(seek) => {
                    self.open = seek.map(|seek| (seek, now));
                    if !std::mem::replace(&mut self.has_sought, true) {
                        let GameSettings { rule, size, opening, tempo, .. } = request.settings;
                        lines.push(format!("seeks opponents: {rule} on {size}, {opening}, {tempo}"));
                    }
                }
                Err(error) if may_change(&error) => return Ok(self.put_off(lines, &error)),
                Err(error) => bail!("cannot seek opponents: {error}"),
            }
        }
        Ok(lines)
    }

    fn put_off(&mut self, lines: Vec<String>, error: &CallError) -> Vec<String> {
        note(&format!("{error}; trying again in {} s", LONG_PAUSE.as_secs()));
        self.next = Instant::now() + LONG_PAUSE;
        lines
    }
}

/// Whether the same call may succeed later.
fn may_change(error: &CallError) -> bool {
    let is_busy = |code| matches!(code, ErrorCode::Busy | ErrorCode::TooEarly | ErrorCode::Outdated);
    error.is_temporary() || matches!(error, CallError::Refused { refusal, .. } if is_busy(refusal.code))
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;

    #[derive(clap::Parser)]
    struct Program {
        #[command(flatten)]
        wanted: Wanted,
    }

    fn request(arguments: &[&str]) -> Result<Option<SeekRequest>> {
        let program = Program::try_parse_from([&["bot"], arguments].concat())?;
        program.wanted.request()
    }

    #[test]
    fn a_seek_has_the_settings_that_are_asked_for() {
        assert_eq!(request(&[]).unwrap(), None);
        let usual = request(&["--seek", "300+3"]).unwrap().unwrap();
        let text = serde_json::to_string(&usual).unwrap();
        assert_eq!(text, r#"{"settings":{"rule":"freestyle","size":15,"opening":"swap2","tempo":"300+3"}}"#);
        let all = "--seek 3d --seek-rule renju --seek-opening rif --seek-rated --seek-ratings 1400-1800 --seek-members-only";
        let all = request(&all.split(' ').collect::<Vec<_>>()).unwrap().unwrap();
        assert_eq!((all.settings.rule, all.settings.rated, all.members_only), (Rule::Renju, true, true));
        assert_eq!(all.ratings, Some(RatingRange { least: 1_400, most: 1_800 }));
        for wrong in [
            "--seek-rated",
            "--seek soon",
            "--seek 300+3 --seek-ratings 1800-1400",
            "--seek 300+3 --seek-opening swap9",
            "--seek none --seek-rated",
            "--seek 300+3 --seek-rule renju --seek-size 19 --seek-opening rif",
            "--tournament x",
        ] {
            assert!(request(&wrong.split(' ').collect::<Vec<_>>()).is_err(), "{wrong}");
        }
    }
}
