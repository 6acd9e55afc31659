//! Properties of any message, any stored event and any sequence of commands: one check for each fuzz target.
#![allow(dead_code, reason = "the fuzz targets and the tests each use a part of it")]

mod table;
mod world;

use tengen_game::SplitMix;
use tengen_online::game::{GameEvent, LiveGame};
use tengen_online::message::{ClientFrame, GameUpdate, ServerMessage};
use tengen_online::tournament::{Tournament, TournamentEvent};
pub(crate) use world::World;

/// The name of a target, and its check.
pub(crate) type Target = (&'static str, fn(&[u8]));

/// All targets of this crate. Their seeds and findings are in directories of the same names.
pub(crate) const TARGETS: &[Target] = &[("online_message", online_message), ("online_play", online_play)];

/// The largest number of words of a simulation. More words would only take longer.
const MAX_WORDS: usize = 400;

/// Checks messages in both directions, and stored events.
fn online_message(bytes: &[u8]) {
    if let Ok(frame) = serde_json::from_slice::<ClientFrame>(bytes) {
        let text = serde_json::to_string(&frame).unwrap();
        assert_eq!(serde_json::from_str::<ClientFrame>(&text).unwrap(), frame);
    }
    if let Ok(message) = serde_json::from_slice::<ServerMessage>(bytes) {
        let text = serde_json::to_string(&message).unwrap();
        assert_eq!(serde_json::from_str::<ServerMessage>(&text).unwrap(), message);
        if let ServerMessage::Snapshot(mut snapshot) = message {
            // A client does not panic on any snapshot.
            let _ = (snapshot.position(), snapshot.to_act());
            let clock = snapshot.clock;
            let _ = clock.clock(snapshot.settings.tempo.control(), snapshot.to_act());
            let _ = snapshot.apply(&GameUpdate::Takeback { ply: 0, clock });
        }
    }
    if let Ok(log) = serde_json::from_slice::<Vec<GameEvent>>(bytes)
        && let Ok(mut game) = LiveGame::replay(log)
    {
        let _ = (game.record(), game.next_deadline(), game.snapshot(None, 0));
        let _ = game.tick(u64::MAX);
    }
    if let Ok(log) = serde_json::from_slice::<Vec<TournamentEvent>>(bytes)
        && let Ok(mut cup) = Tournament::replay(log)
    {
        let _ = (cup.view(None), cup.next_deadline());
        let _ = cup.tick(u64::MAX, 0, |_| true, |_, _| false);
    }
}

/// Checks a simulation of user actions in any order.
fn online_play(bytes: &[u8]) {
    let words = bytes.chunks_exact(8).take(MAX_WORDS);
    let word = |chunk: &[u8]| chunk.try_into().map_or(0, u64::from_le_bytes);
    simulate(words.map(word));
}

/// The world after the attempts that these numbers select.
pub(crate) fn simulate(words: impl IntoIterator<Item = u64>) -> World {
    let mut world = World::new();
    for word in words {
        world.step(SplitMix::new(word));
    }
    world.check_all();
    world
}
