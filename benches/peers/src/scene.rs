//! The scenarios of scenes: local transforms of nodes are written, and world transforms follow down a forest.

use std::hint::black_box;
use std::time::{Duration, Instant};

use crate::changes::{Change, Changes};
use crate::forest::Forest;
use crate::sample::{Case, Sample, frames_a_sample};
use crate::work::Random;

/// What a peer makes of a forest. Nodes are named by their numbers.
pub trait Scene: 'static {
    /// Moves every node, seen from its parent, by [`Local::STEP`](crate::forest::Local::STEP).
    fn move_all(&mut self);
    /// Moves some nodes, each found by its number.
    fn move_some(&mut self, nodes: &[u32]);
    /// Brings the world transforms up to date.
    fn propagate(&mut self);
    /// Adds up the axes of the world positions of all nodes.
    fn sum(&mut self) -> f64;
}

/// A scene whose forest changes.
pub trait Changing: Scene {
    /// Makes these changes, one after the other.
    fn change(&mut self, changes: &[Change]);
}

/// Times frames in which all nodes move, a random hundredth, and none, over a wide forest.
pub fn scene<S: Scene>(count: usize, make: fn(&Forest) -> S) -> Case {
    let mut scene = make(&Forest::wide(count));
    let mut random = Random::default();
    Box::new(move || {
        let all = time(count, &mut scene, || (), |scene, ()| scene.move_all());
        let draw = || (0..count / 100).map(|_| random.below(count) as u32).collect();
        let some = time(count, &mut scene, draw, |scene, nodes: &Vec<u32>| scene.move_some(nodes));
        let none = time(count, &mut scene, || (), |_, ()| ());
        let figures = [all.whole, all.propagation, some.whole, some.propagation, none.propagation];
        Sample { figures: figures.map(|time| nanos(time) / count as f64).to_vec(), sum: scene.sum() }
    })
}

/// Times frames in which the only root of a forest moves.
pub fn one_root<S: Scene>(count: usize, shape: fn(usize) -> Forest, make: fn(&Forest) -> S) -> Case {
    let mut scene = make(&shape(count));
    Box::new(move || {
        let times = time(count, &mut scene, || (), |scene, ()| scene.move_some(&[0]));
        Sample { figures: vec![nanos(times.whole) / count as f64], sum: scene.sum() }
    })
}

/// Times frames with 1,000 changes of a deep forest, and frames without any.
pub fn changes<S: Changing>(count: usize, make: fn(&Forest) -> S) -> Case {
    let forest = Forest::deep(count);
    let mut scene = make(&forest);
    let mut changes = Changes::new(&forest);
    drop(forest);
    Box::new(move || {
        let draw = || changes.draw(1000);
        let changing = time(count, &mut scene, draw, |scene, changes: &Vec<Change>| scene.change(changes));
        let none = time(count, &mut scene, || (), |_, ()| ());
        let figures = [changing.whole, changing.propagation, none.propagation];
        Sample { figures: figures.map(|time| nanos(time) / 1e3).to_vec(), sum: scene.sum() }
    })
}

/// How long a frame takes.
struct Times {
    whole: Duration,
    /// Without what was written or changed before it.
    propagation: Duration,
}

/// Times the frames of a sample, after one that is not timed. What `draw` returns is given to `write`, and is
/// not timed either.
fn time<S: Scene, W>(
    count: usize,
    scene: &mut S,
    mut draw: impl FnMut() -> W,
    write: impl Fn(&mut S, &W),
) -> Times {
    let mut times = Times { whole: Duration::ZERO, propagation: Duration::ZERO };
    let frames = frames_a_sample(count) as u32;
    for frame in 0..=frames {
        let work = black_box(draw());
        let start = Instant::now();
        write(black_box(scene), &work);
        let written = Instant::now();
        scene.propagate();
        let end = Instant::now();
        if frame > 0 {
            times.whole += end - start;
            times.propagation += end - written;
        }
    }
    Times { whole: times.whole / frames, propagation: times.propagation / frames }
}

fn nanos(time: Duration) -> f64 {
    time.as_nanos() as f64
}
