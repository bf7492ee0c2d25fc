//! R3: the state hash, and what two worlds differ in.

use std::collections::HashMap;

use ecs_core::{Component, Entity, Handle, Snapshots, World, WorldState, check_rollback, update_all};
use serde::Serialize;

use crate::support::hash_now;

#[derive(Component, Clone, Copy, Serialize, Default)]
struct Transform {
    pos: (f32, f32),
    above: Handle<Transform>,
}

#[derive(Component, Clone, Serialize, Default)]
struct Bag(HashMap<String, u32>);

#[derive(Component, Clone, Default)]
struct Secret(u32);

fn scene() -> Vec<Entity> {
    let first = Entity::spawn().insert(Transform::default());
    let second = Entity::spawn().with(Transform { pos: (1.0, 3.0), above: first });
    second.set_name("boss");
    second.child_of(first.entity());
    let items = (0..20).map(|n| (format!("item {n}"), n)).collect();
    let third = Entity::spawn().with(Bag(items)).with(Secret(1));
    update_all(0.25);
    vec![first.entity(), second, third]
}

fn total(f: impl FnOnce()) -> u64 {
    World::new().enter(|| {
        f();
        hash_now()
    })
}

/// The same number in each build, on each machine.
#[test]
fn r3_the_hash_of_a_history_is_a_constant() {
    let expected = total(|| _ = scene());
    assert_eq!(total(|| _ = scene()), expected, "in another world, with another tag");
    assert_eq!(expected, GOLDEN);
}

const GOLDEN: u64 = 5_142_579_388_466_815_473;

/// Makes a scene another one.
type Change = fn(&[Entity]);

const CHANGES: [(&str, Change); 13] = [
    ("a float by a bit", |all| all[0].borrow_mut::<Transform>().pos.0 = -0.0),
    ("a handle", |all| all[0].borrow_mut::<Transform>().above = all[1].handle()),
    ("an entry of a map", |all| _ = all[2].borrow_mut::<Bag>().0.insert("item 3".into(), 4)),
    ("a component", |all| _ = all[2].add::<Transform>()),
    ("an entity", |_| _ = Entity::spawn()),
    ("the next id", |_| _ = Entity::spawn().despawn()),
    ("a name", |all| _ = all[0].set_name("boss")),
    ("a link", |all| _ = all[2].child_of(all[0])),
    ("the switch of an entity", |all| _ = all[0].set_enabled(false)),
    ("the switch of a component", |all| _ = all[1].handle::<Transform>().set_enabled(false)),
    ("a timer", |all| _ = all[0].after(1.0, |_| ())),
    ("the clock", |_| World::set_time_scale(0.5)),
    ("the order of rows", |_| Transform::sort_by(|one, other| other.pos.1.total_cmp(&one.pos.1))),
];

#[test]
fn r3_each_difference_is_seen() {
    let expected = total(|| _ = scene());
    for (what, change) in CHANGES {
        assert_ne!(total(|| change(&scene())), expected, "{what}");
    }
    assert_eq!(total(|| scene()[2].borrow_mut::<Secret>().0 = 9), expected, "what is not `Serialize`");
}

#[test]
fn r3_where_hashes_differ_something_is_said() {
    let of = |change: &dyn Fn(&[Entity])| {
        World::new().enter(|| {
            change(&scene());
            let mut snapshots = Snapshots::new(1);
            snapshots.save(0).unwrap();
            (snapshots.state(0).unwrap(), snapshots)
        })
    };
    let (_, ours) = of(&|_| ());
    for (what, change) in CHANGES {
        let (theirs, _) = of(&change);
        assert!(!ours.diff(0, &theirs).unwrap().is_empty(), "{what}");
    }
}

#[test]
fn r3_the_hash_says_of_each_type_and_which_are_not_hashed() {
    let all = scene();
    let mut snapshots = Snapshots::new(2);
    snapshots.save(0).unwrap();
    all[1].borrow_mut::<Transform>().pos.0 += 1.0;
    snapshots.save(1).unwrap();
    let before = snapshots.hash(0).unwrap().clone();
    let after = snapshots.hash(1).unwrap();
    assert_eq!(after.types().iter().map(|ty| ty.name).collect::<Vec<_>>(), ["Transform", "Bag", "Secret"]);
    let differ: Vec<_> = after.types().iter().zip(before.types()).map(|(one, other)| one == other).collect();
    assert_eq!((differ, after.entities() == before.entities()), (vec![false, true, true], true));
    assert_eq!(after.unhashed(), ["Secret"]);
    assert!(format!("{after:#?}").contains("Secret (not `Serialize`)"));
}

