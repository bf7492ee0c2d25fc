//! Laws E1 to E4: entities, their ids and what can be done with them.

mod calls;

use std::collections::{BTreeSet, HashSet};

use ecs_core::{AddError, BorrowError, Component, Entity, Handle, RemoveError, World};

use crate::support::{CountedDrop, DropCounter, Random, assert_says, log, message_of, take_log};

#[derive(Component, Default, Debug, PartialEq)]
struct Health(u32);

#[derive(Component, Default, Debug, PartialEq)]
struct Speed(f32);

/// Defines components that log their hooks under their names.
macro_rules! logging {
    ($($name:ident),*) => {$(
        #[derive(Component, Default, Debug)]
        struct $name;

        impl $name {
            fn init(&mut self, entity: Entity) {
                log(format!("init {} {entity}", stringify!($name)));
            }
            fn shutdown(&mut self, entity: Entity) {
                log(format!("shutdown {} {entity}", stringify!($name)));
            }
        }
    )*};
}
use logging;

// ---- E1 ----

#[test]
fn e1_spawn_takes_the_lowest_free_index() {
    let mut random = Random(7);
    let (mut alive, mut free, mut seen) = (Vec::<Entity>::new(), BTreeSet::new(), HashSet::new());
    let steps = if cfg!(miri) { 400 } else { 20_000 };
    for step in 0..steps {
        // Grows, then shrinks, then grows again.
        let spawns = if (step * 5 / steps) % 2 == 0 { 3 } else { 1 };
        if random.below(4) < spawns || alive.is_empty() {
            let expected = free.pop_first().unwrap_or(alive.len() as u32);
            let entity = Entity::spawn();
            assert_eq!(entity.index(), expected, "in step {step}");
            assert!(seen.insert(entity), "{entity} was handed out before");
            alive.push(entity);
        } else {
            let entity = alive.swap_remove(random.below(alive.len()));
            assert!(entity.despawn());
            free.insert(entity.index());
        }
    }
    assert!(alive.iter().all(|entity| entity.is_alive()));
    assert_eq!(World::stats().alive, alive.len());
    assert_eq!(seen.iter().filter(|entity| entity.is_alive()).count(), alive.len());
}

#[test]
fn e1_spawn_many_takes_the_lowest_free_indices_too() {
    let first = Entity::spawn_many(10, |_, _| Health(0));
    for place in [7, 2, 4] {
        first[place].despawn();
    }
    let more = Entity::spawn_many(5, |_, _| Health(1));
    let indices: Vec<_> = more.iter().map(|entity| (entity.index(), entity.generation())).collect();
    assert_eq!(indices, [(2, 2), (4, 2), (7, 2), (10, 1), (11, 1)]);
}

#[test]
fn e1_none_is_never_alive_and_every_call_on_it_is_defined() {
    let none = Entity::NONE;
    assert_eq!((Entity::default(), Handle::<Health>::default()), (none, Handle::NULL));
    for _ in 0..2 {
        assert!(!none.is_alive() && !none.despawn() && !none.set_enabled(false) && !none.is_enabled());
        assert!(!none.has::<Health>() && !none.kill::<Health>() && none.components().is_empty());
        assert!(none.get::<Health>().is_none() && none.get_mut::<Health>().is_none());
        assert_eq!(none.try_remove::<Health>(), Ok(None));
        let error = none.try_borrow::<Health>().unwrap_err();
        assert_eq!(error, BorrowError::Dead { component: "Health", entity: none, ending: None });
        assert_says(&message_of(|| none.borrow::<Health>()), &["Health", "null handle", "get()"]);
        // Once more in a world with a store.
        Entity::spawn().add::<Health>();
        let error = none.try_add::<Health>().unwrap_err();
        assert_eq!(error, AddError::DeadEntity { component: "Health", entity: none });
        assert_says(&message_of(|| none.add::<Health>()), &["Health", "NONE", "Entity::spawn()"]);
    }
}

