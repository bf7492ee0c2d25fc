//! A guard on a part stays on its thread, whatever the part is.

use ecs_core::{Component, Entity, Ref};

#[derive(Component)]
struct Hero {
    age: u32,
}

fn main() {
    let hero = Entity::spawn().insert(Hero { age: 3 });
    let age: Ref<u32> = Ref::map(hero.borrow(), |hero| &hero.age);
    std::thread::spawn(move || println!("{age}")); //~ ERROR cannot be sent between threads safely
}
