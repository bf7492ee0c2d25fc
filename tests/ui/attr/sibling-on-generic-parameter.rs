//! `sibling` on a generic parameter.

use ecs_core::{Component, Handle};

#[derive(Component)]
struct Plane<#[component(sibling)] T: Component>(Handle<T>); //~ ERROR belongs on the type, not on a generic parameter

fn main() {}
