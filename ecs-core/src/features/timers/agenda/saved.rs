//! What saves and snapshots know of timers: copies of all timers of a world, and other times. No copy has a
//! task.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::base::{One, Panic, drop_each};
use crate::column::is_left_out as is_column_left_out;
use crate::ids::Entity;
use crate::world::WorldCore;

use super::super::super::saved::{Image, SavedPart};
use super::super::action::{Action, TimerMethod};
use super::super::entry::{OF_ENTITY, TimerEntry, TimerLinks, TimerState};
use super::super::owners::NOTHING;
use super::super::state::{Timers, count};
use super::Agenda;

/// A timer that is taken out of an agenda, to be put into another one, with its place.
type LiftedTimer = (u32, TimerEntry);

impl SavedPart for Timers {
    fn shift(&self, by: f64) {
        let agenda = &mut *self.agenda.borrow_mut();
        agenda.entries.iter_mut().for_each(|entry| entry.shift(by));
        agenda.times.shift(by);
        agenda.clocks.shift(by);
        let lists = [&mut agenda.noted, &mut agenda.at_frame_end, &mut agenda.ending];
        lists.into_iter().flatten().for_each(|due| due.time = due.time.shifted(by));
        agenda.until = agenda.until.map(|until| until.shifted(by));
    }

    fn count_closures(&self) -> Vec<(Option<u32>, usize)> {
        let mut counts = BTreeMap::new();
        self.agenda.borrow().live().for_each(|entry| *counts.entry(entry.column).or_insert(0) += 1);
        // Those of entities come last.
        counts.into_iter().map(|(column, count)| ((column != OF_ENTITY).then_some(column), count)).collect()
    }

    fn is_at_rest(&self) -> bool {
        let agenda = self.agenda.borrow();
        let is_open = |entry: &TimerEntry| matches!(entry.state, TimerState::Queued | TimerState::Running);
        agenda.until.is_none()
            && agenda.ending.is_empty()
            && agenda.noted.is_empty()
            && !agenda.entries.iter().any(is_open)
    }

    fn find_uncopied(&self, core: &WorldCore) -> Option<(Entity, Option<u32>)> {
        let agenda = self.agenda.borrow();
        let mut live = agenda.live();
        let task =
            live.find(|entry| entry.method == TimerMethod::Task && !is_left_out(core, entry.column))?;
        Some((task.entity, task.column()))
    }

    fn image(&self, core: &WorldCore) -> Option<Rc<dyn Image>> {
        Some(Rc::new(self.agenda.borrow().copied_without(|column| is_left_out(core, column))))
    }
}

impl Image for Agenda {
    fn is_as(&self, core: &WorldCore) -> bool {
        let now = Timers::of(core).agenda.borrow();
        let are_empty = self.counts == [0, 0] && now.counts == [0, 0];
        are_empty && self.calls == now.calls && self.clocks == now.clocks
    }

    fn copied(&self) -> Rc<dyn Image> {
        Rc::new(self.copied_without(|_| false))
    }

    fn exchange(&mut self, core: &WorldCore, time: f64) {
        let now = &mut *Timers::of(core).agenda.borrow_mut();
        now.live().for_each(|entry| count(core, entry.column(), -1));
        let lifted = now.lift_left_out(|column| is_left_out(core, column), core.frames.now());
        core::mem::swap(now, self);
        now.put_back(lifted, core.frames.now(), time);
        now.live().for_each(|entry| count(core, entry.column(), 1));
    }

    fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<TimerEntry>()
    }

    fn numbers(&self) -> Vec<u64> {
        let mut live: Vec<&TimerEntry> = self.live().collect();
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
        numbers.chain(self.clocks.numbers()).collect()
    }

    fn clear(&mut self, first_panic: &mut Option<Panic>) {
        drop_each(self.entries.drain(..).filter_map(|entry| entry.action), first_panic);
    }
}

/// Says whether snapshots leave out the column at a position. There is none of the timers of entities.
fn is_left_out(core: &WorldCore, column: u32) -> bool {
    core.columns.at(column).is_some_and(|column| is_column_left_out(&column))
}

impl Agenda {
    fn live(&self) -> impl Iterator<Item = &TimerEntry> {
        self.entries.iter().filter(|entry| entry.state != TimerState::Free)
    }

