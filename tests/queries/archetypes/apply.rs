//! What `apply` adds and keeps.

use super::*;

#[test]
fn seed_s13_apply_adds_what_is_missing_and_keeps_what_is_there() {
    let entity = Entity::spawn().with(Health(9));
    take_log();
    Bat::apply(entity);
    assert_eq!(take_log(), ["default Body", "default Wings", "init Body", "init Wings"]);
    assert_eq!(entity.borrow::<Health>().0, 9);
    Bat::apply(entity);
    assert_eq!(take_log(), [""; 0], "nothing is missing, so nothing runs");
}

#[test]
fn seed_s13_apply_with_takes_the_values_that_are_missing_and_drops_the_others() {
    #[derive(Component)]
    struct Counted(u32, #[expect(dead_code, reason = "counts its drop")] CountedDrop);
    let drops = DropCounter::default();
    let value = |number| Counted(number, drops.token());
    let entity = Entity::spawn().with(value(1));
    Archetype::<(Counted, Health)>::apply_with(entity, (value(2), Health(3)));
    assert_eq!((entity.borrow::<Counted>().0, entity.borrow::<Health>().0), (1, 3));
    assert_eq!((drops.made(), drops.dropped()), (2, 1));
    assert!(entity.despawn());
    let error = Archetype::<(Counted, Health)>::try_apply_with(entity, (value(4), Health(5)));
    assert_eq!(error, Err(AddError::DeadEntity { component: "Counted", entity }));
    assert_eq!((drops.made(), drops.dropped()), (3, 3));
}

#[test]
fn seed_s13_what_is_added_to_a_disabled_entity_is_disabled() {
    let entity = Entity::spawn();
    entity.set_enabled(false);
    Bat::apply(entity);
    assert!(!entity.handle::<Wings>().is_enabled());
    World::flush();
    assert_eq!(World::stats().stores[0].enabled, 0);
}

#[test]
fn seed_s13_apply_refuses_what_add_refuses_and_adds_nothing_then() {
    let bat = first_bat();
    let entity = Entity::spawn();
    entity.despawn();
    assert_eq!(Bat::try_apply(entity), Err(AddError::DeadEntity { component: "Body", entity }));
    let none = Entity::NONE;
    assert_says(&message_of(|| Bat::apply(none)), &["cannot add Body to Entity::NONE"]);
    assert_says(&message_of(|| Bat::apply_with(entity, (Body(1), Health(1), Wings(1)))), &["is dead"]);
    let elsewhere = World::new();
    let refused = elsewhere.enter(|| {
        let _ = Entity::spawn();
        Bat::try_apply(bat)
    });
    assert_eq!(refused, Err(AddError::WrongWorld { component: "Body", entity: bat }));
    let nowhere = on_thread(move || Bat::try_apply(bat));
    assert_eq!(nowhere, Err(AddError::World { component: Some("Body"), error: WorldError::NoWorld }));
    assert_eq!(take_log(), [""; 0]);
}

#[test]
fn seed_s13_a_dying_entity_takes_no_archetype() {
    #[derive(Component, Default)]
    struct Last;
    impl Last {
        fn shutdown(&mut self, me: Entity) {
            assert_eq!(Bat::try_apply(me), Err(AddError::Dying { component: "Body", entity: me }));
            assert_eq!(Bat::remove(me), 0, "all of it dies as a whole");
        }
    }
    let entity = Entity::spawn().add::<Last>().entity();
    assert!(entity.despawn());
    assert_eq!(Body::count(), 0);
}

#[test]
fn seed_s13_apply_refuses_an_init_that_is_nested_too_deep() {
    #[derive(Component, Default)]
    struct Nests;
    impl Nests {
        fn init(&mut self) {
            let _ = Archetype::<(Nests,)>::spawn();
        }
    }
    World::set_init_limit(5).unwrap();
    assert_says(&message_of(Archetype::<(Nests,)>::spawn), &["nested deeper than 5"]);
    World::flush();
    assert_eq!((Nests::count(), World::stats().alive), (0, 0), "each spawn that fails is undone");
}

#[test]
fn seed_s13_what_defaults_do_with_the_entity_is_seen() {
    thread_local! {
        static ENTITY: Cell<Entity> = const { Cell::new(Entity::NONE) };
        static DESPAWNS: Cell<bool> = const { Cell::new(false) };
    }
    #[derive(Component)]
    struct Meddles;
    impl Default for Meddles {
        fn default() -> Self {
            if DESPAWNS.get() {
                ENTITY.get().despawn();
            } else {
                ENTITY.get().insert(Health(5));
            }
            Self
        }
    }
    type Meddled = Archetype<(Meddles, Body, Health)>;
    let entity = Entity::spawn();
    ENTITY.set(entity);
    Meddled::apply(entity);
    assert_eq!(entity.borrow::<Health>().0, 5, "it was added meanwhile, so it stays");
    assert!(Meddled::matches(entity));
    let entity = Entity::spawn();
    ENTITY.set(entity);
    DESPAWNS.set(true);
    assert_eq!(Meddled::try_apply(entity), Err(AddError::DeadEntity { component: "Meddles", entity }));
    assert_eq!((Meddles::count(), Body::count(), Health::count()), (1, 1, 1));
}

#[test]
fn seed_s13_a_component_that_was_replaced_before_its_turn_has_one_init() {
    #[derive(Component, Default)]
    struct Replaces;
    impl Replaces {
        fn init(&mut self, me: Entity) {
            me.insert(Health(4));
            me.kill::<Wings>();
        }
    }
    let entity = Archetype::<(Replaces, Health, Wings)>::spawn();
    let inits = take_log().iter().filter(|line| *line == "init Health").count();
    assert_eq!(inits, 1);
    assert_eq!(entity.borrow::<Health>().0, 4);
    assert!(!entity.has::<Wings>());
}
