//! [`Tagged`]: the tags that a view or a query has borrowed.

use std::rc::Rc;

use crate::column::Column;
use crate::ids::{Entity, IndexSet};

/// What was tagged when a view or a query began: what comes later is not in it.
pub(super) struct Tagged {
    set: Rc<IndexSet>,
    /// The same in the order of a view, the enabled ones first, each part by the indices. Only of a view.
    list: Option<Rc<[Entity]>>,
}

impl Tagged {
    pub(super) fn of(column: &Column) -> Option<Self> {
        Some(Self { set: column.tagged()?, list: None })
    }

    /// Gives the tags an order; returns how many are enabled.
    pub(super) fn put_in_order(&mut self, column: &Column) -> usize {
        let is_enabled = |entity: &Entity| column.is_enabled(entity.index());
        let all = column.live_entities(false).into_vec();
        let (mut all, disabled): (Vec<_>, Vec<_>) = all.into_iter().partition(is_enabled);
        let enabled = all.len();
        all.extend(disabled);
        self.list = Some(all.into());
        enabled
    }

    #[inline]
    pub(super) fn contains(&self, index: u32) -> bool {
        self.set.contains(index)
    }

    /// The entity of a place in the order.
    pub(super) fn entity(&self, place: usize) -> Option<Entity> {
        self.list().get(place).copied()
    }

    /// The place of an entity in the order, of which so many are enabled.
    pub(super) fn place(&self, entity: Entity, enabled: usize) -> Option<usize> {
        let (enabled, disabled) = self.list().split_at(enabled);
        let find = |part: &[Entity]| part.binary_search_by_key(&entity.index(), |other| other.index());
        find(enabled).or_else(|_| find(disabled).map(|place| enabled.len() + place)).ok()
    }

    fn list(&self) -> &[Entity] {
        self.list.as_deref().unwrap_or_default()
    }
}
