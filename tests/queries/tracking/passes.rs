//! Passes: what they visit has changed if they may write to it.

use std::cell::RefCell;

use ecs_core::{try_update_all, update_all};

use super::*;

thread_local! {
    /// What the next hook does with the number of its component.
    static SCRIPT: RefCell<Option<fn(u32)>> = const { RefCell::new(None) };
    static ALL: RefCell<Vec<Handle<Walker>>> = const { RefCell::new(Vec::new()) };
    static TICKS: RefCell<Vec<Tick>> = const { RefCell::new(Vec::new()) };
}

fn script(number: u32) {
    if let Some(act) = SCRIPT.with(|script| *script.borrow()) {
        act(number);
    }
}

/// Takes a moment and keeps it.
fn take_tick() -> Tick {
    let now = World::tick();
    TICKS.with_borrow_mut(|ticks| ticks.push(now));
    now
}

/// Its pass changes it, and runs the script in the middle.
#[derive(Component)]
#[component(track)]
struct Walker {
    number: u32,
    steps: u32,
}

impl Walker {
    fn update(&mut self) {
        script(self.number);
        self.steps += 1;
    }
}

fn walkers(count: u32) -> Vec<Handle<Walker>> {
    let all: Vec<_> = (0..count).map(|number| Entity::spawn().insert(Walker { number, steps: 0 })).collect();
    ALL.set(all.clone());
    all
}

fn walker(number: usize) -> Handle<Walker> {
    ALL.with_borrow(|all| all[number])
}

fn run(act: fn(u32)) {
    SCRIPT.set(Some(act));
    let result = std::panic::catch_unwind(|| update_all(0.0));
    SCRIPT.set(None);
    if let Err(panic) = result {
        assert_eq!(*panic.downcast::<&str>().expect("a text"), "here");
    }
}

#[test]
fn a_pass_changes_what_it_visits() {
    let all = walkers(5);
    all[3].set_enabled(false);
    let seen = World::tick();
    update_all(0.0);
    assert_eq!((changed(&all, seen), added(&all, seen)), (vec![0, 1, 2, 4], vec![]));
    let seen = World::tick();
    Walker::update_all(0.0);
    assert_eq!(changed(&all, seen), [0, 1, 2, 4]);
}

#[test]
fn a_pass_that_is_refused_changes_nothing() {
    let all = walkers(2);
    let guard = all[1].borrow();
    let seen = World::tick();
    assert!(try_update_all(0.0).is_err());
    drop(guard);
    assert_eq!(changed(&all, seen), []);
}

#[test]
fn law_1_a_row_has_changed_once_its_hook_has_run() {
    let all = walkers(4);
    TICKS.set(vec![World::tick()]);
    run(|number| {
        let seen = TICKS.with_borrow(|ticks| ticks[0]);
        let changed: Vec<_> = (0..4).map(|other| walker(other).changed_since(seen)).collect();
        let expected: Vec<_> = (0..4).map(|other| other < number).collect();
        assert_eq!(changed, expected, "in the hook of {number}");
    });
    assert_eq!(changed(&all, TICKS.take()[0]), [0, 1, 2, 3]);
}

#[test]
fn law_3_a_tick_in_the_middle_of_a_pass_parts_what_is_before_from_what_is_after() {
    let all = walkers(5);
    run(|number| {
        if number == 2 {
            take_tick();
        }
        if number == 4 {
            let seen = TICKS.with_borrow(|ticks| ticks[0]);
            assert_eq!([0, 1, 2, 3].map(|n| walker(n).changed_since(seen)), [false, false, true, true]);
        }
    });
    assert_eq!(changed(&all, TICKS.take()[0]), [2, 3, 4]);
}

/// Its pass changes it and what it carries, and runs the script in the middle.
#[derive(Component)]
#[component(track)]
struct Carrier(u32);

#[derive(Component)]
#[component(track)]
struct Load(u32);

impl Carrier {
    fn update(&mut self, load: &mut Load) {
        script(self.0);
        load.0 += 1;
    }
}

