//! [`ByNumber`]: what a hook gets that takes `&U` or `&mut U`: the component of its own entity, or the only
//! one there is.

use crate::base::CallSite;
use crate::component::Component;
use crate::error::{BorrowError, UpdateError};
use crate::reach::{Handle, singleton, view};
use crate::store::{RefMutOf, RefOf};
use crate::terms::{Opening, Rows, SingletonTerm, Term};

use crate::spec::{LifeCall, Many, NotRun, Number, One};

/// What a hook gets of a component type, by how many of it a world has.
pub trait ByNumber: Number {
    type Shared<U: Component>: OpenTerm + for<'c> Term<Lent<'c> = &'c U>;
    type Mutable<U: Component>: OpenTerm + for<'c> Term<Lent<'c> = &'c mut U>;

    /// Makes what a pass needs, before it begins.
    fn prepare<U: Component>(site: CallSite) -> Result<(), UpdateError>;

    /// Makes what a pass takes that need not be there, before it begins.
    fn prepare_optional<U: Component>(_: CallSite) -> Result<(), UpdateError> {
        Ok(())
    }

    /// Borrows what a life hook takes; `None` if it is missing.
    fn borrow_one<U: Component>(needed: bool, call: &LifeCall) -> Result<Option<RefOf<U>>, NotRun>;

    fn borrow_one_mut<U: Component>(needed: bool, call: &LifeCall) -> Result<Option<RefMutOf<U>>, NotRun>;
}

/// The term of a pass that takes a component.
pub trait OpenTerm: Sized {
    /// Opens the term. The component may be missing where it is not `needed`.
    fn open_term(needed: bool, opening: &Opening<'_>) -> Result<Self, UpdateError>;
}

impl<U: Component, const MUT: bool> OpenTerm for Rows<'static, U, MUT> {
    fn open_term(_: bool, opening: &Opening<'_>) -> Result<Self, UpdateError> {
        view::open(opening).map_err(Into::into)
    }
}

impl<U: Component, const MUT: bool> OpenTerm for SingletonTerm<U, MUT> {
    fn open_term(needed: bool, opening: &Opening<'_>) -> Result<Self, UpdateError> {
        singleton::open(needed, opening).map_err(UpdateError::Singleton)
    }
}

/// A hook of this mode may take a component of which there are so many as `&U` and `&mut U`.
#[diagnostic::on_unimplemented(
    message = "this hook cannot take a component as `&U` or `&mut U`: it may be gone",
    label = "a hook of this type does",
    note = "take it as `Option<&U>` or `Option<&mut U>`, in the hook that `required for ..` below names"
)]
pub trait TakenIn<Mode>: ByNumber {}

impl ByNumber for Many {
    type Shared<U: Component> = Rows<'static, U, false>;
    type Mutable<U: Component> = Rows<'static, U, true>;

    fn prepare<U: Component>(_: CallSite) -> Result<(), UpdateError> {
        Ok(())
    }

    fn borrow_one<U: Component>(_: bool, call: &LifeCall) -> Result<Option<RefOf<U>>, NotRun> {
        let handle = Handle::<U>::new(call.entity);
        handle.slow(call.site).map_or_else(|| softly(handle.ask(call.site)), |guard| Ok(Some(guard)))
    }

    fn borrow_one_mut<U: Component>(_: bool, call: &LifeCall) -> Result<Option<RefMutOf<U>>, NotRun> {
        let handle = Handle::<U>::new(call.entity);
        handle.slow_mut(call.site).map_or_else(|| softly(handle.ask_mut(call.site)), |guard| Ok(Some(guard)))
    }
}

impl ByNumber for One {
    type Shared<U: Component> = SingletonTerm<U, false>;
    type Mutable<U: Component> = SingletonTerm<U, true>;

    fn prepare<U: Component>(site: CallSite) -> Result<(), UpdateError> {
        singleton::made::<U>(site).map(drop).map_err(UpdateError::Singleton)
    }

    fn borrow_one<U: Component>(needed: bool, call: &LifeCall) -> Result<Option<RefOf<U>>, NotRun> {
        singleton::borrow(needed, call.site, |handle: Handle<U>| handle.ask(call.site))
    }

    fn borrow_one_mut<U: Component>(needed: bool, call: &LifeCall) -> Result<Option<RefMutOf<U>>, NotRun> {
        singleton::borrow(needed, call.site, |handle: Handle<U>| handle.ask_mut(call.site))
    }
}

/// What a life hook takes may be missing; in conflict it must not be.
fn softly<G>(borrowed: Result<G, BorrowError>) -> Result<Option<G>, NotRun> {
    match borrowed {
        Ok(guard) => Ok(Some(guard)),
        Err(error @ BorrowError::Borrowed { .. }) => Err(NotRun::Blocked(Box::new(error))),
        Err(_) => Ok(None),
    }
}
