//! Many types, and few entities of each.

use std::hint::black_box;

use peers::sample::{Case, consumption, creation_and_frames};
use peers::work::DT;
use seq_macro::seq;
use shipyard::{Component, EntitiesView, EntityId, IntoIter, View, ViewMut, Workload, World};

seq!(N in 0..30 {
    #(
        #[derive(Component, Default)]
        struct Part~N(#[allow(dead_code, reason = "it is only stored")] f32);
    )*

    pub static PARTS: [fn(&mut World, EntityId); 30] =
        [#(|world, id| world.add_component(id, Part~N::default()),)*];
});

pub fn despawn(count: usize) -> Case {
    let create = move || {
        let mut world = World::new();
        let ids: Vec<EntityId> = (0..count).map(|_| world.add_entity(())).collect();
        for (i, &id) in ids.iter().enumerate() {
            (0..8).for_each(|k| black_box(&PARTS)[(i + k) % 30](&mut world, id));
        }
        (world, ids)
    };
    let work = |(world, ids): &mut (World, Vec<EntityId>)| {
        for &id in &*ids {
            world.delete_entity(id);
        }
    };
    consumption(count, create, work, |(world, _)| {
        world.run(|entities: EntitiesView| entities.iter().count() as f64)
    })
}

/// What is done with one of many types.
struct Steps {
    create: fn(&mut World, usize),
    update: fn(&World),
    /// Adds the update to a workload.
    schedule: fn(Workload) -> Workload,
    sum: fn(&World) -> f64,
}

seq!(N in 0..100 {
    #(
        #[derive(Component)]
        struct Kind~N(f32);

        fn update_~N(mut kinds: ViewMut<Kind~N>) {
            (&mut kinds).iter().for_each(|kind| kind.0 += DT);
        }
    )*

    static KINDS: [Steps; 100] = [#(
        Steps {
            create: |world, count| _ = world.bulk_add_entity((0..count).map(|_| (Kind~N(1.0),))),
            update: |world| world.run(update_~N),
            schedule: |workload| workload.with_system(update_~N),
            sum: |world| world.run(|kinds: View<Kind~N>| kinds.iter().map(|kind| f64::from(kind.0)).sum()),
        },
    )*];
});

fn create_kinds(count: usize) -> World {
    let mut world = World::new();
    black_box(&KINDS).iter().for_each(|kind| (kind.create)(&mut world, count / 100));
    world
}

fn sum_of_kinds(world: &mut World) -> f64 {
    black_box(&KINDS).iter().map(|kind| (kind.sum)(world)).sum()
}

pub fn many_types(count: usize) -> Case {
    const UPDATES: &str = "updates";
    let create = move || {
        let world = create_kinds(count);
        let updates = Workload::new(UPDATES);
        let updates = black_box(&KINDS).iter().fold(updates, |updates, kind| (kind.schedule)(updates));
        updates.add_to_world(&world).expect("the name is new");
        world
    };
    let frame = |world: &mut World| world.run_workload(UPDATES).expect("no system fails");
    creation_and_frames(count, create, frame, sum_of_kinds)
}

pub fn many_types_in_sequence(count: usize) -> Case {
    let frame = |world: &mut World| black_box(&KINDS).iter().for_each(|kind| (kind.update)(world));
    creation_and_frames(count, move || create_kinds(count), frame, sum_of_kinds)
}
