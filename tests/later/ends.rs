//! K2: what ends timers and tasks, what lets them wait, and who may cancel them.

use ecs_core::{Archetype, Component, Entity, Pool, Singleton, Timer, World, next_frame, update_all, wait};

use crate::support::{log, take_log};
use crate::{Probe, pending, probe, says};

/// Gives a component and its entity a timer and a task each.
fn with_timers() -> (ecs_core::Handle<Probe>, [Timer; 4]) {
    let probe = probe();
    let timers = [
        probe.every(1.0, says("component")),
        probe.task(async |_| wait(1.0).await),
        probe.entity().every(1.0, |_| log("entity")),
        probe.entity().task(async |_| wait(1.0).await),
    ];
    (probe, timers)
}

fn alive(timers: [Timer; 4]) -> [bool; 4] {
    timers.map(Timer::is_pending)
}

#[test]
fn k2_timers_end_with_their_component_and_those_of_the_entity_go_on() {
    type End = fn(ecs_core::Handle<Probe>);
    let ends: [End; 5] = [
        |probe| assert!(probe.kill()),
        |probe| assert!(probe.entity().remove::<Probe>().is_some()),
        |probe| _ = probe.entity().insert(Probe::default()),
        |probe| assert_eq!(Archetype::<(Probe,)>::remove(probe.entity()), 1),
        |probe| {
            // Borrowed, it ends at once all the same, and its value later.
            let guard = probe.borrow();
            assert!(probe.kill());
            drop(guard);
        },
    ];
    for end in ends {
        let (probe, timers) = with_timers();
        end(probe);
        assert_eq!((alive(timers), pending()), ([false, false, true, true], (1, 1)));
        update_all(1.0);
        assert_eq!(take_log(), ["entity"]);
        probe.entity().despawn();
        assert_eq!((alive(timers), pending()), ([false; 4], (0, 0)));
    }
}

#[test]
fn k2_all_end_with_the_entity() {
    type End = fn(Entity);
    let ends: [End; 5] = [
        |entity| assert!(entity.despawn()),
        |entity| assert_eq!(Entity::despawn_many(&[Entity::spawn(), entity]), 2),
        |entity| {
            let parent = Entity::spawn();
            entity.child_of(parent);
            parent.despawn();
        },
        |entity| {
            let guard = entity.borrow::<Probe>();
            entity.despawn();
            drop(guard);
        },
        |_| World::clear(),
    ];
    for end in ends {
        let (probe, timers) = with_timers();
        end(probe.entity());
        assert_eq!((alive(timers), pending()), ([false; 4], (0, 0)));
        update_all(5.0);
        assert!(take_log().is_empty());
    }
}

#[test]
fn k2_an_entity_without_components_ends_with_its_timers() {
    let entity = Entity::spawn();
    let timer = entity.every(1.0, |_| log("entity"));
    let other = Entity::spawn();
    other.every(1.0, |_| log("other"));
    assert!(entity.despawn());
    assert_eq!((timer.is_pending(), pending()), (false, (1, 0)));
    let again = Entity::spawn();
    assert_eq!(again.index(), entity.index());
    update_all(1.0);
    assert_eq!(take_log(), ["other"]);
}

#[test]
fn k2_while_its_component_is_disabled_its_time_stands_still() {
    let probe = probe();
    let timers = [probe.after(1.0, says("after")), probe.every(0.5, says("every"))];
    probe.entity().after(1.0, |_| log("entity"));
    update_all(0.25);
    probe.set_enabled(false);
    update_all(10.0);
    assert_eq!(take_log(), ["entity"]);
    assert_eq!(timers.map(Timer::remaining), [Some(0.75), Some(0.25)]);
    // Twice off is on only when both are on.
    probe.entity().set_enabled(false);
    probe.set_enabled(true);
    update_all(10.0);
    assert!(take_log().is_empty());
    probe.entity().set_enabled(true);
    assert_eq!(timers.map(Timer::remaining), [Some(0.75), Some(0.25)]);
    update_all(0.25);
    assert_eq!(take_log(), ["every"]);
    update_all(0.5);
    assert_eq!(take_log(), ["after", "every"]);
}

#[test]
fn k2_what_stands_below_a_disabled_entity_waits_too() {
    let (parent, probe) = (Entity::spawn(), probe());
    probe.every(1.0, says("turn"));
    parent.set_enabled(false);
    update_all(0.5);
    probe.entity().child_of(parent);
    update_all(10.0);
    assert!(take_log().is_empty());
    parent.set_enabled(true);
    update_all(0.5);
    assert_eq!(take_log(), ["turn"]);
    parent.set_enabled(false);
    update_all(5.0);
    probe.entity().detach();
    update_all(1.0);
    assert_eq!(take_log(), ["turn"]);
}

#[test]
fn k2_a_timer_of_what_is_disabled_begins_when_that_is_enabled() {
    let probe = probe();
    probe.set_enabled(false);
    let timer = probe.after(1.0, says("turn"));
    update_all(5.0);
    assert_eq!(timer.remaining(), Some(1.0));
    probe.set_enabled(true);
    update_all(1.0);
    assert_eq!(take_log(), ["turn"]);
}

#[test]
fn k2_a_switch_while_the_component_is_borrowed_holds_at_once() {
    let probe = probe();
    let timer = probe.after(1.0, says("turn"));
    let guard = probe.borrow();
    probe.set_enabled(false);
    update_all(5.0);
    assert_eq!(timer.remaining(), Some(1.0));
    probe.set_enabled(true);
    update_all(0.5);
    drop(guard);
    update_all(0.5);
    assert_eq!(take_log(), ["turn"]);
}

