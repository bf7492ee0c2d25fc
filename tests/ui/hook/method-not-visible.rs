//! A key names a method that is not visible where the type is declared.

use ecs_core::Component;

#[derive(Component)]
#[component(update)] //~ ERROR `Plane` has no method for this hook
struct Plane {
    altitude: f32,
}

mod physics {
    impl super::Plane {
        fn update(&mut self) {}
    }
}

fn main() {}
