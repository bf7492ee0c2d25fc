//! Owners in saves.

use core::mem::take;

use serde::{Deserialize, Serialize, Serializer};

use super::owners::Owners;
use crate::ids::Entity;
use crate::world::with_current;

/// The owners of all components, as a save has them: a singleton in the list of the save.
#[derive(crate::Singleton, Clone, Default, Deserialize)]
pub struct SavedOwners(Vec<(String, Entity, Entity)>);

impl Serialize for SavedOwners {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let all = with_current(|core| {
            let links = core.parts.owned.0.borrow();
            let name = |position| core.columns.at(position).map(|column| column.name());
            let all = links.0.iter().map(|(own, &owner)| Some((name(own.1)?, own.0, owner)));
            all.flatten().collect::<Vec<_>>()
        });
        all.unwrap_or_default().serialize(serializer)
    }
}

impl SavedOwners {
    fn on_load(&mut self) {
        for (name, entity, owner) in take(&mut self.0) {
            let _ = with_current(|core| {
                let column = core.columns.all().find(|column| column.name() == name);
                let is_alive = core.entities.borrow().is_alive(owner);
                column.filter(|_| is_alive).map(|column| Owners::set(&column, entity, Some(owner)));
            });
        }
    }
}
