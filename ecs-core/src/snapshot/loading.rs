//! Going back to a snapshot: all that can fail is prepared first; then the world becomes what it was; then
//! what it had meanwhile is dropped.

use std::rc::Rc;

use crate::base::{Panic, keep_panic_of};
use crate::column::{Column, ColumnShelves, Restoring, SavedColumn};
use crate::error::SnapshotError;
use crate::frame::Schedule;
use crate::ids::Entity;
use crate::later::Agenda;
use crate::life::shows;
use crate::phase::Phase;
use crate::world::WorldCore;

use super::ring::{Prepared, Ring};
use super::saved_world::{Copying, SavedWorld};
use super::saving::{come_to_rest, is_left_out, while_cloning};

/// Lets a world, which is current, become what it was.
pub(super) fn load(core: &Rc<WorldCore>, ring: &mut Ring, frame: u64) -> Result<(), SnapshotError> {
    let place = ring.find(frame)?;
    come_to_rest(core)?;
    let columns = ring.take_columns(core);
    let nothing = SavedColumn::default();
    let Ring { saved, last, shelves, prepared, .. } = &mut *ring;
    let (saved_world, last_world) = (&saved[place], last.map(|last| &saved[last]));
    prepared.columns.resize_with(columns.len(), Restoring::default);
    shelves.columns.resize_with(columns.len().max(shelves.columns.len()), ColumnShelves::default);
    let saved_column = |position: usize| saved_world.columns.get(position).unwrap_or(&nothing);

    let clones = columns.iter().enumerate().any(|(position, column)| {
        matches!(Copying::of(column), Copying::Cloning(_)) && !saved_column(position).has_no_values()
    });
    let same_agenda = core.later.agenda.borrow().is_as_empty_as(&saved_world.agenda);
    let mut agenda = while_cloning(core, clones || !same_agenda, || {
        for (position, column) in columns.iter().enumerate() {
            let (to, shelves) = (&mut prepared.columns[position], &mut shelves.columns[position]);
            prepare(column, saved_column(position), to, shelves)?;
        }
        Ok((!same_agenda).then(|| saved_world.agenda.copied(|_| false)))
    })?;
    core.prepare_to_restore(&saved_world.core, &mut prepared.core);
    let left_out: Vec<_> =
        columns.iter().filter_map(|column| Some((column, left_out_entities(column)?))).collect();

    // From here on nothing fails.
    if let Some(agenda) = &mut agenda {
        exchange_timers(core, agenda);
    }
    for (position, column) in columns.iter().enumerate() {
        let copying = Copying::of(column);
        if matches!(copying, Copying::LeftOut) {
            continue;
        }
        let last = last_world.and_then(|last| last.columns.get(position));
        let is_bitwise = matches!(copying, Copying::Bytes);
        column.restore(saved_column(position), last, &mut prepared.columns[position], is_bitwise);
    }
    core.restore(&saved_world.core, &mut prepared.core);
    renumber(core, &columns, &saved_world.numbered, &mut prepared.numbered);
    restore_schedules(core, saved_world);
    for (column, entities) in &left_out {
        keep_left_out(core, column, entities);
    }
    drop(left_out);
    note_restored(core, &columns, saved_world, prepared);
    *last = Some(place);
    ring.give_columns_back(columns);
    drop_all(core, &mut ring.prepared, agenda);
    Ok(())
}

fn prepare(
    column: &Column,
    saved: &SavedColumn,
    to: &mut Restoring,
    shelves: &mut ColumnShelves,
) -> Result<(), SnapshotError> {
    let copying = Copying::of(column);
    if matches!(copying, Copying::LeftOut) {
        return Ok(());
    }
    let prepared = column.prepare_to_restore(saved, copying.copier(), shelves, to);
    prepared.map_err(|_| SnapshotError::NoMemory { component: column.name() })
}

/// Lets a world have other timers. Those of types that are left out stay.
fn exchange_timers(core: &WorldCore, agenda: &mut Agenda) {
    let now = &mut *core.later.agenda.borrow_mut();
    let lifted = now.lift_left_out(|column| is_left_out(core, column));
    core::mem::swap(now, agenda);
    lifted.into_iter().for_each(|timer| now.put_back(timer));
}

/// Lets the types have the numbers that they had. Those that had none are as if they had never been added.
fn renumber(core: &WorldCore, columns: &[Rc<Column>], saved: &[u32], now: &mut Vec<u32>) {
    core.numbered_positions(now);
    let same = now.iter().zip(saved).take_while(|(now, saved)| now == saved).count();
    if same == now.len() && same == saved.len() {
        return;
    }
    core.forget_numbers(same as u32);
    now[same..].iter().for_each(|&position| columns[position as usize].renumber(None));
    saved[same..].iter().for_each(|&position| _ = columns[position as usize].number());
}

fn restore_schedules(core: &WorldCore, saved: &SavedWorld) {
    for (phase, saved) in Phase::ALL.into_iter().zip(&saved.schedules) {
        let Some(saved) = saved else { continue };
        let restored = core.schedules().with(phase, |schedule| {
            if let Some(schedule) = schedule.downcast_mut::<Schedule>() {
                schedule.restore(core.ticker(), saved);
            }
            Ok(())
        });
        debug_assert!(restored.is_ok());
    }
}

/// The entities that have a component of a type that is left out.
fn left_out_entities(column: &Column) -> Option<Vec<Entity>> {
    column.spec().no_snapshot.then(|| column.live_entities(false).into_vec())
}

/// Lets components that are left out stay on those of their entities that live now too. The others end
/// without hooks.
fn keep_left_out(core: &WorldCore, column: &Column, entities: &[Entity]) {
    if let Some(number) = column.known_number() {
        core.entities.borrow_mut().remove_type_of_all(number);
    }
    for &entity in entities {
        if !core.entities.borrow().is_alive(entity) {
            core.end_timers(entity, Some(column.position()));
            column.detach_without_entity(entity);
            continue;
        }
        let number = column.number();
        core.entities.borrow_mut().enlist(entity, number);
        column.take_side_again(entity);
    }
}

/// Notes that the world equals the copies, and tells those who keep lists of it.
fn note_restored(core: &Rc<WorldCore>, columns: &[Rc<Column>], saved: &SavedWorld, prepared: &mut Prepared) {
    for (position, column) in columns.iter().enumerate() {
        if column.spec().no_snapshot {
            continue;
        }
        if let Some(saved) = saved.columns.get(position) {
            column.note_restored(saved, core.occasions(column.info.id));
        }
    }
    core.note_restored(&mut prepared.core);
    let followed = core.all_followed();
    if followed.is_empty() {
        return;
    }
    let alive: Vec<Entity> = core.entities.borrow().iter().collect();
    let is_alive = |entity| core.entities.borrow().is_alive(entity);
    for followed in followed {
        followed.look_at_all(&alive, is_alive, |entity, component| shows(core, entity, component));
    }
}

/// Drops what the world had, where user code may run.
fn drop_all(core: &WorldCore, prepared: &mut Prepared, agenda: Option<Agenda>) {
    let mut first_panic: Option<Panic> = None;
    prepared.columns.iter_mut().for_each(|column| column.drop_trash(&mut first_panic));
    for action in agenda.into_iter().flat_map(Agenda::into_actions) {
        keep_panic_of(|| drop(action), &mut first_panic);
    }
    keep_panic_of(|| core.sync(), &mut first_panic);
    if let Some(panic) = first_panic {
        std::panic::resume_unwind(panic);
    }
}
