//! A singleton derives `Singleton`: a component is not borrowed by the name of its type.

use ecs_core::{Component, Singleton};

#[derive(Singleton, Default)]
struct Time(f32);

#[derive(Component, Default)]
struct Score(u32);

fn points<T: Singleton>() -> usize {
    T::count()
}

fn main() {
    Time::borrow_mut().0 += 1.0;
    Score::borrow_mut().0 += 1; //~ ERROR `Score` is not a singleton
    points::<Score>(); //~ ERROR `Score` is not a singleton
}
