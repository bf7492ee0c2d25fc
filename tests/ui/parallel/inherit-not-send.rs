//! Threads would write to a component that belongs to one of them.

use std::sync::MutexGuard;

use ecs_core::Component;

#[derive(Component)]
#[component(inherits, parallel(inherit))] //~ ERROR cannot have a parallel hook
struct Place(MutexGuard<'static, u32>);

impl Place {
    fn inherit(&mut self, _: Option<&Place>) {}
}

fn main() {}
