//! A handle is invariant: two types that coerce into each other are two components.

use ecs_core::Handle;

fn widen(handle: Handle<for<'a> fn(&'a u8)>) -> Handle<fn(&'static u8)> {
    handle //~ ERROR mismatched types
}

fn main() {
    widen(Handle::NULL);
}
