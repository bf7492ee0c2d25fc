//! [`Offers`]: how a component becomes the object of a trait that its type names.

/// A component type that names an interface: `#[component(as(dyn Draw))]`. Only the derive writes it.
pub trait Offers<I: ?Sized + 'static>: Sized + 'static {
    #[doc(hidden)]
    const __OFFER: Offer<Self, I>;
}

/// How a component becomes a trait object. Two casts that are known at compile time, so that loops over
/// components contain them.
pub struct Offer<T, I: ?Sized> {
    pub(crate) shared: fn(&T) -> &I,
    pub(crate) exclusive: fn(&mut T) -> &mut I,
}

impl<T, I: ?Sized> Offer<T, I> {
    /// Takes the casts.
    #[must_use]
    pub const fn new(shared: fn(&T) -> &I, exclusive: fn(&mut T) -> &mut I) -> Self {
        Self { shared, exclusive }
    }
}
