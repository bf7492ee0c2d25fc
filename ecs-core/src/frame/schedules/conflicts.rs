//! [`Schedule::conflicts`] and [`Schedule::ambiguities`]: which systems conflict.

use core::fmt;

use crate::frame::systems::SystemId;

use super::schedule::Schedule;
use super::schedule_plan::planner;

/// Two systems of which one writes what the other one takes.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SystemConflict {
    /// The two, in the order in which they were added.
    pub systems: [SystemId; 2],
    /// The types of what both take and one writes.
    pub components: Vec<&'static str>,
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
    /// no `after` or `before` says another one, directly or through others.
    #[must_use]
    pub fn ambiguities(&self) -> Vec<SystemConflict> {
        let planner = planner(&self.systems);
        self.conflicts_if(|a, b| !planner.is_ordered(a, b))
    }

    fn conflicts_if(&self, is_listed: impl Fn(usize, usize) -> bool) -> Vec<SystemConflict> {
        let mut by_add: Vec<_> = self.systems.iter().enumerate().collect();
        by_add.sort_by_key(|(_, slot)| slot.added);
        let mut conflicts = Vec::new();
        for (number, &(a, first)) in by_add.iter().enumerate() {
            for &(b, second) in by_add[number + 1..].iter().filter(|(_, other)| other.stage == first.stage) {
                let components = first.planned().taken().conflicts_with(&second.planned().taken());
                if !components.is_empty() && is_listed(a, b) {
                    conflicts.push(SystemConflict { systems: [first.id(), second.id()], components });
                }
            }
        }
        conflicts
    }
}

impl fmt::Display for SystemConflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { systems: [first, second], components } = self;
        write!(f, "{first} and {second}: {}", components.join(", "))
    }
}
