//! Regressions: what the random tests once found.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};

use ecs_core::{
    Archetype, BorrowError, Borrower, Component, Entity, Handle, Pool, Query, Ref, RefMut, RemoveError,
    Schedule, Singleton, ViewError, World, local, query, update_all,
};

use crate::support::{log, take_log, watch_panics};

// A disabled component dies, and an enabled one is added before its row is closed.
#[test]
fn a_new_row_changes_no_place_with_a_dead_one() {
    #[derive(Component)]
    struct C(String);
    impl Drop for C {
        fn drop(&mut self) {
            log(format!("drop {}", self.0));
        }
    }
    #[derive(Component)]
    struct Driver {
        a: Entity,
        b: Entity,
    }
    impl Driver {
        fn update(&mut self) {
            self.a.kill::<C>();
            self.b.insert(C("live".into()));
        }
    }
    let (a, b) = (Entity::spawn(), Entity::spawn());
    a.insert(C("dead".into()));
    a.handle::<C>().set_enabled(false);
    Entity::spawn().insert(Driver { a, b });
    update_all(0.1);
    assert_eq!(take_log(), ["drop dead"]);
    assert_eq!(b.borrow::<C>().0, "live");
}

// Spilled rows wait for a sync point; nothing is lent any more, and further ones are added.
#[test]
fn what_is_added_after_a_spill_joins_it() {
    #[derive(Component)]
    struct C(u32);
    #[derive(Component)]
    struct Driver;
    impl Driver {
        fn update(&mut self) {
            let c = Entity::spawn().insert(C(1000));
            let guard = c.borrow();
            let many: Vec<_> = (0..100).map(|n| Entity::spawn().insert(C(n))).collect();
            drop(guard);
            let more: Vec<_> = (0..100).map(|n| Entity::spawn().insert(C(n))).collect();
            for (n, c) in many.iter().enumerate() {
                assert_eq!(c.borrow().0, n as u32);
            }
            for (n, c) in more.iter().enumerate() {
                assert_eq!(c.borrow().0, n as u32);
            }
            let off = Entity::spawn().insert(C(1));
            off.set_enabled(false); // now rows may be beside

            let e = Entity::spawn().insert(C(7));
            assert_eq!(e.borrow().0, 7);
        }
    }
    Entity::spawn().insert(Driver);
    update_all(0.1);
    assert_eq!(C::view().len(), 203);
}

#[test]
fn what_is_added_after_a_spill_joins_it_beside_disabled_rows() {
    #[derive(Component)]
    struct C(u32);
    #[derive(Component)]
    struct Driver;
    impl Driver {
        fn update(&mut self) {
            let off = Entity::spawn().insert(C(1));
            off.set_enabled(false);
            World::flush();
            let c = Entity::spawn().insert(C(1000));
            let guard = c.borrow();
            let many: Vec<_> = (0..100).map(|n| Entity::spawn().insert(C(n))).collect();
            drop(guard);
            let e = Entity::spawn().insert(C(7));
            assert_eq!(e.borrow().0, 7);
            for (n, c) in many.iter().enumerate() {
                assert_eq!(c.borrow().0, n as u32);
            }
        }
    }
    Entity::spawn().insert(Driver);
    update_all(0.1);
    assert_eq!(C::view().len(), 103);
}

thread_local! {
    /// What a hook acts on, where only the test knows it.
    static TARGET: Cell<Option<Entity>> = const { Cell::new(None) };
}

// ---- `init` in `spawn_many` ----

/// Spawns entities with numbered components; the second entity is the target.
fn spawn_numbered<C: Component>(count: usize, component: fn(u32) -> C) -> Vec<Entity> {
    Entity::spawn_many(count, |n, entity| {
        if n == 1 {
            TARGET.set(Some(entity));
        }
        component(n as u32)
    })
}

#[test]
fn spawn_many_runs_init_once_on_what_an_earlier_init_has_inserted() {
    #[derive(Component)]
    struct C(u32);
    impl C {
        fn init(&mut self) {
            log(format!("init {}", self.0));
            if self.0 == 0 {
                TARGET.take().expect("made before").insert(C(9));
            }
        }
    }
    spawn_numbered(3, C);
    assert_eq!(take_log(), ["init 0", "init 9", "init 2"]);
}

