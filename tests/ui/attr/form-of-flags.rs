//! A key that only switches something on takes no value and no list.

use ecs_core::{Component, Entity, Handle};

#[derive(Component)]
#[component(isolated = true)] //~ ERROR wrong form of `isolated`
struct Isolated;

#[derive(Component)]
#[component(soa = 8)] //~ ERROR wrong form of `soa`: write only the key
struct Apart {
    altitude: f32,
}

#[derive(Component, Default)]
#[component(track(altitude))] //~ ERROR wrong form of `track`
struct Tracked {
    altitude: f32,
}

#[derive(Component)]
#[component(transient = true)] //~ ERROR wrong form of `transient`
struct Spark(u32);

#[derive(Component)]
#[component(inherits(Place))] //~ ERROR wrong form of `inherits`
struct Place(f32);

#[derive(Component)]
#[component(inherits = none)] //~ ERROR wrong form of `inherits`
struct None(f32);

#[derive(Component)]
struct Plane {
    #[component(sibling = Place)] //~ ERROR wrong form of `sibling`
    place: Handle<Place>,
}

#[derive(Component)]
#[component(crate = "not a path")] //~ ERROR wrong form of `crate`
struct Elsewhere;

fn main() {
    // The mistakes cause no others.
    let tracked = Entity::spawn().add::<Tracked>();
    println!("{}", tracked.borrow().altitude);
}
