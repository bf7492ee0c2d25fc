//! A bundle that lists a type twice, once through another bundle.
//!
//! The error is shown in `ecs-core`, at the assertion that says why: it comes when the call is compiled for this list.

use ecs_core::{Bundle, Component, Entity};

#[derive(Component)]
struct Wings(u32);

#[derive(Bundle)]
struct Body {
    wings: Wings,
}

#[derive(Bundle)]
struct Bat {
    body: Body,
    wings: Wings,
}

fn main() {
    Entity::spawn_with(Bat { body: Body { wings: Wings(1) }, wings: Wings(2) });
}
