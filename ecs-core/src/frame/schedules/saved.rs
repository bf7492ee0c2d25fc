//! What a snapshot has of a schedule: when each system has run last, and which are switched off. The systems
//! themselves stay, with what they keep.

use crate::frame::systems::Condition;
use crate::ticks::{LastRun, PerWorld, Tick, Ticker};

use super::schedule::Schedule;
use super::slot::Slot;

/// What a snapshot has of the schedule of a phase.
#[derive(Default)]
pub(crate) struct SavedSchedule {
    /// The how many-th each system was to be added, whether it is switched on, and when its last run ended.
    systems: Vec<(usize, bool, Tick)>,
    /// Which sets are switched on.
    sets: Vec<bool>,
    /// When the conditions were asked last, in their order.
    asked: Vec<Tick>,
}

impl Schedule {
    /// Notes when its systems have run last in a world.
    pub(crate) fn save(&self, ticker: &Ticker, to: &mut SavedSchedule) {
        let since = |last: &PerWorld<LastRun>| {
            last.peek(ticker).map_or(Tick::default(), |&last| ticker.since_run(last))
        };
        let system = |slot: &Slot| (slot.added, slot.config.place.is_enabled, since(&slot.last));
        to.systems.clear();
        to.systems.extend(self.systems.iter().map(system));
        to.sets.clear();
        to.sets.extend(self.sets.iter().map(|set| set.place.is_enabled));
        to.asked.clear();
        for condition in self.conditions() {
            condition.each_last(|last| to.asked.push(since(last)));
        }
    }

    /// Lets its systems have run last when they had. Those that were added since have never run.
    pub(crate) fn restore(&mut self, ticker: &Ticker, from: &SavedSchedule) {
        for slot in &mut self.systems {
            let saved = from.systems.iter().find(|(added, ..)| *added == slot.added);
            if let Some(&(_, is_enabled, _)) = saved {
                slot.config.place.is_enabled = is_enabled;
            }
            *slot.last.of(ticker) = saved.map_or_else(LastRun::default, |&(.., last)| ticker.run_at(last));
        }
        for (set, &is_enabled) in self.sets.iter_mut().zip(&from.sets) {
            set.place.is_enabled = is_enabled;
        }
        let mut asked = from.asked.iter();
        let of_systems = self.systems.iter_mut().flat_map(|slot| &mut slot.config.place.conditions);
        let of_sets = self.sets.iter_mut().flat_map(|set| &mut set.place.conditions);
        for condition in of_systems.chain(of_sets) {
            condition.each_last_mut(|last| {
                *last.of(ticker) = asked.next().map_or_else(LastRun::default, |&last| ticker.run_at(last));
            });
        }
    }

    fn conditions(&self) -> impl Iterator<Item = &Condition> {
        let of_systems = self.systems.iter().flat_map(|slot| &slot.config.place.conditions);
        of_systems.chain(self.sets.iter().flat_map(|set| &set.place.conditions))
    }
}
