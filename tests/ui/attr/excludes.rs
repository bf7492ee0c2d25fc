//! `excludes` lists types of components, each once; never the type itself, and none that it requires.

use ecs_core::{Component, Singleton};

#[derive(Component, Default)]
struct Camera;

#[derive(Singleton, Default)]
struct Score;

#[derive(Component)]
#[component(excludes = Camera)] //~ ERROR wrong form of `excludes`
struct Value;

#[derive(Component)]
#[component(excludes(Camera, Camera))] //~ ERROR names this type twice
struct Twice;

#[derive(Component)]
#[component(excludes(Itself))] //~ ERROR cannot exclude itself
struct Itself;

#[derive(Component)]
#[component(requires(Camera), excludes(Camera))] //~ ERROR in both `requires` and `excludes`
struct Torn;

#[derive(Singleton, Default)]
#[component(excludes(Camera))] //~ ERROR no entity has a singleton
struct One;

#[derive(Component)]
#[component(excludes(Score))] //~ ERROR `Score` is a singleton
struct OfSingleton;

#[derive(Component)]
#[component(excludes(f32))] //~ ERROR `f32` is not a component
struct OfNumber;

fn main() {}
