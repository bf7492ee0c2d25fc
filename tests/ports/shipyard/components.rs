//! Entities and components that come, are found, and go.

use std::sync::{Arc, Mutex};

use ecs_core::{AnyOf, Component, Entity, QueryData, Remove, Without, World, observe, query};

use super::{Gold, Heat, Size};
use crate::support::{assert_says, message_of};

/// Five entities with `Gold`, `Heat` or both.
fn five() -> [Entity; 5] {
    [
        Entity::spawn_with((Gold(0), Heat(10))),
        Entity::spawn_with(Gold(1)),
        Entity::spawn_with((Gold(2), Heat(12))),
        Entity::spawn_with(Heat(13)),
        Entity::spawn_with((Gold(4), Heat(14))),
    ]
}

// after: add_component::no_pack, world_add_component::no_pack, contains; book: get
#[test]
fn components_are_added_one_by_one_or_several_at_once() {
    let sized = Entity::spawn_with(Size(0));
    let rich = Entity::spawn_with(Gold(1));
    let [both, later] = [Entity::spawn(), Entity::spawn()];
    both.insert_all((Size(10), Gold(30)));
    later.insert(Size(20));
    assert!(query::<&Size>().contains(later) && !query::<(&Size, &Gold)>().contains(later));
    later.insert(Gold(50));
    assert!(query::<(&Size, &Gold)>().contains(later));
    assert_eq!((*sized.borrow::<Size>(), *rich.borrow::<Gold>()), (Size(0), Gold(1)));
    let all = query::<(&Size, &Gold)>();
    assert_eq!(all.get(both), Some((&Size(10), &Gold(30))));
    assert_eq!(all.iter().collect::<Vec<_>>(), [(&Size(10), &Gold(30)), (&Size(20), &Gold(50))]);
}

// after: no_pack_unchecked
#[test]
fn values_that_are_set_again_replace_the_first_in_any_order() {
    let both = Entity::spawn_with((Size(0), Gold(1)));
    both.insert_all((Gold(3), Size(2)));
    assert_eq!(query::<(&Size, &Gold)>().get(both), Some((&Size(2), &Gold(3))));
}

// after: world_add_component::dead_entity, add_component_with_old_key
#[test]
fn nothing_is_added_to_the_dead() {
    let dead = Entity::spawn_with((Size(0), Gold(1)));
    dead.despawn();
    assert!(dead.try_insert(Gold(1)).is_err());
    assert_says(&message_of(|| dead.insert_all((Size(1), Gold(2)))), &["dead"]);
    assert!(dead.get::<Gold>().is_none());
}

// after: add_entity::no_pack, world_add_entity::no_pack, bulk, bulk_single, bulk_unequal_length
#[test]
fn many_come_at_once_in_their_order_beside_others() {
    let _ = Entity::spawn();
    Entity::spawn_with(Gold(0));
    let few = Entity::spawn_many(5, |n, _| (Gold(n as u32), Size(n)));
    let found: Vec<_> = query::<(Entity, &Gold, &Size)>().iter().map(|(e, g, s)| (e, g.0, s.0)).collect();
    assert_eq!(found, (0..5).map(|n| (few[n], n as u32, n)).collect::<Vec<_>>());
    Entity::spawn_many(5, |n, _| (Gold(n as u32), Size(n)));
    assert_eq!((Gold::count(), Size::count()), (11, 10));
    assert!(few[0].despawn());
    assert_eq!((Gold::count(), Size::count()), (10, 9));
}

// after: move_between_worlds
#[test]
fn components_move_to_an_entity_of_another_world() {
    let (first, second) = (World::new(), World::new());
    let taken = first.enter(|| {
        let one = Entity::spawn_with((Size(1), Gold(2)));
        (one.remove::<Size>().unwrap(), one.remove::<Gold>().unwrap())
    });
    second.enter(|| {
        let one = Entity::spawn_with(taken);
        assert_eq!((*one.borrow::<Size>(), *one.borrow::<Gold>()), (Size(1), Gold(2)));
    });
}

