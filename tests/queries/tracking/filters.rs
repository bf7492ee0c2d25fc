//! `Changed` and `Added` as filters, and since when they look.

use std::cell::RefCell;

use ecs_core::{Added, AnyOf, Changed, Group, QueryFilter, With, Without, query, update_all};

use super::*;

#[derive(Component, Default)]
#[component(track)]
struct Mana(u32);

#[derive(Component)]
struct Frozen;

fn pass<F: QueryFilter>(since: Tick) -> Vec<u32> {
    let mut found: Vec<_> =
        query::<&Plain>().filter::<F>().since(since).iter().map(|plain| plain.0).collect();
    found.sort_unstable();
    found
}

#[test]
fn filters_pass_what_is_later_than_the_moment() {
    let all = spawn(6);
    assert_eq!(pass::<Changed<Hp>>(Tick::default()), [0, 1, 2, 3, 4, 5]);
    let seen = World::tick();
    assert_eq!((pass::<Changed<Hp>>(seen), pass::<Added<Hp>>(seen)), (vec![], vec![]));
    all[1].borrow_mut().0 = 1;
    all[4].entity().remove::<Hp>();
    all[4].entity().insert(Hp(4));
    Entity::spawn().insert(Plain(100));
    assert_eq!((pass::<Changed<Hp>>(seen), pass::<Added<Hp>>(seen)), (vec![1, 4], vec![4]));
    let now = World::tick();
    assert_eq!(pass::<Changed<Hp>>(now), []);
}

#[test]
fn filters_combine() {
    let all = spawn(6);
    let mana: Vec<_> = all.iter().map(|hp| hp.entity().add::<Mana>()).collect();
    all[2].entity().insert(Frozen);
    let seen = World::tick();
    [0, 1, 2].into_iter().for_each(|n| all[n].borrow_mut().0 += 1);
    [1, 2, 3].into_iter().for_each(|n| mana[n].borrow_mut().0 += 1);
    assert_eq!(pass::<(Changed<Hp>, Changed<Mana>)>(seen), [1, 2]);
    assert_eq!(pass::<(Changed<Hp>, Without<Frozen>)>(seen), [0, 1]);
    assert_eq!(pass::<(With<Frozen>, Changed<Hp>)>(seen), [2]);
    assert_eq!(pass::<(AnyOf<(Frozen, Plain)>, Changed<Hp>, (Changed<Mana>, With<Hp>))>(seen), [1, 2]);
    assert_eq!(pass::<AnyOf<(Changed<Hp>, Changed<Mana>)>>(seen), [0, 1, 2, 3]);
    assert_eq!(pass::<With<(Changed<Hp>, Frozen)>>(seen), [2]);
    assert_eq!(pass::<Without<Changed<Hp>>>(seen), [3, 4, 5]);
    assert_eq!(pass::<Without<(Changed<Hp>, Added<Mana>)>>(Tick::default()), []);
}

#[test]
fn a_disabled_component_does_not_pass_unless_it_is_seen() {
    let all = spawn(4);
    let seen = World::tick();
    all[1].borrow_mut().0 = 1;
    all[2].borrow_mut().0 = 1;
    all[2].set_enabled(false);
    assert_eq!(pass::<Changed<Hp>>(seen), [1]);
    let all_changed = query::<&Plain>().filter::<Changed<Hp>>().since(seen).with_disabled();
    assert_eq!(all_changed.count(), 2);
    drop(all_changed);
    assert_eq!(
        query::<Entity>().filter::<Changed<Hp>>().since(seen).get(all[1].entity()),
        Some(all[1].entity())
    );
    assert_eq!(query::<Entity>().filter::<Changed<Hp>>().since(seen).get(all[2].entity()), None);
}

/// The filter is asked before the item is borrowed, so that the item's own change is none of it.
#[test]
fn a_query_that_writes_what_it_filters_by_visits_only_what_has_changed() {
    let all = spawn(5);
    let seen = World::tick();
    all[3].borrow_mut().0 = 7;
    let mut visited = Vec::new();
    query::<(Entity, &mut Hp)>().filter::<Changed<Hp>>().since(seen).each(|(entity, _)| visited.push(entity));
    assert_eq!(visited, [all[3].entity()]);
    assert_eq!(changed(&all, seen), [3]);
}

#[test]
fn few_that_are_tracked_lead_a_query_of_many() {
    let count = if cfg!(miri) { 40 } else { 400 };
    (0..count).for_each(|n| assert!(Entity::spawn().insert(Plain(n)).is_alive()));
    let few = spawn(3);
    let seen = World::tick();
    few[1].borrow_mut().0 = 1;
    assert_eq!(pass::<Changed<Hp>>(seen), [1]);
    assert_eq!(pass::<Without<Changed<Hp>>>(seen).len(), count as usize + 2);
}

#[test]
fn a_group_of_what_has_changed_follows_the_frames() {
    let all = spawn(3);
    let mut group = Group::<Changed<Hp>>::new();
    (0..3).for_each(|_| update_all(0.0));
    all[1].borrow_mut().0 = 1;
    group.refresh();
    assert_eq!(group.active(), [all[1].entity()]);
}

