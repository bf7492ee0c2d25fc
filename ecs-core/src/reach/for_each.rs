//! Visiting all components of a type, each borrowed by a closure while its turn lasts.

use core::ops::Range;

use crate::base::CallSite;
use crate::borrow::{Borrower, Conflict, Visiting};
use crate::component::Component;
use crate::error::{ViewError, WorldError};
use crate::life::flush_for_view;
use crate::spec::spec;
use crate::store::{ByMut, RefMut, Store, with_store};
use crate::walk::{Opened, Visit};
use crate::world::current;

/// Calls a function with each component that is live and enabled now, and still is when its turn comes.
///
/// Leaves out those that one of their own hooks has borrowed: this call comes from there.
#[track_caller]
pub(crate) fn for_each<T: Component>(f: impl FnMut(&mut T), site: CallSite) -> Result<(), ViewError> {
    match with_store(T::__cell(), Store::rc) {
        Some(store) => store.world().structural(|| visit(&store, f, site)),
        None => match current() {
            Err(error @ WorldError::Closing) => Err(ViewError::World { component: spec::<T>().name, error }),
            _ => Ok(()),
        },
    }
}

fn visit<T: Component>(store: &Store<T>, mut f: impl FnMut(&mut T), site: CallSite) -> Result<(), ViewError> {
    if !store.borrows().is_in_use() {
        flush_for_view(store)?;
    }
    // Rows do not move meanwhile: while the closure runs, its row is borrowed.
    match visit_quickly(store, &mut f, site) {
        Some(rest) => visit_rows(store, rest, f, site),
        None => visit_rows(store, free_rows(store)?, f, site),
    }
}

/// Visits the first rows as a pass does, while there is nothing to look for, and returns the others. `None`
/// if something is borrowed.
fn visit_quickly<T: Component>(
    store: &Store<T>,
    f: &mut impl FnMut(&mut T),
    site: CallSite,
) -> Option<Range<u32>> {
    let opened = Opened::new(Some(store.world().clone()));
    let visit = Visit::alone(store, true, Borrower::ForEach, &opened, site)?;
    let visited = visit.quickly::<T, ByMut, _>(0, visit.rows(), |_| {
        |value: &mut T, visiting: &Visiting, row: usize| {
            visiting.visit(row as u32);
            let _change = visit.write::<T>(row);
            f(value);
            visiting.needs_slow_path()
        }
    });
    Some(visited as u32..visit.rows() as u32)
}

/// The rows to visit that are not borrowed. Refuses if anything but one of its own hooks has borrowed one.
fn free_rows<T: Component>(store: &Store<T>) -> Result<Vec<u32>, ViewError> {
    let mut rows = store.rows_to_visit();
    let mut conflicts = rows.iter().filter_map(|&row| store.borrows().row_conflict(row, &**store));
    if let Some(conflict) = conflicts.find(|conflict| !conflict.borrower.is_hook()) {
        return Err(refusal::<T>(conflict));
    }
    rows.retain(|&row| !store.borrows().is_row_borrowed(row, &**store));
    Ok(rows)
}

/// Visits rows, each borrowed by itself, that are still live and enabled when their turn comes.
fn visit_rows<T: Component>(
    store: &Store<T>,
    rows: impl IntoIterator<Item = u32>,
    mut f: impl FnMut(&mut T),
    site: CallSite,
) -> Result<(), ViewError> {
    for row in rows.into_iter().filter(|&row| store.is_due(row)) {
        let mut borrowed = RefMut::borrow_for_closure(store, row, site).map_err(refusal::<T>)?;
        f(&mut borrowed);
    }
    Ok(())
}

fn refusal<T: Component>(Conflict { borrower: by, at }: Conflict) -> ViewError {
    ViewError::Borrowed { component: spec::<T>().name, by, at }
}
