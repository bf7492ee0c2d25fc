//! Ending together: entities, what is below an entity, some components of an entity. Hooks run in place, of
//! an entity's children first; then all is dead together. Values drop at the next sync point.

use core::cmp::Reverse;

use crate::base::{CallSite, Panic, keep_first, pass_on};
use crate::column::Fate;
use crate::ids::{Entity, TypeSet};
use crate::world::{Dying, EndCall, Occasion, Removal, WorldCore, current, with_current};

use super::super::observe::tell_of_child;
use super::super::placement::{Bundle, BundleParts};
use super::end::{end_later, run_end};

/// Despawns an entity as a call of the user's that messages name; `false` if it is dead, or dying already.
#[track_caller]
pub(crate) fn despawn_at(entity: Entity, site: CallSite) -> bool {
    note_despawn("despawn", &[entity], site);
    despawn(entity, site)
}

/// Notes, in debug builds, that a call of the user's is to despawn entities.
#[inline]
#[track_caller]
pub(crate) fn note_despawn(call: &'static str, entities: &[Entity], site: CallSite) {
    if cfg!(debug_assertions) {
        // Where no world is, nothing dies.
        let _ =
            with_current(|core| entities.iter().for_each(|&entity| core.note_despawn(call, entity, site)));
    }
}

/// Despawns an entity; `false` if it is dead, or dying already. Not inlined: so all of its fast way is in one
/// function, which saves 11 instructions.
#[inline(never)]
#[track_caller]
pub(crate) fn despawn(entity: Entity, site: CallSite) -> bool {
    match with_current(|core| (core.discard(entity), core.has_nothing_pending())) {
        Ok((Some(was_alive), has_nothing_pending)) => {
            if !has_nothing_pending {
                sync();
            }
            was_alive
        }
        Ok((None, _)) => {
            let call = EndCall { why: Removal::Despawned, site };
            current().is_ok_and(|core| despawn_in(&core, entity, call))
        }
        Err(_) => false,
    }
}

/// A sync point, if this is the outermost call: what ended without user code may have left holes to be
/// closed.
#[cold]
#[track_caller]
fn sync() {
    if let Ok(core) = current() {
        core.sync();
    }
}

/// Despawns entities in their order; says how many were alive. `on_dead` gets the others, and must not run
/// user code.
#[track_caller]
pub(crate) fn despawn_many(mut entities: &[Entity], mut on_dead: impl FnMut(Entity), call: EndCall) -> usize {
    let mut ended = 0;
    loop {
        let Ok((done, alive)) = with_current(|core| core.discard_many(entities, &mut on_dead)) else {
            return ended;
        };
        ended += alive;
        sync();
        let Some((&next, rest)) = entities[done..].split_first() else { return ended };
        match current().is_ok_and(|core| despawn_in(&core, next, call)) {
            true => ended += 1,
            false => on_dead(next),
        }
        entities = rest;
    }
}

fn despawn_in(core: &WorldCore, entity: Entity, call: EndCall) -> bool {
    core.structural(|| {
        // Asked inside: what was pending may have despawned it.
        if !core.entities.borrow().is_alive(entity) || core.is_entity_dying(entity) {
            return false;
        }
        let mut tree;
        let all = if core.is_linked(entity.index()) {
            // Children before their parents. What is being shut down already is left to who does that, with
            // all below it.
            tree = core.entered(entity, |below| !core.is_entity_dying(below));
            tree.reverse();
            &*tree
        } else {
            &[entity]
        };
        let _marks = core.deaths.begin_together(all);
        ManyDeaths::of(core, all, None, call).run();
        true
    })
}

/// Kills the components of these types that the entity has, all together; returns how many it had. The entity
/// lives on.
#[track_caller]
pub(crate) fn remove_all<B: Bundle>(entity: Entity, site: CallSite) -> usize {
    let Ok(core) = current() else { return 0 };
    let mut numbers = Vec::new();
    B::Parts::numbers(&core, &mut |number| numbers.push(number));
    core.structural(|| {
        if core.is_entity_dying(entity) {
            return 0;
        }
        let mut types = core.types(entity);
        types.retain(|number| numbers.contains(&number) && !core.deaths.has_component(entity, number));
        let count = types.iter().count();
        for number in types.iter() {
            core.note_ending("remove", entity, Some(number), site);
        }
        ManyDeaths::of(&core, &[entity], Some(types), EndCall { why: Removal::Removed, site }).run();
        count
    })
}

