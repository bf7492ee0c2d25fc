//! Transforms whose changes are tracked.

use ecs_core::{Component, Entity, Handle, query};
use peers::sample::{Case, two_frames};
use peers::work::{DT, SPEED, Vec3};

#[derive(Component, Default)]
#[component(track)]
struct Transform {
    pos: Vec3,
}

#[derive(Component)]
struct Plane {
    transform: Handle<Transform>,
    speed: f32,
}

impl Plane {
    fn update(&mut self, dt: f32, transform: &mut Transform) {
        transform.pos[1] += self.speed * dt;
    }
}

pub fn by_handle_and_sibling(count: usize) -> Case {
    let by_handle = || {
        for plane in &Plane::view() {
            plane.transform.borrow_mut().pos[1] += plane.speed * DT;
        }
    };
    tracked(count, by_handle, || Plane::update_all(DT))
}

pub fn by_view_and_query(count: usize) -> Case {
    let by_view = || {
        let mut transforms = Transform::view_mut();
        for plane in &Plane::view() {
            transforms[plane.transform].pos[1] += plane.speed * DT;
        }
    };
    let by_query = || {
        query::<(&Plane, &mut Transform)>().each(|(plane, transform)| transform.pos[1] += plane.speed * DT);
    };
    tracked(count, by_view, by_query)
}

fn tracked(count: usize, by_reference: impl Fn() + 'static, by_iteration: impl Fn() + 'static) -> Case {
    let plane = |entity: Entity| Plane { transform: entity.handle(), speed: SPEED };
    Entity::spawn_many(count, |_, entity| (plane(entity), Transform::default()));
    let sum = || Transform::view().iter().map(|transform| f64::from(transform.pos[1])).sum();
    two_frames(count, (), move |()| by_reference(), move |()| by_iteration(), move |()| sum())
}