#[test]
fn r3_a_desync_names_type_entity_and_field() {
    let all = scene();
    let mut snapshots = Snapshots::new(2);
    snapshots.save(98).unwrap();
    all[1].borrow_mut::<Transform>().pos.1 = 3.1;
    all[2].borrow_mut::<Bag>().0.insert("item 3".into(), 4);
    all[2].set_name("bag");
    all[0].remove::<Transform>();
    Entity::spawn().with(Secret(1)).set_enabled(false);
    snapshots.save(99).unwrap();
    let theirs = snapshots.state(99).unwrap();
    // As it comes from another machine.
    let bytes = postcard::to_allocvec(&theirs).unwrap();
    let text = serde_json::to_string(&theirs).unwrap();
    assert_eq!(postcard::from_bytes::<WorldState>(&bytes).unwrap(), theirs);
    assert_eq!(serde_json::from_str::<WorldState>(&text).unwrap(), theirs);
    let differences = snapshots.diff(98, &theirs).unwrap();
    let said: Vec<_> = differences.iter().map(|difference| difference.to_string()).collect();
    assert_eq!(
        said,
        [
            "2v1 \"bag\": name nothing | \"bag\"",
            "3v1: nothing | alive",
            "Transform of 0v1: there | nothing",
            "Transform of 1v1 \"boss\": pos.1 3.0 | 3.1",
            "Bag of 2v1 \"bag\": [\"item 3\"] 3 | 4",
            "Secret of 3v1: nothing | there",
        ]
    );
    assert!(snapshots.diff(99, &theirs).unwrap().is_empty());
    snapshots.load(98).unwrap();
}

#[test]
fn r3_another_time_is_said() {
    scene();
    let mut snapshots = Snapshots::new(2);
    snapshots.save(0).unwrap();
    World::set_fixed_step(1.0);
    update_all(0.5);
    snapshots.save(1).unwrap();
    let said = snapshots.diff(0, &snapshots.state(1).unwrap()).unwrap();
    let said: Vec<_> = said.iter().map(ToString::to_string).collect();
    assert!(said.contains(&"the time: frame 1 | 2".into()), "{said:?}");
    assert!(said.contains(&"the time: elapsed 0.25 | 0.75".into()), "{said:?}");
}

#[test]
fn r3_another_order_of_rows_is_said() {
    let all: Vec<_> = (0..4)
        .map(|n| Entity::spawn().with(Transform { pos: (n as f32, 0.0), ..Default::default() }))
        .collect();
    let mut snapshots = Snapshots::new(2);
    snapshots.save(0).unwrap();
    Transform::sort_by(|one, other| other.pos.0.total_cmp(&one.pos.0));
    snapshots.save(1).unwrap();
    let theirs = snapshots.state(1).unwrap();
    let said: Vec<_> = snapshots.diff(0, &theirs).unwrap().iter().map(ToString::to_string).collect();
    assert_eq!(said, ["Transform: the order of the rows, from row 0 on: 0v1 | 3v1"]);
    assert_eq!(all.len(), 4);
}

#[test]
fn r3_another_order_of_children_is_said() {
    let all: Vec<_> = (0..3).map(|_| Entity::spawn()).collect();
    let mut snapshots = Snapshots::new(2);
    for (frame, children) in [(0, [1, 2]), (1, [2, 1])] {
        all[1..].iter().for_each(|child| _ = child.detach());
        children.iter().for_each(|&child| _ = all[child].child_of(all[0]));
        snapshots.save(frame).unwrap();
    }
    assert_ne!(snapshots.hash(0).unwrap().total(), snapshots.hash(1).unwrap().total());
    let said = snapshots.diff(0, &snapshots.state(1).unwrap()).unwrap();
    let said: Vec<_> = said.iter().map(ToString::to_string).collect();
    assert_eq!(said, ["0v1: children [1, 2] | [2, 1]"]);
}

#[test]
fn r3_bad_states_are_refused_or_compared_and_nothing_else() {
    scene();
    let mut snapshots = Snapshots::new(1);
    snapshots.save(0).unwrap();
    let bytes = postcard::to_allocvec(&snapshots.state(0).unwrap()).unwrap();
    for at in 0..bytes.len() {
        assert!(postcard::from_bytes::<WorldState>(&bytes[..at]).is_err());
        for flip in [1, 0x80, 0xff] {
            let mut bad = bytes.clone();
            bad[at] ^= flip;
            if let Ok(theirs) = postcard::from_bytes::<WorldState>(&bad) {
                let said = snapshots.diff(0, &theirs).unwrap();
                said.iter().for_each(|difference| assert!(!difference.to_string().is_empty()));
            }
        }
    }
}

#[test]
fn r3_a_game_that_keeps_state_outside_of_its_world_is_found() {
    use std::cell::Cell;
    thread_local! {
        static OUTSIDE: Cell<f32> = const { Cell::new(0.0) };
    }
    #[derive(Component, Clone, Copy, Serialize, Default)]
    struct Walker {
        x: f32,
    }
    impl Walker {
        fn update(&mut self) {
            OUTSIDE.set(OUTSIDE.get() + 1.0);
            self.x += OUTSIDE.get();
        }
    }
    let walker = Entity::spawn().add::<Walker>();
    walker.entity().set_name("walker");
    let desync = check_rollback(10, 2, |_| update_all(0.1)).unwrap_err();
    assert_eq!(desync.frame(), 0);
    assert_eq!(desync.differences()[0].to_string(), "Walker of 0v1 \"walker\": x 2.0 | 1.0");
    assert!(desync.to_string().starts_with("frame 0 did not do the same again"), "{desync}");
}
