//! Settling a lineage: it follows the rows that have moved and the entities that have other parents.

use core::cell::{Ref, RefCell};
use std::collections::{HashMap, HashSet};

use super::lineage::{Lineage, Taken};
use crate::column::Column;
use crate::links::Forest;

/// If more than one of so many rows has moved, all are placed anew, and the rows are sorted.
const BULK: usize = 4;

/// To bring all rows in order takes as long as what is lost in so many passes over rows that lie at random.
const WORTH_SORTING: u64 = 8;

/// So many above an entity index are asked each time.
const NEAR: usize = 8;

/// So many are asked for at once: each waits for memory several times, and the others meanwhile.
const AT_ONCE: usize = 32;

/// A lineage that is being brought up to date.
pub(super) struct Settling<'c> {
    column: &'c Column,
    forest: Ref<'c, Forest>,
    lineage: &'c mut Lineage,
    /// Entity indices without a row, below which all rows were asked.
    passed: HashSet<u32>,
    /// The rows that are the nearest at or above entity indices which have none: of those that are far above
    /// others.
    nearest: RefCell<HashMap<u32, Option<usize>>>,
    /// How often a row got another place because what it inherits from did.
    displaced: usize,
}

/// How a walk goes on after a step.
pub(super) enum Way {
    /// To what is below, if that may be entered.
    Down,
    /// To what comes after it.
    Past,
    /// It ends.
    Nowhere,
}

impl Settling<'_> {
    /// Brings a lineage up to date. `relinked` are the indices of entities that have another parent.
    pub(super) fn settle(column: &Column, lineage: &mut Lineage, relinked: Vec<u32>) {
        let (rows, known) = (column.rows(), lineage.len());
        let moved = column.row_store.ticks_mut(|ticks| ticks.moves.as_mut().map(|moves| moves.take(known)));
        let mut moved = moved.flatten().unwrap_or_default();
        if moved.is_empty() && relinked.is_empty() && rows == known {
            return;
        }
        moved.extend(known as u32..rows.max(known) as u32);
        let changes = moved.len() + relinked.len();
        let mut is_bulk = changes * BULK > rows;
        lineage.note_strays(changes);
        let mut settling = Settling::new(column, lineage);
        let touched = settling.follow_moves(&moved, rows);
        if !is_bulk {
            let touched: Vec<u32> = touched.into_iter().chain(relinked).collect();
            for some in touched.chunks(AT_ONCE) {
                settling.prefetch(some);
                some.iter().for_each(|&index| settling.check(index));
                // Those above may come last, and move all the others once more each time.
                is_bulk |= settling.displaced > rows;
                if is_bulk {
                    break;
                }
            }
        }
        if is_bulk {
            settling.sort();
        } else {
            settling.lineage.close_gaps();
        }
    }

    /// Brings all rows in order again, if passes have gone to and fro in memory for long enough: so that is
    /// never more than about half of what a program pays for it.
    pub(super) fn sort_if_scattered(column: &Column, lineage: &mut Lineage) {
        if lineage.is_scattered(WORTH_SORTING) {
            Settling::new(column, lineage).sort();
        }
    }

    /// Lets those run in the next pass that inherit from what is disabled, and was written to since the last
    /// one: it does not run itself.
    pub(super) fn wake_below_written(column: &Column, lineage: &mut Lineage) {
        let disabled = column.enabled_rows()..lineage.len();
        let forest = column.world.forest.borrow();
        let mut heirs = Vec::new();
        column.row_store.ticks(|ticks| {
            for row in disabled.filter(|&row| ticks.changed[row].get() > lineage.last()) {
                Self::list_heirs_below(column, &forest, lineage.owner(row), &mut heirs);
            }
        });
        heirs.into_iter().for_each(|heir| lineage.note_due(heir));
    }

    /// Goes down from an entity index to the first rows on each way. Shows each step: an index, and its row
    /// if it has one. What has a row is not entered.
    pub(super) fn walk_to_heirs(
        column: &Column,
        forest: &Forest,
        index: u32,
        step: &mut dyn FnMut(u32, Option<usize>) -> Way,
    ) {
        let (mut walk, mut enters) = (forest.walk_below(index), true);
        while let Some(below) = walk.next(forest, enters) {
            let row = column.row_store.main_row_of(below);
            enters = match step(below, row) {
                Way::Down => row.is_none(),
                Way::Past => false,
                Way::Nowhere => return,
            };
        }
    }

    /// Lists the rows that are the first below an entity index, on each way down.
    fn list_heirs_below(column: &Column, forest: &Forest, index: u32, rows: &mut Vec<usize>) {
        Self::walk_to_heirs(column, forest, index, &mut |_, row| {
            rows.extend(row);
            Way::Down
        });
    }
}

impl<'c> Settling<'c> {
    fn new(column: &'c Column, lineage: &'c mut Lineage) -> Self {
        let forest = column.world.forest.borrow();
        let (passed, nearest) = (HashSet::new(), RefCell::default());
        Self { column, forest, lineage, passed, nearest, displaced: 0 }
    }

    /// Follows rows that have moved, where there are so many in all now. Returns the entity indices whose row
    /// is another one, is new or has gone.
    fn follow_moves(&mut self, moved: &[u32], rows: usize) -> Vec<u32> {
        let known = self.lineage.len();
        let moved = moved.iter().map(|&row| row as usize);
        let vanished = rows..known.max(rows);
        let out = moved.clone().filter(|&row| row < known.min(rows)).chain(vanished);
        let mut taken: HashMap<u32, Taken> = out.map(|row| self.lineage.take(row)).collect();
        self.lineage.resize(rows);
        let mut touched = Vec::new();
        for row in moved.filter(|&row| row < rows) {
            let owner = self.column.owner(row as u32);
            match taken.remove(&owner) {
                Some(before) => {
                    let added = self.column.row_store.added_at(row as u32);
                    let is_new = added.is_some_and(|added| added > self.lineage.last());
                    self.lineage.put_back(row, before, is_new);
                }
                None => self.lineage.begin(row, owner),
            }
            touched.push(owner);
        }
        // In an order that does not depend on a hash.
        let mut gone: Vec<_> = taken.into_iter().collect();
        gone.sort_unstable_by_key(|&(owner, _)| owner);
        for (owner, gone) in gone {
            self.lineage.forget(gone);
            touched.push(owner);
        }
        touched
    }

