//! Archetypes: lists of component types as types (features S12 to S14, S19).
#![forbid(unsafe_code)]

mod failures;

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ecs_core::{AddError, Archetype, Component, Entity, QueryError, SpawnError, World, WorldError};

use crate::support::{CountedDrop, DropCounter, assert_says, log, message_of, on_thread, take_log};

macro_rules! part {
    ($($name:ident)*) => {
        $(
            /// Logs what runs on it.
            #[derive(Debug, PartialEq)]
            #[derive(Component)]
            struct $name(u32);

            impl Default for $name {
                fn default() -> Self {
                    log(concat!("default ", stringify!($name)));
                    Self(0)
                }
            }

            impl $name {
                fn init(&mut self) {
                    log(concat!("init ", stringify!($name)));
                }

                fn shutdown(&mut self) {
                    log(concat!("shutdown ", stringify!($name)));
                }
            }
        )*
    };
}

part!(Body Health Wings);

type Bat = Archetype<(Body, Health, Wings)>;

/// A fresh log, and numbers of types in the order of the tuple.
fn first_bat() -> Entity {
    let bat = Bat::spawn();
    take_log();
    bat
}

#[test]
fn s12_spawn_places_all_values_then_runs_init_in_the_order_of_the_list() {
    let bat = Bat::spawn();
    let defaults = ["default Body", "default Health", "default Wings"];
    assert_eq!(take_log(), [&defaults[..], &["init Body", "init Health", "init Wings"]].concat());
    assert!(Bat::matches(bat));
    assert_eq!(bat.components(), ["Body", "Health", "Wings"]);
    let other = Bat::spawn_with((Body(1), Health(2), Wings(3)));
    assert_eq!(take_log(), ["init Body", "init Health", "init Wings"]);
    assert_eq!(other.borrow::<Health>().0, 2);
    assert_eq!(World::stats().alive, 2);
}

#[test]
fn s12_the_first_init_finds_all_other_components() {
    #[derive(Component, Default)]
    struct First;
    impl First {
        fn init(&mut self, health: &mut Health, wings: Option<&Wings>) {
            health.0 = 7;
            assert!(wings.is_some());
        }
    }
    let entity = Archetype::<(First, Health, Wings)>::spawn();
    assert_eq!(entity.borrow::<Health>().0, 7);
}

