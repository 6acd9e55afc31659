//! What the page sounds like. The sounds are made when they are first heard, so that there is nothing to load.

mod tones;

use std::cell::RefCell;
use std::collections::BTreeMap;

use wasm_bindgen::JsValue;
use web_sys::{AudioBuffer, AudioContext, AudioContextState};

use tengen_match::Sound;

use crate::preferences::Preferences;
use crate::reactive::RwSignal;

/// The speaker, once somebody has touched the page: before that, browsers keep a page silent.
#[derive(Default)]
struct Speaker {
    context: Option<AudioContext>,
    buffers: BTreeMap<Sound, AudioBuffer>,
}

thread_local! {
    static SPEAKER: RefCell<Speaker> = RefCell::default();
}

/// Lets a sound be heard, as loud as the preferences say.
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
            // It answers when somebody touches the page; nobody waits for that.
            let _ = context.resume()?;
        }
        let buffer = match self.buffers.get(&sound) {
            Some(buffer) => buffer.clone(),
            None => {
                let samples = tones::samples(sound, context.sample_rate());
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
