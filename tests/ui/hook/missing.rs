//! A key names a method that is visible at the type's declaration, with no more bounds than the type's.

use ecs_core::Component;

#[derive(Component)]
#[component(update)] //~ ERROR `Missing` has no method `update`
struct Missing;

#[derive(Component)]
#[component(update)] //~ ERROR `NotVisible` has no method `update`
struct NotVisible;

mod physics {
    impl super::NotVisible {
        fn update(&mut self) {}
    }
}

#[derive(Component)]
#[component(update)] //~ ERROR `Narrower<T>` has no method `update`
struct Narrower<T> {
    altitude: T,
}

impl<T: Copy> Narrower<T> {
    fn update(&mut self) {}
}

#[derive(Component)]
#[component(parallel)] //~ ERROR `Parallel` has no method `update`, the hook that `parallel` alone names
struct Parallel;

impl Parallel {
    fn late_update(&mut self) {}
}

#[derive(Component)]
#[component(parallel(late_update))] //~ ERROR `ParallelLater` has no method `late_update`
struct ParallelLater;

impl ParallelLater {
    fn update(&mut self) {}
}

#[derive(Component)]
#[component(update = step)] //~ ERROR no function or associated item named `step`
struct Renamed;

fn main() {}
