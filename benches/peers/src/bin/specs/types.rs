//! Many types, and few entities of each.

use std::hint::black_box;

use peers::sample::{Case, consumption, creation_and_frames};
use peers::work::DT;
use seq_macro::seq;
use specs::prelude::*;

seq!(N in 0..30 {
    #(
        #[derive(Default)]
        struct Part~N(#[allow(dead_code, reason = "it is only stored")] f32);

        storages!(Part~N: DenseVecStorage);
    )*

    pub static PARTS: [fn(&World, Entity); 30] = [#(
        |world, id| _ = world.write_storage().insert(id, Part~N::default()).expect("the entity is alive"),
    )*];

    pub fn register_parts(world: &mut World) {
        #(world.register::<Part~N>();)*
    }
});

fn entities_of_parts(count: usize) -> (World, Vec<Entity>) {
    let mut world = World::new();
    register_parts(&mut world);
    let ids: Vec<Entity> = world.create_iter().take(count).collect();
    for (i, &id) in ids.iter().enumerate() {
        (0..8).for_each(|k| black_box(&PARTS)[(i + k) % 30](&world, id));
    }
    (world, ids)
}

fn alive((world, _): &mut (World, Vec<Entity>)) -> f64 {
    world.entities().join().count() as f64
}

pub fn despawn(count: usize) -> Case {
    let work = |(world, ids): &mut (World, Vec<Entity>)| {
        for &id in &*ids {
            world.delete_entity(id).expect("the entity is alive");
        }
    };
    consumption(count, move || entities_of_parts(count), work, alive)
}

pub fn despawn_at_once(count: usize) -> Case {
    let work = |(world, ids): &mut (World, Vec<Entity>)| world.delete_entities(ids).expect("all are alive");
    consumption(count, move || entities_of_parts(count), work, alive)
}

/// What is done with one of many types.
struct Steps {
    create: fn(&mut World, usize),
    update: fn(&World),
    /// Adds a system of the update.
    schedule: fn(&mut DispatcherBuilder<'static, 'static>),
    sum: fn(&World) -> f64,
}

seq!(N in 0..100 {
    #(
        struct Kind~N(f32);

        storages!(Kind~N: DenseVecStorage);

        struct Update~N;

        impl<'a> System<'a> for Update~N {
            type SystemData = WriteStorage<'a, Kind~N>;

            fn run(&mut self, mut kinds: Self::SystemData) {
                for kind in kinds.as_mut_slice() {
                    kind.0 += DT;
                }
            }
        }
    )*

    static KINDS: [Steps; 100] = [#(
        Steps {
            create: |world, count| {
                world.register::<Kind~N>();
                let ids: Vec<Entity> = world.create_iter().take(count).collect();
                let mut kinds = world.write_storage();
                for id in ids {
                    kinds.insert(id, Kind~N(1.0)).expect("the entity is alive");
                }
            },
            update: |world| Update~N.run_now(world),
            schedule: |builder| builder.add(Update~N, "", &[]),
            sum: |world| {
                world.read_storage::<Kind~N>().as_slice().iter().map(|kind| f64::from(kind.0)).sum()
            },
        },
    )*];
});

fn create_kinds(count: usize) -> World {
    let mut world = World::new();
    black_box(&KINDS).iter().for_each(|kind| (kind.create)(&mut world, count / 100));
    world
}

fn sum_of_kinds(world: &World) -> f64 {
    black_box(&KINDS).iter().map(|kind| (kind.sum)(world)).sum()
}

pub fn many_types(count: usize) -> Case {
    // It does not belong to a world, and has threads of its own: a program makes it once.
    let mut builder = DispatcherBuilder::new();
    black_box(&KINDS).iter().for_each(|kind| (kind.schedule)(&mut builder));
    let mut dispatcher = builder.build();
    let frame = move |world: &mut World| dispatcher.dispatch(world);
    creation_and_frames(count, move || create_kinds(count), frame, |world| sum_of_kinds(world))
}

pub fn many_types_in_sequence(count: usize) -> Case {
    let frame = |world: &mut World| black_box(&KINDS).iter().for_each(|kind| (kind.update)(world));
    creation_and_frames(count, move || create_kinds(count), frame, |world| sum_of_kinds(world))
}
