//! [`HookName`]: a hook of a component type, as messages name it.

/// A hook, as messages name it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct HookName {
    pub(crate) component: &'static str,
    pub(crate) hook: &'static str,
}

impl core::fmt::Debug for HookName {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}::{}", self.component, self.hook)
    }
}
