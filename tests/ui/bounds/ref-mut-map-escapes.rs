//! The closure gives what it got to the guard, and nobody else.

use ecs_core::{Component, Entity, RefMut};

#[derive(Component)]
struct Hero {
    name: String,
    home: String,
}

fn main() {
    let hero = Entity::spawn().insert(Hero { name: String::new(), home: String::new() });
    let mut kept = None;
    let name = RefMut::map(hero.borrow_mut(), |hero| {
        kept = Some(&hero.home); //~ ERROR borrowed data escapes outside of closure
        &mut hero.name
    });
    drop(name);
    println!("{kept:?}");
}
