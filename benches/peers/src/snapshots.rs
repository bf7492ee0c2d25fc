//! The scenario `snapshots`: numbers that are counted up in each frame, and saved, or put back. It is the
//! bench of bevy_ggrs, in which the frame is a part of what is timed.

use crate::sample::{Case, Sample, frames_a_sample, timed};

/// Numbers that are components, each of an entity of its own, in a world that is saved and put back.
pub trait Counters: Sized + 'static {
    /// Makes so many of each of `types` types, of which there are three: 0, 1, 2 and so on.
    fn new(count: usize, types: usize) -> Self;

    /// Counts all of them up: a frame.
    fn advance(&mut self);

    /// Saves the world as this frame. The last [`KEPT`] are kept.
    fn save(&mut self, frame: u32);

    /// Puts back what was saved as this frame.
    fn load(&mut self, frame: u32);

    /// Adds them up.
    fn sum(&mut self) -> f64;
}

/// As many frames as ggrs goes back by, and the one of now.
pub const KEPT: usize = 9;

/// Saves in each frame, and then goes back in each frame; with one type, and with three.
pub fn snapshots<C: Counters>(count: usize) -> Case {
    let mut worlds = [1, 3].map(|types| (C::new(count, types), count * types));
    let mut next = 0;
    Box::new(move || {
        let (mut figures, mut sum) = (Vec::new(), 0.0);
        let frames = frames_a_sample(count) as u32;
        for (world, count) in &mut worlds {
            let all = *count * frames as usize;
            let save = || {
                for frame in next..next + frames {
                    world.advance();
                    world.save(frame);
                }
            };
            figures.push(timed(all, save).0);
            let load = || {
                for _ in 0..frames {
                    world.advance();
                    world.load(next + frames - 1);
                }
            };
            figures.push(timed(all, load).0);
            sum += world.sum();
        }
        next += frames;
        Sample { figures, sum }
    })
}
