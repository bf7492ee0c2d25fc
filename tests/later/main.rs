//! What happens in a while: timers and tasks, when they have their turns, what ends them, and what they may
//! do.

mod drops;
mod ends;
mod many;
mod random;
#[path = "../support/mod.rs"]
mod support;
mod tasks;
mod times;
mod turns;

use ecs_core::{Component, Entity, Handle, World};

use crate::support::log;

/// Has timers, and counts their turns.
#[derive(Component, Default, Debug)]
struct Probe {
    turns: u32,
}

impl Probe {
    fn fire(&mut self) {
        self.turns += 1;
    }
}

fn probe() -> Handle<Probe> {
    Entity::spawn().add::<Probe>()
}

/// Writes a name to the log, as a timer of a component does.
fn says(name: &'static str) -> impl Fn(&mut Probe) + Clone + Send + 'static {
    move |_| log(name)
}

/// How many timers and tasks there are.
fn pending() -> (usize, usize) {
    let stats = World::stats();
    (stats.timers, stats.tasks)
}
