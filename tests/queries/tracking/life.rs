//! Adding, replacing and ending; rows that move.

use ecs_core::{Archetype, Pool, Query, With, query, update_all};

use super::*;

#[test]
fn a_new_component_is_added_and_changed_and_its_init_is_part_of_that() {
    #[derive(Component, Default)]
    #[component(track)]
    struct Inits(u32);
    impl Inits {
        fn init(&mut self) {
            self.0 = 7;
        }
    }
    let seen = World::tick();
    let ways: [fn() -> Handle<Inits>; 6] = [
        || Entity::spawn().add(),
        || Entity::spawn().insert(Inits(1)),
        || Entity::spawn().with(Inits(1)).handle(),
        || Entity::spawn_many(1, |_, _| Inits(1))[0].handle(),
        || Entity::spawn_many(2, |_, _| (Inits(1), Plain(1)))[1].handle(),
        || Archetype::<(Inits, Plain)>::spawn().handle(),
    ];
    for way in ways {
        let new = way();
        assert!(new.added_since(seen) && new.changed_since(seen));
        let after = World::tick();
        assert!(!new.added_since(after) && !new.changed_since(after));
    }
}

#[test]
fn insert_over_a_value_is_a_change_and_no_add() {
    let all = spawn(3);
    let seen = World::tick();
    all[1].entity().insert(Hp(9));
    assert_eq!((changed(&all, seen), added(&all, seen)), (vec![1], vec![]));
    // Also where the old value is borrowed, and keeps its row.
    let seen = World::tick();
    let old = all[2].borrow_mut();
    all[2].entity().insert(Hp(8));
    assert_eq!((changed(&all, seen), added(&all, seen)), (vec![2], vec![]));
    let later = World::tick();
    drop(old);
    assert_eq!(changed(&all, later), [], "the guard was on the old value");
    World::flush();
    assert_eq!((changed(&all, later), changed(&all, seen), added(&all, seen)), (vec![], vec![2], vec![]));
    assert_eq!(all[2].borrow().0, 8);
}

#[test]
fn what_is_removed_and_added_again_is_new() {
    let all = spawn(4);
    let seen = World::tick();
    // Fills the hole that it has left.
    all[1].entity().remove::<Hp>();
    assert_eq!(changed(&all, seen), []);
    all[1].entity().insert(Hp(9));
    // Comes at the end.
    all[2].kill();
    drop(Hp::view());
    all[2].entity().insert(Hp(9));
    assert_eq!((changed(&all, seen), added(&all, seen)), (vec![1, 2], vec![1, 2]));
}

#[test]
fn an_index_that_is_used_again_has_no_past() {
    let all = spawn(4);
    let between = World::tick();
    all[1].borrow_mut().0 = 9;
    let seen = World::tick();
    all[1].entity().despawn();
    let next = spawn(1)[0];
    assert_eq!(next.entity().index(), all[1].entity().index());
    assert!(next.added_since(seen) && !all[1].changed_since(between));
    assert_eq!(changed(&all, between), []);
}

#[test]
fn what_a_pool_gives_again_is_added_again() {
    let pool = Pool::<Archetype<(Hp2, Plain)>>::new();
    let first = pool.take();
    pool.give_back(first);
    let seen = World::tick();
    assert!(!first.handle::<Hp2>().changed_since(seen));
    let second = pool.take();
    let hp = second.handle::<Hp2>();
    assert!(hp.added_since(seen) && hp.changed_since(seen) && !first.handle::<Hp2>().changed_since(seen));
    assert_eq!(Query::count(&query::<Entity>().filter::<ecs_core::Added<Hp2>>().since(seen)), 1);
}

