//! Lists of components have components alone, and a default value each where none is given.
//!
//! The functions have the bounds of what they call. So the texts quote this file, and none of the library.

use ecs_core::{Archetype, Bundle, Component, DefaultBundle, Entity, Pool, Pooled, Singleton};

#[derive(Component, Default)]
struct Wings;

#[derive(Component)]
struct Body(f32);

#[derive(Singleton, Default)]
struct Score(u32);

struct Rock;

#[derive(Bundle)] //~ ERROR is not a component or a tuple of components
struct Boulder { //~ ERROR is not a component or a tuple of components
    wings: Wings,
    rock: Rock,
}

#[derive(Bundle)]
struct Bat {
    body: Body,
}

fn spawn<B: Bundle>(values: B) -> bool {
    let _ = Archetype::<B>::find();
    Entity::spawn_with(values).has::<B>()
}

fn spawn_default<B: DefaultBundle>() -> Entity {
    Archetype::<B>::spawn()
}

struct Cave<A: Pooled> {
    bats: Pool<A>,
}

fn main() {
    spawn((Wings, Rock)); //~ ERROR not a component or a tuple of components
    spawn((Wings, Score(1))); //~ ERROR `(Wings, Score)` is not a component or a tuple of components
    spawn_default::<(Wings, Body)>(); //~ ERROR not a list of components that all have a default value
    spawn_default::<Bat>(); //~ ERROR `Bat` is not a list of components
    drop::<Option<Cave<Wings>>>(None); //~ ERROR `Wings` is not an archetype
}
