//! Turns of timers and tasks: in a frame, at its end, and at the sync point for which one had to wait.

use core::cell::Cell;
use core::task::Poll;
use std::panic::resume_unwind;

use crate::base::{OnDrop, Panic, message_of};
use crate::later::{Action, FutureTask, Late, Polling, Timer, TimerCall, Turn};
use crate::world::{Timed, Timing, Work, WorldCore, name_panicking, note_stuck};

use super::panics::{caught, switch_off};
use super::removal::{despawn, note_despawn};

/// Gives a turn to all whose time has come, in the order of their times; a sync point after each.
pub(crate) fn run_due(core: &WorldCore) {
    if core.later.agenda.borrow_mut().begin_run(core.frames.now()) {
        run_all(core);
    }
}

#[cold]
#[inline(never)]
fn run_all(core: &WorldCore) {
    let _run = OnDrop(|| core.later.agenda.borrow_mut().end_run());
    let timing = core.frames.timings().begin(0, || Timed::whole(Work::Later));
    loop {
        let running = Cell::new(None);
        match caught(|| give_turns(core, &running, &timing)) {
            Ok(()) => return,
            Err(panic) => go_on(core, running.take(), panic),
        }
    }
}

fn give_turns(core: &WorldCore, running: &Cell<Option<RunningTimer>>, timing: &Timing<'_>) {
    let next_turn = || core.later.agenda.borrow_mut().next_turn();
    while let Some(late) = next_turn() {
        timing.add_rows(1);
        let TimerCall { timer, hook, site } = late.call;
        running.set(Some((TimerCall { timer, hook, site }, late.column)));
        give_turn(core, late, false);
        running.set(None);
        core.sync();
    }
}

/// The timer whose turn it is, and the column of its component, by its position.
type RunningTimer = (TimerCall, Option<u32>);

/// After a panic: lets the others have their turns, if the frame is to go on. Otherwise the panic goes on.
fn go_on(core: &WorldCore, running: Option<RunningTimer>, panic: Panic) {
    // Between two turns it is not in a timer.
    let Some((TimerCall { timer, hook, site }, column)) = running.filter(|_| core.log.survives_panics())
    else {
        resume_unwind(panic)
    };
    let entity = timer.entity();
    let column = column.and_then(|position| core.columns.at(position));
    if let Some(column) = &column
        && let Some(row) = column.find(entity)
    {
        switch_off(column.at(entity, site), row, hook(), panic);
    } else {
        core.log.count_panic(hook(), entity, message_of(panic));
        core.end_timer(timer);
    }
}

/// Gives a turn to those that wait for the end of a frame, in the order of their entities.
pub(crate) fn run_at_frame_end(core: &WorldCore) {
    if core.later.agenda.borrow_mut().begin_frame_end() {
        let _end = OnDrop(|| core.later.agenda.borrow_mut().end_frame_end());
        let timing = core.frames.timings().begin(0, || Timed::whole(Work::FrameEnd));
        let next = || core.later.agenda.borrow_mut().next_at_frame_end();
        while let Some(timer) = next() {
            timing.add_rows(1);
            fire_late(core, timer);
            core.sync();
        }
    }
}

/// Gives a turn to a timer that had to wait for this moment, if it is still pending.
pub(super) fn fire_late(core: &WorldCore, timer: Timer) {
    let late = core.later.agenda.borrow_mut().begin_late(timer);
    if let Some(late) = late {
        give_turn(core, late, true);
    }
}

/// Gives a turn to a timer. Nothing is borrowed meanwhile but what the timer takes.
#[cfg_attr(not(debug_assertions), inline(always))]
fn give_turn(core: &WorldCore, late: Late, has_waited: bool) {
    let Late { call, mut action, .. } = late;
    let _inside = core.nesting.enter();
    let _running = core.log.note_running(call.hook);
    let broken = Broken { core, call: &call, action: &mut action };
    let end = match &mut *broken.action {
        Action::CopyCall(closure) => match closure.get().call(&call, has_waited) {
            Turn::Done => TurnEnd::Again,
            Turn::Waits => TurnEnd::Waits,
        },
        Action::FutureTask(task) => poll(core, call.timer, task),
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

/// How a turn ends.
enum TurnEnd {
    /// One that repeats has another turn.
    Again,
    /// It had none: it waits for a sync point.
    Waits,
    /// A task goes on at a time of its own, or when it is woken.
    Resumes(f64),
    Over,
}

/// Ends a turn. What is over is dropped; after a panic, at the next sync point.
#[cfg_attr(not(debug_assertions), inline(always))]
fn end_turn(core: &WorldCore, call: &TimerCall, action: Action, end: TurnEnd) {
    let ended = {
        let timer = call.timer;
        let mut agenda = core.later.agenda.borrow_mut();
        match end {
            TurnEnd::Again | TurnEnd::Over => agenda.end_turn(timer, action, matches!(end, TurnEnd::Again)),
            TurnEnd::Waits => agenda.queue(timer, action),
            TurnEnd::Resumes(time) => agenda.suspend(timer, action, time, core.frames.now()),
        }
    };
    if let Some(ended) = ended {
        if ended.is_stuck {
            note_stuck((call.hook)(), call.timer.entity(), call.site);
        }
        core.end_now(ended);
    }
}

/// Names the timer if its turn panics, and ends the turn: of what repeats there will be others. It is
/// forgotten if all went well.
struct Broken<'t> {
    core: &'t WorldCore,
    call: &'t TimerCall,
    action: &'t mut Action,
}

impl Drop for Broken<'_> {
    fn drop(&mut self) {
        let TimerCall { timer, hook, .. } = *self.call;
        name_panicking(hook(), timer.entity());
        let action = core::mem::replace(self.action, Action::Despawn);
        let end = if matches!(action, Action::CopyCall(_)) { TurnEnd::Again } else { TurnEnd::Over };
        end_turn(self.core, self.call, action, end);
    }
}

/// Lets a task go on until it waits again.
fn poll(core: &WorldCore, timer: Timer, task: &mut FutureTask) -> TurnEnd {
    let now = core.later.agenda.borrow().time_of(timer, core.frames.now());
    let polling = Some(Polling { now, resume: f64::INFINITY });
    let before = core.later.polling.replace(polling);
    let restore = OnDrop(|| core.later.polling.set(before));
    let polled = task.poll();
    let resume = core.later.polling.get().map_or(f64::INFINITY, |polling| polling.resume);
    drop(restore);
    match polled {
        Poll::Ready(()) => TurnEnd::Over,
        Poll::Pending => TurnEnd::Resumes(resume),
    }
}
