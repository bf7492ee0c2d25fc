//! [`Agenda`]: all timers and tasks of a world: made, found, ended, switched. Nothing runs here, and no
//! closure or future is dropped here.

use crate::base::CallSite;
use crate::borrow::HookName;
use crate::ids::Entity;

use super::action::Action;
use super::entry::{OF_ENTITY, TimerEntry, TimerLinks, TimerState, is_valid};
use super::owners::{NOTHING, Owners};
use super::timer::Timer;
use super::times::{Moment, Times, TurnOrder};

/// Turns that are no longer valid are forgotten once there are so many more of them than timers.
const MANY_STALE: usize = 64;

/// All timers and tasks of a world.
pub(crate) struct Agenda {
    pub(super) entries: Vec<TimerEntry>,
    pub(super) free: u32,
    pub(super) owners: Owners,
    pub(super) times: Times,
    /// How many turns are noted that are no longer valid.
    pub(super) stale: usize,
    pub(super) calls: u64,
    pub(super) timers: usize,
    pub(super) tasks: usize,
    /// Tasks that somebody else may wake.
    pub(super) listening: Vec<Timer>,
    /// Those that wait for the end of a frame.
    pub(super) at_frame_end: Vec<TurnOrder>,
    /// Those that have their turns at the end of this frame.
    pub(super) ending: Vec<TurnOrder>,
    /// While the timers of a frame have their turns, how far these go.
    pub(super) until: Option<Moment>,
    /// What the run that goes on has noted for later ones. They take it all at once.
    pub(super) noted: Vec<TurnOrder>,
}

/// Whose a timer is: an entity's, or that of its component in the column at a position.
#[derive(Clone, Copy)]
pub(crate) struct TimerOwner {
    pub(crate) entity: Entity,
    pub(crate) column: Option<u32>,
    /// Its component is enabled. An entity's own timers go on in any case.
    pub(crate) is_enabled: bool,
}

/// A new timer.
pub(crate) struct NewTimer {
    /// Seconds from now; `None` for the end of a frame.
    pub(crate) delay: Option<f32>,
    pub(crate) repeats: bool,
    pub(crate) action: Action,
    pub(crate) hook: fn() -> HookName,
    pub(crate) site: CallSite,
}

/// A timer that is over.
#[must_use]
pub(crate) struct Ended {
    /// The column of its component, by its position.
    pub(crate) column: Option<u32>,
    /// To be dropped where user code may run.
    pub(crate) action: Option<Action>,
    /// It repeats, and was ended because a turn did not move its time forward.
    pub(crate) is_stuck: bool,
}

impl Ended {
    /// A timer that was over before its turn has ended.
    pub(super) fn before(action: Action) -> Option<Self> {
        Some(Self { column: None, action: Some(action), is_stuck: false })
    }
}

impl Default for Agenda {
    fn default() -> Self {
        Self {
            entries: Vec::new(),
            free: NOTHING,
            owners: Owners::default(),
            times: Times::default(),
            stale: 0,
            calls: 0,
            timers: 0,
            tasks: 0,
            listening: Vec::new(),
            at_frame_end: Vec::new(),
            ending: Vec::new(),
            until: None,
            noted: Vec::new(),
        }
    }
}

impl Agenda {
    // ---- making ----

    pub(crate) fn add(&mut self, owner: TimerOwner, new: NewTimer, now: f64) -> Timer {
        let NewTimer { delay, repeats, action, hook, site } = new;
        let is_task = matches!(action, Action::FutureTask(_));
        let count = if is_task { &mut self.tasks } else { &mut self.timers };
        *count += 1;
        let slot = self.free_slot();
        let entry = &mut self.entries[slot as usize];
        self.free = entry.links.next;
        self.calls += 1;
        let period = delay.filter(|_| repeats);
        *entry = TimerEntry {
            generation: entry.generation,
            state: if delay.is_some() { TimerState::Armed } else { TimerState::AtFrameEnd },
            entity: owner.entity,
            column: owner.column.unwrap_or(OF_ENTITY),
            call: self.calls,
            turn: entry.turn,
            start: if repeats { now } else { now + f64::from(delay.unwrap_or_default()) },
            count: 1.0,
            period,
            asleep_since: (!owner.is_enabled && owner.column.is_some()).then_some(now),
            asleep: 0.0,
            is_task,
            is_listening: false,
            action: Some(action),
            hook,
            site,
            links: TimerLinks::NONE,
        };
        self.link(slot);
        self.arm(slot, false);
        self.timer(slot)
    }

    pub(super) fn free_slot(&mut self) -> u32 {
        if self.free == NOTHING {
            self.free = u32::try_from(self.entries.len()).expect("fewer than 2^32 timers");
            self.entries.push(TimerEntry::free(NOTHING));
        }
        self.free
    }

