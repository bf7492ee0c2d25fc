//! Turns of timers and tasks: in a frame, at its end, and at the sync point for which one had to wait.

use core::any::TypeId;
use core::cell::Cell;
use core::task::Poll;
use std::panic::resume_unwind;

use crate::base::{OnDrop, Panic, message_of};
use crate::borrow::HookName;
use crate::column::{Waiting, WaitingEvent};
use crate::ids::Entity;
use crate::life::{caught, despawn, note_despawn, switch_off, switch_off_row};
use crate::outcomes::{FailurePolicy, name_panicking};
use crate::world::{Timed, Timing, Work, WorldCore, note_stuck};

use super::action::{Action, TimerCall};
use super::agenda::{Late, TurnEnd};
use super::state::{Timers, end_now};
use super::task::{FutureTask, Polling};
use super::timer::Timer;

/// Gives a turn to all whose time has come, in the order of their times; a sync point after each.
pub(super) fn run_due(core: &WorldCore) {
    if Timers::of(core).agenda.borrow_mut().begin_run(core.frames.now()) {
        run_all(core);
    }
}

#[cold]
#[inline(never)]
fn run_all(core: &WorldCore) {
    let _run = OnDrop(|| Timers::of(core).agenda.borrow_mut().end_run());
    let timing = core.frames.timings().begin(0, || Timed::whole(Work::Later));
    loop {
        let broken = Cell::new(None);
        match caught(|| give_turns(core, &broken, &timing)) {
            Ok(()) => return,
            Err(panic) => go_on(core, broken.take(), panic),
        }
    }
}

fn give_turns(core: &WorldCore, broken: &Cell<Option<TimerCall>>, timing: &Timing<'_>) {
    let next_turn = || Timers::of(core).agenda.borrow_mut().next_turn(core.frames.now());
    while let Some(late) = next_turn() {
        timing.add_rows(1);
        give_turn(core, late, false, broken);
        core.sync();
    }
}

/// After a panic: lets the others have their turns, if the frame is to go on. Otherwise the panic goes on.
fn go_on(core: &WorldCore, broken: Option<TimerCall>, panic: Panic) {
    // Between two turns it is not in a timer.
    let Some(call) = broken.filter(|_| core.log.policy() == FailurePolicy::SwitchOff) else {
        resume_unwind(panic)
    };
    let TimerCall { timer, column, site, .. } = call;
    let entity = timer.entity();
    if let Some(column) = core.columns.at(column)
        && let Some(row) = column.find(entity)
    {
        switch_off(column.at(entity, site), row, name(core, &call), panic);
    } else {
        core.count_panic(name(core, &call), entity, message_of(panic));
        Timers::of(core).end(core, timer);
    }
}

/// Gives a turn to those that wait for the end of a frame, in the order of their entities.
pub(super) fn run_at_frame_end(core: &WorldCore) {
    if Timers::of(core).agenda.borrow_mut().begin_frame_end() {
        let _end = OnDrop(|| Timers::of(core).agenda.borrow_mut().end_frame_end());
        let timing = core.frames.timings().begin(0, || Timed::whole(Work::FrameEnd));
        let next = || Timers::of(core).agenda.borrow_mut().next_at_frame_end();
        while let Some(timer) = next() {
            timing.add_rows(1);
            fire_late(core, timer);
            core.sync();
        }
    }
}

/// Lets a timer wait for a sync point, as events do.
#[cold]
fn queue(core: &WorldCore, call: &TimerCall) -> TurnEnd {
    let TimerCall { timer: Timer { entity, slot, generation }, site, .. } = *call;
    let give = |core: &WorldCore, entity, number: u64| {
        fire_late(core, Timer { entity, slot: number as u32, generation: (number >> 32) as u32 });
    };
    let what = Waiting::Turn(give, u64::from(generation) << 32 | u64::from(slot));
    if let Some(column) = core.columns.at(call.column) {
        column.queue_event(WaitingEvent { entity, what, site });
    }
    TurnEnd::Waits
}

