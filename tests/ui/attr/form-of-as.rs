//! `as` lists objects of traits, `dyn Trait`, each once.

use ecs_core::Component;

trait Draw {}

#[derive(Component)]
#[component(as)] //~ ERROR wrong form of `as`: write `as(dyn Trait)`
struct Bare;

#[derive(Component)]
#[component(as())] //~ ERROR wrong form of `as`: write `as(dyn Trait)`
struct Empty;

#[derive(Component)]
#[component(as(Draw))] //~ ERROR write `dyn Draw`
struct WithoutDyn;

#[derive(Component)]
#[component(as(&'static dyn Send))] //~ ERROR `as` names objects of traits
struct Reference;

#[derive(Component)]
#[component(as(dyn Draw), as(dyn Draw))] //~ ERROR `as` names this trait twice
struct Twice;

impl Draw for Twice {}

fn main() {}