#[derive(Component, Default)]
#[component(track)]
struct Hp2(#[expect(dead_code, reason = "it is only stored")] u32);

/// The ticks follow their components wherever those go.
#[test]
fn ticks_follow_rows_that_move() {
    let count = if cfg!(miri) { 24 } else { 300 };
    type Move = fn(&[Handle<Hp>]);
    let moves: &[(&str, Move)] = &[
        ("a sort", |_| Hp::sort_by_key(|hp| hp.0.wrapping_mul(7_919) % 1_009)),
        ("an order", |_| Hp::sort_like::<Plain>()),
        ("disabling", |all| all.iter().step_by(3).for_each(|hp| assert!(hp.set_enabled(false)))),
        ("enabling", |all| all.iter().step_by(6).for_each(|hp| assert!(hp.set_enabled(true)))),
        ("holes, few", |_| {
            let others = spawn(20);
            Hp::sort_by_key(|hp| hp.0.wrapping_mul(31) % 17);
            others.iter().for_each(|hp| assert!(hp.entity().despawn()));
            drop(Hp::view());
        }),
        ("holes, many", |all| {
            let others = spawn(all.len() as u32);
            Hp::sort_by_key(|hp| hp.0.wrapping_mul(31) % 17);
            others.iter().for_each(|hp| assert!(hp.entity().despawn()));
            drop(Hp::view());
        }),
        ("a spill", |all| {
            let keep = all[1].borrow();
            let others = spawn(all.len() as u32);
            drop(keep);
            World::flush();
            others.iter().for_each(|hp| assert!(hp.kill()));
            World::flush();
        }),
        ("switches that wait", |all| {
            let keep = all[1].borrow();
            all.iter().step_by(2).for_each(|hp| assert!(hp.entity().set_enabled(false)));
            all.iter().step_by(4).for_each(|hp| assert!(hp.entity().set_enabled(true)));
            drop(keep);
            World::flush();
        }),
    ];
    let all = spawn(count);
    let start = World::tick();
    let ticks: Vec<_> = all
        .iter()
        .map(|hp| {
            drop(hp.borrow_mut());
            World::tick()
        })
        .collect();
    for (name, act) in moves {
        act(&all);
        for (place, hp) in all.iter().enumerate() {
            let before = place.checked_sub(1).map_or(start, |before| ticks[before]);
            assert!(hp.changed_since(before) && !hp.changed_since(ticks[place]), "{name}: {place}");
            assert!(!hp.added_since(start), "{name}: {place}");
        }
    }
}

#[test]
fn what_is_spilled_is_tracked_at_once() {
    let first = spawn(1)[0];
    let keep = first.borrow();
    let seen = World::tick();
    let all = spawn(40);
    assert_eq!((changed(&all, seen).len(), added(&all, seen).len()), (40, 40));
    let seen = World::tick();
    all[30].borrow_mut().0 = 1;
    assert_eq!(changed(&all, seen), [30]);
    let hit = query::<Entity>().filter::<(ecs_core::Changed<Hp>, With<Plain>)>().since(seen).first();
    assert_eq!(hit, Some(all[30].entity()));
    drop(keep);
    World::flush();
    assert_eq!((changed(&all, seen), first.changed_since(seen)), (vec![30], false));
}

/// Life hooks: `&mut` is a change, `&` is none.
#[test]
fn hooks_change_what_they_take_for_writing() {
    #[derive(Component, Default)]
    #[component(track)]
    struct OnSwitch(u32);
    impl OnSwitch {
        fn on_enable(&mut self, hp: Option<&Hp>) {
            self.0 += hp.map_or(0, |hp| hp.0);
        }
        fn on_disable(&self, hp: Option<&mut Hp>) {
            if let Some(hp) = hp {
                hp.0 += self.0;
            }
        }
    }
    #[derive(Component, Default)]
    #[component(track)]
    struct OnInitAndEnd;
    impl OnInitAndEnd {
        fn init(&self, hp: &mut Hp) {
            hp.0 = 3;
        }
        fn shutdown(&self, on_switch: Option<&mut OnSwitch>) {
            assert!(on_switch.is_some());
        }
    }
    let hp = spawn(1)[0];
    let entity = hp.entity();
    let on_switch = entity.add::<OnSwitch>();
    let seen = World::tick();
    let is_changed = |seen| (hp.changed_since(seen), on_switch.changed_since(seen));
    entity.set_enabled(false);
    assert_eq!(is_changed(seen), (true, false));
    let seen = World::tick();
    entity.set_enabled(true);
    assert_eq!(is_changed(seen), (false, true));
    let seen = World::tick();
    let on_init_and_end = entity.add::<OnInitAndEnd>();
    assert_eq!(is_changed(seen), (true, false));
    let seen = World::tick();
    assert!(on_init_and_end.kill());
    assert_eq!(is_changed(seen), (false, true));
}

/// A hook that only reads keeps the tick also where the world's time goes on inside it, and where it panics.
#[test]
fn law_2_a_hook_that_only_reads_is_no_change_even_if_it_panics() {
    #[derive(Component)]
    #[component(track)]
    struct Reads(u32);
    impl Reads {
        fn on_disable(&self) {
            assert_eq!(self.0, 1, "here");
            assert!(World::tick() > Tick::default());
        }
        fn update(&self) {
            assert!(self.0 < 3);
        }
    }
    let all = [1, 2].map(|n| Entity::spawn().insert(Reads(n)));
    let seen = World::tick();
    all[0].set_enabled(false);
    crate::support::assert_says(&crate::support::message_of(|| all[1].set_enabled(false)), &["here"]);
    update_all(0.0);
    assert_eq!(changed(&all, seen), []);
}
