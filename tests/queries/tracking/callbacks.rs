//! Tracked types that are sent to, visited by closures, and taken as singletons.

use std::cell::Cell;

use ecs_core::{Component, Entity, Handle, Singleton, Tick, World, send_all, update_all};

use crate::support::message_of;

struct Hit;
struct Look;

/// Listens, once for writing and once for reading.
#[derive(Component, Debug)]
#[component(track, on(Hit, Look))]
struct Hp(u32);

thread_local! {
    static SEEN: Cell<Tick> = Cell::default();
}

impl Hp {
    fn on_hit(&mut self, _: &Hit) {
        self.0 += 1;
        act(self.0);
    }

    fn on_look(&self, _: &Look) {
        act(self.0);
    }
}

/// Takes the time, or fails, when it is the turn of some values.
fn act(value: u32) {
    match value {
        200.. => panic!("too much"),
        100.. => SEEN.set(World::tick()),
        _ => {}
    }
}

fn spawn(values: &[u32]) -> Vec<Handle<Hp>> {
    values.iter().map(|&value| Entity::spawn().insert(Hp(value))).collect()
}

fn changed(all: &[Handle<Hp>], since: Tick) -> Vec<usize> {
    (0..all.len()).filter(|&place| all[place].changed_since(since)).collect()
}

#[test]
fn what_a_closure_visits_has_changed() {
    let all = spawn(&[0, 1, 2]);
    let seen = World::tick();
    Hp::for_each(|hp| hp.0 += 1);
    assert_eq!(changed(&all, seen), [0, 1, 2]);
    let seen = World::tick();
    all[1].entity().set_enabled(false);
    Hp::for_each(|hp| hp.0 += 1);
    assert_eq!(changed(&all, seen), [0, 2]);
}

#[test]
fn a_tick_in_a_closure_parts_what_is_before_from_what_is_after() {
    let all = spawn(&[0, 1, 2]);
    let mut seen = Tick::default();
    Hp::for_each(|hp| {
        if hp.0 == 1 {
            seen = World::tick();
        }
        hp.0 += 1;
    });
    assert_eq!(changed(&all, seen), [1, 2]);
}

#[test]
fn a_closure_that_panics_has_changed_what_it_visited() {
    let all = spawn(&[0, 1, 2]);
    let seen = World::tick();
    let visit = |hp: &mut Hp| {
        assert_ne!(std::mem::replace(&mut hp.0, 7), 1, "here");
    };
    message_of(|| Hp::for_each(visit));
    assert_eq!(changed(&all, seen), [0, 1]);
}

#[test]
fn who_is_notified_by_a_hook_that_writes_has_changed() {
    let all = spawn(&[0, 1, 2]);
    let one_by_one = |all: &[Handle<Hp>]| all.iter().map(|hp| hp.entity().send(Hit)).sum();
    for send in [|_: &[Handle<Hp>]| send_all(Hit), |_: &[Handle<Hp>]| Hp::send_all(Hit), one_by_one] {
        let seen = World::tick();
        assert_eq!(send(&all), 3);
        assert_eq!(changed(&all, seen), [0, 1, 2]);
    }
    let all = spawn(&[0, 99, 0]);
    let seen = World::tick();
    Hp::send_all(Hit);
    assert_eq!((changed(&all, seen), changed(&all, SEEN.get())), (vec![0, 1, 2], vec![1, 2]));
    let all = spawn(&[0, 199, 0]);
    let seen = World::tick();
    message_of(|| send_all(Hit));
    assert_eq!(changed(&all, seen), [0, 1]);
}

#[test]
fn who_is_notified_by_a_hook_that_reads_has_not() {
    let all = spawn(&[0, 1, 2]);
    let seen = World::tick();
    Hp::send_all(Look);
    all[0].entity().send(Look);
    let guard = all[1].borrow();
    send_all(Look); // one of them waits
    drop(guard);
    World::flush();
    assert_eq!(changed(&all, seen), []);
    let all = spawn(&[200]);
    let seen = World::tick();
    message_of(|| all[0].entity().send(Look));
    message_of(|| Hp::send_all(Look));
    assert_eq!(changed(&all, seen), []);
}

#[test]
fn who_is_notified_late_has_changed_then() {
    let all = spawn(&[0, 1]);
    let guard = all[0].borrow();
    all[0].entity().send(Hit);
    let seen = World::tick();
    drop(guard);
    World::flush();
    assert_eq!(changed(&all, seen), [0]);
}

