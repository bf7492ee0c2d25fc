//! In which order entities come to be, where the way through them may depend on it.

use crate::sample::{Case, Sample, time_frames};

/// Entities of one kind that are spawned one after the other.
#[derive(Clone, Copy)]
pub struct Run {
    /// One of the four kinds of the scenario `schedule`.
    pub kind: usize,
    /// How many there are.
    pub count: usize,
}

/// Times frames over two worlds of four kinds of entities: of one kind after the other, and of all in turn.
pub fn frames_by_kinds<W: 'static>(
    count: usize,
    world: impl Fn(&[Run]) -> W,
    frame: impl FnMut(&mut W) + 'static,
    sum: impl FnMut(&mut W) -> f64 + 'static,
) -> Case {
    let of_each = count / 4;
    let in_blocks: Vec<_> = (0..4).map(|kind| Run { kind, count: of_each }).collect();
    let in_turn: Vec<_> = (0..count).map(|place| Run { kind: place % 4, count: 1 }).collect();
    over_each(count, [in_blocks, in_turn].map(|runs| world(&runs)), frame, sum)
}

/// How the entities come to their two components in the scenario `join`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// To both together, and there are no others.
    Same,
    /// To both together, in turn with an entity that has only the first one and one that has only the second.
    Interleaved,
    /// To the first one in turn, to the second at random.
    Random,
}

/// Times frames over a world for each order.
pub fn frames_by_order<W: 'static>(
    count: usize,
    world: impl Fn(Order) -> W,
    frame: impl FnMut(&mut W) + 'static,
    sum: impl FnMut(&mut W) -> f64 + 'static,
) -> Case {
    over_each(count, [Order::Same, Order::Interleaved, Order::Random].map(world), frame, sum)
}

/// Times frames over some worlds, one after the other.
fn over_each<W: 'static, const N: usize>(
    count: usize,
    mut worlds: [W; N],
    mut frame: impl FnMut(&mut W) + 'static,
    mut sum: impl FnMut(&mut W) -> f64 + 'static,
) -> Case {
    Box::new(move || Sample {
        figures: worlds.iter_mut().map(|world| time_frames(count, world, &mut frame)).collect(),
        sum: worlds.iter_mut().map(&mut sum).sum(),
    })
}
