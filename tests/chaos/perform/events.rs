//! Events, observers, timers and tasks.

use std::any::Any;

use ecs_core::{
    Add, Attach, Component, Detach, Disable, Enable, Entity, Observable, Remove, emit, next_frame, send_all,
    time, try_observe, wait,
};

use super::life::came_to;
use crate::act::Act;
use crate::components::{Body, Hit, Kept, Ping};
use crate::game::{at, check, game};
use crate::here::here;
use crate::journal::note;
use crate::kind::{Kind, OfKind, of_kind};
use crate::meddle::{Site, meddle};
use crate::value::EVENT;

pub(super) fn perform(act: Act) -> bool {
    match act {
        Act::Send(place, points) => {
            let count = at(place).send(Hit(u32::from(points)));
            came_to("send", at(place), count != 0);
        }
        Act::SendUp(place, points) => _ = at(place).send_up(Hit(u32::from(points))),
        Act::SendAll(points) => _ = send_all(Hit(u32::from(points))),
        Act::SendType(Kind::Body, points) => _ = Body::send_all(Hit(u32::from(points))),
        Act::SendType(_, points) => _ = Kept::send_all(Hit(u32::from(points))),
        Act::Emit(points) => _ = emit(Ping { points: u32::from(points), place: None }),
        Act::Observe(kind, what) => of_kind!(kind, T => observe::<T>(what)),
        Act::EndObserver(place) => {
            let observer = here(|here| {
                let count = here.observers.len();
                (count != 0).then(|| here.observers.swap_remove(usize::from(place) % count))
            });
            drop(observer);
        }
        Act::After(place, kind, time) => later(at(place), kind, time, false),
        Act::Every(place, kind, time) => later(at(place), kind, time, true),
        Act::Task(place, kind) => start_task(at(place), kind),
        Act::DespawnAfter(place, time) => _ = at(place).despawn_after(f32::from(time) * 0.05),
        Act::CancelTimers(place) => _ = at(place).cancel_timers(),
        _ => return false,
    }
    true
}

fn observe<T: OfKind>(what: u8) {
    match what {
        0 => keep::<Add<T>>(Add::entity),
        1 => keep::<Remove<T>>(Remove::entity),
        2 => keep::<Enable<T>>(Enable::entity),
        3 => keep::<Disable<T>>(Disable::entity),
        4 => keep::<Attach>(Attach::child),
        _ => keep::<Detach>(Detach::child),
    }
}

/// Every third has a condition, which does anything too.
fn keep<E: Observable>(of: fn(&E) -> Entity) {
    if here(|here| here.observers.len() >= 6) {
        return;
    }
    let observer = try_observe(move |event: &E| {
        note("observer", EVENT, of(event));
        meddle(Site::Observer, EVENT, of(event));
    });
    if let Ok(mut observer) = observer {
        if here(|here| here.observers.len() % 3 == 2) {
            observer = observer.run_if(|| {
                meddle(Site::Observer, EVENT, Entity::NONE);
                true
            });
        }
        let observer: Box<dyn Any> = Box::new(observer);
        here(|here| here.observers.push(observer));
    }
}

/// A time of the world, which a load may set to another one.
#[derive(Clone, Copy)]
struct Due {
    time: f64,
    loads: u32,
}

impl Due {
    fn in_seconds(seconds: f32) -> Self {
        Self { time: time().elapsed() + f64::from(seconds), loads: game(|game| game.realm().loads) }
    }

    fn check(self) {
        let is_early = time().elapsed() < self.time - 1e-3;
        // A hook may make a timer in the midst of a load.
        let has_moved = game(|game| game.realm().loads != self.loads || game.profile.meddles);
        check(!is_early || has_moved, || "a turn comes too early".into());
    }
}

fn turn(kind: u8, entity: Entity) {
    note("turn", kind, entity);
    meddle(Site::Turn, kind, entity);
}

fn later(entity: Entity, kind: Option<Kind>, time: u8, repeats: bool) {
    let time = f32::from(time) * 0.05;
    let due = Due::in_seconds(time);
    let turn = move |kind, entity| {
        due.check();
        turn(kind, entity);
    };
    match (kind, repeats) {
        (None, false) => _ = entity.after(time, move |entity| turn(EVENT, entity)),
        (None, true) => _ = entity.every(time, move |entity| turn(EVENT, entity)),
        (Some(kind), false) => {
            let turn = move || turn(kind as u8, entity);
            of_kind!(kind, T => _ = entity.handle::<T>().after(time, move |_: &mut T| turn()));
        }
        (Some(kind), true) => {
            let turn = move || turn(kind as u8, entity);
            of_kind!(kind, T => _ = entity.handle::<T>().every(time, move |_: &mut T| turn()));
        }
    }
}

async fn doze(kind: u8, entity: Entity) {
    turn(kind, entity);
    wait(0.1).await;
    turn(kind, entity);
    next_frame().await;
    turn(kind, entity);
}

fn start_task(entity: Entity, kind: Option<Kind>) {
    match kind {
        None => _ = entity.task(async move |entity| doze(EVENT, entity).await),
        Some(kind) => of_kind!(kind, T => {
            _ = entity.handle::<T>().task(async move |_| doze(kind as u8, entity).await);
        }),
    }
}
