//! [`Agenda`]: all timers and tasks of a world: made, found, ended, switched. Nothing runs here, and no
//! closure or future is dropped here.

mod saved;
#[cfg(test)]
mod tests;
mod turns;

use crate::base::CallSite;
use crate::ids::Entity;

use super::action::{Action, TimerMethod, When};
use super::clocks::Clocks;
use super::entry::{OF_ENTITY, TimerEntry, TimerLinks, TimerState, is_valid};
use super::owners::{NOTHING, Owners};
use super::timer::Timer;
use super::times::{Times, TurnOrder, TurnTime};
pub(super) use turns::{Late, TurnEnd};

/// Turns that are no longer valid are forgotten once there are so many more of them than timers.
const MANY_STALE: usize = 64;

/// All timers and tasks of a world.
#[derive(Default)]
pub(super) struct Agenda {
    entries: Vec<TimerEntry>,
    /// The first free place, which leads to the others.
    free: Option<u32>,
    owners: Owners,
    times: Times,
    clocks: Clocks,
    /// How many turns are noted that are no longer valid.
    stale: usize,
    calls: u64,
    /// The number of timers, and that of tasks.
    counts: [usize; 2],
    /// Tasks that somebody else may wake.
    listening: Vec<Timer>,
    /// Those that wait for the end of a frame.
    at_frame_end: Vec<TurnOrder>,
    /// Those that have their turns at the end of this frame.
    ending: Vec<TurnOrder>,
    /// While the timers of a frame have their turns, how far these go.
    until: Option<TurnTime>,
    /// What the run that goes on has noted for later ones. They take it all at once.
    noted: Vec<TurnOrder>,
}

/// A new timer.
pub(super) struct NewTimer {
    pub(super) when: When,
    pub(super) action: Action,
    pub(super) site: CallSite,
}

/// A timer that is over.
#[must_use]
pub(super) struct EndedTimer {
    /// The column of its component, by its position.
    pub(super) column: Option<u32>,
    /// To be dropped where user code may run.
    pub(super) action: Option<Action>,
    /// It repeats, and was ended because a turn did not move its time forward.
    pub(super) is_stuck: bool,
}

impl Agenda {
    // ---- making ----

    /// Makes a timer of an entity; or of its component, with the position of the column, and whether that is
    /// enabled. Timers of the entity itself go on in any case.
    pub(super) fn add(&mut self, entity: Entity, of: Option<(u32, bool)>, new: NewTimer, now: f64) -> Timer {
        let NewTimer { when, action, site } = new;
        let (state, start, period) = match when {
            When::After(seconds) => (TimerState::Armed, now + f64::from(seconds), None),
            When::Again(seconds) => (TimerState::Armed, now, Some(seconds)),
            When::FrameEnd => (TimerState::AtFrameEnd, now, None),
        };
        let method = match action {
            Action::Despawn => TimerMethod::DespawnAfter,
            Action::FutureTask(_) => TimerMethod::Task,
            Action::CopyCall(_) if period.is_some() => TimerMethod::Again,
            Action::CopyCall(_) => TimerMethod::After,
        };
        self.calls += 1;
        let slot = self.place(TimerEntry {
            generation: 1,
            state,
            entity,
            column: of.map_or(OF_ENTITY, |(column, _)| column),
            call: self.calls,
            turn: 0,
            start,
            count: 1.0,
            period,
            asleep_since: of.filter(|(_, is_enabled)| !is_enabled).map(|_| now),
            asleep: 0.0,
            still: of.map_or(0.0, |(column, _)| self.clocks.still(column, now)),
            method,
            is_listening: false,
            action: Some(action),
            site,
            links: TimerLinks::NONE,
        });
        self.begin(slot)
    }

    /// Puts a timer into a free place.
    #[inline(always)]
    fn place(&mut self, entry: TimerEntry) -> u32 {
        let Some(slot) = self.free else {
            self.entries.push(entry);
            return u32::try_from(self.entries.len() - 1).expect("fewer than 2^32 timers");
        };
        let place = &mut self.entries[slot as usize];
        self.free = Some(place.links.next).filter(|&next| next != NOTHING);
        *place = TimerEntry { generation: place.generation, turn: place.turn, ..entry };
        slot
    }

    /// Lets a timer that is in its place wait for its turn.
    #[inline(always)]
    fn begin(&mut self, slot: u32) -> Timer {
        self.counts[usize::from(self.entries[slot as usize].method == TimerMethod::Task)] += 1;
        self.link(slot);
        self.arm(slot, false);
        self.timer(slot)
    }

