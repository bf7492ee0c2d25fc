//! A handle to a type without the derive, with all names of the library.
use ecs_core::*;

#[derive(Default)]
struct Transform {
    y: f32,
}

fn lift(transform: Handle<Transform>) {
    transform.borrow_mut().y += 1.0; //~ ERROR `Transform` is not a component
}

fn main() {
    lift(Handle::NULL);
}
