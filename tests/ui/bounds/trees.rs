//! A tree is made of components, bundles, and such with names and children.

use ecs_core::{Component, Entity};

#[derive(Component)]
struct Ship;

#[derive(Component)]
struct Turret;

struct NoComponent;

fn children<C: ecs_core::trees::Children>(_: C) {}

fn tree<P: ecs_core::trees::TreePart>(_: P) {}

fn one() {
    children(NoComponent); //~ ERROR neither a child nor a list of children
}

fn one_of_several() {
    children((Turret, NoComponent)); //~ ERROR is neither a child nor a list of children
}

fn entity() {
    let turret = Entity::spawn();
    children((Ship, turret)); //~ ERROR is neither a child nor a list of children
}

fn root() {
    tree(NoComponent); //~ ERROR `NoComponent` is nothing that a tree is made of
}

fn main() {
    let _ = (one, one_of_several, entity, root);
}