#[test]
fn e1_ids_are_small_and_print_as_index_and_generation() {
    assert_eq!((size_of::<Entity>(), size_of::<Option<Entity>>(), align_of::<Entity>()), (8, 8, 4));
    for _ in 0..3 {
        let _ = Entity::spawn();
    }
    let entity = Entity::spawn();
    assert_eq!((format!("{entity:?}"), format!("{entity}")), ("3v1".into(), "3v1".into()));
    entity.despawn();
    assert_eq!(format!("{:?}", Entity::spawn()), "3v2");
    assert_eq!(format!("{:?}", Entity::NONE), "NONE");
}

#[test]
fn e1_an_id_is_a_number_and_comes_back_from_it() {
    let old = Entity::spawn();
    old.despawn();
    let (new, elsewhere) = (Entity::spawn(), World::new().enter(Entity::spawn));
    let all = [Entity::NONE, old, new, Entity::spawn(), elsewhere];
    for entity in all {
        assert_eq!(Entity::from_bits(entity.to_bits()), entity);
    }
    let numbers: HashSet<_> = all.map(Entity::to_bits).into();
    assert!(numbers.len() == all.len() && !numbers.contains(&0));
    assert_eq!(
        all.map(|entity| Entity::from_bits(entity.to_bits()).is_alive()),
        [false, false, true, true, false]
    );
}

#[test]
fn e1_any_number_is_an_id_that_is_checked_when_it_is_used() {
    let entity = Entity::spawn().with(Health(3));
    let bits = entity.to_bits();
    // Each number that differs in one bit: another index, another generation, another world, or no id.
    let near = (0..64).map(|bit| bits ^ (1 << bit));
    let mut random = Random(3);
    let far = (0..100).map(|_| (random.below(1 << 31) as u64) << 33 | random.below(1 << 31) as u64);
    let at_the_ends = [0, 1, 255, 256, u64::MAX, u64::MAX << 32, u64::MAX >> 32];
    // In the first world of a process 256 is the entity itself.
    for number in near.chain(far).chain(at_the_ends).filter(|&number| number != bits) {
        let other = Entity::from_bits(number);
        assert!(other != entity && !other.is_alive() && other.generation() != 0, "{number:#x}");
        assert!(!other.despawn() && !other.has::<Health>() && other.components().is_empty());
        assert!(other.get::<Health>().is_none() && other.parent().is_none() && !other.set_enabled(false));
        assert!(other.try_add::<Speed>().is_err() && other.try_child_of(entity).is_err());
    }
    for number in [0, 1, 255, u64::MAX << 32, 7 << 32 | 255] {
        assert_eq!(Entity::from_bits(number), Entity::NONE, "{number:#x}");
    }
    assert_eq!((World::stats().alive, entity.borrow::<Health>().0), (1, 3));
}

// ---- E2 ----

#[test]
fn e2_despawn_shuts_down_in_the_reverse_of_the_worlds_type_order() {
    logging!(A, B, C);
    let first = Entity::spawn();
    first.add::<A>();
    first.add::<B>();
    first.add::<C>();
    let second = Entity::spawn();
    second.add::<C>();
    second.add::<A>();
    second.add::<B>();
    take_log();
    assert!(second.despawn());
    assert_eq!(take_log(), ["shutdown C 1v1", "shutdown B 1v1", "shutdown A 1v1"]);
    assert_eq!((A::count(), B::count(), C::count()), (1, 1, 1), "removed from one entity only");
    // Another world has an order of its own.
    World::new().enter(|| {
        let entity = Entity::spawn().with(C).with(B).with(A);
        take_log();
        entity.despawn();
        assert_eq!(take_log(), ["shutdown A 0v1", "shutdown B 0v1", "shutdown C 0v1"]);
    });
}