#[test]
fn law_3_in_the_middle_of_a_pass_siblings_have_changed_as_far_as_it_has_come() {
    thread_local!(static CARRIERS: RefCell<Vec<Handle<Carrier>>> = const { RefCell::new(Vec::new()) });
    // Rows of both go together, but have not the same numbers.
    let alone: Vec<_> = (0..3).map(|n| Entity::spawn().insert(Load(n))).collect();
    CARRIERS.set((0..5).map(|n| Entity::spawn().with(Load(n)).insert(Carrier(n))).collect());
    TICKS.set(vec![World::tick()]);
    run(|number| {
        if number == 2 {
            take_tick();
            return;
        }
        for (&since, from) in TICKS.with_borrow(|ticks| ticks.clone()).iter().zip([0, 2]) {
            for (n, carrier) in (0..).zip(CARRIERS.with_borrow(|all| all.clone())) {
                let has_changed = (from..number).contains(&n);
                let load = carrier.entity().handle::<Load>();
                assert_eq!(carrier.changed_since(since), has_changed, "{n} in the hook of {number}");
                assert_eq!(load.changed_since(since), has_changed, "the load of {n} in the hook of {number}");
            }
        }
    });
    let (ticks, carriers) = (TICKS.take(), CARRIERS.take());
    let loads: Vec<Handle<Load>> = carriers.iter().map(|carrier| carrier.entity().handle()).collect();
    assert_eq!(changed(&carriers, ticks[0]), [0, 1, 2, 3, 4]);
    assert_eq!(changed(&alone, ticks[0]), []);
    // Siblings are borrowed as long as the pass runs: when it ends, all have changed after the tick.
    assert_eq!(changed(&carriers, ticks[1]), [2, 3, 4]);
    assert_eq!(changed(&loads, ticks[1]), [0, 1, 2, 3, 4]);
}

#[test]
fn law_1_a_panic_in_the_middle_of_a_pass_is_the_end_of_a_visit() {
    let all = walkers(5);
    let seen = World::tick();
    run(|number| {
        if number == 2 {
            take_tick();
            std::panic::panic_any("here");
        }
    });
    assert_eq!((changed(&all, seen), changed(&all, TICKS.take()[0])), (vec![0, 1, 2], vec![2]));
    // The next pass begins anew.
    let seen = World::tick();
    all[3].set_enabled(false);
    update_all(0.0);
    assert_eq!(changed(&all, seen), [0, 1, 2, 4]);
}

#[test]
fn a_pass_that_must_look_at_each_row_changes_only_those_that_it_visits() {
    let all = walkers(6);
    let seen = World::tick();
    run(|number| {
        if number == 1 {
            assert!(walker(4).set_enabled(false));
            take_tick();
        }
        if number == 3 {
            let seen = TICKS.with_borrow(|ticks| ticks[0]);
            assert_eq!([0, 1, 2, 3].map(|n| walker(n).changed_since(seen)), [false, true, true, false]);
        }
    });
    assert_eq!(
        (changed(&all, seen), changed(&all, TICKS.take()[0])),
        (vec![0, 1, 2, 3, 5], vec![1, 2, 3, 5])
    );
    // The same with a panic.
    walker(4).set_enabled(true);
    World::flush();
    let seen = World::tick();
    run(|number| match number {
        0 => assert!(walker(1).set_enabled(false)),
        2 => std::panic::panic_any("here"),
        _ => {}
    });
    assert_eq!(changed(&all, seen), [0, 2]);
}

#[test]
fn what_is_killed_or_added_in_a_pass_changes_no_tick() {
    let all = walkers(5);
    let seen = World::tick();
    run(|number| {
        if number == 1 {
            assert!(walker(0).kill() && walker(3).kill());
            let new = Entity::spawn().insert(Walker { number: 9, steps: 0 });
            ALL.with_borrow_mut(|all| all.push(new));
        }
    });
    World::flush();
    assert_eq!(changed(&all, seen), [1, 2, 4]);
    let after = World::tick();
    assert_eq!(changed(&all, after), []);
    let new = ALL.with_borrow(|all| all[5]);
    assert!(new.added_since(seen) && !new.changed_since(after) && new.borrow().steps == 0);
}

