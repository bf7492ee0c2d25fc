//! A hook is a method that takes `self` by reference, then up to eight parameters.

use ecs_core::{Component, Entity as E};

#[derive(Component)]
struct ByValue; //~ ERROR cannot be a hook of `ByValue`

impl ByValue {
    fn update(self) {}
}

#[derive(Component)]
struct WithoutSelf; //~ ERROR cannot be a hook of `WithoutSelf`

impl WithoutSelf {
    fn update() {}
}

#[derive(Component)]
struct TooMany; //~ ERROR cannot be a hook of `TooMany`

impl TooMany {
    fn update(&mut self, _: E, _: E, _: E, _: E, _: E, _: E, _: E, _: E, _: E) {}
}

#[derive(Component)]
struct Unsafe; //~ ERROR cannot be a hook of `Unsafe`

impl Unsafe {
    unsafe fn update(&mut self) {}
}

#[derive(Component)]
struct StaticSelf; //~ ERROR cannot be a hook of `StaticSelf`

impl StaticSelf {
    fn update(&'static mut self) {}
}

#[derive(Component)]
struct OneLifetime; //~ ERROR cannot be a hook of `OneLifetime`

impl OneLifetime {
    fn update<'a>(&'a mut self, _: &'a Unsafe) {}
}

fn main() {}
