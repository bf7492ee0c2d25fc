//! Another key is wrong; that the type is tracked is known all the same.

use ecs_core::{Changed, Component, Entity, Tick, query};

#[derive(Component, Default)]
#[component(track, updat)] //~ ERROR `updat` is not a hook, did you mean `update`?
struct Plane;

fn main() {
    let plane = Entity::spawn().add::<Plane>();
    // The mistake causes no other.
    println!("{}", plane.changed_since(Tick::default()));
    println!("{}", query::<&Plane>().filter::<Changed<Plane>>().count());
}
