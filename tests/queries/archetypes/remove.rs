//! What `remove` ends.

use super::*;

#[test]
fn remove_shuts_down_in_the_reverse_order_of_the_types_while_all_are_there() {
    #[derive(Component, Default)]
    struct Looks;
    impl Looks {
        fn shutdown(&mut self, me: Entity) {
            let here = [me.has::<Body>(), me.has::<Wings>(), me.kill::<Wings>(), me.kill::<Body>()];
            log(format!("{here:?}"));
        }
    }
    type Seen = Archetype<(Wings, Looks, Body)>;
    let entity = Seen::spawn_with((Wings(1), Looks, Body(1))).with(Health(3));
    take_log();
    assert_eq!(Seen::remove(entity), 3);
    // What had its turn is dying: it can be seen, but not be killed again. What had not may be.
    assert_eq!(take_log(), ["shutdown Body", "shutdown Wings", "[true, true, true, false]"]);
    assert_eq!((entity.components(), entity.is_alive()), (vec!["Health"], true));
    assert_eq!(Seen::remove(entity), 0);
}

#[test]
fn remove_takes_what_there_is() {
    let bat = first_bat();
    bat.kill::<Body>();
    let log = take_log();
    assert_eq!(Bat::remove(bat), 2);
    assert_eq!([log, take_log()].concat(), ["shutdown Body", "shutdown Wings", "shutdown Health"]);
    bat.despawn();
    assert_eq!(Bat::remove(bat), 0);
    assert_eq!(on_thread(move || Bat::remove(bat)), 0);
}

#[test]
fn remove_never_fails_while_something_is_borrowed() {
    let bat = first_bat();
    let health = bat.borrow_mut::<Health>();
    assert_eq!(Bat::remove(bat), 3);
    assert_eq!(take_log(), ["shutdown Wings", "shutdown Body"]);
    assert_eq!(bat.components().len(), 0);
    drop(health);
    World::flush();
    assert_eq!(take_log(), ["shutdown Health"], "at the sync point");
}

#[test]
fn remove_in_the_own_update_leaves_self_usable() {
    #[derive(Component, Default)]
    struct Sheds(u32);
    impl Sheds {
        fn update(&mut self) {
            assert_eq!(Archetype::<(Sheds, Body)>::remove(self.entity()), 2);
            self.0 += 1;
        }
    }
    let entity = Archetype::<(Sheds, Body)>::spawn();
    ecs_core::update_all(0.1);
    assert_eq!((Sheds::count(), Body::count(), entity.is_alive()), (0, 0, true));
}

#[test]
fn a_panic_in_shutdown_removes_all_the_same() {
    let entity = Glass::spawn();
    take_log();
    fails("shutdown", || Glass::remove(entity));
    assert_eq!((entity.components().len(), entity.is_alive()), (0, true));
    World::flush();
    assert_eq!(take_log(), ["shutdown Wings", "shutdown Body"]);
}
