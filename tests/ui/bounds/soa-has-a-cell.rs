//! A pass makes copies of rows: two of a cell would say different things.

use std::cell::RefCell;

use ecs_core::{Component, Entity};

#[derive(Component)]
#[component(soa)]
struct Plane(
    f32,
    RefCell<u8>, //~ ERROR a field of a `#[component(soa)]` type must be `Copy`: `RefCell<u8>` is not
);

fn main() {
    let plane = Entity::spawn().with(Plane(0.0, RefCell::new(1)));
    *plane.borrow::<Plane>().1.borrow_mut() = 2;
}
