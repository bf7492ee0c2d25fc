//! Entities and their components.

use ecs_core::{Archetype, Component, Entity, World, query};

use super::{Mass, Position, Tag, Velocity, at};
use crate::support::{Token, live_tokens};

// after: Entity/new, Entity/new_add, Entity/new_add_2, Entity/new_set, Entity/new_set_2,
// Entity/default_ctor, core New_w_Count/empty, core Add/zero, core Add/component, core Add/tag, core
// Add/2_components
#[test]
fn an_entity_is_made_empty_or_with_its_components() {
    assert!(Entity::spawn().components().is_empty());
    let e = Entity::spawn_with((at(10, 20), Velocity { x: 1, y: 2 }));
    e.insert(Tag);
    assert!(e.has::<(Position, Velocity)>() && e.has::<Tag>());
    assert_eq!((*e.borrow::<Position>(), e.borrow::<Velocity>().y), (at(10, 20), 2));
    assert_eq!(Entity::default(), Entity::NONE);
}

// after: Entity/add, Entity/add_2, Entity/set, Entity/set_2, core Add/component_again, core
// Add/2_components_again, core Add/2_components_overlap, core Add/component_to_nonempty, core
// Add/component_to_nonempty_again, core Add/component_to_nonempty_overlap
#[test]
fn adding_again_leaves_the_value_and_setting_replaces_it() {
    let e = Entity::spawn();
    e.add::<Position>();
    e.insert(at(1, 2));
    e.add::<Position>();
    assert_eq!(*e.borrow::<Position>(), at(1, 2));
    e.insert(at(3, 4));
    e.add::<Velocity>();
    assert_eq!((*e.borrow::<Position>(), e.components().len(), Position::count()), (at(3, 4), 2, 1));
}

// after: Entity/remove, Entity/remove_2, core Remove/zero, core Remove/1_of_1, core Remove/1_of_1_again,
// core Remove/1_of_2, core Remove/2_of_2, core Remove/2_of_3, core Remove/2_again, core Remove/2_overlap,
// core Remove/1_from_empty, core Remove/not_added
#[test]
fn removing_takes_what_is_named_and_is_there() {
    type Both = Archetype<(Position, Velocity)>;
    let e = Entity::spawn_with((at(1, 2), Velocity::default(), Mass(3)));
    assert_eq!((e.remove::<Position>(), e.remove::<Position>()), (Some(at(1, 2)), None));
    assert_eq!((Both::remove(e), Both::remove(e)), (1, 0));
    assert_eq!((e.components(), Entity::spawn().remove::<Mass>()), (vec!["Mass"], None));
}

// after: Entity/get_T, Entity/try_get_T, Entity/get_mut_T, Entity/try_get_mut_T, Entity/assign_T,
// Entity/get_T_not_found, Entity/get_mut_T_not_found, Entity/assign_T_not_found, Entity/set_T,
// Entity/ensure_generic
#[test]
fn a_component_is_read_written_and_missed() {
    let e = Entity::spawn_with(at(10, 20));
    assert_eq!((e.get::<Position>().map(|p| p.x), e.get::<Velocity>().is_none()), (Some(10), true));
    e.get_mut::<Position>().unwrap().x = 11;
    assert_eq!(
        e.handle::<Position>().with(|p: &mut Position| core::mem::replace(p, at(1, 1))),
        Some(at(11, 20))
    );
    let message = crate::support::message_of(|| e.borrow_mut::<Velocity>().x);
    assert!(message.contains("Velocity"), "{message}");
    e.add::<Velocity>().borrow_mut().x = 5;
    assert_eq!(e.borrow::<Velocity>().x, 5);
}

// after: Entity/get_1_component_w_callback, Entity/get_2_components_w_callback,
// Entity/ensure_1_component_w_callback, Entity/ensure_2_components_w_callback,
// Entity/get_component_w_callback_nested, Entity/ensure_component_w_callback_nested
#[test]
fn closures_get_one_or_several_components_and_nest() {
    let e = Entity::spawn_with((at(10, 20), Velocity { x: 1, y: 2 }));
    let sum = e.handle::<Position>().with(|p: &mut Position| {
        e.handle::<Velocity>().with(|v: &mut Velocity| {
            v.x += p.x;
            v.x
        })
    });
    assert_eq!(sum, Some(Some(11)));
    let both = query::<(&mut Position, &Velocity)>().get_mut(e).map(|(p, v)| {
        p.y += v.y;
        p.y
    });
    assert_eq!(both, Some(22));
    assert_eq!(Entity::spawn().handle::<Position>().with(|p: &mut Position| p.x), None);
}

