//! [`explain_order`]: which type's pass runs when, and why, as a value that prints.

use core::fmt;
use std::rc::Rc;

use crate::column::Column;
use crate::error::{UpdateError, or_fail};
use crate::frame::{Graphviz, PassPlanner, Why, write_added};
use crate::phase::Phase;
use crate::world::{Skipped, WorldCore, current_if_any};

use super::super::part::Shuffled;
use super::super::schedules::SystemId;
use super::observer_order::{ObserverOrder, observers};

/// Returns the order in which [`update_all`](crate::update_all) runs the types of the current world, with the
/// reasons.
///
/// The value prints as text, and as a graph for Graphviz. The order is the present one: types that are added
/// for the first time later join it. Types run in the order of their first adds; a type with `after` or
/// `before` is moved, and the others keep their order.
///
/// ```
/// use ecs_core::{Component, Entity, explain_order};
///
/// #[derive(Component, Default)]
/// #[component(after(Wind))]
/// struct Plane;
/// impl Plane {
///     fn update(&mut self) {}
/// }
///
/// #[derive(Component, Default)]
/// struct Wind;
/// impl Wind {
///     fn update(&mut self) {}
/// }
///
/// Entity::spawn().with(Plane).with(Wind);
/// assert_eq!(
///     explain_order().to_string(),
///     "\
/// fixed_update: no type has it
/// update:
///   1. Wind: added 2nd
///   2. Plane: added 1st; after Wind, which its `after` names
/// late_update: no type has it
/// "
/// );
/// ```
///
/// # Panics
///
/// If the order has a cycle; while the world is closing. [`try_explain_order`] returns an error instead.
#[must_use]
#[track_caller]
pub fn explain_order() -> Order {
    or_fail(try_explain_order())
}

/// Returns the order of the types of the current world, as [`explain_order`], or says why there is none.
///
/// # Errors
///
/// [`UpdateError::Cycle`] names types that wait for each other; [`UpdateError::World`] while the world is
/// closing.
#[track_caller]
pub fn try_explain_order() -> Result<Order, UpdateError> {
    let core = current_if_any().map_err(UpdateError::World)?;
    let columns = core.as_ref().map_or_else(Vec::new, |core| core.columns.in_order());
    let mut phases = Vec::new();
    for phase in Phase::ALL {
        let schedules = core.as_ref().map(|core| &core.parts.schedules);
        phases.push(PhaseOrder {
            phase,
            passes: passes(core.as_deref(), &columns, phase)?,
            never_added: missing(&columns, phase),
            systems: schedules.and_then(|schedules| schedules.systems(phase)).unwrap_or_default(),
        });
    }
    let inheriting = columns.iter().filter(|column| column.info.has_own_order).map(|column| column.name());
    let observers = core.as_ref().map_or_else(Vec::new, |core| observers(core));
    let shuffled = core.as_ref().and_then(|core| core.parts.shuffled());
    Ok(Order { shuffled, phases, inheriting: inheriting.collect(), observers })
}

/// The types that have a hook for the phase, and those through which others are ordered.
fn passes(
    core: Option<&WorldCore>,
    columns: &[Rc<Column>],
    phase: Phase,
) -> Result<Vec<PassOrder>, UpdateError> {
    let planner = PassPlanner::new(columns, phase);
    let (mut order, edges) = (planner.order()?, planner.planner().edges());
    if let Some(core) = core {
        core.parts.reorder(planner.planner(), phase as u64, &mut order);
    }
    let has_hook: Vec<_> = (0..columns.len()).map(|place| planner.has_pass(place)).collect();
    let (mut follows, mut precedes) = (has_hook.clone(), has_hook.clone());
    for &place in &order {
        follows[place] |= edges.iter().any(|edge| edge.later == place && follows[edge.earlier]);
    }
    for &place in order.iter().rev() {
        precedes[place] |= edges.iter().any(|edge| edge.earlier == place && precedes[edge.later]);
    }
    // Those that are not the first of their group.
    let grouped: Vec<_> = planner.groups(&order).iter().flat_map(|group| &group[1..]).copied().collect();
    let is_shown = |place: usize| follows[place] && precedes[place];
    let explain = |place: usize| {
        let reasons = planner.planner().reasons(place).filter(|edge| is_shown(edge.earlier));
        PassOrder {
            component: columns[place].name(),
            added: place + 1,
            has_hook: has_hook[place],
            is_parallel: planner.is_parallel(place),
            is_parallel_with_previous: grouped.contains(&place),
            in_states: in_states(&columns[place]),
            stands_still: columns[place].world.parts.stands_still(&columns[place]),
            skipped: core.and_then(|core| core.log.skipped(columns[place].info.id, phase)),
            reasons: reasons
                .map(|edge| Reason { after: columns[edge.earlier].name(), why: edge.why })
                .collect(),
        }
    };
    Ok(order.into_iter().filter(|&place| is_shown(place)).map(explain).collect())
}

