//! A method that listens takes `self` by reference, then a reference to its event, then what a hook takes.

use ecs_core::{Add, Component, Entity, Remove};

struct Damage(u32);

#[derive(Component)]
#[component(on(Damage))] //~ ERROR `Nothing` cannot listen to `Damage` with
struct Nothing;

impl Nothing {
    fn on_damage(&mut self) {}
}

#[derive(Component)]
#[component(on(Damage))] //~ ERROR `ByValue` cannot listen to `Damage` with
struct ByValue;

impl ByValue {
    fn on_damage(&mut self, _: Damage) {}
}

// Others get the event too.
#[derive(Component)]
#[component(on(Damage))] //~ ERROR `ByMut` cannot listen to `Damage` with
struct ByMut;

impl ByMut {
    fn on_damage(&mut self, _: &mut Damage) {}
}

#[derive(Component)]
#[component(on(Damage))] //~ ERROR `Another` cannot listen to `Damage` with
struct Another;

impl Another {
    fn on_damage(&mut self, _: &u32) {}
}

#[derive(Component)]
#[component(on(Add<Another> = came))] //~ ERROR `Observes` cannot listen to `ecs_core::Add<Another>` with
struct Observes;

impl Observes {
    fn came(&mut self, _: &Remove<Another>) {}
}

#[derive(Component)]
#[component(on(Damage))] //~ ERROR `Second` cannot listen to `Damage` with
struct Second;

impl Second {
    fn on_damage(&mut self, _: Entity, _: &Damage) {}
}

#[derive(Component)]
#[component(on(Damage))] //~ ERROR `WithoutSelf` cannot listen to `Damage` with
struct WithoutSelf;

impl WithoutSelf {
    fn on_damage(_: &Damage) {}
}

#[derive(Component)]
#[component(on(Damage))] //~ ERROR a method that listens cannot return `bool`
struct Returns;

impl Returns {
    fn on_damage(&mut self, _: &Damage) -> bool {
        true
    }
}

fn main() {}
