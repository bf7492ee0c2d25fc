//! Which entities are found, and what each gives.

use ecs_core::{AnyOf, Entity, QueryData, query};

use super::{Brave, Gold, Name};

fn sorted<T: Ord>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.into_iter().collect();
    items.sort_unstable();
    items
}

// after: query_all, query_single_component
#[test]
fn a_query_visits_each_that_has_the_types_and_all_if_it_asks_for_none() {
    let ada = Entity::spawn_with((Name("Ada"), Gold(123)));
    let bob = Entity::spawn_with((Name("Bob"), Gold(456), Brave(true)));
    assert_eq!(
        sorted(&query::<(Entity, &Gold, &Name)>()),
        [(ada, &Gold(123), &Name("Ada")), (bob, &Gold(456), &Name("Bob"))]
    );
    assert_eq!(sorted(&query::<(Entity, &Gold)>()), [(ada, &Gold(123)), (bob, &Gold(456))]);
    assert_eq!(sorted(&query::<Entity>()), [ada, bob]);
}

// after: query_missing_component, query_sparse_component, query_optional_component
#[test]
fn what_is_asked_for_must_be_there_and_what_is_optional_need_not() {
    let ada = Entity::spawn_with((Name("Ada"), Gold(123)));
    assert_eq!(query::<(&Brave, &Gold)>().first(), None);
    let bob = Entity::spawn_with((Name("Bob"), Gold(456), Brave(true)));
    assert_eq!(query::<(Entity, &Brave)>().iter().collect::<Vec<_>>(), [(bob, &Brave(true))]);
    assert_eq!(
        sorted(&query::<(Entity, Option<&Brave>, &Gold)>()),
        [(ada, None, &Gold(123)), (bob, Some(&Brave(true)), &Gold(456))]
    );
}

// after: prepare_query, invalidate_prepared_query, cache_invalidation
#[test]
fn the_same_query_made_again_finds_what_has_come_meanwhile() {
    let find = || query::<(&Gold, &Name)>().iter().map(|(gold, _)| gold.0).collect::<Vec<_>>();
    assert!(find().is_empty());
    Entity::spawn_with((Name("Ada"), Gold(123)));
    Entity::spawn_with((Name("Bob"), Gold(456)));
    assert_eq!((sorted(find()), sorted(find())), (vec![123, 456], vec![123, 456]));
    // Also of a combination of types that was not there before.
    Entity::spawn_with((Brave(true), Name("Eve"), Gold(789)));
    assert_eq!(sorted(find()), [123, 456, 789]);
}

// after: query_or
#[test]
fn a_query_finds_those_that_have_either_of_two_types() {
    let ada = Entity::spawn_with((Name("Ada"), Gold(123)));
    Entity::spawn_with(Name("Bob"));
    let eve = Entity::spawn_with((Name("Eve"), Brave(true)));
    let kim = Entity::spawn_with((Name("Kim"), Gold(456), Brave(false)));
    let either = query::<(Entity, Option<&Gold>, Option<&Brave>)>().filter::<AnyOf<(Gold, Brave)>>();
    assert_eq!(
        sorted(&either),
        [
            (ada, Some(&Gold(123)), None),
            (eve, None, Some(&Brave(true))),
            (kim, Some(&Gold(456)), Some(&Brave(false)))
        ]
    );
}

/// What an entity is, by the first of several lists of types that it has.
#[derive(Debug, PartialEq)]
enum Kind {
    NamedRich(&'static str, i32),
    Rich(i32),
    Brave(bool),
    Nothing,
}

// after: derived_enum_query, derived_enum_query_with_empty
#[test]
fn a_match_over_options_takes_the_first_form_that_fits() {
    let kind_of = |entity| {
        let found = query::<(Option<&Gold>, Option<&Name>, Option<&mut Brave>)>();
        match found.get(entity).expect("it is alive") {
            (Some(gold), Some(name), _) => Kind::NamedRich(name.0, gold.0),
            (Some(gold), ..) => Kind::Rich(gold.0),
            (.., Some(brave)) => Kind::Brave(brave.0),
            _ => Kind::Nothing,
        }
    };
    assert_eq!(kind_of(Entity::spawn_with((Gold(42), Brave(false)))), Kind::Rich(42));
    assert_eq!(kind_of(Entity::spawn_with((Name("Ada"), Brave(false)))), Kind::Brave(false));
    assert_eq!(kind_of(Entity::spawn_with((Name("Ada"), Gold(1)))), Kind::NamedRich("Ada", 1));
    assert_eq!(kind_of(Entity::spawn_with(Name("Bob"))), Kind::Nothing);
}

// after: query_batched, query_mut_batched
#[test]
fn a_visit_in_parts_comes_to_each_once() {
    let all = [Entity::spawn(), Entity::spawn(), Entity::spawn_with(Gold(42))];
    let found: Vec<_> = query::<Entity>().iter().collect();
    for size in 1..=4 {
        let parts: Vec<&[Entity]> = found.chunks(size).collect();
        assert_eq!(parts.len(), 3_usize.div_ceil(size));
        assert_eq!(sorted(parts.concat()), all);
    }
    let purses = Entity::spawn_many(1000, |n, _| Gold(n as i32));
    query::<&mut Gold>().par_each(|gold| gold.0 += 1);
    assert!(purses.iter().enumerate().all(|(n, purse)| purse.borrow::<Gold>().0 == n as i32 + 1));
    assert_eq!(all[2].borrow::<Gold>().0, 43);
}

// after: derived_query
#[test]
fn a_struct_of_references_is_what_a_query_gives() {
    #[derive(QueryData)]
    struct Hero<'w> {
        gold: &'w Gold,
        brave: &'w mut Brave,
    }

    let ada = Entity::spawn_with((Gold(42), Brave(false)));
    let mut heroes = query::<Hero>();
    let hero = heroes.get_mut(ada).unwrap();
    assert_eq!((hero.gold.0, hero.brave.0), (42, false));
    hero.brave.0 = true;
    drop(heroes);
    assert!(ada.borrow::<Brave>().0);
}
