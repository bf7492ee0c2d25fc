//! Ids that name nothing here: of a cleared world, of another world, and ones that were never handed out.

use std::collections::HashSet;

use ecs_core::{Component, Entity, Handle, World, update_all};

use super::{Hp, hp};
use crate::support::{assert_says, ignore, message_of};

#[test]
fn trap36_no_id_comes_back_to_life_after_clear() {
    #[derive(Component)]
    struct Text(String);
    let mut old: Vec<Handle<Text>> = Vec::new();
    let mut seen = HashSet::new();
    for round in 0..4 {
        let made: Vec<_> = (0..10).map(|n| Entity::spawn().insert(Text(format!("{round} {n}")))).collect();
        assert!(made.iter().all(|handle| seen.insert(*handle)), "handed out before");
        // Some indices have more lives than others.
        for handle in &made[round..round + 3] {
            handle.entity().despawn();
            let again = Entity::spawn().insert(Text("again".into()));
            assert_eq!(again.entity().index(), handle.entity().index());
            assert!(seen.insert(again));
            old.push(again);
        }
        // A guard holds an index; its entity is as dead as the others.
        let guard = made[8].borrow();
        World::clear();
        assert_eq!((guard.0.clone(), World::stats().alive), (format!("{round} 8"), 0));
        old.extend(made);
        drop(guard);
        World::flush();
        let lowest = Entity::spawn_many(10, |n, _| Hp(n as u32));
        assert_eq!(lowest.iter().map(|entity| entity.index()).max(), Some(9), "the indices are used again");
        for entity in &lowest {
            entity.insert(Text("new".into()));
        }
        for handle in &old {
            let entity = handle.entity();
            assert!(!handle.is_alive() && handle.get().is_none() && !entity.is_alive());
            assert!(!handle.kill() && !entity.despawn() && !handle.set_enabled(false));
            assert!(!lowest.contains(&entity));
        }
        assert!(Text::view().iter().all(|text| text.0 == "new"));
        assert_eq!((Text::count(), Hp::count()), (10, 10));
        World::clear();
    }
}

#[test]
fn trap38_no_id_of_elsewhere_reaches_anything_through_any_call() {
    const FAR: usize = if cfg!(miri) { 1_100 } else { 70_000 };
    #[derive(Component)]
    struct Filler;
    let foreign = World::new();
    let tag_mate = |foreign: Entity| {
        // Tags are given round-robin: one of the next worlds has the same.
        let worlds = (0..100_000).map(|_| World::new());
        let mut mates = worlds.filter(|world| world.enter(Entity::spawn) == foreign);
        mates.next().expect("tags repeat")
    };
    let (first, far, later) = foreign.enter(|| {
        let first = hp(100).entity();
        let last = *Entity::spawn_many(FAR, |_, _| Filler).last().expect("many");
        last.insert(Hp(101));
        let reused = Entity::spawn();
        (0..5).for_each(|_| assert!(reused.is_alive()));
        reused.despawn();
        let later = hp(102).entity();
        assert_eq!((later.index(), later.generation()), (reused.index(), 2));
        (first, last, later)
    });
    let here = tag_mate(first);
    here.enter(|| {
        // The one live entity has index 0 and generation 1: the same id, which is a logic error at most.
        let mine = first.insert(Hp(1));
        let mut hostile = vec![far, later, Entity::NONE];
        hostile.extend(World::new().enter(|| [hp(7).entity(), Entity::spawn()]));
        for _ in 0..2 {
            hostile.iter().for_each(|&entity| reaches_nothing(entity));
            // Once more where the table of the look-up reaches further.
            let more: Vec<_> = (0..200).map(|n| hp(n).entity()).collect();
            hostile.iter().for_each(|&entity| assert!(!more.contains(&entity)));
        }
        assert_eq!(Entity::despawn_many(&hostile), 0);
        assert_eq!((mine.borrow().0, Hp::count()), (1, 401));
    });
    foreign.enter(|| assert_eq!((Hp::count(), far.borrow::<Hp>().0, later.borrow::<Hp>().0), (3, 101, 102)));
}

/// Makes every call that takes an entity or a handle.
fn reaches_nothing(entity: Entity) {
    #[derive(Component, Default)]
    struct Fresh(u32);
    let handle = entity.handle::<Hp>();
    let before = counts();
    assert!(!entity.is_alive() && !entity.is_enabled() && !entity.despawn() && !entity.set_enabled(false));
    assert!(!entity.has::<Hp>() && !entity.has::<(Hp, Fresh)>() && entity.components().is_empty());
    assert!(!entity.kill::<Hp>() && entity.try_remove::<Hp>() == Ok(None) && entity.remove::<Hp>().is_none());
    assert!(entity.get::<Hp>().is_none() && entity.get_mut::<Hp>().is_none());
    assert!(entity.try_borrow::<Hp>().is_err() && entity.try_borrow_mut::<Hp>().is_err());
    assert!(entity.try_add::<Hp>().is_err() && entity.try_insert(Hp(9)).is_err());
    assert!(entity.try_add::<Fresh>().is_err() && entity.try_add_with(|| Fresh(1)).is_err());
    assert!(!handle.is_alive() && !handle.is_enabled() && !handle.kill() && !handle.set_enabled(true));
    assert!(handle.get().is_none() && handle.get_mut().is_none() && handle.with(|_| ()).is_none());
    assert!(!handle.sibling::<Fresh>().is_alive());
    let panics: [fn(Entity); 7] = [
        |entity| drop(entity.borrow::<Hp>()),
        |entity| drop(entity.borrow_mut::<Hp>()),
        |entity| ignore(entity.add::<Hp>()),
        |entity| ignore(entity.insert(Hp(9))),
        |entity| ignore(entity.handle::<Hp>().add::<Fresh>()),
        |entity| ignore(Hp::view()[entity.handle()].0),
        |entity| Hp::view_mut()[entity.handle()].0 = 9,
    ];
    panics.iter().for_each(|call| assert_says(&message_of(|| call(entity)), &["cannot"]));
    assert!(Hp::view().get(handle).is_none());
    assert!(Hp::view_mut().get(handle).is_none() && Hp::view_mut().get_mut(handle).is_none());
    update_all(0.1);
    assert_eq!(counts(), before);
}

/// Entities alive, spawned and despawned, and components of each type that was added.
fn counts() -> (usize, u64, u64, Vec<(&'static str, usize)>) {
    let stats = World::stats();
    let stores = stats.stores.iter().map(|store| (store.component, store.count)).collect();
    (stats.alive, stats.spawned, stats.despawned, stores)
}