// after: delete::no_pack, remove::no_pack, world_remove::no_pack, delete_multiple
#[test]
fn what_is_taken_from_one_entity_stays_at_the_others() {
    let [one, other] = [(0, 1), (2, 3)].map(|(size, gold)| Entity::spawn_with((Size(size), Gold(gold))));
    assert_eq!(one.remove::<Size>(), Some(Size(0)));
    assert!(one.get::<Size>().is_none());
    assert_eq!(
        (*one.borrow::<Gold>(), *other.borrow::<Size>(), *other.borrow::<Gold>()),
        (Gold(1), Size(2), Gold(3))
    );
    assert!(other.kill::<Size>() && other.kill::<Gold>());
    assert_eq!((Size::count(), Gold::count()), (0, 1));
}

// after: old_key (delete, remove, world_remove), newer_key (delete, remove, world_remove), get::old_id
#[test]
fn an_old_id_takes_nothing_from_the_new_one_nor_the_new_one_from_it() {
    let old = Entity::spawn_with((Size(0), Gold(1)));
    old.despawn();
    let new = Entity::spawn();
    assert_eq!((old.index(), new.get::<Gold>().is_none()), (new.index(), true));
    assert_eq!((new.remove::<Size>(), new.remove::<Gold>(), Size::count()), (None, None, 0));
    new.insert_all((Size(2), Gold(3)));
    assert_eq!((old.remove::<Size>(), old.kill::<Gold>()), (None, false));
    assert_eq!((Size::count(), Gold::count()), (1, 1));
}

// after: delete_entity::no_pack, world_delete_entity::no_pack
#[test]
fn an_entity_ends_once_with_all_its_components() {
    let [one, other] = [(0, 1), (2, 3)].map(|(size, gold)| Entity::spawn_with((Size(size), Gold(gold))));
    assert!(one.despawn() && !one.despawn());
    assert!(one.get::<Size>().is_none() && one.get::<Gold>().is_none());
    assert_eq!(query::<(&Size, &Gold)>().get(other), Some((&Size(2), &Gold(3))));
}

// after: on_deletion
#[test]
fn who_observes_hears_which_entity_ends() {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let list = heard.clone();
    let _observer = observe(move |end: &Remove<Size>| list.lock().unwrap().push(end.entity()));
    let one = Entity::spawn_with(Size(1));
    one.despawn();
    assert_eq!(*heard.lock().unwrap(), [one]);
}

// after: delete_any::simple
#[test]
fn all_that_have_a_type_can_be_despawned() {
    let all = [
        Entity::spawn_with(Gold(0)),
        Entity::spawn(),
        Entity::spawn_with(Size(1)),
        Entity::spawn_with((Gold(2), Size(3))),
    ];
    let rich: Vec<Entity> = query::<(Entity, &Gold)>().iter().map(|(entity, _)| entity).collect();
    assert_eq!(Entity::despawn_many(&rich), 2);
    assert_eq!(all.map(Entity::is_alive), [false, true, true, false]);
}

// after: clear::no_pack, entities, iterator
#[test]
fn after_a_clear_indices_are_given_again_and_old_ids_stay_dead() {
    let old: Vec<_> = (0..3).map(|n| Entity::spawn_with(Gold(n))).collect();
    assert!(query::<Entity>().iter().eq(old.iter().copied()));
    World::clear();
    assert_eq!((Gold::count(), query::<Entity>().count()), (0, 0));
    assert!(old.iter().all(|entity| !entity.is_alive() && entity.get::<Gold>().is_none()));
    let new: Vec<_> = (3..7).map(|n| Entity::spawn_with(Gold(n))).collect();
    assert!(old.iter().zip(&new).all(|(old, new)| old.index() == new.index() && old != new));
    assert!(new[..3].iter().all(|entity| entity.generation() > new[3].generation()));
}

// after: get::type_check, non_packed, update
#[test]
fn each_entity_gives_what_it_has_of_one_type_and_of_two() {
    let all = five();
    let gold = all.map(|entity| entity.get::<Gold>().map(|gold| gold.0));
    assert_eq!(gold, [Some(0), Some(1), Some(2), None, Some(4)]);
    let heat = all.map(|entity| entity.get::<Heat>().map(|heat| heat.0));
    assert_eq!(heat, [Some(10), None, Some(12), Some(13), Some(14)]);
    let both = query::<(&Gold, &mut Heat)>();
    let found = both.get_many(all).map(|found| found.map(|(gold, heat)| (gold.0, heat.0)));
    assert_eq!(found, [Some((0, 10)), None, Some((2, 12)), None, Some((4, 14))]);
}

