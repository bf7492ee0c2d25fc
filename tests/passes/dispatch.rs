//! Laws C3 and D3 to D5: what a pass visits, in which order types run, and what `update_all` refuses.

use std::cell::{Cell, RefCell};

use ecs_core::{
    Borrower, Component, Entity, Handle, Time, UpdateError, World, time, try_update_all, update_all,
};

use crate::support::{assert_says, log, message_of, take_log};

thread_local! {
    static ORDER: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
}

/// Component types that say when they run.
macro_rules! runners {
    ($($(#[$attr:meta])* $name:ident;)*) => {$(
        #[derive(Component, Default)]
        $(#[$attr])*
        struct $name;
        impl $name {
            fn update(&mut self) {
                ORDER.with(|order| order.borrow_mut().push(stringify!($name)));
            }
        }
    )*};
}

fn frame() -> Vec<&'static str> {
    update_all(1.0);
    ORDER.take()
}

// ---- C3 ----

#[test]
fn c3_a_pass_visits_what_was_live_and_enabled_and_still_is() {
    #[derive(Component, Default)]
    struct Walker {
        n: u32,
        script: Option<fn(&[Handle<Walker>])>,
    }
    thread_local! {
        static ALL: RefCell<Vec<Handle<Walker>>> = const { RefCell::new(Vec::new()) };
    }
    impl Walker {
        fn update(&mut self) {
            log(self.n.to_string());
            if let Some(script) = self.script.take() {
                script(&ALL.with(|all| all.borrow().clone()));
            }
        }
    }
    // The second of five acts; what is then visited in this pass, and in the next.
    type Case = (fn(&[Handle<Walker>]), [&'static [&'static str]; 2]);
    let cases: [Case; 9] = [
        (|_| (), [&["0", "1", "2", "3", "4"], &["0", "1", "2", "3", "4"]]),
        (|all| assert!(all[3].kill()), [&["0", "1", "2", "4"], &["0", "1", "2", "4"]]),
        (|all| assert!(all[0].kill()), [&["0", "1", "2", "3", "4"], &["1", "2", "3", "4"]]),
        (|all| assert!(all[2].entity().despawn()), [&["0", "1", "3", "4"], &["0", "1", "3", "4"]]),
        (|all| assert!(all[3].set_enabled(false)), [&["0", "1", "2", "4"], &["0", "1", "2", "4"]]),
        (|all| assert!(all[4].entity().set_enabled(false)), [&["0", "1", "2", "3"], &["0", "1", "2", "3"]]),
        (
            |all| assert!(all[3].set_enabled(false) && all[3].set_enabled(true)),
            [&["0", "1", "2", "3", "4"], &["0", "1", "2", "3", "4"]],
        ),
        (
            |_| {
                (0..100)
                    .for_each(|_| assert!(Entity::spawn().insert(Walker { n: 9, script: None }).is_alive()))
            },
            [&["0", "1", "2", "3", "4"], &["0", "1", "2", "3", "4", "9"]],
        ),
        (
            |all| {
                assert!(all[4].kill());
                assert!(all[4].entity().insert(Walker { n: 8, script: None }).is_alive());
            },
            [&["0", "1", "2", "3"], &["0", "1", "2", "3", "8"]],
        ),
    ];
    for (at, (script, expected)) in cases.into_iter().enumerate() {
        let make = |n| Entity::spawn().insert(Walker { n, script: (n == 1).then_some(script) });
        ALL.set((0..5).map(make).collect());
        for expected in expected {
            update_all(1.0);
            // In the first pass the order is that of adding; after changes it may be another.
            let mut visited = take_log();
            if visited.len() > 5 {
                assert_eq!(visited.iter().filter(|n| n.as_str() == "9").count(), 100, "case {at}");
            }
            visited.sort();
            visited.dedup();
            assert_eq!(visited, expected, "case {at}");
        }
        World::clear();
    }
}

