//! The inspector is opened, and its feature is off.

use ecs_core::World;

fn main() {
    World::inspect("127.0.0.1:4000"); //~ ERROR the inspector needs the feature `inspect` of `ecs-core`
}
