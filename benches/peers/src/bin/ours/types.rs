//! Many types, and few entities of each.

use std::hint::black_box;

use ecs_core::{Component, Entity, World, query, update_all};
use peers::sample::{Case, consumption, creation_and_frames, frames};
use peers::work::DT;
use seq_macro::seq;

use crate::airplanes::{despawn_at_once, despawn_each};

seq!(N in 0..30 {
    #(
        #[derive(Component, Default)]
        struct Part~N(#[allow(dead_code, reason = "it is only stored")] f32);
    )*

    static PARTS: [fn(Entity); 30] = [#(|entity| _ = entity.add::<Part~N>(),)*];
});

pub fn despawn<const AT_ONCE: bool>(count: usize) -> Case {
    let create = move || -> Vec<Entity> {
        let spawn = |i: usize| {
            let entity = Entity::spawn();
            (0..8_usize).for_each(|k| black_box(&PARTS)[(i + k) % 30](entity));
            entity
        };
        (0..count).map(spawn).collect()
    };
    let work = |ids: &mut Vec<Entity>| if AT_ONCE { despawn_at_once(ids) } else { despawn_each(ids) };
    consumption(count, create, work, |_| World::stats().alive as f64)
}

seq!(N in 0..100 {
    #(
        #[derive(Component)]
        struct Kind~N(f32);

        impl Kind~N {
            fn update(&mut self, dt: f32) {
                self.0 += dt;
            }

            fn sum() -> f64 {
                Self::view().iter().map(|kind| f64::from(kind.0)).sum()
            }
        }
    )*

    static KINDS: [fn(); 100] = [#(|| _ = Entity::spawn().with(Kind~N(1.0)),)*];

    static SUMS: [fn() -> f64; 100] = [#(Kind~N::sum,)*];
});

pub fn many_types(count: usize) -> Case {
    let create = move || {
        let world = World::new();
        world.enter(|| black_box(&KINDS).iter().for_each(|spawn| (0..count / 100).for_each(|_| spawn())));
        world
    };
    let frame = |world: &mut World| world.enter(|| update_all(DT));
    creation_and_frames(count, create, frame, |world| {
        world.enter(|| black_box(&SUMS).iter().map(|sum| sum()).sum())
    })
}

// ---- one type of 26 kinds of entities ----

#[derive(Component)]
struct Data(f32);

impl Data {
    fn update(&mut self) {
        self.0 *= 1.0001;
    }

    fn sum() -> f64 {
        Self::view().iter().map(|data| f64::from(data.0)).sum()
    }
}

fn spawn_fragments(count: usize) {
    for part in &black_box(&PARTS)[..26] {
        for _ in 0..count / 26 {
            let entity = Entity::spawn();
            part(entity);
            entity.insert(Data(1.0));
        }
    }
}

fn fragmented(count: usize, frame: impl Fn() + 'static) -> Case {
    spawn_fragments(count);
    frames(count, (), move |()| frame(), |()| Data::sum())
}

pub fn fragmented_by_frame(count: usize) -> Case {
    fragmented(count, || update_all(DT))
}

pub fn fragmented_by_pass(count: usize) -> Case {
    fragmented(count, || Data::update_all(DT))
}

pub fn fragmented_by_pass_entered(count: usize) -> Case {
    let world = World::new();
    world.enter(|| spawn_fragments(count));
    let frame = |world: &mut World| world.enter(|| Data::update_all(DT));
    frames(count, world, frame, |world| world.enter(Data::sum))
}

pub fn fragmented_by_each(count: usize) -> Case {
    fragmented(count, || query::<&mut Data>().each(|data| data.0 *= 1.0001))
}

pub fn fragmented_by_for(count: usize) -> Case {
    fragmented(count, || {
        for data in &mut query::<&mut Data>() {
            data.0 *= 1.0001;
        }
    })
}