#[test]
fn c3_a_disabled_component_that_is_enabled_in_a_pass_waits_for_the_next() {
    #[derive(Component, Default)]
    struct Sleeper(Handle<Sleeper>, u32);
    impl Sleeper {
        fn update(&mut self) {
            self.1 += 1;
            self.0.set_enabled(true);
        }
    }
    let asleep = Entity::spawn().add::<Sleeper>();
    asleep.set_enabled(false);
    let waker = Entity::spawn().insert(Sleeper(asleep, 0));
    update_all(1.0);
    assert_eq!((waker.borrow().1, asleep.borrow().1), (1, 0));
    assert!(asleep.is_enabled());
    update_all(1.0);
    assert_eq!((waker.borrow().1, asleep.borrow().1), (2, 1));
}

#[test]
fn c3_types_later_in_the_order_visit_new_components_in_the_same_frame_and_earlier_ones_in_the_next() {
    #[derive(Component, Default)]
    struct Early;
    impl Early {
        fn update(&mut self) {
            log("early");
        }
    }
    #[derive(Component, Default)]
    struct Maker(bool);
    impl Maker {
        fn update(&mut self) {
            log("maker");
            if !std::mem::replace(&mut self.0, true) {
                Entity::spawn().with(Early).with(Self(true)).with(Late);
            }
        }
    }
    #[derive(Component, Default)]
    struct Late;
    impl Late {
        fn update(&mut self) {
            log("late");
        }
    }
    // All three types are known, but only the maker is alive.
    Entity::spawn().with(Early).with(Maker(true)).with(Late).despawn();
    Entity::spawn().add::<Maker>();
    update_all(1.0);
    assert_eq!(take_log(), ["maker", "late"]);
    update_all(1.0);
    assert_eq!(take_log(), ["early", "maker", "maker", "late"]);
}

#[test]
fn c3_a_type_that_is_first_added_in_a_frame_is_last_in_the_order_and_visited_in_it() {
    #[derive(Component, Default)]
    struct Seed;
    impl Seed {
        fn update(&mut self, entity: Entity) {
            log("seed");
            entity.add::<Fruit>();
        }
    }
    #[derive(Component, Default)]
    struct Fruit;
    impl Fruit {
        fn update(&mut self) {
            log("fruit");
        }
    }
    Entity::spawn().add::<Seed>();
    update_all(1.0);
    assert_eq!(take_log(), ["seed", "fruit"], "as it would be had the type been added once before");
}

#[test]
fn c3_a_type_that_is_first_added_in_a_frame_and_stands_before_is_visited_in_the_next() {
    runners! {
        First;
        #[component(before(First))] Before;
        #[component(after(First))] After;
    }
    #[derive(Component)]
    struct Maker;
    impl Maker {
        fn update(&mut self) {
            ORDER.with_borrow_mut(|order| order.push("Maker"));
            if Before::count() == 0 {
                Entity::spawn().with(Before).with(After);
            }
        }
    }
    Entity::spawn().with(First).with(Maker);
    update_all(0.1);
    assert_eq!(ORDER.take(), ["First", "Maker", "After"]);
    update_all(0.1);
    assert_eq!(ORDER.take(), ["Before", "First", "Maker", "After"]);
}

#[test]
fn c2_a_sibling_that_is_killed_in_a_pass_is_dead_for_the_hooks_of_that_pass() {
    #[derive(Component, Default)]
    struct Shield(u32);
    #[derive(Component, Default)]
    struct Knight {
        foe: Handle<Shield>,
        blocked: u32,
    }
    impl Knight {
        fn update(&mut self, shield: &mut Shield) {
            shield.0 += 1;
            self.blocked += 1;
            self.foe.kill();
        }
    }
    // The stores are in the same order, then in another.
    for same_order in [true, false] {
        let entities: Vec<_> = (0..3).map(|_| Entity::spawn()).collect();
        for at in 0..3 {
            entities[if same_order { at } else { 2 - at }].add::<Shield>();
            entities[at].add::<Knight>();
        }
        entities[0].borrow_mut::<Knight>().foe = entities[1].handle();
        update_all(1.0);
        let blocked: Vec<_> = entities.iter().map(|entity| entity.borrow::<Knight>().blocked).collect();
        assert_eq!(blocked, [1, 0, 1], "in the same order: {same_order}");
        World::clear();
    }
}

// ---- D3 ----

