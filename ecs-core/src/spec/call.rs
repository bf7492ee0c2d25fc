//! [`LifeCall`] and [`PassCall`]: for what a hook is called.

use crate::base::CallSite;
use crate::borrow::HookName;
use crate::ids::Entity;
use crate::phase::Phase;
use crate::walk::Opening;
use crate::world::{CommandBuffer, Skips};

/// The name of a type that a hook takes and the entity has not got.
#[derive(Debug)]
pub struct Missing(pub(crate) &'static str);

/// The component that a life hook or a method that listens is called for.
pub struct LifeCall {
    pub(crate) entity: Entity,
    pub(crate) hook: HookName,
    pub(crate) site: CallSite,
}

/// The pass that a parameter is prepared for.
pub struct PassCall<'p> {
    pub(crate) dt: f32,
    /// What is to be done after it.
    pub(crate) commands: &'p CommandBuffer,
    pub(crate) phase: Phase,
    /// Whom it leaves out.
    pub(crate) skips: &'p Skips,
    /// How what it takes is borrowed.
    pub(crate) opening: Opening<'p>,
}
