//! What is lent: values to guards and hooks, all of a kind to views, queries, loops and comparisons.

use crate::maps::{Changes, State};
use crate::queries::Asked;
use crate::scripts::{Id, Kind};

pub enum What {
    Value { id: Id, mutable: bool },
    View(Lend),
    Query(Asked),
}

/// All values of a kind that were live when they were lent.
#[derive(Clone)]
pub struct Lend {
    pub world: usize,
    pub kind: Kind,
    pub mutable: bool,
    pub ids: Vec<Id>,
}

impl What {
    pub fn lends(&self) -> &[Lend] {
        match self {
            Self::Value { .. } => &[],
            Self::View(lend) => std::slice::from_ref(lend),
            Self::Query(asked) => &asked.lends,
        }
    }

    pub fn lends_all(&self, kind: Kind) -> impl Iterator<Item = &Lend> {
        self.lends().iter().filter(move |lend| lend.kind == kind)
    }
}

impl State {
    /// What is lent of a kind as a whole.
    pub fn lends(&self, world: usize, kind: Kind) -> impl Iterator<Item = &Lend> {
        let held = self.held.iter().flat_map(|held| held.what.lends());
        let all = held.chain(self.loops.iter().flatten());
        all.filter(move |lend| (lend.world, lend.kind) == (world, kind))
    }

    /// Whether the value can be borrowed: by how many it is shared, or that it is lent alone.
    pub fn is_value_lent(&self, id: Id, to_share: bool) -> bool {
        let value = &self.values[&id];
        let (shared, alone) = self.guards(id);
        let mut lends = self.lends(value.world, value.kind);
        alone || !to_share && shared > 0 || lends.any(|lend| lend.covers(id) && (lend.mutable || !to_share))
    }

    pub fn is_store_lent(&self, world: usize, kind: Kind) -> bool {
        self.is_store_lent_alone(world, kind)
            || self.lends(world, kind).next().is_some()
            || self.values.values().any(|v| (v.world, v.kind) == (world, kind) && v.shared > 0)
    }

    pub fn is_store_lent_alone(&self, world: usize, kind: Kind) -> bool {
        world == self.current && self.running == Some(kind)
            || self.lends(world, kind).any(|lend| lend.mutable)
            || self.values.values().any(|v| (v.world, v.kind) == (world, kind) && v.exclusive)
    }

    /// Whether all of a kind may be lent as a whole.
    pub fn may_lend_all(&mut self, kind: Kind, mutable: bool) -> bool {
        let world = self.current;
        !self.is_store_lent(world, kind)
            || !mutable
                && !self.is_store_lent_alone(world, kind)
                && self.store(kind).changes != Changes::Pending
    }

    /// Whether that may be refused. Both hold where what is pending depends on capacities.
    pub fn may_refuse_all(&mut self, kind: Kind, mutable: bool) -> bool {
        let world = self.current;
        self.is_store_lent(world, kind)
            && (mutable || self.is_store_lent_alone(world, kind) || self.store(kind).changes != Changes::None)
    }
}
