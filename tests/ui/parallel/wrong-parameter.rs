use ecs_core::Component;

#[derive(Component)]
#[component(parallel)] //~ ERROR cannot be a parallel hook of `Plane`
struct Plane(u32);

impl Plane {
    fn update(&mut self, _: String) {}
}

fn main() {}
