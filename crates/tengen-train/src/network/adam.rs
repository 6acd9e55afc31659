//! The Adam optimiser with decoupled weight decay (Loshchilov and Hutter 2019).

use serde::{Deserialize, Serialize};

const FIRST: f32 = 0.9;
const SECOND: f32 = 0.999;
const LEAST: f32 = 1e-8;

/// The moments of all parameters.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
}

/// The regularisation of a parameter in a step at a rate of 1.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pull {
    /// The share of the parameter that is subtracted (weight decay).
    pub(super) decay: f32,
    /// The amount by which the parameter shrinks, at most to zero (a proximal step for an L1 penalty). A parameter whose mean slope is less
    /// than this share of its usual size becomes zero.
    pub(super) threshold: f32,
}

impl Adam {
    pub(super) fn new(parameters: usize) -> Adam {
        Adam { mean: vec![0.0; parameters], square: vec![0.0; parameters], steps: 0 }
    }

    /// Moves the parameters against the slope, and those that `pull` names towards zero.
    pub(super) fn step(
        &mut self,
        numbers: &mut [f32],
        slope: &[f32],
        rate: f32,
        pull: impl Fn(usize) -> Pull,
    ) {
        self.steps += 1;
        let (first, second) = (1.0 - FIRST.powi(self.steps), 1.0 - SECOND.powi(self.steps));
        for (index, (number, slope)) in numbers.iter_mut().zip(slope).enumerate() {
            let (mean, square) = (&mut self.mean[index], &mut self.square[index]);
            *mean = FIRST * *mean + (1.0 - FIRST) * slope;
            *square = SECOND * *square + (1.0 - SECOND) * slope * slope;
            let Pull { decay, threshold } = pull(index);
            let moved =
                *number - rate * ((*mean / first) / ((*square / second).sqrt() + LEAST) + decay * *number);
            *number = moved.signum() * (moved.abs() - rate * threshold).max(0.0);
        }
    }
}
