//! More component types than an entity's row has bits for: 70 of them, plain and generic.
//!
//! A type that is used costs the compiler 0.1 s, so a thousand are a thousand stores of one Rust type, in
//! `world/many_types.rs`.

use ecs_core::{Component, Entity, World, update_all};

use crate::support::{log, take_log};

/// 20 types that differ by a number, and are found by their `TypeId`.
#[derive(Component)]
struct Kind<const N: usize>(usize);

/// A component type, for a table of them.
#[derive(Clone, Copy)]
struct Type {
    add: fn(Entity, usize),
    value: fn(Entity) -> Option<usize>,
    kill: fn(Entity) -> bool,
}

const fn kind<const N: usize>() -> Type {
    Type {
        add: |entity, value| assert!(entity.add_with(|| Kind::<N>(value)).is_alive()),
        value: |entity| entity.get::<Kind<N>>().map(|kind| kind.0),
        kill: |entity| entity.kill::<Kind<N>>(),
    }
}

/// 50 types with a thread-local and an `update` each.
macro_rules! plain {
    ($($name:ident)*) => {
        $(
            #[derive(Component)]
            struct $name(usize);

            impl $name {
                fn update(&mut self) {
                    log(format!("{}={}", stringify!($name), self.0));
                }
            }
        )*

        const PLAIN: [Type; 50] = [$(Type {
            add: |entity, value| assert!(entity.add_with(|| $name(value)).is_alive()),
            value: |entity| entity.get::<$name>().map(|plain| plain.0),
            kill: |entity| entity.kill::<$name>(),
        }),*];

        const PLAIN_NAMES: [&str; 50] = [$(stringify!($name)),*];
    };
}

macro_rules! kinds {
    ($($number:literal)*) => { [$(kind::<$number>()),*] };
}

const KINDS: [Type; 20] = kinds!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19);

plain! {
    A0 A1 A2 A3 A4 A5 A6 A7 A8 A9 B0 B1 B2 B3 B4 B5 B6 B7 B8 B9 C0 C1 C2 C3 C4 C5 C6 C7 C8 C9
    D0 D1 D2 D3 D4 D5 D6 D7 D8 D9 E0 E1 E2 E3 E4 E5 E6 E7 E8 E9
}

/// All 70, the plain ones around the others.
fn types() -> Vec<Type> {
    let (first, last) = PLAIN.split_at(25);
    first.iter().chain(&KINDS).chain(last).copied().collect()
}

/// The place of a plain type among all.
fn place_of(plain: usize) -> usize {
    if plain < 25 { plain } else { plain + KINDS.len() }
}

fn with_all() -> Entity {
    let entity = Entity::spawn();
    types().iter().enumerate().for_each(|(number, component)| (component.add)(entity, number));
    entity
}

#[test]
fn an_entity_has_components_of_all_types_and_loses_them_one_by_one() {
    let (entity, other, types) = (with_all(), Entity::spawn(), types());
    assert_eq!((entity.components().len(), World::stats().stores.len()), (70, 70));
    assert!(types.iter().zip(0..).all(|(component, number)| (component.value)(entity) == Some(number)));
    assert!(types.iter().all(|component| (component.value)(other).is_none()));
    assert!(entity.has::<(A0, Kind<0>, Kind<19>, E9)>() && !other.has::<A0>());
    assert_eq!(entity.handle::<Kind<7>>().borrow().0, 32);
    for (left, number) in (0..70).map(|n| n * 11 % 70).enumerate() {
        assert!((types[number].kill)(entity) && !(types[number].kill)(entity));
        assert_eq!(((types[number].value)(entity), entity.components().len()), (None, 69 - left));
    }
}

#[test]
fn a_despawn_ends_all_and_the_next_entity_has_none() {
    let entity = with_all();
    assert!(entity.despawn() && World::stats().stores.iter().all(|store| store.count == 0));
    let next = Entity::spawn();
    assert_eq!((next.index(), next.components().len()), (entity.index(), 0));
    assert!(types().iter().all(|component| (component.value)(next).is_none()));
}

#[test]
fn updates_run_in_the_order_of_the_first_adds() {
    let line = |(plain, name): (usize, &&str)| format!("{name}={}", place_of(plain));
    let in_order: Vec<_> = PLAIN_NAMES.iter().enumerate().map(line).collect();
    with_all();
    update_all(0.1);
    assert_eq!(take_log(), in_order);
    World::new().enter(|| {
        let entity = Entity::spawn();
        types().iter().enumerate().rev().for_each(|(number, component)| (component.add)(entity, number));
        update_all(0.1);
        assert!(take_log().iter().eq(in_order.iter().rev()));
    });
}
