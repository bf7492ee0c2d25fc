//! The loop over a view, in programs that differ in what surrounds it: in the world of the thread, and in one
//! that is entered for the call.

use ecs_core::{Component, ViewMut, World};
use peers::sample::{Case, frames};
use peers::way::{Ways, several};
use peers::work::DT;

use crate::airplanes::{Plane, Transform, move_by_view, sum};

pub fn ways() -> Ways {
    several([
        ("function", |count| here(count, in_function as fn())),
        ("function, entered", |count| entered(count, in_function as fn())),
        ("closure", |count| here(count, move_by_view)),
        ("closure, entered", |count| entered(count, move_by_view)),
        ("method", |count| here(count, || Wind(DT).blow())),
        ("method, entered", |count| entered(count, || Wind(DT).blow())),
        ("get_mut, for_each", |count| here(count, in_chain)),
        ("get_mut, for_each, entered", |count| entered(count, in_chain)),
        ("view as argument", |count| here(count, with_argument)),
        ("view as argument, entered", |count| entered(count, with_argument)),
    ])
}

fn here(count: usize, frame: impl Fn() + 'static) -> Case {
    frames(count, Plane::spawn_many(count), move |_| frame(), |_| sum())
}

fn entered(count: usize, frame: impl Fn() + 'static) -> Case {
    let world = World::new();
    world.enter(|| drop(Plane::spawn_many(count)));
    frames(count, world, move |world| world.enter(&frame), |world| world.enter(sum))
}

#[inline(never)]
fn in_function() {
    move_by_view();
}

/// What a program may keep between frames.
struct Wind(f32);

impl Wind {
    fn blow(&self) {
        let planes = Plane::view();
        let mut transforms = Transform::view_mut();
        for plane in &planes {
            transforms[plane.transform].pos[1] += plane.speed * self.0;
        }
    }
}

fn in_chain() {
    let mut transforms = Transform::view_mut();
    Plane::view().iter().for_each(|plane| {
        if let Some(transform) = transforms.get_mut(plane.transform) {
            transform.pos[1] += plane.speed * DT;
        }
    });
}

fn with_argument() {
    move_all(&Plane::view(), &mut Transform::view_mut());
}

#[inline(never)]
fn move_all(planes: &[Plane], transforms: &mut ViewMut<Transform>) {
    for plane in planes {
        transforms[plane.transform].pos[1] += plane.speed * DT;
    }
}
