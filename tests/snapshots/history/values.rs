//! What is in the kept frames, and in what they differ.

use ecs_core::by_name::{NameError, Value};
use ecs_core::{Component, Entity, Handle, World, update_all};
use serde::{Serialize, Serializer};

use super::{Ball, frames, history};
use crate::support::{assert_says, ignore};

#[derive(Component, Clone, Copy, Serialize)]
struct Ship {
    pos: (f32, f32),
    target: Handle<Ship>,
}

impl Ship {
    fn update(&mut self, dt: f32) {
        self.pos.1 += dt;
    }
}

/// What a ship, or a part of one, was in the kept frames.
fn values(ship: Entity, path: &str) -> Vec<(u64, Value)> {
    let frames = history().frames().into_iter();
    frames.filter_map(|frame| Some((frame, history().value(frame, ship, "Ship", path).unwrap()?))).collect()
}

fn number(value: &Value) -> f32 {
    let &Value::F32(number) = value else { panic!("no number: {value:?}") };
    number
}

#[test]
fn z1_a_value_is_read_in_each_frame_that_has_it() {
    World::set_history(1 << 20);
    let first = Entity::spawn().insert(Ship { pos: (1.0, 0.0), target: Handle::default() });
    frames(2);
    let second = Entity::spawn().insert(Ship { pos: (2.0, 5.0), target: first });
    frames(2);
    first.entity().despawn();
    let other = Entity::spawn(); // has the same index
    other.insert(Ship { pos: (9.0, 9.0), target: second });
    frames(2);

    let heights = |entity| {
        values(entity, "pos.1").into_iter().map(|(frame, value)| (frame, number(&value))).collect::<Vec<_>>()
    };
    assert_eq!(heights(first.entity()), [(0, 0.0), (1, 1.0), (2, 2.0), (3, 3.0)]);
    assert_eq!(heights(second.entity()), [(2, 5.0), (3, 6.0), (4, 7.0), (5, 8.0)]);
    assert_eq!(heights(other), [(4, 9.0), (5, 10.0)]);
    let target = values(second.entity(), "target");
    let target = target.iter().map(|(_, value)| value.entity()).collect::<Vec<_>>();
    assert_eq!(target, [Some(first.entity()); 4]);
    assert!(values(other, "pos.7").is_empty());
    assert!(values(Entity::spawn(), "").is_empty());

    let ball = Entity::spawn().insert(Ball { height: 1.0 });
    frames(1);
    let ball = ball.entity();
    assert!(matches!(history().value(6, ball, "Ball", ""), Err(NameError::Lacks { .. })));
    assert!(matches!(history().value(0, ball, "Bal", ""), Err(NameError::UnknownType { .. })));
}

#[test]
fn z1_two_frames_are_compared() {
    World::set_history(1 << 20);
    let ship = Entity::spawn().insert(Ship { pos: (1.0, 0.0), target: Handle::default() });
    ship.entity().set_name("ship");
    frames(3);
    let lines = |a, b| {
        let found = history().diff(a, b).unwrap();
        found.iter().map(|difference| difference.to_string()).collect::<Vec<_>>()
    };
    assert!(lines(1, 1).is_empty());
    assert!(lines(0, 2).contains(&"Ship of 0v1 \"ship\": pos.1 0.0 | 2.0".to_string()), "{:?}", lines(0, 2));
    assert_says(&history().diff(1, 9).unwrap_err().to_string(), &["frame 9"]);
}

#[test]
fn z1_a_serialize_may_call_the_history() {
    #[derive(Component, Clone)]
    struct Odd(#[expect(dead_code, reason = "a tag has no value")] u8);
    impl Serialize for Odd {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            ignore(World::history().frames());
            World::set_history(0);
            serializer.serialize_u8(1)
        }
    }

    World::set_history(1 << 20);
    let odd = Entity::spawn().insert(Odd(0));
    let ship = Entity::spawn().insert(Ship { pos: (1.0, 0.0), target: Handle::default() });
    frames(2);
    assert_eq!(history().value(1, odd.entity(), "Odd", ""), Ok(Some(Value::from(1_u8))));
    assert!(history().frames().is_empty(), "they were switched off");
    update_all(1.0);
    let _ = history().state(0);
    update_all(1.0);
    assert!(ship.borrow().pos.1 > 0.0);
}
