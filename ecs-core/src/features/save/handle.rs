//! Handles are written and read as their entities are.

use core::any::TypeId;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::codec::{Met, write_id};
use crate::ids::Entity;
use crate::reach::Handle;

/// Written as its entity is: [`Entity`]. No attribute is needed, wherever the handle stands.
impl<T: 'static> Serialize for Handle<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        write_id(Met { entity: self.entity(), component: Some(TypeId::of::<T>()) }, serializer)
    }
}

impl<'de, T> Deserialize<'de> for Handle<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Entity::deserialize(deserializer).map(Self::new)
    }
}
