//! Turns of timers and tasks: in a frame, at its end, and at the sync point for which one had to wait.

use core::cell::Cell;
use core::task::Poll;
use std::panic::resume_unwind;

use crate::base::Panic;
use crate::borrow::HookName;
use crate::later::{Action, Late, LateCall, Polling, Task, Timer, Turn};
use crate::world::{WorldCore, message_of};

use super::kill::{despawn, note_despawn};
use super::panics::{Named, caught, switch_off};

/// Gives a turn to all whose time has come, in the order of their times; a sync point after each.
pub(crate) fn run_due(core: &WorldCore) {
    if core.later.agenda.borrow_mut().begin_run(core.now()) {
        run_all(core);
    }
}

#[cold]
#[inline(never)]
fn run_all(core: &WorldCore) {
    let _run = Run(core);
    loop {
        let running = Cell::new(None);
        match caught(|| give_turns(core, &running)) {
            Ok(()) => return,
            Err(panic) => go_on(core, running.take(), panic),
        }
    }
}

fn give_turns(core: &WorldCore, running: &Cell<Option<Running>>) {
    while let Some(late) = core.next_turn() {
        running.set(Some(Running { timer: late.timer, column: late.column, hook: late.hook }));
        give_turn(core, late, false);
        running.set(None);
        core.sync();
    }
}

/// Ends a run when it is dropped.
struct Run<'w>(&'w WorldCore);

impl Drop for Run<'_> {
    fn drop(&mut self) {
        self.0.later.agenda.borrow_mut().end_run();
    }
}

/// Whose turn it is.
struct Running {
    timer: Timer,
    column: Option<u32>,
    hook: &'static HookName,
}

/// After a panic: lets the others have their turns, if the frame is to go on. Otherwise the panic goes on.
fn go_on(core: &WorldCore, running: Option<Running>, panic: Panic) {
    // Between two turns it is not in a timer.
    let Some(Running { timer, column, hook }) = running.filter(|_| core.goes_on()) else {
        resume_unwind(panic)
    };
    let entity = timer.entity();
    let column = column.and_then(|position| core.column_at(position));
    if let Some(column) = &column
        && let Some(row) = column.find(entity)
    {
        switch_off(column, row, entity, *hook, panic);
    } else {
        core.count_panic(*hook, entity, message_of(panic));
        core.end_timer(timer);
    }
}

/// Gives a turn to those that wait for the end of a frame, in the order of their entities.
pub(crate) fn run_at_frame_end(core: &WorldCore) {
    if core.later.agenda.borrow_mut().begin_frame_end() {
        let _end = FrameEnd(core);
        let next = || core.later.agenda.borrow_mut().next_at_frame_end();
        while let Some(timer) = next() {
            fire_late(core, timer);
            core.sync();
        }
    }
}

/// Ends the turns at the end of a frame when it is dropped.
struct FrameEnd<'w>(&'w WorldCore);

impl Drop for FrameEnd<'_> {
    fn drop(&mut self) {
        self.0.later.agenda.borrow_mut().end_frame_end();
    }
}

/// Gives a turn to a timer that had to wait for this moment, if it is still pending.
pub(super) fn fire_late(core: &WorldCore, timer: Timer) {
    let late = core.later.agenda.borrow_mut().begin_late(timer, core.now());
    if let Some(late) = late {
        give_turn(core, late, true);
    }
}

/// Gives a turn to a timer. Nothing is borrowed meanwhile but what the timer takes.
fn give_turn(core: &WorldCore, late: Late, has_waited: bool) {
    let Late { timer, action, hook, site, now, .. } = late;
    let entity = timer.entity();
    let _inside = core.op();
    let _running = core.note_running(*hook);
    let mut turn = InTurn { core, timer, action: Some(action), end: End::Over };
    let named = Named { hook: *hook, entity };
    match &mut turn.action {
        Some(Action::Call(call)) => {
            turn.end = End::Again;
            if call.call(&LateCall { timer, entity, hook, has_waited, site }) == Turn::Waits {
                turn.end = End::Waits;
            }
        }
        Some(Action::Task(task)) => turn.end = poll(core, task, now),
        Some(Action::Despawn) => {
            note_despawn("despawn_after", &[entity], site);
            despawn(entity);
        }
        None => {}
    }
    core::mem::forget(named);
}

/// How a turn ends.
enum End {
    /// One that repeats has another turn.
    Again,
    /// It had none: it waits for a sync point.
    Waits,
    /// A task goes on at a time of its own, or when it is woken.
    Resumes(f64),
    Over,
}

/// A turn until it is dropped. What is over is dropped then; after a panic, at the next sync point.
struct InTurn<'w> {
    core: &'w WorldCore,
    timer: Timer,
    action: Option<Action>,
    end: End,
}

impl Drop for InTurn<'_> {
    fn drop(&mut self) {
        let Some(action) = self.action.take() else { return };
        let (core, timer) = (self.core, self.timer);
        let ended = {
            let mut agenda = core.later.agenda.borrow_mut();
            match self.end {
                End::Again => agenda.end_turn(timer, action, true),
                End::Over => agenda.end_turn(timer, action, false),
                End::Waits => agenda.queue(timer, action),
                End::Resumes(time) => agenda.suspend(timer, action, time, core.now()),
            }
        };
        ended.into_iter().for_each(|ended| core.end_now(ended));
    }
}

/// Lets a task go on until it waits again.
fn poll(core: &WorldCore, task: &mut Task, now: f64) -> End {
    let polling = Some(Polling { now, resume: f64::INFINITY });
    let restore = RestorePolling { core, before: core.later.polling.replace(polling) };
    let polled = task.poll();
    let resume = core.later.polling.get().map_or(f64::INFINITY, |polling| polling.resume);
    drop(restore);
    match polled {
        Poll::Ready(()) => End::Over,
        Poll::Pending => End::Resumes(resume),
    }
}

struct RestorePolling<'w> {
    core: &'w WorldCore,
    before: Option<Polling>,
}

impl Drop for RestorePolling<'_> {
    fn drop(&mut self) {
        self.core.later.polling.set(self.before);
    }
}
