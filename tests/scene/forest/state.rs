//! What a case knows: the model, the entities, and what is to be done in hooks.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use ecs_core::{Archetype, Entity, Pool};

use super::acts::{Act, When};
use super::model::{Forest, Id};
use super::parts::{Actor, Place};

pub type Hulls = Pool<Archetype<(Place, Actor)>>;

#[derive(Default)]
pub struct State {
    pub forest: Forest,
    /// What each is called; who has died keeps its name.
    pub entities: Vec<Entity>,
    /// What hooks shall do, the last first.
    pub armed: BTreeMap<(Id, When), Vec<Act>>,
    /// What hooks have said.
    pub log: Vec<String>,
    /// What they must say, if nothing is done in them.
    pub expected: Option<Vec<String>>,
    /// How often all was compared.
    pub checks: u32,
    /// Something was done in a hook.
    pub is_nested: bool,
    /// The serial numbers of those whose hook runs.
    pub running: Vec<Id>,
    /// The one that a pool makes.
    pub making: Option<Id>,
    /// Hooks do nothing: several end one after the other, or a pool gives names that are not known yet.
    pub is_quiet: bool,
    /// How many others there are, of which the model knows nothing else.
    pub ballast: usize,
    pub is_ballast_due: bool,
    pub pool: Option<Rc<Hulls>>,
    /// Who came from the pool; and of these, who is parked.
    pub members: Vec<Id>,
    pub parked: Option<Id>,
}

thread_local! {
    pub static STATE: RefCell<State> = RefCell::default();
}

/// Looks at the state, which no call of the library's may meanwhile.
pub fn state<R>(f: impl FnOnce(&mut State) -> R) -> R {
    STATE.with_borrow_mut(f)
}

pub fn entity(id: Id) -> Entity {
    state(|state| state.entities[id])
}