    /// Puts a timer before the others of its owner.
    pub(super) fn link(&mut self, slot: u32) {
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
    pub(super) fn arm(&mut self, slot: u32, catches_up: bool) {
        let entry = &self.entries[slot as usize];
        if entry.asleep_since.is_some() && entry.state != TimerState::AtFrameEnd {
            return;
        }
        let TimerEntry { entity, call, turn, .. } = *entry;
        let due = TurnOrder { time: Moment::of(entry.time()), entity, call, slot, turn };
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
    pub(super) fn disarm(&mut self, slot: u32) {
        let entry = &mut self.entries[slot as usize];
        let is_noted = entry.state == TimerState::Armed && entry.asleep_since.is_none();
        entry.turn = entry.turn.wrapping_add(1);
        self.stale += usize::from(is_noted);
        if self.stale > self.timers + self.tasks + MANY_STALE && self.until.is_none() {
            self.stale = 0;
            let entries = &self.entries;
            self.times.retain(|due| is_valid(entries, due));
        }
    }

    // ---- looking ----

    pub(super) fn timer(&self, slot: u32) -> Timer {
        let TimerEntry { entity, generation, .. } = self.entries[slot as usize];
        Timer { entity, slot, generation }
    }

    pub(super) fn find(&self, timer: Timer) -> Option<&TimerEntry> {
        let entry = self.entries.get(timer.slot as usize)?;
        (entry.state != TimerState::Free && self.timer(timer.slot) == timer).then_some(entry)
    }

    /// Says whether a timer is to have a turn still.
    pub(crate) fn is_pending(&self, timer: Timer) -> bool {
        self.find(timer).is_some_and(|entry| {
            let is_over = entry.state == TimerState::Running && entry.period.is_none();
            !is_over || entry.is_task
        })
    }

    /// The seconds from now to the next turn of a timer, if it waits for its time.
    pub(crate) fn remaining(&self, timer: Timer, now: f64) -> Option<f64> {
        let entry = self.find(timer)?;
        match entry.state {
            TimerState::Armed => Some((entry.time() - entry.asleep_since.unwrap_or(now)).max(0.0)),
            TimerState::Queued | TimerState::AtFrameEnd => Some(0.0),
            TimerState::Running if entry.period.is_some() => Some((entry.time() - now).max(0.0)),
            TimerState::Free | TimerState::Running | TimerState::Idle => None,
        }
    }

    /// How many timers and tasks there are.
    pub(crate) fn counts(&self) -> (usize, usize) {
        (self.timers, self.tasks)
    }

    /// How many timers and tasks the components of each column have, by the positions of the columns; those
    /// of entities themselves come last, as of `None`. O(timers).
    #[cfg(feature = "serde")]
    pub(crate) fn counts_by_column(&self) -> Vec<(Option<u32>, usize)> {
        let mut counts = std::collections::BTreeMap::new();
        for entry in self.entries.iter().filter(|entry| entry.state != TimerState::Free) {
            *counts.entry(entry.column).or_insert(0) += 1;
        }
        counts.into_iter().map(|(column, count)| ((column != OF_ENTITY).then_some(column), count)).collect()
    }

    /// Says whether the entity of an index, or a component of it, has any.
    #[inline]
    pub(crate) fn has_any(&self, index: u32) -> bool {
        self.timers + self.tasks != 0 && self.owners.first(index) != NOTHING
    }

    /// Says whether the component of an entity in a column has any.
    pub(crate) fn has_any_in(&self, entity: Entity, column: u32) -> bool {
        self.find_owner(entity.index(), column).1 != NOTHING
    }

    // ---- ending ----

    /// Ends a timer, whoever has its action now.
    pub(crate) fn end(&mut self, timer: Timer) -> Option<Ended> {
        self.find(timer)?;
        Some(self.free(timer.slot))
    }

    /// Ends one timer of an entity: of a column, or any.
    pub(crate) fn end_next(&mut self, entity: Entity, column: Option<u32>) -> Option<Ended> {
        let slot = match column {
            Some(column) => self.find_owner(entity.index(), column).1,
            None => self.owners.first(entity.index()),
        };
        (self.entries.get(slot as usize)?.entity == entity).then(|| self.free(slot))
    }

    /// How many places there are: each has a timer or none.
    pub(crate) fn places(&self) -> u32 {
        self.entries.len() as u32
    }

    /// Ends the timer in a place.
    pub(crate) fn end_in(&mut self, place: u32) -> Option<Ended> {
        (self.entries[place as usize].state != TimerState::Free).then(|| self.free(place))
    }

    pub(super) fn free(&mut self, slot: u32) -> Ended {
        self.disarm(slot);
        self.unlink(slot);
        let count = if self.entries[slot as usize].is_task { &mut self.tasks } else { &mut self.timers };
        *count -= 1;
        let entry = &mut self.entries[slot as usize];
        let column = entry.is_of_component().then_some(entry.column);
        let ended = Ended { column, action: entry.action.take(), is_stuck: false };
        entry.state = TimerState::Free;
        // A place whose generations are used up is not used again: an old timer would name a new one.
        if let Some(generation) = entry.generation.checked_add(1) {
            entry.generation = generation;
            entry.links.next = self.free;
            self.free = slot;
        }
        ended
    }

    /// Lets all timers be due at another time of the world, which goes on from there: they have as long to
    /// wait as before.
    #[cfg(feature = "serde")]
    pub(crate) fn shift(&mut self, by: f64) {
        self.entries.iter_mut().for_each(|entry| entry.shift(by));
        self.times.shift(by);
        let lists = [&mut self.noted, &mut self.at_frame_end, &mut self.ending];
        lists.into_iter().flatten().for_each(|due| due.time = due.time.shifted(by));
        self.until = self.until.map(|until| until.shifted(by));
    }

    // ---- switching ----

    /// Lets the timers of a component wait while it is disabled.
    pub(crate) fn set_enabled(&mut self, entity: Entity, column: u32, is_enabled: bool, now: f64) {
        let (_, mut slot) = self.find_owner(entity.index(), column);
        while let Some(entry) = self.entries.get_mut(slot as usize) {
            let next = entry.links.next;
            match entry.asleep_since {
                Some(since) if is_enabled => {
                    entry.asleep_since = None;
                    entry.start += now - since;
                    entry.asleep += now - since;
                    self.arm(slot, false);
                }
                None if !is_enabled => {
                    self.disarm(slot);
                    self.entries[slot as usize].asleep_since = Some(now);
                }
                _ => {}
            }
            slot = next;
        }
    }
}
