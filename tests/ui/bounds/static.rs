//! Events, observers and systems own what they have: they may be called after the caller has returned.
//!
//! The functions have the bounds of what they call. So the texts quote this file, and none of the library.

use ecs_core::{Add, Component, Entity, Schedule, observe};

struct Damage<'a>(&'a str);

#[derive(Component)]
struct Plane;

fn send<E: 'static>(entity: Entity, event: E) {
    entity.send(event);
}

fn events() {
    let reason = String::from("a bird");
    send(Entity::spawn().with(Plane), Damage(&reason)); //~ ERROR `reason` does not live long enough
}

fn observers() {
    let mut count = 0;
    let _observer = observe(|_: &Add<Plane>| count += 1); //~ ERROR closure may outlive the current function
}

fn systems() {
    let mut seconds = 0.0;
    Schedule::new().add(|dt: f32| seconds += dt); //~ ERROR closure may outlive the current function
}

fn main() {
    let _ = (events, observers, systems, Damage("").0);
}
