//! Pass hooks that several threads run: `#[component(parallel)]`.

use core::any::TypeId;
use core::cell::Cell;
use core::marker::PhantomData;
use std::panic::resume_unwind;

use crate::component::Component;
use crate::error::UpdateError;
use crate::fetch::Access;
use crate::handle::Handle;
use crate::ids::Entity;
use crate::store::{
    ByMut, ByRef, CallSite, Column, CommandBuffer, Commands, HookName, OwnRows, ParTerm, Row, SharedVisit,
    Store, Term,
};
use crate::time::Time;
use crate::view::View;
use crate::world::{Job, Panic, Phase, Task, WorldCore, message_of, name_panicking, with_current};

use super::event::for_each_arity;
use super::kind::{Kind, Many, One};
use super::param::{PassCall, PassParam, lacks};
use super::pass::{PassHook, RunPass, is_noted, own_store};
use super::shape::HookShape;
use super::{Absent, found, spec};

/// A parallel pass hook together with the marker that tells its parameters, and its name.
#[derive(Debug)]
pub struct ParMethod<F, M>(pub F, pub &'static str, pub PhantomData<fn() -> M>);

/// A component type that other threads may write to.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot have a parallel hook: it is not `Send`, so no other thread may touch it",
    label = "not `Send`",
    note = "without `parallel` its hooks run on the thread of the world, where everything is allowed"
)]
pub trait Travels: Send {}

#[diagnostic::do_not_recommend]
impl<T: Send> Travels for T {}

/// A type that a parallel pass hook may take as a parameter.
#[diagnostic::on_unimplemented(
    message = "a parallel hook cannot take `{Self}`",
    label = "a hook of this type takes what other threads cannot have",
    note = "it can take up to five of: `f32` (the time step in seconds), `Time`, `Entity`; `&U`, `Option<&U>` and `View<U>` where `U` is `Sync`; `&mut U` and `Option<&mut U>` where `U` is `Send` and no singleton; `Commands`"
)]
pub trait ParParam: PassParam<Term: ParTerm> {}

impl ParParam for f32 {}
impl ParParam for Time {}
impl ParParam for Entity {}
impl ParParam for Commands<'_> {}

#[diagnostic::do_not_recommend]
impl<U: Component<__Kind: SharedBy<U>>> ParParam for &U {}
#[diagnostic::do_not_recommend]
impl<U: Component<__Kind: SharedBy<U>>> ParParam for Option<&U> {}
#[diagnostic::do_not_recommend]
impl<U: Component + Sync> ParParam for View<'_, U> {}
#[diagnostic::do_not_recommend]
impl<U: Component<__Kind = Many> + Send> ParParam for &mut U {}
#[diagnostic::do_not_recommend]
impl<U: Component<__Kind = Many> + Send> ParParam for Option<&mut U> {}

/// A kind of which many threads may read a component at the same time.
pub trait SharedBy<U: Component>: Kind<Shared<U>: ParTerm> {}

impl<U: Component + Sync> SharedBy<U> for Many {}
impl<U: Component + Sync> SharedBy<U> for One {}

/// A method that can be a parallel pass hook of `T`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a parallel hook of `{T}`",
    label = "not of the form of a hook",
    note = "a hook takes `&mut self` or `&self`, then up to five parameters, and returns nothing: `fn update(&mut self, dt: f32)`"
)]
pub trait ParHook<T, M>: PassHook<T, M> {
    #[doc(hidden)]
    fn begin(
        &'static self,
        name: &'static str,
        store: &Store<T>,
        call: &PassCall<'_>,
    ) -> Result<Box<dyn Job>, UpdateError>
    where
        T: Send;
}

/// That it is missing is said by [`HasTheMethod`](super::HasTheMethod) alone.
#[diagnostic::do_not_recommend]
impl<T> ParHook<T, Absent> for Absent {
    fn begin(
        &'static self,
        _: &'static str,
        _: &Store<T>,
        _: &PassCall<'_>,
    ) -> Result<Box<dyn Job>, UpdateError>
    where
        T: Send,
    {
        unreachable!("a parallel hook is a method")
    }
}

