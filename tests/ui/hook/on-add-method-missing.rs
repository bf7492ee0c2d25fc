//! The method has another name than the one that the key stands for.

use ecs_core::{Add, Component};

#[derive(Component)]
struct Enemy;

#[derive(Component)]
#[component(on(Add<Enemy>))] //~ ERROR no function or associated item named `on_add_enemy`
struct Radar;

impl Radar {
    fn on_add(&mut self, _: &Add<Enemy>) {}
}

fn main() {
    let _ = (Enemy, Radar);
}
