use ecs_core::Component;

#[derive(Component)]
#[component(parallel)] //~ ERROR no function or associated item named `update` found
struct Plane(u32);

impl Plane {
    fn late_update(&mut self) {}
}

fn main() {}