#[test]
fn another_component_of_the_same_type_that_a_hook_borrows_has_changed() {
    let all = walkers(4);
    let seen = World::tick();
    walker(2).set_enabled(false);
    run(|number| {
        if number == 0 {
            walker(2).borrow_mut().steps = 100;
        }
    });
    assert_eq!(changed(&all, seen), [0, 1, 2, 3]);
}

#[test]
fn law_2_a_pass_that_takes_self_for_reading_is_no_change() {
    #[derive(Component)]
    #[component(track)]
    struct Reads;
    impl Reads {
        fn update(&self, hp: &Hp, plain: Option<&mut Plain>) {
            plain.expect("it has one").0 = hp.0;
        }
    }
    let all = spawn(3);
    let reads: Vec<_> = all.iter().map(|hp| hp.entity().insert(Reads)).collect();
    let seen = World::tick();
    update_all(0.0);
    assert_eq!((changed(&all, seen), changed(&reads, seen)), (vec![], vec![]));
}

#[test]
fn an_isolated_pass_changes_what_it_visits() {
    #[derive(Component)]
    #[component(track, isolated)]
    struct Spark(u32);
    impl Spark {
        fn update(&mut self) {
            if self.0 == 2 {
                take_tick();
            }
            if self.0 == 3 {
                std::panic::panic_any("here");
            }
            self.0 += 10;
        }
    }
    let all: Vec<_> = (0..5).map(|n| Entity::spawn().insert(Spark(n))).collect();
    let seen = World::tick();
    run(|_| ());
    assert_eq!((changed(&all, seen), changed(&all, TICKS.take()[0])), (vec![0, 1, 2, 3], vec![2, 3]));
}

/// Siblings are aligned with the rows of the pass, or are looked up, or are missing.
#[test]
fn siblings_that_a_hook_takes_for_writing_have_changed() {
    #[derive(Component)]
    struct Heals;
    impl Heals {
        fn update(&self, hp: &mut Hp, plain: &Plain) {
            hp.0 += plain.0;
        }
    }
    #[derive(Component)]
    struct MayHeal;
    impl MayHeal {
        fn update(&mut self, hp: Option<&mut Hp>) {
            if let Some(hp) = hp {
                hp.0 += 1;
            }
        }
    }
    let all = spawn(8);
    let heal =
        |places: &[usize]| places.iter().for_each(|&n| assert!(all[n].entity().insert(Heals).is_alive()));
    heal(&[2, 3, 4]);
    let seen = World::tick();
    update_all(0.0);
    assert_eq!(changed(&all, seen), [2, 3, 4]);
    // Out of order, without a needed sibling, and switched off, which is no matter for a sibling.
    heal(&[7, 0, 6, 1]);
    assert!(all[0].entity().kill::<Plain>() && all[7].set_enabled(false));
    World::flush();
    let seen = World::tick();
    update_all(0.0);
    assert_eq!(changed(&all, seen), [1, 2, 3, 4, 6, 7]);
    assert_eq!(World::stats().stores.len(), 3);
    Entity::spawn_many(3, |_, _| MayHeal);
    [5, 1].into_iter().for_each(|n| assert!(all[n].entity().insert(MayHeal).is_alive()));
    let seen = World::tick();
    MayHeal::update_all(0.0);
    assert_eq!(changed(&all, seen), [1, 5]);
}

/// A pass over a tracked type whose hook has siblings that lie in another order.
#[test]
fn rows_without_a_needed_sibling_are_not_visited() {
    #[derive(Component)]
    #[component(track)]
    struct Needs(u32);
    impl Needs {
        fn update(&mut self, plain: &mut Plain) {
            self.0 += plain.0;
            if self.0 == 6 {
                take_tick();
            }
        }
    }
    let spawn = |n: u32| {
        let entity = Entity::spawn();
        if n.is_multiple_of(3) {
            entity.insert(Plain(n));
        }
        entity.insert(Needs(n))
    };
    let all: Vec<_> = (0..8).map(spawn).collect();
    Plain::sort_by_key(|plain| u32::MAX - plain.0);
    let seen = World::tick();
    update_all(0.0);
    assert_eq!((changed(&all, seen), changed(&all, TICKS.take()[0])), (vec![0, 3, 6], vec![3, 6]));
}
