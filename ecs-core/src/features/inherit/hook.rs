//! `inherit`: what a component takes over from the one above it. `#[component(inherits)]`.

use core::cell::Cell;
use core::convert::Infallible;

use crate::base::CallSite;
use crate::borrow::HookName;
use crate::column::Column;
use crate::component::Component;
use crate::error::UpdateError;
use crate::hooks::{Absent, Errors, own_store};
use crate::life::{caught, switch_off};
use crate::outcomes::{Ended, Outcome, name_panicking};
use crate::reach::Handle;
use crate::world::{CommandBuffer, Job, OwnRows, Task};

use super::inherits::Inherits;
use super::lineage::Lineage;
use super::visit::{HeirLevel, HeirVisit};

/// Stands where a type has the key `inherits`, and no method `inherit`.
///
/// Implemented for `&T` only, as [`HasUpdate`](crate::hooks::missing::HasUpdate).
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no method `inherit`",
    label = "no method `inherit` is visible where `{Self}` is declared",
    note = "write `fn inherit(&mut self, parent: Option<&{Self}>)` in an `impl {Self}`, or name another \
            method: `#[component(inherits = method)]`"
)]
pub trait HasInherit {
    #[doc(hidden)]
    #[allow(non_upper_case_globals, reason = "it is named as the method that hides it")]
    const inherit: Absent = Absent;
}

#[diagnostic::do_not_recommend]
impl<T> HasInherit for &T {}

/// A method that can be the `inherit` of `T`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the `inherit` of `{T}`",
    label = "not of the form of `inherit`",
    note = "it takes its component and the one above, where no two references share a named lifetime, and \
            returns nothing, `Option<()>` or `Result<(), E>`: `fn inherit(&mut self, parent: Option<&{T}>)`"
)]
pub trait InheritHook<T, M> {
    /// Calls the method.
    fn call(&self, own: &mut T, parent: Option<&T>) -> Ended;
}

#[diagnostic::do_not_recommend]
impl<T, O: Outcome, F: Fn(&mut T, Option<&T>) -> O> InheritHook<T, fn() -> O> for F {
    #[inline(always)]
    fn call(&self, own: &mut T, parent: Option<&T>) -> Ended {
        self(own, parent).__ended().erased()
    }
}

/// That it is missing is said by [`HasInherit`] alone.
#[diagnostic::do_not_recommend]
impl<T> InheritHook<T, Absent> for Absent {
    fn call(&self, _: &mut T, _: Option<&T>) -> Ended {
        Ended::Done
    }
}

/// A second way that no method goes: if there was one alone, rustc would look into it, and say what it lacks
/// instead of the message above.
#[diagnostic::do_not_recommend]
impl<T, F: Fn(Infallible, &mut T)> InheritHook<T, Infallible> for F {
    fn call(&self, _: &mut T, _: Option<&T>) -> Ended {
        Ended::Done
    }
}

/// A component type that threads may inherit side by side: they read a parent at the same time.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot have a parallel `inherit`: it is not `Sync`, so no two threads may read it at \
               the same time",
    label = "not `Sync`",
    note = "without `parallel(inherit)` it runs on the thread of the world, where everything is allowed"
)]
pub trait IsShared: Sync {}

#[diagnostic::do_not_recommend]
impl<T: Sync> IsShared for T {}

/// Begins a pass of the `inherit` of a type over a column that is flushed: borrows all of it.
pub type RunInherit = for<'l> fn(&Column, &'l Lineage, CallSite) -> BegunPass<'l>;

/// A pass, or why it cannot begin.
type BegunPass<'l> = Result<Box<dyn InheritPass + 'l>, UpdateError>;

/// A pass of `inherit` that has begun. Levels run one after the other.
pub trait InheritPass {
    /// Says whether several threads may run it.
    fn is_parallel(&self) -> bool;

