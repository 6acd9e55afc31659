//! A game as an animated GIF.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use gif::{DisposalMethod, Encoder, Frame, Repeat};
use resvg::tiny_skia::Pixmap;
use tengen_game::{NodeId, Position, Record};

use super::artist::Artist;
use crate::scene::Scene;
use crate::{Picture, PictureError, PictureOptions, svg};

/// The largest number of pixels of all frames of an animation together, so that a mistake does not take hours.
pub const MAX_GIF_PIXELS: u64 = 1 << 30;

/// A game, move by move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Animation {
    /// The number of moves on the first frame; `None` is 1, or 0 if there are no moves.
    pub from: Option<usize>,
    /// The number of moves on the last frame; `None` is all of them.
    pub to: Option<usize>,
    /// The time for which each frame is shown. The unit of the file is a hundredth of a second, and browsers replace less than two units by
    /// ten.
    pub delay: Duration,
    /// The time for which the last frame is shown.
    pub last_delay: Duration,
    /// Whether the animation begins again after its end.
    pub repeat: bool,
}

impl Default for Animation {
    fn default() -> Animation {
        Animation {
            from: None,
            to: None,
            delay: Duration::from_millis(700),
            last_delay: Duration::from_secs(4),
            repeat: true,
        }
    }
}

impl Animation {
    /// The record's current line as a GIF file: one frame per move, one palette for all of them, and in each frame after the first only the
    /// changed pixels.
    ///
    /// # Errors
    /// When the line has fewer moves, when a delay is too long, when the width is out of bounds or too large
    /// for this many frames, or when a label needs a font and the system has none.
    pub fn gif(&self, record: &Record, options: &PictureOptions) -> Result<Vec<u8>, PictureError> {
        self.gif_with_progress(record, options, &mut |_, _| {})
    }

    /// Draws as [`Animation::gif`] does. It reports at the beginning and after every frame the number of frames done, and the total.
    ///
    /// # Errors
    /// As [`Animation::gif`].
    pub fn gif_with_progress(
        &self,
        record: &Record,
        options: &PictureOptions,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Result<Vec<u8>, PictureError> {
        let steps = self.steps(record)?;
        let width = pixels(&steps, options)?;
        let (delay, last_delay) = (hundredths(self.delay)?, hundredths(self.last_delay)?);
        progress(0, steps.len());
        let mut artist = Artist::new(&steps[0].scene(options), options)?;
        let palette = sample(&steps, &mut artist, options)?;

        let refused = |error: gif::EncodingError| PictureError::Drawing(error.to_string());
        let mut encoder = Encoder::new(Vec::new(), width, width, &palette.bytes()).map_err(refused)?;
        encoder
            .set_repeat(if self.repeat { Repeat::Infinite } else { Repeat::Finite(0) })
            .map_err(refused)?;
        let mut colors = palette.lookup();
        let mut before: Option<(Scene, Pixmap)> = None;
        for (index, step) in steps.iter().enumerate() {
            let scene = step.scene(options);
            let image = match &before {
                None => artist.draw(&scene)?,
                Some((shown, image)) => {
                    let mut image = image.clone();
                    artist.change(&mut image, shown, &scene)?;
                    image
                }
            };
            let shown = before.as_ref().map(|(_, image)| image);
            let change = Change::between(shown, &image);
            let last = index + 1 == steps.len();
            let frame = Frame {
                delay: if last { last_delay } else { delay },
                dispose: DisposalMethod::Keep,
                transparent: Some(TRANSPARENT),
                left: change.left,
                top: change.top,
                width: change.width,
                height: change.height,
                buffer: Cow::Owned(change.pixels(shown, &image, |rgb| colors.index(rgb))),
                ..Frame::default()
            };
            encoder.write_frame(&frame).map_err(refused)?;
            before = Some((scene, image));
            progress(index + 1, steps.len());
        }
        encoder.into_inner().map_err(|error| PictureError::Drawing(error.to_string()))
    }

    /// The number of frames of the record's current line.
    ///
    /// # Errors
    /// When the line has fewer moves.
    pub fn frames(&self, record: &Record) -> Result<usize, PictureError> {
        let (from, to) = self.range(record.line_nodes().len())?;
        Ok(to - from + 1)
    }

    /// The number of moves on the first and on the last frame.
    fn range(&self, moves: usize) -> Result<(usize, usize), PictureError> {
        let to = self.to.unwrap_or(moves);
        let from = self.from.unwrap_or(1.min(to));
        if let Some(&asked) = [from, to].iter().find(|&&asked| asked > moves) {
            return Err(PictureError::NoSuchMove { asked, moves });
        }
        if from > to {
            return Err(PictureError::EmptyRange { from, to });
        }
        Ok((from, to))
    }

    /// The positions that are shown.
    fn steps<'a>(&self, record: &'a Record) -> Result<Vec<Step<'a>>, PictureError> {
        let line = record.line_nodes();
        let (from, to) = self.range(line.len())?;
        let mut position = record.start().clone();
        let mut steps = Vec::with_capacity(to - from + 1);
        for (number, id) in std::iter::once(NodeId::START).chain(line).enumerate().take(to + 1) {
            if let Some(played) = record.played(id) {
                // The moves of a record are legal.
                position.play_unchecked(played);
            }
            if number >= from {
                steps.push(Step { position: position.clone(), record, id });
            }
        }
        Ok(steps)
    }
}

