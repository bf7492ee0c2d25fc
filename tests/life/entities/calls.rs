//! Law E4: what can be done with an entity.

use super::*;

#[test]
fn e4_an_entity_has_a_method_for_everything() {
    let entity = Entity::spawn();
    let health: Handle<Health> = entity.add();
    assert_eq!(health, entity.handle::<Health>());
    assert_eq!(entity.insert(Speed(2.0)), entity.handle());
    entity.borrow_mut::<Health>().0 = 5;
    entity.get_mut::<Health>().unwrap().0 += 1;
    assert_eq!((entity.borrow::<Health>().0, entity.get::<Health>().unwrap().0), (6, 6));
    assert_eq!(entity.try_borrow::<Health>().unwrap().0, 6);
    entity.try_borrow_mut::<Health>().unwrap().0 = 7;
    assert_eq!(entity.add_with(|| Health(9)).borrow().0, 7, "the one that is there stays");
    assert_eq!(entity.remove::<Health>(), Some(Health(7)));
    assert!(!entity.has::<Health>() && entity.get::<Health>().is_none());
    let error = entity.try_borrow::<Health>().unwrap_err();
    assert!(matches!(error, BorrowError::Missing { component: "Health", entity: of, .. } if of == entity));
    assert_says(
        &message_of(|| entity.borrow_mut::<Health>()),
        &["Health", "0v1", "Health is dead", "`remove` ended it", "get()"],
    );
    assert!(entity.kill::<Speed>() && !entity.kill::<Speed>());
    let chained = Entity::spawn().with(Health(1)).with(Speed(3.0)).with(Health(2));
    assert_eq!((chained.borrow::<Health>().0, chained.borrow::<Speed>().0), (2, 3.0));
}

#[test]
fn e4_try_forms_give_typed_errors() {
    let dead = Entity::spawn();
    dead.despawn();
    let error = AddError::DeadEntity { component: "Health", entity: dead };
    assert_eq!(dead.try_add::<Health>(), Err(error.clone()));
    assert_eq!(dead.try_insert(Health(1)), Err(error.clone()));
    let mut made = false;
    assert_eq!(
        dead.try_add_with(|| {
            made = true;
            Health(1)
        }),
        Err(error)
    );
    assert!(!made, "no value is made for a dead entity");
    for message in [message_of(|| dead.insert(Health(1))), message_of(|| dead.with(Health(1)))] {
        assert_says(&message, &["Health", "0v1", "dead", "is_alive()"]);
    }
    let entity = Entity::try_spawn().unwrap();
    let guard = entity.add::<Health>().borrow();
    let borrowed = entity.try_remove::<Health>().unwrap_err();
    assert!(matches!(borrowed, RemoveError::Borrowed { component: "Health", .. }));
    drop(guard);
    assert_eq!(entity.try_remove::<Health>(), Ok(Some(Health(0))));
}

#[test]
fn e4_has_answers_for_tuples() {
    let entity = Entity::spawn().with(Health(1));
    assert!(entity.has::<Health>() && entity.has::<(Health,)>());
    assert!(!entity.has::<(Health, Speed)>() && !entity.has::<(Speed, Health)>());
    entity.add::<Speed>();
    assert!(entity.has::<(Health, Speed)>() && entity.has::<(Speed, (Health, Speed))>());
    entity.kill::<Health>();
    assert!(!entity.has::<(Health, Speed)>() && entity.has::<Speed>());
}

#[test]
fn e4_components_lists_the_types_in_their_order() {
    let first = Entity::spawn().with(Speed(0.0)).with(Health(0));
    let second = Entity::spawn().with(Health(0)).with(Speed(0.0));
    assert_eq!(first.components(), ["Speed", "Health"]);
    assert_eq!(second.components(), ["Speed", "Health"], "the order of the world, not of the entity");
    second.kill::<Speed>();
    assert_eq!(second.components(), ["Health"]);
    first.despawn();
    assert!(first.components().is_empty() && Entity::spawn().components().is_empty());
}

