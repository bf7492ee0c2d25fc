//! [`OnDrop`]: what is done at the end of a scope, also while a panic unwinds.

/// Calls a closure when it is dropped. It is forgotten where all went well, if the closure undoes something.
pub(crate) struct OnDrop<F: FnMut()>(pub(crate) F);

impl<F: FnMut()> Drop for OnDrop<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}
