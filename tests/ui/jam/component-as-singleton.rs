//! A component is borrowed by its type's name.
use ecs_core::{Component, Singleton};

#[derive(Singleton, Default)]
struct Time(f32);

#[derive(Component, Default)]
struct Score(u32);

fn main() {
    Time::borrow_mut().0 += 1.0;
    Score::borrow_mut().0 += 1; //~ ERROR `Score` is not a singleton
}
