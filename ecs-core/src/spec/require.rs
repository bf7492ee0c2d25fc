//! [`Require`]: how a type is added that another one requires.

use crate::base::CallSite;
use crate::column::TypeInfo;
use crate::error::AddError;
use crate::ids::Entity;

/// How a component is added that another one requires.
///
/// In two parts, so that types may require each other in a long chain: what leads to the hooks of the type,
/// and through them to the types that it requires, is a function of that type alone (see
/// [`name_of`](super::name_of)).
pub struct Require {
    pub(crate) info: Info,
    pub(crate) with: &'static dyn AddRequired,
}

/// Finds out what a type is to its column.
pub type Info = fn() -> &'static TypeInfo;

/// Adds a component that another one requires.
pub trait AddRequired {
    /// Adds it, unless the entity has one. `info` is that of its type, which this must not name.
    #[doc(hidden)]
    fn add(&self, info: Info, entity: Entity, site: CallSite) -> Result<(), Box<AddError>>;
}
