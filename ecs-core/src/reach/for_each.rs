//! Visiting all components of a type, each borrowed by a closure while its turn lasts.

use core::ops::Range;

use crate::base::CallSite;
use crate::borrow::{Borrower, Conflict, Visiting};
use crate::column::Column;
use crate::component::Component;
use crate::error::{ViewError, WorldError, fail};
use crate::ids::Entity;
use crate::iterate::{BLOCK, Visit};
use crate::life::flush_for_view;
use crate::spec::name_of;
use crate::store::{ByMut, HookGuard, Receiver, Store, with_store};
use crate::terms::Opened;
use crate::world::{current, note_unwinding};

/// Calls a function with each component that is live and enabled now, and still is when its turn comes.
///
/// Leaves out those that one of their own hooks has borrowed: this call comes from there.
#[track_caller]
pub(crate) fn for_each<T: Component>(mut f: impl FnMut(&mut T), site: CallSite) -> Result<(), ViewError> {
    match with_store(T::__cell(), Store::rc) {
        Some(store) => store.world.structural(|| {
            visit_each::<T, ByMut, false>(&store, None, Borrower::ForEach, |_, own| f(own), site)
        }),
        None => match current() {
            Err(error @ WorldError::Closing) => Err(ViewError::World { component: name_of::<T>(), error }),
            _ => Ok(()),
        },
    }
}

/// As [`for_each`], of a store, inside a structural call: leaves one row out, and gives the function the
/// entity of each, if it asks for it. What messages call the function is said.
pub(crate) fn visit_each<T: Component, R: Receiver + 'static, const ASKS: bool>(
    store: &Store<T>,
    but: Option<u32>,
    closure: Borrower,
    mut f: impl FnMut(Entity, R::Own<'_, T>),
    site: CallSite,
) -> Result<(), ViewError> {
    if !store.borrows.is_in_use() {
        flush_for_view(store)?;
    }
    // Rows do not move meanwhile: while the closure runs, its row is borrowed.
    let rest = if but.is_none() { visit_quickly::<T, R, ASKS>(store, closure, &mut f, site) } else { None };
    let mut visit = |row| {
        let mut borrowed = HookGuard::borrow_as(store, row, R::WRITES, closure, site)?;
        let entity = if const { ASKS } { store.entity_of(row).unwrap_or_default() } else { Entity::NONE };
        borrowed.own().with::<R, T, _>(|own| f(entity, own));
        Ok(())
    };
    match rest {
        Some(mut rows) => visit_rows(store, &mut rows, &mut visit),
        None => {
            let mut rows = free_rows(store, R::WRITES)?.into_iter().filter(|&row| Some(row) != but);
            visit_rows(store, &mut rows, &mut visit)
        }
    }
}

/// Visits the first rows as a pass does, while there is nothing to look for, and returns the others. `None`
/// if something is borrowed.
fn visit_quickly<T: Component, R: Receiver + 'static, const ASKS: bool>(
    store: &Store<T>,
    closure: Borrower,
    f: &mut impl FnMut(Entity, R::Own<'_, T>),
    site: CallSite,
) -> Option<Range<u32>> {
    let opened = Opened::new(Some(store.world.clone()));
    let visit = Visit::alone(store, R::WRITES, closure, &opened, site)?;
    if const { !ASKS } {
        let visited = visit.quickly::<T, R, _>(0, visit.rows(), |_| {
            |own: R::Own<'_, T>, visiting: &Visiting, row: usize| {
                visiting.visit(row as u32);
                let _change = if const { R::WRITES } { visit.write::<T>(row) } else { None };
                f(Entity::NONE, own);
                visiting.needs_slow_path()
            }
        });
        return Some(visited as u32..visit.rows() as u32);
    }
    // Asking for the entities of many costs a tenth of asking for each. None changes its name in secret: who
    // does so is looked for before the next one is visited.
    let mut entities = [Entity::NONE; BLOCK];
    let mut first = 0;
    while first < visit.rows() {
        let len = BLOCK.min(visit.rows() - first);
        store.name_rows(first, &mut entities[..len]);
        let visited = visit.quickly::<T, R, _>(first, len, |len| {
            let (entities, f, visit) = (&entities[..len], &mut *f, &visit);
            move |own: R::Own<'_, T>, visiting: &Visiting, step: usize| {
                visiting.visit((first + step) as u32);
                let _change = if const { R::WRITES } { visit.write::<T>(first + step) } else { None };
                f(entities[step], own);
                visiting.needs_slow_path()
            }
        });
        first += visited;
        if visited < len {
            break;
        }
    }
    Some(first as u32..visit.rows() as u32)
}

/// Refuses if a visit would meet a row that something has borrowed now, but for one of its own hooks.
pub(crate) fn refuse_borrowed(column: &Column, writes: bool) -> Result<(), ViewError> {
    if column.borrows.is_in_use() { free_rows(column, writes).map(drop) } else { Ok(()) }
}

/// The rows to visit that are not borrowed. Refuses if anything but one of its own hooks has borrowed one.
fn free_rows(column: &Column, writes: bool) -> Result<Vec<u32>, ViewError> {
    let mut rows = column.rows_to_visit();
    let mut refused = None;
    rows.retain(|&row| {
        let conflict = column.borrows.conflict(row, writes, column, None);
        refused = refused.or(conflict.filter(|conflict| !conflict.borrower.is_hook()));
        conflict.is_none()
    });
    refused.map_or(Ok(rows), |conflict| Err(ViewError::borrowed(column.name(), conflict)))
}

/// Visits rows, each borrowed by itself, that are still live and enabled when their turn comes.
fn visit_rows(
    column: &Column,
    rows: &mut dyn Iterator<Item = u32>,
    visit: &mut dyn FnMut(u32) -> Result<(), Conflict>,
) -> Result<(), ViewError> {
    for row in rows {
        if column.is_due(row) {
            visit(row).map_err(|conflict| ViewError::borrowed(column.name(), conflict))?;
        }
    }
    Ok(())
}

/// Panics if a visit or a sort was refused; does nothing, and counts a soft failure, if that is because the
/// thread unwinds.
#[track_caller]
pub(crate) fn expect_visited(
    call: &'static str,
    name: &'static str,
    verb: &'static str,
    result: Result<(), ViewError>,
) {
    match result {
        Ok(()) => {}
        Err(ViewError::World { error: WorldError::Unwinding, .. }) => {
            note_unwinding(call, Some(name), Entity::NONE, CallSite::here());
        }
        Err(error) => fail(&error.for_verb(verb)),
    }
}
