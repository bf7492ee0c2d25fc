//! [`Schedule::explain`]: which system runs when, and why, as a value that prints.

use core::fmt;

use crate::base::WithoutPaths;
use crate::error::or_fail;
use crate::frame::{Graphviz, Why, write_added};

use super::super::part::Shuffled;
use super::error::ScheduleError;
use super::fields::by_fields;
use super::schedule::Schedule;
use super::schedule_plan::{Plan, Separation};
use super::systems::SystemId;

/// The order in which the systems of a schedule run. [`Schedule::explain`] returns it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScheduleOrder {
    shuffled: Option<Shuffled>,
    stages: Vec<StageOrder>,
}

/// The order of the systems in a stage.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct StageOrder {
    /// The name of the stage.
    pub name: &'static str,
    /// The groups, one after the other.
    pub groups: Vec<GroupOrder>,
}

/// Systems that may run at the same time.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct GroupOrder {
    /// The systems, in the order in which they would run one after the other.
    pub systems: Vec<SystemOrder>,
    /// The reason why the first system does not run in parallel with the group before.
    pub separation: Separation,
    /// If that is a conflict: the fields by which the two take the component, as `Arena.ships`, where a
    /// parameter is a struct that derives [`SystemParam`](derive@crate::SystemParam).
    pub fields: Vec<String>,
}

/// The place of one system.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SystemOrder {
    /// The system.
    pub system: SystemId,
    /// The how many-th system it was to be added to the schedule, counted from 1. Where nothing else is said,
    /// this is the order in a stage.
    pub added: usize,
    /// Whether it is switched on.
    pub is_enabled: bool,
    /// Whether it is [local](crate::local).
    pub is_local: bool,
    /// Whether its turn depends on a condition: its own, or that of a set or tuple that it is in.
    pub has_condition: bool,
    /// The names of the sets that it is in.
    pub sets: Vec<&'static str>,
    /// The reasons why it has to wait for others.
    pub reasons: Vec<SystemReason>,
    /// The systems that it names, and that are not in the schedule, because they are
    /// [optional](crate::optional) or were removed: nothing waits for them.
    pub never_added: Vec<&'static str>,
}

/// Why a system runs after another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SystemReason {
    /// The system that runs before.
    pub after: SystemId,
    /// The how many-th system that one was to be added.
    pub added: usize,
    /// Where that is written.
    pub why: Why,
    /// The set that is named there, or for which it is written.
    pub set: Option<&'static str>,
}

impl Schedule {
    /// Returns the order of the systems, the systems that may run at the same time, and the reasons.
    ///
    /// The value prints as text, and as a graph for Graphviz. A `+` stands before a system that may run at
    /// the same time as the one above.
    ///
    /// ```
    /// use ecs_core::{Component, IntoSystem, Query, Schedule, local};
    ///
    /// #[derive(Component)]
    /// struct Position(f32);
    ///
    /// #[derive(Component)]
    /// struct Angle(f32);
    ///
    /// fn movement(_: Query<&mut Position>) {}
    /// fn spin(_: Query<&mut Angle>) {}
    /// fn draw(_: Query<(&Position, &Angle)>) {}
    /// fn pause() {}
    ///
    /// let mut schedule = Schedule::new()
    ///     .add(local(pause).disabled())
    ///     .add(draw.after(spin))
    ///     .add(movement)
    ///     .add(spin);
    /// assert_eq!(
    ///     schedule.explain().to_string(),
    ///     "\
    /// main:
    ///   1. pause: added 1st; local; switched off
    ///   2. movement: added 3rd
    ///    + spin: added 4th
    ///   3. draw: added 2nd; after spin, which its `after` names
    /// "
    /// );
    /// ```
    ///
    /// # Panics
    ///
    /// If there is no order; [`try_explain`](Self::try_explain) returns an error instead.
    #[must_use]
    #[track_caller]
    pub fn explain(&mut self) -> ScheduleOrder {
        or_fail(self.try_explain())
    }

    /// Shows in which order the systems run, as [`explain`](Self::explain), or why there is none.
    ///
    /// # Errors
    ///
    /// [`ScheduleError::Cycle`], [`ScheduleError::InitCycle`], [`ScheduleError::Stages`],
    /// [`ScheduleError::UnknownSystem`], [`ScheduleError::UnknownSet`] or [`ScheduleError::Twice`].
    pub fn try_explain(&mut self) -> Result<ScheduleOrder, ScheduleError> {
        self.make_plan()?;
        let mut stages: Vec<_> =
            self.stages.iter().map(|&name| StageOrder { name, groups: Vec::new() }).collect();
        let Some(plan) = &self.plan else { return Ok(ScheduleOrder { shuffled: None, stages }) };
        let mut before = 0..0;
        for group in plan.groups() {
            let separation = plan.separation(&self.systems, before, group.start);
            let fields = plan.fields(&self.systems, group.start, separation);
            let systems = group.clone().map(|place| self.explain_system(plan, place)).collect();
            stages[self.systems[group.start].stage].groups.push(GroupOrder { systems, separation, fields });
            before = group.clone();
        }
        Ok(ScheduleOrder { shuffled: plan.shuffled, stages })
    }

