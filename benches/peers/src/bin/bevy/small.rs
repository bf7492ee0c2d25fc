//! Worlds of one entity, and queries that visit one.

use bevy_ecs::prelude::*;
use peers::rooms::Room;
use peers::sample::{Case, two_frames};

use crate::suite::{A, B, C, D, E, Pairs, sum_of_a};

/// A world and a query that is made with it.
pub struct Small {
    pub world: World,
    all: QueryState<&'static mut A>,
}

impl Room for Small {
    fn new() -> Self {
        let mut world = World::new();
        world.spawn((A(0.0), B(1.0), C(2.0), D(3.0), E(4.0)));
        Self { all: world.query(), world }
    }

    fn update(&mut self) {
        self.all.iter_mut(&mut self.world).for_each(|mut a| a.0 += 1.0);
    }

    fn value(&mut self) -> f64 {
        sum_of_a(&mut self.world)
    }
}

pub fn prepare(_: usize) -> Case {
    let mut small = Small::new();
    let mut pairs: Pairs = small.world.query();
    let two = move |small: &mut Small| {
        pairs.iter_mut(&mut small.world).for_each(|(mut a, b)| a.0 += b.0);
    };
    two_frames(1, small, Small::update, two, Small::value)
}
