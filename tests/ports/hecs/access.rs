//! Reaching the components of one entity or of several.

use ecs_core::{Component, Entity, Ref, RefMut, query};

use super::{Brave, Gold, Name};
use crate::support::message_of;

// after: random_access
#[test]
fn what_is_written_to_one_entity_is_read_from_it_and_from_no_other() {
    let ada = Entity::spawn_with((Name("Ada"), Gold(123)));
    let bob = Entity::spawn_with((Name("Bob"), Gold(456), Brave(true)));
    assert_eq!((*ada.borrow::<Name>(), *ada.borrow::<Gold>()), (Name("Ada"), Gold(123)));
    bob.borrow_mut::<Gold>().0 = 42;
    assert_eq!((*bob.borrow::<Name>(), *bob.borrow::<Gold>()), (Name("Bob"), Gold(42)));
    assert_eq!(*ada.borrow::<Gold>(), Gold(123));
}

// after: random_access_via_view, random_access_via_view_mut, view_borrow_on_world, view_mut_on_world
#[test]
fn a_query_gives_of_any_entity_what_it_asks_for_or_nothing() {
    let ada = Entity::spawn_with((Gold(3), Name("Ada")));
    let tree = Entity::spawn_with((Brave(false), Name("Oak")));
    let coin = Entity::spawn_with(Gold(12));

    let names = query::<&Name>();
    assert_eq!(names.get(ada), Some(&Name("Ada")));
    assert_eq!((names.get(tree), names.get(coin)), (Some(&Name("Oak")), None));

    let mut gold = query::<&mut Gold>();
    assert_eq!(gold.get_mut(ada).map(|gold| gold.0), Some(3));
    assert!(gold.get_mut(tree).is_none());
    gold.get_mut(ada).unwrap().0 = 100;
    drop(gold);

    let mut both = query::<(&Name, &mut Gold)>();
    assert_eq!(both.get_mut(ada), Some((&Name("Ada"), &mut Gold(100))));
    assert!(both.get_mut(tree).is_none() && both.get_mut(coin).is_none());
    assert!(both.contains(ada) && !both.contains(tree));
}

// after: query_one
#[test]
fn a_query_of_one_entity_finds_nothing_where_a_type_is_missing_or_the_entity_dead() {
    let ada = Entity::spawn_with((Name("Ada"), Gold(123)));
    let eve = Entity::spawn_with((Name("Eve"), Gold(789), Brave(true)));
    assert_eq!(query::<&Gold>().get(ada), Some(&Gold(123)));
    assert_eq!(query::<(&Gold, &Brave)>().get(ada), None);
    assert_eq!(query::<(&Gold, &Brave)>().get(eve), Some((&Gold(789), &Brave(true))));
    ada.despawn();
    assert_eq!(query::<&Gold>().get(ada), None);
}

// after: query_many
#[test]
fn a_query_gives_several_entities_at_once() {
    let rich = Entity::spawn_with((Gold(42), Brave(true)));
    let poor = Entity::spawn_with(Gold(17));
    let none = Entity::spawn();
    let mut gold = query::<&mut Gold>();
    let [Some(from), Some(to), None] = gold.get_many_mut([rich, poor, none]) else { panic!("two have gold") };
    (from.0, to.0) = (from.0 - 10, to.0 + 10);
    drop(gold);
    assert_eq!(query::<&Gold>().get_many([rich, poor]), [Some(&Gold(32)), Some(&Gold(27))]);
}

// after: simultaneous_access_must_be_non_overlapping, query_many_duplicate
#[test]
fn one_entity_twice_in_a_list_to_write_to_is_refused() {
    let [a, b, c, d] = [1, 2, 3, 4].map(|gold| Entity::spawn_with(Gold(gold)));
    message_of(|| query::<&mut Gold>().get_many_mut([a, d, c, b, a]).len());
    let mut gold = query::<&mut Gold>();
    let [first, second] = gold.try_get_many_mut([b, b]);
    assert!(first.is_ok_and(|gold| gold == Some(&mut Gold(2))) && second.is_err());
}

// after: component_ref_map
#[test]
fn a_guard_can_show_a_part_and_frees_the_whole() {
    #[derive(Component)]
    struct Ship {
        fuel: u32,
    }

    let ship = Entity::spawn().insert(Ship { fuel: 21 });
    {
        let whole = ship.borrow();
        let part = Ref::map(ship.borrow(), |ship| &ship.fuel);
        assert_eq!((*part, whole.fuel), (21, 21));
    }
    *RefMut::map(ship.borrow_mut(), |ship| &mut ship.fuel) = 31;
    assert_eq!(*Ref::map(ship.borrow(), |ship| &ship.fuel), 31);
}

// after: columnar_access
#[test]
fn all_values_of_a_type_are_one_slice_beside_their_entities() {
    let ada = Entity::spawn_with((Name("Ada"), Gold(123)));
    let bob = Entity::spawn_with((Name("Bob"), Gold(456), Brave(true)));
    let eve = Entity::spawn_with((Name("Eve"), Gold(789), Brave(false)));
    let gold = Gold::view();
    assert_eq!(gold.as_slice(), [Gold(123), Gold(456), Gold(789)]);
    let owners: Vec<_> = gold.iter_with_entity().map(|(entity, _)| entity).collect();
    assert_eq!(owners, [ada, bob, eve]);
    assert_eq!(Brave::view().as_slice(), [Brave(true), Brave(false)]);
}
