//! A pool whose entities have children.

use super::model::{Id, Kind, Part};
use super::parts::RECORDS;
use super::state::{State, entity, state};

impl State {
    /// The one that is parked, if it can be taken: nothing of it is in use.
    fn ready(&self) -> Option<Id> {
        let parked = self.parked.filter(|&id| self.forest.is_alive(id))?;
        let is_idle = |id: &Id| self.forest.is_well(*id) && !self.running.contains(id);
        self.forest.at_and_below(parked).iter().all(is_idle).then_some(parked)
    }

    /// All at and below it are as new.
    fn renew(&mut self, root: Id) {
        let all = self.forest.at_and_below(root);
        if self.forest.nodes[&root].on {
            // Its switches are told at the sync point, in an order of their own.
            self.expected = None;
        }
        let mut resets = Vec::new();
        for id in &all {
            let node = self.forest.nodes.get_mut(id).expect("it lives");
            node.on = true;
            for (kind, part) in &mut node.parts {
                (part.on, part.is_due) = (true, true);
                if kind.is_notified() {
                    resets.push(format!("reset {kind:?} {id}"));
                }
            }
        }
        self.expect(resets);
        self.expect_switch(root);
        self.parked = None;
        // The pool knows those below by names that they have no more.
        self.members.retain(|id| *id == root || !all.contains(id));
    }

    /// Makes one as the pool does.
    fn make(&mut self) -> Id {
        let id = self.forest.spawn();
        self.entities.push(ecs_core::Entity::NONE);
        let serial = RECORDS.with_borrow(Vec::len);
        let parts = &mut self.forest.nodes.get_mut(&id).expect("it is new").parts;
        parts.insert(Kind::Place, Part::new(serial, 1));
        parts.insert(Kind::Actor, Part::new(serial + 1, 0));
        self.expect(vec![format!("on Place {id}"), format!("on Actor {id}")]);
        self.members.push(id);
        self.making = Some(id);
        id
    }
}

pub fn take() {
    let (Some(pool), was_quiet) = state(|state| (state.pool.clone(), state.is_quiet)) else { return };
    if was_quiet || state(|state| state.is_full()) {
        return;
    }
    let root = state(|state| {
        state.is_quiet = true;
        match state.ready() {
            Some(parked) => {
                state.renew(parked);
                parked
            }
            None => state.make(),
        }
    });
    let taken = pool.take();
    let all: Vec<_> = [taken].into_iter().chain(taken.descendants()).collect();
    state(|state| {
        let ids = state.forest.at_and_below(root);
        assert_eq!(ids.len(), all.len());
        for (id, entity) in ids.into_iter().zip(all) {
            state.entities[id] = entity;
        }
        if state.making.take().is_some() {
            for part in state.forest.nodes[&root].parts.values() {
                RECORDS.with_borrow_mut(|records| records[part.serial].id = Some(root));
            }
        }
        state.is_quiet = false;
    });
}

pub fn give_back(id: Id, is_outside: bool) {
    let Some(pool) = state(|state| state.pool.clone()) else { return };
    let (is_taken, is_busy) = state(|state| {
        let is_taken = state.members.contains(&id) && state.parked != Some(id) && state.forest.is_well(id);
        (is_taken, state.parked.is_some_and(|id| state.forest.is_alive(id)))
    });
    if is_taken && is_busy {
        // One at a time: it does not matter in which order a pool takes them.
        return;
    }
    let was_quiet = state(|state| {
        if is_taken && core::mem::replace(&mut state.forest.nodes.get_mut(&id).expect("it lives").on, false) {
            state.expect_switch(id);
        }
        let is_quiet = state.is_quiet || is_outside;
        core::mem::replace(&mut state.is_quiet, is_quiet)
    });
    let is_parked = pool.give_back(entity(id));
    assert!(is_parked == is_taken || is_taken && !is_outside, "give {id} back");
    state(|state| {
        state.is_quiet = was_quiet;
        if is_parked {
            state.forest.detach(id);
            state.parked = Some(id);
        }
    });
}
