//! A component is borrowed by its type's name.

use ecs_core::{Component, Singleton};

#[derive(Component, Default)]
struct Score(u32);

fn points<T: Singleton>() -> usize {
    T::count()
}

fn main() {
    points::<Score>(); //~ ERROR `Score` is not a singleton
}
