//! Turns: whose time has come, and what follows when a turn is over.

use core::cmp::Reverse;

use crate::base::prefetch;

use super::super::action::{Action, TimerCall};
use super::super::entry::{TimerState, is_valid};
use super::super::timer::Timer;
use super::super::times::TurnTime;
use super::{Agenda, EndedTimer};

/// So much may be missing, in seconds: 0.2 is no `f32`, and five times what is near it is no second.
const NEARLY: f64 = 1e-4;

/// A timer whose turn it is, with what it does, which is given back afterwards.
pub(crate) struct Late {
    pub(crate) call: TimerCall,
    pub(crate) action: Action,
}

/// How a turn ends.
pub(crate) enum TurnEnd {
    /// One that repeats has another turn at its next time.
    Again,
    /// It had none: what it takes is borrowed, and it waits for a sync point.
    Waits,
    /// A task goes on at a time of its own, or when it is woken. The second one is the time of the world.
    Resumes(f64, f64),
    Over,
}

impl Agenda {
    /// Begins to give turns to what is due now, if anything is.
    #[inline]
    pub(crate) fn begin_run(&mut self, now: f64) -> bool {
        let until = TurnTime::of(now + NEARLY);
        if !self.listening.is_empty() {
            self.arm_woken(now);
        }
        if !self.times.is_any_due(until) {
            return false;
        }
        self.times.begin_run(until);
        self.until = Some(until);
        true
    }

    /// Gives turns to those tasks that were woken, or can be woken no more.
    fn arm_woken(&mut self, now: f64) {
        let mut listening = core::mem::take(&mut self.listening);
        listening.retain(|&timer| {
            if self.find(timer).is_none() {
                return false;
            }
            let entry = &mut self.entries[timer.slot as usize];
            let Some(Action::FutureTask(task)) = &entry.action else { return true };
            let is_asleep = entry.asleep_since.is_some();
            let listens = task.may_be_woken() || is_asleep;
            let is_woken = !is_asleep && task.takes_waking();
            let is_forgotten = !listens && entry.state == TimerState::Idle;
            entry.is_listening = listens;
            if is_woken || is_forgotten {
                self.arm_task(timer.slot, now, now);
            }
            listens
        });
        self.listening = listening;
    }

    /// Lets a task have its turn at a time, and not when it was to have it before.
    fn arm_task(&mut self, slot: u32, time: f64, now: f64) {
        self.disarm(slot);
        let entry = &mut self.entries[slot as usize];
        entry.state = TimerState::Armed;
        entry.start = time;
        entry.still = self.clocks.still(entry.column, now);
        self.arm(slot, false);
    }

    /// The next one whose turn it is. It has its turn until its action is given back.
    #[inline]
    pub(crate) fn next_turn(&mut self, now: f64) -> Option<Late> {
        let until = self.until?;
        loop {
            let due = self.times.pop(until)?;
            if let Some(entry) = self.times.soon().and_then(|slot| self.entries.get(slot as usize)) {
                prefetch(entry);
            }
            if is_valid(&self.entries, &due) {
                if self.clocks.are_none() || !self.waits_still(due, now) {
                    return self.begin_turn(due.slot);
                }
                continue;
            }
            self.stale = self.stale.saturating_sub(1);
        }
    }

    /// Ends a run: what it has noted belongs to the next ones.
    pub(crate) fn end_run(&mut self) {
        self.until = None;
        self.times.end_run(&mut self.noted);
    }

    /// Begins to give turns to those that wait for the end of a frame, if there are any. What comes meanwhile
    /// waits for the next one.
    pub(crate) fn begin_frame_end(&mut self) -> bool {
        if self.at_frame_end.is_empty() {
            return false;
        }
        // The first comes last.
        core::mem::swap(&mut self.at_frame_end, &mut self.ending);
        self.ending.sort_unstable_by_key(|due| Reverse((due.entity, due.call)));
        true
    }

    /// The next one that waits for the end of the frame.
    pub(crate) fn next_at_frame_end(&mut self) -> Option<Timer> {
        loop {
            let due = self.ending.pop()?;
            if is_valid(&self.entries, &due) {
                return Some(self.timer(due.slot));
            }
        }
    }

