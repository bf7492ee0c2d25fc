//! [`Nesting`]: how deep the calls of a world are nested.

use core::cell::Cell;

/// The calls that run now, one inside the other. A depth is the number of its [`Nested`] guards that live.
pub(crate) struct Nesting {
    /// Structural calls, hooks and passes.
    calls: Cell<u32>,
    inits: Cell<u32>,
    /// Sends, `shutdown`s, `on_enable`s and `on_disable`s.
    waiting: Cell<u32>,
    /// How deep `init` may be nested. A call of `waiting` that is deeper waits for a sync point.
    limit: Cell<u32>,
}

crate::base::default_by! {
    [] Nesting,
    Self { calls: Cell::new(0), inits: Cell::new(0), waiting: Cell::new(0), limit: Cell::new(256) }
}

impl Nesting {
    /// Enters a structural call, a hook or a pass; sync points wait until it is left.
    #[inline]
    pub(crate) fn enter(&self) -> Nested<'_> {
        enter(&self.calls)
    }

    /// Says whether a structural call, a hook or a pass runs.
    #[inline]
    pub(crate) fn is_inside(&self) -> bool {
        self.calls.get() != 0
    }

    /// Enters an `init`.
    pub(crate) fn enter_init(&self) -> Nested<'_> {
        enter(&self.inits)
    }

    /// Says whether `init` is nested as deep as it may be.
    #[inline]
    pub(crate) fn is_init_too_deep(&self) -> bool {
        self.inits.get() >= self.limit.get()
    }

    /// Enters a call that waits for a sync point where it is nested too deep.
    pub(crate) fn enter_waiting(&self) -> Nested<'_> {
        enter(&self.waiting)
    }

    /// Says whether such a call must wait.
    pub(crate) fn must_wait(&self) -> bool {
        self.waiting.get() >= self.limit.get()
    }

    pub(crate) fn limit(&self) -> u32 {
        self.limit.get()
    }

    pub(crate) fn set_limit(&self, limit: u32) {
        self.limit.set(limit);
    }
}

/// Calls are nested one deeper until this is dropped.
pub(crate) struct Nested<'w>(&'w Cell<u32>);

#[inline]
fn enter(depth: &Cell<u32>) -> Nested<'_> {
    depth.set(depth.get() + 1);
    Nested(depth)
}

impl Drop for Nested<'_> {
    #[inline]
    fn drop(&mut self) {
        self.0.set(self.0.get() - 1);
    }
}