#[test]
fn e2_despawn_removes_all_components_and_drops_each_value_once() {
    #[derive(Component)]
    struct Owned<const N: usize>(#[expect(dead_code, reason = "is dropped")] CountedDrop);
    let counter = DropCounter::default();
    let entity = Entity::spawn().with(Owned::<1>(counter.token())).with(Owned::<2>(counter.token()));
    let other = Entity::spawn().with(Owned::<1>(counter.token()));
    assert!(entity.despawn());
    assert_eq!(counter.dropped(), 2);
    assert!(!entity.is_alive() && !entity.has::<Owned<1>>() && !entity.has::<Owned<2>>());
    assert!(entity.components().is_empty() && other.has::<Owned<1>>());
}

#[test]
fn e2_despawn_of_a_dead_entity_is_false_and_does_nothing_else() {
    logging!(A);
    let old = Entity::spawn().with(A);
    assert!(old.despawn());
    let new = Entity::spawn().with(A);
    assert_eq!(old.index(), new.index());
    take_log();
    assert!(!old.despawn());
    assert!(!old.kill::<A>() && !old.set_enabled(false) && old.remove::<A>().is_none());
    assert!(take_log().is_empty(), "no hook ran");
    assert!(new.is_alive() && new.is_enabled() && new.has::<A>());
    assert_eq!((A::count(), World::stats().despawned), (1, 1));
}

#[test]
fn e2_despawn_many_is_despawn_one_by_one() {
    #[derive(Component)]
    struct Fuse(Option<Entity>);

    impl Fuse {
        fn shutdown(&mut self, entity: Entity) {
            log(format!("{entity}: {} left", Health::count()));
            self.0.inspect(|next| assert!(next.despawn()));
        }
    }

    let spawn = |health| Entity::spawn().with(Health(health)).with(Speed(0.0));
    // More than are looked at together, with two among them that have hooks.
    let list: Vec<_> = (0..600).map(spawn).collect();
    let (bomb, hit, other) = (list[299], list[400], Entity::spawn().with(Health(600)));
    bomb.insert(Fuse(Some(hit)));
    other.insert(Fuse(None));
    let mut doomed = list.clone();
    doomed.extend([other, list[0], Entity::NONE]);
    // Those before are gone when the hook runs, those behind are not; the one that it despawns is not counted
    // again.
    assert_eq!(Entity::despawn_many(&doomed), 600);
    let [bomb, other] = [bomb, other].map(|entity| entity.to_string());
    assert_eq!(take_log(), [format!("{bomb}: 302 left"), format!("{other}: 1 left")]);
    assert_eq!((Health::count(), Speed::count(), World::stats().alive), (0, 0, 0));
    assert_eq!(Entity::despawn_many(&doomed), 0);
}

#[test]
fn e2_despawn_many_does_not_give_an_index_away_whose_row_is_borrowed() {
    let list: Vec<_> = (0..3).map(|n| Entity::spawn().with(Health(n))).collect();
    let guard = list[1].borrow::<Health>();
    assert_eq!(Entity::despawn_many(&list), 3);
    assert_eq!(guard.0, 1, "what is borrowed stays until it is released");
    let new: Vec<_> = (0..2).map(|_| Entity::spawn().index()).collect();
    assert_eq!(new, [list[0].index(), list[2].index()]);
    drop(guard);
    World::flush();
    assert_eq!(Entity::spawn().index(), list[1].index());
}

// ---- E3 ----

#[test]
fn e3_a_generation_never_comes_back() {
    // More lives than 16 bits can distinguish; the last generation itself is tested with the allocator.
    const LIVES: u32 = if cfg!(miri) { 200 } else { 70_000 };
    let first = Entity::spawn();
    let handle = first.add::<Health>();
    first.despawn();
    for life in 2..=LIVES {
        let entity = Entity::spawn();
        assert_eq!((entity.index(), entity.generation()), (0, life));
        assert!(!first.is_alive());
        if life % (LIVES / 7) == 0 {
            entity.add::<Health>();
            assert!(!handle.is_alive() && handle.get().is_none());
        }
        entity.despawn();
    }
}

#[test]
fn e3_no_free_index_is_reported_with_the_remedy() {
    // 2^32 - 1 entities do not fit in a test: the text is checked here, the limit with the allocator.
    assert_says(&AddError::OutOfIds.to_string(), &["no entity index is free", "despawn"]);
}
