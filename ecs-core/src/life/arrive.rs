//! Entities that come from a save with the components that they had: these are born already. What is left is
//! `on_load`, and that observers hear of them.

use crate::base::{CallSite, Panic, keep_panic_of};
use crate::column::Column;
use crate::ids::Entity;
use crate::world::{Newcomers, Occasion, WorldCore};
use std::rc::Rc;

use super::enable::follow;
use super::kill::kill_in;
use super::observe::tell_of_child;
use super::running::{Deeper, fill_siblings, run_hook};
use super::undo::undo;

/// What comes, before all of it is in its place: its drop undoes it, without hooks.
pub(crate) struct Arriving<'w> {
    core: &'w WorldCore,
    entities: Vec<Entity>,
}

/// A component that has come: its column and its entity.
type Arrived = (Rc<Column>, Entity);

impl<'w> Arriving<'w> {
    pub(crate) fn begin(core: &'w WorldCore) -> Self {
        Self { core, entities: Vec::new() }
    }

    /// Makes entities alive that were promised.
    pub(crate) fn keep_promises(&mut self, promised: impl Iterator<Item = Entity>) {
        for entity in promised {
            // Room first: what is alive is to be known, so that it can be undone.
            self.entities.reserve(1);
            if self.core.entities.borrow_mut().keep_promise(entity) {
                self.entities.push(entity);
            }
        }
    }

    /// Says that all is in its place.
    pub(crate) fn finish(mut self) -> Vec<Entity> {
        core::mem::take(&mut self.entities)
    }
}

impl Drop for Arriving<'_> {
    fn drop(&mut self) {
        undo(self.core, &self.entities);
    }
}

/// Ends the singleton of a type, in whose place another one comes.
pub(crate) fn end_singleton(column: &Column, site: CallSite) {
    kill_in(column, column.world().globals(), site);
}

impl Column {
    /// Notes that a component has come that was born elsewhere; it may still have its `start` before it.
    pub(crate) fn note_arrived(&self, entity: Entity, awaits_start: bool) {
        if let Some(row) = self.find(entity) {
            self.note_born_elsewhere(row, awaits_start);
            if awaits_start {
                self.await_start(row, entity);
            }
        }
    }
}

/// Lets components begin to live that have come together with all that they refer to: `sibling` fields are
/// filled, then `on_load` runs, column by column in the order of the rows; then observers are told of them.
/// If something panics, all the rest is done, and the first panic is returned.
pub(crate) fn welcome(
    core: &WorldCore,
    entities: &[Entity],
    columns: &[(Rc<Column>, Vec<Entity>)],
    site: CallSite,
) -> Option<Panic> {
    let mut first_panic = None;
    let all = || columns.iter().flat_map(|(column, owners)| owners.iter().map(move |owner| (column, *owner)));
    for (column, entity) in all() {
        if let (Some(siblings), Some(row)) = (column.spec().siblings, column.find(entity)) {
            keep_panic_of(|| fill_siblings(siblings, column, row, entity, site), &mut first_panic);
        }
    }
    for (column, entity) in all() {
        if let (Some(hook), Some(row)) = (column.spec().on_load, column.find(entity)) {
            let _deeper = Deeper::enter(core.waiting_depth());
            let row = column.firm_row(row, entity);
            keep_panic_of(|| drop(run_hook(hook, "on_load", column, row, entity, site)), &mut first_panic);
        }
    }
    if core.is_anything_observed() {
        let arrived: Vec<Arrived> = all()
            .filter(|(column, _)| column.is_observed())
            .map(|(column, entity)| (column.clone(), entity))
            .collect();
        tell_of_arrival(core, entities, columns, &arrived, site, &mut first_panic);
    }
    first_panic
}

/// Tells those who were there before. What has come itself has heard it when it was there the last time.
fn tell_of_arrival(
    core: &WorldCore,
    entities: &[Entity],
    columns: &[(Rc<Column>, Vec<Entity>)],
    arrived: &[Arrived],
    site: CallSite,
    first_panic: &mut Option<Panic>,
) {
    let mut newcomers = Newcomers::default();
    entities.iter().for_each(|entity| newcomers.entities.insert(entity.index()));
    let of_globals = columns.iter().filter(|(_, owners)| owners.contains(&core.globals()));
    newcomers.singletons = of_globals.map(|(column, _)| column.number()).collect();
    let _known = core.observers.begin_telling_of_newcomers(newcomers);
    for (column, entity) in arrived {
        keep_panic_of(|| follow(column, *entity, site), first_panic);
    }
    for &child in entities {
        if let Some(parent) = core.parent(child) {
            let mut told = tell_of_child(core, Occasion::Attach, child, parent, site);
            keep_panic_of(|| told.raise(), first_panic);
        }
    }
}
