//! A type observes additions, and does not say of what.

use ecs_core::{Add, Component};

#[derive(Component)]
#[component(on(Add = came))] //~ ERROR missing generics for struct `ecs_core::Add`
struct Radar;

#[derive(Component)]
struct Enemy;

impl Radar {
    fn came(&mut self, _: &Add<Enemy>) {}
}

fn main() {
    let _ = (Enemy, Radar);
}
