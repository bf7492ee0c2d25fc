//! The scenario `saves`: airplanes written to bytes, and read from them.

use std::hint::black_box;

use crate::sample::{Case, Sample, frames_a_sample, timed};
use crate::work::Vec3;

/// Airplanes, each with a transform and a reference to it.
pub trait Fleet: Sized + 'static {
    /// Makes so many, in order, with [`position`] and [`speed`].
    fn new(count: usize) -> Self;

    /// Writes them in postcard.
    fn write(&self) -> Vec<u8>;

    /// Reads what was written, into an empty world.
    fn read(bytes: &[u8]) -> Self;

    /// Adds up what the airplanes find through their references: the first axis, times their speed.
    fn sum(&mut self) -> f64;
}

/// Where the transform of an airplane is.
pub fn position(place: usize) -> Vec3 {
    [place as f32 * 0.37, 1000.0 / (place as f32 + 1.0), -1.5]
}

/// How fast an airplane is.
pub fn speed(place: usize) -> f32 {
    place as f32
}

/// Writes a fleet, and reads it. What is made is dropped outside of the time.
pub fn saves<F: Fleet>(count: usize) -> Case {
    let fleet = F::new(count);
    Box::new(move || {
        let frames = frames_a_sample(count);
        let (mut write, mut read) = (0.0, 0.0);
        for _ in 0..frames {
            write += timed(count, || black_box(&fleet).write()).0;
        }
        let bytes = fleet.write();
        let mut sum = 0.0;
        for _ in 0..frames {
            let (time, mut fleet) = timed(count, || F::read(black_box(&bytes)));
            read += time;
            sum = fleet.sum();
        }
        Sample { figures: [write, read].map(|time| time / frames as f64).to_vec(), sum }
    })
}
