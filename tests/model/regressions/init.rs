//! `init` in the middle of other calls.

use super::*;

/// Spawns entities with numbered components; the second entity is the target.
fn spawn_numbered<C: PerEntity>(count: usize, component: fn(u32) -> C) -> Vec<Entity> {
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
