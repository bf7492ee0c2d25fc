use ecs_core::Component;

#[derive(Component)]
#[component(isolated, parallel)] //~ ERROR a parallel `update` is isolated: remove `isolated`
struct Plane(u32);

impl Plane {
    fn update(&mut self) {}
}

fn main() {}
