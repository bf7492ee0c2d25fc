//! Worlds of one entity, and queries that visit one.

use peers::rooms::Room;
use peers::sample::{Case, two_frames};
use specs::prelude::*;

use crate::suite::{A, B, C, D, E, add, sum_of_a};

pub struct Small(pub World);

impl Room for Small {
    fn new() -> Self {
        let mut world = World::new();
        world.register::<A>();
        world.register::<B>();
        world.register::<C>();
        world.register::<D>();
        world.register::<E>();
        world.create_entity().with(A(0.0)).with(B(1.0)).with(C(2.0)).with(D(3.0)).with(E(4.0)).build();
        Self(world)
    }

    fn update(&mut self) {
        for a in (&mut self.0.write_storage::<A>()).join() {
            a.0 += 1.0;
        }
    }

    fn value(&mut self) -> f64 {
        sum_of_a(&self.0)
    }
}

pub fn prepare(_: usize) -> Case {
    two_frames(1, Small::new(), Small::update, |small| add(&mut small.0), Small::value)
}
