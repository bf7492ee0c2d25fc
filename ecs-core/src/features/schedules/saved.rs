//! Schedules in snapshots: when each system has run last, and which are switched off. The systems themselves
//! stay, with what they keep.

use core::ops::Range;

use crate::phase::Phase;
use crate::ticks::{LastRun, PerWorld, Tick, Ticker};
use crate::world::WorldCore;

use super::schedule::Schedule;
use super::systems::{Condition, SystemPlace};

/// The saved schedules of the phases. The lists are used again by the next snapshot.
#[derive(Default)]
pub(crate) struct SavedSchedules([Option<SavedSchedule>; Phase::ALL.len()]);

#[derive(Default)]
struct SavedSchedule {
    /// The how many-th each system was to be added, and its runs.
    systems: Vec<(usize, SavedRuns)>,
    sets: Vec<SavedRuns>,
    /// When each system has run last, and its conditions were asked; when the conditions of sets were asked.
    ends: Vec<Tick>,
}

/// Whether a system or a set is switched on, and the places of its ends.
struct SavedRuns {
    is_enabled: bool,
    ends: Range<usize>,
}

impl SavedSchedules {
    /// Saves the schedules of a world.
    pub(crate) fn save(&mut self, core: &WorldCore) {
        for (phase, to) in Phase::ALL.into_iter().zip(&mut self.0) {
            let save = |schedule: &Schedule| schedule.save(&core.ticker, to.get_or_insert_default());
            if core.parts.schedules.look_at(phase, save).is_none() {
                *to = None;
            }
        }
    }

    /// Restores the schedules of a world. One that was set since stays as it is.
    pub(crate) fn restore(&self, core: &WorldCore) {
        for (phase, saved) in Phase::ALL.into_iter().zip(&self.0) {
            if let Some(saved) = saved {
                core.parts.schedules.with(phase, |schedule| schedule.restore(&core.ticker, saved));
            }
        }
    }
}

impl SavedSchedule {
    /// Adds the runs of a system, or the questions of a set.
    fn add(&mut self, ticker: &Ticker, place: &SystemPlace, last: Option<&PerWorld<LastRun>>) -> SavedRuns {
        let first = self.ends.len();
        let runs = last.into_iter().chain(place.conditions.iter().flat_map(Condition::last));
        let end = |run: &PerWorld<LastRun>| run.peek(ticker).map(|&run| ticker.since_run(run));
        self.ends.extend(runs.map(|run| end(run).unwrap_or_default()));
        SavedRuns { is_enabled: place.is_enabled, ends: first..self.ends.len() }
    }
}

impl Schedule {
    /// Saves when the systems have run last in a world.
    fn save(&self, ticker: &Ticker, to: &mut SavedSchedule) {
        to.systems.clear();
        to.sets.clear();
        to.ends.clear();
        for slot in &self.systems {
            let runs = to.add(ticker, &slot.config.place, Some(&slot.last));
            to.systems.push((slot.added, runs));
        }
        for set in self.sets.iter() {
            let asked = to.add(ticker, &set.place, None);
            to.sets.push(asked);
        }
    }

    /// Sets the last run of each system to the saved one. A system that was added since has never run.
    fn restore(&mut self, ticker: &Ticker, saved: &SavedSchedule) {
        let restore =
            |place: &mut SystemPlace, last: Option<&mut PerWorld<LastRun>>, from: Option<&SavedRuns>| {
                place.is_enabled = from.map_or(place.is_enabled, |from| from.is_enabled);
                let mut ends = from.into_iter().flat_map(|from| &saved.ends[from.ends.clone()]);
                for run in last.into_iter().chain(place.conditions.iter_mut().flat_map(Condition::last_mut)) {
                    *run.of(ticker) = ends.next().map_or_else(LastRun::default, |&end| ticker.run_at(end));
                }
            };
        for slot in &mut self.systems {
            let from = saved.systems.iter().find(|(added, _)| *added == slot.added);
            restore(&mut slot.config.place, Some(&mut slot.last), from.map(|(_, runs)| runs));
        }
        for (number, set) in self.sets.iter_mut().enumerate() {
            restore(&mut set.place, None, saved.sets.get(number));
        }
    }
}
