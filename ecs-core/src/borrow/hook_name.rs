//! [`HookName`]: a hook of a component type, as messages name it.

use crate::base::WithoutPaths;

/// A hook, as messages name it; or a system, which has no component.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct HookName {
    pub(crate) component: &'static str,
    pub(crate) hook: &'static str,
}

crate::base::debug_by! {
    [] HookName, |this, f| match this.component {
        // A system.
        "" => write!(f, "{}", WithoutPaths(this.hook)),
        component => write!(f, "{}::{}", WithoutPaths(component), this.hook),
    }
}
