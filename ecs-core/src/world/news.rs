//! [`News`]: an event about a component or a child, before the type of the component is known.

use core::cell::RefCell;
use std::rc::Rc;

use crate::base::CallSite;
use crate::column::Column;
use crate::ids::Entity;

/// Why a component is no more: [`Remove::why`](crate::Remove::why).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Removal {
    /// It was killed, or removed from its entity, which lives on.
    Removed,
    /// Another value was inserted in its place.
    Replaced,
    /// Its entity was despawned.
    Despawned,
    /// Its entity was despawned with all others, by [`World::clear`](crate::World::clear) or
    /// [`reset`](crate::World::reset).
    Cleared,
    /// Its entity was given back to its [`Pool`](crate::Pool), and waits there for its next use.
    Recycled,
}

/// The call that ends a component.
#[derive(Clone, Copy)]
pub(crate) struct EndCall {
    pub(crate) why: Removal,
    /// Where the user has called it.
    pub(crate) site: CallSite,
}

/// What has happened to a component, or to a child.
pub struct News {
    pub(crate) entity: Entity,
    /// Of a child, its parent.
    pub(crate) parent: Entity,
    /// Of an end, its reason.
    pub(crate) why: Removal,
    /// The observers could not be notified when the component ended.
    pub(crate) is_late: bool,
    /// Where a component that ends can be read, as long as it can.
    pub(crate) ending: RefCell<Option<(Rc<Column>, u32)>>,
}

impl News {
    /// About a live component.
    pub(crate) fn of(entity: Entity) -> Self {
        let (why, ending) = (Removal::Removed, RefCell::default());
        Self { entity, parent: Entity::NONE, why, is_late: false, ending }
    }

    /// Of a component that ends, and can be read in a row of a column meanwhile.
    pub(crate) fn of_end(entity: Entity, column: Rc<Column>, row: u32, why: Removal) -> Self {
        Self { why, ending: RefCell::new(Some((column, row))), ..Self::of(entity) }
    }

    /// Of a child.
    pub(crate) fn of_child(entity: Entity, parent: Entity) -> Self {
        Self { parent, ..Self::of(entity) }
    }
}
