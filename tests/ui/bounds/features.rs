//! A method whose feature is off names the feature.

use ecs_core::World;

fn main() {
    World::set_thread_pool(None::<std::sync::Arc<()>>); //~ ERROR `World::set_thread_pool` needs the feature `parallel`
    World::inspect("127.0.0.1:4000"); //~ ERROR the inspector needs the feature `inspect` of `ecs-core`
}
