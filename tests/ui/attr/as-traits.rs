//! A trait that `as` names can be an object, and the type implements it, with all that the object promises.

use std::fmt::Debug;
use std::rc::Rc;

use ecs_core::Component;

trait Copied {
    fn copied(&self) -> Self;
}

#[derive(Component)]
#[component(as(dyn Copied))] //~ ERROR the trait `Copied` is not dyn compatible
struct NoObject;

impl Copied for NoObject {
    fn copied(&self) -> Self {
        Self
    }
}

trait Draw {
    fn draw(&self);
}

#[derive(Component)]
#[component(as(dyn Draw))] //~ ERROR the trait bound `NotImplemented: Draw` is not satisfied
struct NotImplemented;

#[derive(Component, Debug)]
#[component(as(dyn Debug + Send))] //~ ERROR `Rc<u32>` cannot be sent between threads safely
struct NotSend(Rc<u32>);

fn main() {
    let _ = |sprite: &dyn Draw| sprite.draw();
}
