//! `parallel(inherit)` says how `inherit` runs; that it runs is said by `inherits`.

use ecs_core::Component;

#[derive(Component)]
#[component(parallel(inherit))] //~ ERROR write `inherits` too
struct Place(f32);

impl Place {
    fn inherit(&mut self, _: Option<&Place>) {}
}

fn main() {
    Place(0.0).inherit(None);
}