/// The patterns of states in which a type has its passes.
fn in_states(column: &Column) -> Vec<&'static str> {
    let mut patterns = Vec::new();
    column.world.parts.all().iter().for_each(|part| part.conditions(column, &mut patterns));
    patterns
}

/// The types that have something said about them, and were never added.
fn missing(columns: &[Rc<Column>], phase: Phase) -> Vec<&'static str> {
    let is_added = |id| columns.iter().any(|column| column.info.id == id);
    let mut names = Vec::new();
    for column in columns.iter().filter(|column| column.info.spec.hooks.pass(phase).is_some()) {
        let constraints = &column.info.spec.passes;
        let fields = constraints.after_handles.iter().filter_map(|field| field.refers_to);
        for ty in constraints.after.iter().chain(constraints.before).copied().chain(fields) {
            let name = (ty.name)();
            if ty.counts_in(phase) && !is_added(ty.id) && !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
}

/// The order in which the types of a world run. [`explain_order`] returns it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    shuffled: Option<Shuffled>,
    phases: Vec<PhaseOrder>,
    inheriting: Vec<&'static str>,
    observers: Vec<ObserverOrder>,
}

/// The order in which types run in one phase.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct PhaseOrder {
    /// The phase.
    pub phase: Phase,
    /// The types, in their order.
    pub passes: Vec<PassOrder>,
    /// The types that these name in `after` and `before`, and that were never added: no type waits for them.
    pub never_added: Vec<&'static str>,
    /// The systems of the [schedule](crate::World::set_schedule) that runs after these, in their order.
    pub systems: Vec<SystemId>,
}

/// The place of one type in a phase.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct PassOrder {
    /// The component's type.
    pub component: &'static str,
    /// The how many-th type it was to be added to the world, counted from 1. Where nothing else is said, this
    /// is the order.
    pub added: usize,
    /// Whether the type has a hook for the phase. If not, it is listed because others are ordered through it.
    pub has_hook: bool,
    /// Whether several threads may run its pass: `#[component(parallel)]`.
    pub is_parallel: bool,
    /// Whether its pass runs at the same time as that of the last type before it that has one.
    pub is_parallel_with_previous: bool,
    /// The entities that its last pass skipped, because they lack a sibling that the hook needs.
    pub skipped: Option<Skipped>,
    /// The patterns of states that must all match, or the type is paused: `#[component(in_state(..))]`.
    pub in_states: Vec<&'static str>,
    /// Whether the type is paused now, because one of these does not match.
    pub stands_still: bool,
    /// The reasons why the type has to wait for others.
    pub reasons: Vec<Reason>,
}

/// Why a type runs after another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Reason {
    /// The type that runs before.
    pub after: &'static str,
    /// Where that is written.
    pub why: Why,
}

impl Order {
    /// Returns by what the order is [shuffled](crate::World::shuffle_order), if it is: then it is that of the
    /// last frame.
    #[must_use]
    pub const fn shuffled(&self) -> Option<Shuffled> {
        self.shuffled
    }

    /// Lists the phases, in the order in which they run.
    #[must_use]
    pub fn phases(&self) -> &[PhaseOrder] {
        &self.phases
    }

