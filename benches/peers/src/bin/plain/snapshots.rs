//! Snapshots of `Vec`s: clones, into those of the oldest.

use peers::snapshots::{Counters, KEPT};

/// The numbers of each type, and what was saved.
pub struct Vecs {
    types: Vec<Vec<i32>>,
    saved: [Vec<Vec<i32>>; KEPT],
}

impl Counters for Vecs {
    fn new(count: usize, types: usize) -> Self {
        Self { types: vec![(0..count as i32).collect(); types], saved: Default::default() }
    }

    fn advance(&mut self) {
        for numbers in &mut self.types {
            numbers.iter_mut().for_each(|number| *number += 1);
        }
    }

    fn save(&mut self, frame: u32) {
        self.saved[frame as usize % KEPT].clone_from(&self.types);
    }

    fn load(&mut self, frame: u32) {
        self.types.clone_from(&self.saved[frame as usize % KEPT]);
    }

    fn sum(&mut self) -> f64 {
        self.types.iter().flatten().map(|&number| f64::from(number)).sum()
    }
}