    /// Runs a level, all of it or the heirs in some places; or returns what is left to run, if several
    /// threads may run it.
    fn run_level(&mut self, level: usize, listed: Option<&[u32]>) -> Option<Box<dyn Job + '_>>;
}

/// Takes the `inherit` of a type, which runs on the thread of the world.
pub const fn inherits<T: Inherits>() -> Option<RunInherit> {
    Some(begin::<T, false>)
}

/// Takes the `inherit` of a type that several threads may run, level by level.
pub const fn inherits_on_threads<T: Inherits + Send + Sync>() -> Option<RunInherit> {
    Some(begin::<T, true>)
}

/// A pass of `inherit` that has begun, and that runs on the thread of the world or on several.
struct HeirPass<'l, T: Component, const ON_THREADS: bool> {
    visit: HeirVisit<'l, T>,
    hook: HookName,
    site: CallSite,
}

fn begin<'l, T: Component, const ON_THREADS: bool>(
    column: &Column,
    lineage: &'l Lineage,
    site: CallSite,
) -> BegunPass<'l>
where
    for<'p> HeirPass<'p, T, ON_THREADS>: InheritPass,
{
    let hook = column.hook_name(column.info.spec, "inherit");
    let visit = HeirVisit::begin(own_store(column), lineage, hook, site)?;
    Ok(Box::new(HeirPass::<T, ON_THREADS> { visit, hook, site }))
}

impl<T: Inherits> InheritPass for HeirPass<'_, T, false> {
    fn is_parallel(&self) -> bool {
        false
    }

    fn run_level(&mut self, level: usize, listed: Option<&[u32]>) -> Option<Box<dyn Job + '_>> {
        let level = self.visit.level(level, listed);
        let mut claim = level.claim(usize::MAX)?;
        let note = |entity, ended: Ended| {
            if ended.note(|| (self.hook, entity)) {
                Handle::<T>::new(entity).set_enabled(false);
            }
        };
        while let Err(panic) = caught(|| claim.each(T::__inherit, note)) {
            let (store, row) = (level.store(), claim.give_up());
            let entity = store.entity_of(row).unwrap_or_default();
            name_panicking(self.hook, entity);
            switch_off(store.at(entity, self.site), row, self.hook, panic);
        }
        None
    }
}

impl<T: Inherits + Send + Sync> InheritPass for HeirPass<'_, T, true> {
    fn is_parallel(&self) -> bool {
        true
    }

    fn run_level(&mut self, level: usize, listed: Option<&[u32]>) -> Option<Box<dyn Job + '_>> {
        let core = &self.visit.store().world;
        let errors = Errors::of(core, self.hook);
        Some(Box::new(LevelJob { level: self.visit.level(level, listed), hook: self.hook, errors }))
    }
}

/// A level of a pass, which several threads run.
struct LevelJob<'p, T: Component> {
    level: HeirLevel<'p, T>,
    hook: HookName,
    errors: Errors<T>,
}

impl<T: Inherits + Send + Sync> Job for LevelJob<'_, T> {
    fn task(&self) -> Task {
        let HookName { component, hook } = self.hook;
        Task::Inherit { component, hook }
    }

    fn own(&self) -> Option<OwnRows> {
        Some(self.level.own_rows())
    }

    fn left(&self) -> usize {
        self.level.left()
    }

    fn run(&self, most: usize, first: &Cell<usize>, commands: &CommandBuffer) -> usize {
        let Some(mut claim) = self.level.claim(most) else { return 0 };
        first.set(claim.first());
        let rows = claim.rows();
        let is_first = Cell::new(true);
        let note = |entity, ended| match ended {
            Ended::Failed(error) => self.errors.note(entity, error, &is_first, commands),
            ended => ended.note_later(self.hook, entity, commands),
        };
        while let Err(panic) = caught(|| claim.each(T::__inherit, note)) {
            let entity = self.level.store().entity_of(claim.give_up()).unwrap_or_default();
            self.errors.on_panic(entity, panic, commands);
        }
        rows
    }
}
