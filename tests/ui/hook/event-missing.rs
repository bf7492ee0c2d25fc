//! The method of an event is `on_` and the event's name, or the one that the key names. It must exist.

use ecs_core::{Add, Component};

struct Damage;

#[derive(Component)]
#[component(on(Damage))] //~ ERROR no function or associated item named `on_damage`
struct Misspelt;

impl Misspelt {
    fn on_damge(&mut self, _: &Damage) {}
}

#[derive(Component)]
#[component(on(Damage = hit))] //~ ERROR no function or associated item named `hit`
struct Renamed;

#[derive(Component)]
#[component(on(Add<Misspelt>))] //~ ERROR no function or associated item named `on_add_misspelt`
struct Observes;

impl Observes {
    fn on_add(&mut self, _: &Add<Misspelt>) {}
}

#[derive(Component)]
#[component(on(Damage))] //~ ERROR its trait bounds were not satisfied
struct Narrower<T> {
    items: Vec<T>,
}

impl<T: Clone> Narrower<T> {
    fn on_damage(&mut self, _: &Damage) {}
}

fn main() {}
