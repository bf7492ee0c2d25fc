//! `T::clear`: all components of a kind are killed, in an order that hooks tell.

use std::collections::BTreeMap;
use std::panic::resume_unwind;

use ecs_core::Entity;

use crate::calls::call;
use crate::components::{Subject, of_kind};
use crate::maps::{State, Value, state};
use crate::scripts::{Id, Kind};

/// A `clear` of a kind that is under way.
pub struct Killing {
    kind: Kind,
    /// The entities that had one when it began, and whether their kill has begun.
    entities: BTreeMap<Entity, bool>,
    killed: usize,
}

/// Kills all of a kind.
pub fn clear_kind<T: Subject>() {
    let before = state(|state| {
        state.note_killed();
        let before = state.live(state.current, T::KIND);
        let entities = before.iter().map(|id| (state.values[id].entity, false)).collect();
        state.killing.push(Killing { kind: T::KIND, entities, killed: 0 });
        before
    });
    let result = call(&[], T::clear);
    state(|state| {
        state.note_killed();
        let killing = state.killing.pop().expect("it was pushed above");
        match result {
            Ok(count) => {
                assert_eq!(count, killing.killed, "those that nobody else has killed meanwhile");
                // What is about to end by another call is left to that. What a pool has given another life
                // has another name.
                let is_spared = |id: &Id| {
                    let Value { live, dying, world, entity, .. } = state.values[id];
                    let is_meant = live && !dying && killing.entities.contains_key(&entity);
                    is_meant && !state.worlds[world].entities[&entity].dying
                };
                assert_eq!(before.into_iter().find(is_spared), None, "all are killed that were there");
            }
            Err(panic) => {
                // The one whose hook has panicked is dead, and those behind it live.
                resume_unwind(panic);
            }
        }
    });
}

impl State {
    /// Notes that the end of a value has begun, if a `clear` of its kind has begun it and no other call.
    pub fn note_kill_of(&mut self, id: Id) {
        self.note_killed();
        let (kind, entity, dying) = (self.value(id).kind, self.value(id).entity, self.value(id).dying);
        if dying || self.world().entities.get(&entity).is_none_or(|owner| owner.dying) {
            return;
        }
        let Some(killing) = self.killing.iter_mut().rev().find(|killing| killing.kind == kind) else {
            return;
        };
        let Some(has_begun) = killing.entities.get_mut(&entity) else { return };
        if !std::mem::replace(has_begun, true) {
            killing.killed += 1;
            self.value(id).dying = true;
        }
    }

    /// Notes what `clear` has killed since a hook ran, by what is alive: the innermost one has.
    pub fn note_killed(&mut self) {
        for place in (0..self.killing.len()).rev() {
            let kind = self.killing[place].kind;
            let entities: Vec<_> = self.killing[place].entities.keys().copied().collect();
            for entity in entities {
                let Some(id) = self.slot(entity, kind) else { continue };
                // One that is not alive has another life already, or ends as a whole.
                if !entity.is_alive() || of_kind!(kind, T => entity.has::<T>()) {
                    continue;
                }
                self.value(id).owes_shutdown = kind.has_shutdown();
                self.die(id);
                let killing = &mut self.killing[place];
                let has_begun = killing.entities.insert(entity, true).expect("it is one of them");
                killing.killed += usize::from(!has_begun);
            }
        }
    }

    /// Says whether a `clear` may be about to kill a component of the entity.
    pub fn is_being_cleared(&self, entity: Entity) -> bool {
        self.killing.iter().any(|killing| killing.entities.contains_key(&entity))
    }
}