/// Sends to all and visits all of a tracked type from a pass over that type.
#[test]
fn what_a_pass_sends_to_its_own_tracked_type_has_changed() {
    #[derive(Component)]
    #[component(track, on(Hit))]
    struct Bee(u32);
    impl Bee {
        fn update(&self) {
            match self.0 {
                1 => assert_eq!(Bee::send_all(Hit), 4),
                2 => Bee::for_each(|bee| bee.0 += 10),
                _ => {}
            }
        }
        fn on_hit(&mut self, _: &Hit) {}
    }
    let run = |which: u32| {
        let mut places =
            (0..4).map(|n| Entity::spawn().insert(Bee(if n == 2 { which } else { 0 }))).collect::<Vec<_>>();
        let seen = World::tick();
        update_all(0.0);
        places.retain(|bee| bee.changed_since(seen));
        let changed = places.len();
        World::clear();
        changed
    };
    assert_eq!(run(0), 0);
    assert_eq!(run(1), 4, "the own one is notified after its hook");
    assert_eq!(run(2), 3, "all but the own one");
}

/// A pass notes what it has visited when somebody asks for a tick: also in a hook that only reads, and is no
/// change itself.
#[test]
fn what_a_pass_has_changed_stays_changed_when_a_hook_that_reads_takes_the_time() {
    #[derive(Component)]
    #[component(track, on(Look))]
    struct Ant(Option<Handle<Ant>>);
    impl Ant {
        fn update(&mut self) {
            if let Some(other) = self.0 {
                other.entity().send(Look);
            }
        }
        fn on_look(&self, _: &Look) {
            SEEN.set(World::tick());
        }
    }
    let first = Entity::spawn().insert(Ant(None));
    let second = Entity::spawn().insert(Ant(Some(first)));
    let seen = World::tick();
    update_all(0.0);
    assert!(first.changed_since(seen) && second.changed_since(seen));
    assert!(!first.changed_since(SEEN.get()) && second.changed_since(SEEN.get()));
}

// ---- singletons ----

#[derive(Singleton, Default, Debug)]
#[component(track)]
struct Score(u32);

#[derive(Component)]
struct Coin {
    kind: u32,
}

impl Coin {
    fn update(&mut self, score: &mut Score) {
        score.0 += 1;
        match self.kind {
            1 => SEEN.set(World::tick()),
            2 => panic!("here"),
            _ => {}
        }
    }

    fn late_update(&mut self, _: &Score) {}
}

#[test]
fn a_singleton_that_a_pass_takes_for_writing_has_changed() {
    Entity::spawn().insert(Coin { kind: 0 });
    update_all(0.0);
    let score = Score::instance();
    let seen = World::tick();
    update_all(0.0);
    assert!(score.changed_since(seen));
    // Also after a moment in the pass: the borrow ends with it.
    Entity::spawn().insert(Coin { kind: 1 });
    update_all(0.0);
    assert!(score.changed_since(SEEN.get()));
    Entity::spawn().insert(Coin { kind: 2 });
    let seen = World::tick();
    message_of(|| update_all(0.0));
    assert!(score.changed_since(seen));
}

#[test]
fn a_singleton_that_is_read_has_not_changed() {
    #[derive(Component)]
    struct Paper;
    impl Paper {
        fn update(&mut self, _: &Score, _: Option<&Score>) {}
        fn late_update(&mut self, _: Option<&Score>) {}
    }
    Score::set(Score(1));
    Entity::spawn().insert(Paper);
    let seen = World::tick();
    update_all(0.0);
    assert!(!Score::instance().changed_since(seen));
}

/// One method may listen to several events.
#[test]
fn a_generic_method_listens_to_several_events_with_siblings() {
    #[derive(Component, Default)]
    #[component(on(Hit = hear, Look = hear))]
    struct Hears(u32);
    impl Hears {
        fn hear<E>(&mut self, _: &E, hp: Option<&mut Hp>) {
            self.0 += 1;
            if let Some(hp) = hp {
                hp.0 += 1;
            }
        }
    }
    let hp = spawn(&[0])[0];
    let hears = hp.entity().add::<Hears>();
    assert_eq!(Hears::send_all(Hit) + Hears::send_all(Look), 2);
    assert_eq!((hears.borrow().0, hp.borrow().0), (2, 2));
}

#[test]
fn a_singleton_that_no_hook_was_given_has_not_changed() {
    #[derive(Component, Default)]
    struct Weight;
    #[derive(Component, Default)]
    struct Scales;
    impl Scales {
        fn update(&mut self, _: &Weight, score: &mut Score) {
            score.0 += 1;
        }
        fn late_update(&mut self, _: &Weight, score: Option<&mut Score>) {
            score.into_iter().for_each(|score| score.0 += 1);
        }
    }
    let scales = Entity::spawn().with(Scales);
    update_all(0.0);
    let seen = World::tick();
    update_all(0.0);
    assert!(!Score::instance().changed_since(seen), "there is no weight");
    scales.set_enabled(false);
    scales.add::<Weight>();
    update_all(0.0);
    assert!(!Score::instance().changed_since(seen), "it is disabled");
    scales.set_enabled(true);
    update_all(0.0);
    assert!(Score::instance().changed_since(seen));
    assert_eq!(Score::borrow_mut().0, 2);
}
