//! [`Idle`]: a hook that has returned `None`.

use core::cell::Cell;

use crate::borrow::HookName;
use crate::ids::Entity;

/// A hook that had nothing to do for some entities: it returned `None`, or [`Failed::NOTHING`].
///
/// Part of [`WorldStats`](crate::stats::WorldStats), with one entry for each hook. Returning `None` is often
/// right, and sometimes hides a mistake. The numbers are those of the last frame in which the hook returned
/// `None`.
///
/// [`Failed::NOTHING`]: crate::Failed::NOTHING
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Idle {
    /// The component's type. For a system empty; for an observer the event.
    pub component: &'static str,
    /// The hook, `after`, `every` or `task`, `observe`, or the system.
    pub hook: &'static str,
    /// The number of calls that returned `None` in that frame.
    pub count: usize,
    /// The entity of the first of them; [`Entity::NONE`] for a system.
    pub first: Entity,
    /// The [frame](crate::Time::frame).
    pub frame: u64,
}

crate::base::display_by! {
    [] Idle, |this, f| {
        let Self { component, hook, count, first, .. } = *this;
        let name = HookName { component, hook };
        match count {
            _ if first == Entity::NONE => write!(f, "`{name:?}` had nothing to do"),
            1 => write!(f, "`{name:?}` had nothing to do for 1 entity: {first:?}"),
            _ => write!(f, "`{name:?}` had nothing to do for {count} entities: the first is {first:?}"),
        }
    }
}

/// Notes that a hook had nothing to do for some entities more.
#[cold]
pub(crate) fn note_idle_rows(
    all: &mut Vec<Idle>,
    HookName { component, hook }: HookName,
    new: IdleRows,
    frame: u64,
) {
    let IdleRows { count, first } = new;
    match all.iter_mut().find(|idle| (idle.component, idle.hook) == (component, hook)) {
        Some(same) if same.frame == frame => same.count += count,
        Some(older) => (older.count, older.first, older.frame) = (count, first, frame),
        None => all.push(Idle { component, hook, count, first, frame }),
    }
}

/// The entities for which a hook had nothing to do, in a pass.
#[derive(Clone, Copy)]
pub(crate) struct IdleRows {
    pub(crate) count: usize,
    pub(crate) first: Entity,
}

/// The same, while the pass runs.
#[derive(Default)]
pub struct IdleCount {
    count: Cell<usize>,
    first: Cell<Entity>,
}

impl IdleCount {
    /// Counts one entity.
    #[inline(always)]
    pub(crate) fn add(&self, entity: impl FnOnce() -> Entity) {
        if self.count.replace(self.count.get() + 1) == 0 {
            self.first.set(entity());
        }
    }

    /// Returns the entities, and begins to count anew.
    #[inline]
    pub(crate) fn take(&self) -> Option<IdleRows> {
        match self.count.take() {
            0 => None,
            count => Some(IdleRows { count, first: self.first.get() }),
        }
    }
}
