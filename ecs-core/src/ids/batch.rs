//! [`Batch`]: new entities that get the same components together.

use super::entity::Entity;

/// New entities, no two under one index, and between which indices they lie.
#[derive(Clone, Copy)]
pub struct Batch<'e> {
    pub(crate) entities: &'e [Entity],
    /// The lowest index.
    pub(crate) first: u32,
    /// The highest one.
    pub(crate) last: u32,
    /// They have all indices between these, in order.
    pub(crate) is_run: bool,
}

impl<'e> Batch<'e> {
    /// Looks where entities lie; `None` if there are none.
    pub(super) fn new(entities: &'e [Entity]) -> Option<Self> {
        let first = entities.first()?.index();
        // To the end, whatever is found: so it is vectorised.
        let mut apart = 0;
        for (entity, next) in entities.iter().zip(first..) {
            apart |= entity.index() ^ next;
        }
        if apart == 0 {
            let last = first + (entities.len() - 1) as u32;
            return Some(Self { entities, first, last, is_run: true });
        }
        let indices = || entities.iter().map(|entity| entity.index());
        Some(Self { entities, first: indices().min()?, last: indices().max()?, is_run: false })
    }

    /// The distance of each index from the lowest.
    #[inline]
    pub(crate) fn places(self) -> impl Iterator<Item = usize> + 'e {
        self.entities.iter().map(move |entity| (entity.index() - self.first) as usize)
    }
}
