//! The order of the passes: types by their first add, each moved by what it says about others.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use crate::base::CallSite;
use crate::column::Column;
use crate::error::UpdateError;
use crate::frame::graph::{Edge, Why};
use crate::frame::planner::{Planned, Planner, Reach};
use crate::phase::Phase;
use crate::spec::PassSpec;
use crate::world::{TypeRef, WorldCore};

use super::column_passes::{check_pass, prepare_pass};

/// Passes that may run at the same time; most run alone.
pub(crate) struct PassGroup {
    pub(in crate::frame) columns: Vec<Rc<Column>>,
    /// Whether one of them takes a singleton, which may have to be made.
    pub(in crate::frame) takes_singletons: bool,
}

/// What happens in a phase, in the order of the types.
#[derive(Default)]
pub(crate) struct PhasePlan {
    /// The types whose `start` runs when the phase begins.
    pub(in crate::frame) starts: Vec<Rc<Column>>,
    /// The passes of the types that have a hook for the phase.
    pub(in crate::frame) groups: Vec<PassGroup>,
}

/// What happens in a frame.
#[derive(Default)]
pub(crate) struct FramePlan {
    /// For each phase, what happens in it.
    pub(in crate::frame) phases: [PhasePlan; Phase::ALL.len()],
    /// The columns that the passes visit, each once.
    visited: Vec<Rc<Column>>,
}

impl FramePlan {
    /// The passes: for each its phase, the group that it is in, and its column.
    fn passes(&self) -> impl Iterator<Item = (Phase, &PassGroup, &Rc<Column>)> {
        Phase::ALL.into_iter().zip(&self.phases).flat_map(|(phase, plan)| {
            plan.groups
                .iter()
                .flat_map(move |group| group.columns.iter().map(move |column| (phase, group, column)))
        })
    }

    /// Makes the singletons that the passes need.
    pub(in crate::frame) fn prepare(&self, site: CallSite) -> Result<(), UpdateError> {
        let mut passes = self.passes().filter(|(_, group, _)| group.takes_singletons);
        passes.try_for_each(|(phase, _, column)| prepare_pass(column, phase, site))
    }

    /// Refuses if something is borrowed that a pass would visit.
    pub(in crate::frame) fn check(&self) -> Result<(), UpdateError> {
        // Saves a third of the cost of small passes.
        if !self.visited.iter().any(|column| column.borrows.is_in_use()) {
            return Ok(());
        }
        self.passes().try_for_each(|(phase, _, column)| check_pass(column, phase))
    }
}

/// What happens in a frame, in the order of the types; kept until a type is added, or stands still. What
/// stands still is not in it.
pub(in crate::frame) fn frame_plan(core: &WorldCore) -> Result<Rc<FramePlan>, UpdateError> {
    if let Some(plan) = &*core.columns.plan.borrow() {
        return Ok(plan.clone());
    }
    let columns = core.columns.in_order();
    let mut plan = FramePlan::default();
    for (plan, phase) in plan.phases.iter_mut().zip(Phase::ALL) {
        let planner = PassPlanner::new(&columns, phase);
        let mut order = planner.order()?;
        core.parts.reorder(planner.planner(), phase as u64, &mut order);
        order.retain(|&place| !core.parts.stands_still(&columns[place]));
        let column = |&place: &usize| columns[place].clone();
        let group = |places: Vec<usize>| PassGroup {
            takes_singletons: places.iter().any(|&place| planner.takes_singletons(place)),
            columns: places.iter().map(column).collect(),
        };
        plan.groups = planner.groups(&order).into_iter().map(group).collect();
        plan.starts = order.iter().map(column).filter(|column| starts_in(column, phase)).collect();
    }
    plan.visited = visited(core, &plan);
    let plan = Rc::new(plan);
    core.columns.plan.replace(Some(plan.clone()));
    Ok(plan)
}

/// The columns that the passes of a plan visit, each once.
fn visited(core: &WorldCore, plan: &FramePlan) -> Vec<Rc<Column>> {
    let mut visited = BTreeMap::new();
    for (phase, _, column) in plan.passes() {
        visited.insert(column.position, column.clone());
        let Some(hook) = column.info.spec.hooks.pass(phase) else { continue };
        hook.access().for_each(|access| {
            visited.extend(core.columns.of(access.id).map(|column| (column.position, column)));
        });
    }
    visited.into_values().collect()
}

