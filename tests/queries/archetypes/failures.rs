//! What fails halfway.

use super::*;

#[test]
fn a_panic_in_default_adds_nothing() {
    fails("default", Glass::spawn);
    assert_eq!(World::stats().alive, 0);
    let entity = Entity::spawn();
    fails("default", || Glass::apply(entity));
    assert_eq!(entity.components().len(), 0);
}

#[test]
fn a_panic_in_init_despawns_what_was_spawned() {
    take_log();
    fails("init", Glass::spawn);
    World::flush();
    assert_eq!(World::stats().alive, 0);
    assert_eq!((Body::count(), Fragile::count(), Wings::count()), (0, 0, 0));
    assert_eq!(take_log()[2..], ["init Body", "shutdown Body"], "who had no `init` has no `shutdown`");
}

#[test]
fn a_panic_in_init_leaves_what_apply_has_added_before() {
    let entity = Entity::spawn();
    take_log();
    fails("init", || Glass::apply(entity));
    assert_eq!(entity.components(), ["Body"]);
    World::flush();
    assert_eq!(take_log()[2..], ["init Body"]);
    Glass::apply(entity);
    assert!(Glass::matches(entity));
}

#[test]
fn a_tag_that_was_added_anew_before_its_turn_is_not_removed() {
    #[derive(Component, Default)]
    struct Tag;
    #[derive(Component, Default)]
    struct Anew;
    impl Anew {
        fn init(&mut self, me: Entity) {
            assert!(me.kill::<Tag>() && me.add::<Tag>().is_alive());
            panic!("now");
        }
    }
    let entity = Entity::spawn();
    assert!(catch_unwind(|| Archetype::<(Anew, Tag)>::apply(entity)).is_err());
    assert!(entity.has::<Tag>() && !entity.has::<Anew>(), "this one is another's");
}

#[test]
fn an_init_that_misses_a_sibling_is_an_error_and_undone() {
    #[derive(Component, Default)]
    struct Needs;
    impl Needs {
        fn init(&mut self, _: &Health) {}
    }
    type Needy = Archetype<(Body, Needs, Wings)>;
    let Err(AddError::MissingSibling { component: "Needs", sibling: "Health", .. }) = Needy::try_spawn()
    else {
        panic!("it misses its sibling");
    };
    assert_eq!((World::stats().alive, Body::count(), Wings::count()), (0, 0, 0));
    let entity = Entity::spawn();
    let missing = AddError::MissingSibling { component: "Needs", entity, sibling: "Health" };
    assert_eq!(Needy::try_apply(entity), Err(missing));
    assert_eq!(entity.components(), ["Body"]);
    assert_says(&message_of(|| Needy::apply(entity)), &["`init` of Needs takes Health"]);
    entity.insert(Health(1));
    Needy::apply(entity);
    assert!(Needy::matches(entity));
}

#[test]
fn what_an_init_keeps_borrowed_has_its_own_init_later() {
    thread_local! {
        static KEPT: Cell<Option<ecs_core::Ref<Health>>> = const { Cell::new(None) };
    }
    #[derive(Component, Default)]
    struct Keeps;
    impl Keeps {
        fn init(&mut self, me: Entity) {
            KEPT.set(Some(me.borrow::<Health>()));
        }
    }
    let entity = Archetype::<(Keeps, Health)>::spawn();
    take_log();
    drop(KEPT.take());
    World::flush();
    assert_eq!(take_log(), ["init Health"]);
    assert!(entity.has::<Health>());
}

#[test]
fn seed_s19_a_type_that_is_listed_twice_is_an_error_at_the_first_use() {
    // Of a type that is not generic it does not compile.
    #[derive(Component, Default)]
    struct Grid<T>(T);
    type Twice = Archetype<(Body, Grid<u8>, (Health, Grid<u8>))>;
    let values = || (Body(0), Grid(0), (Health(0), Grid(0)));
    let entity = Entity::spawn();
    let twice = AddError::ListedTwice { component: "Grid<u8>" };
    assert_eq!(Twice::try_spawn(), Err(twice.clone()));
    assert_eq!(Entity::try_spawn_with(values()), Err(twice.clone()));
    let mut made = 0;
    let make = |_, _| {
        made += 1;
        values()
    };
    assert_eq!(Entity::try_spawn_many(2, make), Err(twice.clone()));
    assert_eq!(made, 0, "before a value is made");
    assert_eq!(Twice::try_apply(entity), Err(twice.clone()));
    assert_eq!(Twice::try_apply_with(entity, values()), Err(twice));
    let messages = [
        message_of(Twice::spawn),
        message_of(|| Twice::spawn_with(values())),
        message_of(|| Twice::apply(entity)),
        message_of(|| Twice::apply_with(entity, values())),
        message_of(|| Twice::matches(entity)),
        message_of(Twice::find),
        message_of(|| Twice::remove(entity)),
        message_of(|| Entity::spawn_many(2, |_, _| values())),
        message_of(|| Entity::spawn_many(0, |_, _| values())),
    ];
    for message in messages {
        assert_says(&message, &["the archetype lists Grid<u8> twice", "list it once"]);
    }
    assert_eq!((World::stats().alive, entity.components().len()), (1, 0));
}
