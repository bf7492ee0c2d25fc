//! [`EntityNames`]: what entities are called. Costs nothing for those that have no name, and nothing when one
//! dies.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use crate::ids::Entity;

/// The number of dead names that may pile up before they are forgotten.
const FEW: usize = 64;

/// The names of entities, and the entities of names.
///
/// Deaths are not reported here. A name outlives its entity, so that messages can say it, until the index has
/// another name or dead names pile up; what looks for an entity asks which live.
#[derive(Clone, Default)]
pub(crate) struct EntityNames {
    /// The last entity of an index that had a name. An `Arc`, because names are given out and a world may
    /// move to another thread.
    by_index: HashMap<u32, (Entity, Arc<str>)>,
    /// All living entities of a name, and dead ones that no search has met.
    by_name: HashMap<Arc<str>, BTreeSet<Entity>>,
    /// How many names were left when the dead ones were last forgotten.
    left: usize,
}

impl EntityNames {
    /// The name of an entity, dead or alive, as far as it is known.
    pub(super) fn get(&self, entity: Entity) -> Option<&Arc<str>> {
        self.by_index.get(&entity.index()).filter(|(bearer, _)| *bearer == entity).map(|(_, name)| name)
    }

    /// Names a living entity. What had a name under its index before loses it; an empty name is none.
    pub(super) fn set(&mut self, entity: Entity, name: &str, is_alive: impl Fn(Entity) -> bool) {
        self.forget(entity.index());
        if name.is_empty() {
            return;
        }
        if self.by_index.len() >= 2 * self.left + FEW {
            self.forget_all_but(is_alive);
        }
        let name = match self.by_name.get_key_value(name) {
            Some((name, _)) => name.clone(),
            None => Arc::from(name),
        };
        self.by_name.entry(name.clone()).or_default().insert(entity);
        self.by_index.insert(entity.index(), (entity, name));
    }

    /// The living entity of a name with the lowest index. What is dead is not met a second time.
    pub(super) fn find(&mut self, name: &str, is_alive: impl Fn(Entity) -> bool) -> Option<Entity> {
        let bearers = self.by_name.get_mut(name)?;
        while let Some(&first) = bearers.first() {
            if is_alive(first) {
                return Some(first);
            }
            bearers.pop_first();
        }
        self.by_name.remove(name);
        None
    }

    /// All living entities of a name, lowest index first.
    pub(super) fn find_all(&mut self, name: &str, is_alive: impl Fn(Entity) -> bool) -> Vec<Entity> {
        let Some(bearers) = self.by_name.get_mut(name) else { return Vec::new() };
        bearers.retain(|&bearer| is_alive(bearer));
        let all: Vec<_> = bearers.iter().copied().collect();
        if all.is_empty() {
            self.by_name.remove(name);
        }
        all
    }

    fn forget(&mut self, index: u32) {
        let Some((bearer, name)) = self.by_index.remove(&index) else { return };
        if let Some(bearers) = self.by_name.get_mut(&name) {
            bearers.remove(&bearer);
            if bearers.is_empty() {
                self.by_name.remove(&name);
            }
        }
    }

    fn forget_all_but(&mut self, is_alive: impl Fn(Entity) -> bool) {
        self.by_index.retain(|_, (bearer, _)| is_alive(*bearer));
        self.by_name.retain(|_, bearers| {
            bearers.retain(|&bearer| is_alive(bearer));
            !bearers.is_empty()
        });
        self.left = self.by_index.len();
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{EntityNames, FEW};
    use crate::ids::{Entity, Stamp};

    fn entity(index: u32, generation: u32) -> Entity {
        Entity::from_parts(index, Stamp::new(generation, 1))
    }

    #[test]
    fn names_of_the_dead_do_not_pile_up() {
        let mut names = EntityNames::default();
        let mut most = 0;
        for index in 0..if cfg!(miri) { 250 } else { 10_000 } {
            // Ten live, the last ones.
            let is_alive = |bearer: Entity| bearer.index() + 10 > index;
            names.set(entity(index, 1), &format!("n{}", index % 500), is_alive);
            most = most.max(names.by_index.len());
            let listed: usize = names.by_name.values().map(|bearers| bearers.len()).sum();
            assert!(listed <= names.by_index.len() && names.by_name.len() <= listed);
        }
        assert!((FEW..2 * FEW).contains(&most), "{most}");
    }

    #[test]
    fn the_dead_are_met_once() {
        let mut names = EntityNames::default();
        (0..FEW as u32).for_each(|index| names.set(entity(index, 1), "wolf", |_| true));
        assert_eq!(names.find("wolf", |bearer| bearer.index() == 40), Some(entity(40, 1)));
        let asked = std::cell::Cell::new(0);
        let is_alive = |bearer: Entity| {
            asked.set(asked.get() + 1);
            bearer.index() == 40
        };
        assert_eq!((names.find("wolf", is_alive), asked.get()), (Some(entity(40, 1)), 1));
        assert_eq!(names.find("wolf", |_| false), None);
        assert!(names.by_name.is_empty(), "nobody is called so any more");
        assert_eq!(names.get(entity(7, 1)).map(|name| &**name), Some("wolf"), "messages still can say it");
    }

    #[test]
    fn behave_like_a_map() {
        let mut names = EntityNames::default();
        // By index: the generation, the name, and whether it lives.
        let mut model: BTreeMap<u32, (u32, &str, bool)> = BTreeMap::new();
        let mut seed = 9_u64;
        for _ in 0..if cfg!(miri) { 100 } else { 20_000 } {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let index = (seed >> 40) as u32 % 200;
            let name = ["", "ant", "bee", "cat"][(seed >> 50) as usize % 4];
            let known = model.entry(index).or_insert((1, "", true));
            let is_named = known.2 && seed >> 60 < 8;
            match known {
                (_, called, true) if is_named => *called = name,
                (_, _, lives @ true) => *lives = false,
                (generation, called, lives) => (*generation, *called, *lives) = (*generation + 1, "", true),
            }
            let bearer = entity(index, known.0);
            let is_alive = |bearer: Entity| {
                model.get(&bearer.index()).is_some_and(|known| known.0 == bearer.generation() && known.2)
            };
            if is_named {
                names.set(bearer, name, is_alive);
            }
            let bearers: Vec<_> = model
                .iter()
                .filter(|(_, known)| known.1 == name && !name.is_empty() && known.2)
                .map(|(&index, known)| entity(index, known.0))
                .collect();
            if seed >> 59 & 1 == 0 {
                assert_eq!(names.find(name, is_alive), bearers.first().copied());
            } else {
                assert_eq!(names.find_all(name, is_alive), bearers);
            }
            assert!(bearers.iter().all(|&bearer| names.get(bearer).is_some_and(|known| **known == *name)));
        }
    }
}
