//! Numbers of a table that are fitted together: each is the sum of shared parameters of its parts and of a separate residual.
//!
//! Most codes are rare. A rare code follows the codes that share patterns with it; only frequent codes get a large
//! residual. All parameters begin at zero, which is the table that training starts from, and are
//! drawn back to it (a normal prior with a standard deviation for each parameter).

pub(crate) struct Tied {
    /// The parts of each entry: a shared parameter and its factor.
    parts: Vec<Vec<(usize, f64)>>,
    /// The standard deviations of the shared parameters, then of the residuals; 0 for a fixed one.
    deviations: Vec<f64>,
    shared: usize,
    start: Vec<f64>,
    /// The parameters in units of their deviation.
    parameters: Vec<f64>,
    adam: Adam,
}

impl Tied {
    /// A table with the initial numbers `start`.
    pub(crate) fn new(
        start: Vec<f64>,
        parts: Vec<Vec<(usize, f64)>>,
        of_shared: Vec<f64>,
        of_rests: Vec<f64>,
    ) -> Tied {
        assert_eq!((start.len(), start.len()), (parts.len(), of_rests.len()));
        let shared = of_shared.len();
        let deviations: Vec<f64> = of_shared.into_iter().chain(of_rests).collect();
        let (parameters, adam) = (vec![0.0; deviations.len()], Adam::new(deviations.len()));
        Tied { parts, deviations, shared, start, parameters, adam }
    }

    /// The numbers of the table.
    pub(crate) fn table(&self) -> Vec<f64> {
        let value = |index: usize| self.parameters[index] * self.deviations[index];
        let entry = |(index, start): (usize, &f64)| {
            let of_parts: f64 = self.parts[index].iter().map(|&(part, often)| often * value(part)).sum();
            start + of_parts + value(self.shared + index)
        };
        self.start.iter().enumerate().map(entry).collect()
    }

    /// Makes a step down the slope of the mean loss of a batch. The prior has its share for `samples` samples in total.
    pub(crate) fn step(&mut self, slope: &[f64], samples: f64, rate: f64) {
        let mut slopes: Vec<f64> = self.parameters.iter().map(|parameter| parameter / samples).collect();
        for (index, &slope) in slope.iter().enumerate().filter(|(_, slope)| **slope != 0.0) {
            for &(part, often) in &self.parts[index] {
                slopes[part] += slope * often * self.deviations[part];
            }
            slopes[self.shared + index] += slope * self.deviations[self.shared + index];
        }
        self.adam.step(&mut self.parameters, &slopes, rate);
    }

    pub(crate) fn snapshot(&self) -> Vec<f64> {
        self.parameters.clone()
    }

    pub(crate) fn restore(&mut self, snapshot: Vec<f64>) {
        self.parameters = snapshot;
    }
}

/// The optimiser of Kingma and Ba (2015).
struct Adam {
    means: Vec<f64>,
    squares: Vec<f64>,
    steps: i32,
}

impl Adam {
    fn new(parameters: usize) -> Adam {
        Adam { means: vec![0.0; parameters], squares: vec![0.0; parameters], steps: 0 }
    }

    fn step(&mut self, parameters: &mut [f64], slopes: &[f64], rate: f64) {
        const KEEP: (f64, f64) = (0.9, 0.999);
        self.steps += 1;
        let unbias = (1.0 - KEEP.0.powi(self.steps), 1.0 - KEEP.1.powi(self.steps));
        for (index, slope) in slopes.iter().enumerate() {
            let (mean, square) = (&mut self.means[index], &mut self.squares[index]);
            *mean = KEEP.0 * *mean + (1.0 - KEEP.0) * slope;
            *square = KEEP.1 * *square + (1.0 - KEEP.1) * slope * slope;
            parameters[index] -= rate * (*mean / unbias.0) / ((*square / unbias.1).sqrt() + 1e-9);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_never_seen_moves_with_its_relatives() {
        // Entries 0 and 1 have a part in common; entry 2 has none.
        let parts = vec![vec![(0, 1.0)], vec![(0, 1.0)], Vec::new()];
        let mut tied = Tied::new(vec![5.0, 50.0, 7.0], parts, vec![10.0], vec![1.0, 1.0, 0.0]);
        // Entry 0 should be 25, with the evidence of a million samples.
        for _ in 0..2000 {
            let slope = tied.table()[0] - 25.0;
            tied.step(&[slope, 0.0, 3.0], 1e6, 0.01);
        }
        let table = tied.table();
        assert!((table[0] - 25.0).abs() < 0.5, "{table:?}");
        assert!((table[1] - 70.0).abs() < 2.0, "{table:?}");
        assert_eq!(table[2], 7.0, "a rest without deviation is fixed");
        let saved = tied.snapshot();
        tied.step(&[9.0, 9.0, 9.0], 1e6, 0.5);
        tied.restore(saved);
        assert_eq!(tied.table(), table);
    }

    #[test]
    fn without_samples_all_goes_back_to_the_start() {
        let mut tied = Tied::new(vec![5.0], vec![vec![(0, 2.0)]], vec![10.0], vec![1.0]);
        (0..50).for_each(|_| tied.step(&[1.0], 1.0, 0.05));
        assert!(tied.table()[0] < 4.0);
        (0..3000).for_each(|_| tied.step(&[0.0], 1.0, 0.01));
        assert!((tied.table()[0] - 5.0).abs() < 0.1);
    }
}
