//! The functions that make a value of its fields are given to the library alone: the fields may be private.

use ecs_core::Soa;
use ecs_core::hook::FieldFns;

mod names {
    use ecs_core::Component;

    #[derive(Component)]
    #[component(soa)]
    pub struct Name {
        index: usize,
    }

    impl Name {
        pub fn index(&self) -> usize {
            self.index
        }
    }
}

struct Forge;

fn main() {
    <names::Name as Soa>::__fields().give(Forge); //~ ERROR mismatched types
    let _ = names::Name::index;
}
