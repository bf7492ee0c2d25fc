//! Killing: `on_disable` and `shutdown` run in place, of an entity's children first; then all is dead
//! together. Values leave at the next sync point.

use core::cmp::Reverse;

use crate::base::{CallSite, One};
use crate::borrow::Held;
use crate::column::{At, Column};
use crate::component::Component;
use crate::error::{RemoveError, is_unwinding};
use crate::ids::{Entity, TypeSet};
use crate::spec::spec;
use crate::store::with_store;
use crate::world::{Dying, EndCall, Occasion, Removal, WorldCore, current, with_current};

use super::blocked::Blocked;
use super::enable;
use super::end::{detach_owing, shut_down};
use super::observe::tell_of_child;
use super::panics::FirstPanic;

/// Kills a component; `false` if it is dead, or dying already.
#[track_caller]
pub(crate) fn kill<T: Component>(entity: Entity, site: CallSite) -> bool {
    with_store(T::__cell(), |store| kill_in(store.at(entity, site))).unwrap_or(false)
}

/// As [`kill`], of a column.
pub(crate) fn kill_in(at: At<'_>) -> bool {
    let At { column, entity, site } = at;
    if column.ends_unheard() && leave(column, entity) {
        column.world().note_ending("kill", entity, Some(column.number()), site);
        return true;
    }
    column.world().structural(|| {
        if !is_killable(column, entity) {
            return false;
        }
        column.world().note_ending("kill", entity, Some(column.number()), site);
        if shut_down(at, Removal::Removed) {
            if column.info.has_remains() || !leave(column, entity) {
                column.retire_of(entity, None);
            }
        } else {
            detach_owing(at, Removal::Removed);
        }
        true
    })
}

/// Ends a component that is not dropped, if it need not wait for a sync point, and says whether.
fn leave(column: &Column, entity: Entity) -> bool {
    let leaves = column.world().has_nothing_pending() && column.leave_now(entity);
    if leaves {
        column.world().entities.borrow_mut().remove_type(entity.index(), column.number());
        column.fit_after_leaving();
    }
    leaves
}

/// Removes a component and gives its value back; `None` if it is dead.
#[track_caller]
pub(crate) fn remove<T: Component>(entity: Entity, site: CallSite) -> Result<Option<T>, RemoveError> {
    with_store(T::__cell(), |store| {
        if const { !spec::<T>().has_end() }
            && !store.lifecycle.is_end_observed()
            && store.world().has_nothing_pending()
        {
            if let Some(value) = store.take_at_once(entity) {
                store.world().note_ending("remove", entity, Some(store.number()), site);
                return Ok(Some(value));
            }
            if store.may_leave() && !store.has_timers_of(entity) {
                return Ok(store.find(entity).map(|row| {
                    store.world().note_ending("remove", entity, Some(store.number()), site);
                    store.take_and_leave(row, entity)
                }));
            }
        }
        // What drops at the sync point may panic, and so may the value then.
        let taken = store.world().structural(|| {
            let row = end_to_take(store.at(entity, site), Removal::Removed)?;
            Ok(row.map(|row| One::of(store.take(row, entity))))
        });
        taken.map(|taken| taken.map(One::into_inner))
    })
    .unwrap_or(Ok(None))
}

/// Runs the hooks of the end of a component whose value is to be taken; returns its row, which nothing has
/// borrowed then. `None` if it is dead, or dying already.
pub(super) fn end_to_take(at: At<'_>, why: Removal) -> Result<Option<u32>, RemoveError> {
    let At { column, entity, site } = at;
    let component = column.name();
    let find_free = || match column.find(entity) {
        Some(row) => match column.borrows().row_conflict(row, column) {
            Some(conflict) => {
                Err(RemoveError::Borrowed { component, entity, by: conflict.borrower, at: conflict.at })
            }
            None => Ok(Some(row)),
        },
        None => Ok(None),
    };
    let refuse_blocked = |row| match column.find_blocked_end(row, entity) {
        Some(Blocked { hook, taken: Held { component: takes, conflict, .. } }) => {
            let (by, at) = (conflict.borrower, conflict.at);
            Err(RemoveError::Blocked { component, entity, hook: hook.hook, takes, by, at })
        }
        None => Ok(()),
    };
    let Some(row) = find_free()?.filter(|_| is_killable(column, entity)) else { return Ok(None) };
    // Before anything of its end has run.
    refuse_blocked(row)?;
    if why == Removal::Removed {
        column.world().note_ending("remove", entity, Some(column.number()), site);
    }
    if !shut_down(at, why) {
        // It goes on.
        enable::follow(at);
        find_free()?.map_or(Ok(()), refuse_blocked)?;
        return Err(if is_unwinding() {
            RemoveError::Unwinding { component, entity }
        } else if column.lifecycle.is_reporting_of(entity) {
            RemoveError::Observed { component, entity }
        } else {
            RemoveError::TooDeep { component, entity, limit: column.world().nesting.limit() }
        });
    }
    // `shutdown` may have despawned the entity, or kept a query that has borrowed the component: then it ends
    // as if it was killed.
    find_free().inspect_err(|_| column.retire_of(entity, None))
}

fn is_killable(column: &Column, entity: Entity) -> bool {
    let core = column.world();
    column.find(entity).is_some() && !(core.deaths.is_any() && core.is_dying(entity, column.known_number()))
}

/// Kills all components of a type, in the order of its rows; returns how many.
#[track_caller]
pub(crate) fn kill_all<T: Component>(site: CallSite) -> usize {
    with_store(T::__cell(), |store| kill_all_in(store, site)).unwrap_or(0)
}

