//! [`Unplaced`]: a bundle on its way to an entity.

use super::bundle::Bundle;

/// A bundle that is in no store yet. If it is dropped, so because a call refuses it or panics, its parts drop
/// one by one, as [`OneByOne`](crate::base::OneByOne) says.
pub(crate) struct Unplaced<B: Bundle>(Option<B>);

impl<B: Bundle> Unplaced<B> {
    #[inline]
    pub(crate) const fn new(bundle: B) -> Self {
        Self(Some(bundle))
    }

    #[inline]
    pub(crate) fn into_inner(mut self) -> B {
        self.0.take().expect("it is taken once")
    }
}

impl<B: Bundle> Drop for Unplaced<B> {
    #[inline]
    fn drop(&mut self) {
        if let Some(bundle) = self.0.take() {
            bundle.__discard();
        }
    }
}