#[test]
fn k2_what_is_disabled_between_two_turns_of_a_frame_has_the_rest_later() {
    let probe = probe();
    let timer = probe.every(0.25, |probe| {
        probe.turns += 1;
        if probe.turns == 2 {
            probe.handle().set_enabled(false);
        }
    });
    update_all(1.0);
    assert_eq!(probe.borrow().turns, 2);
    update_all(1.0);
    probe.set_enabled(true);
    assert!(timer.is_pending());
    // Two of that frame are left, and one has come since.
    update_all(0.25);
    assert_eq!(probe.borrow().turns, 5);
}

#[test]
fn k2_give_back_ends_all_timers() {
    #[derive(Component, Default)]
    struct Bat(u32);
    impl Bat {
        fn on_enable(&mut self) {
            self.every(1.0, |bat| bat.0 += 1);
        }
    }
    let bats = Pool::<Archetype<(Bat,)>>::new();
    let bat = bats.take();
    let child = Entity::spawn();
    child.child_of(bat);
    child.every(1.0, |_| log("child"));
    bat.after(1.0, |_| log("entity"));
    bat.task(async |_| next_frame().await);
    assert_eq!(pending(), (3, 1));
    bats.give_back(bat);
    assert_eq!(pending(), (0, 0));
    update_all(2.0);
    // What was made for one that is parked ends when it is taken.
    let parked = bat.every(1.0, |_| log("parked"));
    update_all(1.0);
    assert_eq!(take_log(), ["parked"]);
    let again = bats.take();
    assert_eq!((again.index(), parked.is_pending(), pending()), (bat.index(), false, (1, 0)));
    update_all(1.0);
    assert_eq!((again.borrow::<Bat>().0, take_log().len()), (1, 0));
}

#[test]
fn k2_timers_are_cancelled_one_by_one_or_together() {
    let (probe, timers) = with_timers();
    assert!(timers[0].cancel() && !timers[0].cancel());
    assert!(timers[3].cancel());
    assert_eq!((alive(timers), pending()), ([false, true, true, false], (1, 1)));
    assert_eq!((probe.cancel_timers(), probe.cancel_timers()), (1, 0));
    assert_eq!((probe.entity().cancel_timers(), pending()), (1, (0, 0)));
    let (probe, _) = with_timers();
    assert_eq!((probe.entity().cancel_timers(), pending()), (4, (0, 0)));
    update_all(3.0);
    assert!(take_log().is_empty());
}

#[test]
fn k2_an_old_timer_names_no_new_one() {
    let probe = probe();
    let old = probe.after(1.0, Probe::fire);
    old.cancel();
    let new = probe.after(2.0, Probe::fire);
    assert!(old != new && !old.is_pending() && !old.cancel() && new.is_pending());
}

#[test]
fn k2_another_world_knows_nothing_of_a_timer() {
    let (red, blue) = (World::new(), World::new());
    let timers = [&red, &blue].map(|world| world.enter(|| probe().after(1.0, Probe::fire)));
    blue.enter(|| assert!(!timers[0].cancel() && !timers[0].is_pending()));
    red.enter(|| {
        update_all(1.0);
        assert_eq!((pending(), timers[0].is_pending()), ((0, 0), false));
    });
    blue.enter(|| assert_eq!((pending(), timers[1].remaining()), ((1, 0), Some(1.0))));
}

#[test]
fn k2_clear_ends_those_of_singletons_too() {
    #[derive(Singleton, Default)]
    struct Game(u32);
    impl Game {
        fn tick(&mut self) {
            self.0 += 1;
        }
    }
    Game::borrow().every(1.0, Game::tick);
    update_all(1.0);
    World::clear();
    assert_eq!(pending(), (0, 0));
    update_all(1.0);
    assert_eq!(Game::borrow().0, 1);
}

#[test]
fn k2_a_tag_has_timers_as_any_component() {
    #[derive(Component, Default)]
    struct Burning;
    let tag = Entity::spawn().add::<Burning>();
    tag.after(1.0, |_| log("burns"));
    tag.after(2.0, |_| unreachable!());
    update_all(0.5);
    tag.set_enabled(false);
    update_all(5.0);
    tag.set_enabled(true);
    update_all(0.5);
    assert_eq!(take_log(), ["burns"]);
    tag.entity().insert(Burning);
    assert_eq!(pending(), (0, 0), "another was put in its place");
    tag.after(2.0, |_| unreachable!());
    let view = Burning::view();
    tag.entity().insert(Burning);
    drop(view);
    assert_eq!(pending(), (0, 0));
    tag.after(2.0, |_| unreachable!());
    tag.kill();
    assert_eq!(pending(), (0, 0));
    let tag = Entity::spawn().add::<Burning>();
    tag.after(1.0, |_| unreachable!());
    tag.entity().despawn();
    assert_eq!(pending(), (0, 0));
}

#[test]
fn k2_a_type_whose_timers_are_over_is_as_one_that_never_had_any() {
    let probes: Vec<_> = (0..20).map(|_| probe()).collect();
    for probe in &probes {
        probe.after(1.0, Probe::fire);
    }
    probes.iter().step_by(2).for_each(|probe| assert!(probe.entity().despawn()));
    assert_eq!((Probe::count(), pending()), (10, (10, 0)));
    update_all(1.0);
    assert!(Probe::view().iter().all(|probe| probe.turns == 1));
    probes.iter().skip(1).step_by(2).for_each(|probe| assert!(probe.kill()));
    assert_eq!((Probe::count(), pending()), (0, (0, 0)));
}
