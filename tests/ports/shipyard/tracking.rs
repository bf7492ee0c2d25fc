//! What has come, has changed and is gone since somebody looked.

use std::cell::RefCell;
use std::rc::Rc;

use ecs_core::{
    Added, Changed, Component, Entity, Mut, Query, Removed, Schedule, Singleton, Tick, With, World, local,
    query,
};

use super::{Heat, Size};

fn added(tick: Tick) -> Vec<usize> {
    query::<&Size>().filter::<Added<Size>>().since(tick).iter().map(|size| size.0).collect()
}

fn changed(tick: Tick) -> Vec<usize> {
    query::<&Size>().filter::<Changed<Size>>().since(tick).iter().map(|size| size.0).collect()
}

// after: add_entity: update, cleared_update, modified_update; world_add_entity: update, cleared_update,
// modified_update; clear_all_inserted, clear_all_modified
#[test]
fn what_was_looked_at_is_new_no_more_for_who_has_looked() {
    let one = Entity::spawn().insert(Size(1));
    assert_eq!((added(Tick::default()), added(Tick::default())), (vec![1], vec![1]));
    let seen = World::tick();
    assert!(added(seen).is_empty() && changed(seen).is_empty());
    one.borrow_mut().0 = 3;
    Entity::spawn_with(Size(2));
    assert_eq!((added(seen), changed(seen)), (vec![2], vec![3, 2]));
}

// after: add_component::update, world_add_component::update
#[test]
fn a_value_that_is_set_anew_has_changed() {
    let entity = Entity::spawn();
    entity.insert(Size(1));
    entity.insert(Size(2));
    assert_eq!(added(Tick::default()), [2]);
    let seen = World::tick();
    entity.borrow_mut::<Size>().0 = 3;
    entity.insert(Size(4));
    assert_eq!(changed(seen), [4]);
    let seen = World::tick();
    entity.insert(Size(5));
    assert_eq!(changed(seen), [5]);
}

// after: add_no_component, add_distinct_component, add_identical_component, add_smaller_gen_component,
// add_larger_gen_component
#[test]
fn an_equal_value_is_not_set_and_changes_nothing() {
    let old = Entity::spawn().insert(Size(1));
    old.entity().despawn();
    let size = Entity::spawn().insert(Size(1));
    let seen = World::tick();
    assert!(!size.set_if_neq(Size(1)) && !size.changed_since(seen));
    assert!(size.set_if_neq(Size(0)) && size.changed_since(seen) && !size.added_since(seen));
    assert!(old.try_set_if_neq(Size(7)).is_err() && !old.changed_since(seen));
    assert_eq!(*size.borrow(), Size(0));
}

// after: iter_mixed::basic
#[test]
fn only_what_was_written_has_changed() {
    for n in [0, 1, 2] {
        Entity::spawn_with(Size(n));
    }
    let seen = World::tick();
    query::<&Size>().iter().for_each(drop);
    assert!(changed(seen).is_empty());
    query::<Mut<Size>>().each(|mut size| {
        if size.0 == 1 {
            size.0 += 1;
            size.0 -= 1;
        }
    });
    assert_eq!((changed(seen), added(seen)), (vec![1], vec![]));
}

// after: not_inserted, not_modified, not_inserted_or_modified
#[test]
fn those_that_are_not_new_or_not_changed_are_the_others() {
    let old = Entity::spawn_with((Size(0), Heat(10)));
    Entity::spawn_with(Size(1));
    let seen = World::tick();
    old.borrow_mut::<Size>().0 = 100;
    Entity::spawn_with((Size(2), Heat(12)));
    // What is asked of each: `is_added` and `is_changed` look back as far as the filters do.
    let others = |tick: Tick, of: fn(ecs_core::Handle<Size>, Tick) -> bool| -> Vec<usize> {
        let all = query::<(Entity, &Size)>();
        all.iter().filter(|(entity, _)| !of(entity.handle(), tick)).map(|(_, size)| size.0).collect()
    };
    assert_eq!(others(seen, |size, tick| size.added_since(tick)), [100, 1]);
    assert_eq!(others(seen, |size, tick| size.changed_since(tick)), [1]);
    let hot = query::<(Entity, &Size)>().filter::<With<Heat>>();
    let hot = hot.iter().filter(|(entity, _)| !entity.handle::<Size>().changed_since(seen));
    assert_eq!(hot.count(), 0);
}

