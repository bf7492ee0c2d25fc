//! The key is `inherits`, the method is `inherit`.

use ecs_core::Component;

#[derive(Component)]
#[component(inherit)] //~ ERROR did you mean `inherits`?
struct Place(f32);

impl Place {
    fn inherit(&mut self, _: Option<&Place>) {}
}

fn main() {
    Place(0.0).inherit(None);
}
