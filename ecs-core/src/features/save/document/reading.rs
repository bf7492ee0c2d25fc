//! [`Reading`]: what is known while a save is read, before anything of it is in the world.

use core::any::TypeId;
use core::cell::{Cell, RefCell};
use std::rc::Rc;

use super::types::SavedTypes;
use crate::base::OnDrop;
use crate::codec::{Ids, IdsGuard, LoadingIds};
use crate::error::{LoadError, SavePlace};
use crate::ids::{Entity, OutOfIds};
use crate::world::WorldCore;

thread_local! {
    /// The innermost read of the thread.
    static INNERMOST: RefCell<Option<Rc<Reading>>> = const { RefCell::new(None) };
}

/// A save that is being read, into a world that is as it was: ids are promised for its entities.
pub(super) struct Reading {
    pub(super) core: Rc<WorldCore>,
    pub(super) types: SavedTypes,
    /// The list of types.
    pub(super) list: TypeId,
    pub(super) ids: Rc<LoadingIds>,
    /// What singletons will live on, if the world had no entity for them, and nobody else has promised one.
    new_globals: Cell<Option<Entity>>,
    /// All that was promised is alive, or never will be.
    is_over: Cell<bool>,
    /// What the library knows of why it has failed.
    cause: RefCell<Option<LoadError>>,
    /// The column that is being read, and how many values of it were.
    component: Cell<Option<&'static str>>,
    values: Cell<usize>,
    /// The numbers of the entities of that column.
    owners: RefCell<Vec<u32>>,
}

impl Reading {
    pub(super) fn begin(core: Rc<WorldCore>, types: SavedTypes, list: TypeId) -> Rc<Self> {
        Rc::new(Self {
            core,
            types,
            list,
            ids: Rc::default(),
            new_globals: Cell::default(),
            is_over: Cell::default(),
            cause: RefCell::default(),
            component: Cell::default(),
            values: Cell::default(),
            owners: RefCell::default(),
        })
    }

    /// Lets this be the innermost read until the result is dropped.
    pub(super) fn enter(self: &Rc<Self>) -> (OnDrop<impl FnMut() + use<>>, IdsGuard) {
        let mut before = INNERMOST.try_with(|innermost| innermost.replace(Some(self.clone()))).ok().flatten();
        let restore = OnDrop(move || _ = INNERMOST.try_with(|innermost| innermost.replace(before.take())));
        (restore, Ids::Loading(self.ids.clone()).enter())
    }

    /// Promises an id for each of so many entities, and one for singletons, if the world has none for them.
    pub(super) fn promise(&self, count: usize) -> Result<(), LoadError> {
        // Nothing grows between a promise and the place where it is known.
        let mut known = Rc::new(Vec::new());
        let promised = self.core.entities.borrow_mut().promise_many(count);
        *Rc::make_mut(&mut known) = promised.map_err(|OutOfIds| LoadError::OutOfIds)?;
        self.ids.set_entities(known).map_err(|again| {
            self.withdraw(&again);
            LoadError::Twice { what: "entities" }
        })?;
        self.ids.globals.set(self.globals()?);
        Ok(())
    }

    fn globals(&self) -> Result<Entity, LoadError> {
        let known = self.core.globals.entity();
        if self.core.entities.borrow().is_alive(known) {
            return Ok(known);
        }
        if let Some(promised) = self.core.globals.promised() {
            return Ok(promised);
        }
        let new = self.core.entities.borrow_mut().promise_next().map_err(|OutOfIds| LoadError::OutOfIds)?;
        self.core.globals.promise(Some(new));
        self.new_globals.set(Some(new));
        Ok(new)
    }

    /// Says that all that was promised is alive, or never will be.
    pub(super) fn finish(&self) {
        self.is_over.set(true);
    }

    fn withdraw(&self, promised: &[Entity]) {
        if self.core.entities.is_frozen() {
            // Somebody drops what he has read while threads visit the world: the ids are never used.
            return;
        }
        let mut entities = self.core.entities.borrow_mut();
        promised.iter().for_each(|&entity| entities.withdraw_promise(entity));
    }

    // ---- what is said of an error ----

    /// Keeps what has gone wrong, and says it.
    pub(super) fn fail<E: serde::de::Error>(&self, error: LoadError) -> E {
        let said = E::custom(&error);
        self.cause.borrow_mut().get_or_insert(error);
        said
    }

    /// Begins to read the values of a column.
    pub(super) fn begin_values(&self, component: &'static str, owners: Vec<u32>) {
        self.component.set(Some(component));
        self.values.set(usize::MAX);
        self.owners.replace(owners);
    }

    /// Says that the values were read, and gives the owners back.
    pub(super) fn end_values(&self) -> Vec<u32> {
        self.component.set(None);
        self.owners.take()
    }

    /// Where in the save the reading is.
    fn place(&self) -> SavePlace {
        let (component, owners) = (self.component.get(), self.owners.borrow());
        SavePlace { component, entity: component.and_then(|_| owners.get(self.values.get()).copied()) }
    }

    /// What has gone wrong, where the format says this of it.
    pub(super) fn failed(&self, message: String) -> LoadError {
        if let Some(cause) = self.cause.take() {
            return cause;
        }
        let place = self.place();
        match self.ids.out_of_range.get() {
            Some(number) if message.contains(&format!("entity {number} is none of")) => {
                LoadError::NoSuchEntity { place, number, entities: self.ids.entities().len() }
            }
            _ => LoadError::Format { place, message },
        }
    }
}

impl Drop for Reading {
    fn drop(&mut self) {
        // What came alive is promised no more.
        if !self.is_over.get() {
            self.withdraw(self.ids.entities());
        }
        if let Some(globals) = self.new_globals.get() {
            self.core.globals.promise(None);
            self.withdraw(&[globals]);
        }
    }
}

/// The innermost read.
pub(super) fn innermost() -> Option<Rc<Reading>> {
    INNERMOST.try_with(|innermost| innermost.borrow().clone()).ok().flatten()
}

/// Notes how many values of the column that is being read were read, as the next one cannot be.
#[cold]
pub(super) fn note_place(values: usize) {
    let _ =
        INNERMOST.try_with(|innermost| innermost.borrow().as_ref().map(|reading| reading.values.set(values)));
}
