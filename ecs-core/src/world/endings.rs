//! [`Endings`]: how the last entities and components of a world ended, for messages. Nothing in release
//! builds.

#[cfg(debug_assertions)]
use core::cell::{Cell, RefCell};
#[cfg(debug_assertions)]
use std::collections::VecDeque;

#[cfg(debug_assertions)]
use crate::base::CallSite;
#[cfg(debug_assertions)]
use crate::borrow::HookName;
use crate::error::Ending;
use crate::ids::Entity;

/// So many are remembered. There is room for them from the start: a kill allocates nothing.
#[cfg(debug_assertions)]
pub(super) const REMEMBERED: usize = 256;

/// How the last entities and components ended, and the hook that runs.
#[cfg_attr(not(debug_assertions), derive(Default))]
pub(crate) struct Endings {
    /// The entity; the type number, if one of its components ended alone; the call, its place, the hook and
    /// the frame.
    #[cfg(debug_assertions)]
    pub(super) last: RefCell<VecDeque<(Entity, Option<u32>, Known)>>,
    #[cfg(debug_assertions)]
    pub(super) running: Cell<Option<HookName>>,
}

/// What is known of an ending.
#[cfg(debug_assertions)]
#[derive(Clone, Copy)]
pub(super) struct Known {
    pub(super) call: &'static str,
    pub(super) site: CallSite,
    pub(super) hook: Option<HookName>,
    pub(super) frame: u64,
}

#[cfg(debug_assertions)]
impl Default for Endings {
    fn default() -> Self {
        Self { last: RefCell::new(VecDeque::with_capacity(REMEMBERED)), running: Cell::new(None) }
    }
}

impl Endings {
    #[cfg(debug_assertions)]
    pub(super) fn find(&self, entity: Entity, number: Option<u32>, frame: u64) -> Option<Ending> {
        let last = self.last.try_borrow().ok()?;
        let (.., known) = last.iter().rev().find(|ending| (ending.0, ending.1) == (entity, number))?;
        Some(Ending {
            call: known.call,
            at: known.site.location()?,
            hook: known.hook.map(|HookName { component, hook }| (component, hook)),
            frames_ago: (frame != 0).then(|| frame.wrapping_sub(known.frame)),
        })
    }

    #[cfg(not(debug_assertions))]
    pub(super) fn find(&self, _: Entity, _: Option<u32>, _: u64) -> Option<Ending> {
        None
    }

    /// Notes that frames are counted from another number on: how many frames ago something was stays so.
    #[cfg(feature = "serde")]
    pub(super) fn count_on(&self, _before: u64, _now: u64) {
        #[cfg(debug_assertions)]
        for (.., known) in self.last.borrow_mut().iter_mut() {
            known.frame = known.frame.wrapping_add(_now.wrapping_sub(_before));
        }
    }
}
