//! Saving a world: first it is asked whether nothing is under way, then values are copied, then all the rest.

use std::rc::Rc;

use crate::base::{begin_saving, pass_on};
#[cfg(feature = "serde")]
use crate::codec::is_in_context;
use crate::column::{Column, Copying, SavedColumn, SavingColumn};
use crate::error::{SnapshotError, WorldError, is_unwinding};
use crate::features::saved::{Image, SavedPart};
use crate::world::{Task, WorkerContext, WorldCore, detached};

use super::ring::Ring;
use super::saved_world::{SavedWorld, copying};

/// Without serde, no entity is written or read.
#[cfg(not(feature = "serde"))]
fn is_in_context() -> bool {
    false
}

/// Brings a world in order, and refuses if something of it is under way.
pub(super) fn sync_for_snapshot(core: &WorldCore) -> Result<(), SnapshotError> {
    if is_unwinding() {
        return Err(SnapshotError::World(WorldError::Unwinding));
    }
    if core.nesting.is_inside() || core.frames.is_running() || core.is_visited_by_threads() || is_in_context()
    {
        return Err(SnapshotError::InsideHook);
    }
    core.sync();
    core.lifetime.raise();
    let promised = core.entities.borrow().promised();
    if promised != 0 {
        return Err(SnapshotError::Promised { ids: promised });
    }
    if core.is_anything_waiting() || !core.parts.saved().iter().all(|part| part.is_at_rest()) {
        return Err(SnapshotError::Waiting { component: None });
    }
    for column in core.columns.all() {
        if let Some(conflict) = column.borrows.any_conflict() {
            let (component, by, at) = (column.name(), conflict.borrower, conflict.at);
            return Err(SnapshotError::Busy { component, by, at });
        }
        if !column.is_at_rest() {
            return Err(SnapshotError::Waiting { component: Some(column.name()) });
        }
    }
    Ok(())
}

/// Refuses if there is something that cannot be copied.
fn check_copies(core: &WorldCore) -> Result<(), SnapshotError> {
    let is_it = |column: &Rc<Column>| matches!(copying(column), Some(Copying::Not)) && column.has_values();
    let components: Vec<_> = core.columns.all().filter(is_it).map(|column| column.name()).collect();
    if !components.is_empty() {
        return Err(SnapshotError::NotClone { components });
    }
    if core.snapshots.keep_the_rest() {
        return Ok(());
    }
    let uncopied = core.parts.saved().iter().find_map(|part| part.find_uncopied(core));
    uncopied.map_or(Ok(()), |(entity, column)| {
        let component = column.and_then(|column| Some(core.columns.at(column)?.name()));
        Err(SnapshotError::Task { entity, component })
    })
}

/// Says whether user code copies the values of a column.
pub(super) fn is_cloned(column: &Column) -> bool {
    matches!(copying(column), Some(Copying::Cloning(_)))
}

/// Calls a function that clones values of the user: nobody reaches the world meanwhile.
pub(super) fn while_cloning<R>(core: &WorldCore, needed: bool, f: impl FnOnce() -> R) -> R {
    if !needed {
        return f();
    }
    let pool = core.threads.pool();
    detached(WorkerContext { task: Task::Copying, own: None, pool }, f)
}

/// Saves a world, which is current.
pub(in crate::features) fn save(
    core: &Rc<WorldCore>,
    ring: &mut Ring,
    frame: u64,
) -> Result<(), SnapshotError> {
    let mut first_panic = None;
    ring.recycle_spare(&mut first_panic);
    pass_on(first_panic);
    sync_for_snapshot(core)?;
    check_copies(core)?;
    let columns = ring.take_columns(core);
    let Ring { saved, last, spare, shelves, .. } = &mut *ring;
    let last = last.map(|last| &saved[last]);
    let SavedWorld { core: saved_core, columns: saved_columns, types, numbered, images, copied, .. } = spare;
    saved_columns.resize_with(columns.len(), SavedColumn::default);
    shelves.make_room(columns.len());
    types.clear();
    types.extend(columns.iter().map(|column| column.info));
    let mut each = |f: &mut dyn FnMut(SavingColumn<'_>, &mut SavedColumn) -> Result<(), SnapshotError>| {
        let saved = columns.iter().zip(&mut *saved_columns).zip(&mut shelves.columns).enumerate();
        for (position, ((column, saved), shelves)) in saved {
            let Some(copying @ (Copying::Bytes | Copying::Cloning(_))) = copying(column) else {
                continue;
            };
            let last = last.and_then(|last| last.columns.get(position));
            let (copier, copies) = (copying.copier(), core.snapshots.copies());
            f(SavingColumn { column, copier, last, copies, shelves }, saved)?;
        }
        Ok(())
    };
    let same_images =
        last.filter(|last| last.images().all(|image| image.is_as(core))).and_then(|last| last.images.clone());
    let clones =
        same_images.is_none() || columns.iter().any(|column| is_cloned(column) && column.has_values());
    while_cloning(core, clones, || {
        let _saving = begin_saving();
        each(&mut |mut saving, saved| {
            let component = saving.column.name();
            saving.save_values(saved).map_err(|_| SnapshotError::NoMemory { component })
        })?;
        *images = same_images.or_else(|| {
            let mut last = last.and_then(|last| last.images.as_deref()).into_iter().flatten();
            let same = |last: &Option<Rc<dyn Image>>| last.clone().filter(|image| image.is_as(core));
            let image = |part: &dyn SavedPart| last.next().and_then(same).or_else(|| part.image(core));
            Some(Rc::new(core.parts.saved().map(image)))
        });
        Ok(())
    })?;
    each(&mut |mut saving, saved| {
        saving.save_rest(saved);
        Ok(())
    })?;
    core.save(saved_core, last.map(|last| &last.core), core.snapshots.copies(), &mut shelves.core);
    core.columns.numbered_positions(numbered);
    core.parts.copy(core, copied);
    ring.give_columns_back(columns);
    ring.world = Some(core.ticker.number());
    ring.keep_spare(frame);
    // What lies outside, and has lost its owner meanwhile, drops here.
    core.sync();
    Ok(())
}
