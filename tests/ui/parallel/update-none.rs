use ecs_core::Component;

#[derive(Component)]
#[component(update = none, parallel)] //~ ERROR `parallel` has no `update` to act on
struct Plane(u32);

fn main() {}
