//! A query asks for `Entity` and for references to components, up to twelve of them, and for no filters.
//!
//! The function has the bound of `query`. So the texts quote this file, and none of the library.

use ecs_core::{Changed, Component, Entity, QueryData, Singleton, With, query};

#[derive(Component)]
#[component(track)]
struct Plane;

#[derive(Component)]
struct Wind;

#[derive(Singleton, Default)]
struct Score(u32);

struct Rock;

type E = Entity;

fn ask<Q: QueryData>() -> usize {
    query::<Q>().count()
}

#[derive(QueryData)]
struct Ship<'w> { //~ ERROR `Rock` is not a component
    plane: &'w mut Plane,
    rock: &'w Rock, //~ ERROR `Rock` is not a component
}

fn main() {
    ask::<Plane>(); //~ ERROR a query cannot ask for `Plane`
    ask::<(&mut Plane, Wind)>(); //~ ERROR a query cannot ask for `Wind`
    ask::<(&Plane, With<Wind>)>(); //~ ERROR a query cannot ask for `With<Wind>`
    ask::<Changed<Plane>>(); //~ ERROR a query cannot ask for `Changed<Plane>`
    ask::<(&mut Plane, &Rock)>(); //~ ERROR `Rock` is not a component
    ask::<&Score>(); //~ ERROR `Score` is a singleton, or may be one; no entity has a singleton
    ask::<(&Plane, E, E, E, E, E, E, E, E, E, E, E, E)>(); //~ ERROR a query cannot ask for `(&Plane, Entity, Entity
}