#[test]
fn d3_types_run_in_the_order_of_their_first_add_which_reads_do_not_change() {
    runners! { A; B; C; D; }
    assert!(C::view().is_empty() && !Entity::NONE.has::<C>() && C::count() == 0);
    C::reserve(10);
    assert!(!Entity::spawn().handle::<C>().is_alive() && C::try_update_all(1.0).is_ok());
    let entity = Entity::spawn().with(B).with(A);
    Entity::spawn().with(D).with(C).with(A).with(B);
    assert_eq!(frame(), ["B", "B", "A", "A", "D", "C"]);
    entity.remove::<B>();
    entity.add::<B>();
    assert_eq!(frame(), ["B", "B", "A", "A", "D", "C"], "only the first add counts");
    World::clear();
    assert!(frame().is_empty());
    Entity::spawn().with(C).with(D).with(A).with(B);
    assert_eq!(frame(), ["B", "A", "D", "C"], "also after all are gone");
    let world = World::new();
    assert_eq!(world.enter(|| Entity::spawn().with(D).with(A).is_alive().then(frame)), Some(vec!["D", "A"]));
}

#[test]
fn d3_an_add_that_is_refused_is_no_first_add() {
    runners! { A; B; }
    let dead = Entity::spawn();
    dead.despawn();
    A::reserve(1);
    assert_eq!(A::count(), 0);
    assert!(
        dead.try_add::<A>().is_err() && dead.try_insert(A).is_err() && Entity::NONE.try_add::<A>().is_err()
    );
    assert!(message_of(|| Entity::spawn().add_with(|| -> A { panic!("no value") })) == "no value");
    Entity::spawn().with(B).with(A);
    assert_eq!(frame(), ["B", "A"]);
}

#[test]
fn d3_after_and_before_move_types_and_leave_the_others_in_order() {
    runners! {
        Plain;
        #[component(after(Third, Never))] First;
        Second;
        #[component(before(Second))] Third;
        Last;
        Never;
    }
    Entity::spawn().with(First).with(Second).with(Third).with(Plain).with(Last);
    assert_eq!(frame(), ["Third", "First", "Second", "Plain", "Last"]);
    // A type that comes later joins the order.
    Entity::spawn().with(Never);
    assert_eq!(frame(), ["Third", "Second", "Plain", "Last", "Never", "First"]);
    assert_eq!(frame(), frame());
}

#[test]
fn d8_a_type_that_comes_in_mid_game_moves_no_other() {
    runners! {
        B;
        C;
        #[component(before(B))] A;
        #[component(after(B))] D;
    }
    Entity::spawn().with(B).with(C);
    assert_eq!(frame(), ["B", "C"]);
    Entity::spawn().with(A);
    assert_eq!(frame(), ["A", "B", "C"]);
    Entity::spawn().with(D);
    assert_eq!(frame(), ["A", "B", "C", "D"]);
}

#[test]
fn d3_the_order_is_the_same_in_each_world_and_each_run() {
    runners! {
        #[component(after(E))] A; #[component(before(C))] B; C; #[component(after(B, C))] D; E; F;
    }
    let run = || {
        Entity::spawn().with(F).with(E).with(D).with(C).with(B).with(A);
        frame()
    };
    let first = run();
    assert_eq!(first, ["F", "E", "B", "C", "D", "A"]);
    for _ in 0..10 {
        assert_eq!(World::new().enter(run), first);
    }
    assert_eq!(std::thread::spawn(run).join().ok(), Some(first));
}

