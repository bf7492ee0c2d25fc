//! Change detection: what counts as a change, when it is seen, and that reading is none.

mod callbacks;
mod ends;
mod events;
mod filters;
mod life;
mod marks;
mod passes;
mod random;
mod ways;

use ecs_core::{Component, Entity, Handle, Tick, Tracked, World};

/// What is tracked.
#[derive(Component, Debug, Clone, Copy, PartialEq)]
#[component(track)]
struct Hp(u32);

/// What is not tracked, on the same entity.
#[derive(Component, Default, Debug)]
struct Plain(u32);

/// So many entities with both.
fn spawn(count: u32) -> Vec<Handle<Hp>> {
    (0..count).map(|n| Entity::spawn().with(Plain(n)).insert(Hp(n))).collect()
}

/// The places of those that have changed since a moment.
fn changed<T: Tracked>(all: &[Handle<T>], since: Tick) -> Vec<usize> {
    (0..all.len()).filter(|&place| all[place].changed_since(since)).collect()
}

/// The places of those that were added since a moment.
fn added<T: Tracked>(all: &[Handle<T>], since: Tick) -> Vec<usize> {
    (0..all.len()).filter(|&place| all[place].added_since(since)).collect()
}

#[test]
fn a_tick_is_before_all_that_comes_later_and_the_default_before_all() {
    assert_eq!(World::tick(), Tick::default(), "there is no world yet");
    let first = spawn(1)[0];
    assert!(first.changed_since(Tick::default()) && first.added_since(Tick::default()));
    let (one, two) = (World::tick(), World::tick());
    assert!(Tick::default() < one && one < two);
    assert!(!first.changed_since(one) && !first.added_since(one));
    let all = [first, spawn(1)[0]];
    assert_eq!((changed(&all, one), added(&all, two)), (vec![1], vec![1]));
}

#[test]
fn what_is_dead_was_not_changed() {
    let (hp, null) = (spawn(1)[0], Handle::<Hp>::NULL);
    assert!(!null.changed_since(Tick::default()) && !null.added_since(Tick::default()));
    hp.entity().despawn();
    assert!(!hp.changed_since(Tick::default()) && !hp.added_since(Tick::default()));
}

#[test]
fn worlds_have_times_of_their_own() {
    let other = World::new();
    let hp = other.enter(|| spawn(1)[0]);
    let seen = other.enter(World::tick);
    assert!(!hp.changed_since(Tick::default()), "it is not of this world");
    spawn(1)[0].borrow_mut().0 = 1;
    (0..100).for_each(|_| assert!(World::tick() > Tick::default()));
    assert!(!other.enter(|| hp.changed_since(seen)));
    other.enter(|| hp.borrow_mut().0 = 2);
    let other = other.into_send().unwrap_or_else(|(_, error)| panic!("{error}"));
    let there = crate::support::on_thread(move || other.into_world().enter(|| hp.changed_since(seen)));
    assert!(there, "a world that is sent keeps its time");
}

#[test]
fn a_type_without_bytes_is_tracked_row_by_row() {
    #[derive(Component, Default)]
    #[component(track)]
    struct Flag;
    let all: Vec<_> = (0..4).map(|_| Entity::spawn().add::<Flag>()).collect();
    let seen = World::tick();
    drop(all[1].borrow_mut());
    assert!(Flag::view_mut().get_mut(all[2]).is_some());
    assert_eq!(changed(&all, seen), [1, 2]);
    let seen = World::tick();
    for (entity, _) in &mut ecs_core::query::<(Entity, &mut Flag)>() {
        assert!(all.iter().any(|flag| flag.entity() == entity));
    }
    assert_eq!(changed(&all, seen), [0, 1, 2, 3]);
}

#[test]
fn generic_types_and_types_far_apart_are_tracked() {
    #[derive(Component)]
    #[component(track)]
    struct Of<T: 'static>(T);
    let all: Vec<_> = (0..3).map(|n| Entity::spawn().insert(Of(n))).collect();
    let text = Entity::spawn().insert(Of("a"));
    let seen = World::tick();
    all[1].borrow_mut().0 = 7;
    assert_eq!(changed(&all, seen), [1]);
    assert!(!text.changed_since(seen));
    let one = Entity::spawn().insert(Of('c'));
    drop((0..3_000).map(|_| Entity::spawn()).collect::<Vec<_>>());
    let far = Entity::spawn().insert(Of('d'));
    let seen = World::tick();
    far.borrow_mut().0 = 'e';
    assert_eq!(changed(&[one, far], seen), [1]);
}

#[test]
fn memory_is_sixteen_bytes_a_component_more() {
    #[derive(Component)]
    struct Untracked(#[expect(dead_code, reason = "it is only stored")] u32);
    for n in 0..64 {
        Entity::spawn().with(Hp(n)).with(Untracked(n));
    }
    let stats = World::stats();
    let bytes =
        |name| stats.stores.iter().find(|store| store.component == name).expect("it was added").row_bytes;
    assert_eq!(bytes("Hp"), bytes("Untracked") + 64 * 16);
}

#[test]
fn guards_and_handles_are_as_large_as_without() {
    use ecs_core::{Ref, RefMut};
    assert_eq!(size_of::<RefMut<Hp>>(), size_of::<RefMut<Plain>>());
    assert_eq!(size_of::<RefMut<Plain>>(), size_of::<Ref<Plain>>());
    assert_eq!((size_of::<Handle<Hp>>(), size_of::<Tick>()), (8, 8));
}
