//! Copies of all timers of a world, for its snapshots. A task cannot be copied.

use crate::ids::Entity;

use super::action::Action;
use super::agenda::Agenda;
use super::entry::{Entry, State};
use super::owners::NOTHING;

/// A timer that is taken out of an agenda, to be put into another one.
pub(crate) struct LiftedTimer {
    slot: u32,
    entry: Entry,
}

impl Agenda {
    /// Says whether there is nothing that a copy would have to copy, and an earlier copy is the same.
    pub(crate) fn is_as_empty_as(&self, other: &Self) -> bool {
        self.is_idle() && other.is_idle() && self.calls == other.calls
    }

    fn is_idle(&self) -> bool {
        self.counts() == (0, 0) && self.at_frame_end.is_empty() && self.ended.is_empty()
    }

    /// Says whether all is noted that is under way: no timer has its turn, and none waits for a sync point.
    pub(crate) fn is_at_rest(&self) -> bool {
        let is_open = |entry: &Entry| matches!(entry.state, State::Queued | State::Running);
        self.until.is_none()
            && self.ending.is_empty()
            && self.noted.is_empty()
            && self.ended.is_empty()
            && !self.entries.iter().any(is_open)
    }

    /// The first task, but for those of columns that are left out.
    pub(crate) fn find_task(&self, is_left_out: impl Fn(u32) -> bool) -> Option<(Entity, Option<u32>)> {
        let is_it =
            |entry: &&Entry| entry.is_task && entry.state != State::Free && !is_left_out(entry.column);
        let column = |entry: &Entry| entry.is_of_component().then_some(entry.column);
        self.entries.iter().find(is_it).map(|entry| (entry.entity, column(entry)))
    }

    /// Copies all but the timers and tasks of columns that are left out. Clones of the user run.
    pub(crate) fn copied(&self, is_left_out: impl Fn(u32) -> bool) -> Self {
        let mut copy = Self {
            entries: self.entries.iter().map(|entry| entry.copied(&is_left_out)).collect(),
            free: self.free,
            owners: self.owners.clone(),
            times: self.times.clone(),
            stale: self.stale,
            calls: self.calls,
            timers: self.timers,
            tasks: self.tasks,
            at_frame_end: self.at_frame_end.clone(),
            ..Self::default()
        };
        for slot in 0..copy.places() {
            let entry = &copy.entries[slot as usize];
            if entry.state != State::Free && is_left_out(entry.column) {
                let _ = copy.free(slot);
            }
        }
        copy
    }

    /// Numbers that are the same where the same timers wait for the same times.
    pub(crate) fn numbers(&self) -> Vec<u64> {
        let mut live: Vec<&Entry> = self.entries.iter().filter(|entry| entry.state != State::Free).collect();
        live.sort_unstable_by_key(|entry| entry.call);
        let numbers = live.into_iter().flat_map(|entry| {
            // By their order, not by the numbers of their calls: of those that are left out there may be
            // others.
            let (index, generation) = (entry.entity.index(), entry.entity.generation());
            let id = u64::from(index) << 32 | u64::from(generation);
            let period = entry.period.map_or(0, f64::to_bits);
            let asleep = entry.asleep_since.map_or(0, f64::to_bits);
            [id, entry.time().to_bits(), period, asleep]
        });
        numbers.collect()
    }

    /// Takes out the timers and tasks of columns that are left out.
    pub(crate) fn lift_left_out(&mut self, is_left_out: impl Fn(u32) -> bool) -> Vec<LiftedTimer> {
        let mut lifted = Vec::new();
        for slot in 0..self.places() {
            let entry = &mut self.entries[slot as usize];
            if entry.state == State::Free || !is_left_out(entry.column) {
                continue;
            }
            let mut own = entry.copied(&|_| true);
            own.action = entry.action.take();
            let _ = self.free(slot);
            lifted.push(LiftedTimer { slot, entry: own });
        }
        lifted
    }

    /// Puts a timer back that was taken out, where the time of the world is so much later: into its own
    /// place, if that is free, so that what names it still does. It has as long to wait as before.
    pub(crate) fn put_back(&mut self, LiftedTimer { slot, mut entry }: LiftedTimer, later: f64) {
        entry.shift(later);
        while self.entries.len() <= slot as usize {
            let free = self.entries.len() as u32;
            self.entries.push(Entry::free(self.free));
            self.free = free;
        }
        let place = if self.take_free(slot) { slot } else { self.take_any_free() };
        let count = if entry.is_task { &mut self.tasks } else { &mut self.timers };
        *count += 1;
        let own = &mut self.entries[place as usize];
        let generation = if place == slot { entry.generation } else { own.generation };
        let turn = own.turn.max(entry.turn).wrapping_add(1);
        *own = Entry { generation, turn, next: NOTHING, before: NOTHING, ..entry };
        let is_listening = own.is_listening;
        self.link(place);
        self.arm(place, false);
        if is_listening {
            self.listening.push(self.timer(place));
        }
    }

    /// Takes a place off the list of those that are free; `false` if it is not.
    fn take_free(&mut self, slot: u32) -> bool {
        let next = self.entries[slot as usize].next;
        if self.free == slot {
            self.free = next;
            return true;
        }
        let mut at = self.free;
        while at != NOTHING {
            let after = self.entries[at as usize].next;
            if after == slot {
                self.entries[at as usize].next = next;
                return true;
            }
            at = after;
        }
        false
    }

    fn take_any_free(&mut self) -> u32 {
        let slot = self.free_slot();
        self.free = self.entries[slot as usize].next;
        slot
    }

    /// The actions of all timers, to be dropped where user code may run.
    pub(crate) fn into_actions(self) -> impl Iterator<Item = Action> {
        let Self { entries, ended, .. } = self;
        ended.into_iter().chain(entries.into_iter().filter_map(|entry| entry.action))
    }
}

impl Entry {
    /// A copy, without the action if it is left out, or is a task.
    fn copied(&self, is_left_out: &dyn Fn(u32) -> bool) -> Self {
        let action = match &self.action {
            Some(Action::Call(call)) if !is_left_out(self.column) => Some(Action::Call(call.copied())),
            Some(Action::Despawn) => Some(Action::Despawn),
            _ => None,
        };
        Self { action, ..*self }
    }
}