    /// Gives each row its place anew, and brings the enabled rows in the order in which they run: then a pass
    /// goes through memory forwards.
    fn sort(&mut self) {
        self.place_all();
        self.lineage.forget_strays();
        if let Some(order) = self.lineage.order(self.column.enabled_rows()) {
            self.column.permute(&order);
            self.lineage.follow(&order);
        }
    }

    /// Gives each row its place anew: those that inherit from one row come one after the other, in the order
    /// of their parents.
    fn place_all(&mut self) {
        self.lineage.clear_places();
        let is_first = |&row: &usize| self.parent_row(self.lineage.owner(row)).is_none();
        let mut placed: Vec<usize> = (0..self.lineage.len()).filter(is_first).collect();
        placed.iter().for_each(|&row| _ = self.lineage.fit(row, None));
        let mut next = 0;
        while let Some(&parent) = placed.get(next) {
            next += 1;
            let first = placed.len();
            Self::list_heirs_below(self.column, &self.forest, self.lineage.owner(parent), &mut placed);
            placed[first..].iter().for_each(|&row| _ = self.lineage.fit(row, Some(parent)));
        }
    }

    /// Gives a row its place, and those above it theirs, if they have none.
    fn place(&mut self, row: usize) {
        let mut path = Vec::new();
        let mut next = Some(row);
        while let Some(row) = next.filter(|&row| !self.lineage.is_placed(row)) {
            next = self.parent_row(self.lineage.owner(row));
            path.push((row, next));
        }
        for (row, parent) in path.into_iter().rev() {
            self.lineage.fit(row, parent);
        }
    }

    /// Asks the processor for what checking some entity indices looks at.
    fn prefetch(&self, indices: &[u32]) {
        let (column, forest) = (self.column, &*self.forest);
        for &index in indices {
            forest.prefetch(index);
            column.row_store.prefetch(index);
        }
        for &index in indices {
            for near in forest.parent(index).into_iter().chain(forest.children(index).take(1)) {
                forest.prefetch(near);
                column.row_store.prefetch(near);
            }
            column.row_store.main_row_of(index).into_iter().for_each(|row| self.lineage.prefetch(row));
        }
        for &index in indices {
            let parent = forest.parent(index).and_then(|parent| column.row_store.main_row_of(parent));
            parent.into_iter().for_each(|row| self.lineage.prefetch(row));
        }
    }

    /// Looks whether the component of an entity index, or, if it has none, those that are the first below it,
    /// stand where they must.
    fn check(&mut self, index: u32) {
        match self.column.row_store.main_row_of(index) {
            Some(row) => {
                self.fit(row);
                self.check_below(row);
            }
            None => {
                for row in self.heirs_below_others(index) {
                    if self.fit(row) {
                        self.check_below(row);
                    }
                }
            }
        }
    }

    /// Lets a row inherit from whom it must, and says whether its place is another one.
    fn fit(&mut self, row: usize) -> bool {
        let parent = self.parent_row(self.lineage.owner(row));
        parent.into_iter().for_each(|parent| self.place(parent));
        self.lineage.fit(row, parent)
    }

    /// Moves the descendants of a row whose level has changed.
    fn check_below(&mut self, row: usize) {
        let mut moved = vec![row];
        while let Some(parent) = moved.pop() {
            for row in self.heirs_below(self.lineage.owner(parent)) {
                if self.lineage.fit(row, Some(parent)) {
                    moved.push(row);
                    self.displaced += 1;
                }
            }
        }
    }

    /// The row that an entity index inherits from: that of the nearest above. Many that look far look along
    /// the same way: only the first of them walks to its end.
    fn parent_row(&self, index: u32) -> Option<usize> {
        let near = self
            .forest
            .ancestors(index)
            .take(NEAR)
            .find_map(|above| self.column.row_store.main_row_of(above));
        near.or_else(|| self.parent_row_far(index))
    }

    fn parent_row_far(&self, index: u32) -> Option<usize> {
        let mut nearest = self.nearest.borrow_mut();
        let mut passed = Vec::new();
        let mut found = None;
        for above in self.forest.ancestors(index).skip(NEAR) {
            found = match nearest.get(&above) {
                Some(&known) => known,
                None => self.column.row_store.main_row_of(above),
            };
            if found.is_some() || nearest.contains_key(&above) {
                break;
            }
            passed.push(above);
        }
        nearest.extend(passed.into_iter().map(|above| (above, found)));
        found
    }

    fn heirs_below(&self, index: u32) -> Vec<usize> {
        let mut rows = Vec::new();
        Self::list_heirs_below(self.column, &self.forest, index, &mut rows);
        rows
    }

    /// As [`Settling::heirs_below`], of an entity index that has no row. Leaves out what lies below others
    /// that were asked.
    fn heirs_below_others(&mut self, index: u32) -> Vec<usize> {
        let (mut rows, passed) = (Vec::new(), &mut self.passed);
        if passed.insert(index) {
            Self::walk_to_heirs(self.column, &self.forest, index, &mut |below, row| {
                rows.extend(row);
                if row.is_none() && !passed.insert(below) { Way::Past } else { Way::Down }
            });
        }
        rows
    }
}
