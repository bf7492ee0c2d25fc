//! A hook borrows its siblings, views and itself for its turn, and keeps none of them.

use std::cell::RefCell;

use ecs_core::{Component, View};

#[derive(Component)]
struct Wind(f32);

#[derive(Component)]
struct Update; //~ ERROR is not general enough

impl Update {
    fn update(&mut self, _: &'static mut Wind) {}
}

#[derive(Component)]
struct Init; //~ ERROR is not general enough

impl Init {
    fn init(&mut self, _: &'static mut Wind) {}
}

#[derive(Component)]
struct Shutdown; //~ ERROR is not general enough

impl Shutdown {
    fn shutdown(&mut self, _: Option<&'static Wind>) {}
}

thread_local! {
    static KEPT: RefCell<Option<View<'static, Wind>>> = const { RefCell::new(None) };
}

#[derive(Component)]
struct All;

impl All {
    fn update(&mut self, winds: View<Wind>) {
        KEPT.replace(Some(winds)); //~ ERROR borrowed data escapes outside of method
    }
}

fn main() {}
