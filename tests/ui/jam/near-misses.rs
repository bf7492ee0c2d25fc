//! A method with nearly the name of a hook is a warning that says the name: rustc reports no public one.
#![deny(deprecated)]

use ecs_core::Component;

#[derive(Component)]
pub struct Misspelt; //~ ERROR name it `update`

impl Misspelt {
    pub fn updat(&mut self) {}
}

#[derive(Component)]
pub struct WithOn; //~ ERROR name it `fixed_update` or `late_update`

impl WithOn {
    pub fn on_late_update(&mut self) {}
}

#[derive(Component)]
pub struct PastTense; //~ ERROR name it `on_enable` or `on_disable`

impl PastTense {
    pub fn on_enabled(&mut self) {}
}

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
