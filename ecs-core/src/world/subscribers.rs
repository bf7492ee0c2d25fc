//! [`Subscribers`]: the types, closures and groups that observe one kind of event.

use core::cell::{Cell, RefCell};
use core::panic::Location;
use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;

use crate::base::{AnyEvent, One, OneByOne};

use super::occasion::Observing;

/// A type that listens to an event: its number, and the place of the hook among its listeners.
#[derive(Clone, Copy)]
pub(crate) struct ListeningType {
    pub(crate) number: u32,
    pub(crate) listener: usize,
}

/// Calls a closure with an event of the type that it observes.
pub(crate) type ObserverCallback = Box<dyn FnMut(&AnyEvent) + Send>;

/// A closure that observes.
pub(crate) struct ObservingClosure {
    pub(crate) observing: Observing,
    /// Borrowed while it runs.
    pub(crate) callback: RefCell<One<ObserverCallback>>,
    /// The events that came while it could not run.
    pub(crate) waiting: RefCell<OneByOne<VecDeque<Arc<AnyEvent>>>>,
    pub(crate) end: Arc<ObserverEnd>,
    /// The user's line that subscribed; `None` for the mailbox of a system.
    pub(crate) at: Option<&'static Location<'static>>,
    /// Whether the callback asks before it calls the closure.
    pub(crate) has_condition: Cell<bool>,
}

impl ObservingClosure {
    pub(crate) fn is_over(&self) -> bool {
        self.end.is_over.load(Ordering::Relaxed)
    }
}

/// The end of a subscription, which an [`Observer`](crate::Observer) on any thread shares with its closure.
pub(crate) struct ObserverEnd {
    is_over: AtomicBool,
    elsewhere: EndedElsewhere,
}

impl ObserverEnd {
    pub(crate) fn new(elsewhere: EndedElsewhere) -> Arc<Self> {
        Arc::new(Self { is_over: AtomicBool::new(false), elsewhere })
    }

    /// Ends the subscription of the closure; `false` if it had ended.
    pub(crate) fn end(&self) -> bool {
        !self.is_over.swap(true, Ordering::Relaxed)
    }

    /// Notes that the closure has ended where its world was not current, and is still listed.
    pub(crate) fn note_elsewhere(&self) {
        self.elsewhere.fetch_add(1, Ordering::Relaxed);
    }
}

/// The number of subscribers that have ended where their world was not current, and are still listed.
pub(crate) type EndedElsewhere = Arc<AtomicUsize>;

/// One that observes.
#[derive(Clone)]
pub(crate) enum Subscriber {
    /// The components of a type.
    Type(ListeningType),
    Closure(Rc<ObservingClosure>),
}

impl Subscriber {
    /// Says whether nothing is notified by it any more.
    pub(crate) fn is_over(&self) -> bool {
        matches!(self, Self::Closure(closure) if closure.is_over())
    }
}

/// The subscribers of one kind of event.
#[derive(Clone)]
pub(crate) struct Subscribers {
    pub(crate) observing: Observing,
    pub(crate) list: Rc<SubscriberList>,
    pub(super) elsewhere: EndedElsewhere,
    /// The place of the event among those that were ever observed, by their first subscription.
    pub(super) place: usize,
}

/// A list of subscribers in the order of their registrations. It is shared while they are notified: a change
/// copies it then.
#[derive(Clone, Default)]
pub(crate) struct SubscriberList {
    /// Each with the number of its registration. The numbers rise. One that has ended leaves a gap.
    all: Vec<(u64, Option<Subscriber>)>,
    gaps: usize,
}

impl SubscriberList {
    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = &Subscriber> {
        self.all.iter().filter_map(|(_, subscriber)| subscriber.as_ref())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(super) fn len(&self) -> usize {
        self.all.len() - self.gaps
    }

    pub(crate) fn get(&self, number: u64) -> Option<&Subscriber> {
        self.all[self.place(number)?].1.as_ref()
    }

    pub(super) fn push(&mut self, number: u64, subscriber: Subscriber) {
        self.all.push((number, Some(subscriber)));
    }

    /// Takes a subscriber out. The gaps are closed once they are half of the list: so n removals take n log n
    /// in all.
    pub(super) fn remove(&mut self, number: u64) -> Option<Subscriber> {
        let place = self.place(number)?;
        let gone = self.all[place].1.take()?;
        self.gaps += 1;
        if self.gaps * 2 > self.all.len() {
            self.all.retain(|(_, subscriber)| subscriber.is_some());
            self.gaps = 0;
        }
        Some(gone)
    }

    /// Copies the subscribers that meet a condition.
    pub(super) fn filtered(&self, is_meant: impl Fn(&Subscriber) -> bool) -> Self {
        let meant = |(_, subscriber): &&(u64, Option<Subscriber>)| subscriber.as_ref().is_some_and(&is_meant);
        Self { all: self.all.iter().filter(meant).cloned().collect(), gaps: 0 }
    }

    fn place(&self, number: u64) -> Option<usize> {
        self.all.binary_search_by_key(&number, |&(number, _)| number).ok()
    }
}
