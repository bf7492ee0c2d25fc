//! A world is given threads, and the feature for that is off.

use ecs_core::World;

fn main() {
    World::set_thread_pool(None::<std::sync::Arc<()>>); //~ ERROR `World::set_thread_pool` needs the feature `parallel`
}
