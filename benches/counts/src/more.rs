//! Systems, events and timers.

use ecs_core::{Entity, IntoSystem, Query, Schedule, SystemParam, World, update_all};

use crate::access::{ROWS, moving};
use crate::types::{Damage, Health, Pos, Vel};
use crate::{Program, measure};

pub const PROGRAMS: &[Program] = &[
    ("schedule", |n| {
        moving(1);
        let mut schedule =
            Schedule::new().add(speed_up).add(advance.after(speed_up)).add(wrap.after(advance));
        schedule.run(0.1);
        measure(move || (0..n).for_each(|_| schedule.run(0.1)))
    }),
    // The same, with structs of parameters.
    ("schedule_struct", |n| {
        moving(1);
        let mut schedule = Schedule::new()
            .add(speed_up_in)
            .add(advance_in.after(speed_up_in))
            .add(wrap_in.after(advance_in));
        schedule.run(0.1);
        measure(move || (0..n).for_each(|_| schedule.run(0.1)))
    }),
    ("send", |n| {
        let entity = Entity::spawn().insert(Health(1.0)).entity();
        measure(move || (0..n).for_each(|_| assert_eq!(entity.send(Damage(0.1)), 1)))
    }),
    ("after_cancel", |n| {
        let entity = Entity::spawn();
        measure(move || (0..n).for_each(|_| assert!(entity.after(100.0, |_| ()).cancel())))
    }),
    ("component_after_cancel", |n| {
        let health = Entity::spawn().insert(Health(1.0));
        measure(move || (0..n).for_each(|_| assert!(health.after(100.0, |_| ()).cancel())))
    }),
    ("every", |n| {
        for entity in Entity::spawn_many(ROWS, |_, _| Health(0.0)) {
            entity.handle::<Health>().every(0.1, |health| health.0 += 1.0);
        }
        measure(move || (0..n / ROWS).for_each(|_| update_all(0.1)))
    }),
    ("worlds", |n| measure(move || (0..n / ROWS).for_each(|_| drop(World::new())))),
];

fn speed_up(mut all: Query<&mut Vel>, dt: f32) {
    for vel in &mut all {
        vel.0 += dt;
    }
}

fn advance(mut all: Query<(&mut Pos, &Vel)>, dt: f32) {
    for (pos, vel) in &mut all {
        pos.0[1] += vel.0 * dt;
    }
}

fn wrap(mut all: Query<&mut Pos>) {
    for pos in &mut all {
        pos.0[1] %= 100.0;
    }
}

#[derive(SystemParam)]
struct Fast<'w> {
    all: Query<'w, &'w mut Vel>,
    dt: f32,
}

fn speed_up_in(Fast { all, dt }: Fast) {
    speed_up(all, dt);
}

#[derive(SystemParam)]
struct Moving<'w> {
    advanced: Advanced<'w>,
    dt: f32,
}

#[derive(SystemParam)]
struct Advanced<'w> {
    all: Query<'w, (&'w mut Pos, &'w Vel)>,
}

fn advance_in(Moving { advanced: Advanced { all }, dt }: Moving) {
    advance(all, dt);
}

#[derive(SystemParam)]
struct Wrapped<'w>(Query<'w, &'w mut Pos>);

fn wrap_in(Wrapped(all): Wrapped) {
    wrap(all);
}