#[test]
fn d3_types_order_through_types_without_update() {
    runners! { #[component(after(Marker))] Late; #[component(before(Marker))] Early; }
    #[derive(Component)]
    struct Marker;
    Entity::spawn().with(Late).with(Marker).with(Early);
    assert_eq!(frame(), ["Early", "Late"], "a type without `update` is not visited, but it orders");
}

#[test]
fn d3_a_cycle_is_an_error_that_prints_it() {
    runners! {
        Free; #[component(before(Paper))] Rock; #[component(before(Scissors))] Paper; #[component(before(Rock))] Scissors;
    }
    Entity::spawn().with(Free).with(Rock).with(Paper);
    assert_eq!(frame(), ["Free", "Rock", "Paper"], "a type that was never added closes no cycle");
    Entity::spawn().with(Scissors);
    let Err(UpdateError::Cycle { components }) = try_update_all(1.0) else { panic!("there is a cycle") };
    let mut names = components.to_vec();
    names.sort_unstable();
    assert_eq!(names, ["Paper", "Rock", "Scissors"]);
    let text = message_of(|| update_all(1.0));
    let ring = components.iter().map(|name| format!("{name} before ")).collect::<String>() + components[0];
    assert_says(&text, &[&ring, "Rock before Paper", "`after`", "`before`"].map(|part| part));
    assert!(ORDER.take().is_empty(), "nothing has run");
    Paper::update_all(1.0);
    assert_eq!(ORDER.take(), ["Paper"], "one type alone needs no order");
}

#[test]
fn d3_update_all_of_a_type_runs_that_type_alone() {
    runners! { A; B; }
    Entity::spawn().with(A).with(B);
    B::update_all(0.5);
    assert_eq!(ORDER.take(), ["B"]);
    assert_eq!(
        std::thread::spawn(|| (A::try_update_all(1.0), try_update_all(1.0))).join().ok(),
        Some((Ok(()), Ok(())))
    );
}

// ---- D4 ----

#[derive(Component, Default)]
struct Visited(u32);

impl Visited {
    fn update(&mut self) {
        self.0 += 1;
    }
}

#[derive(Component, Default)]
struct Target(u32);

#[derive(Component, Default)]
struct Pusher(u32);

impl Pusher {
    fn update(&mut self, target: Option<&mut Target>) {
        self.0 += 1;
        if let Some(target) = target {
            target.0 += 1;
        }
    }
}

#[test]
fn d4_what_is_borrowed_is_named_before_anything_runs() {
    #[derive(Component, Default)]
    struct Unvisited(#[expect(dead_code, reason = "gives the type a size")] u32);
    let entity = Entity::spawn().with(Visited(0)).with(Pusher(0)).with(Target(0)).with(Unvisited(0));
    type Hold = fn(Entity) -> Box<dyn std::any::Any>;
    let holds: [(Hold, &str, Borrower); 10] = [
        (|entity| Box::new(entity.borrow::<Visited>()), "Visited", Borrower::Shared),
        (|entity| Box::new(entity.borrow_mut::<Visited>()), "Visited", Borrower::Exclusive),
        (|_| Box::new(Visited::view()), "Visited", Borrower::View),
        (|_| Box::new(Visited::view_mut()), "Visited", Borrower::ViewMut),
        (|entity| Box::new(entity.borrow::<Pusher>()), "Pusher", Borrower::Shared),
        (|_| Box::new(Pusher::view_mut()), "Pusher", Borrower::ViewMut),
        (|entity| Box::new(entity.borrow::<Target>()), "Target", Borrower::Shared),
        (|entity| Box::new(entity.borrow_mut::<Target>()), "Target", Borrower::Exclusive),
        (|_| Box::new(Target::view()), "Target", Borrower::View),
        (|_| Box::new(Target::view_mut()), "Target", Borrower::ViewMut),
    ];
    for (hold, name, borrower) in holds {
        let guard = hold(entity);
        let error = try_update_all(1.0);
        assert!(
            matches!(error, Err(UpdateError::Borrowed { component, by, .. }) if component == name && by == borrower),
            "{error:?}"
        );
        let text = message_of(|| update_all(1.0));
        assert_says(
            &text,
            &["cannot update", name, &borrower.to_string(), "drop that guard before the update"],
        );
        #[cfg(debug_assertions)]
        assert_says(&text, &[file!()]);
        assert_eq!(Visited::try_update_all(1.0).is_err(), name == "Visited");
        assert_eq!(Pusher::try_update_all(1.0).is_err(), name != "Visited");
        drop(guard);
        // The one type alone that was not in the way has run once.
        let (seen, pushed) = (entity.borrow::<Visited>().0, entity.borrow::<Pusher>().0);
        assert_eq!((seen, pushed), if name == "Visited" { (0, 1) } else { (1, 0) }, "nothing else has run");
        (entity.borrow_mut::<Visited>().0, entity.borrow_mut::<Pusher>().0) = (0, 0);
    }
    let _free = (entity.borrow_mut::<Unvisited>(), Unvisited::try_view().is_err());
    assert_eq!(try_update_all(1.0), Ok(()), "a store that is not visited may be lent");
    assert_eq!((entity.borrow::<Visited>().0, entity.borrow::<Pusher>().0), (1, 1));
}

#[test]
fn d4_a_guard_that_a_hook_keeps_stops_the_pass_at_its_component() {
    thread_local! {
        static KEPT: RefCell<Option<ecs_core::RefMut<Keeper>>> = const { RefCell::new(None) };
    }
    #[derive(Component, Default)]
    struct Keeper(Handle<Keeper>, u32);
    impl Keeper {
        fn update(&mut self) {
            self.1 += 1;
            if self.0.is_alive() {
                KEPT.set(Some(self.0.borrow_mut()));
            }
        }
    }
    let all: Vec<_> = (0..3).map(|_| Entity::spawn().add::<Keeper>()).collect();
    all[0].borrow_mut().0 = all[2];
    assert_says(
        &message_of(|| update_all(1.0)),
        &["cannot update Keeper of 2v1", "mutably borrowed", "drop that guard"],
    );
    assert_eq!((all[0].borrow().1, all[1].borrow().1), (1, 1));
    KEPT.take();
    assert_eq!(all[2].borrow().1, 0);
    all[0].borrow_mut().0 = Handle::NULL;
    update_all(1.0);
    assert_eq!(all[2].borrow().1, 1);
}

#[test]
fn d4_update_all_panics_inside_hooks_and_the_frame_stops() {
    thread_local! {
        static CALL: Cell<Option<fn()>> = const { Cell::new(None) };
    }
    #[derive(Component, Default)]
    struct Caller;
    impl Caller {
        fn update(&mut self) {
            if let Some(call) = CALL.take() {
                call();
            }
        }
    }
    Entity::spawn().add::<Caller>();
    let visited = Entity::spawn().add::<Visited>();
    for call in [|| update_all(1.0), || Visited::update_all(1.0), || Caller::update_all(1.0)] {
        CALL.set(Some(call));
        assert_says(&message_of(|| update_all(1.0)), &["cannot update inside a hook", "main loop"]);
        assert_eq!(visited.borrow().0, 0);
    }
    update_all(1.0);
    assert_eq!(visited.borrow().0, 1);
}

// ---- D5 ----

#[test]
fn d5_a_bad_time_step_is_an_error_and_nothing_runs() {
    let visited = Entity::spawn().add::<Visited>();
    for dt in [f32::NAN, -f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -1.0, -f32::MIN_POSITIVE] {
        for error in [try_update_all(dt), Visited::try_update_all(dt)] {
            assert!(
                matches!(error, Err(UpdateError::BadDt { dt: bad }) if bad.to_bits() == dt.to_bits()),
                "{error:?}"
            );
        }
        for text in [message_of(|| update_all(dt)), message_of(|| Visited::update_all(dt))] {
            assert_says(&text, &["cannot update by", "seconds", "finite and not negative"]);
        }
    }
    assert_eq!(visited.borrow().0, 0);
    for dt in [0.0, -0.0, f32::MIN_POSITIVE, 3600.0] {
        assert_eq!(try_update_all(dt), Ok(()));
    }
    assert_eq!(visited.borrow().0, 4);
    assert!(
        std::thread::spawn(|| try_update_all(f32::NAN)).join().is_ok_and(|error| error.is_err()),
        "also without a world"
    );
}

#[test]
fn d5_a_time_step_of_more_than_an_hour_is_taken_for_a_mistake() {
    let visited = Entity::spawn().add::<Visited>();
    let day = 86_400.0;
    for error in [try_update_all(day), Visited::try_update_all(day)] {
        assert_eq!(error, Err(UpdateError::LongDt { dt: day, longest: 3600.0 }));
    }
    for text in [message_of(|| update_all(f32::MAX)), message_of(|| Visited::update_all(f32::MAX))] {
        assert_says(&text, &["cannot update by", "3600", "in seconds", "World::set_longest_dt"]);
    }
    assert_eq!((visited.borrow().0, time()), (0, Time::default()));
    World::set_longest_dt(day);
    update_all(day);
    assert!(try_update_all(day * 1.5).is_err());
    assert_eq!((visited.borrow().0, time().elapsed()), (1, day.into()));
    let elsewhere = std::thread::spawn(move || try_update_all(day));
    assert!(elsewhere.join().is_ok_and(|error| error.is_err()), "also without a world");
}
