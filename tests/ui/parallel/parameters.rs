//! A parallel hook reads what is `Sync`, writes what is `Send`, and writes no singleton.

use std::cell::Cell;
use std::rc::Rc;

use ecs_core::{Component, Singleton, View};

#[derive(Component)]
struct Seen(Cell<u32>);

#[derive(Component)]
struct Fuel(Rc<u32>);

#[derive(Singleton, Default)]
struct Score(u32);

#[derive(Component)]
#[component(parallel)] //~ ERROR a parallel hook cannot take `String`
struct Text;

impl Text {
    fn update(&mut self, _: String) {}
}

#[derive(Component)]
#[component(parallel)] //~ ERROR a parallel hook cannot take `&Seen`
struct Reads;

impl Reads {
    fn update(&mut self, _: &Seen) {}
}

#[derive(Component)]
#[component(parallel)] //~ ERROR a parallel hook cannot take
struct ReadsAll;

impl ReadsAll {
    fn update(&mut self, _: View<Seen>) {}
}

#[derive(Component)]
#[component(parallel)] //~ ERROR a parallel hook cannot take `Option<&mut Fuel>`
struct Writes;

impl Writes {
    fn update(&mut self, _: Option<&mut Fuel>) {}
}

#[derive(Component)]
#[component(parallel)] //~ ERROR a parallel hook cannot take `&mut Score`
struct Wins;

impl Wins {
    fn update(&mut self, _: &mut Score) {}
}

fn main() {}
