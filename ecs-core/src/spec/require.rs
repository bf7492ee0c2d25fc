//! [`Require`]: how a type is added that another one requires.

use crate::base::CallSite;
use crate::error::AddError;
use crate::ids::Entity;

/// How a component is added that another one requires.
pub struct Require {
    pub(crate) with: &'static dyn AddRequired,
}

/// Adds a component that another one requires.
pub trait AddRequired {
    /// Adds it, unless the entity has one.
    #[doc(hidden)]
    fn add(&self, entity: Entity, site: CallSite) -> Result<(), Box<AddError>>;
}
