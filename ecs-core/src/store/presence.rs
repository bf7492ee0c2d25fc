//! [`Presence`]: where a filter looks whether an entity has a component; [`Watched`]: and since when it has changed.

use core::cell::OnceCell;
use std::rc::Rc;

use crate::tick::Tick;
use crate::world::WorldCore;

use super::cell::find;
use super::store::Store;

/// The store of a type, looked for again as long as there is none.
pub struct Presence<T: 'static> {
    world: Option<Rc<WorldCore>>,
    store: OnceCell<Rc<Store<T>>>,
}

impl<T> Presence<T> {
    pub(crate) fn new(world: Option<&Rc<WorldCore>>) -> Self {
        let presence = Self { world: world.cloned(), store: OnceCell::new() };
        presence.look();
        presence
    }

    /// The store, if there is one. While the world is held still none is made.
    #[inline]
    pub(crate) fn store(&self) -> Option<&Store<T>> {
        if self.store.get().is_none() && self.world.as_ref().is_some_and(|world| !world.is_frozen()) {
            self.look();
        }
        self.store.get().map(|store| &**store)
    }

    /// Looks for the store, where it is not known.
    pub(super) fn look(&self) -> Option<&Rc<Store<T>>> {
        if self.store.get().is_none() {
            // Nobody else has set it meanwhile.
            let _ = self.store.set(find(self.world.as_ref()?)?);
        }
        self.store.get()
    }
}

/// A store, and since when its ticks are looked at.
pub struct Watched<T: 'static> {
    pub(crate) presence: Presence<T>,
    pub(crate) since: Tick,
}

impl<T> Watched<T> {
    pub(crate) fn new(world: Option<&Rc<WorldCore>>) -> Self {
        let since = world.map_or(Tick::default(), |world| world.ticker().since());
        Self { presence: Presence::new(world), since }
    }

    /// Says whether the entity of an index has a component that was changed, or added, since then, as a function tells of its row.
    pub(crate) fn is_after(
        &self,
        owner: u32,
        enabled_only: bool,
        at: impl Fn(&Store<T>, u32) -> Option<Tick>,
    ) -> bool {
        self.presence.store().is_some_and(|store| {
            let row = store.row_of_index(owner).filter(|_| store.has(owner, enabled_only));
            row.and_then(|row| at(store, row)).is_some_and(|at| at > self.since)
        })
    }
}