#[test]
fn spawn_many_runs_init_once_on_what_its_closure_has_added() {
    #[derive(Component)]
    struct C(u32);
    impl C {
        fn init(&mut self) {
            log(format!("init {}", self.0));
        }
    }
    Entity::spawn_many(2, |n, entity| {
        entity.insert(C(7));
        if n == 1 {
            entity.kill::<C>();
        }
        C(n as u32)
    });
    assert_eq!(take_log(), ["init 7", "init 7", "init 1"]);
}

#[test]
fn spawn_many_postpones_init_of_what_an_earlier_init_has_borrowed() {
    thread_local! {
        static KEPT: RefCell<Option<Ref<C>>> = const { RefCell::new(None) };
    }
    #[derive(Component)]
    struct C(u32);
    impl C {
        fn init(&mut self) {
            log(format!("init {}", self.0));
            if self.0 == 0 {
                KEPT.set(Some(TARGET.take().expect("made before").borrow()));
            }
        }
        fn shutdown(&mut self) {
            log(format!("shutdown {}", self.0));
        }
        fn on_disable(&mut self) {
            log(format!("off {}", self.0));
        }
    }
    let spawned = spawn_numbered(3, C);
    spawned[1].set_enabled(false);
    assert_eq!(take_log(), ["init 0", "init 2"]);
    KEPT.take();
    World::flush();
    assert_eq!(take_log(), ["init 1"], "it was never on");
    spawned[1].despawn();
    assert_eq!(take_log(), ["shutdown 1"]);
}

#[test]
fn a_postponed_init_is_of_that_component_alone() {
    thread_local! {
        static KEPT: RefCell<Option<Ref<C>>> = const { RefCell::new(None) };
    }
    #[derive(Component)]
    struct C(u32);
    impl C {
        fn init(&mut self) {
            log(format!("init {}", self.0));
            if self.0 == 0 {
                KEPT.set(Some(TARGET.get().expect("made before").borrow()));
            }
        }
    }
    spawn_numbered(2, C);
    TARGET.get().expect("made above").insert(C(9));
    KEPT.take();
    World::flush();
    assert_eq!(take_log(), ["init 0", "init 9"]);
}

#[test]
fn spawn_many_notifies_nothing_before_init() {
    #[derive(Component)]
    struct C(u32);
    impl C {
        fn init(&mut self) {
            log(format!("init {}", self.0));
            if self.0 == 0 {
                TARGET.take().expect("made before").set_enabled(false);
            }
        }
        fn on_disable(&mut self) {
            log(format!("off {}", self.0));
        }
    }
    spawn_numbered(2, C);
    assert_eq!(take_log(), ["init 0", "init 1"], "it was never on");
}

// ---- `init` in `insert` over another value ----

#[test]
fn insert_notifies_nothing_before_init() {
    #[derive(Component)]
    struct C(u32);
    impl C {
        fn init(&mut self) {
            log(format!("init {}", self.0));
        }
        fn shutdown(&mut self, entity: Entity) {
            entity.set_enabled(false);
        }
        fn on_disable(&mut self) {
            log(format!("off {}", self.0));
        }
    }
    let entity = Entity::spawn().with(C(1)).with(C(2));
    assert_eq!(take_log(), ["init 1", "off 1", "init 2"], "it was never on");
    entity.set_enabled(true);
    drop(C::view());
    entity.insert(C(3));
    assert_eq!(take_log(), ["off 2", "init 3"]);
}

#[test]
fn insert_runs_init_once_if_the_drop_of_the_old_value_inserts() {
    #[derive(Component)]
    struct C(u32);
    impl C {
        fn init(&mut self) {
            log(format!("init {}", self.0));
        }
    }
    impl Drop for C {
        fn drop(&mut self) {
            if let Ok(Some(entity)) = TARGET.try_with(Cell::take) {
                entity.kill::<C>();
                entity.insert(C(3));
            }
        }
    }
    let entity = Entity::spawn().with(C(1));
    TARGET.set(Some(entity));
    entity.insert(C(2));
    assert_eq!(take_log(), ["init 1", "init 3"]);
    assert_eq!(entity.borrow::<C>().0, 3);
}

