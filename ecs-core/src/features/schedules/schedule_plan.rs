//! [`Plan`]: the order of the systems, and which of them may run at the same time.

use core::ops::Range;

use crate::base::nearest;
use crate::frame::{Barrier, Edge, Planned, Planner, Reach, Why};

use super::super::WorldParts;
use super::super::part::Shuffled;
use super::error::ScheduleError;
use super::fields::fields_with;
use super::sets::Sets;
use super::slot::Slot;
use super::systems::{Meant, SystemId};

/// What is known of a schedule until something is added or removed. The systems lie in their order, so a
/// place is that in the order.
pub(super) struct Plan {
    /// By what the order is shuffled, if it is.
    pub(super) shuffled: Option<Shuffled>,
    planner: Planner,
    planned: Vec<Planned>,
    sets_of: Vec<Vec<usize>>,
    questions: Vec<Vec<SetConditions>>,
    init_order: Vec<usize>,
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

/// A set whose conditions are asked, and the places of its systems.
pub(super) struct SetConditions {
    pub(super) set: usize,
    pub(super) systems: Vec<usize>,
}

impl Plan {
    /// Brings the systems in their order: by stages, in a stage as they say, otherwise as they were added;
    /// but those that run side by side behind each other.
    /// With features that shuffle, in another order that the systems allow.
    pub(super) fn new(
        systems: &mut Vec<Slot>,
        sets: &Sets,
        stages: &[&'static str],
        removed: &[SystemId],
        features: Option<&WorldParts>,
    ) -> Result<Self, ScheduleError> {
        systems.iter().try_for_each(Slot::refuse_twice)?;
        refuse_unknown(systems, sets, removed)?;
        systems.sort_by_key(|slot| (slot.stage, slot.added));
        let order = order(systems, sets, stages, features)?;
        reorder(systems, &order);
        let init_order = init_order(systems, sets)?;
        for (turn, place) in init_order.into_iter().enumerate() {
            systems[place].init_place = turn;
        }

        let plan = Self::of_order(systems, sets);
        let order: Vec<_> = (0..systems.len()).collect();
        let groups = plan.planner.groups(&order, Reach::Any, |place| &plan.planned[place]);
        reorder(systems, &groups.concat());
        let mut begin = 0;
        let ranges = groups.iter().map(|group| {
            let range = begin..begin + group.len();
            begin = range.end;
            range
        });
        let shuffled = features.and_then(WorldParts::shuffled);
        Ok(Self { shuffled, groups: ranges.collect(), ..Self::of_order(systems, sets) })
    }

    /// The plan of systems that lie in their order, without groups.
    fn of_order(systems: &[Slot], sets: &Sets) -> Self {
        let sets_of: Vec<_> = systems.iter().map(|slot| sets.with_outer(&slot.sets)).collect();
        let mut planned: Vec<_> = systems.iter().map(Slot::planned).collect();
        let mut questions: Vec<Vec<SetConditions>> = systems.iter().map(|_| Vec::new()).collect();
        for (set, _) in sets.iter().enumerate().filter(|(_, set)| !set.place.conditions.is_empty()) {
            let asking: Vec<_> = (0..systems.len()).filter(|&place| sets_of[place].contains(&set)).collect();
            if let Some(&first) = asking.first() {
                planned[first].has_condition = true;
                questions[first].push(SetConditions { set, systems: asking });
            }
        }
        let mut init_order: Vec<_> = (0..systems.len()).collect();
        init_order.sort_by_key(|&place| systems[place].init_place);
        let planner = planner(systems, sets);
        Self { shuffled: None, planner, planned, sets_of, questions, init_order, groups: Vec::new() }
    }

    /// Systems that may run at the same time.
    pub(super) fn groups(&self) -> &[Range<usize>] {
        &self.groups
    }

    /// All sets that a system is in.
    pub(super) fn sets_of(&self, place: usize) -> &[usize] {
        &self.sets_of[place]
    }

    /// The sets whose first system this is, and whose conditions are asked before its turn.
    pub(super) fn questions(&self, place: usize) -> &[SetConditions] {
        &self.questions[place]
    }

    /// The systems, in the order in which they begin.
    pub(super) fn init_order(&self) -> &[usize] {
        &self.init_order
    }

    /// Why a system has to wait for others.
    pub(super) fn reasons(&self, place: usize) -> impl Iterator<Item = &Edge> {
        self.planner.reasons(place)
    }

    /// Why a system does not run at the same time as those of the group before it.
    pub(super) fn separation(&self, systems: &[Slot], before: Range<usize>, place: usize) -> Separation {
        let group: Vec<_> = before.collect();
        let barrier = self.planner.separation(&group, place, |place| &self.planned[place]);
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

    /// The fields by which a system and the one that it conflicts with take the component.
    pub(super) fn fields(&self, systems: &[Slot], place: usize, separation: Separation) -> Vec<String> {
        let Separation::Conflict { with, component } = separation else { return Vec::new() };
        let other = (0..place).rfind(|&other| systems[other].id() == with);
        let both = other.into_iter().chain([place]);
        both.flat_map(|place| fields_with(&self.planned[place].taken(), component)).collect()
    }
}

/// Brings the systems in another order, of their places.
fn reorder(systems: &mut Vec<Slot>, order: &[usize]) {
    let mut unordered: Vec<_> = systems.drain(..).map(Some).collect();
    systems.extend(order.iter().filter_map(|&place| unordered[place].take()));
}

/// Plans what the systems and their sets say about each other.
pub(super) fn planner(systems: &[Slot], sets: &Sets) -> Planner {
    Planner::new(systems.len(), edges(systems, sets))
}

/// Refuses a system or set that names one which is not there, and was not; and a set about which something is
/// said, but in which nothing is.
fn refuse_unknown(systems: &[Slot], sets: &Sets, removed: &[SystemId]) -> Result<(), ScheduleError> {
    let ids = || systems.iter().map(Slot::id);
    let populated = sets.populated();
    let is_known = |named: &Meant| match named.set() {
        Some(set) => populated.contains(&set),
        None => ids().chain(removed.iter().copied()).any(|system| named.is(system, |_| false)),
    };
    let by_systems =
        systems.iter().flat_map(|slot| slot.config.named().map(|named| (slot.id().name(), named)));
    let by_sets = sets
        .iter()
        .filter_map(|set| Some((set.name?, set)))
        .flat_map(|(name, set)| set.place.named().map(move |named| (name, named)));
    let mut unknown = by_systems.chain(by_sets).filter(|(_, named)| !named.is_optional && !is_known(named));
    let nearest_set = |set| nearest(set, populated.iter().copied());
    let Some((by, named)) = unknown.next() else {
        let empty = sets.configured().find(|set| !populated.contains(set) && !systems.is_empty());
        return empty.map_or(Ok(()), |set| Err(ScheduleError::EmptySet { set, nearest: nearest_set(set) }));
    };
    Err(match named.set() {
        Some(set) => ScheduleError::UnknownSet { by, set, nearest: nearest_set(set) },
        None => ScheduleError::UnknownSystem {
            system: by,
            named: named.name,
            nearest: nearest(named.name, ids().map(|other| other.name()).filter(|&other| other != by)),
        },
    })
}

/// The places of the systems, which lie stage by stage.
fn order(
    systems: &[Slot],
    sets: &Sets,
    stages: &[&'static str],
    features: Option<&WorldParts>,
) -> Result<Vec<usize>, ScheduleError> {
    let mut edges = edges(systems, sets);
    for Edge { earlier, later, set, .. } in &edges {
        let (first, then) = (&systems[*earlier], &systems[*later]);
        if first.stage > then.stage {
            return Err(ScheduleError::Stages {
                first: first.id().name(),
                stage: stages[first.stage],
                then: then.id().name(),
                earlier: stages[then.stage],
                set: *set,
            });
        }
    }
    // Systems of different stages are ordered by their stages.
    edges.retain(|edge| systems[edge.earlier].stage == systems[edge.later].stage);
    let planner = Planner::new(systems.len(), edges);
    let mut order = planner.order().map_err(|cycle| ScheduleError::Cycle {
        sets: sets_of_cycle(&planner, &cycle),
        systems: names(systems, &cycle),
    })?;
    if let Some(features) = features {
        features.reorder(&planner, u64::MAX, &mut order);
        order.sort_by_key(|&place| systems[place].stage);
    }
    Ok(order)
}

/// The order in which the systems begin: the order of adding, changed by `before` and `after`.
fn init_order(systems: &[Slot], sets: &Sets) -> Result<Vec<usize>, ScheduleError> {
    let mut edges = Vec::new();
    for (place, slot) in systems.iter().enumerate() {
        let others = Others { systems, sets, place };
        edges.extend(others.edges(&slot.config.init_after, &slot.config.init_before));
    }
    let order = Planner::new(systems.len(), edges).order();
    order.map_err(|cycle| ScheduleError::InitCycle { systems: names(systems, &cycle) })
}

fn names(systems: &[Slot], places: &[usize]) -> Box<[&'static str]> {
    places.iter().map(|&place| systems[place].id().name()).collect()
}

/// The sets without which the places of a cycle would not wait for each other.
fn sets_of_cycle(planner: &Planner, cycle: &[usize]) -> Box<[&'static str]> {
    let mut sets = Vec::new();
    for (&earlier, &later) in cycle.iter().zip(cycle.iter().cycle().skip(1)) {
        let mut reasons = planner.reasons(later).filter(|edge| edge.earlier == earlier);
        let set = reasons.next().and_then(|edge| edge.set);
        sets.extend(set.filter(|set| !sets.contains(set)));
    }
    sets.into_boxed_slice()
}

/// What the systems and their sets say about each other's places. One that is not in the schedule is not
/// waited for.
fn edges(systems: &[Slot], sets: &Sets) -> Vec<Edge> {
    let mut edges = Vec::new();
    for (place, slot) in systems.iter().enumerate() {
        let others = Others { systems, sets, place };
        edges.extend(others.edges(&slot.config.place.after, &slot.config.place.before));
        let chained = (0..systems.len()).filter(|&other| slot.chained_after.contains(&systems[other].added));
        edges.extend(chained.map(|earlier| Edge { why: Why::Chain, ..Edge::after(earlier, place) }));
        for set in sets.with_outer(&slot.sets).into_iter().map(|set| sets.get(set)) {
            let said = others.edges_of_set(&set.place.after, &set.place.before);
            edges.extend(said.map(|edge| Edge { set: set.name, ..edge }));
        }
    }
    edges
}

/// What a system says about others, or its set does.
struct Others<'s> {
    systems: &'s [Slot],
    sets: &'s Sets,
    place: usize,
}

impl Others<'_> {
    fn edges(&self, after: &[Meant], before: &[Meant]) -> impl Iterator<Item = Edge> {
        // Of several of one function, or of its own set, the others are meant.
        let places = |meant: &Meant| {
            let mut places = self.meant(meant);
            if places.len() > 1 {
                places.retain(|&at| at != self.place);
            }
            places
        };
        self.edges_of(after, before, places)
    }

    /// The same where its set says it: it is an error if the system is in the other set too.
    fn edges_of_set(&self, after: &[Meant], before: &[Meant]) -> impl Iterator<Item = Edge> {
        self.edges_of(after, before, |meant| self.meant(meant))
    }

    fn edges_of(
        &self,
        after: &[Meant],
        before: &[Meant],
        places: impl Fn(&Meant) -> Vec<usize>,
    ) -> impl Iterator<Item = Edge> {
        let named = |all: &[Meant]| {
            all.iter()
                .flat_map(|meant| places(meant).into_iter().map(|at| (at, meant.set())))
                .collect::<Vec<_>>()
        };
        let (after, before, own) = (named(after), named(before), self.place);
        let after = after.into_iter().map(move |(at, set)| Edge { set, ..Edge::after(at, own) });
        after.chain(before.into_iter().map(move |(at, set)| Edge { set, ..Edge::before(own, at) }))
    }

    /// The places of those that are meant.
    fn meant(&self, meant: &Meant) -> Vec<usize> {
        (0..self.systems.len()).filter(|&at| self.sets.mean(meant, &self.systems[at])).collect()
    }
}
