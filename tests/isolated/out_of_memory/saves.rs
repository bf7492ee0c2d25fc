//! Saves and copies.

use std::cell::Cell;

use ecs_core::{Component, Entity, Handle, Prefab, Save, Singleton, World, find, update_all};
use serde::{Deserialize, Serialize};

use super::failing::{End, fail_after};
use crate::support::{Token, live_tokens};

/// A plain value.
#[derive(Component, Serialize, Deserialize, Default, Clone, Debug)]
struct Hull(u32);

/// Refers to others, and counts its drops.
#[derive(Component, Serialize, Deserialize, Default, Debug)]
struct Gun {
    target: Handle<Hull>,
    crew: Vec<Entity>,
    #[serde(skip)]
    token: Token,
}

/// Has its hooks.
#[derive(Component, Serialize, Deserialize, Debug)]
struct Living {
    births: u32,
    starts: u32,
    #[serde(skip)]
    token: Token,
}

impl Default for Living {
    fn default() -> Self {
        Self { births: 0, starts: 0, token: Token::new() }
    }
}

impl Clone for Living {
    fn clone(&self) -> Self {
        Self { token: Token::new(), ..*self }
    }
}

impl Living {
    fn init(&mut self) {
        self.births += 1;
    }

    fn start(&mut self) {
        self.starts += 1;
    }

    fn on_enable(&mut self) {}

    fn on_reset(&mut self) {
        (self.births, self.starts) = (1, 0);
    }

    fn on_load(&mut self) {
        assert_eq!(self.births, 1);
    }

    fn shutdown(&mut self) {
        assert_eq!(self.births, 1, "it was born, once");
    }
}

/// A tag.
#[derive(Component, Serialize, Deserialize, Default, Debug)]
struct Burning;

/// No size, and hooks.
#[derive(Component, Serialize, Deserialize, Default, Clone, Debug)]
struct Bell;

impl Bell {
    fn shutdown(&mut self) {}
}

#[derive(Singleton, Serialize, Deserialize, Default, Debug)]
struct Score(u32, #[serde(skip)] Token);

type Saved = Save<(Hull, Gun, Living, Burning, Bell, Score)>;

/// A ship with all kinds below it, of which some are switched off.
fn ship(name: &str) -> Entity {
    let ship = Entity::spawn();
    build(ship);
    ship.set_name(name);
    ship
}

fn build(ship: Entity) {
    ship.with(Hull(5)).with(Burning).add::<Living>();
    let turret = Entity::spawn().with(Hull(2)).with(Bell).child_of(ship);
    turret.set_name("turret");
    let gun = Entity::spawn().child_of(turret);
    gun.insert(Gun { target: ship.handle(), crew: vec![turret, gun], token: Token::new() });
    gun.add::<Living>();
    turret.set_enabled(false);
    turret.handle::<Hull>().set_enabled(false);
    ship.handle::<Burning>().set_enabled(false);
}

/// Something of all kinds, and a free index.
fn something() {
    let hole = Entity::spawn();
    ship("old").after(10.0, |_: Entity| ());
    Score::set(Score(1, Token::new()));
    hole.despawn();
    update_all(0.1);
}

/// All that can be seen of a world, without the ids.
fn seen() -> String {
    let stats = World::stats();
    let counts = (stats.alive, stats.timers, Score::count());
    let mut text = format!("{counts:?}\n{}", World::dump());
    // The tokens have numbers of their own.
    while let Some(at) = text.find("Token(") {
        let end = at + text[at..].find(')').expect("it ends");
        text.replace_range(at..=end, "T");
    }
    text
}

/// How a call has ended: it says itself whether it has done what it does, if it has not panicked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Outcome {
    end: End,
    is_done: Option<bool>,
}

/// Repeats a call in fresh worlds until none of its allocations fails, and looks each time at what there is.
/// Returns how many times one has failed, and at which of them something has leaked.
fn each_failure(make: impl Fn(), call: impl Fn() -> bool, look: impl Fn(Outcome)) -> (usize, Vec<usize>) {
    let mut leaking = Vec::new();
    let mut kept = live_tokens();
    for allocations in 0..10_000 {
        let world = World::new();
        let end = world.enter(|| {
            make();
            let is_done = Cell::new(None);
            let end = fail_after(allocations, || {
                drop(vec![0]);
                is_done.set(Some(call()));
            });
            let outcome = Outcome { end, is_done: is_done.get() };
            assert_eq!(outcome.is_done == None, end == End::Failed, "allocation {allocations}");
            look(outcome);
            go_on();
            end
        });
        drop(world);
        if live_tokens() != kept {
            leaking.push(allocations);
            kept = live_tokens();
        }
        if end == End::Passed {
            return (allocations, leaking);
        }
    }
    panic!("there is no end of allocations");
}

/// As [`each_failure`], where nothing leaks.
fn each_failure_without_a_leak(make: impl Fn(), call: impl Fn() -> bool, look: impl Fn(Outcome)) -> usize {
    let (failures, leaking) = each_failure(make, call, look);
    assert_eq!(leaking, [0; 0]);
    failures
}

