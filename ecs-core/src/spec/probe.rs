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

/// Asks for an answer that only some types have: `Probe::<T>::NAME` is that of the `impl` where the bounds
/// hold, and for other types the path names the constant of the trait, which is `None`.
macro_rules! ask {
    ($($(#[$doc:meta])* $Without:ident::$NAME:ident: $Answer:ty, [$($bound:tt)+] => $answer:expr;)*) => {$(
        impl<T: $($bound)+> Probe<T> {
            $(#[$doc])*
            pub const $NAME: Option<$Answer> = Some($answer);
        }

        #[doc = concat!("Answers for types that have no `", stringify!($NAME), "`.")]
        pub trait $Without<T> {
            /// Nothing.
            const $NAME: Option<$Answer> = None;
        }

        impl<T> $Without<T> for Probe<T> {}
    )*};
}

pub(crate) use ask;

ask! {
    /// Proves that the type is `Send`.
    MaybeSend::SEND: SendProof<T>, [Send] => SendProof(PhantomData);
    /// Makes a default value.
    MaybeDefault::DEFAULT: fn() -> T, [Default] => T::default;
    /// Prints a value.
    MaybeShown::SHOWN: &'static dyn Show, [Debug + Stored] => &ByDebug::<T>(PhantomData);
}

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
