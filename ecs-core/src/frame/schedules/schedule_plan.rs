//! [`Plan`]: the order of the systems, and which of them may run at the same time.

use core::ops::Range;

use crate::base::nearest;
use crate::error::ScheduleError;
use crate::frame::graph::Edge;
use crate::frame::planner::{Barrier, Planned, Planner};
use crate::frame::systems::{Meant, SystemId};

use super::slot::Slot;

/// What is known of a schedule until something is added or removed. The systems lie in their order, so a
/// place is that in the order.
pub(super) struct Plan {
    planner: Planner,
    planned: Vec<Planned>,
    groups: Vec<Range<usize>>,
}

/// Why a system does not run at the same time as the one before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Separation {
    /// It is the first of its stage.
    First,
    /// One of both is [local](crate::local).
    Local,
    /// Its condition is asked when all before it is done.
    Condition,
    /// It is ordered after that one.
    Order {
        /// The one before.
        after: SystemId,
    },
    /// That one has [commands](crate::Commands), which run before this one begins.
    Commands {
        /// The one before.
        of: SystemId,
    },
    /// Both take a component that one of them writes.
    Conflict {
        /// The one before.
        with: SystemId,
        /// The component's type.
        component: &'static str,
    },
}

impl Plan {
    /// Brings the systems in their order: by stages, in a stage as they say, otherwise as they were added.
    pub(super) fn new(
        systems: &mut Vec<Slot>,
        stages: &[&'static str],
        removed: &[SystemId],
    ) -> Result<Self, ScheduleError> {
        systems.iter().try_for_each(Slot::refuse_twice)?;
        systems.iter().try_for_each(|slot| refuse_unknown(slot, systems, removed))?;
        systems.sort_by_key(|slot| (slot.stage, slot.added));
        let order = order(systems, stages)?;
        let mut unordered: Vec<_> = systems.drain(..).map(Some).collect();
        systems.extend(order.into_iter().filter_map(|place| unordered[place].take()));

        let planner = planner(systems);
        let planned: Vec<_> = systems.iter().map(Slot::planned).collect();
        let order: Vec<_> = (0..systems.len()).collect();
        let groups = planner.groups(&order, |place| &planned[place]);
        Ok(Self { planner, planned, groups })
    }

    /// Systems that may run at the same time.
    pub(super) fn groups(&self) -> &[Range<usize>] {
        &self.groups
    }

    /// Why a system has to wait for others.
    pub(super) fn reasons(&self, place: usize) -> impl Iterator<Item = &Edge> {
        self.planner.reasons(place)
    }

    /// Why a system does not run at the same time as those of the group before it.
    pub(super) fn separation(&self, systems: &[Slot], before: Range<usize>, place: usize) -> Separation {
        let group: Vec<_> = before.collect();
        let barrier = self.planner.barrier(&group, place, |place| &self.planned[place]);
        let id = |place: usize| systems[place].id();
        match barrier.filter(|_| !group.is_empty()) {
            None | Some(Barrier::Stage) => Separation::First,
            Some(Barrier::Alone) => Separation::Local,
            Some(Barrier::Order { after }) => Separation::Order { after: id(after) },
            Some(Barrier::Commands { of }) => Separation::Commands { of: id(of) },
            Some(Barrier::Conflict { with, component }) => Separation::Conflict { with: id(with), component },
            Some(Barrier::Condition) => Separation::Condition,
        }
    }
}

/// Plans what the systems say about each other.
pub(super) fn planner(systems: &[Slot]) -> Planner {
    Planner::new(systems.len(), edges(systems))
}

/// Refuses a system that names one which is not there, and was not.
fn refuse_unknown(slot: &Slot, systems: &[Slot], removed: &[SystemId]) -> Result<(), ScheduleError> {
    let there = || systems.iter().map(Slot::id);
    let is_known = |named: &Meant| {
        named.is_optional || there().chain(removed.iter().copied()).any(|system| named.is(system))
    };
    match slot.config.named().find(|named| !is_known(named)) {
        Some(named) => Err(ScheduleError::UnknownSystem {
            system: slot.id().name(),
            named: named.name,
            nearest: nearest(
                named.name,
                there().filter(|&other| other != slot.id()).map(|other| other.name()),
            ),
        }),
        None => Ok(()),
    }
}

/// The places of the systems, which lie stage by stage.
fn order(systems: &[Slot], stages: &[&'static str]) -> Result<Vec<usize>, ScheduleError> {
    let mut edges = edges(systems);
    for Edge { earlier, later, .. } in &edges {
        let (first, then) = (&systems[*earlier], &systems[*later]);
        if first.stage > then.stage {
            return Err(ScheduleError::Stages {
                first: first.id().name(),
                stage: stages[first.stage],
                then: then.id().name(),
                earlier: stages[then.stage],
            });
        }
    }
    // Systems of different stages are ordered by their stages.
    edges.retain(|edge| systems[edge.earlier].stage == systems[edge.later].stage);
    let order = Planner::new(systems.len(), edges).order(|place| systems[place].id().name());
    order.map_err(|systems| ScheduleError::Cycle { systems })
}

/// What the systems say about each other's places. One that is not in the schedule is not waited for.
fn edges(systems: &[Slot]) -> Vec<Edge> {
    let mut edges = Vec::new();
    for (place, slot) in systems.iter().enumerate() {
        let places = |meant: &Meant| {
            let mut places: Vec<_> = (0..systems.len()).filter(|&at| meant.is(systems[at].id())).collect();
            // Of several of one function, the others are meant.
            if places.len() > 1 {
                places.retain(|&at| at != place);
            }
            places
        };
        let named = |all: &[Meant]| all.iter().flat_map(places).collect::<Vec<_>>();
        let (after, before) = (named(&slot.config.after), named(&slot.config.before));
        edges.extend(after.into_iter().map(|earlier| Edge::after(earlier, place)));
        edges.extend(before.into_iter().map(|later| Edge::before(place, later)));
    }
    edges
}
