//! What guards and worlds print.

use std::fmt;

use ecs_core::{Component, Entity, World};

#[derive(Component, Debug)]
struct Speed(f32);

impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.*} m/s", f.precision().unwrap_or(3), self.0)
    }
}

#[test]
fn a_guard_prints_as_its_component_with_the_flags_of_the_format() {
    let speed = Entity::spawn().insert(Speed(1.5));
    let shared = speed.borrow();
    assert_eq!(
        format!("{shared} {shared:.1} {shared:?} {shared:#?}"),
        "1.500 m/s 1.5 m/s Speed(1.5) Speed(\n    1.5,\n)"
    );
    drop(shared);
    let mut exclusive = speed.borrow_mut();
    exclusive.0 = 2.5;
    assert_eq!(
        format!("{exclusive} {exclusive:.1} {exclusive:?} {exclusive:#?}"),
        "2.500 m/s 2.5 m/s Speed(2.5) Speed(\n    2.5,\n)"
    );
}

#[test]
fn a_world_prints_how_many_entities_live_in_it_and_not_in_the_current_one() {
    let world = World::default();
    let ended = world.enter(|| [(); 3].map(|()| Entity::spawn()))[1];
    let _elsewhere = Entity::spawn();
    assert_eq!(format!("{world:?}"), "World { alive: 3, .. }");
    world.enter(|| ended.despawn());
    assert_eq!(format!("{world:?}"), "World { alive: 2, .. }");
    let Ok(packed) = world.into_send() else { panic!("nothing is borrowed") };
    assert_eq!(format!("{packed:?}"), "SendWorld { .. }");
    assert_eq!(format!("{:?}", packed.into_world()), "World { alive: 2, .. }");
}