// after: Entity/set_1_component_w_callback, Entity/set_2_components_w_callback,
// Entity/set_3_components_w_callback, Entity/set_2_after_fluent, Entity/set_2_before_fluent,
// Entity/set_2_after_set_1, Entity/set_2_after_set_2, Entity/insert_1_sparse, Entity/insert_2_w_1_sparse
#[test]
fn several_are_set_in_one_call() {
    let e = Entity::spawn().with(Mass(1));
    e.insert_all((at(1, 2), Velocity { x: 3, y: 4 }));
    assert_eq!((e.components().len(), *e.borrow::<Position>()), (3, at(1, 2)));
    e.insert_all((at(5, 6), Velocity { x: 7, y: 8 }, Mass(9)));
    assert_eq!((*e.borrow::<Position>(), e.borrow::<Velocity>().x, e.borrow::<Mass>().0), (at(5, 6), 7, 9));
    e.insert_all((at(1, 1), Mass(2))).with(Tag);
    assert_eq!((e.borrow::<Position>().x, e.borrow::<Velocity>().x, e.has::<Tag>()), (1, 7, true));
}

// after: Entity/emplace, Entity/emplace_2, Entity/emplace_after_add
#[test]
fn a_value_is_made_in_place_only_if_there_is_none() {
    let e = Entity::spawn();
    assert_eq!(*e.add_with(|| at(1, 2)).borrow(), at(1, 2));
    assert_eq!(*e.add_with::<Position>(|| unreachable!("it is there")).borrow(), at(1, 2));
}

// after: Entity/delete, core Delete/delete_1, core Delete/delete_1_again, core Delete/delete_empty, core
// Delete/delete_nonexist, core Delete/alive_after_delete, core Delete/alive_after_clear, core
// Delete/alive_after_recycle, core Delete/delete_recycled
#[test]
fn deleting_ends_an_entity_once() {
    let e = Entity::spawn_with(at(1, 2));
    assert!(e.despawn() && !e.despawn() && !e.is_alive());
    let again = Entity::spawn();
    assert!(again.is_alive() && !e.is_alive() && again.index() == e.index());
    assert!(again.despawn() && !Entity::NONE.despawn());
}

// after: core Delete/delete_1st_of_3, core Delete/delete_2nd_of_3, core Delete/delete_3rd_of_3, core
// Delete/delete_2_of_3, core Delete/delete_3_of_3
#[test]
fn any_of_three_may_go() {
    for gone in [&[0][..], &[1], &[2], &[0, 2], &[0, 1, 2]] {
        let e = Entity::spawn_many(3, |i, _| at(i as i32, 0));
        gone.iter().for_each(|&i| assert!(e[i].despawn()));
        for (i, e) in e.iter().enumerate() {
            let left = (!gone.contains(&i)).then_some(i as i32);
            assert_eq!(e.get::<Position>().map(|p| p.x), left);
        }
        World::clear();
    }
}