// after: par_single::filter, par_update_pack, par_multiple_update_pack, par_update_filter
#[test]
fn what_several_threads_write_has_changed_and_what_they_read_has_not() {
    (0..6).for_each(|n| _ = Entity::spawn_with(Size(n)));
    let seen = World::tick();
    query::<&Size>().par_each_chunk(2, |_| ());
    assert!(changed(seen).is_empty());
    query::<Mut<Size>>().par_each_chunk(2, |mut size| {
        if size.0 % 2 == 1 {
            size.0 += 1;
        }
    });
    assert_eq!((changed(seen), added(seen)), (vec![2, 4, 6], vec![]));
    query::<&mut Size>().par_each_chunk(2, |size| size.0 += 1);
    assert_eq!(changed(seen).len(), 6);
}

// after: sparse_set: unstable_sort_preserves_inserted_tracking, unstable_sort_preserves_modified_tracking
#[test]
fn a_sort_takes_what_is_new_and_changed_along() {
    let [_, b, c] = [3, 1, 2].map(|n| Entity::spawn().insert(Size(n)));
    let seen = World::tick();
    b.borrow_mut().0 = 5;
    let new = Entity::spawn().insert(Size(0));
    Size::sort_by_key(|size| size.0);
    assert_eq!((added(seen), changed(seen)), (vec![0], vec![0, 5]));
    assert!(new.added_since(seen) && !c.changed_since(seen));
}

#[derive(Singleton, Default)]
struct Gone(Vec<Entity>);

fn note_gone(gone: Removed<Size>, list: &mut Gone) {
    list.0 = gone.iter().collect();
}

// after: remove::update, delete::update, world_remove::update, delete_entity::update,
// world_delete_entity::update, clear::update, workload_enable_runtime_deletion_tracking,
// workload_enable_runtime_removal_tracking
#[test]
fn a_system_reads_what_is_gone_since_it_ran() {
    let mut schedule = Schedule::new().add(note_gone);
    let mut look = || {
        schedule.run(0.1);
        std::mem::take(&mut Gone::borrow_mut().0)
    };
    assert!(look().is_empty());
    let all = [0, 2, 4, 6].map(|n| Entity::spawn_with(Size(n)));
    assert_eq!(all[0].remove::<Size>(), Some(Size(0)));
    all[1].kill::<Size>();
    assert_eq!(look(), [all[0], all[1]]);
    all[2].despawn();
    World::clear();
    assert_eq!((look(), look()), (vec![all[2], all[3]], vec![]));
}

// after: track_reset_with_timestamp (delete, remove)
#[test]
fn each_reader_sees_an_end_once() {
    #[derive(Singleton, Default)]
    struct Late(Vec<Entity>);

    let mut early = Schedule::new().add(note_gone);
    let mut late = Schedule::new().add(|gone: Removed<Size>, list: &mut Late| list.0 = gone.iter().collect());
    early.run(0.1);
    late.run(0.1);
    let first = Entity::spawn_with(Size(0));
    first.despawn();
    early.run(0.1);
    let second = Entity::spawn_with(Size(1));
    second.despawn();
    early.run(0.1);
    late.run(0.1);
    assert_eq!((&Gone::borrow().0[..], &Late::borrow().0[..]), (&[second][..], &[first, second][..]));
}

// after: clear::inserted, delete::track, workload_add, workload_add_and_remove, add_entity::workload,
// enable_tracking, workload::tracking_enabled
#[test]
fn each_run_of_a_schedule_sees_what_came_in_it() {
    #[derive(Singleton, Default)]
    struct Seen(Vec<(usize, usize)>);

    let mut schedule = Schedule::new()
        .add(local(|| _ = Size::clear()))
        .add(|commands: ecs_core::Commands| _ = commands.spawn(Size(1)))
        .add(|new: Query<&Size, Added<Size>>, gone: Removed<Size>, seen: &mut Seen| {
            seen.0.push((new.count(), gone.len()));
        });
    (0..3).for_each(|_| schedule.run(0.1));
    assert_eq!(Seen::borrow().0, [(1, 0), (1, 1), (1, 1)]);
}

/// May not leave its thread.
#[derive(Component)]
#[component(track)]
struct Text(Rc<RefCell<String>>);

// after: thread_local: compile_check, clear_all_inserted_thread_local, clear_all_modified_thread_local;
// non_send_sync::tracking_enabled
#[test]
fn what_may_not_leave_its_thread_is_tracked_too() {
    #[derive(Singleton, Default)]
    struct Seen(Vec<(usize, usize)>);

    let text = Entity::spawn().insert(Text(Rc::default()));
    let look = |new: Query<&Text, Added<Text>>, changed: Query<&Text, Changed<Text>>, seen: &mut Seen| {
        seen.0.push((new.count(), changed.count()));
    };
    let mut schedule = Schedule::new().add(local(look));
    schedule.run(0.1);
    schedule.run(0.1);
    text.borrow_mut().0.borrow_mut().push('a');
    schedule.run(0.1);
    assert_eq!(Seen::borrow().0, [(1, 1), (0, 0), (0, 1)]);
}