    /// Puts a timer before the others of its owner.
    #[inline(always)]
    fn link(&mut self, slot: u32) {
        let TimerEntry { entity, column, .. } = self.entries[slot as usize];
        let (owner_before, first) = self.find_owner(entity.index(), column);
        let next_owner = match self.entries.get_mut(first as usize) {
            Some(first) => {
                first.links.before = slot;
                first.links.next_owner
            }
            None => NOTHING,
        };
        let links = &mut self.entries[slot as usize].links;
        (links.next, links.next_owner) = (first, next_owner);
        self.lead(entity.index(), owner_before, slot);
    }

    fn unlink(&mut self, slot: u32) {
        let TimerEntry { entity, column, links, .. } = self.entries[slot as usize];
        let TimerLinks { next, before, next_owner } = links;
        if let Some(next) = self.entries.get_mut(next as usize) {
            next.links.before = before;
        }
        if before != NOTHING {
            self.entries[before as usize].links.next = next;
            return;
        }
        let (owner_before, _) = self.find_owner(entity.index(), column);
        let heir = match self.entries.get_mut(next as usize) {
            Some(heir) => {
                heir.links.next_owner = next_owner;
                next
            }
            None => next_owner,
        };
        self.lead(entity.index(), owner_before, heir);
    }

    /// Finds the first timer of an owner and that of the owner before. An entity has few owners, whatever the
    /// number of their timers is.
    fn find_owner(&self, index: u32, column: u32) -> (u32, u32) {
        let (mut owner_before, mut first) = (NOTHING, self.owners.first(index));
        while let Some(entry) = self.entries.get(first as usize).filter(|entry| entry.column != column) {
            (owner_before, first) = (first, entry.links.next_owner);
        }
        (owner_before, first)
    }

    /// Makes a timer the first one of the owner that follows another owner, or of the first owner of an
    /// index.
    fn lead(&mut self, index: u32, owner_before: u32, slot: u32) {
        match self.entries.get_mut(owner_before as usize) {
            Some(owner_before) => owner_before.links.next_owner = slot,
            None => self.owners.set_first(index, slot),
        }
    }

