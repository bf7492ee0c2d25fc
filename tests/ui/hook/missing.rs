//! A key names a method that is visible at the type's declaration, with no more bounds than the type's.

use ecs_core::Component;

#[derive(Component)]
#[component(update)] //~ ERROR `Missing` has no method for this hook
struct Missing;

#[derive(Component)]
#[component(update)] //~ ERROR `NotVisible` has no method for this hook
struct NotVisible;

mod physics {
    impl super::NotVisible {
        fn update(&mut self) {}
    }
}

#[derive(Component)]
#[component(update)] //~ ERROR `Narrower<T>` has no method for this hook
struct Narrower<T> {
    altitude: T,
}

impl<T: Copy> Narrower<T> {
    fn update(&mut self) {}
}

#[derive(Component)]
#[component(parallel)] //~ ERROR `Parallel` has no method for this hook
struct Parallel;

impl Parallel {
    fn late_update(&mut self) {}
}

#[derive(Component)]
#[component(update = step)] //~ ERROR no function or associated item named `step`
struct Renamed;

fn main() {}
