//! Sorted queries: here sorted stores.

use ecs_core::{Component, Entity, query};

use super::{Mass, Position, Tag, at};
use crate::support::Random;

fn order() -> Vec<i32> {
    query::<&Position>().iter().map(|p| p.x).collect()
}

// after: OrderBy/sort_by_component, OrderBy/sort_by_component_same_value_1,
// OrderBy/sort_by_component_same_value_2, OrderBy/sort_by_component_2_tables,
// OrderBy/sort_by_component_3_tables, OrderBy/sort_w_tags_only, OrderBy/sort_by_component_move_pivot,
// OrderBy/sort_2_entities_2_types, OrderBy/sort_3_entities_3_types, OrderBy/sort_4_entities_4_types
#[test]
fn a_store_is_sorted_whatever_else_its_entities_have() {
    for (i, x) in [3, 1, 5, 2, 4, 3].into_iter().enumerate() {
        let e = Entity::spawn_with(at(x, i as i32));
        if i % 2 == 0 {
            e.add::<Tag>();
        }
        if i % 3 == 0 {
            e.add::<Mass>();
        }
    }
    Position::sort_by_key(|p| p.x);
    assert_eq!(order(), [1, 2, 3, 3, 4, 5]);
    let mut tagged: Vec<_> = query::<(&Position, &Tag)>().iter().map(|(p, _)| p.x).collect();
    tagged.sort_unstable();
    assert_eq!(tagged, [3, 4, 5]);
    let same: Vec<_> = query::<&Position>().iter().filter(|p| p.x == 3).map(|p| p.y).collect();
    assert_eq!(same, [0, 5], "equal ones keep their order");
}

// after: OrderBy/sort_after_add, OrderBy/sort_after_remove, OrderBy/sort_after_delete,
// OrderBy/sort_after_set, OrderBy/dont_resort_after_set_unsorted_component
#[test]
fn a_store_is_sorted_again_when_it_is_asked_for() {
    let e = Entity::spawn_many(4, |i, _| at(i as i32 * 10, 0));
    Position::sort_by_key(|p| p.x);
    e[0].borrow_mut::<Position>().x = 25;
    assert_eq!(order(), [25, 10, 20, 30], "nobody sorts it meanwhile");
    Position::sort_by_key(|p| p.x);
    assert_eq!(order(), [10, 20, 25, 30]);
    Entity::spawn_with(at(5, 0));
    e[1].kill::<Position>();
    e[3].despawn();
    Position::sort_by_key(|p| p.x);
    assert_eq!(order(), [5, 20, 25]);
}

// after: OrderBy/sort_1000_entities, OrderBy/sort_1000_entities_w_duplicates,
// OrderBy/sort_1000_entities_again, OrderBy/sort_1000_entities_2_types,
// OrderBy/sort_1000_entities_2_types_again, OrderBy/sort_1000_entities_add_type_after_sort,
// OrderBy/sort_1500_entities_3_types, OrderBy/sort_2000_entities_4_types, OrderBy/sort_by_entity,
// OrderBy/sort_w_nontrivial_component
#[test]
fn many_are_sorted_and_no_handle_notices() {
    let random = &mut Random(3);
    let e = Entity::spawn_many(1000, |_, _| at(random.below(500) as i32, 0));
    let values: Vec<_> = e.iter().map(|e| e.borrow::<Position>().x).collect();
    for _ in 0..2 {
        Position::sort_by_key(|p| p.x);
        assert!(order().is_sorted());
        e[random.below(1000)].add::<Mass>();
    }
    assert!(e.iter().zip(&values).all(|(e, &x)| e.borrow::<Position>().x == x));
    let all = query::<(Entity, &Position)>();
    let mut by_entity: Vec<_> = all.iter().collect();
    by_entity.sort_by_key(|&(e, _)| e);
    assert!(by_entity.iter().map(|(e, _)| e).eq(&e));
}
