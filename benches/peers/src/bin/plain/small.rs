//! What is small: rooms of one entity, and many types with few of each.

use std::hint::black_box;

use peers::rooms::Room;
use peers::sample::{Case, creation_and_frames, two_frames};
use peers::work::DT;

/// A room as five `Vec`s.
pub struct Vecs([Vec<f32>; 5]);

impl Room for Vecs {
    fn new() -> Self {
        Self([0.0, 1.0, 2.0, 3.0, 4.0].map(|value| black_box(vec![value])))
    }

    fn update(&mut self) {
        self.0[0].iter_mut().for_each(|a| *a += 1.0);
    }

    fn value(&mut self) -> f64 {
        f64::from(self.0[0][0])
    }
}

pub fn prepare(_: usize) -> Case {
    let two = |Vecs([a, b, ..]): &mut Vecs| a.iter_mut().zip(b).for_each(|(a, b)| *a += *b);
    two_frames(1, Vecs::new(), Vecs::update, two, Vecs::value)
}

pub fn many_types(count: usize) -> Case {
    let create = move || -> Vec<Vec<f32>> {
        (0..100).map(|_| (0..count / 100).map(|_| black_box(1.0)).collect()).collect()
    };
    let frame = |types: &mut Vec<Vec<f32>>| {
        for values in types {
            for value in values {
                *value += DT;
            }
        }
    };
    let sum = |types: &mut Vec<Vec<f32>>| types.iter().flatten().map(|&value| f64::from(value)).sum();
    creation_and_frames(count, create, frame, sum)
}
