//! Many types, and few entities of each.

use std::hint::black_box;

use flecs_ecs::prelude::*;
use peers::sample::{Case, consumption, creation_and_frames};
use peers::work::DT;
use seq_macro::seq;

seq!(N in 0..30 {
    #(
        #[derive(Component)]
        struct Part~N(#[allow(dead_code, reason = "it is only stored")] f32);
    )*

    pub static SET_PART: [fn(EntityView); 30] = [#(|entity| _ = entity.set(Part~N(0.0)),)*];
});

pub fn despawn(count: usize) -> Case {
    let create = move || {
        let world = World::new();
        let spawn = |i: usize| {
            let entity = world.entity();
            (0..8).for_each(|k| black_box(&SET_PART)[(i + k) % 30](entity));
            entity.id()
        };
        let ids: Vec<_> = (0..count).map(spawn).collect();
        (world, ids)
    };
    let work = |(world, ids): &mut (World, Vec<Entity>)| {
        for &id in &*ids {
            world.entity_from_id(id).destruct();
        }
    };
    consumption(count, create, work, |(world, ids)| {
        ids.iter().filter(|&&id| world.is_alive(id)).count() as f64
    })
}

seq!(N in 0..100 {
    #(
        #[derive(Clone, Component)]
        struct Kind~N(f32);

        impl Kind for Kind~N {
            const NEW: Self = Self(1.0);

            fn add_system(world: &World) {
                world.system::<&mut Self>().each(|kind| kind.0 += DT);
            }

            fn sum(world: &World) -> f64 {
                let mut sum = 0.0;
                world.new_query::<&mut Self>().each(|kind| sum += f64::from(kind.0));
                sum
            }
        }
    )*

    static CREATE_KINDS: [fn(&World, usize); 100] = [#(create_kinds::<Kind~N>,)*];
    static ADD_KIND_SYSTEMS: [fn(&World); 100] = [#(Kind~N::add_system,)*];
    static SUM_KINDS: [fn(&World) -> f64; 100] = [#(Kind~N::sum,)*];
});

trait Kind: Clone + ComponentId + DataComponent {
    const NEW: Self;

    fn add_system(world: &World);

    fn sum(world: &World) -> f64;
}

fn create_kinds<T: Kind>(world: &World, count: usize) {
    world.entity_bulk(count as u32).set(&vec![T::NEW; count]).build();
}

/// A world, and whether it has its systems: they are added in the first frame.
struct Kinds {
    world: World,
    has_systems: bool,
}

impl Kinds {
    fn update(&mut self) {
        if !self.has_systems {
            black_box(&ADD_KIND_SYSTEMS).iter().for_each(|add| add(&self.world));
            self.has_systems = true;
        }
        self.world.progress();
    }
}

pub fn many_types(count: usize) -> Case {
    let create = move || {
        let world = World::new();
        let creates = black_box(&CREATE_KINDS);
        creates.iter().for_each(|create| create(&world, count / creates.len()));
        Kinds { world, has_systems: false }
    };
    creation_and_frames(count, create, Kinds::update, |kinds| {
        black_box(&SUM_KINDS).iter().map(|sum| sum(&kinds.world)).sum()
    })
}
