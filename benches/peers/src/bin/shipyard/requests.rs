//! What systems hear, and what running them costs.

use std::hint::black_box;

use peers::sample::{Case, frames};
use peers::scenario::Scenario;
use peers::way::{BY_COMPONENT, LEFT_OUT, Ways, one};
use shipyard::{Component, EntitiesView, EntityId, Remove, ViewMut, Workload, World};

/// How a scenario of this file is done.
pub fn ways(scenario: Scenario) -> Ways {
    match scenario {
        Scenario::Gone => one("Removal", gone),
        Scenario::EmptySystems => one("workload, without sets and conditions", empty_systems),
        Scenario::Fields => Err(BY_COMPONENT),
        _ => Err(LEFT_OUT),
    }
}

#[derive(Component)]
#[track(Removal)]
struct Fire(#[allow(dead_code, reason = "it is only stored")] f32);

fn gone(count: usize) -> Case {
    let mut world = World::new();
    let all: Vec<EntityId> = world.bulk_add_entity((0..count).map(|_| (Fire(0.0),))).collect();
    let frame = move |(world, heard): &mut (World, f64)| {
        world.run(|entities: EntitiesView, mut fires: ViewMut<Fire>| {
            for &entity in all.iter().step_by(10) {
                fires.remove(entity);
                entities.add_component(entity, &mut fires, Fire(1.0));
            }
        });
        world.run(|mut fires: ViewMut<Fire>| {
            *heard += fires.removed().count() as f64;
            fires.clear_all_removed();
        });
    };
    frames(count / 10, (world, 0.0), frame, |(_, heard)| *heard)
}

fn empty_systems(count: usize) -> Case {
    fn nothing() {
        black_box(());
    }
    let world = World::new();
    let workload = (0..count).fold(Workload::new("empty"), |workload, _| workload.with_system(nothing));
    workload.add_to_world(&world).expect("the name is new");
    frames(count, world, |world| world.run_workload("empty").expect("it is there"), |_| 0.0)
}
