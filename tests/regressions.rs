//! Regressions: what the random tests once found.

use std::cell::{Cell, RefCell};
use std::panic::catch_unwind;

use ecs_core::{
    Archetype, BorrowError, Component, Entity, Lender, Pool, Query, Ref, RemoveError, Singleton, ViewError,
    World, query, update_all,
};

thread_local! {
    static LOG: RefCell<Vec<String>> = RefCell::default();
}

fn log(text: impl Into<String>) {
    // Values also drop after the test, while its thread ends.
    let _ = LOG.try_with(|log| log.borrow_mut().push(text.into()));
}

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
    assert_eq!(LOG.take(), ["drop dead"]);
    assert_eq!(b.borrow::<C>().0, "live");
}

// Spilled rows wait for a quiet point; nothing is lent any more, and further ones are added.
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
    assert_eq!(LOG.take(), ["init 0", "init 9", "init 2"]);
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
    assert_eq!(LOG.take(), ["init 7", "init 7", "init 1"]);
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
    assert_eq!(LOG.take(), ["init 0", "init 2"]);
    KEPT.take();
    World::flush();
    assert_eq!(LOG.take(), ["init 1", "off 1"]);
    spawned[1].despawn();
    assert_eq!(LOG.take(), ["shutdown 1"]);
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
    assert_eq!(LOG.take(), ["init 0", "init 9"]);
}

#[test]
fn spawn_many_tells_nothing_before_init() {
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
    assert_eq!(LOG.take(), ["init 0", "init 1", "off 1"]);
}

// ---- `init` in `insert` over another value ----

#[test]
fn insert_tells_nothing_before_init() {
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
    assert_eq!(LOG.take(), ["init 1", "init 2", "off 2"]);
    entity.set_enabled(true);
    drop(C::view());
    entity.insert(C(3));
    assert_eq!(LOG.take(), ["init 3", "off 3"]);
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
    assert_eq!(LOG.take(), ["init 1", "init 3"]);
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
    assert_eq!(LOG.take(), ["init 1"]);
    KEPT.take();
    World::flush();
    assert_eq!(LOG.take(), ["init 2"]);
    assert!(catch_unwind(|| entity.insert(C(3))).is_err());
    assert_eq!((LOG.take().len(), entity.borrow::<C>().0), (0, 3));
    World::flush();
    assert_eq!(LOG.take(), ["init 3"]);
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
    assert_eq!(LOG.take(), ["init 1", "init 2", "shutdown 1"]);
    assert_eq!(entity.borrow::<C>().0, 2);
    entity.despawn();
    assert_eq!(LOG.take(), ["shutdown 2"]);
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
    assert_eq!(LOG.take(), ["init 0", "init 1"]);
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
fn what_its_shutdown_lends_to_a_query_is_dead_when_it_cannot_be_removed() {
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
    assert!(matches!(entity.try_remove::<C>(), Err(RemoveError::Lent { .. })));
    assert!(!entity.has::<C>());
    drop(KEPT.take());
    World::flush();
    assert_eq!((C::count(), LOG.take()), (0, vec!["shutdown".to_owned()]));
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
        static ALL: std::cell::RefCell<Vec<Entity>> = const { std::cell::RefCell::new(Vec::new()) };
        static RAN: std::cell::RefCell<Vec<u32>> = const { std::cell::RefCell::new(Vec::new()) };
    }
    impl Alone {
        fn update(&mut self, beside: &mut Beside) {
            RAN.with_borrow_mut(|ran| ran.push(self.0));
            beside.0 += 1;
            let all = ALL.with_borrow(Clone::clone);
            if self.0 == 0 {
                assert!(all[2].kill::<Alone>() && all[3].kill::<Beside>() && all[4].set_enabled(false));
                let refused = all[1].handle::<Beside>().try_borrow();
                assert!(matches!(refused, Err(BorrowError::Borrowed { by: Lender::IsolatedPass, .. })));
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
