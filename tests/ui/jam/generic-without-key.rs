//! A hook of a generic type that no key names.
#![deny(deprecated)]

use ecs_core::Component;

#[derive(Component)]
pub struct Ring<T> { //~ ERROR a generic type has only the hooks that it names: write `#[component(update)]`
    pub items: Vec<T>,
}

impl<T> Ring<T> {
    pub fn update(&mut self) {
        self.items.clear();
    }
}

fn main() {}