#[test]
fn insert_postpones_init_if_the_drop_of_the_old_value_borrows_or_panics() {
    thread_local! {
        static KEPT: RefCell<Option<Ref<C>>> = const { RefCell::new(None) };
    }
    #[derive(Component)]
    struct C(u32);
    impl C {
        fn init(&mut self) {
            log(format!("init {}", self.0));
        }
    }
    impl Drop for C {
        fn drop(&mut self) {
            if self.0 == 1 {
                KEPT.set(TARGET.take().map(Entity::borrow));
            }
            assert_ne!(self.0, 2, "on purpose");
        }
    }
    let entity = Entity::spawn().with(C(1));
    TARGET.set(Some(entity));
    entity.insert(C(2));
    assert_eq!(take_log(), ["init 1"]);
    KEPT.take();
    World::flush();
    assert_eq!(take_log(), ["init 2"]);
    assert!(catch_unwind(|| entity.insert(C(3))).is_err());
    assert_eq!((take_log().len(), entity.borrow::<C>().0), (0, 3));
    World::flush();
    assert_eq!(take_log(), ["init 3"]);
}

// ---- an `init` that panics ----

#[test]
fn an_init_that_replaces_itself_and_panics_ends_itself_alone() {
    #[derive(Component)]
    struct C(u32);
    impl C {
        fn init(&mut self, entity: Entity) {
            log(format!("init {}", self.0));
            if self.0 == 1 {
                assert!(self.kill());
                entity.insert(C(2));
                panic!("on purpose");
            }
        }
        fn shutdown(&mut self) {
            log(format!("shutdown {}", self.0));
        }
    }
    let entity = Entity::spawn();
    assert!(catch_unwind(|| entity.insert(C(1))).is_err());
    World::flush();
    assert_eq!(take_log(), ["init 1", "init 2"], "what had no whole `init` has no `shutdown`");
    assert_eq!(entity.borrow::<C>().0, 2);
    entity.despawn();
    assert_eq!(take_log(), ["shutdown 2"]);
}

#[test]
fn spawn_many_postpones_what_comes_after_an_init_that_panics() {
    #[derive(Component)]
    struct First(bool);
    impl First {
        fn init(&mut self) {
            assert!(self.0, "on purpose");
        }
    }
    #[derive(Component)]
    struct Second(usize);
    impl Second {
        fn init(&mut self) {
            log(format!("init {}", self.0));
        }
    }
    assert!(catch_unwind(|| Entity::spawn_many(3, |n, _| (First(n != 1), Second(n)))).is_err());
    World::flush();
    assert_eq!(take_log(), ["init 0", "init 1"]);
    assert_eq!((First::count(), Second::count(), World::stats().alive), (1, 2, 2));
}

#[test]
fn what_is_killed_while_a_query_is_made_is_not_visited() {
    type Kill = fn(Entity) -> bool;
    /// Ends another component when it is dropped.
    #[derive(Component)]
    struct A(Option<(Entity, Kill)>);
    #[derive(Component)]
    struct B(Option<(Entity, Kill)>);
    impl Drop for A {
        fn drop(&mut self) {
            self.0.take().map(|(entity, kill)| kill(entity));
        }
    }
    impl Drop for B {
        fn drop(&mut self) {
            self.0.take().map(|(entity, kill)| kill(entity));
        }
    }
    let last = Entity::spawn().with(A(None)).with(B(None));
    let third = Entity::spawn().with(B(Some((last, Entity::kill::<A>))));
    let second = Entity::spawn().with(A(Some((third, Entity::kill::<B>))));
    let first = Entity::spawn().with(B(Some((second, Entity::kill::<A>))));
    let guard = first.borrow::<B>();
    first.kill::<B>();
    drop(guard);
    // Settling `B` kills in `A`, settling that kills in `B`, and settling that kills in `A`, which is lent already.
    let all = query::<(&A, &B)>();
    assert!(!last.has::<A>());
    assert_eq!((all.count(), all.iter().count()), (0, 0));
}

