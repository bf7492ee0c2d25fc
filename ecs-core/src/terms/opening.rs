//! [`Opened`]: a visit that is opened in a world; [`Opening`]: how what it takes is borrowed.

use std::rc::Rc;

use crate::ids::Entity;
use crate::world::WorldCore;

use crate::base::CallSite;
use crate::borrow::{HookName, Visiting};

/// How what a visit takes is borrowed.
#[derive(Clone, Copy)]
pub struct Opening<'v> {
    pub(crate) visiting: &'v Rc<Visiting>,
    /// As a whole, and refused if anything of it is borrowed: other threads, which cannot look, are to visit
    /// it.
    pub(crate) for_threads: bool,
    /// The visit is [`Holding::Whole`] as long as it goes on; `Visit::isolate` asks whether that is possible.
    pub(crate) isolated: bool,
    /// The hook that takes it.
    pub(crate) hook: Option<HookName>,
    /// The rows of a pass that are listed: those that are left of one that goes on after a panic.
    pub(crate) again: Option<&'v [u32]>,
    pub(crate) site: CallSite,
}

/// A visit that is opened. Its columns are left when this is dropped, after all that visits them.
pub(crate) struct Opened {
    pub(crate) visiting: Rc<Visiting>,
    world: Option<Rc<WorldCore>>,
}

impl Opened {
    /// Opens a visit in a world.
    #[inline]
    pub(crate) fn new(world: Option<Rc<WorldCore>>) -> Self {
        let visiting = world.as_ref().map_or_else(Rc::default, |world| world.visits.begin());
        Self { visiting, world }
    }

    pub(crate) fn world(&self) -> Option<&Rc<WorldCore>> {
        self.world.as_ref()
    }

    /// Says whether there are other visits in the world.
    #[inline]
    pub(crate) fn has_others(&self) -> bool {
        self.world.as_ref().is_some_and(|world| world.visits.are_several())
    }
}

impl Drop for Opened {
    #[inline]
    fn drop(&mut self) {
        if let Some(world) = &self.world {
            world.visits.end(&self.visiting);
        }
    }
}

/// The entity that belongs to an index now.
pub(crate) fn entity_at(world: &WorldCore, owner: u32) -> Entity {
    world.entities.borrow().at(owner)
}
