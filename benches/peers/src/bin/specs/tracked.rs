//! Transforms whose changes are tracked.

use std::hint::black_box;

use peers::sample::{Case, two_frames};
use peers::work::{DT, Vec3};
use specs::prelude::*;

use crate::airplanes::Airplane;

struct Flagged(Vec3);

impl Component for Flagged {
    type Storage = FlaggedStorage<Self, VecStorage<Self>>;
}

/// The storage sends an event for each change. A reader takes them after each frame.
pub fn tracked(count: usize) -> Case {
    let mut world = World::new();
    world.register::<Airplane>();
    world.register::<Flagged>();
    for _ in 0..count {
        let builder = world.create_entity();
        let airplane = Airplane::new(builder.entity);
        builder.with(airplane).with(Flagged([0.0; 3])).build();
    }
    let reader = world.write_storage::<Flagged>().register_reader();
    let by_reference = |(world, reader): &mut (World, ReaderId<ComponentEvent>)| {
        let airplanes = world.read_storage::<Airplane>();
        let mut places = world.write_storage::<Flagged>();
        for airplane in airplanes.join() {
            let place = places.get_mut(airplane.transform).expect("the place is there");
            place.0[1] += airplane.speed * DT;
        }
        black_box(places.channel().read(reader).count());
    };
    let by_iteration = |(world, reader): &mut (World, ReaderId<ComponentEvent>)| {
        let airplanes = world.read_storage::<Airplane>();
        let mut places = world.write_storage::<Flagged>();
        for (airplane, place) in (&airplanes, &mut places).join() {
            place.0[1] += airplane.speed * DT;
        }
        black_box(places.channel().read(reader).count());
    };
    two_frames(count, (world, reader), by_reference, by_iteration, |(world, _)| {
        world.read_storage::<Flagged>().join().map(|place| f64::from(place.0[1])).sum()
    })
}