// after: non_packed::basic, with_id, empty; book: with_id
#[test]
fn a_visit_gives_those_that_have_all_with_their_entities_if_asked() {
    assert!(query::<(&Gold, &Heat)>().is_empty() && query::<(Entity, &Gold)>().first().is_none());
    let [a, _, c, _, e] = five();
    assert_eq!(Gold::view().as_slice(), [Gold(0), Gold(1), Gold(2), Gold(4)]);
    let expected = [(a, 0, 10), (c, 2, 12), (e, 4, 14)];
    let found = query::<(Entity, &Gold, &Heat)>();
    assert!(found.iter().map(|(entity, gold, heat)| (entity, gold.0, heat.0)).eq(expected));
    drop(found);
    let mut found = query::<(&mut Heat, Entity, &mut Gold)>();
    assert!(found.iter_mut().map(|(heat, entity, gold)| (entity, gold.0, heat.0)).eq(expected));
}

// after: non_packed::not, or; book: not
#[test]
fn a_visit_leaves_out_or_takes_either() {
    let all = five();
    let poor = query::<(Entity, &Gold)>().filter::<Without<Heat>>();
    assert_eq!(poor.iter().collect::<Vec<_>>(), [(all[1], &Gold(1))]);
    all[4].insert(Size(24));
    let hot = Entity::spawn_with((Heat(15), Size(25)));
    Entity::spawn_many(100, |_, _| Size(0));
    let either = query::<(Entity, Option<&Gold>, &Size)>().filter::<AnyOf<(Gold, Heat)>>();
    assert_eq!(
        either.iter().collect::<Vec<_>>(),
        [(all[4], Some(&Gold(4)), &Size(24)), (hot, None, &Size(25))]
    );
}

// after: non_packed::vec
#[test]
fn a_list_of_entities_is_visited_in_its_order() {
    let all = Entity::spawn_many(100, |n, _| Size(n));
    let back: Vec<_> = all.iter().rev().copied().collect();
    let sizes = query::<(Entity, &Size)>();
    let visited: Vec<_> = sizes.iter_many(&back).map(|(entity, size)| (entity, size.0)).collect();
    assert!(visited.into_iter().eq(back.iter().copied().zip((0..100).rev())));
}

// after: key_equality
#[test]
fn an_id_stays_the_same_when_components_come() {
    let all = [0, 1, 2].map(|n| Entity::spawn_with(Size(n)));
    all[1].insert(Gold(42));
    assert!(query::<(Entity, &Size)>().iter().map(|(entity, _)| entity).eq(all));
    assert_eq!(query::<(Entity, &Size, &Gold)>().single().map(|(entity, ..)| entity), Ok(all[1]));
}

// after: retain::no_pack, track
#[test]
fn those_that_fail_a_test_are_taken_out_and_the_others_have_changed() {
    let [none, some] = [0, 1].map(|n| Entity::spawn().insert(Size(n)));
    let tick = World::tick();
    query::<(Entity, &mut Size)>().each(|(entity, size)| {
        size.0 *= 2;
        if size.0 == 0 {
            entity.kill::<Size>();
        }
    });
    assert!(!none.is_alive() && some.changed_since(tick));
    assert_eq!(Size::view().as_slice(), [Size(2)]);
}

// after: swap::no_pack, update
#[test]
fn two_components_can_be_exchanged_and_have_changed() {
    let [a, b] = [0, 1].map(|n| Entity::spawn().insert(Size(n)));
    let tick = World::tick();
    let mut sizes = Size::view_mut();
    let [one, other] = sizes.get_many_mut([a, b]).unwrap();
    std::mem::swap(one, other);
    drop(sizes);
    assert_eq!((*a.borrow(), *b.borrow()), (Size(1), Size(0)));
    assert!(a.changed_since(tick) && b.changed_since(tick) && !a.added_since(tick));
}

// after: sparse_set: insert, remove, clear
#[test]
fn far_and_near_indices_are_found_through_removals() {
    let all: Vec<_> = (0..101).map(|_| Entity::spawn()).collect();
    for n in [0, 5, 10] {
        all[n].insert(Gold(n as u32));
    }
    assert_eq!(all[0].remove::<Gold>(), Some(Gold(0)));
    all[3].insert(Gold(3));
    all[100].insert(Gold(100));
    assert_eq!(all[3].remove::<Gold>(), Some(Gold(3)));
    let left = |n: usize| all[n].get::<Gold>().map(|gold| gold.0);
    assert_eq!([0, 3, 4, 5, 10, 100].map(left), [None, None, None, Some(5), Some(10), Some(100)]);
    assert_eq!((Gold::clear(), Gold::count(), left(5)), (3, 0, None));
}

