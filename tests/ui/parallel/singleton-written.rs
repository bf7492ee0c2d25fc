use ecs_core::{Component, Singleton};

#[derive(Singleton, Default)]
struct Score(u32);

#[derive(Component)]
#[component(parallel)] //~ ERROR a parallel hook cannot take `&mut Score`
struct Plane(u32);

impl Plane {
    fn update(&mut self, _: &mut Score) {}
}

fn main() {}