    /// Copies all timers but those of columns that are left out. Clones of the user run.
    fn copied_without(&self, is_left_out: impl Fn(u32) -> bool) -> Self {
        let mut copy = Self {
            entries: self.entries.iter().map(|entry| entry.copied(&is_left_out)).collect(),
            free: self.free,
            owners: self.owners.clone(),
            times: self.times.clone(),
            clocks: self.clocks.clone(),
            stale: self.stale,
            calls: self.calls,
            counts: self.counts,
            at_frame_end: self.at_frame_end.clone(),
            ..Self::default()
        };
        for slot in 0..copy.entries.len() as u32 {
            let entry = &copy.entries[slot as usize];
            let is_missing = entry.method == TimerMethod::Task || is_left_out(entry.column);
            if entry.state != TimerState::Free && is_missing {
                let _ = copy.free(slot);
            }
        }
        copy
    }

    /// Takes out the timers and tasks of columns that are left out.
    fn lift_left_out(&mut self, is_left_out: impl Fn(u32) -> bool, now: f64) -> Vec<LiftedTimer> {
        let mut lifted = Vec::new();
        for slot in 0..self.entries.len() as u32 {
            let entry = &mut self.entries[slot as usize];
            if entry.state == TimerState::Free || !is_left_out(entry.column) {
                continue;
            }
            entry.wait_still(self.clocks.still(entry.column, now));
            let mut own = entry.copied(&|_| true);
            own.action = entry.action.take();
            let _ = self.free(slot);
            lifted.push((slot, own));
        }
        lifted
    }

    /// Puts timers back that were taken out at a time of the world, which has another one now: each into its
    /// own place, if that is free, so that its [`Timer`](crate::Timer) still names it. They have as long to
    /// wait as before.
    fn put_back(&mut self, mut lifted: Vec<LiftedTimer>, then: f64, now: f64) {
        if lifted.is_empty() {
            return;
        }
        let places = lifted.iter().map(|(slot, _)| *slot as usize + 1).max().unwrap_or_default();
        while self.entries.len() < places {
            let (state, slot) = (TimerState::Free, self.entries.len() as u32);
            let next = self.free.replace(slot).unwrap_or(NOTHING);
            let links = TimerLinks { next, ..TimerLinks::NONE };
            self.entries.push(TimerEntry { generation: 1, state, links, ..lifted[0].1.copied(&|_| true) });
        }
        for (_, entry) in &mut lifted {
            entry.shift(now - then);
            entry.still = self.clocks.still(entry.column, now);
        }
        let all_free: Vec<u32> = self.free_slots().collect();
        let mut is_free = vec![false; self.entries.len()];
        all_free.iter().for_each(|&slot| is_free[slot as usize] = true);
        let (own, others): (Vec<_>, Vec<_>) =
            lifted.into_iter().partition(|(slot, _)| is_free[*slot as usize]);
        for (slot, entry) in own {
            is_free[slot as usize] = false;
            let place = &mut self.entries[slot as usize];
            *place = TimerEntry { turn: place.turn, links: TimerLinks::NONE, ..entry };
            self.begin_again(slot);
        }
        self.list_free(all_free.into_iter().filter(|&slot| is_free[slot as usize]));
        for (_, entry) in others {
            let slot = self.place(TimerEntry { links: TimerLinks::NONE, ..entry });
            self.begin_again(slot);
        }
    }

    fn begin_again(&mut self, slot: u32) {
        let timer = self.begin(slot);
        if self.entries[slot as usize].is_listening {
            self.listening.push(timer);
        }
    }

    /// The free places, in the order in which they are taken.
    fn free_slots(&self) -> impl Iterator<Item = u32> + '_ {
        let next = |slot: u32| Some(self.entries[slot as usize].links.next).filter(|&next| next != NOTHING);
        core::iter::successors(self.free, move |&slot| next(slot))
    }

    /// Makes these the free places.
    fn list_free(&mut self, slots: impl DoubleEndedIterator<Item = u32>) {
        self.free = None;
        for slot in slots.rev() {
            self.entries[slot as usize].links.next = self.free.replace(slot).unwrap_or(NOTHING);
        }
    }
}

impl TimerEntry {
    /// Lets the timer be due at another time of the world, which is so much later.
    fn shift(&mut self, by: f64) {
        self.start += by;
        self.asleep += by;
        self.asleep_since = self.asleep_since.map(|since| since + by);
    }

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
