//! A bundle without a `Default` is spawned with values.

use ecs_core::{Archetype, Bundle, Component};

#[derive(Component)]
struct Pos(f32);

#[derive(Bundle)]
struct Body {
    pos: Pos,
}

fn main() {
    let _ = Archetype::<Body>::spawn(); //~ ERROR `Body` is not a list of components
}
