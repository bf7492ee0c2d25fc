//! A type that is stored by its fields has no values in memory: no view, no entity by address, no parts.

use ecs_core::hook::HasParts;
use ecs_core::systems::SystemShape;
use ecs_core::{Component, Entity, IntoSystem, Ref, View};

#[derive(Component)]
#[component(soa)]
struct Plane {
    fuel: f32,
}

impl Plane {
    fn update(&mut self, dt: f32) {
        self.fuel -= dt;
        if self.fuel < 0.0 {
            self.kill(); //~ ERROR a value of `Plane` does not know its entity
        }
    }
}

fn entity_of<T: Component>(component: &T) -> Entity {
    component.entity() //~ ERROR a value of `T` does not know its entity
}

#[derive(Component)]
struct Tower; //~ ERROR there is no slice of values of `Plane`, and no view

impl Tower {
    fn update(&mut self, _: View<Plane>) {}
}

fn watch(planes: View<'_, Plane>) {
    assert!(planes.is_empty());
}

/// Has the bounds of `Schedule::add`, so that the text quotes this file.
fn add<M, S: SystemShape<M> + IntoSystem<M>>(_: S) {}

/// Has the bound of `Ref::map`, so that the text quotes this file.
fn fuel<L: HasParts<Plane>>(plane: Ref<Plane, L>) -> Ref<f32> {
    Ref::map(plane, |plane| &plane.fuel)
}

fn main() {
    let _ = Plane::view().iter().map(|plane| plane.fuel).sum::<f32>(); //~ ERROR there is no slice of values of `Plane`
    Plane::view_mut().as_mut_slice()[0].fuel = 1.0; //~ ERROR there is no slice of values of `Plane`, and no view
    add(watch); //~ ERROR there is no slice of values of `Plane`, and no view
    let plane = Entity::spawn().with(Plane { fuel: 1.0 });
    let _ = fuel(plane.borrow::<Plane>()); //~ ERROR a guard on a `Plane` has a copy
    let _ = entity_of(&Tower);
}
