//! After the tests of flecs. A name stands after the name of its file: `Entity/add`.

mod commands;
mod entities;
mod observers;
mod order_by;
mod paths;
mod refs;
mod singletons;
mod systems;
mod toggles;
mod tree;

use ecs_core::{Component, Singleton};

#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
struct Position {
    x: i32,
    y: i32,
}

#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
struct Velocity {
    x: i32,
    y: i32,
}

#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
struct Mass(i32);

#[derive(Component, Default)]
struct Tag;

const fn at(x: i32, y: i32) -> Position {
    Position { x, y }
}

#[derive(Singleton, Default)]
struct Log(Vec<i32>);

fn take_log() -> Vec<i32> {
    core::mem::take(&mut Log::borrow_mut().0)
}
