//! A field of what a system takes is a parameter of systems; of what a condition takes, one that only reads.
//!
//! The functions have the bounds of the library, so that the texts quote this file.

use std::cell::Cell;

use ecs_core::hook::{ParSystemParam, ReadParam};
use ecs_core::{Component, Query, Singleton, SystemParam, View};

#[derive(Component)]
struct Position(f32);

#[derive(Component)]
struct Shown(Cell<u32>);

#[derive(Singleton, Default)]
struct Score(u32);

struct Noted;

#[derive(SystemParam)]
struct TakesValue<'w> {
    positions: View<'w, Position>,
    name: String, //~ ERROR a system cannot take `String`
}

#[derive(SystemParam)]
struct TakesComponent<'w>(&'w mut Position); //~ ERROR a system cannot take `&'w mut Position`

#[derive(SystemParam)]
struct TakesOther<'w> {
    score: &'w Score,
    noted: &'w Noted, //~ ERROR a system cannot take `&'w Noted`
}

#[derive(SystemParam)]
struct Writes<'w> {
    positions: Query<'w, &'w mut Position>,
}

#[derive(SystemParam)]
struct Local<'w> {
    shown: View<'w, Shown>,
}

fn reads<P: ReadParam>() {}

fn travels<P: ParSystemParam>() {}

fn main() {
    reads::<Writes>(); //~ ERROR a condition cannot take
    travels::<Local>(); //~ ERROR cannot be shared between threads
}
