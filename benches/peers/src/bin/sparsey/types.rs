//! Many types, and few entities of each.

use std::hint::black_box;

use peers::sample::{Case, consumption, creation_and_frames};
use peers::work::DT;
use seq_macro::seq;
use sparsey::World;
use sparsey::entity::Entity;

seq!(N in 0..30 {
    #(
        #[derive(Default)]
        struct Part~N(#[allow(dead_code, reason = "it is only stored")] f32);
    )*

    pub static PARTS: [fn(&mut World, Entity); 30] =
        [#(|world, id| _ = world.insert(id, (Part~N::default(),)),)*];

    pub fn register_parts(world: &mut World) {
        #(world.register::<Part~N>();)*
    }
});

pub fn despawn(count: usize) -> Case {
    let create = move || {
        let mut world = World::default();
        register_parts(&mut world);
        let ids: Vec<Entity> = (0..count).map(|_| world.create(())).collect();
        for (i, &id) in ids.iter().enumerate() {
            (0..8).for_each(|k| black_box(&PARTS)[(i + k) % 30](&mut world, id));
        }
        (world, ids)
    };
    let work = |(world, ids): &mut (World, Vec<Entity>)| {
        for &id in &*ids {
            world.destroy(id);
        }
    };
    consumption(count, create, work, |(world, _)| world.entities().len() as f64)
}

/// What is done with one of many types.
struct Steps {
    create: fn(&mut World, usize),
    update: fn(&World),
    sum: fn(&World) -> f64,
}

seq!(N in 0..100 {
    #(struct Kind~N(f32);)*

    static KINDS: [Steps; 100] = [#(
        Steps {
            create: |world, count| {
                world.register::<Kind~N>();
                world.extend((0..count).map(|_| (Kind~N(1.0),)));
            },
            update: |world| {
                world.borrow_mut::<Kind~N>().as_mut_slice().iter_mut().for_each(|kind| kind.0 += DT);
            },
            sum: |world| world.borrow::<Kind~N>().as_slice().iter().map(|kind| f64::from(kind.0)).sum(),
        },
    )*];
});

pub fn many_types(count: usize) -> Case {
    let create = move || {
        let mut world = World::default();
        black_box(&KINDS).iter().for_each(|kind| (kind.create)(&mut world, count / 100));
        world
    };
    let frame = |world: &mut World| black_box(&KINDS).iter().for_each(|kind| (kind.update)(world));
    let sum = |world: &mut World| black_box(&KINDS).iter().map(|kind| (kind.sum)(world)).sum();
    creation_and_frames(count, create, frame, sum)
}