/// A position of the game.
struct Step<'a> {
    position: Position,
    record: &'a Record,
    id: NodeId,
}

impl Step<'_> {
    fn scene(&self, options: &PictureOptions) -> Scene {
        Picture::of_step(&self.position, self.record, self.id).scene(options)
    }
}

/// The side of every frame in pixels.
fn pixels(steps: &[Step<'_>], options: &PictureOptions) -> Result<u16, PictureError> {
    let size = steps.first().map_or(tengen_game::BoardSize::FIFTEEN, |step| step.position.size());
    let width = options.pixels(svg::natural_side(size, options))?;
    let most = MAX_GIF_PIXELS / steps.len().max(1) as u64;
    if u64::from(width) * u64::from(width) > most {
        let fitting = most.isqrt() as u32;
        return Err(PictureError::TooManyPixels { frames: steps.len(), width, fitting });
    }
    // Every allowed width fits into `u16`.
    u16::try_from(width).map_err(|_| PictureError::Width { width })
}

/// The frames whose colours represent those of all: the first and one from the middle, and the last two, which have the mark of the last
/// move on both colours and the drawing of the end of a game.
fn sample(
    steps: &[Step<'_>],
    artist: &mut Artist<'_>,
    options: &PictureOptions,
) -> Result<Palette, PictureError> {
    let last = steps.len().saturating_sub(1);
    let mut chosen = vec![0, last / 2, last.saturating_sub(1), last];
    chosen.dedup();
    let mut histogram = Histogram::default();
    for index in chosen {
        let image = artist.draw(&steps[index].scene(options))?;
        image.data().chunks_exact(4).for_each(|rgba| histogram.add([rgba[0], rgba[1], rgba[2]]));
    }
    Ok(histogram.palette())
}

fn hundredths(delay: Duration) -> Result<u16, PictureError> {
    u16::try_from(delay.as_millis() / 10).map_err(|_| PictureError::Delay { delay })
}

/// The smallest rectangle outside of which nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Change {
    left: u16,
    top: u16,
    width: u16,
    height: u16,
}

impl Change {
    /// The changed rectangle: the whole image if there was none before, and a single pixel if nothing has changed, because a frame cannot
    /// be empty.
    fn between(before: Option<&Pixmap>, after: &Pixmap) -> Change {
        let (width, height) = (after.width() as u16, after.height() as u16);
        let Some(before) = before else { return Change { left: 0, top: 0, width, height } };
        let row = usize::from(width) * 4;
        let rows = || before.data().chunks_exact(row).zip(after.data().chunks_exact(row));
        let changed = |(old, new): (&[u8], &[u8])| old != new;
        let Some(top) = rows().position(changed) else {
            return Change { left: 0, top: 0, width: 1, height: 1 };
        };
        let bottom = rows().rposition(changed).unwrap_or(top);
        let (mut left, mut right) = (usize::from(width), 0);
        for (old, new) in rows().take(bottom + 1).skip(top) {
            let mut pixels = old.chunks_exact(4).zip(new.chunks_exact(4));
            if let Some(first) = pixels.clone().position(|(old, new)| old != new) {
                left = left.min(first);
                right = right.max(pixels.rposition(|(old, new)| old != new).unwrap_or(first));
            }
        }
        Change {
            left: left as u16,
            top: top as u16,
            width: (right - left + 1) as u16,
            height: (bottom - top + 1) as u16,
        }
    }

    /// The rectangle's pixels. Unchanged pixels are transparent, which compresses better.
    fn pixels(
        self,
        before: Option<&Pixmap>,
        after: &Pixmap,
        mut index: impl FnMut([u8; 3]) -> u8,
    ) -> Vec<u8> {
        let row = after.width() as usize * 4;
        let mut pixels = Vec::with_capacity(usize::from(self.width) * usize::from(self.height));
        for y in usize::from(self.top)..usize::from(self.top) + usize::from(self.height) {
            let from = y * row + usize::from(self.left) * 4;
            let range = from..from + usize::from(self.width) * 4;
            let new = after.data()[range.clone()].chunks_exact(4);
            match before {
                Some(before) => {
                    let old = before.data()[range].chunks_exact(4);
                    pixels.extend(old.zip(new).map(|(old, new)| {
                        if old == new { TRANSPARENT } else { index([new[0], new[1], new[2]]) }
                    }));
                }
                None => pixels.extend(new.map(|new| index([new[0], new[1], new[2]]))),
            }
        }
        pixels
    }
}

/// The number of colours besides the transparent one.
const COLORS: usize = 255;

/// The entry of the palette that leaves a pixel unchanged.
pub(super) const TRANSPARENT: u8 = 255;

/// The frequency of each colour.
#[derive(Debug, Default)]
pub(super) struct Histogram {
    counts: BTreeMap<[u8; 3], u32>,
    /// The current run of equal pixels. Neighbouring pixels are mostly equal, and are counted together.
    run: Option<([u8; 3], u32)>,
}

impl Histogram {
    pub(super) fn add(&mut self, rgb: [u8; 3]) {
        match &mut self.run {
            Some((color, count)) if *color == rgb => *count += 1,
            run => {
                if let Some((color, count)) = run.replace((rgb, 1)) {
                    *self.counts.entry(color).or_default() += count;
                }
            }
        }
    }

    /// The colours that represent the others best.
    pub(super) fn palette(mut self) -> Palette {
        if let Some((color, count)) = self.run.take() {
            *self.counts.entry(color).or_default() += count;
        }
        // Square roots are used as weights; with the plain counts the board would displace the colours of the marks.
        let weighted = self.counts.into_iter().map(|(rgb, count)| (rgb, f64::from(count).sqrt()));
        let mut groups = vec![Group::new(weighted.collect())];
        while groups.len() < COLORS {
            let worst = groups.iter().enumerate().max_by(|(_, a), (_, b)| a.spread.total_cmp(&b.spread));
            let Some((index, _)) = worst.filter(|(_, group)| group.spread > 0.0) else { break };
            let (low, high) = groups.swap_remove(index).split();
            groups.extend([low, high]);
        }
        Palette { colors: groups.iter().map(Group::mean).collect() }
    }
}

/// Colours that will be merged into one.
struct Group {
    colors: Vec<([u8; 3], f64)>,
    /// The channel in which the colours differ most, and the difference: the weighted sum of squared distances from the mean.
    axis: usize,
    spread: f64,
}

impl Group {
    fn new(colors: Vec<([u8; 3], f64)>) -> Group {
        let spread = |axis: usize| {
            let mean = mean(&colors, axis);
            colors.iter().map(|(rgb, weight)| weight * (f64::from(rgb[axis]) - mean).powi(2)).sum::<f64>()
        };
        let spreads = [0, 1, 2].map(spread);
        let axis = (0..3).max_by(|&a, &b| spreads[a].total_cmp(&spreads[b])).unwrap_or_default();
        Group { axis, spread: spreads[axis], colors }
    }

    /// The colours below and those above the mean; neither group is empty if the colours differ at all.
    fn split(self) -> (Group, Group) {
        let (axis, mean) = (self.axis, mean(&self.colors, self.axis));
        let (low, high) = self.colors.into_iter().partition(|(rgb, _)| f64::from(rgb[axis]) < mean);
        (Group::new(low), Group::new(high))
    }

    fn mean(&self) -> [u8; 3] {
        [0, 1, 2].map(|axis| mean(&self.colors, axis).round() as u8)
    }
}

fn mean(colors: &[([u8; 3], f64)], axis: usize) -> f64 {
    let (sum, weight) = colors
        .iter()
        .fold((0.0, 0.0), |(sum, all), (rgb, weight)| (sum + weight * f64::from(rgb[axis]), all + weight));
    if weight > 0.0 { sum / weight } else { 0.0 }
}

/// The colours of an animation.
#[derive(Debug)]
pub(super) struct Palette {
    colors: Vec<[u8; 3]>,
}

impl Palette {
    /// The palette in the form of the file, always with an entry for [`TRANSPARENT`].
    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.colors.iter().flatten().copied().collect();
        bytes.resize((COLORS + 1) * 3, 0);
        bytes
    }

    pub(super) fn lookup(&self) -> Lookup<'_> {
        Lookup { palette: self, known: HashMap::new() }
    }
}