    /// Lists the types that have a hook for a phase, in their order.
    pub fn of(&self, phase: Phase) -> impl Iterator<Item = &'static str> {
        let passes =
            self.phases.iter().filter(move |order| order.phase == phase).flat_map(|order| &order.passes);
        passes.filter(|pass| pass.has_hook).map(|pass| pass.component)
    }

    /// Lists the types that [inherit](crate::Inherits), in the order of their passes, which follow all
    /// phases.
    #[must_use]
    pub fn inheriting(&self) -> &[&'static str] {
        &self.inheriting
    }

    /// Lists the [observed](crate::observe) events, with their observers in order.
    #[must_use]
    pub fn observers(&self) -> &[ObserverOrder] {
        &self.observers
    }

    /// Writes the order as a graph in the language of Graphviz: a cluster a phase, an arrow for each reason,
    /// a dotted one from each type to the next.
    ///
    /// `dot -Tsvg order.dot` draws it.
    #[must_use]
    pub fn graphviz(&self) -> String {
        let mut graph = Graphviz::new("order");
        for order in &self.phases {
            graph.cluster(&order.phase, order.phase.hook(), |graph| order.draw(graph));
        }
        graph.finish()
    }
}

impl PhaseOrder {
    fn draw(&self, graph: &mut Graphviz) {
        let id = |component: &str| format!("{} {component}", self.phase);
        for pass in &self.passes {
            graph.node(&id(pass.component), pass.component, pass.has_hook);
        }
        for pair in self.passes.windows(2) {
            let at_once = ", constraint=false, dir=none, label=\"at the same time\"";
            let style = if pair[1].is_parallel_with_previous { at_once } else { ", constraint=false" };
            graph.next(&id(pair[0].component), &id(pair[1].component), style);
        }
        for pass in &self.passes {
            for Reason { after, why } in &pass.reasons {
                graph.reason(&id(after), &id(pass.component), *why);
            }
        }
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(shuffled) = self.shuffled {
            writeln!(f, "{shuffled}")?;
        }
        self.phases.iter().try_for_each(|order| order.fmt(f))?;
        if let Some((first, others)) = self.inheriting.split_first() {
            write!(f, "then inherit: {first}")?;
            others.iter().try_for_each(|component| write!(f, ", {component}"))?;
            writeln!(f)?;
        }
        self.observers.iter().try_for_each(|observed| writeln!(f, "{observed}"))
    }
}

impl fmt::Display for PhaseOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.passes.is_empty() {
            true => writeln!(f, "{}: no type has it", self.phase)?,
            false => writeln!(f, "{}:", self.phase)?,
        }
        let mut place = 0;
        for pass in &self.passes {
            if pass.has_hook {
                place += 1;
                writeln!(f, "  {place}. {pass}")?;
            } else {
                writeln!(f, "  -  {pass}; has no {} itself", self.phase)?;
            }
        }
        for component in &self.never_added {
            writeln!(f, "  {component} is named by one of them, but was never added")?;
        }
        if let Some((first, others)) = self.systems.split_first() {
            write!(f, "  then its schedule: {first}")?;
            others.iter().try_for_each(|system| write!(f, ", {system}"))?;
            writeln!(f)?;
        }
        Ok(())
    }
}

impl fmt::Display for PassOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_added(f, &self.component, self.added)?;
        if self.is_parallel {
            f.write_str(if self.is_parallel_with_previous {
                "; parallel, at the same time as the one before"
            } else {
                "; parallel"
            })?;
        }
        self.in_states.iter().try_for_each(|pattern| write!(f, "; in {pattern}"))?;
        f.write_str(if self.stands_still { ", and stands still now" } else { "" })?;
        self.reasons.iter().try_for_each(|reason| write!(f, "; {reason}"))?;
        self.skipped.map_or(Ok(()), |skipped| write!(f, "; {}", skipped.without_name()))
    }
}

crate::base::display_by!([] Reason, |this, f| this.why.write(f, &this.after));
