//! Worlds of one entity, and queries that visit one.

use hecs::{PreparedQuery, World};
use peers::rooms::Room;
use peers::sample::{Case, two_frames};

use crate::suite::{A, B, C, D, E, sum_of_a};

pub struct Small(pub World);

impl Room for Small {
    fn new() -> Self {
        let mut world = World::new();
        world.spawn((A(0.0), B(1.0), C(2.0), D(3.0), E(4.0)));
        Self(world)
    }

    fn update(&mut self) {
        for a in self.0.query_mut::<&mut A>() {
            a.0 += 1.0;
        }
    }

    fn value(&mut self) -> f64 {
        sum_of_a(&mut self.0)
    }
}

pub fn prepare(_: usize) -> Case {
    let two = |Small(world): &mut Small| {
        for (a, b) in world.query_mut::<(&mut A, &B)>() {
            a.0 += b.0;
        }
    };
    two_frames(1, Small::new(), Small::update, two, Small::value)
}

pub fn prepare_prepared(_: usize) -> Case {
    let (mut all, mut pairs) = (PreparedQuery::<&mut A>::new(), PreparedQuery::<(&mut A, &B)>::new());
    let one = move |Small(world): &mut Small| {
        for a in all.query_mut(world) {
            a.0 += 1.0;
        }
    };
    let two = move |Small(world): &mut Small| {
        for (a, b) in pairs.query_mut(world) {
            a.0 += b.0;
        }
    };
    two_frames(1, Small::new(), one, two, Small::value)
}
