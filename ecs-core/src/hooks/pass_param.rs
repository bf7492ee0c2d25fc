//! [`PassParam`]: what a pass hook may take besides `self`: the time, what belongs to the entity that is
//! visited, singletons, all components of a type, and commands.

use crate::component::{Component, Viewable};
use crate::error::UpdateError;
use crate::ids::Entity;
use crate::reach::View;
use crate::terms::{Commands, CommandsTerm, EntityTerm, Kept, Maybe, Same, Term, ViewTerm, Visited};
use crate::world::{Time, time};

use super::by_number::{ByNumber, OpenTerm};
use super::param::Param;
use crate::spec::PassCall;

/// A type that a pass hook may take as a parameter.
#[diagnostic::on_unimplemented(
    message = "a hook cannot take `{Self}`",
    label = "a hook of this type does",
    note = "it can take up to eight of: `f32` (the time step in seconds), `Time`, `Entity`; components of \
            the same entity and singletons as `&U`, `&mut U`, `Option<&U>`, `Option<&mut U>`; all components \
            of a type as `View<U>`, and by place as `Near<U>`; `Commands`",
    note = "if it is not meant as a hook, write `#[component(<hook> = none)]`, with the name of the method \
            in place of `<hook>`, above the type"
)]
pub trait PassParam: Param {
    /// Where it is found for each entity.
    type Term: Term;

    /// Opens the term for a pass.
    fn open(call: &PassCall<'_>) -> Result<Self::Term, UpdateError>;
}

/// What an entity lacks if a hook that takes this does not run on it.
pub(super) fn lacks<P: PassParam>(term: &P::Term, visited: &impl Visited) -> Option<&'static str> {
    let lacks = P::Term::IS_NEEDED && term.find(visited).is_none();
    if lacks { P::ACCESS.first() } else { None }
}

impl PassParam for Time {
    type Term = Kept<Same<Self>>;

    fn open(_: &PassCall<'_>) -> Result<Self::Term, UpdateError> {
        Ok(Kept::copies(time()))
    }
}

impl PassParam for Entity {
    type Term = EntityTerm;

    fn open(_: &PassCall<'_>) -> Result<EntityTerm, UpdateError> {
        Ok(EntityTerm)
    }
}

impl PassParam for Commands<'_> {
    type Term = CommandsTerm;

    fn open(_: &PassCall<'_>) -> Result<CommandsTerm, UpdateError> {
        Ok(CommandsTerm)
    }
}

impl<U: Viewable> PassParam for View<'_, U> {
    type Term = ViewTerm<View<'static, U>>;

    fn open(call: &PassCall<'_>) -> Result<Self::Term, UpdateError> {
        View::borrow_for_hook(&call.opening).map(ViewTerm).map_err(Into::into)
    }
}

macro_rules! components {
    ($term:ident $($mut:tt)?) => {
        impl<U: Component> PassParam for &$($mut)? U {
            type Term = <U::__Number as ByNumber>::$term<U>;

            fn open(call: &PassCall<'_>) -> Result<Self::Term, UpdateError> {
                Self::Term::open_term(true, &call.opening)
            }
        }

        impl<U: Component> PassParam for Option<&$($mut)? U> {
            type Term = Maybe<<U::__Number as ByNumber>::$term<U>>;

            fn open(call: &PassCall<'_>) -> Result<Self::Term, UpdateError> {
                <U::__Number as ByNumber>::$term::<U>::open_term(false, &call.opening).map(Maybe)
            }
        }
    };
}

components!(Shared);
components!(Mutable mut);
