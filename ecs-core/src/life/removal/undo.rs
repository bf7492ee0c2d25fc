//! Undoing what a call has spawned that fails: without hooks, as if it had never been, but for what is born.

use crate::base::CallSite;
use crate::column::{Column, Fate};
use crate::ids::Entity;
use crate::world::{Occasion, Removal, WorldCore};

use super::super::observe::tell_of_child;
use super::end::{end_later, has_end};
use super::together::despawn;

/// Ends those entities that are still alive, without hooks. What was attached to them from elsewhere ends
/// with its own hooks, which must not end them too. A component whose birth a hook or an observer has seen,
/// because user code has added it meanwhile, has its end at the next sync point.
pub(crate) fn undo(core: &WorldCore, spawned: &[Entity], site: CallSite) {
    let is_left = |entity: &&Entity| core.entities.borrow().is_alive(**entity);
    let undone: Vec<Entity> = spawned.iter().filter(is_left).copied().collect();
    let _marks = core.deaths.begin_together(&undone);
    let was_seen = |column: &Column, row| column.lifecycle.has_stages() && column.stage(row).is_born();
    for &entity in &undone {
        if let Some(parent) = core.parent(entity) {
            // The call fails already: that tells more than the panic of an observer.
            tell_of_child(core, Occasion::Detach, entity, parent, site);
        }
    }
    for &entity in &undone {
        core.unlink(entity);
    }
    for &entity in undone.iter().rev() {
        for child in core.children(entity) {
            despawn(child, site);
        }
        for number in core.types(entity).iter_rev() {
            let column = core.columns.numbered(number);
            match column.find(entity) {
                Some(row) if was_seen(&column, row) && has_end(&column, column.info.spec) => {
                    end_later(column.at(entity, site), Removal::Despawned)
                }
                _ => column.detach_of(entity, Fate::Dropped),
            }
        }
        core.end(entity);
    }
}
