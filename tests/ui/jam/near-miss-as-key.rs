//! Another engine's name as the key: the hook has its own name.
use ecs_core::Component;

#[derive(Component)]
#[component(awake)] //~ ERROR `awake` is not a hook, did you mean `init`?
struct Plane {
    altitude: f32,
}

impl Plane {
    fn awake(&mut self) {}
}

fn main() {}
