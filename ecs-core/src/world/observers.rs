//! [`Observers`]: who of a world hears of what happens to components and children: types that listen, and
//! closures.

use core::any::TypeId;
use core::cell::{Cell, RefCell};
use core::hash::BuildHasherDefault;
use core::panic::Location;
use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::collections::{HashMap, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

use crate::base::{AnyEvent, One, OneByOne, Panic, TypeIdHasher, drop_each};

use super::erased_readers::Readers;
use super::followed::Followed;
use super::hearers::Hearers;
#[cfg(feature = "serde")]
use super::newcomers::AllNewcomers;
use super::news::News;
use super::occasion::{Observed, Observing, Occasion};

/// A type that listens to an event: its number, and the place of the hook among its listeners.
#[derive(Clone, Copy)]
pub(crate) struct ListeningType {
    pub(crate) number: u32,
    pub(crate) listener: usize,
}

/// Calls a closure with an event of the type that it hears.
pub(crate) type Hear = Box<dyn FnMut(&AnyEvent) + Send>;

/// A closure that observes.
pub(crate) struct ObservingClosure {
    pub(crate) observing: Observing,
    /// Borrowed while it runs.
    pub(crate) hear: RefCell<One<Hear>>,
    /// What came while it could not run.
    pub(crate) waiting: RefCell<OneByOne<VecDeque<Arc<AnyEvent>>>>,
    pub(crate) end: Arc<ObserverEnd>,
    /// Where it was given to the library; `None` for what reads for a system.
    pub(crate) at: Option<&'static Location<'static>>,
}

impl ObservingClosure {
    pub(crate) fn is_over(&self) -> bool {
        self.end.is_over.load(Ordering::Relaxed)
    }
}

/// What an [`Observer`](crate::Observer), wherever it is, and its closure share.
pub(crate) struct ObserverEnd {
    is_over: AtomicBool,
    elsewhere: EndedElsewhere,
}

impl ObserverEnd {
    pub(crate) fn new(elsewhere: EndedElsewhere) -> Arc<Self> {
        Arc::new(Self { is_over: AtomicBool::new(false), elsewhere })
    }

    /// Lets the closure hear nothing more; `false` if it did not before.
    pub(crate) fn end(&self) -> bool {
        !self.is_over.swap(true, Ordering::Relaxed)
    }

    /// Notes that the closure has ended where its world was not current, and is still listed.
    pub(crate) fn note_elsewhere(&self) {
        self.elsewhere.fetch_add(1, Ordering::Relaxed);
    }
}

/// How many of an audience have ended where their world was not current, and are still listed.
pub(crate) type EndedElsewhere = Arc<AtomicUsize>;

/// Who observes something.
#[derive(Clone)]
pub(crate) enum Hearer {
    /// The components of a type.
    Type(ListeningType),
    Closure(Rc<ObservingClosure>),
    /// The list that groups of a filter share.
    Groups(Rc<Followed>),
}

impl Hearer {
    /// Says whether nobody hears by it any more.
    pub(crate) fn is_over(&self) -> bool {
        match self {
            Self::Type(_) => false,
            Self::Closure(closure) => closure.is_over(),
            Self::Groups(followed) => followed.is_over(),
        }
    }
}

/// Those who observe one thing.
#[derive(Clone)]
pub(crate) struct Audience {
    pub(crate) observing: Observing,
    pub(crate) hearers: Rc<Hearers<Hearer>>,
    pub(super) elsewhere: EndedElsewhere,
    /// The how many-th thing it was to be observed.
    pub(super) place: usize,
}

/// The audiences of one type, by the occasion; or those of links.
type Audiences = [Option<Audience>; Occasion::COUNT];

/// Who of a world observes what.
#[derive(Default)]
pub(crate) struct Observers {
    pub(super) of_types: RefCell<HashMap<TypeId, Audiences, BuildHasherDefault<TypeIdHasher>>>,
    /// How many things were observed until now.
    places: Cell<usize>,
    /// How many have registered until now.
    registrations: Cell<u64>,
    /// What has happened to children and is still to be told, in its order.
    pub(crate) of_children: RefCell<VecDeque<(Occasion, News)>>,
    pub(crate) is_telling_of_children: Cell<bool>,
    pub(crate) are_children_observed: Cell<bool>,
    /// The mailboxes of those who read events when their turn comes.
    readers: Readers,
    #[cfg(feature = "serde")]
    pub(crate) newcomers: AllNewcomers,
}

impl Observed {
    /// Where its audience is listed: children have a place of their own.
    pub(super) fn key(self) -> TypeId {
        self.component.unwrap_or(TypeId::of::<Observers>())
    }
}

impl Observers {
    #[inline]
    pub(crate) fn readers(&self) -> &Readers {
        &self.readers
    }

    pub(super) fn next_place(&self) -> usize {
        self.places.replace(self.places.get() + 1)
    }

    pub(super) fn next_registration(&self) -> u64 {
        self.registrations.set(self.registrations.get() + 1);
        self.registrations.get()
    }

    /// Drops all, keeping the first panic.
    pub(super) fn close(&self, first_panic: &mut Option<Panic>) {
        let audiences = self.of_types.take().into_values().flatten().flatten();
        drop_each(audiences, first_panic);
    }
}
