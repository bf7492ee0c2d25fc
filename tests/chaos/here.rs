//! What a running program keeps on its thread: guards, pools, observers, worlds, snapshots.

use std::any::Any;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use ecs_core::{Archetype, Pool, Prefab, Snapshots, StateHash, World};

use crate::components::{Body, Dust, Kept, Wing};
use crate::game::Realm;
use crate::journal::note;
use crate::kind::Kind;
use crate::meddle::{Site, meddle};

/// A pool with closures, and one without.
pub type Bodies = Pool<Archetype<(Body, Kept)>>;
pub type Wings = Pool<Archetype<(Wing, Dust)>>;

pub fn new_bodies() -> Bodies {
    let supplier = || {
        let values = (Body::default(), Kept::default());
        meddle(Site::Closure, Kind::Body as u8, ecs_core::Entity::NONE);
        values
    };
    let resetter = |entity| {
        note("resetter", Kind::Body as u8, entity);
        meddle(Site::Closure, Kind::Body as u8, entity);
    };
    Pool::with(supplier, resetter).bounded(5)
}

#[derive(Default)]
pub struct Here {
    pub guards: Vec<Box<dyn Any>>,
    pub observers: Vec<Box<dyn Any>>,
    pub bodies: Option<Bodies>,
    pub wings: Option<Wings>,
    pub worlds: [Option<Rc<World>>; 3],
    pub prefab: Option<Rc<Prefab>>,
    pub save: Option<Rc<Vec<u8>>>,
    pub snapshots: Option<Snapshots>,
    /// What was known when each snapshot was saved.
    pub saved: BTreeMap<u64, Saved>,
}

#[derive(Clone)]
pub struct Saved {
    pub realm: Realm,
    pub hash: StateHash,
}

thread_local! {
    static HERE: RefCell<Here> = RefCell::default();
}

/// Does something with what is kept here. Calls nothing of the library, and drops nothing.
pub fn here<R>(f: impl FnOnce(&mut Here) -> R) -> R {
    HERE.with_borrow_mut(f)
}
