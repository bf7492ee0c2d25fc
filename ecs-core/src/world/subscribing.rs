//! Subscribing to the events of a world. The columns are kept informed of what is observed of their types.

use core::any::TypeId;
use core::sync::atomic::Ordering;

use crate::base::{Panic, keep_panic_of};

use super::core::WorldCore;
use super::occasion::{Observed, Observing};
use super::subscribers::{Subscriber, Subscribers};

impl WorldCore {
    /// Adds a subscriber; returns the number of its registration.
    pub(crate) fn subscribe(&self, observing: Observing, subscriber: Subscriber) -> u64 {
        let number = self.observers.add(observing, subscriber);
        self.note_observed(observing.observed.component);
        number
    }

    /// Takes out the subscriber of a registration, if a condition holds for it. The caller drops the result.
    #[must_use]
    pub(crate) fn unsubscribe(
        &self,
        observed: Observed,
        number: u64,
        is_meant: impl FnOnce(&Subscriber) -> bool,
    ) -> Option<Subscriber> {
        let gone = self.observers.remove(observed, number, is_meant)?;
        self.note_observed(observed.component);
        Some(gone)
    }

    /// Forgets the subscribers of an event that have ended elsewhere, once they are more than a small part of
    /// all. The caller drops the result: those that were listed before.
    #[must_use]
    pub(crate) fn forget_ended_elsewhere(&self, observed: Observed) -> Option<Subscribers> {
        self.observers.have_many_ended_elsewhere(observed).then(|| self.forget_ended(observed))?
    }

    /// Forgets the subscribers of an event that have ended. The caller drops the result, those that were
    /// listed before: what a closure has captured may run any code then.
    #[must_use]
    pub(crate) fn forget_ended(&self, observed: Observed) -> Option<Subscribers> {
        let before = self.observers.retain(observed, |subscriber| !subscriber.is_over())?;
        before.elsewhere.store(0, Ordering::Relaxed);
        self.note_observed(observed.component);
        Some(before)
    }

    /// Forgets the types with numbers from one on that observe something.
    pub(super) fn forget_listening_types(&self, from: u32) {
        let is_kept = |subscriber: &Subscriber| match subscriber {
            Subscriber::Type(this) => this.number < from,
            _ => true,
        };
        for Subscribers { observing, list, .. } in self.observers.all() {
            if !list.iter().all(is_kept) {
                drop(self.observers.retain(observing.observed, is_kept));
                self.note_observed(observing.observed.component);
            }
        }
    }

    /// Tells the column of a type, if there is one, which occasions of its components are observed. Links
    /// have no type.
    fn note_observed(&self, component: Option<TypeId>) {
        let Some(component) = component else { return self.observers.note_children_observed() };
        if let Some(column) = self.columns.of(component) {
            column.set_observed(self.observers.occasions(component));
            if let Some(number) = column.number.get() {
                self.columns.note_end(number, column.ends_silently());
            }
        }
    }

    /// Notifies the features from now on where components of a type are shown and hidden, or no more.
    pub(crate) fn set_followed(&self, component: TypeId, is_followed: bool) {
        self.observers.set_followed(component, is_followed);
        self.note_observed(Some(component));
    }

    /// Ends the subscriptions of all closures of the program, keeping the first panic. The mailboxes of a
    /// system end with its schedule.
    pub(crate) fn end_closures(&self, first_panic: &mut Option<Panic>) {
        for Subscribers { observing, list, .. } in self.observers.all() {
            for subscriber in list.iter() {
                if let Subscriber::Closure(closure) = subscriber
                    && closure.at.is_some()
                {
                    closure.end.end();
                }
            }
            keep_panic_of(|| drop(list), first_panic);
            keep_panic_of(|| drop(self.forget_ended(observing.observed)), first_panic);
        }
    }
}
