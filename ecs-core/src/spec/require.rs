//! [`Require`]: how a type is added that another one requires.

use crate::base::CallSite;
use crate::error::AddError;
use crate::ids::Entity;

/// Adds a component with its `Default`, unless the entity has one.
pub struct Require {
    pub(crate) add: fn(Entity, CallSite) -> Result<(), Box<AddError>>,
}