    /// Puts those back that had no turn at the end of a frame, because it has stopped.
    pub(crate) fn end_frame_end(&mut self) {
        self.at_frame_end.append(&mut self.ending);
    }

    /// Begins the turn of one that has waited for the end of a frame, or for a sync point. One whose
    /// component is disabled by now, or whose type stands still, waits for that.
    pub(crate) fn begin_late(&mut self, timer: Timer, now: f64) -> Option<Late> {
        let (state, is_asleep) = self.find(timer).map(|entry| (entry.state, entry.asleep_since.is_some()))?;
        if state == TimerState::Queued && is_asleep {
            self.entries[timer.slot as usize].state = TimerState::Armed;
            return None;
        }
        if state == TimerState::Queued && !self.clocks.are_none() {
            let entry = &mut self.entries[timer.slot as usize];
            entry.state = TimerState::Armed;
            let due = entry.turn_order(timer.slot);
            if self.waits_still(due, now) {
                return None;
            }
            self.entries[timer.slot as usize].state = TimerState::Queued;
        }
        matches!(state, TimerState::Queued | TimerState::AtFrameEnd).then(|| self.begin_turn(timer.slot))?
    }

    #[inline]
    fn begin_turn(&mut self, slot: u32) -> Option<Late> {
        let timer = self.timer(slot);
        let entry = &mut self.entries[slot as usize];
        let action = entry.action.take()?;
        entry.state = TimerState::Running;
        entry.turn = entry.turn.wrapping_add(1);
        if let Action::FutureTask(task) = &action {
            // Asked before: what wakes it from now on wakes it for the next frame.
            task.takes_waking();
        }
        let call = TimerCall { timer, column: entry.column, method: entry.method, site: entry.site };
        Some(Late { call, action })
    }

    /// The time of a task that has its turn, which stands still while its component is disabled.
    pub(crate) fn time_of(&self, task: Timer, now: f64) -> f64 {
        // A sum and a difference may miss the time by a bit.
        self.find(task).map_or(now, |entry| (now - entry.asleep).max(entry.start - entry.asleep))
    }

    /// Ends a turn. What is over is to be dropped: also what would have endless turns at the same time.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn end_turn(&mut self, timer: Timer, action: Action, end: TurnEnd) -> Result<(), EndedTimer> {
        if self.find(timer).is_none() {
            return Err(EndedTimer { column: None, action: Some(action), is_stuck: false });
        }
        let entry = &mut self.entries[timer.slot as usize];
        entry.action = Some(action);
        match end {
            TurnEnd::Again if entry.period.is_some() && entry.advance() => {
                entry.state = TimerState::Armed;
                self.arm(timer.slot, true);
            }
            TurnEnd::Waits => entry.state = TimerState::Queued,
            TurnEnd::Resumes(time, now) => self.suspend(timer, time, now),
            TurnEnd::Again => {
                let is_stuck = entry.period.is_some();
                return Err(EndedTimer { is_stuck, ..self.free(timer.slot) });
            }
            TurnEnd::Over => return Err(self.free(timer.slot)),
        }
        Ok(())
    }

    /// Lets a task wait for a time of its own, or until something wakes it. A task without a time, whose
    /// waker nobody keeps, waits for the next frame: its future wants to be polled until it is ready.
    fn suspend(&mut self, timer: Timer, resume: f64, now: f64) {
        let entry = &mut self.entries[timer.slot as usize];
        entry.state = TimerState::Idle;
        let Some(Action::FutureTask(task)) = &entry.action else { return };
        let may_be_woken = task.may_be_woken();
        let is_forgotten = !may_be_woken && resume == f64::INFINITY;
        let resume = if task.takes_waking() || is_forgotten { now } else { resume + entry.asleep };
        if may_be_woken && !core::mem::replace(&mut entry.is_listening, true) {
            self.listening.push(timer);
        }
        if resume < f64::INFINITY {
            self.arm_task(timer.slot, resume, now);
        }
    }
}
