//! A reference that a hook takes is one to a component. The time is a value, and there is no world to take.

use ecs_core::{Component, Time, World};

struct Damage;

struct Wind;

#[derive(Component)]
struct Sibling; //~ ERROR `Wind` is not a component

impl Sibling {
    fn update(&mut self, _: &Wind) {}
}

#[derive(Component)]
#[component(on(Damage))] //~ ERROR `Wind` is not a component
struct Listens;

impl Listens {
    fn on_damage(&mut self, _: &Damage, _: Option<&Wind>) {}
}

#[derive(Component)]
struct OfTheWorld; //~ ERROR `ecs_core::World` is not a component

impl OfTheWorld {
    fn update(&mut self, _: &mut World) {}
}

#[derive(Component)]
struct OfTime; //~ ERROR `Time` is not a component

impl OfTime {
    fn update(&mut self, _: &Time) {}
}

fn main() {}
