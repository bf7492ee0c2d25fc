//! A guard that writes is invariant: through one of a supertype, a value could be written that is none of the
//! component's type.

use ecs_core::RefMut;

fn widen(guard: RefMut<for<'a> fn(&'a u8)>) -> RefMut<fn(&'static u8)> {
    guard //~ ERROR mismatched types
}

fn main() {
    let _ = widen;
}
