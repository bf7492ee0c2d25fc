//! Q1: what ends or switches the timers of one component does not look at those of others. Of so many it
//! would take minutes.

use ecs_core::{Component, Entity, Handle, World};

use crate::pending;

const MANY: usize = 50_000;

#[derive(Component, Default)]
struct Waves(u32);

#[derive(Component, Default)]
struct Effects(u32);

/// An entity with many timers of one component, and then as many of another.
fn entity_with_timers() -> (Handle<Waves>, Handle<Effects>) {
    let entity = Entity::spawn().with(Waves(0)).with(Effects(0));
    let (waves, effects) = (entity.handle::<Waves>(), entity.handle::<Effects>());
    (0..MANY).for_each(|_| _ = waves.after(1.0, |waves| waves.0 += 1));
    (0..MANY).for_each(|_| _ = effects.after(1.0, |effects| effects.0 += 1));
    (waves, effects)
}

#[test]
fn q1_the_timers_of_one_of_two_components_end_alone() {
    type End = fn(Handle<Waves>);
    let ends: [End; 3] = [
        |waves| _ = waves.kill(),
        |waves| _ = waves.entity().remove::<Waves>(),
        |waves| _ = waves.cancel_timers(),
    ];
    for end in ends {
        let (waves, effects) = entity_with_timers();
        end(waves);
        assert_eq!(pending(), (MANY, 0));
        effects.entity().despawn();
        assert_eq!(pending(), (0, 0));
    }
}

#[test]
fn q1_the_timers_of_one_of_two_components_wait_alone() {
    let (waves, effects) = entity_with_timers();
    waves.set_enabled(false);
    ecs_core::update_all(1.0);
    assert_eq!((waves.borrow().0, effects.borrow().0), (0, MANY as u32));
    waves.set_enabled(true);
    ecs_core::update_all(1.0);
    assert_eq!((waves.borrow().0, World::stats().timers), (MANY as u32, 0));
}
