//! The method of a generic type needs more than the type's own bounds.

use ecs_core::Component;

struct Damage(u32);

#[derive(Component)]
#[component(on(Damage))] //~ ERROR its trait bounds were not satisfied
struct Ring<T> {
    items: Vec<T>,
}

impl<T: Clone> Ring<T> {
    fn on_damage(&mut self, _: &Damage) {}
}

fn main() {}
