//! [`Readers`]: the mailboxes of a world's events, by the type of event. Each is read in its turn.

use core::any::{Any, TypeId};
use core::cell::{Cell, RefCell};
use core::hash::BuildHasherDefault;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::{Arc, Weak};

use crate::base::{OneByOne, TypeIdHasher};
use crate::ids::Entity;
use crate::threads::Mailbox;

/// An event that is to be read, and the entity to which it was sent.
pub type EventLetter<E> = (Option<Entity>, Arc<E>);

/// Where a reader finds the events of a type.
pub(crate) type EventMailbox<E> = Mailbox<EventLetter<E>>;

/// The mailboxes of one type of event.
type Mailboxes<E> = Rc<[Weak<EventMailbox<E>>]>;

/// For each type of event, the mailboxes of its readers.
#[derive(Default)]
pub(crate) struct Readers {
    /// As `Mailboxes`.
    of_events: RefCell<HashMap<TypeId, Box<dyn Any>, BuildHasherDefault<TypeIdHasher>>>,
    is_any: Cell<bool>,
}

impl Readers {
    /// Posts all events of a type to a mailbox from now on, as long as a reader keeps it. They may move with
    /// the world to other threads, and be read there.
    pub(crate) fn add<E: Send + Sync + 'static>(&self, mailbox: &Arc<EventMailbox<E>>) {
        let others = self.of::<E>();
        self.set::<E>(others.iter().cloned().chain([Arc::downgrade(mailbox)]).collect());
        self.is_any.set(true);
    }

    /// Posts an event to all readers of its type, and returns their number. Nothing is borrowed here when
    /// something is dropped.
    #[inline]
    pub(crate) fn post<E: 'static>(&self, to: Option<Entity>, event: impl FnOnce() -> Arc<E>) -> usize {
        if self.is_any.get() { self.post_to(&self.of::<E>(), to, event) } else { 0 }
    }

    /// Says whether anybody reads events of a type.
    pub(crate) fn are_there<E: 'static>(&self) -> bool {
        self.is_any.get() && self.of::<E>().iter().any(|mailbox| mailbox.strong_count() != 0)
    }

    fn post_to<E: 'static>(
        &self,
        mailboxes: &Mailboxes<E>,
        to: Option<Entity>,
        event: impl FnOnce() -> Arc<E>,
    ) -> usize {
        let living: Vec<_> = mailboxes.iter().filter_map(Weak::upgrade).collect();
        if living.len() != mailboxes.len() {
            self.set::<E>(living.iter().map(Arc::downgrade).collect());
        }
        let Some((last, others)) = living.split_last() else { return 0 };
        let event = event();
        let mut too_many = OneByOne::<Vec<_>>::default();
        others.iter().for_each(|mailbox| too_many.extend(mailbox.post((to, event.clone()))));
        too_many.extend(last.post((to, event)));
        living.len()
    }

    fn of<E: 'static>(&self) -> Mailboxes<E> {
        let of_events = self.of_events.borrow();
        let mailboxes = of_events.get(&TypeId::of::<E>()).and_then(|all| all.downcast_ref::<Mailboxes<E>>());
        mailboxes.map_or_else(|| Rc::from([]), Rc::clone)
    }

    fn set<E: 'static>(&self, mailboxes: Mailboxes<E>) {
        self.of_events.borrow_mut().insert(TypeId::of::<E>(), Box::new(mailboxes));
    }
}
