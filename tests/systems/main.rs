//! Schedules: in which order systems run, when they do not, how they begin and end, and what is refused.

mod apart;
mod chains;
mod conditions;
mod life;
mod order;
mod parallel_groups;
mod phases;
mod places;
mod readers;
mod refusals;
mod sets;
mod several_worlds;
mod shuffle;
mod side_by_side;
mod spawning;
mod structs;
#[path = "../support/mod.rs"]
mod support;
mod threads;
mod turns;
mod watching;

use std::sync::Arc;

use ecs_core::systems::Item;
use ecs_core::{Component, Singleton, System, SystemId, World};

#[derive(Component, Default, Debug, PartialEq)]
struct A(u32);

#[derive(Component, Default, Debug, PartialEq)]
struct B(u32);

#[derive(Component, Default, Debug, PartialEq)]
struct C(u32);

/// What the systems have done, in order.
#[derive(Singleton, Default)]
struct Log(Vec<usize>);

fn take_log() -> Vec<usize> {
    core::mem::take(&mut Log::borrow_mut().0)
}

/// The systems that note their number.
struct Nth<const N: usize>;

impl<const N: usize> System for Nth<N> {
    type Params = (&'static mut Log,);

    fn update(&mut self, (log,): Item<'_, Self::Params>) {
        log.0.push(N);
    }
}

fn id<const N: usize>() -> SystemId {
    SystemId::of::<Nth<N>>()
}

/// Lets the current world use so many threads.
fn on_threads(threads: usize) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads start");
    World::set_thread_pool(Arc::new(pool)).expect("there is a world");
}