    /// Notes the turn of a timer that waits for it. While the timers of a frame have their turns, it belongs
    /// to a later frame, unless it is due and only catches up.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn arm(&mut self, slot: u32, catches_up: bool) {
        let entry = &self.entries[slot as usize];
        if entry.asleep_since.is_some() && entry.state != TimerState::AtFrameEnd {
            return;
        }
        let due = entry.turn_order(slot);
        match entry.state {
            TimerState::AtFrameEnd => self.at_frame_end.push(due),
            TimerState::Armed if self.until.is_some_and(|until| !catches_up || due.time > until) => {
                self.noted.push(due);
            }
            TimerState::Armed => self.times.push(due),
            TimerState::Free | TimerState::Queued | TimerState::Running | TimerState::Idle => {}
        }
    }

    /// Makes a turn invalid that is noted.
    fn disarm(&mut self, slot: u32) {
        let entry = &mut self.entries[slot as usize];
        let is_noted = entry.state == TimerState::Armed && entry.asleep_since.is_none();
        entry.turn = entry.turn.wrapping_add(1);
        self.stale += usize::from(is_noted);
        if self.stale > self.counts.iter().sum::<usize>() + MANY_STALE && self.until.is_none() {
            self.stale = 0;
            let entries = &self.entries;
            self.times.retain(|due| is_valid(entries, due));
        }
    }

    // ---- looking ----

    fn timer(&self, slot: u32) -> Timer {
        let TimerEntry { entity, generation, .. } = self.entries[slot as usize];
        Timer { entity, slot, generation }
    }

    fn find(&self, timer: Timer) -> Option<&TimerEntry> {
        let entry = self.entries.get(timer.slot as usize)?;
        (entry.state != TimerState::Free && self.timer(timer.slot) == timer).then_some(entry)
    }

    /// Says whether a timer is to have a turn still.
    pub(super) fn is_pending(&self, timer: Timer) -> bool {
        let is_in_last_turn =
            |entry: &TimerEntry| entry.state == TimerState::Running && entry.period.is_none();
        self.find(timer).is_some_and(|entry| entry.method == TimerMethod::Task || !is_in_last_turn(entry))
    }

    /// The seconds from now to the next turn of a timer, if it waits for its time.
    pub(super) fn remaining(&self, timer: Timer, now: f64) -> Option<f64> {
        let entry = self.find(timer)?;
        let now = match entry.asleep_since {
            None => now - (self.clocks.still(entry.column, now) - entry.still),
            Some(since) => since,
        };
        match entry.state {
            TimerState::Armed => Some((entry.time() - now).max(0.0)),
            TimerState::Queued | TimerState::AtFrameEnd => Some(0.0),
            TimerState::Running if entry.period.is_some() => Some((entry.time() - now).max(0.0)),
            TimerState::Free | TimerState::Running | TimerState::Idle => None,
        }
    }

    /// How many timers and tasks there are.
    pub(super) fn counts(&self) -> (usize, usize) {
        self.counts.into()
    }

    /// Says whether the entity of an index, or a component of it, has any.
    #[inline]
    pub(super) fn has_any(&self, index: u32) -> bool {
        self.counts != [0, 0] && self.owners.first(index) != NOTHING
    }

    /// Says whether the component of an entity in a column has any.
    pub(super) fn has_any_in(&self, entity: Entity, column: u32) -> bool {
        self.find_owner(entity.index(), column).1 != NOTHING
    }

    // ---- ending ----

    /// Ends a timer, also while its action is taken out.
    pub(super) fn end(&mut self, timer: Timer) -> Option<EndedTimer> {
        self.find(timer)?;
        Some(self.free(timer.slot))
    }

    /// Ends one timer of an entity: of a column, or any.
    pub(super) fn end_next(&mut self, entity: Entity, column: Option<u32>) -> Option<EndedTimer> {
        let slot = match column {
            Some(column) => self.find_owner(entity.index(), column).1,
            None => self.owners.first(entity.index()),
        };
        (self.entries.get(slot as usize)?.entity == entity).then(|| self.free(slot))
    }

    /// Ends the timer in a place, if there is one; `None` if there is no such place.
    pub(super) fn end_in(&mut self, place: u32) -> Option<Option<EndedTimer>> {
        let is_free = self.entries.get(place as usize)?.state == TimerState::Free;
        Some((!is_free).then(|| self.free(place)))
    }

    fn free(&mut self, slot: u32) -> EndedTimer {
        self.disarm(slot);
        self.unlink(slot);
        let entry = &mut self.entries[slot as usize];
        self.counts[usize::from(entry.method == TimerMethod::Task)] -= 1;
        let ended = EndedTimer { column: entry.column(), action: entry.action.take(), is_stuck: false };
        entry.state = TimerState::Free;
        // A place whose generations are used up is not used again: an old timer would name a new one.
        if let Some(generation) = entry.generation.checked_add(1) {
            entry.generation = generation;
            entry.links.next = self.free.replace(slot).unwrap_or(NOTHING);
        }
        ended
    }

    // ---- switching ----

    /// Lets the timers of a component wait while it is disabled.
    pub(super) fn set_enabled(&mut self, entity: Entity, column: u32, is_enabled: bool, now: f64) {
        let (_, mut slot) = self.find_owner(entity.index(), column);
        let still = self.clocks.still(column, now);
        while let Some(entry) = self.entries.get_mut(slot as usize) {
            let next = entry.links.next;
            match entry.asleep_since {
                Some(since) if is_enabled => {
                    entry.asleep_since = None;
                    entry.start += now - since;
                    entry.asleep += now - since;
                    entry.still = still;
                    self.arm(slot, false);
                }
                None if !is_enabled => {
                    self.disarm(slot);
                    self.entries[slot as usize].wait_still(still);
                    self.entries[slot as usize].asleep_since = Some(now);
                }
                _ => {}
            }
            slot = next;
        }
    }

    /// Lets the timers of a column wait while it stands still. Costs nothing for those whose time does not
    /// come meanwhile.
    pub(super) fn set_still(&mut self, column: u32, is_still: bool, now: f64) {
        for due in self.clocks.set_still(column, is_still, now) {
            if is_valid(&self.entries, &due) {
                self.arm_later(due.slot, now);
            } else {
                self.stale = self.stale.saturating_sub(1);
            }
        }
    }

    /// Notes the turn of a timer again if its column has stood still since its time was set, or stands still.
    /// Returns whether it has.
    fn waits_still(&mut self, due: TurnOrder, now: f64) -> bool {
        let column = self.entries[due.slot as usize].column;
        self.clocks.park(column, due) || self.arm_later(due.slot, now)
    }

    fn arm_later(&mut self, slot: u32, now: f64) -> bool {
        let entry = &mut self.entries[slot as usize];
        let has_waited = entry.wait_still(self.clocks.still(entry.column, now));
        if has_waited {
            self.arm(slot, true);
        }
        has_waited
    }
}
