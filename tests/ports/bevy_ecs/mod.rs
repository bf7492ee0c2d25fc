//! After the tests of bevy_ecs.

/// Runs one system once.
macro_rules! run {
    ($system:expr) => {
        ecs_core::Schedule::new().add($system).run(0.1)
    };
}

/// Says whether a schedule takes the parameters of a system.
macro_rules! is_taken {
    ($system:expr) => {
        super::takes(ecs_core::Schedule::new().add($system))
    };
}

mod bundles;
mod changes;
mod commands;
mod entities;
mod observers;
mod order;
mod queries;
mod readers;
mod required;
mod sets;
mod singletons;
mod structs;
mod systems;
mod told_apart;
mod tree;

use ecs_core::{Component, Schedule, ScheduleError, Singleton};

#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct A(usize);

#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct B(usize);

#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct C(usize);

/// A tag.
#[derive(Component, Default)]
struct Marked;

/// What systems note.
#[derive(Singleton, Default)]
struct Log(Vec<u32>);

fn take_log() -> Vec<u32> {
    core::mem::take(&mut Log::borrow_mut().0)
}

/// A system that notes its number.
fn note<const N: u32>(log: &mut Log) {
    log.0.push(N);
}

fn takes(mut schedule: Schedule) -> bool {
    match schedule.try_run(0.1) {
        Ok(()) => true,
        Err(ScheduleError::Twice { .. }) => false,
        Err(error) => panic!("{error}"),
    }
}
