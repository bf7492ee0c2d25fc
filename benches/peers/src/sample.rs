//! Cases that can be sampled, and the ways to time them that the peers share.

use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// What one run of a case gave: a figure for each measure of its scenario, and a sum that all peers must
/// agree on.
pub struct Sample {
    /// In the order of [`Spec::measures`](crate::scenario::Spec::measures).
    pub figures: Vec<f64>,
    /// What came of the work.
    pub sum: f64,
}

/// A scenario that one peer has set up, and that can be run again and again.
pub type Case = Box<dyn FnMut() -> Sample>;

/// Times `work`, in ns for each of `count`.
pub fn timed<R>(count: usize, work: impl FnOnce() -> R) -> (f64, R) {
    let start = Instant::now();
    let result = black_box(work());
    (start.elapsed().as_nanos() as f64 / count as f64, result)
}

static MOST_FRAMES: AtomicUsize = AtomicUsize::new(usize::MAX);

/// Limits how many frames make one sample, in this process.
pub fn limit_frames(most: usize) {
    MOST_FRAMES.store(most, Ordering::Relaxed);
}

/// Returns how many frames make one sample: about five million updates or the limit, the same for every peer.
pub fn frames_a_sample(count: usize) -> usize {
    (5_000_000 / count).clamp(2, MOST_FRAMES.load(Ordering::Relaxed))
}

/// Times the frames of a sample over a world of `count` entities, in ns an entity.
pub fn time_frames<W>(count: usize, world: &mut W, mut frame: impl FnMut(&mut W)) -> f64 {
    let frames = frames_a_sample(count);
    let all = || (0..frames).for_each(|_| frame(black_box(world)));
    timed(count * frames, all).0
}

/// Times frames over a world that lives as long as the case: `count` entities are updated in each.
pub fn frames<W: 'static>(
    count: usize,
    mut world: W,
    mut frame: impl FnMut(&mut W) + 'static,
    mut sum: impl FnMut(&mut W) -> f64 + 'static,
) -> Case {
    Box::new(move || {
        let time = time_frames(count, &mut world, &mut frame);
        Sample { figures: vec![time], sum: sum(&mut world) }
    })
}

/// Times two kinds of frames over one world.
pub fn two_frames<W: 'static>(
    count: usize,
    mut world: W,
    mut one: impl FnMut(&mut W) + 'static,
    mut other: impl FnMut(&mut W) + 'static,
    mut sum: impl FnMut(&mut W) -> f64 + 'static,
) -> Case {
    Box::new(move || {
        let figures =
            vec![time_frames(count, &mut world, &mut one), time_frames(count, &mut world, &mut other)];
        Sample { figures, sum: sum(&mut world) }
    })
}

/// One of several kinds of frames over a world.
pub type Frame<W> = Box<dyn FnMut(&mut W)>;

/// Times several kinds of frames over one world, each of which updates `count` entities.
pub fn kinds_of_frames<W: 'static, const N: usize>(
    count: usize,
    world: W,
    kinds: [Frame<W>; N],
    sum: impl FnMut(&mut W) -> f64 + 'static,
) -> Case {
    visits(world, kinds.map(|frame| (count, frame)).into(), sum)
}

/// Times several kinds of frames over one world, each with the number of entities that it updates.
pub fn visits<W: 'static>(
    mut world: W,
    mut kinds: Vec<(usize, Frame<W>)>,
    mut sum: impl FnMut(&mut W) -> f64 + 'static,
) -> Case {
    Box::new(move || {
        let time = |(count, frame): &mut (usize, Frame<W>)| time_frames(*count, &mut world, frame);
        Sample { figures: kinds.iter_mut().map(time).collect(), sum: sum(&mut world) }
    })
}

/// Times how long a world takes to be made. It is dropped outside of the time.
pub fn creation<W: 'static>(
    count: usize,
    mut create: impl FnMut() -> W + 'static,
    mut sum: impl FnMut(&mut W) -> f64 + 'static,
) -> Case {
    Box::new(move || {
        let (time, mut world) = timed(count, &mut create);
        Sample { figures: vec![time], sum: sum(&mut world) }
    })
}

/// Times work on a world that is made anew, outside of the time, for each sample.
pub fn consumption<W: 'static>(
    count: usize,
    mut create: impl FnMut() -> W + 'static,
    mut work: impl FnMut(&mut W) + 'static,
    mut sum: impl FnMut(&mut W) -> f64 + 'static,
) -> Case {
    Box::new(move || {
        let mut world = create();
        let (time, ()) = timed(count, || work(black_box(&mut world)));
        Sample { figures: vec![time], sum: sum(&mut world) }
    })
}

/// Times the creation of a world, and then frames over it.
pub fn creation_and_frames<W: 'static>(
    count: usize,
    mut create: impl FnMut() -> W + 'static,
    mut frame: impl FnMut(&mut W) + 'static,
    mut sum: impl FnMut(&mut W) -> f64 + 'static,
) -> Case {
    Box::new(move || {
        let (create, mut world) = timed(count, &mut create);
        let frame = time_frames(count, &mut world, &mut frame);
        Sample { figures: vec![create, frame], sum: sum(&mut world) }
    })
}

/// Times work as `frames` does, where a frame makes all that it needs and drops it.
pub fn repeated(count: usize, mut work: impl FnMut() + 'static) -> Case {
    frames(count, (), move |()| work(), |()| 0.0)
}

/// Times the creation of each airplane for itself. `create` calls what it is given around the creation of
/// each.
pub fn spikes<W: 'static>(count: usize, mut world: W, mut create: impl FnMut(&mut W) + 'static) -> Case {
    let mut times = vec![0_u32; count];
    Box::new(move || {
        for time in &mut times {
            let start = Instant::now();
            create(&mut world);
            *time = start.elapsed().as_nanos() as u32;
        }
        times.sort_unstable();
        let at = |share: f64| f64::from(times[((count - 1) as f64 * share) as usize]);
        Sample { figures: vec![at(0.5), at(0.99), at(1.0)], sum: 0.0 }
    })
}

/// Measures how much more memory is resident when `create` has made a world.
pub fn memory<W: 'static>(count: usize, mut create: impl FnMut() -> W + 'static) -> Case {
    Box::new(move || {
        let before = resident();
        let world = create();
        let bytes = (resident() - before) / count as f64;
        drop(black_box(world));
        Sample { figures: vec![bytes], sum: 0.0 }
    })
}

/// Reads the resident memory of this process, in bytes. Not a number where `/proc` is missing.
fn resident() -> f64 {
    let pages = std::fs::read_to_string("/proc/self/statm").ok();
    let pages = pages.and_then(|text| text.split(' ').nth(1)?.parse::<f64>().ok());
    pages.map_or(f64::NAN, |pages| pages * 4096.0)
}
