//! A query is filtered by filters, which name types of components, without references.
//!
//! The function has the bound of `Query::filter`. So the texts quote this file, and none of the library.

use ecs_core::{Component, Entity, Or, QueryFilter, Singleton, With, Without, query};

#[derive(Component)]
struct Fire;

#[derive(Component)]
struct Ice;

#[derive(Singleton, Default)]
struct Score(u32);

struct Rock;

fn filtered<F: QueryFilter>() -> usize {
    query::<Entity>().filter::<F>().count()
}

fn main() {
    filtered::<Ice>(); //~ ERROR `Ice` is not a filter of a query
    filtered::<&Ice>(); //~ ERROR `&Ice` is not a filter of a query
    filtered::<Or<(Fire, Ice)>>(); //~ ERROR `Fire` is not a filter of a query
    filtered::<With<&Ice>>(); //~ ERROR `&Ice` is not a component
    filtered::<Without<Rock>>(); //~ ERROR `Rock` is not a component
    filtered::<With<Score>>(); //~ ERROR `Score` is not a component or a tuple of components
}
