//! Counts at both ends of their range: served, or refused at once.

use std::sync::atomic::{AtomicUsize, Ordering};

use ecs_core::{
    Archetype, Component, Entity, Pool, Prefab, Snapshots, Timer, World, check_rollback, query, update_all,
};

#[derive(Component, Default, Clone, Copy)]
struct Rock(u32);

#[derive(Component, Default, Clone, Copy)]
struct Marker;

type Rocks = Archetype<(Rock,)>;

const COUNTS: [usize; 4] =
    [usize::MAX, usize::MAX / 2 + 1, isize::MAX as usize, (u32::MAX as usize).saturating_add(1)];

#[test]
#[cfg_attr(target_pointer_width = "32", ignore = "there may be as many entities as 32 bits can count")]
fn s4_no_count_that_is_too_large_changes_anything() {
    let prefab = Prefab::new(|root| _ = root.with(Rock(1)));
    for count in COUNTS {
        assert!(Rock::try_reserve(count).is_err() && Marker::try_reserve(count).is_err());
        assert!(Entity::try_spawn_many(count, |_, _| (Rock(0),)).is_err());
        assert!(Entity::try_spawn_many(count, |_, _| (Marker,)).is_err());
        assert!(prefab.try_spawn_many(count, |_, _| unreachable!()).is_err());
        assert_eq!((Rock::count(), World::stats().alive), (0, 0));
    }
    assert!(Rock::try_reserve(0).is_ok());
    assert!(
        Entity::spawn_many(0, |_, _| (Rock(0),)).is_empty() && prefab.spawn_many(0, |_, _| ()).is_empty()
    );
}

#[test]
fn s4_a_bound_may_be_any_number() {
    for count in COUNTS {
        let pool = Pool::<Rocks>::new().bounded(count);
        let rock = pool.take();
        pool.give_back(rock);
        let mut snapshots = Snapshots::new(count);
        snapshots.save(u64::MAX).unwrap();
        snapshots.save(0).unwrap();
        assert!(snapshots.load(u64::MAX).is_ok() && snapshots.load(1).is_err());
        assert!(World::remote().bounded(count).try_send(|| ()).is_ok());
        World::clear();
    }
    assert!(Pool::<Rocks>::new().bounded(0).try_take().is_err());
    let mut one = Snapshots::new(0);
    one.save(7).unwrap();
    one.load(7).unwrap();
    let remote = World::remote().bounded(0);
    update_all(0.0);
    assert!(remote.try_send(|| ()).is_ok() && remote.try_send(|| ()).is_err());
    assert!(check_rollback(3, u64::MAX, |_| update_all(0.1)).is_ok());
}

#[test]
fn s4_a_place_may_be_any_number() {
    let parent = Entity::spawn();
    let children = [usize::MAX, 0, 1, usize::MAX].map(|place| {
        let child = Entity::spawn();
        parent.insert_child(place, child);
        child
    });
    assert!(parent.children().eq([1, 2, 0, 3].map(|place: usize| children[place])));
    let rocks = Entity::spawn_many(3, |_, _| (Rock(0),));
    for place in COUNTS {
        assert_eq!(Rock::view().entity_at(place), None);
    }
    for entities in [0, 1, usize::MAX] {
        let visited = AtomicUsize::new(0);
        query::<&Rock>().par_each_chunk(entities, |_| _ = visited.fetch_add(1, Ordering::Relaxed));
        assert_eq!(visited.into_inner(), rocks.len());
    }
}

#[test]
fn s4_an_id_may_be_any_number() {
    let rock = Entity::spawn().with(Rock(0));
    for bits in [0, 1, u64::MAX, u64::MAX - 1, u64::MAX << 32, rock.to_bits() | 0xffff_ffff << 32, 1 << 63] {
        let id = Entity::from_bits(bits);
        assert!(!id.is_alive() && !id.despawn() && !id.has::<Rock>() && id.get::<Rock>().is_none());
        assert_eq!((id.cancel_timers(), id.after(1.0, |_| ())), (0, Timer::NONE));
        assert!(id.try_child_of(rock).is_err() && id.parent().is_none() && id.children().next().is_none());
    }
    assert_eq!(rock.borrow::<Rock>().0, 0);
}
