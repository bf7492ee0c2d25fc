//! A type that is stored by its fields is a struct with one to 24 fields.

use ecs_core::{Component, Entity};

#[derive(Component)]
#[component(soa)] //~ ERROR the fields of an `enum` depend on its value
enum Choice {
    Landed(u8),
    Flying { altitude: f32 },
}

#[derive(Component)]
#[component(soa)]
union Bits { //~ ERROR components cannot be unions
    altitude: f32,
    bits: u32,
}

#[derive(Component, Default)]
#[component(soa)]
struct Matrix(
    f32, f32, f32, f32, f32, f32, f32, f32,
    f32, f32, f32, f32, f32, f32, f32, f32,
    f32, f32, f32, f32, f32, f32, f32, f32,
    f64, //~ ERROR at most 24 fields can lie apart
);

#[derive(Component, Default)]
#[component(soa)] //~ ERROR a type without fields has nothing to lie apart
struct Burning;

#[derive(Component, Default)]
#[component(soa)] //~ ERROR a type without fields has nothing to lie apart
struct Wet {}

fn main() {
    // The mistakes cause no others.
    let _ = (Choice::Landed(0), Choice::Flying { altitude: 1.0 });
    let matrix = Entity::spawn().with(Burning).with(Wet {}).add::<Matrix>();
    assert_eq!((matrix.borrow().24, Burning::view().len()), (0.0, 1));
}
