//! The order of the passes: types by their first add, moved by what they say about each other.

use std::collections::HashMap;
use std::rc::Rc;

use crate::error::UpdateError;
use crate::graph;
use crate::world::{AnyStore, Phase, Plans, TypeRef, WorldCore};

/// Says that one type runs before another, both as places in a list of stores.
pub(super) struct Edge {
    pub(super) earlier: usize,
    pub(super) later: usize,
    pub(super) why: Why,
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

/// For each phase, the stores whose types have a hook for it, in the order of their passes; kept until a type is added.
pub(super) fn plans(core: &WorldCore) -> Result<Plans, UpdateError> {
    if let Some(plans) = &*core.plans.borrow() {
        return Ok(plans.clone());
    }
    let stores = core.numbered_stores();
    let mut plans = Phase::ALL.map(|_| Vec::new());
    for (plan, phase) in plans.iter_mut().zip(Phase::ALL) {
        let order = sorted(&stores, &edges(&stores, phase))?;
        *plan = order
            .into_iter()
            .map(|place| stores[place].clone())
            .filter(|store| store.has_pass(phase))
            .collect();
    }
    let plans: Plans = Rc::new(plans);
    *core.plans.borrow_mut() = Some(plans.clone());
    Ok(plans)
}

/// What the types say about each other's places in a phase. A type that was never added has no pass to wait for.
pub(super) fn edges(stores: &[Rc<dyn AnyStore>], phase: Phase) -> Vec<Edge> {
    let places: HashMap<_, _> =
        stores.iter().enumerate().map(|(place, store)| (store.component_type(), place)).collect();
    let mut edges = Vec::new();
    for (place, store) in stores.iter().enumerate() {
        let wishes = store.order();
        let named = |types: &'static [TypeRef]| {
            types.iter().filter(move |ty| ty.counts_in(phase)).filter_map(|ty| places.get(&ty.id))
        };
        edges.extend(named(wishes.after).map(|&earlier| Edge { earlier, later: place, why: Why::After }));
        edges.extend(named(wishes.before).map(|&later| Edge { earlier: place, later, why: Why::Before }));
        for field in wishes.after_handles {
            let earlier = field.refers_to.and_then(|ty| places.get(&ty.id));
            // A handle to the own type, of a parent for example, says nothing about the order.
            if let Some(&earlier) = earlier.filter(|&&earlier| earlier != place) {
                edges.push(Edge { earlier, later: place, why: Why::Handle { field: field.name } });
            }
        }
    }
    edges
}

/// The places of the stores, each before those that must follow it, otherwise lowest first.
pub(super) fn sorted(stores: &[Rc<dyn AnyStore>], edges: &[Edge]) -> Result<Vec<usize>, UpdateError> {
    let mut followers = vec![Vec::new(); stores.len()];
    edges.iter().for_each(|edge| followers[edge.earlier].push(edge.later));
    graph::order(&followers).map_err(|cycle| UpdateError::Cycle {
        components: cycle.into_iter().map(|place| stores[place].name()).collect(),
    })
}
