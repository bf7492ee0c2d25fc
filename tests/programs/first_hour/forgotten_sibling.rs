//! "My planes do not move." A component that the hook needs was forgotten; who asks learns it.

use ecs_core::{Component, Entity, World, explain_order, update_all};

#[derive(Component, Default)]
struct Transform {
    x: f32,
}

#[derive(Component)]
struct Velocity {
    x: f32,
}

#[derive(Component, Default)]
struct Plane;

impl Plane {
    fn update(&mut self, dt: f32, transform: &mut Transform, velocity: &Velocity) {
        transform.x += velocity.x * dt;
    }
}

#[test]
fn a_plane_that_does_not_move_says_why() {
    let plane = Entity::spawn().with(Plane).with(Transform::default());
    plane.set_name("spitfire");
    update_all(0.5);
    assert_eq!(plane.borrow::<Transform>().x, 0.0);

    let stats = World::stats();
    assert_eq!(
        stats.skipped[0].to_string(),
        "`Plane::update` skips 1 entity: 0v1 \"spitfire\" has no Velocity"
    );
    assert!(
        explain_order()
            .to_string()
            .contains("Plane: added 1st; skips 1 entity: 0v1 \"spitfire\" has no Velocity")
    );

    plane.insert(Velocity { x: 4.0 });
    update_all(0.5);
    assert_eq!(plane.borrow::<Transform>().x, 2.0);
    assert!(World::stats().skipped.is_empty());
}
