//! bevy_ggrs: snapshots for ggrs, with the schedules of its own bench. It is beside `bevy` with a bevy of its
//! own, the newest that it goes with. Each type is registered.

use bevy_ggrs::prelude::Rollback;
use bevy_ggrs::{AdvanceWorld, ConfirmedFrameCount, LoadWorld, RollbackApp, RollbackFrameCount};
use bevy_ggrs::{SaveWorld, SnapshotPlugin};
use bevy_of_ggrs::MinimalPlugins;
use bevy_of_ggrs::app::App;
use bevy_of_ggrs::ecs::component::{Mutable, StorageType};
use bevy_of_ggrs::prelude::{Component, Query};

use peers::scenario::Scenario;
use peers::serve::serve;
use peers::snapshots::{Counters, KEPT, snapshots};
use peers::way::{Ways, one};

fn main() {
    serve(ways);
}

fn ways(scenario: Scenario) -> Ways {
    match scenario {
        Scenario::Snapshots => one("SaveWorld, LoadWorld", snapshots::<Counting>),
        _ => Err("see bevy_ecs"),
    }
}

#[derive(Clone, Copy)]
struct Number<const N: usize>(i32);

// By hand: the derive takes what is called `bevy_ecs`.
impl<const N: usize> Component for Number<N> {
    const STORAGE_TYPE: StorageType = StorageType::Table;
    type Mutability = Mutable;
}

fn count_up<const N: usize>(mut numbers: Query<&mut Number<N>>) {
    for mut number in &mut numbers {
        number.0 += 1;
    }
}

struct Counting {
    app: App,
    types: usize,
}

impl Counting {
    fn add<const N: usize>(&mut self, count: usize) {
        self.app.add_systems(AdvanceWorld, count_up::<N>);
        self.app.rollback_component_with_copy::<Number<N>>();
        for number in 0..count {
            self.app.world_mut().spawn((Number::<N>(number as i32), Rollback));
        }
    }

    fn sum_of<const N: usize>(&mut self) -> f64 {
        let world = self.app.world_mut();
        world.query::<&Number<N>>().iter(world).map(|number| f64::from(number.0)).sum()
    }
}

impl Counters for Counting {
    fn new(count: usize, types: usize) -> Self {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, SnapshotPlugin));
        let mut counting = Self { app, types };
        counting.add::<0>(count);
        if types == 3 {
            counting.add::<1>(count);
            counting.add::<2>(count);
        }
        counting.app.update();
        counting
    }

    fn advance(&mut self) {
        self.app.world_mut().run_schedule(AdvanceWorld);
    }

    fn save(&mut self, frame: u32) {
        let confirmed = (frame as i32 - KEPT as i32 + 1).max(0);
        self.app.insert_resource(RollbackFrameCount(frame as i32));
        self.app.insert_resource(ConfirmedFrameCount(confirmed));
        self.app.world_mut().run_schedule(SaveWorld);
    }

    fn load(&mut self, frame: u32) {
        self.app.insert_resource(RollbackFrameCount(frame as i32));
        self.app.world_mut().run_schedule(LoadWorld);
    }

    fn sum(&mut self) -> f64 {
        let first = self.sum_of::<0>();
        if self.types == 1 { first } else { first + self.sum_of::<1>() + self.sum_of::<2>() }
    }
}
