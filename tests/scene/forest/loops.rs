//! Loops over relatives, in which something else is done.

use std::collections::VecDeque;

use ecs_core::Entity;

use super::acts::{Act, Way, perform};
use super::model::Id;
use super::state::{State, entity, state};

impl State {
    /// It has the parent still that it had when so many were attached.
    fn is_attached_since(&self, id: Id, since: u64) -> bool {
        self.forest.nodes.get(&id).is_some_and(|node| node.parent.is_some() && node.attached <= since)
    }
}

/// Whom a loop still visits. What a pool takes meanwhile has another name, and is dead to the loop.
enum Rest {
    List(VecDeque<(Id, Entity)>),
    Above(Id, Entity),
}

impl Rest {
    fn next(&mut self, since: u64) -> Option<Id> {
        state(|state| match self {
            Self::List(list) => loop {
                let (next, name) = list.pop_front()?;
                if state.is_attached_since(next, since) && state.entities[next] == name {
                    return Some(next);
                }
            },
            Self::Above(at, name) => {
                let is_same = state.is_attached_since(*at, since) && state.entities[*at] == *name;
                let above = state.forest.parent(*at).filter(|_| is_same);
                (*at, *name) = above.map_or((usize::MAX, Entity::NONE), |id| (id, state.entities[id]));
                above
            }
        })
    }
}

/// Visits the relatives of an entity, each exactly when the model does, and does something at each.
pub fn walk(way: Way, id: Id, acts: Vec<Act>) {
    if !state(|state| state.forest.is_well(id)) {
        return;
    }
    let (mut rest, since) = state(|state| {
        let named = |ids: Vec<Id>| ids.into_iter().map(|id| (id, state.entities[id])).collect();
        let rest = match way {
            Way::Children => Rest::List(named(state.forest.children(id))),
            Way::Descendants => Rest::List(named(state.forest.below(id))),
            Way::Ancestors => Rest::Above(id, state.entities[id]),
        };
        (rest, state.forest.attached)
    });
    let from = entity(id);
    let mut real: Box<dyn Iterator<Item = Entity>> = match way {
        Way::Children => Box::new(from.children()),
        Way::Descendants => Box::new(from.descendants()),
        Way::Ancestors => Box::new(from.ancestors()),
    };
    let mut acts = acts.into_iter();
    loop {
        let next = rest.next(since);
        assert_eq!(real.next(), next.map(entity), "{way:?} of {id}, to {next:?}");
        match (next, acts.next()) {
            (None, _) => return,
            // What is done comes between two others: hooks say it in an order that the model does not know.
            (Some(_), Some(act)) => perform(act, false),
            (Some(_), None) => {}
        }
    }
}
