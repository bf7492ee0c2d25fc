//! A singleton is in no list of components.

use std::fmt::Debug;

use ecs_core::Singleton;

#[derive(Singleton, Default, Debug)]
#[component(as(dyn Debug))] //~ ERROR remove `as`
struct Score;

fn main() {}
