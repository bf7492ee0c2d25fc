//! Adding to a pooled type: a component that has ended gives its value to the next one.

use crate::borrow::{Conflict, Held};
use crate::column::{At, PendingInit};
use crate::error::{AddError, is_unwinding};

use super::init::{DetachUnlessGone, init, init_placed};
use super::reset::reset_row;
use super::running::Refusal;

/// A type with a `Default`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be pooled: it has no `Default`",
    label = "only `add` takes a value that was kept, and it needs a `Default` where none is kept",
    note = "derive or implement `Default` for `{Self}`, or remove `pooled`"
)]
pub trait Reusable {}

#[diagnostic::do_not_recommend]
impl<T: Default> Reusable for T {}

/// Adds the value that was kept last: `on_reset` runs, then it is born as a new component. `false`, and
/// nothing has changed, if none is kept, if the entity is dead, and while the thread unwinds: nothing could
/// be reset then.
///
/// If `on_reset` panics, or takes something that is borrowed, the component is dead and its value is dropped.
pub(super) fn add_kept(at: At<'_>) -> Result<bool, Refusal> {
    let At { column, entity, site } = at;
    if is_unwinding() {
        return Ok(false);
    }
    let Some(row) = column.push_kept(entity) else { return Ok(false) };
    if !column.spec().has_reset() {
        return init(at, row).map(|()| true);
    }
    let pending = PendingInit::begin(column.rc(), true);
    let undo = DetachUnlessGone { pending: &pending, entity };
    {
        let _deeper = column.world().nesting.enter_init();
        reset_row(at, row).map_err(|held| blocked(at, held))?;
    }
    core::mem::forget(undo);
    init_placed(&pending, entity, site).map(|()| true)
}

/// Says why `on_reset` has not run.
#[cold]
fn blocked(At { column, entity, .. }: At<'_>, held: Held) -> Refusal {
    let Held { component: takes, conflict: Conflict { borrower: by, at }, .. } = held;
    let hook = column.spec().method("on_reset");
    Box::new(AddError::Blocked { component: column.name(), entity, hook, takes, by, at })
}
