//! Worlds of one entity, and queries that visit one.

use peers::rooms::Room;
use peers::sample::{Case, two_frames};
use sparsey::World;

use crate::suite::{A, B, C, D, E, sum_of_a};

pub struct Small(pub World);

impl Room for Small {
    fn new() -> Self {
        let mut builder = World::builder();
        builder.register::<A>().register::<B>().register::<C>().register::<D>().register::<E>();
        let mut world = builder.build();
        world.create((A(0.0), B(1.0), C(2.0), D(3.0), E(4.0)));
        Self(world)
    }

    fn update(&mut self) {
        self.0.borrow_mut::<A>().as_mut_slice().iter_mut().for_each(|a| a.0 += 1.0);
    }

    fn value(&mut self) -> f64 {
        sum_of_a(&mut self.0)
    }
}

pub fn prepare(_: usize) -> Case {
    let two = |Small(world): &mut Small| world.for_each::<(&mut A, &B)>(|(a, b)| a.0 += b.0);
    two_frames(1, Small::new(), Small::update, two, Small::value)
}
