//! `WithDisabled` is said of a whole query.

use ecs_core::{Component, Entity, Or, With, WithDisabled, query};

#[derive(Component)]
struct Fire;

fn main() {
    let _ = query::<Entity>().filter::<Or<(With<Fire>, WithDisabled)>>();
}
