//! `inherit` takes its component by `&mut self` and `Option<&Self>`, the one above, and returns nothing.

use ecs_core::Component;

#[derive(Component)]
#[component(inherits)] //~ ERROR cannot be the `inherit` of `OfAnotherType`
struct OfAnotherType;

impl OfAnotherType {
    fn inherit(&mut self, _: Option<&u32>) {}
}

// Others inherit from the one above too.
#[derive(Component)]
#[component(inherits)] //~ ERROR cannot be the `inherit` of `ParentByMut`
struct ParentByMut;

impl ParentByMut {
    fn inherit(&mut self, _: Option<&mut Self>) {}
}

// The topmost has none above it.
#[derive(Component)]
#[component(inherits, parallel(inherit))] //~ ERROR cannot be the `inherit` of `NotOptional`
struct NotOptional;

impl NotOptional {
    fn inherit(&mut self, _: &Self) {}
}

#[derive(Component)]
#[component(inherits)] //~ ERROR cannot be the `inherit` of `Returns`
struct Returns;

impl Returns {
    fn inherit(&mut self, _: Option<&Self>) -> bool {
        true
    }
}

#[derive(Component)]
#[component(inherits)] //~ ERROR cannot be the `inherit` of `SharedSelf`
struct SharedSelf;

impl SharedSelf {
    fn inherit(&self, _: Option<&Self>) {}
}

#[derive(Component)]
#[component(inherits)] //~ ERROR cannot be the `inherit` of `WithoutParent`
struct WithoutParent;

impl WithoutParent {
    fn inherit(&mut self) {}
}

#[derive(Component)]
#[component(inherits)] //~ ERROR cannot be the `inherit` of `WithoutSelf`
struct WithoutSelf;

impl WithoutSelf {
    fn inherit(_: Option<&Self>) {}
}

#[derive(Component)]
#[component(inherits)] //~ ERROR cannot be the `inherit` of `Async`
struct Async;

impl Async {
    async fn inherit(&mut self, _: Option<&Self>) {}
}

#[derive(Component)]
#[component(inherits)] //~ ERROR cannot be the `inherit` of `TooMany`
struct TooMany;

impl TooMany {
    fn inherit(&mut self, _: Option<&Self>, _: f32) {}
}

#[derive(Component)]
#[component(inherits)] //~ ERROR `Missing` has no method `inherit`
struct Missing;

impl Missing {
    fn follow(&mut self, _: Option<&Self>) {}
}

#[derive(Component)]
#[component(inherits = follow)] //~ ERROR no function or associated item named `follow`
struct Renamed;

fn main() {}