/// Gives a turn to a timer that had to wait for this moment, if it is still pending.
fn fire_late(core: &WorldCore, timer: Timer) {
    let late = Timers::of(core).agenda.borrow_mut().begin_late(timer, core.frames.now());
    if let Some(late) = late {
        give_turn(core, late, true, &Cell::new(None));
    }
}

/// Gives a turn to a timer, and notes the timer if the turn panics. Nothing is borrowed meanwhile but what
/// the timer takes.
#[cfg_attr(not(debug_assertions), inline(always))]
fn give_turn(core: &WorldCore, late: Late, has_waited: bool, noted: &Cell<Option<TimerCall>>) {
    let Late { call, mut action } = late;
    let _inside = core.nesting.enter();
    let _running = core.log.note_running(|| name(core, &call));
    core.frames.timings().tell_of(call.timer.entity(), || turn(core, &call));
    let broken = Broken { core, call: &call, action: &mut action, noted };
    let end = match &mut *broken.action {
        Action::CopyCall(closure) if closure.get().call(&call, has_waited) => TurnEnd::Again,
        Action::CopyCall(_) => queue(core, &call),
        Action::FutureTask(task) => poll(core, &call, task),
        Action::Despawn => {
            let entity = call.timer.entity();
            note_despawn("despawn_after", &[entity], call.site);
            despawn(entity, call.site);
            TurnEnd::Over
        }
    };
    core::mem::forget(broken);
    end_turn(core, &call, action, end);
}

/// The method that has made a timer, as messages name it.
fn name(core: &WorldCore, call: &TimerCall) -> HookName {
    call.name(core.columns.at(call.column).map_or("Entity", |column| column.name()))
}

/// A turn of a timer, for who follows a frame.
#[cold]
fn turn(core: &WorldCore, call: &TimerCall) -> Timed {
    let column = core.columns.at(call.column);
    let id = column.map_or(TypeId::of::<Entity>(), |column| column.info.id);
    let HookName { component, hook } = name(core, call);
    Timed::turn(id, hook, component)
}

/// Ends a turn. What is over is dropped; after a panic, at the next sync point.
#[cfg_attr(not(debug_assertions), inline(always))]
fn end_turn(core: &WorldCore, call: &TimerCall, action: Action, end: TurnEnd) {
    let ended = Timers::of(core).agenda.borrow_mut().end_turn(call.timer, action, end);
    if let Err(ended) = ended {
        if ended.is_stuck {
            note_stuck(name(core, call), call.timer.entity(), call.site);
        }
        end_now(core, ended);
    }
}

/// Names and notes the timer if its turn panics, and ends the turn: of what repeats there will be others.
/// This is forgotten if all went well.
struct Broken<'t> {
    core: &'t WorldCore,
    call: &'t TimerCall,
    action: &'t mut Action,
    noted: &'t Cell<Option<TimerCall>>,
}

impl Drop for Broken<'_> {
    fn drop(&mut self) {
        self.noted.set(Some(*self.call));
        name_panicking(name(self.core, self.call), self.call.timer.entity());
        let action = core::mem::replace(self.action, Action::Despawn);
        let end = if matches!(action, Action::CopyCall(_)) { TurnEnd::Again } else { TurnEnd::Over };
        end_turn(self.core, self.call, action, end);
    }
}

/// Lets a task go on until it waits again.
fn poll(core: &WorldCore, call: &TimerCall, task: &mut FutureTask) -> TurnEnd {
    let timer = call.timer;
    let now = Timers::of(core).agenda.borrow().time_of(timer, core.frames.now());
    let polling = Some(Polling { now, resume: f64::INFINITY });
    let before = Timers::of(core).polling.replace(polling);
    let restore = OnDrop(|| Timers::of(core).polling.set(before));
    let polled = task.poll();
    let resume = Timers::of(core).polling.get().map_or(f64::INFINITY, |polling| polling.resume);
    drop(restore);
    match polled {
        Poll::Ready(is_to_go_off) => {
            if is_to_go_off && let Some(column) = core.columns.at(call.column) {
                column
                    .find(timer.entity())
                    .inspect(|&row| switch_off_row(column.at(timer.entity(), call.site), row));
            }
            TurnEnd::Over
        }
        Poll::Pending => TurnEnd::Resumes(resume, core.frames.now()),
    }
}
