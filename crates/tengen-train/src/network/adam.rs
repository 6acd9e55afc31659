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

impl Adam {
    pub(super) fn new(parameters: usize) -> Adam {
        Adam { mean: vec![0.0; parameters], square: vec![0.0; parameters], steps: 0 }
    }

    /// Moves the parameters against the slope. `decay` is the share that a parameter loses at a rate of 1.
    pub(super) fn step(
        &mut self,
        numbers: &mut [f32],
        slope: &[f32],
        rate: f32,
        decay: impl Fn(usize) -> f32,
    ) {
        self.steps += 1;
        let (first, second) = (1.0 - FIRST.powi(self.steps), 1.0 - SECOND.powi(self.steps));
        for (index, (number, slope)) in numbers.iter_mut().zip(slope).enumerate() {
            let (mean, square) = (&mut self.mean[index], &mut self.square[index]);
            *mean = FIRST * *mean + (1.0 - FIRST) * slope;
            *square = SECOND * *square + (1.0 - SECOND) * slope * slope;
            *number -=
                rate * ((*mean / first) / ((*square / second).sqrt() + LEAST) + decay(index) * *number);
        }
    }
}
