//! A system takes queries, views, singletons and what else the library can borrow for it.
//!
//! The function has the bounds of `Schedule::add`. So the texts quote this file, and none of the library.

use std::cell::Cell;
use std::rc::Rc;

use ecs_core::hook::IntoPar;
use ecs_core::systems::SystemShape;
use ecs_core::{Component, Events, IntoSystem, Schedule};

#[derive(Component)]
struct Position(f32);

struct Noted(Cell<u32>);

fn greet(_: String) {}

fn movement(position: &mut Position) {
    position.0 += 1.0;
}

fn read(events: Events<Noted>) {
    assert!(events.iter().all(|(_, noted)| noted.0.get() == 0));
}

fn add<M, S: SystemShape<M> + IntoSystem<M>>(system: S)
where
    S::Par: IntoPar<S, Config = S::Config>,
{
    Schedule::new().add(system);
}

fn sent(seconds: Rc<Cell<f32>>) {
    add(move |dt: f32| seconds.set(seconds.get() + dt)); //~ ERROR cannot be sent between threads safely
}

fn main() {
    add(greet); //~ ERROR a system cannot take `String`
    add(movement); //~ ERROR `Position` is not a singleton
    add(read); //~ ERROR cannot be shared between threads safely
    sent(Rc::default());
}
