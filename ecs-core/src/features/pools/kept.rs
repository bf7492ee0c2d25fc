//! The members of a pool in a save.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::pool::{Pool, Pooled};
use crate::archetype::Archetype;
use crate::codec::is_text_expected;
use crate::codec::{is_in_save, note_pooled};
use crate::ids::Entity;
use crate::life::DefaultBundle;

/// What a save has of a pool.
#[derive(Serialize, Deserialize)]
struct SavedMembers {
    /// How many members it may have, if that is bounded.
    max: Option<usize>,
    /// The one that is taken next comes first.
    parked: Vec<Entity>,
    taken: Vec<Entity>,
}

/// A save has the members of a pool that stands in a component, and how many it may have; not its closures. A
/// copy of the component, as of a [`Prefab`](crate::Prefab), has a pool without members.
impl<A: Pooled> Serialize for Pool<A> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (all, taken) = self.shared.members.borrow().parts();
        let (taken, parked) = all.split_at(taken);
        let saved = |part: &[Entity]| part.iter().copied().filter(|&entity| is_in_save(entity)).collect();
        let max = self.shared.max.get();
        let max = (max != usize::MAX).then_some(max);
        SavedMembers { max, parked: saved(parked), taken: saved(taken) }.serialize(serializer)
    }
}

/// Comes back as a pool that makes default values:
/// [`with_members_of`](Pool::with_members_of) gives it others.
impl<'de, B: DefaultBundle> Deserialize<'de> for Pool<Archetype<B>> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if is_text_expected() {
            // What was in its place would end its members.
            return Err(D::Error::custom(
                "what has a pool cannot be edited: leave the pool out by `#[serde(skip)]`, or put it into a \
                 component of its own",
            ));
        }
        let SavedMembers { max, parked, taken } = SavedMembers::deserialize(deserializer)?;
        let pool = Self::new().bounded(max.unwrap_or(usize::MAX));
        let all = taken.into_iter().map(|entity| (entity, true));
        let all = all.chain(parked.into_iter().map(|entity| (entity, false)));
        for (entity, is_taken) in all.filter(|(entity, _)| *entity != Entity::NONE) {
            if pool.shared.members.borrow().has(entity) {
                return Err(D::Error::custom("an entity is in a pool twice"));
            }
            if !note_pooled(entity, is_taken) {
                // The pool would end all singletons with what waits in it.
                return Err(D::Error::custom("the entity of the singletons is in a pool"));
            }
            pool.shared.members.borrow_mut().add(entity, is_taken);
        }
        pool.save_with_current();
        Ok(pool)
    }
}
