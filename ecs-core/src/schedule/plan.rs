//! [`plan`]: the order of the systems, and which of them may run side by side.

use core::ops::Range;

use crate::access::AccessSet;
use crate::dispatch::{Edge, Why};
use crate::error::ScheduleError;
use crate::nearest::nearest;
use crate::system::{Meant, SystemId};

use super::slot::Slot;

/// What is known of a schedule until something is added or removed. The systems lie in their order.
pub(super) struct Plan {
    pub(super) edges: Vec<Edge>,
    /// Systems that may run at the same time.
    pub(super) groups: Vec<Range<usize>>,
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
    /// That one has [commands](crate::Commands), which are carried out before this one begins.
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

/// Brings the systems in their order: by stages, in a stage as they say, otherwise as they were added.
pub(super) fn plan(
    systems: &mut Vec<Slot>,
    stages: &[&'static str],
    removed: &[SystemId],
) -> Result<Plan, ScheduleError> {
    systems.iter().try_for_each(Slot::refuse_twice)?;
    systems.iter().try_for_each(|slot| refuse_unknown(slot, systems, removed))?;
    systems.sort_by_key(|slot| (slot.stage, slot.added));
    let order = order(systems, stages)?;
    let mut unordered: Vec<_> = systems.drain(..).map(Some).collect();
    systems.extend(order.into_iter().filter_map(|place| unordered[place].take()));

    let edges = edges(systems);
    let mut groups: Vec<Range<usize>> = Vec::new();
    for place in 0..systems.len() {
        match groups.last_mut() {
            Some(group) if separation(systems, &edges, group.clone(), place).is_none() => {
                group.end = place + 1
            }
            _ => groups.push(place..place + 1),
        }
    }
    Ok(Plan { edges, groups })
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
    // Of what stands in two stages, the stages are the order.
    edges.retain(|edge| systems[edge.earlier].stage == systems[edge.later].stage);
    Edge::graph(&edges, systems.len()).order().map_err(|cycle| ScheduleError::Cycle {
        systems: cycle.into_iter().map(|place| systems[place].id().name()).collect(),
    })
}

/// What the systems say about each other's places. One that is not in the schedule has no turn to wait for.
pub(super) fn edges(systems: &[Slot]) -> Vec<Edge> {
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
        edges.extend(after.into_iter().map(|earlier| Edge { earlier, later: place, why: Why::After }));
        edges.extend(before.into_iter().map(|later| Edge { earlier: place, later, why: Why::Before }));
    }
    edges
}

/// Why a system does not run beside those of the group before it; `None` if it may.
pub(super) fn separation(
    systems: &[Slot],
    edges: &[Edge],
    group: Range<usize>,
    place: usize,
) -> Option<Separation> {
    let slot = &systems[place];
    let before = &systems[group.clone()];
    if before.last()?.stage != slot.stage {
        return Some(Separation::First);
    }
    if slot.config.is_local || before.iter().any(|other| other.config.is_local) {
        return Some(Separation::Local);
    }
    if let Some(edge) = edges.iter().find(|edge| edge.later == place && group.contains(&edge.earlier)) {
        return Some(Separation::Order { after: systems[edge.earlier].id() });
    }
    if let Some(other) = before.iter().find(|other| other.config.system.has_commands()) {
        return Some(Separation::Commands { of: other.id() });
    }
    let conflict = before.iter().find_map(|other| {
        let component = AccessSet::All(&slot.taken()).conflict_with(&AccessSet::All(&other.taken()))?;
        Some(Separation::Conflict { with: other.id(), component })
    });
    conflict.or((!slot.config.conditions.is_empty()).then_some(Separation::Condition))
}
