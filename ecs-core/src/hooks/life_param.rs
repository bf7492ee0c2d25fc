//! [`LifeParam`]: what a life hook may take besides `self`: the time, the entity, components of the same
//! entity, and singletons; each borrowed through its handle while the hook runs.

use crate::borrow::Borrower;
use crate::component::Component;
use crate::ids::Entity;
use crate::store::{NamedGuard, RefMutOf, RefOf};
use crate::world::{Time, time};

use super::by_number::{ByNumber, TakenIn};
use super::param::Param;
use crate::spec::{LifeCall, NotRun, name_of};

/// What messages call a parameter of a life hook.
fn parameter<U: Component>(call: &LifeCall, mutable: bool) -> Borrower {
    Borrower::of_term(Some(call.hook), name_of::<U>(), mutable)
}

/// A type that a life hook may take as a parameter.
#[diagnostic::on_unimplemented(
    message = "a hook cannot take `{Self}`",
    label = "a hook of this type does",
    note = "`init` can take up to eight of: `Time`, `Entity`; components of the same entity and singletons \
            as `&U`, `&mut U`, `Option<&U>`, `Option<&mut U>`",
    note = "all other hooks of one component's life, and methods that listen, take components only as \
            `Option`: they may be gone",
    note = "if it is not meant as a hook, write `#[component(<hook> = none)]`, with the name of the method \
            in place of `<hook>`, above the type"
)]
pub trait LifeParam<Mode>: Param {
    /// What is held while the hook runs.
    type Borrowed;
    /// What the hook gets.
    type Item<'a>;

    /// Borrows it; `Err` with the name of a type that the entity lacks.
    fn borrow(call: &LifeCall) -> Result<Self::Borrowed, NotRun>;

    /// Gives what the hook gets as its argument.
    fn item<'a>(borrowed: &'a mut Self::Borrowed) -> Self::Item<'a>;
}

macro_rules! by_value {
    ($param:ty, |$call:pat_param| $value:expr) => {
        impl<Mode> LifeParam<Mode> for $param {
            type Borrowed = Self;
            type Item<'a> = Self;

            fn borrow($call: &LifeCall) -> Result<Self, NotRun> {
                Ok($value)
            }

            fn item(borrowed: &mut Self) -> Self {
                *borrowed
            }
        }
    };
}

by_value!(Entity, |call| call.entity);
by_value!(Time, |_| time());

macro_rules! components {
    ($guard:ident $borrow:ident $mutable:literal $($mut:tt)?) => {
        impl<Mode, U: Component<__Number: TakenIn<Mode>>> LifeParam<Mode> for &$($mut)? U {
            type Borrowed = NamedGuard<$guard<U>>;
            type Item<'a> = &'a $($mut)? U;

            fn borrow(call: &LifeCall) -> Result<Self::Borrowed, NotRun> {
                let guard = U::__Number::$borrow::<U>(true, call)?.ok_or(NotRun::Missing(name_of::<U>()))?;
                Ok(NamedGuard::new(guard, parameter::<U>(call, $mutable)))
            }

            fn item(borrowed: &mut Self::Borrowed) -> &$($mut)? U {
                borrowed.guard()
            }
        }

        impl<Mode, U: Component> LifeParam<Mode> for Option<&$($mut)? U> {
            type Borrowed = Option<NamedGuard<$guard<U>>>;
            type Item<'a> = Option<&'a $($mut)? U>;

            fn borrow(call: &LifeCall) -> Result<Self::Borrowed, NotRun> {
                let guard = U::__Number::$borrow::<U>(false, call)?;
                Ok(guard.map(|guard| NamedGuard::new(guard, parameter::<U>(call, $mutable))))
            }

            fn item(borrowed: &mut Self::Borrowed) -> Option<&$($mut)? U> {
                borrowed.as_mut().map(|taken| &$($mut)? **taken.guard())
            }
        }
    };
}

components!(RefOf borrow_one false);
components!(RefMutOf borrow_one_mut true mut);
