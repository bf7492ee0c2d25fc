//! Deferred changes: here commands, and what waits while something is borrowed.

use ecs_core::{Commands, Component, Entity, Query, Schedule, World, query};

use super::{Mass, Position, Tag, Velocity, at};

/// Asks for something about the one entity that has a [`Mass`].
fn ask(f: impl Fn(Commands, Entity) + Send + 'static) -> Entity {
    let e = Entity::spawn_with(Mass(1));
    let system = move |commands: Commands, all: Query<(Entity, &Mass)>| {
        let (e, _) = all.single().unwrap();
        f(commands, e);
    };
    Schedule::new().add(system).run(0.1);
    e
}

// after: core Commands/defer_new, core Commands/defer_add, core Commands/defer_add_two, core
// Commands/defer_set, core Commands/defer_set_non_trivial, core Commands/defer_remove, core
// Commands/defer_remove_two, core Commands/defer_delete, core Commands/run_w_defer, core
// Commands/defer_bulk_new, Entity/defer_set_1_component, Entity/defer_set_2_components
#[test]
fn what_is_asked_for_is_done_later_and_in_order() {
    let e = ask(|commands, e| {
        commands.add::<Tag>(e);
        commands.insert(e, at(1, 2));
        commands.insert(e, at(3, 4));
        commands.add::<Velocity>(e);
        commands.kill(e.handle::<Velocity>());
        for _ in 0..3 {
            commands.spawn((at(9, 9), Tag));
        }
    });
    assert_eq!((*e.borrow::<Position>(), e.has::<Tag>(), e.has::<Velocity>()), (at(3, 4), true, false));
    assert_eq!((Tag::count(), Position::count()), (4, 4));
    World::clear();
    let e = ask(|commands, e| commands.despawn(e));
    assert!(!e.is_alive());
}

// after: core Commands/defer_add_after_delete, core Commands/defer_set_after_delete, core
// Commands/defer_ensure_after_delete, core Commands/recreate_deleted_entity_while_deferred, core
// Commands/defer_delete_added_id
#[test]
fn what_is_asked_for_a_dead_entity_is_not_done() {
    let e = ask(|commands, e| {
        commands.despawn(e);
        commands.add::<Tag>(e);
        commands.insert(e, at(1, 1));
        commands.despawn(e);
    });
    assert_eq!((e.is_alive(), Tag::count(), Position::count()), (false, 0, 0));
}

// after: core Commands/exists_remove_set, core Commands/absent_remove_set, core Commands/exists_set_remove,
// core Commands/absent_set_remove, core Commands/defer_remove_after_set, core
// Commands/defer_emplace_after_remove, core Commands/set_existing_after_remove
#[test]
fn the_last_of_set_and_remove_counts() {
    for exists in [false, true] {
        let before = move |commands: Commands<'_>, e: Entity| {
            if exists {
                commands.insert(e, at(5, 5));
            }
        };
        let e = ask(move |commands, e| {
            before(commands, e);
            commands.kill(e.handle::<Position>());
            commands.insert(e, at(1, 1));
        });
        assert_eq!(*e.borrow::<Position>(), at(1, 1));
        World::clear();
        let e = ask(move |commands, e| {
            before(commands, e);
            commands.insert(e, at(1, 1));
            commands.kill(e.handle::<Position>());
        });
        assert!(!e.has::<Position>());
        World::clear();
    }
}

// after: core Commands/deep_command_nesting, core Commands/add_2_in_observer_while_on_remove_for_delete,
// core Commands/defer_twice, core Commands/defer_twice_in_progress, core
// Commands/on_add_hook_while_defer_suspended
#[test]
fn commands_may_lead_to_hooks_that_do_more() {
    #[derive(Component)]
    struct Chain(u32);
    impl Chain {
        fn init(&mut self, e: Entity) {
            if self.0 > 0 {
                Entity::spawn_with(Chain(self.0 - 1)).child_of(e);
            }
        }
    }
    let e = ask(|commands, e| commands.insert(e, Chain(20)));
    assert_eq!((Chain::count(), e.descendants().count()), (21, 20));
}

// after: core Commands/register_component_while_in_progress, core
// Commands/register_component_while_deferred, core Commands/create_query_while_deferred, core
// Commands/create_observer_while_deferred, Entity/defer_w_with_implicit_component
#[test]
fn a_type_may_appear_while_another_one_is_visited() {
    #[derive(Component, Default)]
    struct Fresh;
    Entity::spawn_many(2, |i, _| at(i as i32, 0));
    query::<(Entity, &Position)>().each(|(e, _)| {
        e.add::<Fresh>();
        assert!(query::<&Fresh>().count() > 0);
    });
    assert_eq!(query::<(&Fresh, &Position)>().count(), 2);
}
