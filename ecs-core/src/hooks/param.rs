//! What a hook may take besides `self`: the time, the entity, components of the same entity, and singletons.

use crate::borrow::Borrower;
use crate::component::Component;
use crate::error::UpdateError;
use crate::ids::Entity;
use crate::reach::View;
use crate::store::{NamedGuard, Ref, RefMut};
use crate::walk::{Always, Commands, CommandsTerm, Maybe, Owner, Place, Term, ViewTerm};
use crate::world::{Time, time};

use super::common_param::Param;
use super::kind::{Kind, TakenIn};
use crate::spec::{EventCall, Missing, PassCall, spec};

// ---- in events: one component, borrowed through its handle ----

/// What messages call a parameter of an event hook.
fn parameter<U: Component>(call: &EventCall, mutable: bool) -> Borrower {
    Borrower::of_term(Some(call.hook), spec::<U>().name, mutable)
}

/// A type that an event hook may take as a parameter.
#[diagnostic::on_unimplemented(
    message = "a hook cannot take `{Self}`",
    label = "a hook of this type does",
    note = "`init` can take up to five of: `Time`, `Entity`; components of the same entity and singletons as \
            `&U`, `&mut U`, `Option<&U>`, `Option<&mut U>`",
    note = "all other hooks of one component's life, and methods that listen, take components only as \
            `Option`: they may be gone",
    note = "if it is not meant as a hook, write `#[component(<hook> = none)]`, with the name of the method \
            in place of `<hook>`, above the type"
)]
pub trait EventParam<Mode>: Param {
    /// What is held while the hook runs.
    #[doc(hidden)]
    type Borrowed;
    /// What the hook gets.
    #[doc(hidden)]
    type Item<'a>;

    /// Borrows it; `Err` with the name of a type that the entity lacks.
    #[doc(hidden)]
    fn borrow(call: &EventCall) -> Result<Self::Borrowed, Missing>;

    #[doc(hidden)]
    fn item<'a>(borrowed: &'a mut Self::Borrowed) -> Self::Item<'a>;
}

impl<Mode> EventParam<Mode> for Entity {
    type Borrowed = Self;
    type Item<'a> = Self;

    fn borrow(call: &EventCall) -> Result<Self, Missing> {
        Ok(call.entity)
    }

    fn item(borrowed: &mut Self) -> Self {
        *borrowed
    }
}

impl<Mode> EventParam<Mode> for Time {
    type Borrowed = Self;
    type Item<'a> = Self;

    fn borrow(_: &EventCall) -> Result<Self, Missing> {
        Ok(time())
    }

    fn item(borrowed: &mut Self) -> Self {
        *borrowed
    }
}

impl<Mode, U: Component<__Kind: TakenIn<Mode>>> EventParam<Mode> for &U {
    type Borrowed = NamedGuard<Ref<U>>;
    type Item<'a> = &'a U;

    fn borrow(call: &EventCall) -> Result<Self::Borrowed, Missing> {
        let guard = U::__Kind::borrow_one(true, call).ok_or(Missing(spec::<U>().name))?;
        Ok(NamedGuard::new(guard, parameter::<U>(call, false)))
    }

    fn item(borrowed: &mut Self::Borrowed) -> &U {
        borrowed.guard()
    }
}

impl<Mode, U: Component<__Kind: TakenIn<Mode>>> EventParam<Mode> for &mut U {
    type Borrowed = NamedGuard<RefMut<U>>;
    type Item<'a> = &'a mut U;

    fn borrow(call: &EventCall) -> Result<Self::Borrowed, Missing> {
        let guard = U::__Kind::borrow_one_mut(true, call).ok_or(Missing(spec::<U>().name))?;
        Ok(NamedGuard::new(guard, parameter::<U>(call, true)))
    }

    fn item(borrowed: &mut Self::Borrowed) -> &mut U {
        borrowed.guard()
    }
}

impl<Mode, U: Component> EventParam<Mode> for Option<&U> {
    type Borrowed = Option<NamedGuard<Ref<U>>>;
    type Item<'a> = Option<&'a U>;

    fn borrow(call: &EventCall) -> Result<Self::Borrowed, Missing> {
        Ok(U::__Kind::borrow_one(false, call)
            .map(|guard| NamedGuard::new(guard, parameter::<U>(call, false))))
    }

