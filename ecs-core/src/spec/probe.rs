//! [`Probe`]: asks whether a type is `Send`, and how its default value is made.

use core::marker::PhantomData;

/// Proves that a component type is `Send`: only [`Probe`] makes one. Of that very type: a subtype may be
/// `Send` by an `impl` of its own.
#[derive(Debug)]
pub struct SendProof<T>(PhantomData<fn(T) -> T>);

/// Asks whether a type is `Send`, and how its default value is made.
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
