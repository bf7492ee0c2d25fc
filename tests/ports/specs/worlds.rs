//! Entities that come and go, at once and later.

use std::rc::Rc;

use ecs_core::{Commands, Component, Entity, Query, Schedule, Singleton, World, local, query};

use super::{Brave, Hp};

#[derive(Singleton, Default)]
struct Log(Vec<u32>);

/// Runs a system once: what it asks for is done when it is over.
fn later(ask: impl FnMut(Commands<'_>) + Send + 'static) {
    let mut ask = ask;
    Schedule::new().add(move |commands: Commands| ask(commands)).run(0.1);
}

// after: delete_all
#[test]
fn all_can_be_despawned() {
    let _ = Entity::spawn();
    let ada = Entity::spawn_with((Hp(1), Brave(true)));
    Entity::spawn_with((Hp(2), Brave(true)));
    assert_eq!(query::<Entity>().count(), 3);
    World::clear();
    assert_eq!(query::<Entity>().count(), 0);
    assert!(ada.get::<Hp>().is_none());
}

// after: delete_twice, delete_wrong_gen
#[test]
fn despawning_twice_does_nothing_also_when_the_index_is_used_again() {
    let ada = Entity::spawn_with(Hp(7));
    assert!(ada.despawn() && !ada.despawn());
    assert!(ada.get::<Hp>().is_none());
    let bob = Entity::spawn_with(Hp(6));
    assert_eq!(ada.index(), bob.index());
    assert!(!ada.despawn());
    assert!(ada.get::<Hp>().is_none());
    assert_eq!(bob.get::<Hp>().map(|hp| *hp), Some(Hp(6)));
}

// after: is_alive
#[test]
fn what_a_command_will_end_is_alive_until_it_runs() {
    let at_once = Entity::spawn();
    assert!(at_once.is_alive() && at_once.despawn() && !at_once.is_alive());
    let later = Entity::spawn();
    let mut schedule = Schedule::new()
        .add(local(move |commands: Commands| {
            commands.despawn(later);
            assert!(later.is_alive());
        }))
        .add(local(move || assert!(!later.is_alive())));
    schedule.run(0.1);
    assert!(!later.is_alive());
}

// after: kill_atomic_create_merge, kill_atomic_kill_now_create_merge
#[test]
fn the_index_of_what_is_only_going_to_end_is_not_given_again() {
    let going = Entity::spawn();
    let mut schedule = Schedule::new().add(local(move |commands: Commands| {
        commands.despawn(going);
        assert_ne!(Entity::spawn().index(), going.index());
        // Ended twice, now and later: the second one finds nothing.
        let both = Entity::spawn();
        commands.despawn(both);
        both.despawn();
    }));
    schedule.run(0.1);
    assert!(!going.is_alive());
    assert_eq!(query::<Entity>().count(), 1);
}

// after: test_nonzero_optimization
#[test]
fn an_optional_entity_is_as_small_as_an_entity() {
    assert_eq!(size_of::<Option<Entity>>(), size_of::<Entity>());
}

// after: lazy_insertion, lazy_removal, lazy_execution, lazy_execution_order
#[test]
fn commands_set_end_and_run_in_their_order_when_the_system_is_over() {
    let [ada, bob, eve] = [Entity::spawn(), Entity::spawn(), Entity::spawn_with(Hp(1))];
    later(move |commands| {
        commands.insert(ada, Hp(1));
        commands.insert(ada, Brave(true));
        commands.insert(bob, Brave(false));
        commands.kill(eve.handle::<Hp>());
        commands.run(move || {
            assert!(ada.has::<(Hp, Brave)>());
            Log::borrow_mut().0.push(1);
        });
        commands.run(|| Log::borrow_mut().0.push(2));
    });
    assert!(ada.has::<(Hp, Brave)>() && bob.has::<Brave>() && !bob.has::<Hp>() && !eve.has::<Hp>());
    assert_eq!(Log::borrow().0, [1, 2]);
}

// after: delete_and_lazy
#[test]
fn what_came_by_a_command_can_be_cleared() {
    later(|commands| commands.run(|| _ = Entity::spawn()));
    assert_eq!(query::<Entity>().count(), 1);
    later(|commands| commands.run(|| _ = Entity::spawn()));
    World::clear();
    assert_eq!(query::<Entity>().count(), 0);
}

// after: register_idempotency, uses_setup
#[test]
fn nothing_is_registered() {
    assert_eq!((Hp::count(), query::<&Hp>().count()), (0, 0));
    Schedule::new().add(|mut all: Query<&mut Hp>| all.each(|hp| hp.0 += 1)).run(0.1);
    let hp = Entity::spawn().insert(Hp(10));
    assert_eq!(Hp::try_reserve(100), Ok(()));
    assert_eq!(hp.borrow().0, 10);
}

// after: non_send_component_is_accepted
#[test]
fn what_may_not_leave_its_thread_is_a_component_too() {
    #[derive(Component)]
    struct Shared(Rc<u32>);

    let shared = Entity::spawn().insert(Shared(Rc::new(123)));
    assert_eq!(*shared.borrow().0, 123);
}