/// Takes a method that must be a parallel pass hook.
pub const fn parallel<T, F, M>(hook: &'static ParMethod<F, (T, M)>) -> found::Pass
where
    T: Component + Travels,
    F: HookShape<T, M>,
    F: ParHook<T, M>,
{
    Some(hook)
}

impl<T: Component + Travels, F: ParHook<T, M>, M> RunPass for ParMethod<F, (T, M)> {
    fn prepare(&self, site: CallSite) -> Result<(), UpdateError> {
        F::prepare(site)
    }

    fn run(&'static self, term: &Column, call: &PassCall<'_>) -> Result<Option<Box<dyn Job>>, UpdateError> {
        self.0.begin(self.1, own_store(term), call).map(Some)
    }

    fn is_parallel(&self) -> bool {
        true
    }

    fn has_commands(&self) -> bool {
        F::HAS_COMMANDS
    }

    fn access(&self, found: &mut dyn FnMut(Access)) {
        F::access(found);
    }
}

/// After a panic in a hook of an entity's component: lets that be switched off when the pass is done, if it goes on.
/// Otherwise the panic does.
#[cold]
#[inline(never)]
fn on_panic<T: Component>(
    goes_on: bool,
    name: HookName,
    entity: Entity,
    panic: Panic,
    commands: &CommandBuffer,
) {
    name_panicking(name, entity);
    if !goes_on {
        resume_unwind(panic);
    }
    let message = message_of(panic);
    commands.run(move || {
        // Where the world has ended meanwhile, nobody counts.
        let _ = with_current(|core| core.count_panic(name, entity, message));
        Handle::<T>::new(entity).set_enabled(false);
    });
}

macro_rules! par_hooks {
    ($receiver:ty, $marker:ident, $($param:ident),*) => {
        #[allow(non_snake_case, unused_variables, reason = "an item is named as the type of its parameter; there may be none")]
        impl<T: Component, F, $($param: ParParam),*> ParHook<T, fn($marker, $($param),*)> for F
        where
            F: Fn($receiver, $($param),*) + Sync,
            for<'a> &'a F: Fn($receiver, $(<$param::Term as Term>::Item<'a>),*),
        {
            fn begin(
                &'static self,
                name: &'static str,
                store: &Store<T>,
                call: &PassCall<'_>,
            ) -> Result<Box<dyn Job>, UpdateError>
            where
                T: Send,
            {
                struct ParPass<T: 'static, F: 'static, $($param: ParTerm),*> {
                    visit: SharedVisit<T, ($($param,)*)>,
                    hook: &'static F,
                    hook_name: HookName,
                    goes_on: bool,
                    phase: Phase,
                    lacks: fn(&($($param,)*), &Row<'_>) -> Option<&'static str>,
                }

                impl<T: Component + Send, F: Sync, $($param: ParTerm),*> Job for ParPass<T, F, $($param),*>
                where
                    for<'a> &'a F: Fn($receiver, $(<$param as Term>::Item<'a>),*),
                {
                    fn task(&self) -> Task {
                        let HookName { component, hook } = self.hook_name;
                        Task::Hook { component, hook }
                    }

                    fn own(&self) -> Option<OwnRows> {
                        Some(self.visit.own_rows())
                    }

                    fn end(&self, core: &WorldCore) {
                        core.note_skips(TypeId::of::<T>(), self.phase, self.visit.skipped(self.hook_name, self.lacks));
                    }

                    fn left(&self) -> usize {
                        self.visit.left()
                    }

                    fn run(&self, most: usize, first: &Cell<usize>, commands: &CommandBuffer) -> bool {
                        let Some(claim) = self.visit.claim(most) else { return false };
                        first.set(claim.first());
                        claim.each(commands, const { is_noted::<T, $marker>() }, self.hook, |hook, value, ($($param,)*)| {
                            (&hook)(value, $($param),*);
                        }, |entity, panic| on_panic::<T>(self.goes_on, self.hook_name, entity, panic, commands));
                        true
                    }
                }

                fn lacking<T: Component, $($param: ParParam),*>(terms: &($($param::Term,)*), at: &Row<'_>) -> Option<&'static str> {
                    let ($($param,)*) = terms;
                    None$(.or_else(|| lacks::<$param>($param, at)))*
                }

                let terms = ($($param::borrow(call)?,)*);
                let visit = SharedVisit::begin(store, terms, call.opening.site)?;
                let (hook, phase, goes_on) = (self, call.phase, store.world().goes_on());
                let hook_name = HookName { component: spec::<T>().name, hook: name };
                let lacks = lacking::<T, $($param),*>;
                Ok(Box::new(ParPass::<T, F, $($param::Term),*> { visit, hook, hook_name, goes_on, phase, lacks }))
            }
        }
    };
}

for_each_arity!(par_hooks);
