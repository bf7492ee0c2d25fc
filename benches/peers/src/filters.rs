//! The scenarios `filters` and `unchanged`: queries that visit some of the entities, or none.

use crate::sample::{Case, Frame, Sample, time_frames, visits};

/// One entity in this many has the type of half of them. The others have the tag.
pub const HALF: usize = 2;
/// One entity in this many has the rare type.
pub const RARE: usize = 100;

/// Times a frame for each measure of `filters`, in their order, over a world of `count` entities.
pub fn filters<W: 'static>(
    count: usize,
    world: W,
    kinds: [Frame<W>; 8],
    sum: impl FnMut(&mut W) -> f64 + 'static,
) -> Case {
    let (half, rare) = (count / HALF, count / RARE);
    let visited = [count, count, count, count, half, half, half, rare];
    visits(world, visited.into_iter().zip(kinds).collect(), sum)
}

/// Components whose changes are tracked.
pub trait Watched: 'static {
    /// Takes all that was changed so far as known.
    fn rest(&mut self);
    /// Changes every tenth.
    fn change(&mut self);
}

/// Times how `look` counts what has changed where nothing has. The sum has what it counts after a change.
pub fn unchanged<W: Watched>(count: usize, mut watched: W, look: fn(&mut W) -> usize) -> Case {
    Box::new(move || {
        watched.rest();
        let mut found = 0;
        let time = time_frames(count, &mut watched, |watched| found += look(watched));
        watched.change();
        found += look(&mut watched);
        Sample { figures: vec![time], sum: found as f64 }
    })
}
