//! A method with the name that another engine gives to a hook: a warning that says the name here.
#![deny(deprecated)]

use ecs_core::Component;

#[derive(Component)]
pub struct Godot; //~ ERROR name it `init`, which runs at once, or `start`

impl Godot {
    pub fn _ready(&mut self) {}
}

#[derive(Component)]
pub struct GodotPhysics; //~ ERROR name it `fixed_update` or `late_update`

impl GodotPhysics {
    pub fn _physics_process(&mut self) {}
}

#[derive(Component)]
pub struct Unity; //~ ERROR name it `init`

impl Unity {
    pub fn awake(&mut self) {}
}

#[derive(Component)]
pub struct UnityEnds; //~ ERROR name it `shutdown`

impl UnityEnds {
    pub fn on_destroy(&mut self) {}
}

#[derive(Component)]
pub struct UnityCase; //~ ERROR name it `update`

impl UnityCase {
    #[allow(non_snake_case)]
    pub fn Update(&mut self) {}
}

fn main() {}
