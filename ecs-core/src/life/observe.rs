//! Telling observers what has happened to a component: types that listen, and closures, one after the other.

use core::any::TypeId;
use std::rc::Rc;

use crate::base::{AnyEvent, AnySent, CallSite, OnDrop, Panic, keep_first, keep_panic_of, pass_on};
use crate::column::Column;
use crate::error::is_unwinding;
use crate::ids::Entity;
use crate::world::{
    ListeningType, News, Observed, Observing, ObservingClosure, Occasion, Subscriber, Subscribers, Tell,
    WorldCore, current,
};

use super::notify::{hears, notify_row};

/// Tells those who observe something: of what begins in the order in which they have registered, of what ends
/// in the reverse. Each runs, also if one before it panics. Later observers do not get the event.
pub(super) fn tell(core: &WorldCore, observed: Observed, news: News, site: CallSite) -> Option<Panic> {
    if core.lifetime.is_hidden() {
        return None;
    }
    let subject = news.entity;
    if let (Occasion::Enable | Occasion::Disable, Some(component)) = (observed.occasion, observed.component) {
        // Features know what an entity has now before all user code, which may ask them.
        core.parts.note_shown(core, subject, component);
    }
    announce(core, observed, subject, site, |observing, tell| (observing.announce)(news, tell))
}

/// Tells those who observe an event of a feature, which is about no component.
pub(crate) fn tell_event(
    core: &WorldCore,
    observed: Observed,
    event: &mut dyn AnySent,
    site: CallSite,
) -> Option<Panic> {
    announce(core, observed, Entity::NONE, site, |_, tell| tell(event))
}

fn announce(
    core: &WorldCore,
    observed: Observed,
    subject: Entity,
    site: CallSite,
    announce: impl FnOnce(Observing, Tell<'_>),
) -> Option<Panic> {
    let mut first_panic = None;
    let Some(Subscribers { observing, list, .. }) = core.observers.of(observed) else { return first_panic };
    let _inside = core.nesting.enter();
    announce(observing, &mut |event| {
        let mut tell_one = |subscriber: &Subscriber| match subscriber {
            Subscriber::Type(listening) => {
                tell_type(core, *listening, (subject, event), site, &mut first_panic);
            }
            Subscriber::Closure(closure) => tell_closure(core, closure, event, &mut first_panic),
        };
        if observed.occasion.is_end() {
            list.iter().rev().for_each(&mut tell_one);
        } else {
            list.iter().for_each(&mut tell_one);
        }
    });
    let any_is_over = list.iter().any(Subscriber::is_over);
    // What a closure has captured may panic when it drops.
    keep_panic_of(|| drop(list), &mut first_panic);
    if any_is_over {
        keep_panic_of(|| drop(core.forget_ended(observed)), &mut first_panic);
    }
    first_panic
}

/// Says whether an entity shows an enabled component of a type to those who observe it: from `Enable` to
/// `Disable`.
pub(crate) fn shows(core: &WorldCore, entity: Entity, component: TypeId) -> bool {
    let is_there = core.entities.borrow().is_alive(entity)
        && entity != core.globals.entity()
        && !(core.deaths.is_any() && core.is_entity_dying(entity));
    let is_shown = |column: &Column| {
        column.row_of_index(entity.index()).is_some_and(|row| column.stage(row).is_reported_on())
    };
    is_there && core.columns.of(component).is_some_and(|column| is_shown(&column))
}

/// Tells those who observe children that one has a parent, or has it no more. What happens to children while
/// they are notified they get afterwards.
pub(crate) fn tell_of_child(
    core: &WorldCore,
    occasion: Occasion,
    child: Entity,
    parent: Entity,
    site: CallSite,
) -> Option<Panic> {
    let (mut first_panic, queue) = (None, &core.observers.of_children);
    if !core.observers.are_children_observed.get() {
        return first_panic;
    }
    queue.borrow_mut().push_back((occasion, News::of_child(child, parent)));
    if !core.observers.is_telling_of_children.replace(true) {
        let _over = OnDrop(|| core.observers.is_telling_of_children.set(false));
        let next = || queue.borrow_mut().pop_front();
        while let Some((occasion, news)) = next() {
            keep_first(&mut first_panic, tell(core, Observed { occasion, component: None }, news, site));
        }
    }
    first_panic
}

/// Notifies the components of a type that are live now and enabled, or that listen while disabled.
fn tell_type(
    core: &WorldCore,
    of: ListeningType,
    (subject, event): (Entity, &mut dyn AnySent),
    site: CallSite,
    first_panic: &mut Option<Panic>,
) {
    let column = core.columns.numbered(of.number);
    column.close_holes();
    // Rows do not move meanwhile: while user code runs, its row is borrowed.
    for row in 0..column.rows() as u32 {
        if column.is_live(row)
            && hears(&column, of.listener, row)
            && let Some(entity) = column.entity_of(row)
            && !core.observers.loaded.came_with(entity, of.number, subject, core.globals.entity())
        {
            let firm = column.at(entity, site).firm(row);
            keep_panic_of(|| notify_row(firm, of.listener, event), first_panic);
        }
    }
}

/// Runs a closure with an event; later, if it is running or no hook may run now.
fn tell_closure(
    core: &WorldCore,
    closure: &Rc<ObservingClosure>,
    event: &mut dyn AnySent,
    first_panic: &mut Option<Panic>,
) {
    if closure.is_over() {
        return;
    }
    let must_wait = is_unwinding() || core.nesting.must_wait();
    let is_running = closure.callback.try_borrow_mut().is_err();
    if !must_wait && !is_running && closure.waiting.borrow().is_empty() {
        return run_closure(core, closure, event.event(), first_panic);
    }
    closure.waiting.borrow_mut().push_back(event.share());
    if !is_running {
        let closure = closure.clone();
        core.call_late(None, move |core| {
            let mut first_panic = None;
            run_waiting(core, &closure, &mut first_panic);
            pass_on(first_panic);
        });
    }
}

/// Tells a closure alone, if there still is something to tell.
pub(crate) fn tell_alone(closure: &Rc<ObservingClosure>, news: impl FnOnce() -> Option<News>) {
    let Ok(core) = current() else { return };
    let mut first_panic = None;
    core.structural(|| {
        if let Some(news) = news() {
            (closure.observing.announce)(news, &mut |event| {
                tell_closure(&core, closure, event, &mut first_panic)
            });
        }
    });
    pass_on(first_panic);
}

/// Runs a closure that does not run, and then with all that has come meanwhile.
fn run_closure(
    core: &WorldCore,
    closure: &ObservingClosure,
    event: &AnyEvent,
    first_panic: &mut Option<Panic>,
) {
    let _deeper = core.nesting.enter_waiting();
    keep_panic_of(|| (closure.callback.borrow_mut().get_mut())(event), first_panic);
    run_waiting(core, closure, first_panic);
}

fn run_waiting(core: &WorldCore, closure: &ObservingClosure, first_panic: &mut Option<Panic>) {
    let _inside = core.nesting.enter();
    // If it runs just now, it goes on with the rest itself.
    while closure.callback.try_borrow_mut().is_ok() {
        let Some(event) = closure.waiting.borrow_mut().pop_front() else { return };
        if !closure.is_over() {
            let _deeper = core.nesting.enter_waiting();
            keep_panic_of(|| (closure.callback.borrow_mut().get_mut())(&*event), first_panic);
        }
    }
}
