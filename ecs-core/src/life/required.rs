//! What `requires(...)` names: types that are added with their `Default`.

use crate::component::Component;
use crate::spec::Require;

use super::add_default;

/// A type with a `Default`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be required: it has no `Default`",
    label = "where it is missing it is added, with its `Default`",
    note = "derive or implement `Default` for `{Self}`, or add it before the type that would require it"
)]
pub trait Required: Sized {
    #[doc(hidden)]
    fn make() -> Self;
}

#[diagnostic::do_not_recommend]
impl<T: Default> Required for T {
    fn make() -> Self {
        Self::default()
    }
}

/// Requires a type.
#[must_use]
pub const fn require<U: Component + Required>() -> Require {
    Require { add: |entity, site| add_default::<U>(entity, U::make, site) }
}
