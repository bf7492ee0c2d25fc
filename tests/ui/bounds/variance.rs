//! A handle, and a guard or view that writes, is not taken for one of another type or of a supertype.

use ecs_core::{Component, Handle, RefMut, ViewMut};

#[derive(Component)]
struct Wind;

#[derive(Component)]
struct Plane;

fn another(plane: Handle<Plane>) -> Handle<Wind> {
    plane //~ ERROR mismatched types
}

type Any = for<'a> fn(&'a u8);
type One = fn(&'static u8);

fn handle(handle: Handle<Any>) -> Handle<One> {
    handle //~ ERROR mismatched types
}

fn guard(guard: RefMut<Any>) -> RefMut<One> {
    guard //~ ERROR mismatched types
}

fn view(view: ViewMut<'static, Any>) -> ViewMut<'static, One> {
    view //~ ERROR mismatched types
}

fn main() {
    let _ = (another, handle, guard, view);
}
