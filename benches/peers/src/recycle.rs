//! The scenario `recycle`: what despawning at random and creating again leaves behind.

use crate::sample::{Case, Sample, timed};
use crate::work::permutation;

/// The six steps of the scenario `recycle`, in order. Each is given the world of the peer.
pub trait Recycle {
    /// Runs a frame through the references.
    fn by_reference(&mut self);
    /// Runs a frame by iteration.
    fn by_iteration(&mut self);
    /// Despawns the airplanes at these places of the list of ids, in this order.
    fn despawn(&mut self, places: &[usize]);
    /// Creates an airplane for each of these places, in this order, and writes its id there.
    fn create(&mut self, places: &[usize]);
    /// Adds up `y` of all transforms.
    fn sum(&mut self) -> f64;
}

/// Runs the steps of the scenario `recycle` over a world that `create` fills.
pub fn recycle<W: Recycle + 'static>(count: usize, mut create: impl FnMut() -> W + 'static) -> Case {
    const FRAMES: usize = 5;
    Box::new(move || {
        let mut world = create();
        let half = &permutation(count)[..count / 2];
        let all: Vec<usize> = (0..count).collect();
        world.by_reference();
        let frames = |world: &mut W, frame: fn(&mut W)| {
            timed(count * FRAMES, || (0..FRAMES).for_each(|_| frame(world))).0
        };
        let before = frames(&mut world, W::by_reference);
        let (despawn, ()) = timed(half.len(), || world.despawn(half));
        let (again, ()) = timed(half.len(), || world.create(half));
        let reference = frames(&mut world, W::by_reference);
        let iteration = frames(&mut world, W::by_iteration);
        let sum = world.sum();
        let (clear, ()) = timed(count, || world.despawn(&all));
        Sample { figures: vec![before, despawn, again, reference, iteration, clear], sum }
    })
}
