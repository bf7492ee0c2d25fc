//! The fields of a type that is stored by them are `Copy`: a pass makes copies of rows. They may be private.

use std::cell::RefCell;

use ecs_core::{Component, Entity};

#[derive(Component)]
#[component(soa)]
struct OwnsMemory {
    altitude: f32,
    name: String, //~ ERROR a field of a `#[component(soa)]` type must be `Copy`: `String` is not
}

#[derive(Component)]
#[component(soa)]
struct HasACell(
    f32,
    RefCell<u8>, //~ ERROR a field of a `#[component(soa)]` type must be `Copy`: `RefCell<u8>` is not
);

#[derive(Component)]
#[component(soa)]
struct Generic<T> {
    altitude: f32,
    cargo: T, //~ ERROR the trait bound `T: Copy` is not satisfied
}

fn main() {
    // The mistakes cause no others.
    let cell = Entity::spawn().with(HasACell(0.0, RefCell::new(1)));
    *cell.borrow::<HasACell>().1.borrow_mut() = 2;
    let plane = Generic { altitude: 0.0, cargo: 1 };
    let _ = (plane.altitude, plane.cargo);
}
