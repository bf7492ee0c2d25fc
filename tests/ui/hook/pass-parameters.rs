//! A pass hook takes the time, siblings, singletons, views and commands; nothing else.

use ecs_core::{Component, Handle, Query};

#[derive(Component)]
struct Wind;

#[derive(Component)]
struct Text; //~ ERROR a hook cannot take `String`

impl Text {
    fn update(&mut self, _: String) {}
}

#[derive(Component)]
struct Dt; //~ ERROR a hook cannot take `f64`

impl Dt {
    fn fixed_update(&mut self, _: f64) {}
}

#[derive(Component)]
struct ByValue; //~ ERROR a hook cannot take `Wind`

impl ByValue {
    fn update(&mut self, _: Wind) {}
}

#[derive(Component)]
struct ByHandle; //~ ERROR a hook cannot take `ecs_core::Handle<Wind>`

impl ByHandle {
    fn late_update(&mut self, _: f32, _: Handle<Wind>) {}
}

// Bevy's way: a hook opens a query by `query`.
#[derive(Component)]
struct ByQuery; //~ ERROR a hook cannot take `Query<'_, &Wind>`

impl ByQuery {
    fn update(&mut self, _: Query<&Wind>) {}
}

fn main() {}
