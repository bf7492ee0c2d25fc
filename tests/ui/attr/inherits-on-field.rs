//! `inherits` stands on a field: all of a component inherits, and its method says what.

use ecs_core::Component;

#[derive(Component, Default)]
struct Place {
    #[component(inherits)] //~ ERROR `inherits` belongs on the type
    world: f32,
}

impl Place {
    fn inherit(&mut self, parent: Option<&Place>) {
        self.world = parent.map_or(0.0, |parent| parent.world);
    }
}

fn main() {
    Place::default().inherit(None);
}
