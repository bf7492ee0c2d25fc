//! Ending one component, or all of a type, each for itself. Hooks run in place; the value is given back, or
//! drops at the next sync point.

use crate::base::{CallSite, One};
use crate::borrow::{Conflict, Held};
use crate::column::{At, Column, Fate};
use crate::component::Component;
use crate::error::{RemoveError, is_unwinding};
use crate::ids::Entity;
use crate::spec::spec;
use crate::store::with_store;
use crate::world::Removal;

use super::super::blocked::Blocked;
use super::super::enable::follow;
use super::super::placement::is_dying;
use super::end::{end_later, run_end};

/// Kills a component; `false` if it is dead, or dying already.
#[track_caller]
pub(crate) fn kill<T: Component>(entity: Entity, site: CallSite) -> bool {
    with_store(T::__cell(), |store| kill_in(store.at(entity, site))).unwrap_or(false)
}

/// As [`kill`], of a column.
pub(crate) fn kill_in(at: At<'_>) -> bool {
    let At { column, entity, site } = at;
    // Saves a sync point.
    if column.ends_silently() && leave(column, entity) {
        column.world.note_ending("kill", entity, Some(column.number()), site);
        return true;
    }
    column.world.structural(|| {
        if !is_killable(at) {
            return false;
        }
        column.world.note_ending("kill", entity, Some(column.number()), site);
        if !run_end(at, Removal::Removed) {
            end_later(at, Removal::Removed);
        } else if column.info.needs_post_removal() || !leave(column, entity) {
            column.detach_of(entity, Fate::Kept);
        }
        true
    })
}

/// Ends a component that is not dropped, if it need not wait for a sync point, and says whether.
fn leave(column: &Column, entity: Entity) -> bool {
    let leaves = column.world.has_nothing_pending() && column.leave_now(entity);
    if leaves {
        column.world.members_mut().remove_type(entity.index(), column.number());
        column.fit_after_leaving();
    }
    leaves
}

/// Removes a component and gives its value back; `None` if it is dead.
#[track_caller]
pub(crate) fn remove<T: Component>(entity: Entity, site: CallSite) -> Result<Option<T>, RemoveError> {
    with_store(T::__cell(), |store| {
        if const { !spec::<T>().has_end() }
            && !store.lifecycle.is_end_observed()
            && store.world.has_nothing_pending()
        {
            if let Some(value) = store.take_at_once(entity) {
                store.world.note_ending("remove", entity, Some(store.number()), site);
                return Ok(Some(value));
            }
            if store.may_leave() && !store.is_watched(entity) {
                return Ok(store.find(entity).map(|row| {
                    store.world.note_ending("remove", entity, Some(store.number()), site);
                    store.take_and_leave(row, entity)
                }));
            }
        }
        // What drops at the sync point may panic, and so may the value then.
        let taken = store.world.structural(|| {
            let row = end_to_take(store.at(entity, site), Removal::Removed)?;
            Ok(row.map(|row| One::of(store.take(row, entity))))
        });
        taken.map(|taken| taken.map(One::into_inner))
    })
    .unwrap_or(Ok(None))
}

/// Runs the hooks of the end of a component whose value is to be taken; returns its row, which nothing has
/// borrowed then. `None` if it is dead, or dying already.
pub(in crate::life) fn end_to_take(at: At<'_>, why: Removal) -> Result<Option<u32>, RemoveError> {
    let At { column, entity, site } = at;
    let component = column.name();
    let find_free = || {
        let Some(row) = column.find(entity) else { return Ok(None) };
        match column.borrows.row_conflict(row, column) {
            Some(Conflict { borrower: by, at }) => Err(RemoveError::Borrowed { component, entity, by, at }),
            None => Ok(Some(row)),
        }
    };
    let refuse_blocked = |row| match column.find_blocked_end(row, entity) {
        Some(Blocked { hook, taken: Held { component: takes, conflict, .. } }) => {
            let Conflict { borrower: by, at } = conflict;
            Err(RemoveError::Blocked { component, entity, hook: hook.hook, takes, by, at })
        }
        None => Ok(()),
    };
    let Some(row) = find_free()?.filter(|_| is_killable(at)) else { return Ok(None) };
    // Before anything of its end has run.
    refuse_blocked(row)?;
    if why == Removal::Removed {
        column.world.note_ending("remove", entity, Some(column.number()), site);
    }
    if !run_end(at, why) {
        // It goes on.
        follow(at);
        find_free()?.map_or(Ok(()), refuse_blocked)?;
        return Err(if is_unwinding() {
            RemoveError::Unwinding { component, entity }
        } else if column.lifecycle.is_reporting_of(entity) {
            RemoveError::Observed { component, entity }
        } else {
            RemoveError::TooDeep { component, entity, limit: column.world.nesting.limit() }
        });
    }
    // `shutdown` may have despawned the entity, or kept a query that has borrowed the component: then it ends
    // as if it was killed.
    find_free().inspect_err(|_| column.detach_of(entity, Fate::Kept))
}

/// Says whether a component is alive and not being shut down.
fn is_killable(at: At<'_>) -> bool {
    at.column.find(at.entity).is_some() && !is_dying(at.column, at.entity)
}

/// Kills all components of a type, in the order of its rows; returns how many.
#[track_caller]
pub(crate) fn kill_all<T: Component>(site: CallSite) -> usize {
    with_store(T::__cell(), |store| kill_all_in(store, site)).unwrap_or(0)
}

fn kill_all_in(column: &Column, site: CallSite) -> usize {
    column.world.structural(|| {
        let entities = column.live_entities(false).into_vec();
        entities.into_iter().filter(|&entity| kill_in(column.at(entity, site))).count()
    })
}
