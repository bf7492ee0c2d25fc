//! Law S2: values that are set, with the old one given back; and types and entities of which all is set or
//! ended at once.

use ecs_core::{AddError, Archetype, Remove, observe};

use super::*;

#[test]
fn s2_replace_gives_the_old_value_back_after_its_shutdown() {
    let entity = Entity::spawn();
    assert!(entity.replace(Life(Named::new("old"))).is_none());
    assert_eq!(take_log(), ["init old, handle sees true"]);
    let handle = entity.handle::<Life>();
    handle.set_enabled(false);
    let seen = observe(|e: &Remove<Life>| log(format!("{:?}", e.why())));
    let old = entity.replace(Life(Named::new("new"))).expect("it had one");
    assert_eq!(take_log(), ["Replaced", "shutdown old, alive true", "init new, handle sees true"]);
    assert_eq!((old.0.name, handle.borrow().0.name, Life::count()), ("old", "new", 1));
    assert!(!handle.is_enabled(), "it stays as it was switched, as with `insert`");
    drop((old, seen));
    assert_eq!(take_log(), ["drop old"]);
}

#[test]
fn s2_replace_refuses_what_is_borrowed_and_drops_the_new_value() {
    let entity = Entity::spawn();
    let handle = entity.insert(Life(Named::new("old")));
    take_log();
    let guard = handle.borrow();
    let error = entity.try_replace(Life(Named::new("new"))).err();
    let is_borrowed = |error: &AddError| {
        matches!(error, AddError::Blocked { component: "Life", hook: None, by: Borrower::Shared, .. })
    };
    assert!(error.as_ref().is_some_and(is_borrowed), "{error:?}");
    assert_eq!(take_log(), ["drop new"]);
    let message = message_of(|| entity.replace(Life(Named::new("new"))));
    assert_says(&message, &["cannot replace Life of 0v1", "use `insert`"]);
    drop(guard);
    take_log();
    // In its own hook it is borrowed too.
    #[derive(Component)]
    struct Own;
    impl Own {
        fn update(&mut self, me: Entity) {
            assert!(me.try_replace(Own).is_err());
        }
    }
    entity.insert(Own);
    update_all(0.1);
    assert_eq!((handle.borrow().0.name, Own::count()), ("old", 1));
}

#[test]
fn s2_replace_on_the_dead_and_in_its_own_shutdown_is_refused() {
    let entity = Entity::spawn();
    entity.despawn();
    let error = entity.try_replace(Value(1)).expect_err("it is dead");
    assert!(matches!(error, AddError::DeadEntity { .. }), "{error:?}");
    #[derive(Component, Debug)]
    struct Clings;
    impl Clings {
        fn shutdown(&self, me: Entity) {
            let error = me.try_replace(Clings).expect_err("it is dying");
            log(error.to_string());
        }
    }
    Entity::spawn().insert(Clings).kill();
    assert_says(&take_log()[0], &["Clings", "while it is being shut down"]);
    #[derive(Component)]
    struct Ends;
    impl Ends {
        fn shutdown(&self, me: Entity) {
            me.despawn();
        }
    }
    let entity = Entity::spawn().with(Ends);
    assert!(entity.try_replace(Ends).is_err(), "its `shutdown` has despawned the entity");
    assert_eq!((entity.is_alive(), Ends::count()), (false, 0));
}

#[test]
fn s2_replace_while_others_of_the_type_are_borrowed() {
    let (a, b) = (Entity::spawn().insert(Value(1)), Entity::spawn().insert(Value(2)));
    let guard = a.borrow();
    assert_eq!(b.entity().replace(Value(3)), Some(Value(2)));
    assert_eq!(Entity::spawn().replace(Value(4)), None);
    assert_eq!((guard.0, b.borrow().0, Value::count()), (1, 3, 3));
    drop(guard);
    assert_eq!(Value::view().iter().map(|value| value.0).collect::<Vec<_>>(), [1, 3, 4]);
}

#[test]
fn s2_replace_of_tags_and_of_values_without_bytes() {
    #[derive(Component, Debug, PartialEq)]
    struct Tag;
    let entity = Entity::spawn();
    assert_eq!([entity.replace(Tag), entity.replace(Tag)], [None, Some(Tag)]);
    assert_eq!((Tag::count(), entity.kill::<Tag>(), Tag::count()), (1, true, 0));
}

#[test]
fn s3_clear_kills_all_of_a_type_and_nothing_else() {
    let entities: Vec<_> =
        (0..3).map(|_| Entity::spawn().with(Life(Named::new("it"))).with(Value(1))).collect();
    entities[1].handle::<Life>().set_enabled(false);
    let guard = entities[2].borrow::<Life>();
    take_log();
    assert_eq!((Life::clear(), Life::count(), Value::count()), (3, 0, 3));
    let ends = take_log();
    assert_eq!(ends.iter().filter(|line| line.starts_with("shutdown")).count(), 2);
    drop(guard);
    World::flush();
    let ends = take_log();
    assert_eq!(ends.iter().filter(|line| line.starts_with("shutdown")).count(), 1, "that was borrowed");
    assert_eq!(ends.len(), 4, "{ends:?}");
    assert!(entities.iter().all(|entity| entity.is_alive() && !entity.has::<Life>()));
    assert_eq!((Life::clear(), World::new().enter(Value::clear), Value::count()), (0, 0, 3));
}

#[test]
fn e4_spawn_with_places_all_before_the_first_init() {
    #[derive(Component)]
    struct First;
    impl First {
        fn init(&mut self, value: &Value) {
            log(format!("first sees {}", value.0));
        }
    }
    let entity = Entity::spawn_with((First, Value(7)));
    assert_eq!((take_log(), entity.has::<(First, Value)>()), (vec!["first sees 7".to_owned()], true));
    assert_eq!(Entity::spawn_with(Value(8)).borrow::<Value>().0, 8);
    let error = Entity::try_spawn_with((First,)).expect_err("it lacks one");
    assert!(matches!(error, AddError::MissingSibling { .. }), "{error:?}");
    assert_eq!((First::count(), World::stats().alive), (1, 2));
    assert_eq!(Archetype::<(First, Value)>::find(), [entity]);
}

#[test]
fn set_if_neq_writes_only_what_differs() {
    #[derive(Component, PartialEq)]
    #[component(track)]
    struct Label(u32);
    let label = Entity::spawn().insert(Label(1));
    let seen = World::tick();
    let reader = label.borrow();
    assert!(!label.set_if_neq(Label(1)), "it is only read");
    assert_says(&message_of(|| label.set_if_neq(Label(2))), &["cannot borrow Label", "mutably"]);
    drop(reader);
    assert!(!label.changed_since(seen));
    assert!(label.set_if_neq(Label(2)) && label.changed_since(seen));
    label.kill();
    assert_says(&message_of(|| label.set_if_neq(Label(3))), &["Label", "0v1"]);
}
