//! [`Observers`]: which types, closures and groups of a world observe which events, and which events wait.

use core::any::TypeId;
use core::cell::{Cell, RefCell};
use core::hash::BuildHasherDefault;
use core::sync::atomic::Ordering;
use std::collections::{HashMap, HashSet, VecDeque};
use std::rc::Rc;

use crate::base::{Panic, TypeIdHasher, drop_each};

use super::erased_readers::Readers;
use super::loaded_together::AllLoaded;
use super::news::News;
use super::occasion::{Observed, Observing, Occasion, Occasions};
use super::subscribers::{EndedElsewhere, Subscriber, Subscribers};

/// The subscribers of one component type, by the occasion; or those of links.
type ByOccasion = [Option<Subscribers>; Occasion::COUNT];

/// The observers of a world.
///
/// Invariant: no event has an empty list of subscribers, and no list is borrowed while a subscriber is
/// notified or dropped.
#[derive(Default)]
pub(crate) struct Observers {
    of_types: RefCell<HashMap<TypeId, ByOccasion, BuildHasherDefault<TypeIdHasher>>>,
    /// The number of events that were ever observed.
    places: Cell<usize>,
    /// The number of registrations until now.
    registrations: Cell<u64>,
    /// The events about children that wait, in their order.
    pub(crate) of_children: RefCell<VecDeque<(Occasion, News)>>,
    pub(crate) is_telling_of_children: Cell<bool>,
    pub(crate) are_children_observed: Cell<bool>,
    /// The types that a feature follows.
    followed: RefCell<HashSet<TypeId, BuildHasherDefault<TypeIdHasher>>>,
    /// The mailboxes of the systems that read events in their turn.
    readers: Readers,
    pub(crate) loaded: AllLoaded,
}

impl Observed {
    /// The key under which its subscribers are listed: children have a key of their own.
    fn key(self) -> TypeId {
        self.component.unwrap_or(TypeId::of::<Observers>())
    }
}

impl Observers {
    #[inline]
    pub(crate) fn readers(&self) -> &Readers {
        &self.readers
    }

    /// The subscribers of an event, if there are any.
    pub(crate) fn of(&self, observed: Observed) -> Option<Subscribers> {
        self.of_types.borrow().get(&observed.key())?[observed.occasion as usize].clone()
    }

    /// The subscribers of all events, in the order in which the first of each has registered.
    pub(crate) fn all(&self) -> Vec<Subscribers> {
        let of_types = self.of_types.borrow();
        let mut all: Vec<Subscribers> = of_types.values().flatten().flatten().cloned().collect();
        all.sort_by_key(|subscribers| subscribers.place);
        all
    }

    /// Says whether anything was ever observed, or is followed.
    pub(crate) fn is_any(&self) -> bool {
        !self.of_types.borrow().is_empty() || !self.followed.borrow().is_empty()
    }

    /// Notes whether a feature follows a type.
    pub(super) fn set_followed(&self, component: TypeId, is_followed: bool) {
        let mut followed = self.followed.borrow_mut();
        _ = if is_followed { followed.insert(component) } else { followed.remove(&component) };
    }

    /// The occasions of a type that somebody observes, or a feature follows.
    pub(crate) fn occasions(&self, component: TypeId) -> Occasions {
        let of_types = self.of_types.borrow();
        let observed = of_types.get(&component).into_iter().flatten().flatten();
        let observed = observed.map(|subscribers| subscribers.observing.observed.occasion);
        let is_followed = self.followed.borrow().contains(&component);
        let followed = [Occasion::Enable, Occasion::Disable].into_iter().filter(|_| is_followed);
        observed.chain(followed).fold(Occasions::default(), Occasions::with)
    }

    /// The count of the subscribers of an event that have ended elsewhere.
    pub(crate) fn ended_elsewhere(&self, observing: Observing) -> EndedElsewhere {
        self.with(observing, |subscribers| subscribers.elsewhere.clone())
    }

    /// Adds a subscriber; returns the number of its registration.
    pub(super) fn add(&self, observing: Observing, subscriber: Subscriber) -> u64 {
        let number = self.registrations.get() + 1;
        self.registrations.set(number);
        self.with(observing, |subscribers| Rc::make_mut(&mut subscribers.list).push(number, subscriber));
        number
    }

    fn with<R>(&self, observing: Observing, f: impl FnOnce(&mut Subscribers) -> R) -> R {
        let observed = observing.observed;
        let mut of_types = self.of_types.borrow_mut();
        let subscribers = &mut of_types.entry(observed.key()).or_default()[observed.occasion as usize];
        f(subscribers.get_or_insert_with(|| Subscribers {
            observing,
            list: Rc::default(),
            elsewhere: EndedElsewhere::default(),
            place: self.places.replace(self.places.get() + 1),
        }))
    }

    /// Takes out the subscriber of a registration, if a condition holds for it.
    pub(super) fn remove(
        &self,
        observed: Observed,
        number: u64,
        is_meant: impl FnOnce(&Subscriber) -> bool,
    ) -> Option<Subscriber> {
        let mut of_types = self.of_types.borrow_mut();
        let place = &mut of_types.get_mut(&observed.key())?[observed.occasion as usize];
        let list = &mut place.as_mut()?.list;
        list.get(number).filter(|subscriber| is_meant(subscriber))?;
        let gone = Rc::make_mut(list).remove(number);
        if list.is_empty() {
            *place = None;
        }
        gone
    }

    /// Leaves only the subscribers of an event that meet a condition. Returns those that were listed before.
    pub(super) fn retain(
        &self,
        observed: Observed,
        is_kept: impl Fn(&Subscriber) -> bool,
    ) -> Option<Subscribers> {
        let mut of_types = self.of_types.borrow_mut();
        let place = &mut of_types.get_mut(&observed.key())?[observed.occasion as usize];
        let before = place.take()?;
        let list = before.list.filtered(is_kept);
        *place = (!list.is_empty()).then(|| Subscribers { list: Rc::new(list), ..before.clone() });
        Some(before)
    }

    /// Notes whether anybody observes links.
    pub(super) fn note_children_observed(&self) {
        let is_observed = |occasion| self.of(Observed { occasion, component: None }).is_some();
        self.are_children_observed.set(is_observed(Occasion::Attach) || is_observed(Occasion::Detach));
    }

    /// Says whether more of the subscribers of an event have ended elsewhere than a small part of all.
    pub(super) fn have_many_ended_elsewhere(&self, observed: Observed) -> bool {
        /// The number of subscribers that may be looked at to find an ended one.
        const LOOKED_AT: usize = 16;
        let are_many = |all: Subscribers| all.elsewhere.load(Ordering::Relaxed) * LOOKED_AT > all.list.len();
        self.of(observed).is_some_and(are_many)
    }

    /// Drops all subscribers, keeping the first panic.
    pub(super) fn close(&self, first_panic: &mut Option<Panic>) {
        drop_each(self.of_types.take().into_values().flatten().flatten(), first_panic);
    }
}

impl Observers {
    /// Says whether an event waits for a subscriber.
    pub(super) fn is_any_waiting(&self) -> bool {
        let waits = |subscriber: &Subscriber| match subscriber {
            Subscriber::Closure(closure) => !closure.waiting.borrow().is_empty(),
            _ => false,
        };
        let of_types = self.of_types.borrow();
        let mut all = of_types.values().flatten().flatten().flat_map(|subscribers| subscribers.list.iter());
        !self.of_children.borrow().is_empty() || all.any(waits)
    }
}
