//! One field more than can lie apart.

use ecs_core::{Component, Entity};

#[derive(Component, Default)]
#[component(soa)]
struct Matrix(
    f32, f32, f32, f32, f32, f32, f32, f32,
    f32, f32, f32, f32, f32, f32, f32, f32,
    f32, f32, f32, f32, f32, f32, f32, f32,
    f64, //~ ERROR at most 24 fields can lie apart
);

fn main() {
    let matrix = Entity::spawn().add::<Matrix>();
    assert_eq!(matrix.borrow().24, 0.0);
}
