//! A hook of one component's life has no time step, no views and no commands.

use ecs_core::{Commands, Component, View};

struct Damage;

#[derive(Component)]
struct Wind;

#[derive(Component)]
struct Text; //~ ERROR a hook cannot take `String`

impl Text {
    fn on_enable(&mut self, _: String) {}
}

#[derive(Component)]
struct Dt; //~ ERROR a hook cannot take `f32`

impl Dt {
    fn start(&mut self, _: f32) {}
}

#[derive(Component)]
struct All; //~ ERROR a hook cannot take `ecs_core::View<'_, Wind>`

impl All {
    fn init(&mut self, _: View<Wind>) {}
}

#[derive(Component)]
struct Later; //~ ERROR a hook cannot take `ecs_core::Commands<'_>`

impl Later {
    fn shutdown(&mut self, _: Commands) {}
}

#[derive(Component)]
#[component(on(Damage))] //~ ERROR a hook cannot take `f32`
struct Listens;

impl Listens {
    fn on_damage(&mut self, _: &Damage, _: f32) {}
}

fn main() {}
