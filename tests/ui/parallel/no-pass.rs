use ecs_core::Component;

#[derive(Component)]
#[component(parallel(init))] //~ ERROR `init` does not run over all components
struct Plane(u32);

impl Plane {
    fn init(&mut self) {}
}

fn main() {}
