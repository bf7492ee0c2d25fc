//! [`Membership`]: the entities that pass a filter, and the changes that each reader has not seen.

use std::collections::{HashMap, HashSet};

use crate::ids::Entity;

/// The entities that pass a filter, and the changes since the last look of each reader.
#[derive(Default)]
pub(super) struct Membership {
    members: HashSet<Entity>,
    /// What has come and gone since the slowest reader has looked, in its order.
    changes: Vec<GroupChange>,
    readers: Vec<Reader>,
    /// How many readers there were until now.
    made: u64,
}

/// An entity came, or went.
#[derive(Clone, Copy)]
struct GroupChange {
    entity: Entity,
    came: bool,
}

/// A reader of the changes.
struct Reader {
    number: u64,
    /// The number of changes that it has seen.
    place: usize,
}

impl Membership {
    pub(super) fn of(members: HashSet<Entity>) -> Self {
        Self { members, ..Self::default() }
    }

    pub(super) fn members(&self) -> impl Iterator<Item = Entity> {
        self.members.iter().copied()
    }

    /// Notes whether an entity passes now.
    pub(super) fn set(&mut self, entity: Entity, passes: bool) {
        let is_new = if passes { self.members.insert(entity) } else { self.members.remove(&entity) };
        if is_new {
            if self.changes.len() == self.changes.capacity() {
                self.shorten();
            }
            self.changes.push(GroupChange { entity, came: passes });
        }
    }

    /// Adds a reader that knows all that is so far; returns its number.
    pub(super) fn add_reader(&mut self) -> u64 {
        self.made += 1;
        self.readers.push(Reader { number: self.made, place: self.changes.len() });
        self.made
    }

    pub(super) fn remove_reader(&mut self, number: u64) {
        self.readers.retain(|reader| reader.number != number);
        self.forget_what_all_know();
    }

    /// Lists the entities that were added and those that were removed since the last look of a reader, both
    /// sorted. One that was removed and added again is in both; one that was added and removed is in neither.
    pub(super) fn read(&mut self, number: u64, added: &mut Vec<Entity>, removed: &mut Vec<Entity>) {
        added.clear();
        removed.clear();
        let Some(reader) = self.readers.iter_mut().find(|reader| reader.number == number) else { return };
        let mut unknown = self.changes[reader.place..].to_vec();
        reader.place = self.changes.len();
        // Those of one entity stay in their order.
        unknown.sort_by_key(|change| change.entity);
        for of_one in unknown.chunk_by(|one, other| one.entity == other.entity) {
            if let [first, .., last] | [first @ last] = of_one {
                removed.extend((!first.came).then_some(first.entity));
                added.extend(last.came.then_some(last.entity));
            }
        }
        self.forget_what_all_know();
    }

    fn forget_what_all_know(&mut self) {
        let known = self.readers.iter().map(|reader| reader.place).min().unwrap_or(self.changes.len());
        if known > 0 {
            self.changes.drain(..known);
            self.readers.iter_mut().for_each(|reader| reader.place -= known);
        }
    }

    /// Forgets what says nothing to any reader, so that what a slow one has missed stays short: of the
    /// changes of one entity between two readers' places only the first and the last count.
    fn shorten(&mut self) {
        let mut places: Vec<usize> = self.readers.iter().map(|reader| reader.place).collect();
        places.push(self.changes.len());
        places.sort_unstable();
        places.dedup();
        let mut is_kept = vec![false; self.changes.len()];
        let mut begin = 0;
        for end in places {
            let mut ends: HashMap<Entity, (usize, usize)> = HashMap::new();
            for (place, change) in self.changes[..end].iter().enumerate().skip(begin) {
                ends.entry(change.entity).or_insert((place, place)).1 = place;
            }
            for (first, last) in ends.into_values() {
                // What came and went is as if it had never come.
                let is_visit = self.changes[first].came && !self.changes[last].came;
                is_kept[last] = !is_visit;
                is_kept[first] =
                    !is_visit && (first == last || self.changes[first].came != self.changes[last].came);
            }
            begin = end;
        }
        for reader in &mut self.readers {
            reader.place = is_kept[..reader.place].iter().filter(|is_kept| **is_kept).count();
        }
        let mut is_kept = is_kept.into_iter();
        self.changes.retain(|_| is_kept.next() == Some(true));
    }
}

#[cfg(test)]
mod tests {
    use super::Membership;
    use crate::ids::{Entities, Entity};

    fn look(list: &mut Membership, reader: u64) -> [Vec<u32>; 2] {
        let mut looked = [vec![], vec![]];
        let [added, removed] = &mut looked;
        list.read(reader, added, removed);
        looked.map(|entities| entities.iter().map(|entity| entity.index()).collect())
    }

    fn entities() -> Vec<Entity> {
        let mut entities = Entities::new(0);
        (0..4).map(|_| entities.spawn().expect("there are four ids")).collect()
    }

    #[test]
    fn each_reader_gets_what_came_and_went_since_its_last_look() {
        let (all, mut list) = (entities(), Membership::default());
        let [one, other] = [0; 2].map(|_| list.add_reader());
        all[..2].iter().for_each(|&entity| list.set(entity, true));
        assert_eq!(look(&mut list, one), [vec![0, 1], vec![]]);
        list.set(all[1], false);
        list.set(all[1], true);
        list.set(all[2], true);
        list.set(all[2], false);
        assert_eq!(look(&mut list, one), [vec![1], vec![1]]);
        assert_eq!(look(&mut list, other), [vec![0, 1], vec![]]);
        assert_eq!(
            [one, other].map(|reader| look(&mut list, reader)),
            [[Vec::<u32>::new(), vec![]], [vec![], vec![]]]
        );
        assert_eq!(list.changes.len(), 0);
    }

    #[test]
    fn what_a_slow_reader_has_missed_stays_short() {
        let (all, mut list) = (entities(), Membership::default());
        list.set(all[0], true);
        let [slow, fast] = [0; 2].map(|_| list.add_reader());
        let rounds = if cfg!(miri) { 100 } else { 1_000 };
        for round in 0..rounds {
            for entity in &all[..3] {
                list.set(*entity, round % 2 == 1);
            }
            if round % 10 == 0 {
                look(&mut list, fast);
            }
        }
        assert!(list.changes.capacity() <= 64, "{}", list.changes.capacity());
        list.set(all[1], false);
        assert_eq!(look(&mut list, slow), [vec![0, 2], vec![0]]);
        list.remove_reader(fast);
        assert_eq!(list.changes.len(), 0);
    }
}