fn kill_all_in(column: &Column, site: CallSite) -> usize {
    column.world().structural(|| {
        let entities = column.live_entities(false).into_vec();
        entities.into_iter().filter(|&entity| kill_in(column.at(entity, site))).count()
    })
}

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

/// Despawns an entity; `false` if it is dead, or dying already.
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
pub(crate) fn despawn_many(entities: &[Entity], on_dead: impl FnMut(Entity), site: CallSite) -> usize {
    despawn_many_as(EndCall { why: Removal::Despawned, site }, entities, on_dead)
}

/// As [`despawn_many`], for a reason that observers hear.
#[track_caller]
pub(super) fn despawn_many_as(
    call: EndCall,
    mut entities: &[Entity],
    mut on_dead: impl FnMut(Entity),
) -> usize {
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
        if core.is_linked(entity.index()) {
            despawn_together(core, &below_and_at(core, entity), call);
        } else {
            despawn_together(core, &[entity], call);
        }
        true
    })
}

/// An entity and all below it, children before their parents. What is being shut down already is left to who
/// does that, with all below it.
fn below_and_at(core: &WorldCore, entity: Entity) -> Vec<Entity> {
    let (forest, entities) = (core.forest.borrow(), core.entities.borrow());
    let mut all = vec![entity];
    let (mut walk, mut enters) = (forest.walk_below(entity.index()), true);
    while let Some(index) = walk.next(&forest, enters) {
        let below = entities.at(index);
        enters = !core.is_entity_dying(below);
        all.extend(enters.then_some(below));
    }
    all.reverse();
    all
}

/// Despawns live entities, in whose order their components are shut down; all die together.
fn despawn_together(core: &WorldCore, entities: &[Entity], call: EndCall) {
    let _marks = core.deaths.begin_together(entities);
    ManyDeaths::of(core, entities, None, call).run();
}

/// Kills those components of an entity whose type number is meant, all together; returns how many it had. The
/// entity lives on.
pub(super) fn kill_some(
    core: &WorldCore,
    entity: Entity,
    is_meant: impl Fn(u32) -> bool,
    site: CallSite,
) -> usize {
    core.structural(|| {
        if core.is_entity_dying(entity) {
            return 0;
        }
        let mut types = core.types(entity);
        types.retain(|number| is_meant(number) && !core.deaths.has_component(entity, number));
        let count = types.iter().count();
        for number in types.iter() {
            core.note_ending("remove", entity, Some(number), site);
        }
        ManyDeaths::of(core, &[entity], Some(types), EndCall { why: Removal::Removed, site }).run();
        count
    })
}

/// Shuts down a component of an entity that dies; one that is being killed right now had its turn.
fn shut_down_in_turn(at: At<'_>, why: Removal) -> bool {
    at.column.world().deaths.has_component(at.entity, at.column.number()) || shut_down(at, why)
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
    owing: Vec<(usize, Reverse<u32>)>,
    done: bool,
}

impl<'w> ManyDeaths<'w> {
    fn of(core: &'w WorldCore, entities: &'w [Entity], only: Option<TypeSet>, call: EndCall) -> Self {
        let (marks, owing) = (Vec::new(), Vec::new());
        Self { core, entities, only, call, marks, ended: 0, turn: u32::MAX, owing, done: false }
    }

    fn run(mut self) {
        let mut told = self.tell_of_links();
        while let Some(&entity) = self.entities.get(self.ended) {
            let all = self.only.is_none().then(|| self.core.types(entity));
            for number in self.only.iter().chain(&all).flat_map(TypeSet::iter_rev) {
                self.turn = number;
                let column = self.core.columns.numbered(number);
                if !shut_down_in_turn(column.at(entity, self.call.site), self.call.why) {
                    self.owing.push((self.ended, Reverse(number)));
                }
                if self.only.is_some() {
                    self.marks.push(self.core.deaths.begin(entity, number));
                }
            }
            (self.ended, self.turn) = (self.ended + 1, u32::MAX);
        }
        self.detach_all();
        told.raise();
    }

    /// Tells observers of children that these leave their parents, before anything of them ends.
    fn tell_of_links(&self) -> FirstPanic {
        let mut told = FirstPanic::default();
        if self.only.is_some() || !self.core.observers.are_children_observed.get() {
            return told;
        }
        for &child in self.entities {
            if let Some(parent) = self.core.parent(child) {
                told.add(tell_of_child(self.core, Occasion::Detach, child, parent, self.call.site));
            }
        }
        told
    }

    /// Makes all dead together. If a list cannot grow, it may be called again.
    fn detach_all(&mut self) {
        for &(place, Reverse(number)) in &self.owing {
            // A hook or an observer may have despawned the entity meanwhile: it is owed all the same.
            self.core.columns.numbered(number).set_last_end_pending(self.entities[place], self.call);
        }
        let mut owing = self.owing.iter().peekable();
        let is_left = |entity| self.core.entities.borrow().is_alive(entity);
        for (place, &entity) in self.entities.iter().enumerate().filter(|&(_, &entity)| is_left(entity)) {
            let all = self.only.is_none().then(|| self.core.types(entity));
            for number in self.only.iter().chain(&all).flat_map(TypeSet::iter_rev) {
                let turn = (place, Reverse(number));
                while owing.next_if(|&&earlier| earlier < turn).is_some() {}
                let owes_end = turn > (self.ended, Reverse(self.turn)) || owing.peek() == Some(&&turn);
                let column = self.core.columns.numbered(number);
                if owes_end {
                    detach_owing(column.at(entity, self.call.site), self.call.why);
                } else {
                    column.retire_of(entity, None);
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