#[test]
fn s19_an_archetype_has_no_values_and_takes_one_to_twelve_types_and_lists_of_lists() {
    macro_rules! twelve {
        ($($name:ident)*) => {
            $(#[derive(Component, Default)] struct $name;)*
            type Twelve = Archetype<($($name,)*)>;
        };
    }
    twelve!(A B C D E F G H I J K L);
    let entity = Twelve::spawn();
    assert!(Twelve::matches(entity));
    assert_eq!(entity.components().len(), 12);
    assert!(Archetype::<A>::matches(entity));
    assert!(Archetype::<(A,)>::matches(entity));
    assert!(Archetype::<((A, B), (C, (D, E)))>::matches(entity));
    assert_eq!(Archetype::<((A, B), C)>::remove(entity), 3);
    assert!(!Twelve::matches(entity));
    assert!(Entity::spawn_many(2, |_, _| (A, B, C, D, E, F, G, H, I)).iter().all(|it| it.has::<(A, I)>()));
    assert_eq!(size_of::<Option<fn() -> Twelve>>(), size_of::<usize>(), "a type, not a value");
}

// ---- apply ----

#[test]
fn s13_apply_adds_what_is_missing_and_keeps_what_is_there() {
    let entity = Entity::spawn().with(Health(9));
    take_log();
    Bat::apply(entity);
    assert_eq!(take_log(), ["default Body", "default Wings", "init Body", "init Wings"]);
    assert_eq!(entity.borrow::<Health>().0, 9);
    Bat::apply(entity);
    assert_eq!(take_log(), [""; 0], "nothing is missing, so nothing runs");
}

#[test]
fn s13_apply_with_takes_the_values_that_are_missing_and_drops_the_others() {
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
fn s13_what_is_added_to_a_disabled_entity_is_disabled() {
    let entity = Entity::spawn();
    entity.set_enabled(false);
    Bat::apply(entity);
    assert!(!entity.handle::<Wings>().is_enabled());
    World::flush();
    assert_eq!(World::stats().stores[0].enabled, 0);
}

#[test]
fn s13_apply_refuses_what_add_refuses_and_adds_nothing_then() {
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
    assert_eq!(nowhere, Err(AddError::World { component: "Body", error: WorldError::NoWorld }));
    assert_eq!(take_log(), [""; 0]);
}

#[test]
fn s13_a_dying_entity_takes_no_archetype() {
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
fn s13_apply_refuses_an_init_that_is_nested_too_deep() {
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
fn s13_what_defaults_do_with_the_entity_is_seen() {
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
fn s13_a_component_that_was_replaced_before_its_turn_has_one_init() {
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

// ---- matches, find ----

#[test]
fn s14_find_lists_the_entities_that_have_all() {
    let all = Entity::spawn_many(20, |place, entity| {
        if place % 2 == 0 {
            entity.insert(Health(1));
        }
        if place % 3 == 0 {
            entity.insert(Wings(1));
        }
        Body(place as u32)
    });
    let both: Vec<_> = all.iter().copied().step_by(6).collect();
    assert_eq!(Bat::find(), both);
    assert!(all.iter().all(|&entity| Bat::matches(entity) == both.contains(&entity)));
    assert_eq!(Archetype::<(Body,)>::find(), all);
    both[1].set_enabled(false);
    both[2].kill::<Body>();
    World::flush();
    // In the order of the wings, the smallest store: a disabled one goes to its end.
    assert_eq!(Bat::find(), [both[0], both[3], both[1]]);
    both[0].despawn();
    assert!(!Bat::matches(both[0]));
    assert_eq!(Bat::find(), [both[3], both[1]]);
}

#[test]
fn s14_find_while_something_is_borrowed_lists_what_is_live_now() {
    let bats: Vec<_> = (0..4).map(|_| Bat::spawn()).collect();
    let _view = Body::view();
    bats[1].despawn();
    let late = Bat::spawn();
    assert_eq!(Bat::find(), [bats[0], bats[2], bats[3], late]);
}

#[test]
fn s14_nothing_is_found_where_there_is_nothing() {
    assert_eq!(on_thread(Bat::find), []);
    let _ = Entity::spawn();
    assert_eq!(Bat::find(), []);
    let half = Entity::spawn().with(Body(1));
    assert_eq!((Bat::find(), Bat::matches(half)), (Vec::new(), false), "there are no wings at all");
}

// ---- remove ----

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

// ---- views ----

#[test]
fn s9_a_view_gives_the_parts_of_all_that_match_side_by_side() {
    let bats: Vec<_> = (0..3).map(|n| Bat::spawn_with((Body(n), Health(10), Wings(2)))).collect();
    Entity::spawn().with(Body(100)).with(Health(100));
    bats[2].set_enabled(false);
    for (body, health, wings) in &mut Bat::view_mut() {
        body.0 += health.0 * wings.0;
    }
    let bodies = Bat::view().iter().map(|(body, ..)| body.0).collect::<Vec<_>>();
    assert_eq!(bodies, [20, 21]);
    assert_eq!(Bat::view().with_disabled().count(), Bat::find().len());
    let view = Bat::view();
    let _seen = view.iter().next();
    assert!(Bat::view().iter().next().is_some() && Bat::view_mut().try_each(|_| ()).is_err());
    let error = bats[0].try_borrow_mut::<Wings>().unwrap_err();
    assert_says(&error.to_string(), &["Wings", "query", "`query::<..>().each(..)`"]);
    drop(view);
    let ends = |bat: Entity| Archetype::<Health>::view().get(bat).map(|health| health.0);
    assert_eq!((ends(bats[0]), ends(bats[2])), (Some(10), None));
}

#[test]
fn s19_a_view_of_a_type_listed_twice_is_told() {
    type Twice = Archetype<(Body, Wings, Body)>;
    for error in [Twice::try_view().err(), Twice::try_view_mut().err()] {
        assert_eq!(error, Some(QueryError::Twice { component: "Body" }));
    }
    for text in [message_of(Twice::view), message_of(Twice::view_mut)] {
        assert_says(&text, &["Body", "twice"]);
    }
}

// ---- what fails where it is told to ----

thread_local! {
    static FAILS: Cell<&'static str> = const { Cell::new("") };
}

/// Panics where it is told to.
#[derive(Component)]
struct Fragile;

impl Default for Fragile {
    fn default() -> Self {
        assert_ne!(FAILS.get(), "default");
        Self
    }
}

impl Fragile {
    fn init(&mut self) {
        assert_ne!(FAILS.get(), "init");
    }

    fn shutdown(&mut self) {
        assert_ne!(FAILS.get(), "shutdown");
    }
}

type Glass = Archetype<(Body, Fragile, Wings)>;

fn fails<R>(place: &'static str, call: impl FnOnce() -> R) {
    FAILS.set(place);
    assert!(catch_unwind(AssertUnwindSafe(call)).is_err());
    FAILS.set("");
}