// The query knows the rows by their places, also while it has borrowed nothing.
#[test]
fn nothing_is_sorted_while_a_query_is_there() {
    #[derive(Component)]
    struct A(u32);
    #[derive(Component)]
    struct B(u32);
    Entity::spawn_many(4, |n, _| (A(n as u32), B(n as u32)));
    let mut all = query::<(&A, &mut B)>();
    assert_eq!(all.count(), 4);
    assert!(matches!(A::try_sort_by_key(|a| !a.0), Err(ViewError::Borrowed { .. })));
    assert!(matches!(B::try_sort_like::<A>(), Err(ViewError::Borrowed { .. })));
    all.each(|(a, b)| assert_eq!(a.0, b.0));
    drop(all);
    assert!(A::try_sort_by_key(|a| !a.0).is_ok());
    query::<(&A, &mut B)>().each(|(a, b)| assert_eq!(a.0, b.0));
}

// It was alive again after its `shutdown`, which ran a second time.
#[test]
fn what_a_query_borrows_in_its_shutdown_is_dead_when_it_cannot_be_removed() {
    #[derive(Component)]
    struct C;
    thread_local! {
        static KEPT: RefCell<Option<Query<'static, &'static C>>> = const { RefCell::new(None) };
    }
    impl C {
        fn shutdown(&mut self) {
            log("shutdown");
            let all = query::<&C>();
            let _ = all.iter();
            KEPT.set(Some(all));
        }
    }
    let entity = Entity::spawn();
    entity.insert(C);
    assert!(matches!(entity.try_remove::<C>(), Err(RemoveError::Borrowed { .. })));
    assert!(!entity.has::<C>());
    drop(KEPT.take());
    World::flush();
    assert_eq!((C::count(), take_log()), (0, vec!["shutdown".to_owned()]));
}

// The query had asked for the names of the next rows already.
#[test]
fn what_begins_another_life_in_the_middle_of_a_visit_is_not_shown_by_its_old_name() {
    #[derive(Component, Default)]
    struct C;
    let pool = Pool::<Archetype<C>>::new();
    let first = pool.take();
    let second = pool.take();
    pool.give_back(second);
    query::<(Entity, &mut C)>().with_disabled().each(|(entity, _)| {
        assert!(entity.is_alive());
        if entity == first {
            assert_ne!(pool.take(), second);
        }
    });
}

// What it gave before was still borrowed.
#[test]
fn a_query_that_finds_nothing_has_borrowed_nothing() {
    #[derive(Component)]
    struct C;
    let entity = Entity::spawn();
    entity.insert(C);
    let mut all = query::<&mut C>();
    assert!(all.get(entity).is_some());
    assert!(entity.try_borrow::<C>().is_err());
    assert!(all.get(Entity::NONE).is_none());
    assert!(entity.try_borrow::<C>().is_ok());
}

/// An isolated pass borrows whole types, and still passes over what its own hooks have killed, of its type and of those that it takes.
#[test]
fn an_isolated_pass_does_not_visit_what_it_has_killed() {
    #[derive(Component)]
    #[component(isolated)]
    struct Alone(u32);
    #[derive(Component)]
    struct Beside(u32);
    thread_local! {
        static ALL: RefCell<Vec<Entity>> = const { RefCell::new(Vec::new()) };
        static RAN: RefCell<Vec<u32>> = const { RefCell::new(Vec::new()) };
    }
    impl Alone {
        fn update(&mut self, beside: &mut Beside) {
            RAN.with_borrow_mut(|ran| ran.push(self.0));
            beside.0 += 1;
            let all = ALL.with_borrow(Clone::clone);
            if self.0 == 0 {
                assert!(all[2].kill::<Alone>() && all[3].kill::<Beside>() && all[4].set_enabled(false));
                let refused = all[1].handle::<Beside>().try_borrow();
                assert!(matches!(
                    refused,
                    Err(BorrowError::Borrowed { by: Borrower::IsolatedParameter { .. }, .. })
                ));
            }
        }
    }
    let all: Vec<_> = (0..6).map(|n| Entity::spawn().with(Alone(n)).insert(Beside(0)).entity()).collect();
    ALL.set(all);
    update_all(0.1);
    assert_eq!(RAN.take(), [0, 1, 5]);
}

