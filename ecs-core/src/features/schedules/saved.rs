//! Schedules in snapshots: when each system has run last, and which are switched off. The systems themselves
//! stay, with what they keep.

use std::rc::Rc;

use crate::phase::Phase;
use crate::ticks::{LastRun, PerWorld, Tick, Ticker};
use crate::world::WorldCore;

use super::super::saved::{Image, SavedPart};
use super::by_phase::Schedules;
use super::schedule::Schedule;
use super::systems::{Condition, SystemPlace};

impl SavedPart for Schedules {
    fn image(&self, core: &WorldCore) -> Option<Rc<dyn Image>> {
        let save = |phase| self.look_at(phase, |schedule| schedule.save(&core.ticker));
        let saved = SavedSchedules(Phase::ALL.map(save));
        saved.0.iter().any(Option::is_some).then(|| Rc::new(saved) as Rc<dyn Image>)
    }
}

/// The saved schedules of the phases.
#[derive(Clone)]
struct SavedSchedules([Option<SavedSchedule>; Phase::ALL.len()]);

impl Image for SavedSchedules {
    fn is_as(&self, _: &WorldCore) -> bool {
        false
    }

    fn copied(&self) -> Rc<dyn Image> {
        Rc::new(self.clone())
    }

    fn exchange(&mut self, core: &WorldCore, _: f64) {
        for (phase, saved) in Phase::ALL.into_iter().zip(&self.0) {
            if let Some(saved) = saved {
                core.parts.schedules.with(phase, |schedule| schedule.restore(&core.ticker, saved));
            }
        }
    }
}

/// The saved schedule of a phase.
#[derive(Clone)]
struct SavedSchedule {
    /// The how many-th each system was to be added, and its runs.
    systems: Vec<(usize, SavedRuns)>,
    sets: Vec<SavedRuns>,
}

/// Whether a system or a set is switched on, when it has run last, and when its conditions were asked.
#[derive(Clone)]
struct SavedRuns {
    is_enabled: bool,
    ends: Vec<Tick>,
}

impl Schedule {
    /// Saves when the systems have run last in a world.
    fn save(&self, ticker: &Ticker) -> SavedSchedule {
        let save = |place: &SystemPlace, last: Option<&PerWorld<LastRun>>| {
            let runs = last.into_iter().chain(place.conditions.iter().flat_map(Condition::last));
            let end = |run: &PerWorld<LastRun>| run.peek(ticker).map(|&run| ticker.since_run(run));
            SavedRuns {
                is_enabled: place.is_enabled,
                ends: runs.map(|run| end(run).unwrap_or_default()).collect(),
            }
        };
        let systems =
            self.systems.iter().map(|slot| (slot.added, save(&slot.config.place, Some(&slot.last))));
        SavedSchedule {
            systems: systems.collect(),
            sets: self.sets.iter().map(|set| save(&set.place, None)).collect(),
        }
    }

    /// Lets the systems have run last when they had. Those that were added since have never run.
    fn restore(&mut self, ticker: &Ticker, from: &SavedSchedule) {
        let restore =
            |place: &mut SystemPlace, last: Option<&mut PerWorld<LastRun>>, from: Option<&SavedRuns>| {
                place.is_enabled = from.map_or(place.is_enabled, |from| from.is_enabled);
                let mut ends = from.into_iter().flat_map(|from| &from.ends);
                for run in last.into_iter().chain(place.conditions.iter_mut().flat_map(Condition::last_mut)) {
                    *run.of(ticker) = ends.next().map_or_else(LastRun::default, |&end| ticker.saved_run(end));
                }
            };
        for slot in &mut self.systems {
            let saved = from.systems.iter().find(|(added, _)| *added == slot.added);
            restore(&mut slot.config.place, Some(&mut slot.last), saved.map(|(_, runs)| runs));
        }
        for (number, set) in self.sets.iter_mut().enumerate() {
            restore(&mut set.place, None, from.sets.get(number));
        }
    }
}