#[test]
fn a_filter_without_a_world_or_a_component_passes_nothing() {
    assert_eq!(pass::<Changed<Hp>>(Tick::default()), []);
    Entity::spawn().insert(Plain(1));
    assert_eq!(pass::<Changed<Hp>>(Tick::default()), []);
    assert_eq!(pass::<Without<Changed<Hp>>>(Tick::default()), [1]);
}

// ---- since when, if nobody says it ----

thread_local! {
    static SEEN: RefCell<Vec<u32>> = const { RefCell::new(Vec::new()) };
}

fn look() {
    query::<&Hp>().filter::<Changed<Hp>>().each(|hp| SEEN.with_borrow_mut(|seen| seen.push(hp.0)));
}

fn take_seen() -> Vec<u32> {
    let mut seen = SEEN.take();
    seen.sort_unstable();
    seen
}

#[derive(Component)]
struct Looks;

impl Looks {
    fn update(&self) {
        look();
    }
}

#[test]
fn inside_a_pass_since_that_pass_began_the_last_time() {
    let all = spawn(3);
    Entity::spawn().insert(Looks);
    update_all(0.0);
    assert_eq!(take_seen(), [0, 1, 2], "the first time all");
    update_all(0.0);
    assert_eq!(take_seen(), []);
    all[1].borrow_mut().0 = 10;
    update_all(0.0);
    assert_eq!(take_seen(), [10]);
    all[2].borrow_mut().0 = 20;
    Looks::update_all(0.0);
    assert_eq!(take_seen(), [20]);
    update_all(0.0);
    assert_eq!(take_seen(), []);
    // Other passes and other worlds are no pass of this one.
    all[0].borrow_mut().0 = 30;
    World::new().enter(|| {
        Entity::spawn().insert(Looks);
        (0..2).for_each(|_| update_all(0.0));
    });
    Walks::update_all(0.0);
    update_all(0.0);
    assert_eq!(take_seen(), [30]);
}

#[derive(Component)]
struct Walks;

impl Walks {
    fn update(&self, hp: &mut Hp) {
        hp.0 += 100;
    }
}

/// Passes before and after the one that looks: what the one changes is seen in this frame, what the other
/// does in the next.
#[test]
fn each_change_is_seen_by_a_pass_wherever_in_the_frame_it_is_made() {
    #[derive(Component)]
    struct Early;
    impl Early {
        fn update(&self, hp: &mut Hp) {
            hp.0 += 1;
        }
    }
    let all = spawn(3);
    all[0].entity().insert(Early);
    Entity::spawn().insert(Looks);
    all[1].entity().insert(Walks);
    update_all(0.0);
    assert_eq!(take_seen(), [1, 1, 2], "all, of which `Walks` has its turn after it");
    for frame in 1..4 {
        update_all(0.0);
        assert_eq!(take_seen(), [1 + frame, 1 + 100 * frame]);
    }
}

#[test]
fn a_pass_that_looks_several_times_sees_the_same_each_time() {
    let all = spawn(2);
    (0..3).for_each(|_| assert!(Entity::spawn().insert(Looks).is_alive()));
    update_all(0.0);
    take_seen();
    all[1].borrow_mut().0 = 10;
    update_all(0.0);
    assert_eq!(take_seen(), [10, 10, 10]);
}

#[test]
fn a_pass_that_panics_has_begun_all_the_same_and_is_over() {
    #[derive(Component)]
    struct Fails;
    impl Fails {
        fn update(&self) {
            look();
            panic!("here");
        }
    }
    let all = spawn(2);
    Entity::spawn().insert(Fails);
    assert_eq!(crate::support::message_of(|| update_all(0.0)), "here");
    assert_eq!(take_seen(), [0, 1]);
    assert_eq!(crate::support::message_of(|| update_all(0.0)), "here");
    assert_eq!(take_seen(), []);
    all[0].borrow_mut().0 = 10;
    look();
    assert_eq!(take_seen(), [10], "not inside: since the last frame but one has ended");
}

/// A loop of input, update and drawing: what each of them changes is seen by each that looks once a frame, at
/// the latest a frame later.
#[test]
fn outside_of_passes_each_change_is_seen_by_what_looks_once_a_frame() {
    let all = spawn(3);
    all[1].entity().insert(Walks);
    update_all(0.0);
    look();
    assert_eq!(take_seen(), [0, 2, 101], "at first all");
    update_all(0.0);
    look();
    assert_eq!(take_seen(), [201], "what the frame has done");
    all[0].borrow_mut().0 = 7; // after the look, before the next frame
    update_all(0.0);
    look();
    assert_eq!(take_seen(), [7, 301]);
    update_all(0.0);
    look();
    assert_eq!(take_seen(), [401]);
    // What a pass has done in the frame before is no part of it.
    all[1].entity().kill::<Walks>();
    update_all(0.0);
    look();
    assert_eq!(take_seen(), []);
    all[2].borrow_mut().0 = 8;
    update_all(0.0);
    look();
    assert_eq!(take_seen(), [8]);
}
