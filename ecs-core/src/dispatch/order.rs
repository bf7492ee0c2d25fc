//! The order of the passes: types by their first add, each moved by what it says about others.

use std::collections::HashMap;
use std::rc::Rc;

use crate::access::AccessSet;
use crate::error::UpdateError;
use crate::graph::{Constraint, Graph};
use crate::store::Column;
use crate::world::{PassAccess, PassGroup, Phase, Plan, Plans, TypeRef, WorldCore};

/// Says that one type or system runs before another, both as places in a list.
pub(crate) struct Edge {
    pub(crate) earlier: usize,
    pub(crate) later: usize,
    pub(crate) why: Why,
}

impl Edge {
    /// Makes a graph of what is said about so many places.
    pub(crate) fn graph(edges: &[Self], places: usize) -> Graph {
        let constraint = |&Self { earlier, later, why }: &Self| Constraint {
            earlier,
            later,
            said_by: if why == Why::Before { earlier } else { later },
        };
        Graph::new(places, edges.iter().map(constraint))
    }
}

/// Where it is written that one type runs before another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Why {
    /// The later one lists the earlier one in its `after`.
    After,
    /// The earlier one lists the later one in its `before`.
    Before,
    /// The later one has `after_handles`, and this field refers to the earlier one.
    Handle {
        /// The name of the field, or its number.
        field: &'static str,
    },
}

/// For each phase, what happens in it, in the order of the types; kept until a type is added.
pub(super) fn plans(core: &WorldCore) -> Result<Plans, UpdateError> {
    if let Some(plans) = &*core.plans.borrow() {
        return Ok(plans.clone());
    }
    let stores = core.numbered_stores();
    let mut plans = Phase::ALL.map(|_| Plan::default());
    for (plan, phase) in plans.iter_mut().zip(Phase::ALL) {
        let edges = edges(&stores, phase);
        let order = sorted(&stores, &edges)?;
        let turn = |places: Vec<usize>| PassGroup {
            is_parallel: stores[places[0]].pass_access(phase).is_parallel,
            stores: places.into_iter().map(|place| stores[place].clone()).collect(),
        };
        plan.turns = turns(&stores, &edges, &order, phase).into_iter().map(turn).collect();
        let starts = order.iter().map(|&place| &stores[place]).filter(|store| starts_in(&***store, phase));
        plan.starts = starts.cloned().collect();
    }
    let plans: Plans = Rc::new(plans);
    *core.plans.borrow_mut() = Some(plans.clone());
    Ok(plans)
}

/// Says whether the `start` of a type runs when a phase begins: in all of them if it has a pass, for no pass may come before it.
fn starts_in(store: &Column, phase: Phase) -> bool {
    let has_pass = || Phase::ALL.into_iter().any(|phase| store.has_pass(phase));
    store.has_start() && (phase == Phase::Update || has_pass())
}

/// The places of the stores that have a hook, in their order, those together that run at the same time.
///
/// Passes that follow each other do if all are parallel, none takes what another one writes to, nobody has said which is first, and all but
/// the last change nothing but what they take.
pub(super) fn turns(stores: &[Rc<Column>], edges: &[Edge], order: &[usize], phase: Phase) -> Vec<Vec<usize>> {
    let graph = Edge::graph(edges, stores.len());
    let mut turns: Vec<Vec<(usize, PassAccess)>> = Vec::new();
    for &place in order.iter().filter(|&&place| stores[place].has_pass(phase)) {
        let pass = stores[place].pass_access(phase);
        let is_separated = |(other, taken): &(usize, PassAccess)| {
            let is_ordered = graph.leads_to(*other, place);
            let [types, others] = [&pass.types, &taken.types].map(|types| AccessSet::All(types));
            taken.is_parallel && !taken.has_commands && !is_ordered && types.conflict_with(&others).is_none()
        };
        match turns.last_mut() {
            Some(turn) if pass.is_parallel && turn.iter().all(is_separated) => turn.push((place, pass)),
            _ => turns.push(vec![(place, pass)]),
        }
    }
    turns.into_iter().map(|turn| turn.into_iter().map(|(place, _)| place).collect()).collect()
}

/// What the types say about each other's places in a phase. A type that was never added has no pass to wait for.
pub(super) fn edges(stores: &[Rc<Column>], phase: Phase) -> Vec<Edge> {
    let places: HashMap<_, _> =
        stores.iter().enumerate().map(|(place, store)| (store.component_type(), place)).collect();
    let mut edges = Vec::new();
    for (place, store) in stores.iter().enumerate() {
        let constraints = store.order();
        let named = |types: &'static [TypeRef]| {
            types.iter().filter(move |ty| ty.counts_in(phase)).filter_map(|ty| places.get(&ty.id))
        };
        edges.extend(named(constraints.after).map(|&earlier| Edge {
            earlier,
            later: place,
            why: Why::After,
        }));
        edges.extend(named(constraints.before).map(|&later| Edge {
            earlier: place,
            later,
            why: Why::Before,
        }));
        for field in constraints.after_handles {
            let earlier = field.refers_to.and_then(|ty| places.get(&ty.id));
            // A handle to the own type, of a parent for example, says nothing about the order.
            if let Some(&earlier) = earlier.filter(|&&earlier| earlier != place) {
                edges.push(Edge { earlier, later: place, why: Why::Handle { field: field.name } });
            }
        }
    }
    edges
}

/// The places of the stores, in the order in which their types run.
pub(super) fn sorted(stores: &[Rc<Column>], edges: &[Edge]) -> Result<Vec<usize>, UpdateError> {
    Edge::graph(edges, stores.len()).order().map_err(|cycle| UpdateError::Cycle {
        components: cycle.into_iter().map(|place| stores[place].name()).collect(),
    })
}
