//! [`Schedule::conflicts`] and [`Schedule::ambiguities`]: which systems conflict.

use core::fmt;

use crate::borrow::AccessSet;

use super::fields::{by_fields, fields_with};
use super::schedule::Schedule;
use super::schedule_plan::planner;
use super::systems::SystemId;

/// Two systems of which one writes what the other one takes.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SystemConflict {
    /// The two, in the order in which they were added.
    pub systems: [SystemId; 2],
    /// The types of what both take and one writes.
    pub components: Vec<&'static str>,
    /// The fields by which they take these, as `Arena.ships`, where a parameter is a struct that derives
    /// [`SystemParam`](derive@crate::SystemParam).
    pub fields: Vec<String>,
}

impl Schedule {
    /// Lists the systems of one stage that do not run at the same time because one writes what the other one
    /// takes.
    ///
    /// ```
    /// use ecs_core::{IntoSystem, Schedule, Singleton};
    ///
    /// #[derive(Singleton, Default)]
    /// struct Score(u32);
    ///
    /// fn win(score: &mut Score) { score.0 += 1 }
    /// fn show(score: &Score) { assert!(score.0 < 9) }
    /// fn save(score: &Score) { assert!(score.0 < 9) }
    ///
    /// let schedule = Schedule::new().add(win).add(show.after(win)).add(save);
    /// let texts = |conflicts: Vec<_>| conflicts.iter().map(ToString::to_string).collect::<Vec<_>>();
    /// assert_eq!(texts(schedule.conflicts()), ["win and show: Score", "win and save: Score"]);
    /// assert_eq!(texts(schedule.ambiguities()), ["win and save: Score"]);
    /// ```
    ///
    /// What a [local](crate::local) system reaches without taking it is not known.
    #[must_use]
    pub fn conflicts(&self) -> Vec<SystemConflict> {
        self.conflicts_if(|_, _| true)
    }

    /// Lists those [conflicts](Self::conflicts) whose order is that in which the systems were added, because
    /// no `after` or `before` says another one, directly or through others. A pair that says
    /// [`ambiguous_with`](crate::IntoSystem::ambiguous_with) is left out.
    #[must_use]
    pub fn ambiguities(&self) -> Vec<SystemConflict> {
        let planner = planner(&self.systems, &self.sets);
        self.conflicts_if(|a, b| !planner.is_ordered(a, b) && !self.is_meant(a, b) && !self.is_meant(b, a))
    }

    /// Says whether a system, or a set that it is in, says that its order to another one is all the same.
    fn is_meant(&self, place: usize, other: usize) -> bool {
        let (slot, other) = (&self.systems[place], &self.systems[other]);
        let sets = self.sets.with_outer(&slot.sets).into_iter().map(|set| &self.sets.get(set).place);
        let mut meant = sets.chain([&slot.config.place]).flat_map(|place| &place.ambiguous_with);
        meant.any(|meant| self.sets.mean(meant, other))
    }

    fn conflicts_if(&self, is_listed: impl Fn(usize, usize) -> bool) -> Vec<SystemConflict> {
        let mut by_add: Vec<_> = self.systems.iter().enumerate().collect();
        by_add.sort_by_key(|(_, slot)| slot.added);
        let mut conflicts = Vec::new();
        for (number, &(a, first)) in by_add.iter().enumerate() {
            for &(b, second) in by_add[number + 1..].iter().filter(|(_, other)| other.stage == first.stage) {
                let taken = [first, second].map(|slot| slot.planned().taken);
                let [one, other] = [AccessSet::All(&taken[0]), AccessSet::All(&taken[1])];
                let components = one.conflicts_with(&other);
                if !components.is_empty() && is_listed(a, b) {
                    let both = AccessSet::All(&[one, other]);
                    let fields = components.iter().flat_map(|component| fields_with(&both, component));
                    let fields = fields.collect();
                    conflicts.push(SystemConflict { systems: [first.id(), second.id()], components, fields });
                }
            }
        }
        conflicts
    }
}

impl fmt::Display for SystemConflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { systems: [first, second], components, fields } = self;
        write!(f, "{first} and {second}: {}{}", components.join(", "), by_fields(fields))
    }
}
