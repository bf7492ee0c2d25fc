//! Going back to a snapshot: first all is prepared that runs user code or may fail; then the world becomes
//! what it was; then what it had meanwhile is dropped.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;

use crate::base::{Panic, keep_panic_of, pass_on};
use crate::column::{Column, Copying, Restoring, SavedColumn};
use crate::error::SnapshotError;
use crate::features::saved::clear_images;
use crate::ids::Entity;
use crate::world::{WorldCore, raise_later};

use super::ring::Ring;
use super::saved_world::{SavedWorld, copying};
use super::saving::{is_cloned, sync_for_snapshot, while_cloning};

/// Lets a world, which is current, become what it was.
pub(in crate::features) fn load(
    core: &Rc<WorldCore>,
    ring: &mut Ring,
    frame: u64,
) -> Result<(), SnapshotError> {
    let place = ring.find(frame)?;
    sync_for_snapshot(core)?;
    let columns = ring.take_columns(core);
    let prepared = catch_unwind(AssertUnwindSafe(|| prepare(core, &columns, ring, place)));
    if !matches!(prepared, Ok(Ok(()))) {
        // Drops failed clones now: a cloned pool would keep its entities alive.
        let mut first_panic = None;
        ring.drop_prepared(&mut first_panic);
        first_panic.into_iter().for_each(raise_later);
        return prepared.unwrap_or_else(|panic| resume_unwind(panic));
    }
    become_again(core, &columns, ring, place);
    ring.give_columns_back(columns);
    drop_all(core, ring);
    Ok(())
}

/// Prepares all that the world is to become: what is to be cloned is cloned, and there is room. If it
/// fails, nothing has changed but where rows lie.
fn prepare(
    core: &Rc<WorldCore>,
    columns: &[Rc<Column>],
    ring: &mut Ring,
    place: usize,
) -> Result<(), SnapshotError> {
    let Ring { saved, shelves, prepared, .. } = ring;
    let (saved, nothing) = (&saved[place], SavedColumn::default());
    let saved_column = |position: usize| saved.columns.get(position).unwrap_or(&nothing);
    prepared.columns.resize_with(columns.len(), Restoring::default);
    prepared.numbered.reserve(columns.len());
    shelves.make_room(columns.len());
    let is_cloned = |(position, column): (usize, &Rc<Column>)| {
        is_cloned(column) && !saved_column(position).has_no_values()
    };
    let runs_clones =
        saved.images().any(|part| !part.is_as(core)) || columns.iter().enumerate().any(is_cloned);
    while_cloning(core, runs_clones, || {
        for (position, column) in columns.iter().enumerate() {
            let Some(copying) = copying(column) else { continue };
            let (to, shelves) = (&mut prepared.columns[position], &mut shelves.columns[position]);
            let prepared = to.prepare(column, saved_column(position), copying.copier(), shelves);
            prepared.map_err(|_| SnapshotError::NoMemory { component: column.name() })?;
        }
        let others = saved.images().filter(|part| !part.is_as(core));
        prepared.parts.extend(others.map(|part| part.copied()));
        Ok(())
    })?;
    core.prepare_to_restore(&saved.core, &mut prepared.core);
    Ok(())
}

/// Lets a world become what was prepared. No user code runs. Memory is asked for only for what is left out
/// and stays, for types that were added since or before, and for groups.
fn become_again(core: &Rc<WorldCore>, columns: &[Rc<Column>], ring: &mut Ring, place: usize) {
    let Ring { saved, last, prepared, .. } = ring;
    let (saved, last_world, nothing) = (&saved[place], last.map(|last| &saved[last]), SavedColumn::default());
    let left_out: Vec<_> = columns.iter().filter_map(|column| Some((column, left_out(column)?))).collect();
    let parts = prepared.parts.iter_mut().filter_map(Rc::get_mut);
    parts.for_each(|part| part.exchange(core, saved.core.clock.elapsed));
    for (position, column) in columns.iter().enumerate() {
        let Some(copying) = copying(column) else { continue };
        let last = last_world.and_then(|last| last.columns.get(position));
        let is_bitwise = matches!(copying, Copying::Bytes);
        let saved = saved.columns.get(position).unwrap_or(&nothing);
        prepared.columns[position].restore(column, saved, last, is_bitwise);
    }
    core.restore(&saved.core, &mut prepared.core);
    core.note_restored(&mut prepared.core);
    renumber(core, columns, &saved.numbered, &mut prepared.numbered);
    core.parts.put_back(core, &saved.copied);
    for (column, entities) in &left_out {
        keep_left_out(core, column, entities);
    }
    note_restored(core, columns, saved);
    *last = Some(place);
}

/// Lets the types have the numbers that they had. Those that had none are as if they had never been added.
fn renumber(core: &WorldCore, columns: &[Rc<Column>], saved: &[u32], now: &mut Vec<u32>) {
    core.columns.numbered_positions(now);
    let same = now.iter().zip(saved).take_while(|(now, saved)| now == saved).count();
    if same == now.len() && same == saved.len() {
        return;
    }
    core.forget_numbers(same as u32);
    now[same..].iter().for_each(|&position| columns[position as usize].number.set(None));
    saved[same..].iter().for_each(|&position| _ = columns[position as usize].number());
}

/// The entities that have a component of a type, if that is left out.
fn left_out(column: &Column) -> Option<Vec<Entity>> {
    copying(column).is_none().then(|| column.live_entities(false).into_vec())
}

/// Lets components that are left out stay on those of their entities that live now too, and have no component
/// now that excludes them. The others end without hooks.
fn keep_left_out(core: &WorldCore, column: &Column, entities: &[Entity]) {
    if let Some(number) = column.number.get() {
        core.members_mut().remove_type_of_all(number);
    }
    column.look_anew();
    let stays = |entity| core.entities.borrow().is_alive(entity) && column.excluder(entity).is_none();
    let (staying, gone): (Vec<Entity>, Vec<Entity>) = entities.iter().partition(|&&entity| stays(entity));
    for entity in staying {
        let number = column.number();
        core.members_mut().enlist(entity, number);
        column.take_side_again(entity);
    }
    for entity in gone {
        column.detach_without_entity(entity);
    }
}

/// Notes that the columns equal the copies and who observes them now, and tells those who keep lists.
fn note_restored(core: &Rc<WorldCore>, columns: &[Rc<Column>], saved: &SavedWorld) {
    for (position, column) in columns.iter().enumerate() {
        if let Some(saved) = saved.columns.get(position).filter(|_| copying(column).is_some()) {
            column.note_restored(saved, core.observers.occasions(column.info.id));
        }
        if let Some(number) = column.number.get() {
            core.columns.note_end(number, column.ends_silently());
        }
    }
    core.parts.saved().iter().for_each(|part| part.note_restored(core));
}

/// Drops what the world had, where user code may run.
fn drop_all(core: &WorldCore, ring: &mut Ring) {
    let mut first_panic: Option<Panic> = None;
    ring.prepared.columns.iter_mut().for_each(|column| column.drop_trash(&mut first_panic));
    clear_images(ring.prepared.parts.drain(..), &mut first_panic);
    keep_panic_of(|| core.sync(), &mut first_panic);
    pass_on(first_panic);
}
