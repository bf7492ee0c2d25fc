//! A type with a parallel hook is `Send`. With a parallel `inherit` it is `Sync` too.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::MutexGuard;

use ecs_core::Component;

#[derive(Component)]
#[component(parallel)] //~ ERROR cannot have a parallel hook
struct NotSend(Rc<u32>);

impl NotSend {
    fn update(&mut self) {}
}

#[derive(Component)]
#[component(inherits, parallel(inherit))] //~ ERROR cannot have a parallel hook
struct SyncAlone(MutexGuard<'static, u32>);

impl SyncAlone {
    fn inherit(&mut self, _: Option<&Self>) {}
}

#[derive(Component)]
#[component(inherits, parallel(inherit))] //~ ERROR cannot have a parallel `inherit`
struct SendAlone(Cell<u32>);

impl SendAlone {
    fn inherit(&mut self, _: Option<&Self>) {}
}

fn main() {}