/// Fails unless what there is was so before a call that has failed, or is so after one that has not; or, if
/// it has panicked, is one of some others. Where it is as before, the next ids may have to be so too.
#[track_caller]
fn assert_is_one_of(before: &str, after: &str, others: &[String], ids_too: bool, outcome: Outcome) {
    let now = seen();
    let is_right = match outcome.is_done {
        Some(true) => now == after,
        Some(false) => now == before,
        None => now == before || now == after || others.contains(&now),
    };
    assert!(is_right, "{outcome:?}: {now}");
    if now == before && ids_too {
        let next = || [(); 3].map(|()| Entity::spawn()).map(|entity| (entity.index(), entity.generation()));
        let expected = World::new().enter(|| {
            something();
            next()
        });
        assert_eq!(next(), expected, "{outcome:?}: the next ids");
    }
}

/// What is seen where something was made, and then more.
fn seen_after(more: impl FnOnce()) -> String {
    World::new().enter(|| {
        something();
        more();
        seen()
    })
}

/// Does to all what can be done to them.
fn go_on() {
    update_all(0.1);
    assert!(Living::view().enabled().iter().all(|living| (living.births, living.starts) == (1, 1)));
    let all: Vec<Entity> = ecs_core::query::<Entity>().filter::<ecs_core::WithDisabled>().iter().collect();
    for &entity in &all {
        entity.set_enabled(true);
        let above = entity.ancestors().all(|above| above.is_switched_on());
        assert_eq!(entity.is_enabled(), above, "{entity:?}");
        entity.add::<Living>();
        entity.add::<Burning>().set_enabled(true);
    }
    let (bytes, _) = Saved::write_with(|save| postcard::to_allocvec(save)).expect("it can");
    Saved::reload_with(|| postcard::from_bytes(&bytes)).expect("it was written so");
    ship("new").duplicate();
    update_all(0.1);
}

fn saved() -> Vec<u8> {
    World::new().enter(|| {
        ship("saved");
        ship("other").set_enabled(false);
        Score::set(Score(2, Token::new()));
        Saved::write_with(|save| postcard::to_allocvec(save)).expect("it can").0
    })
}

fn read(bytes: &[u8]) -> bool {
    Saved::read_with(|| postcard::from_bytes(bytes)).is_ok()
}

fn reload(bytes: &[u8]) -> bool {
    Saved::reload_with(|| postcard::from_bytes(bytes)).is_ok()
}

#[test]
fn trap14_write_a_save() {
    let before = seen_after(|| ());
    let write = || Saved::write_with(|save| postcard::to_allocvec(save)).is_ok();
    let failures = each_failure_without_a_leak(something, write, |outcome| {
        assert_is_one_of(&before, &before, &[], true, outcome);
    });
    assert!(failures > 20, "{failures}");
}

#[test]
fn trap14_read_a_save() {
    let bytes = saved();
    let (before, after) = (seen_after(|| ()), seen_after(|| assert!(read(&bytes))));
    // The singleton in whose place another one was to come has ended.
    let without_it = seen_after(|| _ = Score::instance().kill());
    let failures = each_failure_without_a_leak(
        something,
        || read(&bytes),
        |outcome| assert_is_one_of(&before, &after, std::slice::from_ref(&without_it), true, outcome),
    );
    assert!(failures > 50, "{failures}");
}

#[test]
fn trap14_reload_a_save() {
    let bytes = saved();
    let (before, after) = (seen_after(|| ()), seen_after(|| assert!(reload(&bytes))));
    // All was cleared, and nothing has come.
    let cleared = seen_after(World::clear);
    let without_it = seen_after(|| {
        World::clear();
        Score::instance().kill();
    });
    let others = [cleared, without_it];
    let failures = each_failure_without_a_leak(
        something,
        || reload(&bytes),
        |outcome| assert_is_one_of(&before, &after, &others, true, outcome),
    );
    assert!(failures > 50, "{failures}");
}

#[test]
fn trap14_build_a_prefab() {
    let before = seen_after(|| ());
    let build = || Prefab::try_new(build).is_ok();
    let look = |outcome| assert_is_one_of(&before, &before, &[], true, outcome);
    let (failures, leaking) = each_failure(something, build, look);
    assert!(failures > 50, "{failures}");
    // A world for whose end there is no memory is leaked. That in which it is built ends last.
    assert!(leaking.len() < 6 && leaking.iter().all(|&at| at + 6 > failures), "{leaking:?} of {failures}");
}

#[test]
fn trap14_spawn_many_of_a_prefab() {
    let prefab = Prefab::new(build);
    let before = seen_after(|| ());
    let spawn = || prefab.try_spawn_many(5, |_, _| ()).is_ok();
    let failures = each_failure_without_a_leak(something, spawn, |outcome| {
        // Those that had their `init` stay, each as a whole.
        let all =
            (World::stats().alive / 3, Hull::count() / 2, Living::count() / 2, Gun::count(), Bell::count());
        let whole = World::stats().alive / 3;
        assert_eq!(all, (whole, whole, whole, whole, whole));
        assert_eq!(World::stats().alive % 3, 0);
        match outcome.is_done {
            Some(true) => assert_eq!(whole, 6),
            Some(false) => assert_eq!(seen(), before),
            None => assert!(whole < 6 && (whole > 1 || seen() == before), "{whole}"),
        }
    });
    assert!(failures > 20, "{failures}");
}

#[test]
fn trap14_duplicate() {
    let duplicate = || find("old").expect("it was made").try_duplicate().is_ok();
    let (before, after) = (seen_after(|| ()), seen_after(|| assert!(duplicate())));
    let failures = each_failure_without_a_leak(something, duplicate, |outcome| {
        assert_is_one_of(&before, &after, &[], false, outcome);
    });
    assert!(failures > 50, "{failures}");
}
