//! Worlds of one entity, and queries that visit one.

use peers::rooms::Room;
use peers::sample::{Case, two_frames};
use shipyard::{IntoIter, ViewMut, World};

use crate::suite::{A, B, C, D, E, add, sum_of_a};

pub struct Small(pub World);

impl Room for Small {
    fn new() -> Self {
        let mut world = World::new();
        world.add_entity((A(0.0), B(1.0), C(2.0), D(3.0), E(4.0)));
        Self(world)
    }

    fn update(&mut self) {
        self.0.run(|mut a: ViewMut<A>| (&mut a).iter().for_each(|a| a.0 += 1.0));
    }

    fn value(&mut self) -> f64 {
        sum_of_a(&mut self.0)
    }
}

pub fn prepare(_: usize) -> Case {
    two_frames(1, Small::new(), Small::update, |small| small.0.run(add), Small::value)
}
