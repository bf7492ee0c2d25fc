//! Laws S2 and S3: values that are added, replaced and removed.

use super::*;

#[test]
fn s2_add_returns_the_handle_that_is_there() {
    let entity = Entity::spawn();
    let first = entity.add::<Life>();
    assert_eq!(take_log(), ["default", "init default, handle sees true"]);
    first.borrow_mut().0.name = "mine";
    let guard = first.borrow_mut();
    assert_eq!((entity.add::<Life>(), entity.add_with(|| unreachable!())), (first, first));
    assert_eq!(first.add::<Life>(), first);
    assert_eq!(take_log(), [""; 0], "no value is made, no init runs");
    assert_eq!((guard.0.name, Life::count()), ("mine", 1));
}

#[test]
fn s2_insert_shuts_the_old_value_down_then_drops_it_then_runs_init() {
    let entity = Entity::spawn();
    let handle = entity.insert(Life(Named::new("old")));
    take_log();
    assert_eq!(entity.insert(Life(Named::new("new"))), handle);
    let order = ["shutdown old, alive true", "drop old", "init new, handle sees true"];
    assert_eq!(take_log(), order);
    assert_eq!((handle.borrow().0.name, Life::count(), Life::view().len()), ("new", 1, 1));
}

#[test]
fn s2_insert_over_a_borrowed_value_leaves_that_to_its_guard() {
    let entity = Entity::spawn();
    let handle = entity.insert(Life(Named::new("old")));
    take_log();
    let guard = handle.borrow_mut();
    assert_eq!(entity.insert(Life(Named::new("new"))), handle);
    assert_eq!(take_log(), ["init new, handle sees true"]);
    assert_eq!((guard.0.name, handle.borrow().0.name), ("old", "new"));
    assert_eq!((guard.entity(), Life::count()), (entity, 1));
    drop(guard);
    assert_eq!(take_log(), [""; 0], "never in a guard's drop");
    World::flush();
    let log = take_log();
    assert!(log.len() == 2 && log[0].starts_with("shutdown old") && log[1] == "drop old", "{log:?}");
    assert_eq!((handle.borrow().0.name, Life::view().len()), ("new", 1));
}

#[test]
fn s2_insert_in_its_own_update_ten_times() {
    #[derive(Component)]
    struct Phoenix(u32, #[expect(dead_code, reason = "is dropped")] CountedDrop, DropCounter);
    impl Phoenix {
        fn update(&mut self) {
            for n in 1..=10 {
                let next = Self(self.0 + n, self.2.token(), self.2.clone());
                let handle = self.entity().insert(next);
                assert_eq!(handle.borrow().0, self.0 + n);
            }
            log(format!("updated {}", self.0));
        }
    }
    let counter = DropCounter::default();
    let phoenix = Entity::spawn().insert(Phoenix(0, counter.token(), counter.clone()));
    update_all(0.1);
    assert_eq!(take_log(), ["updated 0"], "the new ones wait for the next pass");
    assert_eq!((phoenix.borrow().0, Phoenix::count()), (10, 1));
    assert_eq!((counter.made(), counter.dropped()), (11, 10));
}

// ---- S3 ----

#[test]
fn s3_remove_runs_shutdown_and_returns_the_value() {
    let entity = Entity::spawn();
    let handle = entity.insert(Life(Named::new("it")));
    let other = Entity::spawn().insert(Life(Named::new("other")));
    take_log();
    let value = entity.remove::<Life>().unwrap();
    assert_eq!(take_log(), ["shutdown it, alive true"], "and it is not dropped");
    assert_eq!((value.0.name, value.try_entity()), ("it", None));
    assert!(!handle.is_alive() && entity.is_alive() && entity.remove::<Life>().is_none());
    drop(value);
    World::flush();
    assert_eq!(take_log(), ["drop it"]);
    assert_eq!((other.borrow().0.name, Life::view().len()), ("other", 1));
    entity.insert(Life(Named::new("again")));
    assert_eq!(handle.borrow().0.name, "again", "the T of this entity lives again");
}

#[test]
fn s3_remove_panics_while_the_value_is_borrowed() {
    let entity = Entity::spawn();
    let handle = entity.insert(Life(Named::new("it")));
    take_log();
    let line = line!() + 1;
    let guard = handle.borrow();
    let message = message_of(|| entity.remove::<Life>());
    assert_says(&message, &["cannot remove Life", "0v1", "borrowed", "use `kill`"]);
    if cfg!(debug_assertions) {
        assert_says(&message, &[&format!("{}:{line}:", file!())]);
    }
    assert_eq!(take_log(), [""; 0], "nothing was shut down");
    assert!(handle.is_alive());
    let other = Entity::spawn().insert(Life(Named::new("other")));
    assert!(other.entity().remove::<Life>().is_some(), "another one may go");
    take_log();
    assert!(entity.kill::<Life>() && !entity.kill::<Life>(), "kill never fails; false if dead");
    assert!(!handle.is_alive());
    assert_eq!(guard.0.name, "it");
}

#[test]
fn s3_remove_panics_in_its_own_hooks() {
    #[derive(Component, Default, Debug)]
    struct Suicidal;
    impl Suicidal {
        fn attempt(hook: &str, entity: Entity) {
            let error = entity.try_remove::<Self>().unwrap_err();
            assert!(
                matches!(
                    error,
                    RemoveError::Borrowed {
                        component: "Suicidal",
                        by: Borrower::Hook | Borrower::PassHook { .. },
                        ..
                    }
                ),
                "{hook}"
            );
            assert_says(&message_of(|| entity.remove::<Self>()), &["Suicidal", "its own hook", "use `kill`"]);
            log(hook);
        }
        fn init(&mut self, entity: Entity) {
            Self::attempt("init", entity);
        }
        fn update(&mut self, entity: Entity) {
            Self::attempt("update", entity);
        }
        fn shutdown(&mut self, entity: Entity) {
            Self::attempt("shutdown", entity);
        }
        fn on_enable(&mut self, entity: Entity) {
            Self::attempt("on_enable", entity);
        }
        fn on_disable(&mut self, entity: Entity) {
            Self::attempt("on_disable", entity);
        }
    }
    let handle = Entity::spawn().add::<Suicidal>();
    update_all(0.1);
    handle.set_enabled(false);
    handle.set_enabled(true);
    assert!(handle.entity().remove::<Suicidal>().is_some());
    let life = ["init", "on_enable", "update", "on_disable", "on_enable", "on_disable", "shutdown"];
    assert_eq!(take_log(), life);
}
