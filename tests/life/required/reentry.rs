//! A required type whose `init` does something to the component that requires it.

use std::cell::{Cell, RefCell};

use ecs_core::{Component, Entity, Handle};

use crate::support::{caught, log, take_log};

/// What the `init` of a required type does to its entity.
type Action = fn(Entity);

thread_local! {
    static ACTION: Cell<Option<Action>> = const { Cell::new(None) };
}

#[derive(Component, Default)]
struct Doer;

impl Doer {
    fn init(&mut self, entity: Entity) {
        if let Some(action) = ACTION.take() {
            action(entity);
        }
    }
}

#[derive(Component, Default, Debug)]
struct Other;

#[derive(Component, Default)]
#[component(requires(Doer, Other))]
struct Asks(u8);

impl Asks {
    fn init(&mut self, other: &Other) {
        log(format!("asks {} {other:?}", self.0));
    }
    fn shutdown(&mut self) {
        log(format!("ends {}", self.0));
    }
}

fn after(action: Action) -> (Entity, Vec<String>) {
    ACTION.set(Some(action));
    let entity = Entity::spawn();
    entity.insert(Asks(1));
    assert!(ACTION.take().is_none(), "it was done");
    (entity, take_log())
}

#[test]
fn a_required_init_that_kills_the_one_that_requires_it_ends_its_turn() {
    let (entity, log) = after(|entity| assert!(entity.kill::<Asks>()));
    assert_eq!((entity.components(), log), (vec!["Doer"], vec![]));
}

#[test]
fn a_required_init_that_despawns_the_entity_ends_its_turn() {
    let (entity, log) = after(|entity| assert!(entity.despawn()));
    assert_eq!((entity.is_alive(), log), (false, vec![]));
    assert_eq!((Asks::count(), Doer::count(), Other::count()), (0, 0, 0));
}

#[test]
fn a_required_init_that_puts_another_value_in_its_place_is_notified_of_that_one_alone() {
    let (entity, log) = after(|entity| assert!(entity.insert(Asks(2)).is_alive()));
    assert_eq!((entity.borrow::<Asks>().0, log), (2, vec!["asks 2 Other".to_string()]));
    let (entity, log) = after(|entity| {
        entity.kill::<Asks>();
        entity.insert(Asks(3));
    });
    assert_eq!((entity.borrow::<Asks>().0, log), (3, vec!["asks 3 Other".to_string()]));
}

#[test]
fn a_required_init_that_kills_another_and_panics_kills_what_waits_for_it() {
    ACTION.set(Some(|entity| {
        entity.insert(Asks(2));
        panic!("after the new value was notified");
    }));
    let entity = Entity::spawn();
    caught(|| entity.insert(Asks(1)));
    assert_eq!(take_log(), ["asks 2 Other"]);
    assert_eq!(
        (entity.components(), entity.borrow::<Asks>().0),
        (vec!["Asks", "Other"], 2),
        "it is another one"
    );
}

#[test]
fn a_required_init_may_move_the_rows_of_the_one_that_requires_it() {
    let others: Vec<_> = (0..50).map(|n| Entity::spawn().insert(Asks(n))).collect();
    take_log();
    thread_local!(static OTHERS: RefCell<Vec<Handle<Asks>>> = const { RefCell::new(Vec::new()) });
    OTHERS.set(others);
    let (entity, log) = after(|_| {
        for other in OTHERS.take() {
            other.kill();
        }
        for n in 100..200 {
            Entity::spawn().insert(Asks(n));
        }
        assert_eq!(Asks::view().len(), 101);
    });
    assert_eq!(log.len(), 151);
    assert_eq!(log[150], "asks 1 Other");
    assert_eq!(entity.borrow::<Asks>().0, 1);
}

#[test]
fn a_required_init_may_disable_the_entity() {
    #[derive(Component, Default)]
    #[component(requires(Doer))]
    struct Switched;
    impl Switched {
        fn init(&mut self) {
            log("init");
        }
        fn on_disable(&mut self) {
            log("on_disable");
        }
    }
    ACTION.set(Some(|entity| assert!(entity.set_enabled(false))));
    let switched = Entity::spawn().add::<Switched>();
    assert_eq!(take_log(), ["init"], "it was never on");
    assert!(!switched.is_enabled());
    switched.entity().set_enabled(true);
    switched.entity().set_enabled(false);
    assert_eq!(take_log(), ["on_disable"]);
}
