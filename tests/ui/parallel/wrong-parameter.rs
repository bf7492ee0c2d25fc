use ecs_core::Component;

#[derive(Component)]
#[component(parallel)] //~ ERROR a parallel hook cannot take `String`
struct Plane(u32);

impl Plane {
    fn update(&mut self, _: String) {}
}

fn main() {}
