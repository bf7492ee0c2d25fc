//! Archetypes: lists of component types as types (features S12 to S14, S19).
#![forbid(unsafe_code)]

mod apply;
mod bundles;
mod remove;

mod failures;

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ecs_core::{AddError, Archetype, Component, Entity, World, WorldError};

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
fn seed_s12_spawn_places_all_values_then_runs_init_in_the_order_of_the_list() {
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
fn seed_s12_the_first_init_finds_all_other_components() {
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
fn seed_s19_an_archetype_has_no_values_and_takes_one_to_twelve_types_and_lists_of_lists() {
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

// ---- matches, find ----

#[test]
fn seed_s14_find_lists_the_entities_that_have_all() {
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
fn seed_s14_find_while_something_is_borrowed_lists_what_is_live_now() {
    let bats: Vec<_> = (0..4).map(|_| Bat::spawn()).collect();
    let _view = Body::view();
    bats[1].despawn();
    let late = Bat::spawn();
    assert_eq!(Bat::find(), [bats[0], bats[2], bats[3], late]);
}

#[test]
fn seed_s14_nothing_is_found_where_there_is_nothing() {
    assert_eq!(on_thread(Bat::find), []);
    let _ = Entity::spawn();
    assert_eq!(Bat::find(), []);
    let half = Entity::spawn().with(Body(1));
    assert_eq!((Bat::find(), Bat::matches(half)), (Vec::new(), false), "there are no wings at all");
}

// ---- queries ----

#[test]
fn s9_a_query_gives_the_parts_of_all_that_match_side_by_side() {
    let bats: Vec<_> = (0..3).map(|n| Bat::spawn_with((Body(n), Health(10), Wings(2)))).collect();
    Entity::spawn().with(Body(100)).with(Health(100));
    bats[2].set_enabled(false);
    for (body, health, wings) in &mut Bat::query_mut() {
        body.0 += health.0 * wings.0;
    }
    let bodies = Bat::query().iter().map(|(body, ..)| body.0).collect::<Vec<_>>();
    assert_eq!(bodies, [20, 21]);
    assert_eq!(Bat::query().with_disabled().count(), Bat::find().len());
    let query = Bat::query();
    let _seen = query.iter().next();
    assert!(Bat::query().iter().next().is_some() && Bat::query_mut().try_each(|_| ()).is_err());
    let error = bats[0].try_borrow_mut::<Wings>().unwrap_err();
    assert_says(&error.to_string(), &["Wings", "query", "`query::<..>().each(..)`"]);
    drop(query);
    let ends = |bat: Entity| Archetype::<Health>::query().get(bat).map(|health| health.0);
    assert_eq!((ends(bats[0]), ends(bats[2])), (Some(10), None));
}

#[test]
fn seed_s19_a_query_of_a_type_listed_twice_is_told() {
    // Of a type that is not generic it does not compile.
    #[derive(Component, Default)]
    struct Grid<T>(T);
    type Twice = Archetype<(Grid<u8>, Wings, Grid<u8>)>;
    for text in [message_of(Twice::query), message_of(Twice::query_mut)] {
        assert_says(&text, &["Grid", "twice"]);
    }
}

// ---- what fails where it is asked to ----

thread_local! {
    static FAILS: Cell<&'static str> = const { Cell::new("") };
}

/// Panics where it is asked to.
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
