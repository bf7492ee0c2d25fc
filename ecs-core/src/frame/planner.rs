//! [`Planner`]: brings passes or systems in an order, and puts those that may run at the same time into one
//! group.

use crate::borrow::AccessSet;

use super::graph::{Edge, Graph};

/// A pass or a system, as the planner sees it.
pub(crate) struct Planned {
    /// The part of the order that it stays in.
    pub(crate) stage: usize,
    /// Whether nothing may run at the same time.
    pub(crate) is_alone: bool,
    /// Whether it is to run is decided when all before it is done.
    pub(crate) has_condition: bool,
    /// Whether it takes `Commands`, which run when it is done.
    pub(crate) has_commands: bool,
    /// What it takes: its own type and what its hook names, or what it borrows and what it watches.
    pub(crate) taken: [AccessSet<'static>; 2],
}

impl Planned {
    pub(crate) fn taken(&self) -> AccessSet<'_> {
        AccessSet::All(&self.taken)
    }
}

/// What keeps one from running at the same time as those before it. Others are named by their places.
pub(crate) enum Barrier {
    Stage,
    Alone,
    Order { after: usize },
    Commands { of: usize },
    Conflict { with: usize, component: &'static str },
    Condition,
}

/// Which groups one may join.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    /// The last one: its neighbours.
    Last,
    /// Each, if nothing in the groups behind it keeps them apart either.
    Any,
}

/// What is said about the order of some places.
pub(crate) struct Planner {
    edges: Vec<Edge>,
    graph: Graph,
}

impl Planner {
    pub(crate) fn new(places: usize, edges: Vec<Edge>) -> Self {
        let graph = Graph::new(places, &edges);
        Self { edges, graph }
    }

    pub(crate) fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// Why a place has to wait for others.
    pub(crate) fn reasons(&self, place: usize) -> impl Iterator<Item = &Edge> {
        self.edges.iter().filter(move |edge| edge.later == place)
    }

    /// Says whether it is said which of two places is first, directly or through others.
    pub(crate) fn is_ordered(&self, one: usize, other: usize) -> bool {
        self.graph.before(one)[other] || self.graph.before(other)[one]
    }

    /// The places in their order; or a circle of them, each of which runs before the next.
    pub(crate) fn order(&self) -> Result<Vec<usize>, Vec<usize>> {
        self.graph.order()
    }

    /// Cuts an order into groups that may run at the same time: each place joins the first group that it may,
    /// so that the groups one after the other do the same as the order. Places that do not run are not in it.
    pub(crate) fn groups<'p>(
        &self,
        order: &[usize],
        reach: Reach,
        planned: impl Fn(usize) -> &'p Planned,
    ) -> Vec<Vec<usize>> {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for &place in order {
            let before = self.graph.before(place);
            let mut joined = None;
            for (number, group) in groups.iter().enumerate().rev() {
                if self.barrier(group, place, &before, &planned).is_some() {
                    break;
                }
                joined = Some(number);
                // Commands are not done before their turn, and what a condition looks at does not change.
                let stays = planned(place).has_commands || planned(group[0]).has_condition;
                if stays || reach == Reach::Last {
                    break;
                }
            }
            match joined {
                Some(number) => groups[number].push(place),
                None => groups.push(vec![place]),
            }
        }
        groups
    }

    /// What keeps a place from running at the same time as the group before it; `None` if nothing does.
    pub(crate) fn separation<'p>(
        &self,
        group: &[usize],
        place: usize,
        planned: impl Fn(usize) -> &'p Planned,
    ) -> Option<Barrier> {
        self.barrier(group, place, &self.graph.before(place), planned)
    }

    /// The same of a place of which it is known what is ordered before it.
    fn barrier<'p>(
        &self,
        group: &[usize],
        place: usize,
        before: &[bool],
        planned: impl Fn(usize) -> &'p Planned,
    ) -> Option<Barrier> {
        let own = planned(place);
        let mut others = group.iter().map(|&other| (other, planned(other)));
        if others.clone().any(|(_, other)| other.stage != own.stage) {
            return Some(Barrier::Stage);
        }
        if own.is_alone || others.clone().any(|(_, other)| other.is_alone) {
            return Some(Barrier::Alone);
        }
        if let Some(&through) = group.iter().find(|&&other| before[other]) {
            // Or through one that does not run.
            let direct = self.reasons(place).find(|edge| group.contains(&edge.earlier));
            return Some(Barrier::Order { after: direct.map_or(through, |edge| edge.earlier) });
        }
        if let Some((of, _)) = others.clone().find(|(_, other)| other.has_commands) {
            return Some(Barrier::Commands { of });
        }
        let conflict = others.find_map(|(with, other)| {
            let component = own.taken().conflict_with(&other.taken())?;
            Some(Barrier::Conflict { with, component })
        });
        conflict.or(own.has_condition.then_some(Barrier::Condition))
    }
}