// after: sparse_set: drain, drain_with_id, drain_empty
#[test]
fn all_values_can_be_taken_out_with_their_entities() {
    let drain = || -> Vec<(Entity, Size)> {
        let owners: Vec<_> = Size::view().iter_with_entity().map(|(entity, _)| entity).collect();
        owners.into_iter().map(|entity| (entity, entity.remove::<Size>().unwrap())).collect()
    };
    assert!(drain().is_empty());
    let all = [0, 1].map(|n| Entity::spawn_with(Size(n)));
    assert_eq!(drain(), [(all[0], Size(0)), (all[1], Size(1))]);
    assert_eq!((Size::count(), all[0].get::<Size>().is_none()), (0, true));
}

// after: sparse_set: unstable_sort, partially_sorted_unstable_sort
#[test]
fn a_sort_orders_the_values_and_not_whose_they_are() {
    let mut all: Vec<_> = (0..20).map(|n| (n, Entity::spawn_with(Size(n)))).collect();
    all.extend((20..100).rev().map(|n| (n, Entity::spawn_with(Size(n)))));
    Size::sort_by_key(|size| size.0);
    assert!(Size::view().is_sorted());
    assert!(all.iter().all(|(n, entity)| entity.borrow::<Size>().0 == *n));
}

// after: lib::debug, sparse_set::debug
#[test]
fn what_is_there_can_be_written_as_text() {
    let all = [0, 1].map(|n| Entity::spawn_with(Size(n)));
    let text = World::dump().to_string();
    for (entity, size) in all.iter().zip(["Size(0)", "Size(1)"]) {
        assert_says(&text, &[&format!("{entity}"), size]);
    }
}

// after: memory_usage
#[test]
fn the_memory_of_a_type_is_counted() {
    Entity::spawn_many(100, |n, _| Size(n));
    let stats = World::stats();
    let sizes = stats.stores.iter().find(|store| store.component.ends_with("Size")).unwrap();
    assert!(sizes.count == 100 && sizes.value_bytes >= 100 * size_of::<Size>());
}

// after: derive: check_derive, into_iter_rename, into_iter_field_visibility
#[test]
fn a_struct_names_what_a_visit_gives() {
    mod inner {
        use super::*;

        #[derive(QueryData)]
        pub(in super::super) struct Body<'w> {
            pub(super) gold: &'w Gold,
            pub heat: &'w mut Heat,
        }
    }

    five();
    query::<inner::Body>().each(|inner::Body { gold, heat }| heat.0 += gold.0 as i16);
    assert_eq!(Heat::view().as_slice(), [Heat(10), Heat(14), Heat(13), Heat(18)]);
}

// after: book::hierarchy: basic, test_hierarchy, test_sorting
#[test]
fn children_move_with_their_own_to_another_parent_and_can_be_sorted() {
    let [root, second] = [Entity::spawn(), Entity::spawn()];
    let child = |parent| Entity::spawn().child_of(parent);
    let e1 = child(root);
    let (e2, e3) = (child(e1), child(e1));
    let e4 = child(e3);
    e3.child_of(second);
    let e5 = child(e3);
    assert!(e3.children().eq([e4, e5]) && e4.ancestors().eq([e3, second]));
    assert!(root.descendants().eq([e1, e2]) && second.descendants().eq([e3, e4, e5]));
    e1.detach();
    assert!(root.descendants().next().is_none() && e1.ancestors().next().is_none() && e1.children().eq([e2]));
    second.despawn();
    assert!(![e3, e4, e5].iter().any(|entity| entity.is_alive()) && e2.is_alive());

    let all = [7, 5, 6, 1, 3].map(|n| Entity::spawn_with(Size(n)).child_of(root));
    let mut sorted: Vec<_> = root.children().collect();
    sorted.sort_by_key(|child| child.borrow::<Size>().0);
    sorted.iter().enumerate().for_each(|(place, &child)| root.insert_child(place, child));
    assert!(root.children().eq([all[3], all[4], all[1], all[2], all[0]]));
}
