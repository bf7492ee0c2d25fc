//! [`HookName`]: a hook of a component type, as messages name it.

/// A hook, as messages name it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct HookName {
    pub(crate) component: &'static str,
    pub(crate) hook: &'static str,
}

crate::base::debug_by!([] HookName, |this, f| write!(f, "{}::{}", this.component, this.hook));
