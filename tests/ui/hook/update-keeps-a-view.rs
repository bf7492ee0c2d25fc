//! A view that a hook takes is borrowed for its turn.

use std::cell::RefCell;

use ecs_core::{Component, View};

#[derive(Component)]
struct Target(f32);

thread_local! {
    static KEPT: RefCell<Option<View<'static, Target>>> = const { RefCell::new(None) };
}

#[derive(Component)]
struct Tower;

impl Tower {
    fn update(&mut self, targets: View<Target>) {
        KEPT.replace(Some(targets)); //~ ERROR borrowed data escapes outside of method
    }
}

fn main() {}
