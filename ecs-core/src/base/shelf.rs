//! [`Shelf`]: shared things that nobody uses any more, for the next use.

use std::rc::Rc;

/// Keeps what is given back and nobody else has, to be filled anew: so that what comes and goes all the time
/// allocates nothing.
pub(crate) struct Shelf<T>(Vec<Rc<T>>);

super::impls::default_by!([T] Shelf<T>, Self(Vec::new()));

impl<T> Shelf<T> {
    /// Takes one back, unless others have it too.
    pub(crate) fn give_back(&mut self, mut shared: Rc<T>) {
        if Rc::get_mut(&mut shared).is_some() {
            self.0.push(shared);
        }
    }

    /// Fills one that is there, or makes one.
    pub(crate) fn fill<E>(
        &mut self,
        make: impl FnOnce() -> Result<T, E>,
        fill: impl FnOnce(&mut T) -> Result<(), E>,
    ) -> Result<Rc<T>, E> {
        let mut shared = match self.0.pop() {
            Some(shared) => shared,
            None => Rc::new(make()?),
        };
        let own = Rc::get_mut(&mut shared).expect("only what nobody else has was given back");
        fill(own)?;
        Ok(shared)
    }
}