#[test]
fn e4_spawn_many_places_all_values_then_runs_init_in_tuple_order() {
    #[derive(Component)]
    struct Second(usize);
    #[derive(Component)]
    struct First(usize);
    impl First {
        fn init(&mut self, entity: Entity, second: &Second) {
            // All values are there, also those of the last entity.
            log(format!("First {} of {entity}, {} {}", self.0, second.0, Second::count()));
        }
    }
    impl Second {
        fn init(&mut self) {
            log(format!("Second {} of {}, {}", self.0, self.entity(), First::count()));
        }
    }
    // The tuple's order counts, not the type order.
    Entity::spawn().with(Second(9)).kill::<Second>();
    take_log();
    let mut calls = Vec::new();
    let entities = Entity::spawn_many(3, |place, entity| {
        calls.push((place, entity));
        assert!(entity.is_alive());
        assert!(take_log().is_empty(), "no init before all values are placed");
        (First(place), Second(10 + place))
    });
    assert_eq!(calls, entities.iter().copied().enumerate().collect::<Vec<_>>());
    let expected = (0..3).flat_map(|n| {
        [format!("First {n} of {}v1, {} 3", n + 1, 10 + n), format!("Second {} of {}v1, 3", 10 + n, n + 1)]
    });
    assert_eq!(take_log(), expected.collect::<Vec<_>>());
    assert_eq!(entities[1].borrow::<Second>().0, 11);
    assert!(Entity::spawn_many(0, |_, _| First(0)).is_empty());
}

#[test]
fn e4_spawn_many_undoes_itself_without_hooks_if_the_closure_panics() {
    logging!(A);
    #[derive(Component)]
    struct Owned(#[expect(dead_code, reason = "is dropped")] CountedDrop);
    impl Owned {
        fn init(&mut self) {
            log("init Owned");
        }
        fn shutdown(&mut self) {
            log("shutdown Owned");
        }
    }
    let counter = DropCounter::default();
    let kept = Entity::spawn().with(Owned(counter.token()));
    take_log();
    let mut spawned = Vec::new();
    let message = message_of(|| {
        Entity::spawn_many(10, |place, entity| {
            spawned.push(entity);
            assert_ne!(place, 6, "at six");
            (A, Owned(counter.token()))
        })
    });
    assert_says(&message, &["at six"]);
    assert_eq!(take_log(), [""; 0], "no init and no shutdown");
    assert!(spawned.len() == 7 && spawned.iter().all(|entity| !entity.is_alive()));
    World::flush();
    assert_eq!((counter.made(), counter.dropped()), (7, 6));
    assert_eq!((A::count(), Owned::count(), World::stats().alive), (0, 1, 1));
    assert!(kept.has::<Owned>());
    assert_eq!(Entity::spawn().index(), 1, "the indices are free again");
    assert_eq!(Owned::view().len(), 1);
}

#[test]
fn e4_spawn_many_does_not_mind_what_its_closure_does() {
    let counter = DropCounter::default();
    #[derive(Component)]
    struct Owned(usize, #[expect(dead_code, reason = "is dropped")] CountedDrop);
    let entities = Entity::spawn_many(6, |place, entity| {
        match place {
            1 => assert!(entity.despawn()),
            2 => drop(entity.insert(Owned(100, counter.token()))),
            3 => drop(Entity::spawn().insert(Owned(200, counter.token()))),
            4 => drop(Entity::spawn_many(2, |_, _| Owned(300, counter.token()))),
            _ => {}
        }
        Owned(place, counter.token())
    });
    assert!(!entities[1].is_alive());
    let alive = [0, 3, 4, 5].map(|place| entities[place]);
    assert_eq!(alive.map(|entity| entity.borrow::<Owned>().0), [0, 3, 4, 5]);
    assert!(entities[2].has::<Owned>());
    assert_eq!((Owned::count(), counter.made(), counter.dropped()), (8, 10, 2));
    World::clear();
    assert_eq!((counter.made(), counter.dropped()), (10, 10));
}

#[test]
fn e4_a_component_that_is_twice_in_a_tuple_is_refused_before_anything_is_made() {
    let counter = DropCounter::default();
    // Of a type that is not generic it does not compile.
    #[derive(Component)]
    struct Owned<T>(T);
    let before = World::stats();
    let twice = || Entity::try_spawn_many(1, |_, _| (Owned(counter.token()), Owned(counter.token())));
    let refused = AddError::ListedTwice { component: "Owned<CountedDrop>" };
    assert_eq!(twice(), Err(refused));
    let message =
        message_of(|| Entity::spawn_many(1, |_, _| (Owned(counter.token()), Owned(counter.token()))));
    assert_says(&message, &["lists Owned<CountedDrop> twice"]);
    assert_eq!((Owned::<CountedDrop>::count(), counter.made(), World::stats()), (0, 0, before));
}