// after: Entity/clear, core Delete/clear_1_component, core Delete/clear_2_components, core
// Delete/move_w_dtor_move, core Delete/move_w_no_dtor_move, core Delete/delete_w_on_remove
#[test]
fn an_entity_is_emptied_and_lives_on() {
    #[derive(Component)]
    struct Owner(#[expect(dead_code, reason = "it is dropped")] Token);
    type All = Archetype<(Position, Velocity, Owner)>;
    let e = Entity::spawn_with((at(1, 1), Owner(Token::new())));
    let other = Entity::spawn_with(Owner(Token::new()));
    assert_eq!(All::remove(e), 2);
    World::flush();
    assert_eq!((e.components().len(), e.is_alive(), live_tokens()), (0, true, 1));
    other.despawn();
    World::flush();
    assert_eq!(live_tokens(), 0);
}

// after: core New_w_Count/component, core New_w_Count/tag, core New_w_Count/bulk_init_1_component_w_value,
// core New_w_Count/bulk_init_2_components_w_value, core New_w_Count/bulk_init_2_components_tag_w_value,
// core New_w_Count/bulk_init_empty, core New_w_Count/bulk_init_1_component, core
// New_w_Count/bulk_init_2_components, core New_w_Count/bulk_init_1_tag, core New_w_Count/bulk_init_2_tags,
// core New_w_Count/add_after_bulk, core New_w_Count/add_after_bulk_w_component, core
// New_w_Count/add_after_bulk_w_ctor
#[test]
fn many_are_made_at_once_and_go_on_as_others() {
    let e = Entity::spawn_many(100, |i, _| (at(i as i32, 0), Velocity { x: 0, y: i as i32 }, Tag));
    assert!(e.iter().enumerate().all(|(i, e)| e.borrow::<Position>().x == i as i32));
    assert_eq!(query::<(&Velocity, &Tag)>().iter().map(|(v, _)| v.y).sum::<i32>(), 4950);
    let one = Entity::spawn_with(at(7, 7));
    e[50].insert(Mass(1));
    assert_eq!((Position::count(), one.borrow::<Position>().x, e[50].borrow::<Position>().x), (101, 7, 50));
}

// after: core New_w_Count/recycle_1_of_2, core New_w_Count/recycle_1_of_3, core New_w_Count/recycle_2_of_3,
// core New_w_Count/bulk_init_w_alive_entity
#[test]
fn many_use_the_indices_of_the_dead() {
    let old = Entity::spawn_many(3, |i, _| at(i as i32, 0));
    old[0].despawn();
    old[2].despawn();
    let new = Entity::spawn_many(3, |i, _| at(i as i32 + 10, 0));
    assert_eq!((new[0].index(), new[1].index()), (old[0].index(), old[2].index()));
    assert!(!new.contains(&old[0]) && !new.contains(&old[2]));
    assert_eq!((old[1].borrow::<Position>().x, new[2].borrow::<Position>().x), (1, 12));
}

// after: core New_w_Count/bulk_init_w_cmd_in_on_add_hook, core
// New_w_Count/bulk_init_w_cmd_in_on_add_observer
#[test]
fn hooks_of_many_may_change_their_entities() {
    #[derive(Component)]
    struct Adds;
    impl Adds {
        fn init(&mut self, e: Entity) {
            e.insert(Mass(1));
        }
    }
    let _observer = ecs_core::observe(|e: &ecs_core::Add<Adds>| {
        e.entity().insert(Tag);
    });
    Entity::spawn_many(5, |i, _| (Adds, at(i as i32, 0)));
    assert_eq!(query::<(&Adds, &Position, &Mass, &Tag)>().count(), 5);
}

// after: Entity/equals, Entity/compare_0, Entity/not_0_or_1, Entity/null_entity, Entity/less_than,
// Entity/greater_than, Entity/compare_literal, Entity/not_true_or_false
#[test]
fn entities_compare() {
    let (e, f) = (Entity::spawn(), Entity::spawn());
    let copy = e;
    assert!(e == copy && e != f && e < f && e != Entity::NONE);
}

// after: Entity/get_type, Entity/get_nonempty_type, Entity/iter_type, Entity/iter_empty_type,
// Entity/has_id_t, Entity/owns_id_t, Entity/add_if_true_T, Entity/add_if_false_T
#[test]
fn an_entity_says_what_it_has() {
    let e = Entity::spawn();
    assert_eq!(e.components(), Vec::<&str>::new());
    e.add::<Position>();
    assert_eq!((e.components(), e.has::<Position>(), e.has::<Mass>()), (vec!["Position"], true, false));
    for is_wanted in [true, false] {
        if is_wanted {
            e.add::<Mass>();
        } else {
            e.kill::<Mass>();
        }
        assert_eq!(e.has::<Mass>(), is_wanted);
    }
}

// after: Entity/on_replace_w_set, Entity/on_replace_w_set_existing, Entity/on_replace_w_assign_existing,
// Entity/on_replace_w_emplace, core Commands/on_replace_w_set_existing
#[test]
fn who_replaces_a_value_sees_both() {
    let e = Entity::spawn_with(at(1, 2));
    assert_eq!((e.replace(at(3, 4)), *e.borrow::<Position>()), (Some(at(1, 2)), at(3, 4)));
    assert_eq!(Entity::spawn().replace(at(1, 1)), None);
}

// after: Entity/entity_to_entity_view, Entity/to_view, Entity/const_entity_add_remove,
// Entity/const_entity_set, Entity/const_entity_get_mut, Entity/const_entity_destruct
#[test]
fn an_id_is_a_copy_that_does_everything() {
    const fn same(e: Entity) -> Entity {
        e
    }
    let e = Entity::spawn();
    same(e).insert(at(1, 1));
    same(e).borrow_mut::<Position>().x = 4;
    assert_eq!(e.borrow::<Position>().x, 4);
    assert!(same(e).kill::<Position>() && same(e).despawn());
}

// after: core WorldInfo/get_tick
#[test]
fn a_world_counts_its_frames() {
    let _e = Entity::spawn();
    let frame = ecs_core::time().frame();
    (0..3).for_each(|_| ecs_core::update_all(0.1));
    assert_eq!(ecs_core::time().frame(), frame + 3);
}
