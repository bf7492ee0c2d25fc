//! What a query gives is a struct with one lifetime, and so is what a system takes.

use ecs_core::{Component, Query, QueryData, SystemParam};

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

#[derive(SystemParam)]
struct TakesNothing {} //~ ERROR this takes nothing

#[derive(SystemParam)]
struct TakesForTwo<'w, 's> { //~ ERROR what a system takes is borrowed for one lifetime
    planes: Query<'w, &'s Plane>,
}

#[derive(SystemParam)]
enum TakesEither<'w> { //~ ERROR a system takes all that is asked for
    Planes(Query<'w, &'w Plane>),
}

#[derive(SystemParam)]
union TakesOne { //~ ERROR a system takes all that is asked for
    dt: f32,
}

#[derive(SystemParam)]
struct TakesThirteen(
    f32,
    f32,
    f32,
    f32,
    f32,
    f32,
    f32,
    f32,
    f32,
    f32,
    f32,
    f32,
    f32, //~ ERROR a struct has at most 12 parameters
);

fn main() {}