    fn item(borrowed: &mut Self::Borrowed) -> Option<&U> {
        borrowed.as_mut().map(|taken| &**taken.guard())
    }
}

impl<Mode, U: Component> EventParam<Mode> for Option<&mut U> {
    type Borrowed = Option<NamedGuard<RefMut<U>>>;
    type Item<'a> = Option<&'a mut U>;

    fn borrow(call: &EventCall) -> Result<Self::Borrowed, Missing> {
        Ok(U::__Kind::borrow_one_mut(false, call)
            .map(|guard| NamedGuard::new(guard, parameter::<U>(call, true))))
    }

    fn item(borrowed: &mut Self::Borrowed) -> Option<&mut U> {
        borrowed.as_mut().map(|taken| &mut **taken.guard())
    }
}

// ---- in passes: what belongs to the entity that is visited ----

/// A type that a pass hook may take as a parameter.
#[diagnostic::on_unimplemented(
    message = "a hook cannot take `{Self}`",
    label = "a hook of this type does",
    note = "it can take up to five of: `f32` (the time step in seconds), `Time`, `Entity`; components of the \
            same entity and singletons as `&U`, `&mut U`, `Option<&U>`, `Option<&mut U>`; all components of \
            a type as `View<U>`; `Commands`",
    note = "if it is not meant as a hook, write `#[component(<hook> = none)]`, with the name of the method \
            in place of `<hook>`, above the type"
)]
pub trait PassParam: Param {
    /// Where it is found for each entity.
    #[doc(hidden)]
    type Term: Term;

    #[doc(hidden)]
    fn borrow(call: &PassCall<'_>) -> Result<Self::Term, UpdateError>;
}

/// What an entity lacks if a hook that takes this does not run on it.
pub(super) fn lacks<P: PassParam>(term: &P::Term, place: &impl Place) -> Option<&'static str> {
    let lacks = P::Term::IS_NEEDED && term.find(place).is_none();
    if lacks { P::ACCESS.first() } else { None }
}

impl PassParam for f32 {
    type Term = Always<Self>;

    fn borrow(call: &PassCall<'_>) -> Result<Always<Self>, UpdateError> {
        Ok(Always(call.dt))
    }
}

impl PassParam for Time {
    type Term = Always<Self>;

    fn borrow(_: &PassCall<'_>) -> Result<Always<Self>, UpdateError> {
        Ok(Always(time()))
    }
}

impl PassParam for Entity {
    type Term = Owner;

    fn borrow(_: &PassCall<'_>) -> Result<Owner, UpdateError> {
        Ok(Owner)
    }
}

impl PassParam for Commands<'_> {
    type Term = CommandsTerm;

    fn borrow(_: &PassCall<'_>) -> Result<CommandsTerm, UpdateError> {
        Ok(CommandsTerm)
    }
}

impl<U: Component> PassParam for View<'_, U> {
    type Term = ViewTerm<View<'static, U>>;

    fn borrow(call: &PassCall<'_>) -> Result<Self::Term, UpdateError> {
        View::borrow_for_hook(&call.opening).map(ViewTerm).map_err(Into::into)
    }
}

impl<U: Component> PassParam for &U {
    type Term = <U::__Kind as Kind>::Shared<U>;

    fn borrow(call: &PassCall<'_>) -> Result<Self::Term, UpdateError> {
        U::__Kind::borrow(true, &call.opening)
    }
}

impl<U: Component> PassParam for &mut U {
    type Term = <U::__Kind as Kind>::Mutable<U>;

    fn borrow(call: &PassCall<'_>) -> Result<Self::Term, UpdateError> {
        U::__Kind::borrow_mut(true, &call.opening)
    }
}

impl<U: Component> PassParam for Option<&U> {
    type Term = Maybe<<U::__Kind as Kind>::Shared<U>>;

    fn borrow(call: &PassCall<'_>) -> Result<Self::Term, UpdateError> {
        U::__Kind::borrow(false, &call.opening).map(Maybe)
    }
}

impl<U: Component> PassParam for Option<&mut U> {
    type Term = Maybe<<U::__Kind as Kind>::Mutable<U>>;

    fn borrow(call: &PassCall<'_>) -> Result<Self::Term, UpdateError> {
        U::__Kind::borrow_mut(false, &call.opening).map(Maybe)
    }
}
