//! Law A3: changes of types that are stored by their fields are noted row by row, as of others.

use ecs_core::{Added, Changed, Component, Entity, Mut, Tick, World, query, update_all};

#[derive(Component, Default, Clone, Copy, PartialEq, Debug)]
#[component(soa, track)]
struct Mark {
    n: u32,
    value: u64,
}

/// Changes some of its siblings.
#[derive(Component)]
struct Writer(bool);

impl Writer {
    fn update(&mut self, mark: &mut Mark) {
        if self.0 {
            mark.value += 1;
        }
    }
}

fn marks(count: u32) -> (Vec<Entity>, Tick) {
    let all = (0..count).map(|n| Entity::spawn().with(Mark { n, value: 0 })).collect();
    update_all(0.1);
    (all, World::tick())
}

/// The numbers of those that have changed.
fn changed(since: Tick) -> Vec<u32> {
    query::<&Mark>().filter::<Changed<Mark>>().since(since).iter().map(|mark| mark.n).collect()
}

#[test]
fn a3_guards_note_the_row_that_they_write_to() {
    let (all, since) = marks(9);
    assert!(changed(since).is_empty());
    let _ = all[1].borrow::<Mark>().value;
    all[2].borrow_mut::<Mark>().value = 1;
    all[4].handle::<Mark>().with(|mark| mark.value = 1);
    assert!(!all[5].handle::<Mark>().set_if_neq(Mark { n: 5, value: 0 }));
    assert!(all[6].handle::<Mark>().set_if_neq(Mark { n: 6, value: 9 }));
    all[8].insert(Mark { n: 8, value: 3 });
    let mut found = changed(since);
    found.sort_unstable();
    assert_eq!(found, [2, 4, 6, 8]);
    assert!(all[2].handle::<Mark>().changed_since(since) && !all[3].handle::<Mark>().changed_since(since));
    Entity::spawn().with(Mark { n: 50, value: 0 });
    let added =
        query::<&Mark>().filter::<Added<Mark>>().since(since).iter().map(|mark| mark.n).collect::<Vec<_>>();
    assert_eq!(added, [50]);
}

#[test]
fn a3_a_guard_that_reads_through_a_mutable_borrow_is_as_of_whole_values() {
    #[derive(Component, Default, Clone, Copy)]
    #[component(track)]
    struct Whole(u32);
    let (all, since) = marks(2);
    let whole = Entity::spawn().with(Whole(1));
    let after = World::tick();
    let _ = (all[0].borrow_mut::<Mark>().value, whole.borrow_mut::<Whole>().0);
    let is_changed = whole.handle::<Whole>().changed_since(after);
    assert_eq!(all[0].handle::<Mark>().changed_since(since), is_changed);
}

#[test]
fn a3_queries_note_what_they_give_to_write() {
    let (all, since) = marks(8);
    query::<(&Mark, Entity)>().each(|_| ());
    query::<Mut<Mark>>().each(|mark| assert_eq!(mark.value, 0));
    for mark in &mut query::<Mut<Mark>>() {
        assert!(!mark.is_changed() || mark.value == 0);
    }
    assert!(changed(since).is_empty(), "that reads");
    for mut mark in &mut query::<Mut<Mark>>() {
        if mark.n % 3 == 0 {
            mark.value = 7;
        } else {
            mark.bypass().value = 8;
        }
    }
    assert_eq!(changed(since), [0, 3, 6]);
    assert_eq!(all[1].borrow::<Mark>().value, 8, "written, and not noted");
    let since = World::tick();
    query::<&mut Mark>().get_mut(all[5]).unwrap().value = 1;
    assert_eq!(changed(since), [5]);
    query::<&mut Mark>().each(|_| ());
    assert_eq!(changed(since).len(), 8);
}

#[test]
fn a3_passes_note_what_they_are_given() {
    let (all, _) = marks(6);
    for n in [1, 4] {
        all[n].insert(Writer(true));
    }
    let since = World::tick();
    update_all(0.1);
    assert_eq!(changed(since), [1, 4]);
    assert_eq!(all[4].borrow::<Mark>().value, 1);
}

#[test]
fn a3_columns_note_that_all_have_changed() {
    let (_, since) = marks(5);
    let _ = Mark::columns().value.len();
    assert!(changed(since).is_empty());
    Mark::columns_mut().value[2] = 5;
    assert_eq!(changed(since), [0, 1, 2, 3, 4]);
}

#[test]
fn a3_ticks_move_with_their_rows() {
    let (all, since) = marks(20);
    all[7].borrow_mut::<Mark>().value = 1;
    all[13].borrow_mut::<Mark>().value = 1;
    all[2].despawn();
    all[4].set_enabled(false);
    Mark::sort_by_key(|mark| std::cmp::Reverse(mark.n));
    assert_eq!(changed(since), [13, 7]);
    let guard = all[7].borrow::<Mark>();
    let later = Entity::spawn().with(Mark { n: 99, value: 0 });
    drop(guard);
    World::flush();
    let mut found = changed(since);
    found.sort_unstable();
    assert_eq!(found, [7, 13, 99]);
    assert!(later.handle::<Mark>().added_since(since));
}
