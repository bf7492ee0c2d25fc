//! How entities come to be: one by one, many at a time, from prefabs.

use ecs_core::{Bundle, Component, Entity, World, query};

use super::{Brave, Gold, Name};
use crate::support::{CountedDrop, DropCounter, message_of};

#[derive(Component, Clone, Debug, Default, PartialEq)]
struct Title(String);

// after: build_entity, build_entity_bundle
#[test]
fn what_is_set_later_counts() {
    let hero = Entity::spawn().with(Name("Ada")).with(Gold(1));
    assert_eq!((*hero.borrow::<Name>(), *hero.borrow::<Gold>()), (Name("Ada"), Gold(1)));
    hero.insert_all((Name("Lady Ada"), Gold(5))).insert(Gold(7));
    assert_eq!((*hero.borrow::<Name>(), *hero.borrow::<Gold>()), (Name("Lady Ada"), Gold(7)));
}

// after: access_builder_components
#[test]
fn what_is_being_built_can_be_read_and_is_not_visited_until_it_is_switched_on() {
    let hero = Entity::spawn();
    hero.set_enabled(false);
    hero.insert_all((Name("Ada"), Gold(123)));
    assert!(hero.has::<(Name, Gold)>() && !hero.has::<Brave>());
    assert!(hero.get::<Brave>().is_none());
    hero.borrow_mut::<Gold>().0 = 456;
    assert_eq!(query::<&Gold>().count(), 0);
    hero.set_enabled(true);
    assert_eq!(query::<(&Name, &Gold)>().single(), Ok((&Name("Ada"), &Gold(456))));
}

// after: derived_bundle
#[test]
fn a_struct_of_components_spawns_as_its_fields() {
    #[derive(Bundle)]
    struct Hero {
        gold: Gold,
        name: Name,
    }

    let ada = Entity::spawn_with(Hero { gold: Gold(42), name: Name("Ada") });
    assert_eq!((*ada.borrow::<Gold>(), *ada.borrow::<Name>()), (Gold(42), Name("Ada")));
}

/// A prefab: what may be cloned as often as one likes.
#[derive(Bundle, Clone)]
struct Guard<T: Component> {
    gold: Gold,
    brave: Brave,
    more: T,
}

fn guard() -> Guard<Title> {
    Guard { gold: Gold(5), brave: Brave(true), more: Title("Sir".into()) }
}

// after: derived_bundle_clone, cloned_builder
#[test]
fn a_prefab_can_be_cloned_before_it_is_spawned() {
    let prefab = guard();
    let guards = [Entity::spawn_with(prefab.clone()), Entity::spawn_with(prefab)];
    for guard in guards {
        assert_eq!(
            query::<(&Gold, &Brave, &Title)>().get(guard),
            Some((&Gold(5), &Brave(true), &Title("Sir".into())))
        );
    }
}

// after: build_entity_clone, build_dynamic_bundle
#[test]
fn what_is_spawned_from_a_prefab_goes_its_own_way() {
    let prefab = (Name("guard"), guard());
    let guards = Entity::spawn_many(3, |_, _| prefab.clone());
    guards[2].insert_all((Gold(100), Extra("after")));
    for guard in &guards[..2] {
        assert_eq!(*guard.borrow::<Gold>(), Gold(5));
        assert!(!guard.has::<Extra>());
    }
    assert_eq!((guards[2].borrow::<Gold>().0, guards[2].borrow::<Extra>().0), (100, "after"));
    assert!(guards.iter().all(|guard| guard.borrow::<Title>().0 == "Sir" && guard.has::<Name>()));
}

#[derive(Component)]
struct Extra(&'static str);

// after: build_builder_clone
#[test]
fn a_prefab_can_have_another_one_as_a_part() {
    #[derive(Bundle, Clone)]
    struct Captain {
        name: Name,
        guard: Guard<Title>,
    }

    let captain = Entity::spawn_with(Captain { name: Name("Ada"), guard: guard() }.clone());
    assert!(captain.has::<(Name, Gold, Brave, Title)>());
    assert_eq!(captain.borrow::<Title>().0, "Sir");
}

// after: spawn_many, spawn_batch
#[test]
fn many_are_spawned_in_one_call() {
    let many = Entity::spawn_many(100_000, |n, _| (Gold(n as i32), Name("coin")));
    assert_eq!((many.len(), query::<(&Gold, &Name)>().count()), (100_000, 100_000));
    assert_eq!(many[4321].borrow::<Gold>().0, 4321);
}

// after: spawn_column_batch
#[test]
fn columns_of_values_become_entities() {
    let (gold, brave) = ([42, 43], [true, false]);
    let make = |n: usize, _| (Gold(gold[n]), Brave(brave[n]));
    let first = Entity::spawn_many(2, make);
    assert_eq!(query::<(&Gold, &Brave)>().get(first[0]), Some((&Gold(42), &Brave(true))));
    assert_eq!(query::<(&Gold, &Brave)>().get(first[1]), Some((&Gold(43), &Brave(false))));
    first[0].despawn();
    let next = Entity::spawn_many(2, |n, _| (Gold(44 + n as i32), Brave(n == 0)));
    let gold = [first[1], next[0], next[1]].map(|entity| entity.borrow::<Gold>().0);
    assert_eq!(gold, [43, 44, 45]);
}

// after: dropping_builder_drops_elements
#[test]
fn a_batch_that_does_not_come_to_be_drops_its_values_and_spawns_nothing() {
    #[derive(Component)]
    struct Held {
        _token: CountedDrop,
    }

    let drops = DropCounter::default();
    message_of(|| {
        Entity::spawn_many(3, |n, _| {
            assert!(n < 2, "no more");
            Held { _token: drops.token() }
        })
    });
    World::flush(); // nothing drops while the panic unwinds
    assert_eq!((drops.made(), drops.dropped()), (2, 2));
    assert_eq!((query::<Entity>().count(), Held::count()), (0, 0));
}

// after: empty_entity_ref
#[test]
fn an_entity_without_components_is_one() {
    let empty = Entity::spawn();
    assert!(empty.is_alive() && empty.components().is_empty());
    assert_eq!(query::<Entity>().single(), Ok(empty));
}
