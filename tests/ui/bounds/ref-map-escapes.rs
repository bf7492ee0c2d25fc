//! What a mapped guard shows does not outlive it.

use ecs_core::{Component, Entity, Ref};

#[derive(Component)]
struct Hero {
    name: String,
}

fn main() {
    let hero = Entity::spawn().insert(Hero { name: String::new() });
    let name: &str = {
        let name = Ref::map(hero.borrow(), |hero| &hero.name);
        &name //~ ERROR `name` does not live long enough
    };
    println!("{name}");
}
