//! Generic code has a bound for what it does with a component. A type that lacks it is named.
//!
//! The functions have the bounds of what they call. So the texts quote this file, and none of the library.

use std::rc::Rc;

use ecs_core::hook::CalledWith;
use ecs_core::{Component, Copied, Entity, Handle, PerEntity, Singleton, query};

#[derive(Component)]
struct Plane(Rc<u32>);

#[derive(Component)]
struct Wind;

#[derive(Singleton, Default)]
struct Score(u32);

struct Rock;

fn count<T: Component>() -> usize {
    T::count()
}

fn insert<T: PerEntity>(entity: Entity, value: T) -> Handle<T> {
    entity.insert(value)
}

fn any<T: Component>(entity: Entity, value: T) {
    insert(entity, value); //~ ERROR `T` is a singleton, or may be one; no entity has a singleton
}

fn add<T: PerEntity + Default>(entity: Entity) -> Handle<T> {
    entity.add()
}

fn copies<T: PerEntity + Copy>() -> Vec<T> {
    query::<Copied<T>>().iter().collect()
}

fn call<T: Component, R>(handle: Handle<T>, f: impl CalledWith<T, R>) {
    handle.with(f);
}

fn main() {
    let entity = Entity::spawn();
    count::<Rock>(); //~ ERROR `Rock` is not a component
    insert(entity, Rock); //~ ERROR `Rock` is not a component
    insert(entity, Score(1)); //~ ERROR `Score` is a singleton, or may be one; no entity has a singleton
    any(entity, Wind);
    add::<Wind>(entity); //~ ERROR `Wind: Default` is not satisfied
    copies::<Plane>(); //~ ERROR the trait bound `Plane: Copy` is not satisfied
    call(entity.handle::<Plane>(), Wind); //~ ERROR a handle's `with` calls a function
    Rock::view(); //~ ERROR no function or associated item named `view`
}
