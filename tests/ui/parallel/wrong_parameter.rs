use ecs_core::Component;

#[derive(Component)]
#[component(parallel)]
struct Plane(u32);

impl Plane {
    fn update(&mut self, _: String) {}
}

fn main() {}
