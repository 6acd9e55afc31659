//! The 255 colours that stand for all others in a GIF.

use std::collections::{BTreeMap, HashMap};

/// Colours beside the transparent one.
const COLORS: usize = 255;

/// The entry of the palette that leaves a pixel as it is.
pub(super) const TRANSPARENT: u8 = 255;

/// How often each colour occurs.
#[derive(Debug, Default)]
pub(super) struct Histogram {
    counts: BTreeMap<[u8; 3], u32>,
    /// Neighbouring pixels are mostly alike, and are counted together.
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
        // By its plain count the board would outvote every mark on it.
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

/// Colours that will become one.
struct Group {
    colors: Vec<([u8; 3], f64)>,
    /// The channel in which they differ most, and how much: the weighted sum of squared distances from the mean.
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

    /// Those under and those over the mean; neither is empty if there is any spread.
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
    /// The palette as the file has it, always with an entry for [`TRANSPARENT`].
    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.colors.iter().flatten().copied().collect();
        bytes.resize((COLORS + 1) * 3, 0);
        bytes
    }

    pub(super) fn lookup(&self) -> Lookup<'_> {
        Lookup { palette: self, known: HashMap::new() }
    }
}

/// Finds colours in a palette, and remembers what it has found.
pub(super) struct Lookup<'a> {
    palette: &'a Palette,
    known: HashMap<[u8; 3], u8>,
}

impl Lookup<'_> {
    /// The entry that is nearest.
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
    fn few_colors_are_kept_as_they_are() {
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
