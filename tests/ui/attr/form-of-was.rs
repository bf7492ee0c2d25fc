//! `was` lists older names and versions from 1 on, each once. Another form needs an expression.

use ecs_core::Component;

#[derive(Component)]
#[component(was())] //~ ERROR wrong form of `was`
struct Empty(u32);

#[derive(Component)]
#[component(was("hp" =>))] //~ ERROR wrong form of `was`
struct NoExpression(u32);

#[derive(Component)]
#[component(was("hp", 1))] //~ ERROR a version that differs from the present one needs an expression
struct VersionWithoutExpression(u32);

#[derive(Component)]
#[component(save = "health")]
#[component(was("health" => |old: f32| TheNameOfNow(old as u32)))] //~ ERROR "health" is the present name
struct TheNameOfNow(u32);

#[derive(Component)]
#[component(was("hp", "hp" 2))]
#[component(was(
    "hp" 1 => |old: f32| Twice(old as u32), //~ ERROR `was` has this name and version twice
))]
struct Twice(u32);

#[derive(Component)]
#[component(was(0 => |old: u32| VersionZero(old)))] //~ ERROR a version is a literal of type `u32`, from 1 on
struct VersionZero(u32);

fn main() {}
