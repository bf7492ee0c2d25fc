//! A required type that is refused, or panics.

use std::cell::Cell;

use ecs_core::{AddError, Component, Entity, Handle, World};

use super::{Bat, Health, Transform};
use crate::support::{caught, log, take_log};

#[test]
fn a_panic_in_a_required_init_kills_both_and_leaves_the_rest() {
    #[derive(Component, Default)]
    struct Bad;
    impl Bad {
        fn init(&mut self) {
            panic!("in init");
        }
    }
    #[derive(Component, Default)]
    #[component(requires(Health, Bad, Bat))]
    struct Needs;
    impl Needs {
        fn init(&mut self) {
            log("never");
        }
        fn shutdown(&mut self) {
            log("never");
        }
    }
    let entity = Entity::spawn().with(Transform(1));
    take_log();
    caught(|| entity.add::<Needs>());
    assert_eq!(entity.components(), ["Transform", "Health"], "what was added before stays");
    assert_eq!(take_log(), ["health 1"]);
    assert_eq!((Needs::count(), Bad::count(), entity.is_alive()), (0, 0, true));
    // In bulk, the entities whose turn has not come are undone.
    caught(|| Entity::spawn_many(3, |_, _| (Transform(2), Needs)));
    assert_eq!((Needs::count(), World::stats().alive), (0, 2));
}

#[test]
fn a_panic_in_default_adds_nothing_of_it_and_kills_the_one_that_requires() {
    #[derive(Component)]
    struct Bad;
    impl Default for Bad {
        fn default() -> Self {
            panic!("in default")
        }
    }
    #[derive(Component, Default)]
    #[component(requires(Bad))]
    struct Needs;
    let entity = Entity::spawn();
    caught(|| entity.add::<Needs>());
    assert!(entity.components().is_empty() && Needs::count() == 0);
    entity.insert(Bad);
    assert!(entity.add::<Needs>().is_alive());
}

#[test]
fn a_refusal_of_the_required_type_is_passed_on() {
    #[derive(Component, Default)]
    struct Lacking;
    impl Lacking {
        fn init(&self, _: &Transform) {}
    }
    #[derive(Component, Default)]
    #[component(requires(Lacking))]
    struct Needs;
    let entity = Entity::spawn();
    let error = AddError::MissingSibling { component: "Lacking", entity, sibling: "Transform" };
    assert_eq!(entity.try_insert(Needs), Err(error));
    assert!(entity.components().is_empty());
    assert!(matches!(
        Entity::try_spawn_many(1, |_, _| Needs),
        Err(AddError::MissingSibling { component: "Lacking", .. })
    ));
    assert_eq!(Needs::count(), 0);
    assert!(entity.with(Transform(0)).try_insert(Needs).is_ok());
}

#[test]
fn a_required_type_that_is_being_shut_down_is_refused() {
    thread_local!(static SEEN: Cell<Option<AddError>> = const { Cell::new(None) });
    #[derive(Component, Default)]
    struct Dying;
    impl Dying {
        fn shutdown(&mut self, entity: Entity) {
            SEEN.set(entity.try_insert(Needs).err());
        }
    }
    #[derive(Component, Default)]
    #[component(requires(Dying))]
    struct Needs;
    let entity = Entity::spawn().with(Dying);
    entity.kill::<Dying>();
    assert_eq!(SEEN.take(), Some(AddError::Dying { component: "Dying", entity }));
    assert!(entity.components().is_empty());
}

#[test]
fn a_chain_of_required_types_is_as_deep_as_init_may_be() {
    #[derive(Component, Default)]
    #[component(requires(C))]
    struct B;
    #[derive(Component, Default)]
    #[component(requires(Transform))]
    struct C;
    #[derive(Component, Default)]
    #[component(requires(B))]
    struct A;
    Entity::spawn().add::<Transform>();
    let entity = Entity::spawn();
    for (limit, component) in [(3, "Transform"), (2, "C")] {
        World::set_init_limit(limit).expect("there is a world");
        assert_eq!(entity.try_insert(A), Err(AddError::TooDeep { component, entity, limit }));
        assert!(entity.components().is_empty(), "each dies with what it requires");
    }
    World::set_init_limit(4).expect("there is a world");
    assert!(entity.try_insert(A).is_ok() && entity.has::<(A, B, C, Transform)>());
}

#[test]
fn a_turn_that_was_missed_is_made_up_for_also_without_init() {
    #[derive(Component, Default)]
    struct Bad;
    impl Bad {
        fn init(&mut self) {
            panic!("in init");
        }
    }
    thread_local!(static FAILS: Cell<bool> = const { Cell::new(false) });
    #[derive(Component, Default)]
    #[component(requires(Transform))]
    struct FailsInDrop {
        #[component(sibling)]
        transform: Handle<Transform>,
    }
    impl Drop for FailsInDrop {
        fn drop(&mut self) {
            assert!(!FAILS.take(), "in drop");
        }
    }
    // One before it in the tuple panics.
    let mut entity = Entity::NONE;
    caught(|| {
        Entity::spawn_many(1, |_, it| {
            entity = it;
            (Bad, FailsInDrop::default())
        })
    });
    World::flush();
    assert!(entity.borrow::<FailsInDrop>().transform.is_alive());
    // The value before it panics when it drops.
    entity.kill::<Transform>();
    FAILS.set(true);
    caught(|| entity.insert(FailsInDrop::default()));
    World::flush();
    assert!(entity.borrow::<FailsInDrop>().transform.is_alive());
}
