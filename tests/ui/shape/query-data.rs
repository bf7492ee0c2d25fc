//! What a query gives is a struct with one lifetime.

use ecs_core::{Component, QueryData};

#[derive(Component)]
struct Plane(u8);

#[derive(QueryData)]
struct NoLifetime { //~ ERROR write `NoLifetime<'w>`
    plane: &'static Plane,
}

#[derive(QueryData)]
struct Nothing<'w> {} //~ ERROR this asks for nothing

#[derive(QueryData)]
struct Two<'a, 'b> { //~ ERROR for one lifetime
    plane: &'a Plane,
    other: &'b Plane,
}

#[derive(QueryData)]
enum Either<'w> { //~ ERROR make it a struct
    Plane(&'w Plane),
}

fn main() {}
