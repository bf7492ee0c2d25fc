//! What is borrowed: values by guards and hooks, all of a kind by views and comparisons, and what visits have
//! borrowed now.

use crate::maps::{Changes, State, state};
use crate::queries::Asked;
use crate::scripts::{Id, Kind};

pub enum What {
    Value { id: Id, mutable: bool },
    View(Borrow),
    Query(Asked),
}

/// The values of a kind that were live when they were borrowed.
#[derive(Clone)]
pub struct Borrow {
    pub world: usize,
    pub kind: Kind,
    pub mutable: bool,
    pub ids: Vec<Id>,
}

/// How much of its terms a visit has borrowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// Nothing: it is a query that is there.
    Idle,
    /// What belongs to the entity of an index.
    Of(u32),
    /// All.
    Whole,
}

/// A query, a pass at the turn of an entity, or a comparison. What it may borrow does not move while it is
/// there.
pub struct Visitor {
    pub number: u64,
    pub borrows: Vec<Borrow>,
    pub extent: Extent,
    pub is_hook: bool,
}

/// A visitor that is there until this is dropped.
pub struct Visiting(pub u64);

impl Visiting {
    pub fn begin(borrows: Vec<Borrow>, extent: Extent, is_hook: bool) -> Self {
        Self(state(|state| state.add_visitor(borrows, extent, is_hook)))
    }

    /// Leaves it to [`State::remove_visitor`].
    pub fn keep(self) {
        std::mem::forget(self);
    }
}

impl Drop for Visiting {
    fn drop(&mut self) {
        state(|state| state.remove_visitor(self.0));
    }
}

impl What {
    /// What is borrowed as a whole, whatever else is asked.
    fn view(&self) -> Option<&Borrow> {
        if let Self::View(borrow) = self { Some(borrow) } else { None }
    }

    /// The worlds whose store of a kind cannot be freed while this lives.
    pub fn worlds(&self, state: &State, kind: Kind) -> Vec<usize> {
        let borrows = match self {
            Self::Value { id, .. } => {
                let value = &state.values[id];
                return (value.kind == kind).then_some(value.world).into_iter().collect();
            }
            Self::View(borrow) => std::slice::from_ref(borrow),
            Self::Query(asked) => state.borrows_of(asked.number),
        };
        borrows.iter().filter(|borrow| borrow.kind == kind).map(|borrow| borrow.world).collect()
    }
}

impl Borrow {
    /// All values of a kind that are live now.
    pub fn of(state: &State, kind: Kind, mutable: bool) -> Self {
        let world = state.current;
        Self { world, kind, mutable, ids: state.live(world, kind).into_iter().collect() }
    }

    /// Says whether the value was there when this began, or stands in the row of one that was. Of tags, all
    /// places are borrowed.
    pub fn covers(&self, state: &State, id: Id) -> bool {
        let mut row = std::iter::successors(Some(id), |id| state.predecessors.get(id).copied());
        self.kind == Kind::Tag || row.any(|id| self.ids.contains(&id))
    }

    /// Says whether a value is borrowed that belongs to so much.
    fn holds(&self, state: &State, id: Id, extent: Extent) -> bool {
        let value = &state.values[&id];
        let is_there = match extent {
            Extent::Idle => false,
            Extent::Of(index) => value.entity.index() == index,
            Extent::Whole => true,
        };
        is_there && (self.world, self.kind) == (value.world, value.kind) && self.covers(state, id)
    }
}

impl State {
    // ---- visits ----

    pub fn add_visitor(&mut self, borrows: Vec<Borrow>, extent: Extent, is_hook: bool) -> u64 {
        let number = self.visits;
        self.visits += 1;
        self.visitors.push(Visitor { number, borrows, extent, is_hook });
        number
    }

    pub fn remove_visitor(&mut self, number: u64) {
        self.visitors.retain(|visitor| visitor.number != number);
    }

    pub fn set_extent(&mut self, number: u64, extent: Extent) {
        let visitor = self.visitors.iter_mut().find(|visitor| visitor.number == number);
        visitor.expect("it is there").extent = extent;
    }

    pub fn borrows_of(&self, number: u64) -> &[Borrow] {
        &self.visitors.iter().find(|visitor| visitor.number == number).expect("it is there").borrows
    }

