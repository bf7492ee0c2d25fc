//! No limit on the number of component types: a world with a thousand stores, all of one Rust type, so that
//! it is compiled once.

use std::rc::Rc;

use crate::column::Column;
use crate::store::{RcStore, Store};
use crate::world::{WorldCore, with_current_or_new};
use crate::{Component, Entity, World};

use super::rows::Rows;

#[derive(Component)]
struct Unit(usize);

const TYPES: usize = 1_000;

fn stores() -> Vec<RcStore<Unit>> {
    let core: Rc<WorldCore> = with_current_or_new(Rc::clone).expect("the world is not closing");
    let new = |position| Column::new(Unit::__info(), position, core.clone());
    (0..TYPES).map(|_| RcStore::of(core.add_column(new)).expect("it is of that type")).collect()
}

/// Adds a component of each of these types, with the number of the type as its value.
fn add(entity: Entity, stores: &[RcStore<Unit>], numbers: impl Iterator<Item = usize>) {
    for number in numbers {
        assert!(stores[number].push(entity, &mut Some(Unit(number))).is_some());
    }
}

fn value(store: &Store<Unit>, entity: Entity) -> Option<usize> {
    let row = store.find(entity)?;
    assert_eq!(store.entity_of(row), Some(entity));
    // The test is the only one that looks.
    let view = Rows::<Unit, false>::borrow(
        store.rc(),
        crate::borrow::Borrower::View,
        crate::base::CallSite::default(),
    )
    .ok()?;
    view.get(entity).map(|unit| unit.0)
}

#[test]
#[cfg_attr(miri, ignore = "is about many, in safe code")]
fn an_entity_has_a_thousand_components_and_loses_them_one_by_one() {
    let stores = stores();
    let (entity, other) = (Entity::spawn(), Entity::spawn());
    add(entity, &stores, 0..TYPES);
    assert_eq!((entity.components().len(), other.components().len()), (TYPES, 0));
    for (number, store) in stores.iter().enumerate() {
        assert_eq!((value(store, entity), value(store, other)), (Some(number), None));
    }
    for (left, number) in (0..TYPES).map(|n| n * 7 % TYPES).enumerate() {
        let row = stores[number].find(entity).expect("it was not removed yet");
        assert_eq!(stores[number].take(row, entity).0, number);
        assert_eq!(entity.components().len(), TYPES - left - 1);
    }
}

#[test]
#[cfg_attr(miri, ignore = "is about many, in safe code")]
fn a_despawn_ends_a_thousand_and_the_next_entity_has_none() {
    let stores = stores();
    let entity = Entity::spawn();
    add(entity, &stores, 0..TYPES);
    assert!(entity.set_enabled(false));
    assert!(World::stats().stores.iter().all(|store| (store.count, store.enabled) == (1, 0)));
    assert!(entity.despawn());
    let next = Entity::spawn();
    assert_eq!(next.index(), entity.index());
    assert!(next.components().is_empty() && entity.components().is_empty());
    assert!(stores.iter().all(|store| store.count() == 0 && store.find(next).is_none()));
    add(next, &stores, [3, 999].into_iter());
    assert_eq!((value(&stores[999], next), value(&stores[4], next)), (Some(999), None));
}

#[test]
#[cfg_attr(miri, ignore = "is about many, in safe code")]
fn an_entity_with_few_components_costs_little_among_a_thousand_types() {
    let bytes = |numbers: [usize; 3], entities: usize| {
        World::new().enter(|| {
            let stores = stores();
            add(Entity::spawn(), &stores, 0..TYPES);
            for _ in 0..entities {
                add(Entity::spawn(), &stores, numbers.into_iter());
            }
            World::stats().entity_bytes
        })
    };
    let entities = if cfg!(miri) { 50 } else { 1_024 };
    let per_entity = |numbers| (bytes(numbers, entities) - bytes(numbers, 0)) / entities;
    let (first, last) = (per_entity([0, 1, 2]), per_entity([500, 998, 999]));
    assert!(first <= 32, "{first} bytes for the first types");
    assert!(last < TYPES / 8, "{last} bytes for the last types: a bit for each type would not be more");
}
