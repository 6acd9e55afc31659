//! The sounds of the page. They are computed when they are first played, so that no sound file has to be loaded.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::f32::consts::TAU;

use tengen_match::Sound;
use wasm_bindgen::JsValue;
use web_sys::{AudioBuffer, AudioContext, AudioContextState};

use crate::preferences::Preferences;
use crate::reactive::RwSignal;

/// The audio output, which starts with the first input of the user: before that, browsers keep a page silent.
#[derive(Default)]
struct Speaker {
    context: Option<AudioContext>,
    buffers: BTreeMap<Sound, AudioBuffer>,
}

thread_local! {
    static SPEAKER: RefCell<Speaker> = RefCell::default();
}

/// Plays a sound at the volume of the preferences.
pub(crate) fn play(preferences: RwSignal<Preferences>, sound: Sound) {
    let volume =
        preferences.with_untracked(|preferences| if preferences.sound { preferences.volume } else { 0 });
    if volume > 0 {
        // A browser that cannot make sounds stays silent.
        let _ = SPEAKER.with_borrow_mut(|speaker| speaker.play(sound, f32::from(volume) / 100.0));
    }
}

impl Speaker {
    fn play(&mut self, sound: Sound, volume: f32) -> Result<(), JsValue> {
        if self.context.is_none() {
            self.context = Some(AudioContext::new()?);
        }
        let Some(context) = self.context.clone() else { return Ok(()) };
        if context.state() == AudioContextState::Suspended {
            // The promise is resolved at the first input of the user; nothing waits for it.
            let _ = context.resume()?;
        }
        let buffer = match self.buffers.get(&sound) {
            Some(buffer) => buffer.clone(),
            None => {
                let samples = samples(sound, context.sample_rate());
                let length = u32::try_from(samples.len()).unwrap_or(u32::MAX);
                let buffer = context.create_buffer(1, length, context.sample_rate())?;
                buffer.copy_to_channel(&samples, 0)?;
                self.buffers.insert(sound, buffer.clone());
                buffer
            }
        };
        let gain = context.create_gain()?;
        gain.gain().set_value(volume);
        gain.connect_with_audio_node(&context.destination())?;
        let source = context.create_buffer_source()?;
        source.set_buffer(Some(&buffer));
        source.connect_with_audio_node(&gain)?;
        source.start()
    }
}

/// A tone that dies away.
struct Tone {
    /// Its start, in seconds from the start of the sound.
    at: f32,
    /// Its frequency in hertz.
    pitch: f32,
    /// Its loudness at its start, where 1 is the maximum.
    loudness: f32,
    /// The time in seconds in which it loses two thirds of its loudness.
    decay: f32,
    /// The proportion of noise in it: wood has some, a bell has none.
    noise: f32,
}

const fn tone(at: f32, pitch: f32, loudness: f32, decay: f32, noise: f32) -> Tone {
    Tone { at, pitch, loudness, decay, noise }
}

/// A wooden board resonates with two low tones, and the stone makes the click.
const STONE: &[Tone] = &[
    tone(0.0, 2_300.0, 0.35, 0.004, 0.8),
    tone(0.0, 780.0, 0.45, 0.016, 0.1),
    tone(0.001, 330.0, 0.3, 0.03, 0.0),
];
const BUTTON: &[Tone] = &[tone(0.0, 1_150.0, 0.22, 0.012, 0.15)];
const WIN: &[Tone] = &[
    tone(0.0, 523.25, 0.3, 0.22, 0.0),
    tone(0.12, 659.26, 0.3, 0.22, 0.0),
    tone(0.24, 783.99, 0.3, 0.24, 0.0),
    tone(0.38, 1_046.5, 0.34, 0.4, 0.0),
];
const LOSS: &[Tone] = &[
    tone(0.0, 440.0, 0.3, 0.24, 0.0),
    tone(0.18, 349.23, 0.3, 0.26, 0.0),
    tone(0.38, 293.66, 0.32, 0.45, 0.0),
];
const DRAW: &[Tone] = &[tone(0.0, 523.25, 0.28, 0.2, 0.0), tone(0.2, 523.25, 0.28, 0.35, 0.0)];

/// Softer than a stone, and higher than a button.
const TICK: &[Tone] = &[tone(0.0, 1_760.0, 0.14, 0.01, 0.0), tone(0.0, 2_640.0, 0.05, 0.006, 0.2)];

/// The length of a tone as a multiple of its decay. After that it is inaudible.
const LENGTHS: f32 = 7.0;

/// The samples of the sound, between -1 and 1, at `rate` samples per second.
fn samples(sound: Sound, rate: f32) -> Vec<f32> {
    let tones = match sound {
        Sound::Stone => STONE,
        Sound::Button => BUTTON,
        Sound::Win => WIN,
        Sound::Loss => LOSS,
        Sound::Draw => DRAW,
        Sound::Tick => TICK,
    };
    let end = tones.iter().map(|tone| tone.at + LENGTHS * tone.decay).fold(0.0, f32::max);
    let mut samples = vec![0.0_f32; (end * rate).ceil() as usize];
    let mut noise = Noise(0x2545_f491);
    for tone in tones {
        let first = (tone.at * rate) as usize;
        for (index, sample) in samples.iter_mut().skip(first).enumerate() {
            let time = index as f32 / rate;
            // A short attack ramp; without it the speaker clicks.
            let rise = (time / 0.001).min(1.0);
            let wave = (1.0 - tone.noise) * (TAU * tone.pitch * time).sin() + tone.noise * noise.next();
            *sample += tone.loudness * rise * (-time / tone.decay).exp() * wave;
        }
    }
    for sample in &mut samples {
        *sample = sample.clamp(-1.0, 1.0);
    }
    samples
}

/// White noise between -1 and 1 (a xorshift generator).
struct Noise(u32);

impl Noise {
    fn next(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0 as f32 / (u32::MAX / 2) as f32 - 1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Sound; 6] = [Sound::Stone, Sound::Button, Sound::Win, Sound::Loss, Sound::Draw, Sound::Tick];

    #[test]
    fn every_sound_is_heard_and_ends_in_silence() {
        for sound in ALL {
            let samples = samples(sound, 48_000.0);
            let loudest = samples.iter().copied().map(f32::abs).fold(0.0, f32::max);
            assert!((0.1..=1.0).contains(&loudest), "{sound:?}: {loudest}");
            assert!(samples.last().is_some_and(|last| last.abs() < 0.002), "{sound:?}");
        }
    }

    #[test]
    fn what_is_heard_at_every_move_is_short() {
        for (sound, seconds) in
            [(Sound::Stone, 0.25), (Sound::Button, 0.1), (Sound::Tick, 0.1), (Sound::Win, 4.0)]
        {
            assert!(samples(sound, 44_100.0).len() as f32 <= seconds * 44_100.0, "{sound:?}");
        }
    }
}