/// The deaths of entities, or of some components of an entity: first the hooks, entity by entity, in the
/// reverse of the type order, then all is gone at once.
struct ManyDeaths<'w> {
    core: &'w WorldCore,
    entities: &'w [Entity],
    /// The entity lives on, and only its components of these types end.
    only: Option<TypeSet>,
    call: EndCall,
    /// Keeps those from being killed again that had their turn, where the entity lives on.
    marks: Vec<Dying<'w>>,
    /// Of so many entities all components had their turn.
    ended: usize,
    /// Of the next entity, those from this type number on had theirs.
    turn: u32,
    /// Those that had their turn and whose hook must wait: the place of the entity and the type number, in
    /// the order of the turns.
    waiting: Vec<(usize, Reverse<u32>)>,
    done: bool,
}

impl<'w> ManyDeaths<'w> {
    fn of(core: &'w WorldCore, entities: &'w [Entity], only: Option<TypeSet>, call: EndCall) -> Self {
        let (marks, waiting) = (Vec::new(), Vec::new());
        Self { core, entities, only, call, marks, ended: 0, turn: u32::MAX, waiting, done: false }
    }

    fn run(mut self) {
        let first_panic = self.tell_of_links();
        while let Some(&entity) = self.entities.get(self.ended) {
            let all = self.only.is_none().then(|| self.core.types(entity));
            for number in self.only.iter().chain(&all).flat_map(TypeSet::iter_rev) {
                self.turn = number;
                let column = self.core.columns.numbered(number);
                // One that is being killed right now had its turn.
                let has_ended = self.core.deaths.has_component(entity, number)
                    || run_end(column.at(entity, self.call.site), self.call.why);
                if !has_ended {
                    self.waiting.push((self.ended, Reverse(number)));
                }
                if self.only.is_some() {
                    self.marks.push(self.core.deaths.begin(entity, number));
                }
            }
            (self.ended, self.turn) = (self.ended + 1, u32::MAX);
        }
        self.detach_all();
        pass_on(first_panic);
    }

    /// Tells observers of children that these leave their parents, before anything of them ends.
    fn tell_of_links(&self) -> Option<Panic> {
        let mut first_panic = None;
        if self.only.is_some() || !self.core.observers.are_children_observed.get() {
            return first_panic;
        }
        for &child in self.entities {
            if let Some(parent) = self.core.parent(child) {
                keep_first(
                    &mut first_panic,
                    tell_of_child(self.core, Occasion::Detach, child, parent, self.call.site),
                );
            }
        }
        first_panic
    }

    /// Makes all dead together. If a list cannot grow, it may be called again.
    fn detach_all(&mut self) {
        for &(place, Reverse(number)) in &self.waiting {
            // A hook or an observer may have despawned the entity meanwhile: its end is pending all the same.
            let (column, entity) = (self.core.columns.numbered(number), self.entities[place]);
            if column.find(entity).is_none() {
                column.lifecycle.ends_mut().set_last_pending(entity, self.call);
            }
        }
        let mut waiting = self.waiting.iter().peekable();
        let is_left = |entity| self.core.entities.borrow().is_alive(entity);
        for (place, &entity) in self.entities.iter().enumerate().filter(|&(_, &entity)| is_left(entity)) {
            let all = self.only.is_none().then(|| self.core.types(entity));
            for number in self.only.iter().chain(&all).flat_map(TypeSet::iter_rev) {
                let turn = (place, Reverse(number));
                while waiting.next_if(|&&earlier| earlier < turn).is_some() {}
                let is_end_pending =
                    turn > (self.ended, Reverse(self.turn)) || waiting.peek() == Some(&&turn);
                let column = self.core.columns.numbered(number);
                if is_end_pending {
                    end_later(column.at(entity, self.call.site), self.call.why);
                } else {
                    column.detach_of(entity, Fate::Kept);
                }
            }
            if self.only.is_none() {
                self.core.end(entity);
            }
        }
        self.done = true;
    }
}

impl Drop for ManyDeaths<'_> {
    fn drop(&mut self) {
        // A hook has panicked, or a list could not grow: all end as a whole all the same.
        if !self.done {
            self.detach_all();
        }
    }
}