/// Of a pass that is isolated too, the next entity's hook gets the singleton that was set meanwhile.
#[test]
fn a_singleton_that_is_set_in_a_pass_is_the_next_ones() {
    #[derive(Singleton, Default)]
    struct Sum(u32);
    #[derive(Component)]
    #[component(isolated)]
    struct Alone(u32);
    #[derive(Component)]
    struct Plain(u32);
    fn add(n: u32, sum: &mut Sum) {
        sum.0 += 1;
        if n == 2 {
            Sum::set(Sum(100));
        }
    }
    impl Alone {
        fn update(&mut self, sum: &mut Sum) {
            add(self.0, sum);
        }
    }
    impl Plain {
        fn update(&mut self, sum: &mut Sum) {
            add(self.0, sum);
        }
    }
    Entity::spawn_many(10, |n, _| Alone(n as u32));
    update_all(0.1);
    assert_eq!(Sum::borrow().0, 107);
    Alone::for_each(|alone| assert!(alone.kill()));
    Entity::spawn_many(10, |n, _| Plain(n as u32));
    update_all(0.1);
    assert_eq!(Sum::borrow().0, 107);
}

// ---- what is borrowed row by row ----

// Making the second parameter of a pass runs hooks, which reach the first one: it is borrowed from when it is opened.
#[test]
fn a_singleton_is_borrowed_by_a_pass_while_the_next_one_is_made() {
    #[derive(Singleton, Default)]
    struct Opened(String);
    /// Ends itself as often as it is asked for before the pass.
    #[derive(Singleton)]
    struct Made(#[expect(dead_code, reason = "no tag")] u8);
    impl Default for Made {
        fn default() -> Self {
            MADE.set(MADE.get() + 1);
            // Before the frame, and before the pass, it is free.
            KEPT.set(Opened::instance().try_borrow_mut().ok());
            if KEPT.with_borrow(Option::is_none) {
                let taken = Opened::instance().entity().try_remove::<Opened>();
                log(if taken.is_ok() { "taken" } else { "lent" });
            }
            Self(0)
        }
    }
    impl Made {
        fn init(&mut self) {
            if MADE.get() < 4 {
                KEPT.take();
                Self::instance().kill();
            }
        }
    }
    #[derive(Component)]
    struct Pass(bool);
    impl Pass {
        fn update(&mut self, opened: &mut Opened, _made: &Made) {
            opened.0.push('x');
            self.0 = KEPT.with_borrow(Option::is_none);
        }
    }
    thread_local! {
        static MADE: Cell<u32> = const { Cell::new(0) };
        static KEPT: RefCell<Option<RefMut<Opened>>> = const { RefCell::new(None) };
    }
    let pass = Entity::spawn().insert(Pass(false));
    update_all(0.1);
    assert_eq!((MADE.get(), pass.borrow().0, take_log().last().map(String::as_str)), (4, true, Some("lent")));
    assert_eq!(Opened::borrow().0, "x");
}

// The singleton cannot be found again, and a panic hook looks at the component whose turn it was.
#[test]
fn a_panic_hook_meets_what_is_about_to_be_visited_as_borrowed() {
    #[derive(Singleton, Default)]
    struct Common(u32);
    #[derive(Component)]
    struct Plain(u32);
    #[derive(Component)]
    #[component(track)]
    struct Tracked(u32);
    thread_local! {
        static KEPT: RefCell<Option<RefMut<Common>>> = const { RefCell::new(None) };
        static NEXT: RefCell<Vec<Entity>> = RefCell::default();
    }
    fn set(common: &mut Common) {
        common.0 += 1;
        Common::set(Common(0));
        KEPT.set(Common::try_borrow_mut().ok());
    }
    impl Plain {
        fn update(&mut self, common: &mut Common) {
            set(common);
            self.0 += 1;
        }
    }
    impl Tracked {
        fn update(&mut self, common: &mut Common) {
            set(common);
            self.0 += 1;
        }
    }
    watch_panics(|_| {
        let next = NEXT.take();
        for entity in &next {
            let plain = entity.try_borrow_mut::<Plain>().map(|mut plain| plain.0 = 100);
            let tracked = entity.try_borrow_mut::<Tracked>().map(|mut tracked| tracked.0 = 100);
            log(format!("{}", u8::from(plain.is_ok()) + u8::from(tracked.is_ok())));
        }
        !next.is_empty()
    });
    let all = Entity::spawn_many(2, |_, _| Plain(0));
    NEXT.set(vec![all[1]]);
    assert!(catch_unwind(|| update_all(0.1)).is_err());
    KEPT.take();
    World::clear();
    let all = Entity::spawn_many(2, |_, _| Tracked(0));
    NEXT.set(vec![all[1]]);
    assert!(catch_unwind(|| update_all(0.1)).is_err());
    KEPT.take();
    assert_eq!(take_log(), ["0", "0"]);
    assert_eq!(all[1].borrow::<Tracked>().0, 0);
}

// A query that has borrowed nothing yet knows where the rows are.
#[test]
fn rows_do_not_move_under_an_idle_query() {
    #[derive(Component)]
    struct C(String);
    #[derive(Component)]
    struct D(#[expect(dead_code, reason = "no tag")] u8);
    let all = Entity::spawn_many(5, |n, _| (C(n.to_string()), D(0)));
    D::sort_by(|_, _| std::cmp::Ordering::Equal);
    let mut idle = query::<&mut C>();
    assert!(C::try_sort_by(|a, b| b.0.cmp(&a.0)).is_err());
    assert!(C::try_sort_by_key(|c| std::cmp::Reverse(c.0.clone())).is_err());
    assert!(C::try_sort_like::<D>().is_err());
    assert_eq!(idle.first().unwrap().0, "0");
    drop(idle);
    // One that the comparison leaves there.
    thread_local! {
        static LEFT: RefCell<Option<Query<'static, &'static C>>> = const { RefCell::new(None) };
    }
    let leave = |a: &C, b: &C| {
        LEFT.set(Some(query()));
        b.0.cmp(&a.0)
    };
    assert!(C::try_sort_by(leave).is_err());
    assert_eq!(LEFT.with_borrow(|left| left.as_ref().unwrap().iter().count()), 5);
    LEFT.take();
    C::sort_by(|a, b| b.0.cmp(&a.0));
    assert_eq!((C::view()[0].0.as_str(), all[4].borrow::<C>().0.as_str()), ("4", "4"));
}

// The system stays on its thread, so what it calls may kill.
#[test]
fn a_local_system_does_not_visit_what_it_has_killed() {
    #[derive(Component)]
    struct C(u32);
    fn kill(mut all: Query<'_, &mut C>) {
        let mut seen = 0;
        let last = TARGET.get().unwrap();
        all.each(|c| {
            seen += c.0;
            last.despawn();
        });
        log(format!("{seen}"));
    }
    let all = Entity::spawn_many(4, |n, _| C(1 << n));
    TARGET.set(Some(all[3]));
    Schedule::new().add(local(kill)).run(0.1);
    assert_eq!(take_log(), ["7"]);
}

// What came after the query lies beside the rows that it follows, beyond those that it sees.
#[test]
fn what_lies_beside_and_came_later_is_not_visited() {
    #[derive(Component)]
    struct A(#[expect(dead_code, reason = "no tag")] u8);
    #[derive(Component)]
    struct B(#[expect(dead_code, reason = "no tag")] u8);
    let all: Vec<Handle<A>> = (0..2).map(|_| Entity::spawn().insert(A(0))).collect();
    Entity::spawn_many(5, |_, _| B(0));
    B::reserve(10);
    let mut both = query::<(&A, &mut B)>();
    Entity::spawn().insert(B(0));
    for a in all {
        a.entity().insert(B(0));
    }
    assert_eq!(both.iter_mut().count(), 0);
    drop(both);
    let seen = catch_unwind(AssertUnwindSafe(|| query::<(&A, &mut B)>().iter_mut().count()));
    assert_eq!(seen.ok(), Some(2));
}
