//! `parallel` and `isolated` are for hooks that run over all components; one of them is enough.

use ecs_core::Component;

#[derive(Component)]
#[component(isolated, parallel)] //~ ERROR a parallel `update` is isolated: remove `isolated`
struct Isolated;

impl Isolated {
    fn update(&mut self) {}
}

#[derive(Component)]
#[component(parallel(init))] //~ ERROR `init` does not run over all components
struct NoPass;

impl NoPass {
    fn init(&mut self) {}
}

#[derive(Component)]
#[component(update = none, parallel)] //~ ERROR `parallel` has no `update` to act on
struct UpdateNone;

// Other threads would run the hook.
#[derive(Component)]
#[component(parallel, not_send)] //~ ERROR remove `parallel` or `not_send`
struct NotSend;

impl NotSend {
    fn update(&mut self) {}
}

// That `inherit` runs is said by `inherits`.
#[derive(Component)]
#[component(parallel(inherit))] //~ ERROR write `inherits` too
struct Place(f32);

impl Place {
    fn inherit(&mut self, _: Option<&Place>) {}
}

#[derive(Component)]
#[component(isolated, fixed_update = none, update = none, late_update = none)] //~ ERROR no `update` to act on
struct WithoutUpdate;

// A generic type has the hooks that it names.
#[derive(Component)]
#[component(isolated)] //~ ERROR no `update` to act on
struct Ring<T>(T);

impl<T> Ring<T> {
    fn update(&mut self) {}
}

fn main() {
    Place(0.0).inherit(None);
}