/// The types of all columns, by their places in the order of the first adds, in the order in which their
/// `update` runs.
pub(crate) fn update_order(columns: &[Rc<Column>]) -> Result<Vec<usize>, UpdateError> {
    PassPlanner::new(columns, Phase::Update).order()
}

/// Says whether the `start` of a type runs when a phase begins: in all of them if it has a pass, for no pass
/// may come before it.
fn starts_in(column: &Column, phase: Phase) -> bool {
    let has_pass = || Phase::ALL.into_iter().any(|phase| column.info.spec.hooks.pass(phase).is_some());
    column.info.spec.hooks.start.is_some() && (phase == Phase::Update || has_pass())
}

/// Plans the passes of a phase. A place is that of a type in the order of the first adds.
pub(crate) struct PassPlanner<'s> {
    columns: &'s [Rc<Column>],
    planner: Planner,
    /// For each type, its pass if it has one.
    passes: Vec<Option<Planned>>,
}

impl<'s> PassPlanner<'s> {
    pub(crate) fn new(columns: &'s [Rc<Column>], phase: Phase) -> Self {
        let planner = Planner::new(columns.len(), edges(columns, phase));
        let passes = columns.iter().map(|column| pass(column, phase)).collect();
        Self { columns, planner, passes }
    }

    pub(crate) fn planner(&self) -> &Planner {
        &self.planner
    }

    pub(crate) fn has_pass(&self, place: usize) -> bool {
        self.passes[place].is_some()
    }

    /// Says whether several threads may run the pass of a type.
    pub(crate) fn is_parallel(&self, place: usize) -> bool {
        self.passes[place].as_ref().is_some_and(|pass| !pass.is_alone)
    }

    /// Says whether the pass of a type takes a singleton.
    fn takes_singletons(&self, place: usize) -> bool {
        let mut taken = self.passes[place].iter().flat_map(|pass| &pass.taken);
        taken.any(|taken| taken.find_map(&mut |access| access.is_singleton.then_some(())).is_some())
    }

    /// The types, in the order in which they run.
    pub(crate) fn order(&self) -> Result<Vec<usize>, UpdateError> {
        self.planner.order().map_err(|cycle| UpdateError::Cycle {
            components: cycle.into_iter().map(|place| self.columns[place].name()).collect(),
        })
    }

    /// The types that have a pass, in an order, those together whose passes run at the same time.
    ///
    /// Passes that follow each other do if all are parallel, none takes what another one writes to, nobody
    /// has said which is first, and all but the last change nothing but what they take.
    pub(crate) fn groups(&self, order: &[usize]) -> Vec<Vec<usize>> {
        let order: Vec<_> = order.iter().copied().filter(|&place| self.has_pass(place)).collect();
        let pass = |place: usize| self.passes[place].as_ref().expect("those without are left out");
        self.planner.groups(&order, Reach::Last, pass)
    }
}

/// The pass of a type in a phase.
fn pass(column: &Column, phase: Phase) -> Option<Planned> {
    let hook = column.info.spec.hooks.pass(phase)?;
    Some(Planned {
        stage: 0,
        is_alone: !hook.is_parallel(),
        has_condition: false,
        has_commands: hook.has_commands(),
        taken: [column.info.access, *hook.access()],
    })
}

/// What the types say about each other's places in a phase. A type that was never added has no pass to wait
/// for.
fn edges(columns: &[Rc<Column>], phase: Phase) -> Vec<Edge> {
    let places: HashMap<_, _> =
        columns.iter().enumerate().map(|(place, column)| (column.info.id, place)).collect();
    let mut edges = Vec::new();
    for (place, column) in columns.iter().enumerate() {
        let PassSpec { after, before, after_handles, .. } = column.info.spec.passes;
        let named = |types: &'static [TypeRef]| {
            types.iter().filter(|ty| ty.counts_in(phase)).filter_map(|ty| places.get(&ty.id).copied())
        };
        edges.extend(named(after).map(|earlier| Edge::after(earlier, place)));
        edges.extend(named(before).map(|later| Edge::before(place, later)));
        for field in after_handles {
            let earlier = field.refers_to.and_then(|ty| places.get(&ty.id).copied());
            // A handle to the own type, of a parent for example, says nothing about the order.
            if let Some(earlier) = earlier.filter(|&earlier| earlier != place) {
                edges.push(Edge { earlier, later: place, why: Why::Handle { field: field.name }, set: None });
            }
        }
    }
    edges
}
