//! [`Births`]: what a new component of a type still gets.

/// The steps that a new component of a type still needs after its value is placed.
#[derive(Clone, Copy)]
pub(crate) struct Births {
    /// It has hooks that never run unless it is born before.
    pub(crate) has_later: bool,
    /// It is notified that it is enabled once it is born.
    pub(crate) is_notified: bool,
    /// It has a `start`.
    pub(crate) starts: bool,
}
