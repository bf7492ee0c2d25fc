//! Rows that components have left: filled again, or closed before anything looks at the rows (laws S1, H1,
//! E1).

use std::collections::{BTreeMap, BTreeSet};

use ecs_core::{Component, Entity, Handle, World, update_all};
use proptest::prelude::*;

use crate::support::seeded;

/// Ends without a trace: it leaves a hole.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
struct LeavesHole(u32);

/// Is on some entities together with `LeavesHole`, and is updated with it.
#[derive(Component)]
struct Follower(u32);

impl Follower {
    fn update(&mut self, leaves_hole: &mut LeavesHole) {
        self.0 = leaves_hole.0;
    }
}

/// Has a `Drop`, so that its removal waits for a sync point.
#[derive(Component)]
struct Dropped(#[expect(dead_code, reason = "is dropped")] Box<u32>);

#[derive(Clone, Debug)]
enum Act {
    Spawn(u8),
    Despawn(u16, u8),
    Remove(u16, u8),
    Add(u16, u8),
    Switch(u16, bool),
    /// Spawns an entity that is disabled before it has a component.
    Bare,
    Borrow(u16),
    Keep(u16),
    View,
    Update,
    Clear,
}

fn acts() -> impl Strategy<Value = Vec<Act>> {
    let act = prop_oneof![
        4 => any::<u8>().prop_map(Act::Spawn),
        3 => (any::<u16>(), any::<u8>()).prop_map(|(from, count)| Act::Despawn(from, count)),
        3 => (any::<u16>(), any::<u8>()).prop_map(|(from, count)| Act::Remove(from, count)),
        3 => (any::<u16>(), any::<u8>()).prop_map(|(from, count)| Act::Add(from, count)),
        1 => (any::<u16>(), any::<bool>()).prop_map(|(from, on)| Act::Switch(from, on)),
        1 => Just(Act::Bare),
        2 => any::<u16>().prop_map(Act::Borrow),
        1 => any::<u16>().prop_map(Act::Keep),
        2 => Just(Act::View),
        1 => Just(Act::Update),
        1 => Just(Act::Clear),
    ];
    proptest::collection::vec(act, 1..40)
}

/// What the entities should hold.
#[derive(Default)]
struct Model {
    entities: Vec<Entity>,
    values: BTreeMap<Entity, u32>,
    next: u32,
}

impl Model {
    fn some(&self, from: u16, count: u8) -> Vec<Entity> {
        let len = self.entities.len().max(1);
        // A stride that shares no divisor with most lengths, so that the entities come from everywhere.
        (0..usize::from(count))
            .filter_map(|n| self.entities.get((usize::from(from) + n * 37) % len).copied())
            .collect()
    }

    fn value(&mut self) -> u32 {
        self.next += 1;
        self.next
    }

    fn check(&self) {
        assert_eq!(LeavesHole::count(), self.values.len());
        for entity in &self.entities {
            let found = entity.get::<LeavesHole>().map(|leaves_hole| leaves_hole.0);
            assert_eq!(found, self.values.get(entity).copied(), "{entity:?}");
        }
    }
}

fn run(acts: Vec<Act>) {
    let mut model = Model::default();
    for act in acts {
        match act {
            Act::Spawn(count) => {
                for n in 0..count {
                    let value = model.value();
                    let entity = Entity::spawn().with(LeavesHole(value));
                    if n % 2 == 0 {
                        entity.insert(Follower(0));
                    }
                    if n % 16 == 0 {
                        entity.insert(Dropped(Box::new(value)));
                    }
                    model.entities.push(entity);
                    model.values.insert(entity, value);
                }
            }
            Act::Despawn(from, count) => {
                let some = model.some(from, count);
                if from % 2 == 0 {
                    // Some are listed twice, where there are few.
                    let alive = some.iter().collect::<BTreeSet<_>>().len();
                    assert_eq!(Entity::despawn_many(&some), alive);
                }
                for entity in some {
                    assert_eq!(entity.despawn(), from % 2 != 0 && model.entities.contains(&entity));
                    model.entities.retain(|&other| other != entity);
                    model.values.remove(&entity);
                }
            }
            Act::Remove(from, count) => {
                for entity in model.some(from, count) {
                    let removed = if from % 2 == 0 {
                        entity.remove::<LeavesHole>().map(|leaves_hole| leaves_hole.0)
                    } else {
                        let value = entity.get::<LeavesHole>().map(|leaves_hole| leaves_hole.0);
                        assert_eq!(entity.kill::<LeavesHole>(), value.is_some());
                        value
                    };
                    assert_eq!(removed, model.values.remove(&entity));
                    assert!(!entity.has::<LeavesHole>());
                }
            }
            Act::Add(from, count) => {
                for entity in model.some(from, count) {
                    let value = model.value();
                    entity.insert(LeavesHole(value));
                    model.values.insert(entity, value);
                }
            }
            Act::Switch(from, on) => {
                model.some(from, 1).iter().for_each(|entity| _ = entity.set_enabled(on));
            }
            Act::Bare => {
                let (entity, value) = (Entity::spawn(), model.value());
                entity.set_enabled(false);
                entity.insert(LeavesHole(value));
                model.entities.push(entity);
                model.values.insert(entity, value);
            }
            Act::Borrow(from) => {
                for entity in model.some(from, 3) {
                    if let Some(mut leaves_hole) = entity.get_mut::<LeavesHole>() {
                        leaves_hole.0 += 1;
                        *model.values.get_mut(&entity).expect("it is there") += 1;
                    }
                }
            }
            Act::Keep(from) => {
                // Shared guards and a shared view go together, whatever was removed before.
                let guards: Vec<_> =
                    model.some(from, 3).iter().filter_map(|entity| entity.get::<LeavesHole>()).collect();
                assert_eq!(LeavesHole::view().len(), model.values.len());
                for entity in model.some(from.wrapping_add(1), 3) {
                    entity.despawn();
                    model.values.remove(&entity);
                }
                drop(guards);
                World::flush();
                model.entities.retain(|entity| entity.is_alive());
            }
            Act::View => {
                let mut seen: Vec<u32> = LeavesHole::view().iter().map(|leaves_hole| leaves_hole.0).collect();
                seen.sort_unstable();
                let mut expected: Vec<u32> = model.values.values().copied().collect();
                expected.sort_unstable();
                assert_eq!(seen, expected);
                let enabled = model.values.keys().filter(|entity| entity.is_enabled()).count();
                assert_eq!(LeavesHole::view().enabled().len(), enabled);
            }
            Act::Update => {
                update_all(0.1);
                for entity in &model.entities {
                    let follower = entity.get::<Follower>().filter(|_| entity.is_enabled());
                    if let (Some(follower), Some(value)) = (follower, model.values.get(entity)) {
                        assert_eq!(follower.0, *value, "{entity:?}");
                    }
                }
            }
            Act::Clear => {
                World::clear();
                model.entities.clear();
                model.values.clear();
            }
        }
        assert_eq!(World::stats().alive, model.entities.len());
    }
    model.check();
}

proptest! {
    #![proptest_config(seeded(100, 1))]

    #[test]
    fn s1_holes_are_never_seen(acts in acts()) {
        World::new().enter(|| run(acts));
    }
}

fn spawn(count: u32) -> Vec<Handle<LeavesHole>> {
    (0..count).map(|n| Entity::spawn().insert(LeavesHole(n))).collect()
}

fn rows() -> Vec<u32> {
    LeavesHole::view().iter().map(|leaves_hole| leaves_hole.0).collect()
}

#[test]
fn what_is_added_to_a_disabled_entity_fills_no_hole() {
    let handles = spawn(10);
    let entity = handles[4].entity();
    assert!(handles[4].kill() && entity.set_enabled(false));
    entity.insert(LeavesHole(100));
    let view = LeavesHole::view();
    assert_eq!(view.disabled(), [LeavesHole(100)]);
    assert!(!view.enabled().contains(&LeavesHole(100)));
}

#[test]
fn what_is_disabled_stands_behind_the_others_also_after_many_holes() {
    let handles = spawn(100);
    let late = Entity::spawn();
    late.set_enabled(false);
    // More than are closed one by one.
    handles[..20].iter().for_each(|handle| assert!(handle.kill()));
    late.insert(LeavesHole(100));
    let view = LeavesHole::view();
    assert_eq!(view.disabled(), [LeavesHole(100)]);
    assert_eq!(view.enabled().len(), 80);
}

#[test]
fn a_despawn_that_leaves_no_hole_is_a_sync_point() {
    for despawn in [|entity: Entity| entity.despawn(), |entity| Entity::despawn_many(&[entity]) == 1] {
        let handles = spawn(4);
        // Where one is disabled, rows wait for the sync point.
        handles[0].entity().set_enabled(false);
        assert!(despawn(handles[1].entity()));
        let guard = handles[2].borrow();
        assert_eq!(LeavesHole::view().len(), 3, "nothing is left to be flushed");
        drop(guard);
        World::clear();
    }
}

const MANY: u32 = if cfg!(miri) { 200 } else { 1_000 };

#[test]
fn what_is_despawned_and_spawned_again_keeps_its_row() {
    let handles = spawn(MANY);
    let some: Vec<_> = handles.iter().step_by(3).map(|handle| handle.entity()).collect();
    some.iter().rev().for_each(|entity| assert!(entity.despawn()));
    // The lowest free index is next, so each gets the place of the one before.
    for entity in &some {
        let again = Entity::spawn();
        assert_eq!(again.index(), entity.index());
        again.insert(LeavesHole(entity.index()));
    }
    assert_eq!(rows(), (0..MANY).collect::<Vec<_>>());
}

#[test]
fn where_many_are_gone_the_others_keep_their_order() {
    let handles = spawn(MANY);
    handles
        .iter()
        .filter(|handle| handle.entity().index() % 3 != 0)
        .for_each(|handle| assert!(handle.kill()));
    assert_eq!(rows(), (0..MANY).step_by(3).collect::<Vec<_>>());
}

#[test]
fn a_store_that_was_emptied_begins_anew() {
    let handles = spawn(100);
    handles.iter().for_each(|handle| assert!(handle.kill()));
    handles.iter().rev().enumerate().for_each(|(n, handle)| _ = handle.entity().insert(LeavesHole(n as u32)));
    assert_eq!(rows(), (0..100).collect::<Vec<_>>());
}

#[test]
fn holes_are_closed_before_the_rows_grow() {
    let handles = spawn(100);
    let capacity = || World::stats().stores[0].capacity;
    let before = capacity();
    for _ in 0..if cfg!(miri) { 4 } else { 50 } {
        // Others than those who had them before: no hole is theirs.
        handles.iter().for_each(|handle| assert!(handle.kill()));
        let others: Vec<_> = (0..100).map(|n| Entity::spawn().insert(LeavesHole(n))).collect();
        others.iter().for_each(|handle| assert!(handle.kill()));
        handles.iter().for_each(|handle| _ = handle.entity().insert(LeavesHole(1)));
    }
    assert_eq!(capacity(), before);
}

#[test]
fn more_holes_than_are_listed_are_closed_after_the_rows_have_grown() {
    let handles = spawn(160);
    handles.iter().step_by(3).for_each(|handle| assert!(handle.kill()));
    let added = spawn(200);
    assert_eq!(rows().len(), 160 - 54 + 200);
    assert!(added.iter().all(|handle| handle.is_alive()));
    let alive: Vec<u32> =
        handles.iter().filter_map(|handle| handle.get()).map(|leaves_hole| leaves_hole.0).collect();
    assert_eq!(alive, (0..160).filter(|n| n % 3 != 0).collect::<Vec<_>>());
}

/// Ends without a trace.
#[derive(Component)]
struct Grain(#[expect(dead_code, reason = "a value like any")] u8);

fn lookup_bytes() -> usize {
    World::stats().stores[0].lookup_bytes
}

#[test]
fn s6_what_ends_without_a_trace_gives_its_memory_back() {
    let many = if cfg!(miri) { 300 } else { 100_000 };
    let ends: [fn(Entity) -> bool; 3] =
        [|entity| entity.kill::<Grain>(), |entity| entity.remove::<Grain>().is_some(), Entity::despawn];
    for end in ends {
        World::new().enter(|| {
            let entities = Entity::spawn_many(many, |_, _| Grain(1));
            assert!(lookup_bytes() >= 8 * many);
            entities.into_iter().for_each(|entity| assert!(end(entity)));
            assert!(lookup_bytes() <= 1_300, "{} bytes for none", lookup_bytes());
        });
    }
    World::new().enter(|| {
        Entity::despawn_many(&Entity::spawn_many(many, |_, _| Grain(1)));
        assert!(lookup_bytes() <= 1_300, "{} bytes for none", lookup_bytes());
    });
}

#[test]
fn s6_one_that_follows_another_far_off_is_found_as_fast() {
    let entities: Vec<_> = (0..if cfg!(miri) { 300 } else { 3_000 }).map(|_| Entity::spawn()).collect();
    assert!(entities[0].insert(Grain(1)).kill());
    entities[entities.len() - 1].insert(Grain(2));
    // A window of one chunk, and nothing outside of it.
    assert_eq!(lookup_bytes(), 1_024);
}
