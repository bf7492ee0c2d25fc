//! [`Probe`]: asks whether a type is `Send`, how its default value is made, and how a value is printed.

use core::fmt::{self, Debug, Write};
use core::marker::PhantomData;

use crate::store::{ByRef, Stored, UntypedOwn};

/// Proves that a component type is `Send`: only [`Probe`] makes one. Of that very type: a subtype may be
/// `Send` by an `impl` of its own.
#[derive(Debug)]
pub struct SendProof<T>(PhantomData<fn(T) -> T>);

/// Asks whether a type is `Send`, how its default value is made, and how a value is printed.
#[derive(Debug)]
pub struct Probe<T>(PhantomData<T>);

impl<T: Send> Probe<T> {
    /// The proof. For other types the path names [`MaybeSend::SEND`].
    pub const SEND: Option<SendProof<T>> = Some(SendProof(PhantomData));
}

/// Answers for types that are not `Send`.
pub trait MaybeSend<T> {
    /// No proof.
    const SEND: Option<SendProof<T>> = None;
}

impl<T> MaybeSend<T> for Probe<T> {}

impl<T: Default> Probe<T> {
    /// Makes a default value. For other types the path names [`MaybeDefault::DEFAULT`].
    pub const DEFAULT: Option<fn() -> T> = Some(T::default);
}

/// Answers for types without a default value.
pub trait MaybeDefault<T> {
    /// No way to make one.
    const DEFAULT: Option<fn() -> T> = None;
}

impl<T> MaybeDefault<T> for Probe<T> {}

/// Prints a component whose type is no longer known.
pub trait Show {
    /// Writes it as its `Debug` does.
    #[doc(hidden)]
    fn show(&self, own: UntypedOwn<'_>, text: &mut dyn Write) -> fmt::Result;
}

struct ByDebug<T>(PhantomData<fn(T) -> T>);

impl<T: Debug + Stored> Show for ByDebug<T> {
    fn show(&self, own: UntypedOwn<'_>, text: &mut dyn Write) -> fmt::Result {
        own.with::<ByRef, T, _>(|own| write!(text, "{own:?}"))
    }
}

impl<T: Debug + Stored> Probe<T> {
    /// Prints a value. For other types the path names [`MaybeShown::SHOWN`].
    pub const SHOWN: Option<&'static dyn Show> = Some(&ByDebug::<T>(PhantomData));
}

/// Answers for types without `Debug`.
pub trait MaybeShown<T> {
    /// No way to print one.
    const SHOWN: Option<&'static dyn Show> = None;
}

impl<T> MaybeShown<T> for Probe<T> {}
