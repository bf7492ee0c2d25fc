//! A method that listens has the form of a hook otherwise, with up to eight parameters beside the event.

use ecs_core::{Component, Entity as E};

struct Damage(u32);

#[derive(Component)]
#[component(on(Damage))] //~ ERROR `SelfByValue` cannot listen to `Damage` with
struct SelfByValue;

impl SelfByValue {
    fn on_damage(self, _: &Damage) {}
}

#[derive(Component)]
#[component(on(Damage))] //~ ERROR `TooMany` cannot listen to `Damage` with
struct TooMany;

impl TooMany {
    fn on_damage(&self, _: &Damage, _: E, _: E, _: E, _: E, _: E, _: E, _: E, _: E, _: E) {}
}

#[derive(Component)]
#[component(on(Damage))] //~ ERROR `Async` cannot listen to `Damage` with
struct Async;

impl Async {
    async fn on_damage(&mut self, _: &Damage) {}
}

#[derive(Component)]
#[component(on(Damage))] //~ ERROR `Unsafe` cannot listen to `Damage` with
struct Unsafe;

impl Unsafe {
    unsafe fn on_damage(&mut self, _: &Damage) {}
}

fn main() {}