    // ---- values ----

    /// Whether the value cannot be borrowed.
    pub fn is_value_borrowed(&self, id: Id, to_share: bool) -> bool {
        self.is_value_borrowed_but(id, to_share, None)
    }

    /// Whether anything but a visitor has borrowed the value in a way that conflicts.
    pub fn is_value_borrowed_but(&self, id: Id, to_share: bool, but: Option<u64>) -> bool {
        self.is_held(id, to_share, |visitor| Some(visitor.number) != but)
    }

    /// Whether anything but a hook has borrowed the value.
    pub fn is_value_borrowed_by_others(&self, id: Id) -> bool {
        !self.values[&id].hooked && self.is_held(id, false, |visitor| !visitor.is_hook)
    }

    /// Whether a hook has borrowed the value.
    pub fn is_value_borrowed_by_hook(&self, id: Id) -> bool {
        let mut hooks = self.visitors.iter().filter(|visitor| visitor.is_hook);
        self.values[&id].hooked || hooks.any(|hook| self.visitor_holds(hook, id, false))
    }

    fn is_held(&self, id: Id, to_share: bool, counts: impl Fn(&Visitor) -> bool) -> bool {
        let (shared, alone) = self.guards(id);
        let mut views = self.held.iter().filter_map(|held| held.what.view());
        let mut visitors = self.visitors.iter().filter(|visitor| counts(visitor));
        alone
            || !to_share && shared > 0
            || views.any(|view| (view.mutable || !to_share) && view.holds(self, id, Extent::Whole))
            || visitors.any(|visitor| self.visitor_holds(visitor, id, to_share))
    }

    fn visitor_holds(&self, visitor: &Visitor, id: Id, to_share: bool) -> bool {
        let mut borrows = visitor.borrows.iter().filter(|borrow| borrow.mutable || !to_share);
        borrows.any(|borrow| borrow.holds(self, id, visitor.extent))
    }

    /// Whether it is a tag, and a pass or a query is there that has counted it, which knows it by the index
    /// of its entity alone.
    pub fn is_counted_tag(&self, id: Id) -> bool {
        let value = &self.values[&id];
        let mut borrows = self.visitors.iter().flat_map(|visitor| &visitor.borrows);
        value.kind == Kind::Tag
            && borrows.any(|borrow| (borrow.world, borrow.kind) == (value.world, value.kind))
    }

    // ---- stores ----

    /// Whether rows of the kind may not move: something is borrowed, or a query is there.
    pub fn is_store_borrowed(&self, world: usize, kind: Kind) -> bool {
        let mut borrows = self.visitors.iter().flat_map(|visitor| &visitor.borrows);
        self.is_store_held(world, kind, true)
            || borrows.any(|borrow| (borrow.world, borrow.kind) == (world, kind))
    }

    /// Whether anything has borrowed values of the kind in a way that conflicts with a borrow of all.
    fn is_store_held(&self, world: usize, kind: Kind, mutable: bool) -> bool {
        let views = self.held.iter().filter_map(|held| held.what.view());
        let visitors = self.visitors.iter().filter(|visitor| visitor.extent != Extent::Idle);
        let mut borrows = views.chain(visitors.flat_map(|visitor| &visitor.borrows));
        let mut values = self.values.values().filter(|v| (v.world, v.kind) == (world, kind));
        borrows.any(|borrow| (borrow.world, borrow.kind) == (world, kind) && (mutable || borrow.mutable))
            || values.any(|value| value.exclusive || mutable && value.shared > 0)
    }

    /// Whether all of a kind may be borrowed as a whole.
    pub fn may_borrow_all(&mut self, kind: Kind, mutable: bool) -> bool {
        let world = self.current;
        !self.is_store_held(world, kind, mutable)
            && (!self.is_store_borrowed(world, kind) || self.store(kind).changes != Changes::Pending)
    }

    /// Whether that may be refused. Both hold where what is pending depends on capacities.
    pub fn may_refuse_all(&mut self, kind: Kind, mutable: bool) -> bool {
        let world = self.current;
        self.is_store_held(world, kind, mutable)
            || self.is_store_borrowed(world, kind) && self.store(kind).changes != Changes::None
    }
}
