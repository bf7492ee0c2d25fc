//! What holds for the components of one type, whatever kind of store they have.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Debug;
use std::sync::atomic::{AtomicUsize, Ordering};

use ecs_core::{
    Added, Changed, Component, Entity, PerEntity, Removed, Schedule, Singleton, Tick, Viewable, Without,
    World, query,
};

use super::Hp;
use crate::support::{CountedDrop, DropCounter};

/// A component with a number in it.
trait Number: PerEntity + Viewable + Copy + Debug + Eq {
    fn of(number: u32) -> Self;
    fn number(&mut self) -> &mut u32;
}

macro_rules! numbers {
    ($($(#[$key:meta])* $name:ident),*) => {$(
        #[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
        $(#[$key])*
        struct $name(u32);

        impl Number for $name {
            fn of(number: u32) -> Self {
                Self(number)
            }

            fn number(&mut self) -> &mut u32 {
                &mut self.0
            }
        }
    )*};
}

numbers!(
    Plain,
    #[component(track)]
    Noted,
    #[component(pooled(8))]
    Kept,
    #[component(capacity = 64)]
    Roomy
);

/// No value: one bit an entity.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
struct Mark;

/// Runs a check for each kind of store.
macro_rules! for_each_kind {
    ($check:ident) => {
        $check::<Plain>();
        $check::<Noted>();
        $check::<Kept>();
        $check::<Roomy>();
    };
}

const MANY: u32 = 1000;

fn spawn<T: Number>(count: u32) -> Vec<Entity> {
    (0..count).map(|n| Entity::spawn().with(T::of(n + 2718))).collect()
}

// after: map_test::insert, insert_100k, insert_same_key, vec_test_add, default_vec_test_add, hash_test_add,
// btree_test_add
#[test]
fn what_was_added_is_found_at_its_entity() {
    fn check<T: Number>() {
        let all = spawn::<T>(MANY);
        for (n, entity) in (0..).zip(&all) {
            assert_eq!(*entity.borrow::<T>(), T::of(n + 2718));
        }
        assert_eq!(T::count(), MANY as usize);
    }
    for_each_kind!(check);
}

// after: map_test::remove, vec_test_sub, default_vec_test_sub, hash_test_sub, btree_test_sub
#[test]
fn what_was_taken_away_is_gone_and_cannot_be_taken_again() {
    fn check<T: Number>() {
        let all = spawn::<T>(MANY);
        for (n, entity) in (0..).zip(&all) {
            assert_eq!(entity.remove::<T>(), Some(T::of(n + 2718)));
            assert_eq!(entity.remove::<T>(), None);
            assert!(entity.get::<T>().is_none());
        }
    }
    for_each_kind!(check);
}

// after: vec_test_get_mut, default_vec_test_get_mut, hash_test_get_mut, btree_test_get_mut
#[test]
fn what_is_written_stays() {
    fn check<T: Number>() {
        let all = spawn::<T>(MANY);
        for entity in &all {
            *entity.borrow_mut::<T>().number() -= 718;
        }
        for (n, entity) in (0..).zip(&all) {
            assert_eq!(*entity.borrow::<T>(), T::of(n + 2000));
        }
    }
    for_each_kind!(check);
}

// after: vec_test_get_mut_or_default, default_vec_test_get_mut_or_default
#[test]
fn add_gives_what_is_there_or_a_default() {
    fn check<T: Number + Default>() {
        let all: Vec<_> = (0..MANY).map(|_| Entity::spawn()).collect();
        for (n, entity) in (0..).zip(&all[..MANY as usize / 2]) {
            entity.insert(T::of(n));
        }
        for (n, entity) in (0..).zip(&all) {
            *entity.add::<T>().borrow_mut().number() += n;
        }
        for (n, entity) in (0..).zip(&all) {
            let expected = if n < MANY / 2 { n + n } else { n };
            assert_eq!(*entity.borrow::<T>(), T::of(expected));
        }
    }
    for_each_kind!(check);
}

// after: map_test::test_gen
#[test]
fn a_second_value_takes_the_place_of_the_first() {
    fn check<T: Number>() {
        let all = spawn::<T>(MANY);
        for (n, entity) in (0..).zip(&all) {
            entity.insert(T::of(n));
        }
        assert!((0..).zip(&all).all(|(n, entity)| *entity.borrow::<T>() == T::of(n)));
        assert_eq!(T::count(), MANY as usize);
    }
    for_each_kind!(check);
}

// after: vec_test_add_gen, default_vec_test_add_gen, hash_test_add_gen, btree_test_add_gen, vec_test_sub_gen,
// default_vec_test_sub_gen, hash_test_sub_gen, btree_test_sub_gen
#[test]
fn an_id_of_another_generation_neither_adds_nor_finds_nor_takes() {
    fn check<T: Number>() {
        let old = spawn::<T>(MANY);
        Entity::despawn_many(&old);
        let new = spawn::<T>(MANY);
        for (n, (old, new)) in (0..).zip(old.iter().zip(&new)) {
            assert_eq!((old.index(), *new.borrow::<T>()), (new.index(), T::of(n + 2718)));
            assert!(old.try_insert(T::of(31415)).is_err());
            assert!(old.get::<T>().is_none() && old.remove::<T>().is_none());
            assert_eq!(*new.borrow::<T>(), T::of(n + 2718));
        }
    }
    for_each_kind!(check);
}

// after: vec_test_clear, default_vec_test_clear, hash_test_clear, btree_test_clear, dummy_test_clear
#[test]
fn a_type_that_is_cleared_is_at_no_entity() {
    fn check<T: Number>() {
        let all = spawn::<T>(10);
        assert_eq!(T::clear(), 10);
        assert!(all.iter().all(|entity| entity.is_alive() && entity.get::<T>().is_none()));
    }
    for_each_kind!(check);
    let marked: Vec<_> = (0..10).map(|_| Entity::spawn().with(Mark)).collect();
    Mark::clear();
    assert!(!marked.iter().any(|entity| entity.has::<Mark>()));
}

// after: vec_test_anti, default_vec_test_anti, test_anti_par_join
#[test]
fn none_both_has_a_type_and_lacks_it() {
    fn check<T: Number>() {
        let lacks = query::<Entity>().filter::<Without<T>>().count();
        spawn::<T>(10);
        assert!(query::<&T>().filter::<Without<T>>().is_empty());
        assert_eq!(query::<Entity>().filter::<Without<T>>().count(), lacks);
    }
    for_each_kind!(check);
    World::clear();
    let empty = Entity::spawn();
    query::<Entity>().filter::<Without<Plain>>().par_each(|entity| assert_eq!(entity, empty));
}

// after: default_vec_test_slice_access
#[test]
fn all_values_are_one_slice() {
    fn check<T: Number>() {
        spawn::<T>(MANY);
        let view = T::view();
        assert!((0..MANY).zip(view.as_slice()).all(|(n, value)| *value == T::of(n + 2718)));
        assert_eq!(view.len(), MANY as usize);
    }
    for_each_kind!(check);
}

// after: vec_arc
#[test]
fn a_world_that_ends_drops_each_value_once() {
    #[derive(Component)]
    struct Held {
        _token: CountedDrop,
    }

    let drops = DropCounter::default();
    World::new().enter(|| {
        for n in 0..200 {
            let entity = Entity::spawn();
            if n % 2 == 1 {
                entity.insert(Held { _token: drops.token() });
            }
        }
    });
    assert_eq!((drops.made(), drops.dropped()), (100, 100));
}

// after: test_null_insert_twice
#[test]
fn to_replace_gives_the_old_value_also_where_it_has_no_size() {
    let entity = Entity::spawn();
    assert!(entity.get::<Mark>().is_none());
    assert_eq!((entity.replace(Mark), entity.replace(Mark)), (None, Some(Mark)));
}

// after: storage_entry
#[test]
fn what_is_missing_can_be_filled_in_and_what_is_there_kept_toggled_or_replaced() {
    let [full, empty] = [|| Entity::spawn().with(Hp(10)), Entity::spawn];
    let (filled, kept) = (empty(), full());
    let mut made = 0;
    for entity in [filled, kept] {
        entity.add_with(|| {
            made += 1;
            Hp(5)
        });
    }
    assert_eq!((made, *filled.borrow::<Hp>(), *kept.borrow::<Hp>()), (1, Hp(5), Hp(10)));

    let (now_full, now_empty) = (empty(), full());
    for entity in [now_full, now_empty] {
        if !entity.kill::<Hp>() {
            entity.insert(Hp(15));
        }
    }
    assert_eq!((now_full.get::<Hp>().map(|hp| *hp), now_empty.has::<Hp>()), (Some(Hp(15)), false));

    let (first, second) = (empty(), full());
    assert_eq!((first.replace(Hp(1337)), second.replace(Hp(11))), (None, Some(Hp(10))));
    assert_eq!(first.replace(Hp(9001)), Some(Hp(1337)));
    assert_eq!((*first.borrow::<Hp>(), *second.borrow::<Hp>()), (Hp(9001), Hp(11)));
}

// after: entries
#[test]
fn a_visit_of_all_entities_can_fill_in_what_is_missing() {
    (0..15).for_each(|n| _ = Entity::spawn().insert(Hp(n)));
    (0..15).for_each(|_| _ = Entity::spawn());
    let mut sum = 0;
    query::<Entity>().each(|entity| sum += entity.add_with(|| Hp(2)).borrow().0);
    assert_eq!((sum, Hp::count()), (135, 30));
}

// after: storage_mask, par_storage_mask
#[test]
fn how_many_have_a_tag_is_known_while_it_is_visited_and_written() {
    (0..50).for_each(|_| _ = Entity::spawn().insert(Mark));
    for (entity, _) in &query::<(Entity, &Mark)>() {
        assert!(entity.has::<Mark>());
    }
    assert_eq!((query::<&Mark>().count(), Mark::count()), (50, 50));
    let visited = AtomicUsize::new(0);
    query::<&Mark>().par_each(|_| _ = visited.fetch_add(1, Ordering::Relaxed));
    assert_eq!(visited.into_inner(), 50);
}

// after: basic_drain
#[test]
fn all_of_a_type_can_be_taken_away_with_their_entities() {
    let _ = Entity::spawn();
    let owners: Vec<_> = (0..3).map(|n| Entity::spawn().insert(Hp(n)).entity()).collect();
    let _ = Entity::spawn();
    let found: Vec<Entity> = query::<(Entity, &Hp)>().iter().map(|(entity, _)| entity).collect();
    let taken: Vec<_> = found.iter().map(|entity| (entity.remove::<Hp>().unwrap(), *entity)).collect();
    assert_eq!(taken, [(Hp(0), owners[0]), (Hp(1), owners[1]), (Hp(2), owners[2])]);
    assert_eq!((Hp::count(), query::<Entity>().count()), (0, 5));
}

// after: changeset::test
#[test]
fn changes_that_were_added_up_are_applied_to_their_entities() {
    let [a, b, c] = [100, 200, 300].map(|hp| Entity::spawn().insert(Hp(hp)));
    let mut damage = HashMap::new();
    for (hit, points) in [(a, 32), (b, 12), (b, 13)] {
        *damage.entry(hit).or_insert(0) += points;
    }
    let mut view = Hp::view_mut();
    for (hit, points) in damage {
        view[hit].0 -= points;
    }
    drop(view);
    assert_eq!([a, b, c].map(|hp| hp.borrow().0), [68, 175, 300]);
}

/// How many have lost the type since the last look.
#[derive(Singleton, Default)]
struct Gone(usize);

/// What has happened to the components of a type.
#[derive(Debug, Default, PartialEq)]
struct Seen {
    added: usize,
    changed: usize,
    removed: usize,
}

// after: flagged
#[test]
fn what_came_changed_and_went_is_told_once() {
    let mut schedule = Schedule::new().add(|gone: Removed<Noted>, seen: &mut Gone| seen.0 = gone.len());
    let mut tick = Tick::default();
    let mut look = || {
        let added: BTreeSet<Entity> = query::<Entity>().filter::<Added<Noted>>().since(tick).iter().collect();
        let changed = query::<Entity>().filter::<Changed<Noted>>().since(tick);
        let changed = changed.iter().filter(|entity| !added.contains(entity)).count();
        tick = World::tick();
        schedule.run(0.1);
        Seen { added: added.len(), changed, removed: Gone::borrow().0 }
    };
    assert_eq!(look(), Seen::default());
    let all = spawn::<Noted>(15);
    assert_eq!(look(), Seen { added: 15, ..Seen::default() });
    for noted in &mut query::<&mut Noted>() {
        noted.0 += 1;
    }
    assert_eq!(look(), Seen { changed: 15, ..Seen::default() });
    assert_eq!(look(), Seen::default());
    all.iter().for_each(|entity| _ = entity.remove::<Noted>());
    assert_eq!(look(), Seen { removed: 15, ..Seen::default() });
}
