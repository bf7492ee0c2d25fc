//! Tags: where their rules differ from those of components that keep rows.
//!
//! - What is borrowed is the place of the entity's index, not a value: it stays borrowed when the tag is
//!   killed, and whatever tag comes there is borrowed too. A view borrows all places.
//! - A tag has no value of its own: an `insert` over a borrowed one changes nothing.
//! - Nothing of a tag waits for a sync point but an index that is held back, so no view is refused as
//!   `Unsettled`.
//! - What looks at all tags at once knows the indices that had the tag when it began: one that was killed and
//!   added again is found again, and one that was switched off and on, or on, is seen as it is when it is
//!   looked for.

use ecs_core::Entity;

use crate::borrows::Borrow;
use crate::maps::State;
use crate::scripts::{Id, Kind};

/// Whether changes of the kind wait for a sync point while something of it is borrowed.
pub fn waits(kind: Kind) -> bool {
    kind != Kind::Tag
}

/// Whether an `insert` leaves one that is borrowed as it is.
pub fn keeps_borrowed(kind: Kind) -> bool {
    kind == Kind::Tag
}

impl Borrow {
    /// Says whether what looks at all tags knows the entity.
    pub fn knows_tag_of(&self, state: &State, entity: Entity) -> bool {
        self.ids.iter().any(|id| state.values[id].entity.index() == entity.index())
    }
}

impl State {
    /// By how many guards the value is shared, and whether one or a hook has it alone.
    pub fn guards(&self, id: Id) -> (u32, bool) {
        let value = &self.values[&id];
        if value.kind != Kind::Tag {
            return (value.shared, value.exclusive);
        }
        let place = |other: &&crate::maps::Value| {
            (other.world, other.kind, other.entity.index()) == (value.world, Kind::Tag, value.entity.index())
        };
        self.values
            .values()
            .filter(place)
            .fold((0, false), |(shared, alone), other| (shared + other.shared, alone || other.exclusive))
    }
}
