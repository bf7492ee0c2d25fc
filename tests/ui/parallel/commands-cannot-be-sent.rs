use ecs_core::{Commands, Component};

#[derive(Component)]
#[component(parallel)]
struct Plane(u32);

impl Plane {
    fn update(&mut self, commands: Commands) {
        std::thread::scope(|scope| {
            scope.spawn(|| commands.run(|| ())); //~ ERROR cannot be shared between threads safely
        });
    }
}

fn main() {}
