//! A wrong key is one error: the uses of the type do not add theirs, and what its other keys say is known.

use ecs_core::{Changed, Component, Entity, Handle, Tick, query};

#[derive(Component, Default)]
#[component(colour)] //~ ERROR unknown key
struct Plane {
    altitude: f32,
}

#[derive(Component, Default)]
#[component(track, updat)] //~ ERROR `updat` is not a hook, did you mean `update`?
struct Tracked;

fn main() {
    let plane: Handle<Plane> = Entity::spawn().add::<Plane>();
    plane.borrow_mut().altitude += Plane::count() as f32;
    let tracked = Entity::spawn().add::<Tracked>();
    println!("{}", tracked.changed_since(Tick::default()));
    println!("{}", query::<&Tracked>().filter::<Changed<Tracked>>().count());
}
