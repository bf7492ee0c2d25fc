//! Timers and tasks: many of one component, of two components of one entity, and of many.

use ecs_core::{Component, Entity, Timer, World, next_frame, until, update_all, wait};

use super::{Case, call};

#[derive(Component, Clone, Default)]
struct Waves(u32);

#[derive(Component, Clone, Default)]
struct Effects(u32);

/// An entity with `count` timers of its first component, and then as many of the second.
fn timers_of_two(n: usize) -> Entity {
    let entity = Entity::spawn().with(Waves(0)).with(Effects(0));
    (0..n).for_each(|place| _ = entity.handle::<Waves>().after(1.0 + place as f32, |waves| waves.0 += 1));
    (0..n)
        .for_each(|place| _ = entity.handle::<Effects>().after(1.0 + place as f32, |effects| effects.0 += 1));
    entity
}

fn timers_of_one(n: usize) -> Vec<Timer> {
    let entity = Entity::spawn().with(Waves(0));
    (0..n).map(|place| entity.handle::<Waves>().every(1.0 + place as f32, |waves| waves.0 += 1)).collect()
}

pub(super) const CASES: &[Case] = &[
    ("after, and their turns", |n| {
        let entity = Entity::spawn().with(Waves(0));
        call(move || {
            (0..n).for_each(|_| _ = entity.handle::<Waves>().after(0.1, |waves| waves.0 += 1));
            update_all(0.2);
            assert_eq!(entity.borrow::<Waves>().0, n as u32);
        })
    }),
    ("turns of timers of many", |n| {
        for entity in Entity::spawn_many(n, |_, _| Waves(0)) {
            entity.handle::<Waves>().every(0.1, |waves| waves.0 += 1);
        }
        call(move || (0..3).for_each(|_| update_all(0.1)))
    }),
    ("cancel of all, the first first", |n| {
        let all = timers_of_one(n);
        call(move || all.into_iter().for_each(|timer| assert!(timer.cancel())))
    }),
    ("cancel of all, the last first", |n| {
        let all = timers_of_one(n);
        call(move || all.into_iter().rev().for_each(|timer| assert!(timer.cancel())))
    }),
    ("cancel_timers", |n| {
        let entity = timers_of_two(n);
        call(move || assert_eq!(entity.handle::<Waves>().cancel_timers(), n))
    }),
    ("kill of one with timers, whose sibling has others", |n| {
        let entity = timers_of_two(n);
        call(move || _ = entity.kill::<Waves>())
    }),
    ("remove of one with timers, whose sibling has others", |n| {
        let entity = timers_of_two(n);
        call(move || _ = entity.remove::<Effects>())
    }),
    ("set_enabled of one with timers, whose sibling has others", |n| {
        let entity = timers_of_two(n);
        call(move || {
            _ = (entity.handle::<Waves>().set_enabled(false), entity.handle::<Waves>().set_enabled(true))
        })
    }),
    ("despawn of one with timers", |n| {
        let entity = timers_of_two(n);
        call(move || _ = entity.despawn())
    }),
    ("World::clear with timers", |n| {
        timers_of_two(n);
        call(move || World::clear())
    }),
    ("despawn_after", |n| {
        for entity in Entity::spawn_many(n, |_, _| Waves(0)) {
            entity.despawn_after(0.1);
        }
        call(move || update_all(0.2))
    }),
    ("tasks that wait for frames and times", |n| {
        let entity = Entity::spawn().with(Waves(0));
        for _ in 0..n {
            entity.handle::<Waves>().task(|waves| async move {
                next_frame().await;
                wait(0.1).await;
                waves.borrow_mut().0 += 1;
            });
        }
        call(move || (0..4).for_each(|_| update_all(0.1)))
    }),
    ("tasks that look each frame", |n| {
        let entity = Entity::spawn().with(Waves(0));
        for _ in 0..n {
            entity.task(|entity| async move { until(move || entity.borrow::<Waves>().0 > 0).await });
        }
        call(move || {
            update_all(0.1);
            entity.borrow_mut::<Waves>().0 = 1;
            update_all(0.1);
        })
    }),
];
