//! Commands: what is done when a system is done.

use ecs_core::{Commands, Component, Entity, Query, Schedule, Singleton, local, query};

use super::{A, B, Log, take_log};
use crate::support::{CountedDrop, DropCounter, message_of};

// after: commands, test_command_queue_inner, insert_components
#[test]
fn commands_run_in_their_order_when_the_system_is_done() {
    fn ask(commands: Commands, all: Query<(Entity, &A)>) {
        for (e, a) in &all {
            commands.insert(e, B(a.0 * 2));
            commands.run(move || Log::borrow_mut().0.push(e.borrow::<B>().0 as u32));
            commands.insert(e, B(1));
            commands.run(move || Log::borrow_mut().0.push(e.borrow::<B>().0 as u32));
        }
        assert!(all.iter().all(|(e, _)| !e.has::<B>()), "nothing is done yet");
    }
    Entity::spawn_with(A(21));
    Schedule::new().add(local(ask)).run(0.1);
    assert_eq!(take_log(), [42, 1]);
}

// after: remove_components, remove_resources, remove_component_with_required_components,
// observer_on_remove_during_despawn_spawn_empty
#[test]
fn commands_add_kill_and_despawn() {
    fn ask(commands: Commands, all: Query<(Entity, &A)>) {
        for (e, a) in &all {
            match a.0 {
                0 => commands.kill(e.handle::<A>()),
                1 => commands.despawn(e),
                _ => commands.add::<B>(e),
            }
        }
        commands.spawn((A(9), B(9)));
    }
    let e = Entity::spawn_many(3, |i, _| A(i));
    run!(ask);
    assert_eq!(
        (e[0].is_alive(), e[0].has::<A>(), e[1].is_alive(), e[2].has::<B>()),
        (true, false, false, true)
    );
    assert_eq!(query::<(&A, &B)>().count(), 2);
}

// after: test_command_queue_inner_panic_safe_panic, test_command_queue_inner_panic_safe_handled,
// test_command_queue_inner_drop, test_command_queue_inner_drop_early
#[test]
fn a_panic_in_a_command_loses_no_value_of_others() {
    #[derive(Component)]
    struct Counted(#[expect(dead_code, reason = "it is dropped")] CountedDrop);
    let counter = DropCounter::default();
    let tokens = counter.clone();
    let mut schedule = Schedule::new().add(move |commands: Commands| {
        commands.spawn(Counted(tokens.token()));
        commands.run(|| panic!("a command has failed"));
        commands.spawn(Counted(tokens.token()));
    });
    let message = message_of(|| schedule.run(0.1));
    assert!(message.contains("a command has failed"), "{message}");
    drop(schedule);
    ecs_core::World::reset();
    assert_eq!((counter.made(), counter.dropped()), (2, 2));
}

// after: commands, spawning_with_manual_entity_allocation, entity_commands_entry, track_spawn_ticks
#[test]
fn commands_give_the_id_of_what_they_will_spawn() {
    fn ask(commands: Commands, mut all: Query<&mut Refers>) {
        let parent = commands.spawn(A(1));
        let child = commands.spawn(B(2));
        commands.child_of(child, parent);
        commands.insert(parent, B(3));
        assert_ne!(parent, child);
        all.single_mut().unwrap().0 = Some(child);
    }
    #[derive(Component)]
    struct Refers(Option<Entity>);
    let refers = Entity::spawn_with(Refers(None));
    run!(ask);
    let child = refers.borrow::<Refers>().0.unwrap();
    let parent = child.parent().unwrap();
    assert_eq!((child.borrow::<B>().0, parent.borrow::<A>().0, parent.borrow::<B>().0), (2, 1, 3));
}

// after: spawn_batch_with_relationship, insert_batch_with_relationship, observer_modifies_relationship
#[test]
fn commands_spawn_children() {
    fn ask(commands: Commands, all: Query<(Entity, &A)>) {
        for (e, _) in &all {
            commands.spawn_child(e, B(1));
        }
    }
    let parents = Entity::spawn_many(2, |i, _| A(i));
    run!(ask);
    for parent in parents {
        assert_eq!(parent.children().filter(|child| child.has::<B>()).count(), 1);
    }
}