/// Finds the nearest colours of a palette, and caches the results.
pub(super) struct Lookup<'a> {
    palette: &'a Palette,
    known: HashMap<[u8; 3], u8>,
}

impl Lookup<'_> {
    /// The index of the nearest entry.
    pub(super) fn index(&mut self, rgb: [u8; 3]) -> u8 {
        let colors = &self.palette.colors;
        *self.known.entry(rgb).or_insert_with(|| {
            let distance = |color: &[u8; 3]| -> u32 {
                color.iter().zip(rgb).map(|(&a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
            };
            let nearest = (0..).zip(colors).min_by_key(|(_, color)| distance(color));
            nearest.map_or(0, |(index, _)| index)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colors_are_stored_exactly() {
        let colors = [[0, 0, 0], [255, 255, 255], [163, 52, 31], [219, 172, 98]];
        let mut histogram = Histogram::default();
        for (count, color) in (1..).zip(colors) {
            for _ in 0..count * 1000 {
                histogram.add(color);
            }
        }
        let palette = histogram.palette();
        let mut lookup = palette.lookup();
        for color in colors {
            assert_eq!(palette.colors[usize::from(lookup.index(color))], color);
        }
        assert_eq!(palette.bytes().len(), 256 * 3);
    }

    #[test]
    fn many_colors_become_near_ones_and_never_the_transparent_one() {
        let mut histogram = Histogram::default();
        let colors = (0..=255u8).flat_map(|a| (0..=255u8).step_by(5).map(move |b| [a, b, a / 2]));
        colors.clone().for_each(|color| histogram.add(color));
        let palette = histogram.palette();
        assert_eq!(palette.colors.len(), COLORS);
        let mut lookup = palette.lookup();
        for color in colors {
            let index = lookup.index(color);
            assert_ne!(index, TRANSPARENT);
            let found = palette.colors[usize::from(index)];
            assert!(found.iter().zip(color).all(|(&a, b)| a.abs_diff(b) < 24), "{color:?} {found:?}");
        }
    }
}
