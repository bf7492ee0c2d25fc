//! [`Presence`]: where a filter looks whether an entity has a component; [`Watched`]: and since when it has
//! changed.

use core::any::TypeId;
use core::cell::OnceCell;
use std::rc::Rc;

use crate::ticks::Tick;
use crate::world::WorldCore;

use super::candidates::Candidates;
use crate::column::Column;

/// The column of a type, looked for again as long as there is none.
pub struct Presence {
    component: TypeId,
    world: Option<Rc<WorldCore>>,
    column: OnceCell<Rc<Column>>,
}

impl Presence {
    pub(crate) fn new(component: TypeId, world: Option<&Rc<WorldCore>>) -> Self {
        let presence = Self { component, world: world.cloned(), column: OnceCell::new() };
        presence.look();
        presence
    }

    /// The column, if there is one. While the world is frozen none is made.
    #[inline]
    pub(crate) fn column(&self) -> Option<&Column> {
        if self.column.get().is_none() && self.world.as_ref().is_some_and(|world| !world.entities.is_frozen())
        {
            self.look();
        }
        self.column.get().map(|column| &**column)
    }

    /// Says which candidates have a component of the type.
    pub(crate) fn present(&self, of: &mut Candidates<'_>) -> u64 {
        self.column().map_or(0, |column| of.present(column))
    }

    /// Looks for the column, where it is not known.
    pub(super) fn look(&self) -> Option<&Rc<Column>> {
        if self.column.get().is_none() {
            // Nobody else has set it meanwhile.
            let _ = self.column.set(self.world.as_ref()?.columns.of(self.component)?);
        }
        self.column.get()
    }
}

/// A column, and since when its ticks are looked at.
pub struct Watched {
    pub(crate) presence: Presence,
    since: Tick,
}

impl Watched {
    pub(crate) fn new(component: TypeId, world: Option<&Rc<WorldCore>>) -> Self {
        let since = world.map_or(Tick::default(), |world| world.ticker.since());
        Self { presence: Presence::new(component, world), since }
    }

    /// Looks since a moment that the user has kept.
    pub(crate) fn look_since(&mut self, kept: Tick) {
        let world = self.presence.world.as_ref();
        self.since = world.map_or(kept, |world| world.ticker.since_kept(kept));
    }

    /// Says which candidates have a component that has changed since then.
    pub(crate) fn changed(&self, of: &mut Candidates<'_>) -> u64 {
        self.presence.column().map_or(0, |column| of.changed(column, self.since))
    }

    /// Says which candidates have a component that was added since then.
    pub(crate) fn added(&self, of: &mut Candidates<'_>) -> u64 {
        self.presence.column().map_or(0, |column| of.added(column, self.since))
    }
}
