//! A view that writes is invariant: through one of a supertype, values could be written that are none of the
//! component's type.

use ecs_core::ViewMut;

fn widen(view: ViewMut<'static, for<'a> fn(&'a u8)>) -> ViewMut<'static, fn(&'static u8)> {
    view //~ ERROR mismatched types
}

fn main() {
    let _ = widen;
}
