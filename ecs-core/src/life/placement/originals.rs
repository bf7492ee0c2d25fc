//! [`Originals`]: values of one type of which copies are made, and [`Copies`] on their way to entities.

use core::cell::Cell;
use core::marker::PhantomData;
use core::ops::Range;
use std::rc::Rc;

use serde::de::DeserializeOwned;

use crate::base::OneByOne;
use crate::codec::{Tape, TapeError, TapeSpan};
use crate::column::{Column, PendingInit};
use crate::ids::{Batch, Entity};
use crate::store::{ByRef, RcStore, Stored, UntypedOwn};

/// Values of a type that is no longer known, of which copies are made.
pub trait Originals {
    /// Adds a clone of a component, if that is how copies are made.
    #[doc(hidden)]
    fn add_clone(&mut self, _own: UntypedOwn<'_>) {}

    /// Begins to make copies for a column.
    #[doc(hidden)]
    fn begin<'o>(&'o self, column: &Rc<Column>) -> Box<dyn Copies + 'o>;
}

/// Copies of values that are made, and then placed.
pub trait Copies {
    /// Makes these copies of one of the values, and says which one is being made. Runs user code.
    #[doc(hidden)]
    fn make(&mut self, original: usize, copies: Range<usize>, making: &Cell<usize>) -> Result<(), TapeError>;

    /// How many are made and not placed.
    #[doc(hidden)]
    fn made(&self) -> usize;

    /// Places the copies by [`Store::place_new`](crate::store::Store::place_new).
    #[doc(hidden)]
    fn place_new(&mut self, pending: &PendingInit, entities: &[Entity]) -> Option<Entity>;

    /// Places the copies by [`Store::place_enlisted`](crate::store::Store::place_enlisted).
    #[doc(hidden)]
    fn place_enlisted(&mut self, pending: &PendingInit, batch: Batch<'_>);
}

/// Values that are cloned.
pub(crate) struct Cloned<T>(pub(crate) OneByOne<Vec<T>>);

/// Values that were recorded, and are made again.
pub(crate) struct Recorded<T> {
    pub(crate) tape: Tape,
    pub(crate) spans: Vec<TapeSpan>,
    pub(crate) values: PhantomData<fn() -> T>,
}

impl<T: Clone + Stored> Originals for Cloned<T> {
    fn add_clone(&mut self, own: UntypedOwn<'_>) {
        self.0.push(own.with::<ByRef, T, _>(T::clone));
    }

    fn begin<'o>(&'o self, column: &Rc<Column>) -> Box<dyn Copies + 'o> {
        copies(column, |original| Ok(self.0[original].clone()))
    }
}

impl<T: DeserializeOwned + Stored> Originals for Recorded<T> {
    fn begin<'o>(&'o self, column: &Rc<Column>) -> Box<dyn Copies + 'o> {
        copies::<T>(column, |original| self.tape.restore(self.spans[original]))
    }
}

struct CopiesOf<T: 'static, F> {
    store: RcStore<T>,
    values: OneByOne<Vec<T>>,
    make: F,
}

fn copies<'o, T: Stored>(
    column: &Rc<Column>,
    make: impl Fn(usize) -> Result<T, TapeError> + 'o,
) -> Box<dyn Copies + 'o> {
    let store = RcStore::of(column.clone()).expect("the originals are of the column's type");
    Box::new(CopiesOf { store, values: OneByOne::default(), make })
}

impl<T: Stored, F: Fn(usize) -> Result<T, TapeError>> Copies for CopiesOf<T, F> {
    fn make(&mut self, original: usize, copies: Range<usize>, making: &Cell<usize>) -> Result<(), TapeError> {
        self.values.reserve(copies.len());
        for copy in copies {
            making.set(copy);
            self.values.push((self.make)(original)?);
        }
        Ok(())
    }

    fn made(&self) -> usize {
        self.values.len()
    }

    fn place_new(&mut self, pending: &PendingInit, entities: &[Entity]) -> Option<Entity> {
        self.store.place_new(pending, entities, &mut self.values)
    }

    fn place_enlisted(&mut self, pending: &PendingInit, batch: Batch<'_>) {
        self.store.place_enlisted(pending, batch, &mut self.values);
    }
}

/// Tags, which have no values.
pub(crate) struct TagOriginals;

impl Originals for TagOriginals {
    fn begin<'o>(&'o self, column: &Rc<Column>) -> Box<dyn Copies + 'o> {
        Box::new(TagCopies { column: column.clone(), made: 0 })
    }
}

struct TagCopies {
    column: Rc<Column>,
    made: usize,
}

impl Copies for TagCopies {
    fn make(&mut self, _: usize, copies: Range<usize>, _: &Cell<usize>) -> Result<(), TapeError> {
        self.made += copies.len();
        Ok(())
    }

    fn made(&self) -> usize {
        self.made
    }

    fn place_new(&mut self, pending: &PendingInit, entities: &[Entity]) -> Option<Entity> {
        self.made = 0;
        let to_be_placed = |entity: &&Entity| pending.is_to_be_placed(**entity);
        entities.iter().filter(to_be_placed).fold(None, |refused, &entity| {
            self.column.tag(entity);
            refused.or_else(|| self.column.excluder(entity).map(|_| entity))
        })
    }

    fn place_enlisted(&mut self, pending: &PendingInit, batch: Batch<'_>) {
        // They are listed already, which does no harm.
        let _ = self.place_new(pending, batch.entities);
    }
}
