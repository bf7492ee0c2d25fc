//! A state has no entity, no handle and no view, and no entity has it.

use ecs_core::{Component, Entity, KnowsEntity, PerEntity, State, Viewable};

#[derive(State, Default, Clone, PartialEq)]
enum Screen {
    #[default]
    Menu,
}

fn know<T: KnowsEntity>() {}
fn view<T: Viewable>() {}
fn add<T: PerEntity>() {}
fn go<S: State>() {}

fn main() {
    know::<Screen>(); //~ ERROR a value of `Screen` does not know its entity
    view::<Screen>(); //~ ERROR there is no slice of values of `Screen`
    add::<Screen>(); //~ ERROR no entity has one
    go::<Entity>(); //~ ERROR `Entity` is not a state
    let _ = Screen::count();
}
