//! Sending: a component that is not borrowed is notified of an event at once, inside the call; one that is
//! borrowed, at the next sync point.
//!
//! A component receives its events in the order in which they were sent: where one event waits, the next
//! waits behind it.

use core::any::TypeId;
use core::ops::Range;

use crate::base::{AnySent, CallSite, Sent};
use crate::borrow::Borrower;
use crate::column::Column;
use crate::component::Component;
use crate::ids::Entity;
use crate::iterate::Visit;
use crate::spec::Listener;
use crate::store::{Store, with_store};
use crate::terms::Opened;
use crate::world::{ListeningType, current, note_unheard};

use super::notify::{hears, hook_name, must_wait, notify, notify_row};

use super::sync_point::flush_for_view;

/// Sends an event to the components of an entity; returns the number of components that it reaches.
#[track_caller]
pub(crate) fn send<E: 'static>(entity: Entity, event: E, site: CallSite) -> usize {
    let Ok(core) = current() else { return 0 };
    let mut sent = Sent::new(event);
    core.structural(|| {
        let types = core.types(entity);
        let listening = core.columns.listening(TypeId::of::<E>());
        // What is sent to the dead nobody reads, but it is not unheard.
        let is_read = core.observers.readers().are_there::<E>();
        if is_read && core.entities.borrow().is_alive(entity) {
            core.observers.readers().post(Some(entity), || sent.shared());
        }
        if listening.is_empty() && !is_read {
            note_unheard("Entity::send", core::any::type_name::<E>(), TypeId::of::<E>(), entity, site);
        }
        let mut heard = 0;
        for &ListeningType { number, listener } in listening.iter().filter(|of| types.has(of.number)) {
            let column = core.columns.numbered(number);
            heard += usize::from(notify(column.at(entity, site), listener, &mut sent));
        }
        heard
    })
}

/// Sends an event to all components that listen, type by type; returns the number of components that it
/// reaches.
#[track_caller]
pub(crate) fn send_all<E: 'static>(event: E, site: CallSite) -> usize {
    let Ok(core) = current() else { return 0 };
    let mut sent = Sent::new(event);
    core.structural(|| {
        let listening = core.columns.listening(TypeId::of::<E>());
        let readers = core.observers.readers().post(None, || sent.shared());
        if listening.is_empty() && readers == 0 {
            note_unheard("send_all", core::any::type_name::<E>(), TypeId::of::<E>(), Entity::NONE, site);
        }
        let mut heard = 0;
        for &ListeningType { number, listener } in &*listening {
            heard += notify_all(&core.columns.numbered(number), listener, &mut sent, site);
        }
        heard
    })
}

/// Sends an event to all components of a type; returns the number of components that it reaches.
#[track_caller]
pub(crate) fn send_all_of<T: Component, E: 'static>(event: E, site: CallSite) -> usize {
    let Ok(core) = current() else { return 0 };
    let mut sent = Sent::new(event);
    let listens = |listener: &Listener| listener.event == TypeId::of::<E>();
    core.structural(|| {
        core.observers.readers().post(None, || sent.shared());
        let notify = |store: &Store<T>| {
            let listener = store.info.spec.events.iter().position(listens)?;
            Some(notify_all(store, listener, &mut sent, site))
        };
        with_store(T::__cell(), notify).flatten().unwrap_or(0)
    })
}

/// Notifies all components that are live now and enabled, or that listen while disabled, if they still are
/// when their turn comes. Returns the number of notified components.
fn notify_all(column: &Column, listener: usize, event: &mut dyn AnySent, site: CallSite) -> usize {
    // Brings the rows in order, if nothing is borrowed.
    let _ = flush_for_view(column);
    // From here on they do not move: while user code runs, its row is borrowed.
    if column.info.spec.events[listener].even_disabled {
        return notify_rows(column, listener, 0..column.rows() as u32, event, site);
    }
    match notify_quickly(column, listener, event, site) {
        Some((notified, rest)) => notified + notify_rows(column, listener, rest, event, site),
        None => notify_rows(column, listener, column.rows_to_visit(), event, site),
    }
}

/// Notifies the first components of a column as a pass visits them, while there is nothing to look for.
/// Returns how many it has notified, and the rows of the others; `None` if something is borrowed, or all must
/// wait.
fn notify_quickly(
    column: &Column,
    listener: usize,
    event: &dyn AnySent,
    site: CallSite,
) -> Option<(usize, Range<u32>)> {
    if must_wait(column) || !column.lifecycle.switches().unnotified.is_empty() {
        return None;
    }
    let Listener { hook, .. } = &column.info.spec.events[listener];
    column.world.check_free(hook.access()).ok()?;
    let opened = Opened::new(Some(column.world.clone()));
    let name = hook_name(column, listener);
    let visit = Visit::alone(column, hook.writes(), Borrower::own(name), &opened, site)?;
    let _deeper = column.world.nesting.enter_waiting();
    let _running = column.world.log.note_running(|| name);
    let notified = hook.run_quickly(&visit, event.event(), name, site);
    Some((notified, notified as u32..visit.rows() as u32))
}

/// Notifies the components of rows that are still live and enabled, or that listen while disabled, when their
/// turn comes, and counts them.
fn notify_rows(
    column: &Column,
    listener: usize,
    rows: impl IntoIterator<Item = u32>,
    event: &mut dyn AnySent,
    site: CallSite,
) -> usize {
    let mut heard = 0;
    for row in rows {
        if column.is_live(row)
            && hears(column, listener, row)
            && let Some(entity) = column.entity_of(row)
        {
            notify_row(column.at(entity, site).firm(row), listener, event);
            heard += 1;
        }
    }
    heard
}
