//! The attribute on a generic parameter, where it would do nothing.

use ecs_core::Component;

#[derive(Component)]
struct Plane<#[component(capacity = 8)] T>(T); //~ ERROR belongs on the type

fn main() {}
