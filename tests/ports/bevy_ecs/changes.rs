//! What has changed.

use ecs_core::{Added, Changed, Component, Entity, Query, Schedule, World, local, query};

use super::{Log, take_log};

#[derive(Component, Debug, PartialEq)]
#[component(track)]
struct T(u32);

#[derive(Component)]
#[component(track)]
struct U(u32);

// after: added_tracking, added_queries, track_spawn_ticks
#[test]
fn what_was_added_is_seen_once() {
    let begin = World::tick();
    let e = Entity::spawn_with(T(1));
    let added = |since| query::<Entity>().filter::<Added<T>>().since(since).iter().collect::<Vec<_>>();
    assert_eq!(added(begin), [e]);
    let now = World::tick();
    assert_eq!(added(now), []);
    e.borrow_mut::<T>().0 = 2;
    assert_eq!(added(now), [], "a change is no add");
    let f = Entity::spawn_with((T(1), U(1)));
    assert_eq!(added(now), [f]);
    assert!(f.handle::<T>().added_since(now) && !e.handle::<T>().added_since(now));
}

// after: changed_trackers, changed_trackers_sparse, changed_query, map_mut, as_deref_mut
#[test]
fn what_was_written_has_changed_and_what_was_read_has_not() {
    let e = Entity::spawn_many(4, |i, _| (T(i as u32), U(0)));
    let since = World::tick();
    let changed = || query::<Entity>().filter::<Changed<T>>().since(since).iter().collect::<Vec<_>>();
    assert_eq!(changed(), []);
    let _ = (e[0].borrow::<T>().0, e[1].get::<T>().is_some());
    assert_eq!(changed(), []);
    e[1].borrow_mut::<T>().0 += 1;
    e[3].insert(T(9));
    assert_eq!(changed(), [e[1], e[3]]);
    e[2].borrow_mut::<U>().0 += 1;
    assert_eq!(changed(), [e[1], e[3]], "another type");
    e[1].despawn();
    assert_eq!(changed(), [e[3]]);
}

// after: set_if_neq, insert_component_if_not_equal, insert_component_if_not_equal_tracks_caller
#[test]
fn an_equal_value_is_no_change() {
    let e = Entity::spawn_with(T(1));
    let since = World::tick();
    assert!(!e.handle::<T>().set_if_neq(T(1)));
    assert!(!e.handle::<T>().changed_since(since));
    assert!(e.handle::<T>().set_if_neq(T(2)));
    assert!(e.handle::<T>().changed_since(since));
}

// after: change_detection, system_state_change_detection, changed_resource_system
#[test]
fn a_system_sees_what_has_changed_since_its_last_turn() {
    fn count(changed: Query<&T, Changed<T>>, added: Query<&T, Added<T>>, log: &mut Log) {
        log.0.push(changed.count() as u32 * 10 + added.count() as u32);
    }
    let mut schedule = Schedule::new().add(count);
    let e = Entity::spawn_many(2, |i, _| T(i as u32));
    (0..2).for_each(|_| schedule.run(0.1));
    e[0].borrow_mut::<T>().0 = 7;
    Entity::spawn_with(T(3));
    (0..2).for_each(|_| schedule.run(0.1));
    assert_eq!(take_log(), [22, 0, 21, 0]);
}

// after: par_iter_mut_change_detection
#[test]
fn threads_that_write_leave_changes() {
    let e = Entity::spawn_many(100, |i, _| (T(i as u32), super::A(i)));
    let since = World::tick();
    query::<&mut T>().filter::<ecs_core::With<super::A>>().par_each(|t| t.0 += 1);
    assert_eq!(query::<&T>().filter::<Changed<T>>().since(since).count(), 100);
    assert_eq!(e[5].borrow::<T>().0, 6);
}

// after: change_tick_wraparound, change_expiration
#[test]
fn a_moment_long_ago_is_still_before_now() {
    let e = Entity::spawn_with(T(1));
    let since = World::tick();
    for _ in 0..1000 {
        Schedule::new().add(local(|| ())).run(0.1);
        ecs_core::update_all(0.1);
    }
    assert!(!e.handle::<T>().changed_since(since));
    e.borrow_mut::<T>().0 = 2;
    assert!(e.handle::<T>().changed_since(since));
    assert!(!e.handle::<T>().changed_since(World::tick()));
}
