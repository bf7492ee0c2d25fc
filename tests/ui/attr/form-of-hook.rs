//! The key of a hook stands alone, or takes the path of a method.

use ecs_core::Component;

#[derive(Component)]
#[component(update = |plane: &mut Closure| plane.altitude += 1.0)] //~ ERROR wrong form of `update`
struct Closure {
    altitude: f32,
}

#[derive(Component)]
#[component(update =)] //~ ERROR wrong form of `update`
struct Empty;

#[derive(Component)]
#[component(update(step))] //~ ERROR wrong form of `update`
struct List;

#[derive(Component)]
#[component(update = "step")] //~ ERROR wrong form of `update`
struct Text;

fn main() {}