    fn explain_system(&self, plan: &Plan, place: usize) -> SystemOrder {
        let slot = &self.systems[place];
        let config = &slot.config;
        let sets = || plan.sets_of(place).iter().map(|&set| self.sets.get(set));
        SystemOrder {
            system: slot.id(),
            added: slot.added,
            is_enabled: config.place.is_enabled && self.sets.are_on(plan.sets_of(place)),
            is_local: config.is_local,
            has_condition: !config.place.conditions.is_empty()
                || sets().any(|set| !set.place.conditions.is_empty()),
            sets: sets().filter_map(|set| set.name).collect(),
            reasons: plan
                .reasons(place)
                .map(|edge| (&self.systems[edge.earlier], edge.why, edge.set))
                .map(|(slot, why, set)| SystemReason { after: slot.id(), added: slot.added, why, set })
                .collect(),
            never_added: config
                .named()
                .filter(|named| !self.systems.iter().any(|slot| self.sets.mean(named, slot)))
                .map(|named| named.name)
                .collect(),
        }
    }
}

impl ScheduleOrder {
    /// Returns by what the order is [shuffled](crate::World::shuffle_order), if it is: then it is that of the
    /// last run.
    #[must_use]
    pub const fn shuffled(&self) -> Option<Shuffled> {
        self.shuffled
    }

    /// Lists the stages, in the order in which they run.
    #[must_use]
    pub fn stages(&self) -> &[StageOrder] {
        &self.stages
    }

    /// Lists the systems, in the order in which they would run one after the other.
    pub fn systems(&self) -> impl Iterator<Item = SystemId> {
        let groups = self.stages.iter().flat_map(|stage| &stage.groups);
        groups.flat_map(|group| &group.systems).map(|order| order.system)
    }

    /// Writes the order as a graph in the language of Graphviz: a cluster a stage, a row a group, an arrow
    /// for each `after` and `before`.
    ///
    /// `dot -Tsvg schedule.dot` draws it.
    #[must_use]
    pub fn graphviz(&self) -> String {
        // Several may have one name.
        let id = |system: SystemId, added: usize| format!("{added} {}", system.name());
        let of = |order: &SystemOrder| id(order.system, order.added);
        let mut graph = Graphviz::new("schedule");
        for (number, stage) in self.stages.iter().enumerate() {
            graph.cluster(&number, stage.name, |graph| {
                stage.groups.iter().for_each(|group| graph.row(group.systems.iter().map(of)));
                for order in stage.groups.iter().flat_map(|group| &group.systems) {
                    graph.node(&of(order), &order.system.to_string(), order.is_enabled);
                }
                for pair in stage.groups.windows(2) {
                    graph.next(&of(&pair[0].systems[0]), &of(&pair[1].systems[0]), "");
                }
            });
        }
        for order in self.stages.iter().flat_map(|stage| &stage.groups).flat_map(|group| &group.systems) {
            for SystemReason { after, added, why, .. } in &order.reasons {
                graph.reason(&id(*after, *added), &of(order), *why);
            }
        }
        graph.finish()
    }
}

impl fmt::Display for ScheduleOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(shuffled) = self.shuffled {
            writeln!(f, "{shuffled}")?;
        }
        let mut number = 0;
        for stage in &self.stages {
            match stage.groups.is_empty() {
                true => writeln!(f, "{}: no system", stage.name)?,
                false => writeln!(f, "{}:", stage.name)?,
            }
            for group in &stage.groups {
                number += 1;
                write!(f, "{number:3}. {}", group.systems[0])?;
                match group.separation {
                    Separation::Conflict { with, component } => {
                        let fields = by_fields(&group.fields);
                        write!(f, "; not in parallel with {with}, because of {component}{fields}")?;
                    }
                    Separation::Commands { of } => {
                        write!(f, "; not in parallel with {of}, which has commands")?
                    }
                    Separation::First
                    | Separation::Local
                    | Separation::Condition
                    | Separation::Order { .. } => {}
                }
                writeln!(f)?;
                group.systems[1..].iter().try_for_each(|order| writeln!(f, "   + {order}"))?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for SystemOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_added(f, &self.system, self.added)?;
        for reason in &self.reasons {
            f.write_str("; ")?;
            reason.why.write(f, &reason.after)?;
            if let Some(set) = reason.set {
                write!(f, " by the set {set:?}")?;
            }
        }
        for system in &self.never_added {
            write!(f, "; names {}, which is not in the schedule", WithoutPaths(system))?;
        }
        for set in &self.sets {
            write!(f, "; in the set {set:?}")?;
        }
        for (text, holds) in [
            ("local", self.is_local),
            ("on a condition", self.has_condition),
            ("switched off", !self.is_enabled),
        ] {
            if holds {
                write!(f, "; {text}")?;
            }
        }
        Ok(())
    }
}
