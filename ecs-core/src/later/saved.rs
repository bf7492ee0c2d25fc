//! Copies of all timers of a world, for its snapshots. A task cannot be copied.

use crate::base::One;
use crate::ids::Entity;

use super::action::Action;
use super::agenda::Agenda;
use super::entry::{TimerEntry, TimerLinks, TimerState};
use super::owners::NOTHING;

/// A timer that is taken out of an agenda, to be put into another one.
pub(crate) struct LiftedTimer {
    slot: u32,
    entry: TimerEntry,
}

impl Agenda {
    /// Says whether there is nothing that a copy would have to copy, and an earlier copy is the same.
    pub(crate) fn is_as_empty_as(&self, other: &Self) -> bool {
        self.is_idle() && other.is_idle() && self.calls == other.calls
    }

    fn is_idle(&self) -> bool {
        self.counts() == (0, 0) && self.at_frame_end.is_empty()
    }

    /// Says whether all is noted that is under way: no timer has its turn, and none waits for a sync point.
    pub(crate) fn is_at_rest(&self) -> bool {
        let is_open = |entry: &TimerEntry| matches!(entry.state, TimerState::Queued | TimerState::Running);
        self.until.is_none()
            && self.ending.is_empty()
            && self.noted.is_empty()
            && !self.entries.iter().any(is_open)
    }

    /// The first task, but for those of columns that are left out.
    pub(crate) fn find_task(&self, is_left_out: impl Fn(u32) -> bool) -> Option<(Entity, Option<u32>)> {
        let is_it = |entry: &&TimerEntry| {
            entry.is_task && entry.state != TimerState::Free && !is_left_out(entry.column)
        };
        let column = |entry: &TimerEntry| entry.is_of_component().then_some(entry.column);
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
            if entry.state != TimerState::Free && is_left_out(entry.column) {
                let _ = copy.free(slot);
            }
        }
        copy
    }

    /// Numbers that are the same where the same timers wait for the same times.
    pub(crate) fn numbers(&self) -> Vec<u64> {
        let mut live: Vec<&TimerEntry> =
            self.entries.iter().filter(|entry| entry.state != TimerState::Free).collect();
        live.sort_unstable_by_key(|entry| entry.call);
        let numbers = live.into_iter().flat_map(|entry| {
            // By their order, not by the numbers of their calls: of those that are left out there may be
            // others.
            let (index, generation) = (entry.entity.index(), entry.entity.generation());
            let id = u64::from(index) << 32 | u64::from(generation);
            let period = entry.period.map_or(0, |period| f64::from(period).to_bits());
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
            if entry.state == TimerState::Free || !is_left_out(entry.column) {
                continue;
            }
            let mut own = entry.copied(&|_| true);
            own.action = entry.action.take();
            let _ = self.free(slot);
            lifted.push(LiftedTimer { slot, entry: own });
        }
        lifted
    }

    /// Puts timers back that were taken out, where the time of the world is so much later: each into its own
    /// place, if that is free, so that its [`Timer`](super::Timer) still names it. They have as long to wait
    /// as before.
    pub(crate) fn put_back(&mut self, mut lifted: Vec<LiftedTimer>, later: f64) {
        if lifted.is_empty() {
            return;
        }
        let places = lifted.iter().map(|timer| timer.slot as usize + 1).max().unwrap_or_default();
        while self.entries.len() < places {
            let free = self.entries.len() as u32;
            self.entries.push(TimerEntry::free(self.free));
            self.free = free;
        }
        lifted.iter_mut().for_each(|timer| timer.entry.shift(later));
        let listed: Vec<u32> = self.free_slots().collect();
        let mut is_free = vec![false; self.entries.len()];
        listed.iter().for_each(|&slot| is_free[slot as usize] = true);
        let (own, others): (Vec<_>, Vec<_>) =
            lifted.into_iter().partition(|timer| is_free[timer.slot as usize]);
        for LiftedTimer { slot, entry } in own {
            is_free[slot as usize] = false;
            self.put(slot, entry);
        }
        self.list_free(listed.into_iter().filter(|&slot| is_free[slot as usize]));
        for LiftedTimer { entry, .. } in others {
            let slot = self.free_slot();
            let TimerEntry { links, generation, .. } = self.entries[slot as usize];
            self.free = links.next;
            self.put(slot, TimerEntry { generation, ..entry });
        }
    }

    /// Puts a timer into a place that is free, and not listed as free.
    fn put(&mut self, slot: u32, entry: TimerEntry) {
        let count = if entry.is_task { &mut self.tasks } else { &mut self.timers };
        *count += 1;
        let is_listening = entry.is_listening;
        let own = &mut self.entries[slot as usize];
        let turn = own.turn.max(entry.turn).wrapping_add(1);
        *own = TimerEntry { turn, links: TimerLinks::NONE, ..entry };
        self.link(slot);
        self.arm(slot, false);
        if is_listening {
            self.listening.push(self.timer(slot));
        }
    }

    /// The free places, in the order in which they are taken.
    fn free_slots(&self) -> impl Iterator<Item = u32> + '_ {
        let listed = |slot: u32| (slot != NOTHING).then_some(slot);
        core::iter::successors(listed(self.free), move |&slot| listed(self.entries[slot as usize].links.next))
    }

    /// Makes these the free places.
    fn list_free(&mut self, slots: impl DoubleEndedIterator<Item = u32>) {
        self.free = NOTHING;
        for slot in slots.rev() {
            self.entries[slot as usize].links.next = self.free;
            self.free = slot;
        }
    }

    /// The actions of all timers, to be dropped where user code may run.
    pub(crate) fn into_actions(self) -> impl Iterator<Item = Action> {
        self.entries.into_iter().filter_map(|entry| entry.action)
    }
}

impl TimerEntry {
    /// A copy, without the action if it is left out, or is a task.
    fn copied(&self, is_left_out: &dyn Fn(u32) -> bool) -> Self {
        let action = match &self.action {
            Some(Action::CopyCall(call)) if !is_left_out(self.column) => {
                Some(Action::CopyCall(One::of(call.get().copied())))
            }
            Some(Action::Despawn) => Some(Action::Despawn),
            _ => None,
        };
        Self { action, ..*self }
    }
}
