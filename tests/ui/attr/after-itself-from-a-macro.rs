//! A type that is to run after itself, where a macro hands the type on: it comes in invisible parentheses.

use ecs_core::Component;

macro_rules! component {
    ($name:ident after $other:ty) => {
        #[derive(Component)]
        #[component(after($other))]
        struct $name {
            altitude: f32,
        }
    };
}

component!(Plane after Plane); //~ ERROR cannot run after itself

fn main() {}
