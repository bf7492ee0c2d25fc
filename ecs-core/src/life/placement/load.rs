//! Entities that come from a save: their components have had `init`. What remains is `on_load`, and the calls
//! of observers.

use crate::base::{CallSite, OnDrop, Panic, keep_first, keep_panic_of};
use crate::column::Column;
use crate::ids::Entity;
use crate::world::{Occasion, WorldCore};
use std::rc::Rc;

use super::super::enable::follow;
use super::super::observe::tell_of_child;
use super::super::removal::undo;
use super::super::running::{fill_siblings, run_hook};

/// Makes entities alive that were promised. Until all that comes with them is in its place, the drop of the
/// result undoes that, without hooks.
///
/// # Panics
///
/// If one is not promised any more. That cannot be: no snapshot is loaded while any is.
pub(crate) fn arrive(core: &WorldCore, entities: &[Entity], site: CallSite) -> OnDrop<impl FnMut()> {
    let mut known = core.members_mut();
    let are_promised = entities.iter().all(|&entity| known.keep_promise(entity));
    assert!(are_promised, "the ids of what is read are promised until it comes");
    OnDrop(move || undo(core, entities, site))
}

/// Says whether anything is to be done for the components of a type that have come: by a hook, or for those
/// who observe them.
pub(crate) fn needs_welcome(column: &Column) -> bool {
    column.info.spec.siblings.is_some()
        || column.info.spec.hooks.on_load.is_some()
        || column.lifecycle.is_observed()
}

/// What has come, and is in its place.
pub(crate) struct Arrival<'a> {
    pub(crate) entities: &'a [Entity],
    /// Children and their parents.
    pub(crate) links: &'a [(Entity, Entity)],
    /// The types of the singletons among it, by their numbers.
    pub(crate) singletons: Vec<u32>,
    /// The columns of which [more is to be done](needs_welcome), with the entities whose components have
    /// come.
    pub(crate) columns: &'a [(Rc<Column>, Vec<Entity>)],
}

impl Arrival<'_> {
    fn components(&self) -> impl Iterator<Item = (&Column, Entity)> {
        self.columns.iter().flat_map(|(column, owners)| owners.iter().map(|&owner| (&**column, owner)))
    }

    /// Lets components begin to live that have come together with all that they refer to: `sibling` fields
    /// are filled, then `on_load` runs, column by column in the order of the rows; then observers are
    /// notified. If something panics, all the rest is done, and the first panic is returned.
    pub(crate) fn welcome(self, core: &WorldCore, site: CallSite) -> Option<Panic> {
        core.parts.note_loaded(&self.singletons);
        let mut first_panic = None;
        for (column, entity) in self.components() {
            if let (Some(siblings), Some(row)) = (column.info.spec.siblings, column.find(entity)) {
                let firm = column.at(entity, site).firm(row);
                keep_panic_of(|| fill_siblings(siblings, firm), &mut first_panic);
            }
        }
        for (column, entity) in self.components() {
            if let (Some(hook), Some(row)) = (column.info.spec.hooks.on_load, column.find(entity)) {
                let _deeper = core.nesting.enter_waiting();
                let firm = column.at(entity, site).firm(row);
                let call = firm.life_call(column.info.spec, "on_load");
                let run = || run_hook(hook, firm, &call).unwrap_or_else(|reason| reason.fail(&call));
                keep_panic_of(run, &mut first_panic);
            }
        }
        if core.observers.is_any() {
            self.tell(core, site, &mut first_panic);
        }
        first_panic
    }

    /// Notifies the observers that were in the world before. Components of this arrival are not notified of
    /// each other: they were in the world that was saved.
    fn tell(self, core: &WorldCore, site: CallSite, first_panic: &mut Option<Panic>) {
        let mut entities = self.entities.to_vec();
        entities.sort_unstable_by_key(|entity| entity.index());
        let _known = core.observers.loaded.begin_notifying(entities, self.singletons.clone());
        for (column, entity) in self.components().filter(|(column, _)| column.lifecycle.is_observed()) {
            keep_panic_of(|| follow(column.at(entity, site)), first_panic);
        }
        for &(child, parent) in self.links {
            // User code may have given the child another parent, of which observers are notified then.
            if core.parent(child) == Some(parent) {
                keep_first(first_panic, tell_of_child(core, Occasion::Attach, child, parent, site));
            }
        }
    }
}
