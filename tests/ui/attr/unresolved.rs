//! A path to nothing is an error at the path: of a crate, an event, a function.

use ecs_core::Component;

#[derive(Component)]
#[component(crate = crate::engine)] //~ ERROR unresolved import
struct Elsewhere;

#[derive(Component)]
#[component(on(Damage))] //~ ERROR cannot find type `Damage` in this scope
struct Event;

impl Event {
    fn on_damage(&mut self, _: &u32) {}
}

#[derive(Component)]
#[component(update = physics::step)] //~ ERROR cannot find value `step` in module `physics`
struct Function;

mod physics {}

struct Ring<T>(T);

#[derive(Component)]
#[component(on(Ring = came))] //~ ERROR missing generics for struct `Ring`
struct Radar;

impl Radar {
    fn came(&mut self, _: &Ring<u8>) {}
}

fn main() {}
