use super::super::entity::{Entity, Stamp};
use super::{Entities, Life, OutOfIds, READY_AT_ONCE};
use std::collections::BTreeSet;

fn despawn(entities: &mut Entities, entity: Entity) {
    entities.end(entity, false);
}

#[test]
fn the_lowest_free_index_is_next() {
    let mut entities = Entities::new(1);
    let mut alive = Vec::new();
    let mut free = BTreeSet::new();
    let mut seed = 3_u64;
    for _ in 0..if cfg!(miri) { 200 } else { 10_000 } {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        if seed >> 62 == 0 && !alive.is_empty() {
            let entity: Entity = alive.swap_remove((seed >> 32) as usize % alive.len());
            free.insert(entity.index());
            despawn(&mut entities, entity);
            assert!(!entities.is_alive(entity));
        } else {
            let entity = entities.spawn().unwrap();
            assert_eq!(entity.index(), free.pop_first().unwrap_or(alive.len() as u32));
            assert!(entities.is_alive(entity));
            alive.push(entity);
        }
        assert_eq!(entities.alive(), alive.len());
    }
    alive.sort();
    let mut listed: Vec<_> = entities.iter().collect();
    listed.sort();
    assert_eq!(listed, alive);
}

#[test]
fn an_index_is_retired_after_its_last_generation() {
    let mut entities = Entities::new(1);
    entities.spawn().unwrap();
    entities.spawn().unwrap();
    *entities.life_mut(0) = Life::new(Stamp::LAST_GENERATION, Life::ALIVE);
    let last = Entity::from_parts(0, Stamp::new(Stamp::LAST_GENERATION, 1));
    assert!(entities.is_alive(last));
    despawn(&mut entities, last);
    assert!(!entities.is_alive(last));
    assert_eq!(entities.spawn().unwrap().index(), 2, "index 0 is never used again");
    assert_eq!(entities.iter().map(Entity::index).collect::<Vec<_>>(), [1, 2]);
}

#[test]
fn no_free_index_is_an_error() {
    let mut entities = Entities::new(1);
    entities.limit = 2;
    let first = entities.spawn().unwrap();
    entities.spawn().unwrap();
    assert_eq!(entities.spawn(), Err(OutOfIds));
    despawn(&mut entities, first);
    assert_eq!(entities.spawn().unwrap().index(), 0);
}

#[test]
fn a_free_index_is_dead_under_its_next_generation_too() {
    let mut entities = Entities::new(1);
    let entity = entities.spawn().unwrap();
    despawn(&mut entities, entity);
    assert!(
        !entities.is_alive(Entity::from_parts(0, Stamp::new(2, 1))),
        "forged, or of a world with the same tag"
    );
}

#[test]
fn a_foreign_entity_is_not_alive_whatever_the_tags_are() {
    let mut entities = Entities::new(52);
    let [limbo, free, alive] = [(); 3].map(|()| entities.spawn().unwrap());
    entities.end(limbo, true);
    entities.end(free, false);
    for tag in 0..=u8::MAX {
        for (entity, generation) in [(limbo, 1), (free, 1), (free, 2), (alive, 1), (alive, 2)] {
            let named = Entity::from_parts(entity.index(), Stamp::new(generation, tag));
            assert_eq!(entities.is_alive(named), named == alive, "{named:?} of {tag}");
        }
    }
}

#[test]
fn an_index_in_limbo_is_not_reused() {
    let mut entities = Entities::new(1);
    let entity = entities.spawn().unwrap();
    entities.end(entity, true);
    assert!(!entities.is_alive(Entity::from_parts(0, Stamp::new(2, 1))));
    assert_eq!(entities.iter().count(), 0);
    assert_eq!(entities.spawn().unwrap().index(), 1);
    entities.release(0);
    assert_eq!(entities.spawn().unwrap().index(), 0);
}

#[test]
fn a_recycled_entity_is_alive_under_its_new_name_alone() {
    let mut entities = Entities::new(1);
    let all: Vec<_> = (0..100).map(|_| entities.spawn().unwrap()).collect();
    entities.enlist(all[70], 3);
    entities.set_on(70, false);
    entities.set_enabled(70, false);
    let successor = entities.successor(all[70]).unwrap();
    assert!(entities.is_alive(all[70]) && !entities.is_alive(successor), "only room was made");
    entities.recycle(all[70], successor);
    assert_eq!((successor.index(), successor.generation()), (70, 2));
    assert!(!entities.is_alive(all[70]) && entities.is_alive(successor));
    assert_eq!((entities.alive(), entities.iter().count()), (100, 100));
    assert!(entities.types().get(70).iter().eq([3]), "all else stays");
    assert!(!entities.is_enabled(70) && !entities.is_on(70));
    assert_eq!(entities.recycled(all[70]), Some(successor));
    assert_eq!((entities.recycled(successor), entities.recycled(all[71])), (None, None));
    despawn(&mut entities, successor);
    assert_eq!(entities.recycled(all[70]), None);
    let other = entities.spawn().unwrap();
    assert_eq!((other.generation(), entities.recycled(all[70])), (3, None), "another entity");
}

#[test]
fn the_last_generation_is_not_recycled() {
    let mut entities = Entities::new(1);
    entities.spawn().unwrap();
    *entities.life_mut(0) = Life::new(Stamp::LAST_GENERATION - 1, Life::ALIVE);
    let entity = Entity::from_parts(0, Stamp::new(Stamp::LAST_GENERATION - 1, 1));
    let last = entities.successor(entity).unwrap();
    entities.recycle(entity, last);
    assert_eq!(entities.successor(last), None);
    assert!(entities.is_alive(last));
}

#[test]
fn entities_that_never_died_cost_one_byte() {
    let mut entities = Entities::new(1);
    for _ in 0..10_000 {
        entities.spawn().unwrap();
    }
    assert!(entities.bytes() < 10_000 + READY_AT_ONCE as usize);
}
