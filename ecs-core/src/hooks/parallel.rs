//! Pass hooks that several threads run: `#[component(parallel)]`.

use core::any::TypeId;
use core::cell::Cell;
use core::fmt::Display;
use core::marker::PhantomData;
use core::sync::atomic::{AtomicUsize, Ordering};
use std::panic::resume_unwind;
use std::sync::{Arc, OnceLock};

use crate::base::{CallSite, Panic, message_of};
use crate::borrow::{AccessSet, HookName};
use crate::column::Column;
use crate::component::{Component, Viewable};
use crate::error::UpdateError;
use crate::ids::Entity;
use crate::iterate::{Row, SharedVisit};
use crate::outcomes::{FailurePolicy, Outcome, name_panicking};
use crate::phase::Phase;
use crate::reach::{Handle, View};
use crate::store::{ByMut, ByRef, Receiver, Store};
use crate::terms::{ParTerm, ParTerms, Term, Terms};
use crate::world::{CommandBuffer, Job, OwnRows, Task, WorldCore, note_failed, with_current};

use super::by_number::ByNumber;
use super::method::Absent;
use super::param::Param;
use super::param_lists::PassParams;
use super::pass::{PassHook, own_store};
use super::pass_param::PassParam;
use super::shape::for_each_arity;
use crate::spec::{Many, One, PassBegun, PassCall, RunPass, spec};

/// A parallel pass hook, with the marker of its parameters, and its name.
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
    note = "it can take up to eight of: `f32` (the time step in seconds), `Time`, `Entity`; `&U`, \
            `Option<&U>` and `View<U>` where `U` is `Sync`; `&mut U` and `Option<&mut U>` where `U` is \
            `Send` and no singleton; `Near<U>`; `Commands`"
)]
pub trait ParParam: PassParam<Term: ParTerm> {}

#[diagnostic::do_not_recommend]
impl<U: Component<__Number: SharedBy<U>>> ParParam for &U {}
#[diagnostic::do_not_recommend]
impl<U: Component<__Number: SharedBy<U>>> ParParam for Option<&U> {}
#[diagnostic::do_not_recommend]
impl<U: Viewable + Sync> ParParam for View<'_, U> {}
#[diagnostic::do_not_recommend]
impl<U: Component<__Number = Many> + Send> ParParam for &mut U {}
#[diagnostic::do_not_recommend]
impl<U: Component<__Number = Many> + Send> ParParam for Option<&mut U> {}

/// Many or one, of which several threads may read a component at the same time.
pub trait SharedBy<U: Component>: ByNumber<Shared<U>: ParTerm> {}

impl<U: Component + Sync> SharedBy<U> for Many {}
impl<U: Component + Sync> SharedBy<U> for One {}

/// A method that can be a parallel pass hook of `T`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a parallel hook of `{T}`",
    label = "not of the form of a hook",
    note = "a hook takes `&mut self` or `&self`, then up to eight parameters, where no two references share \
            a named lifetime, and returns nothing, `Option<()>` or `Result<(), E>` that borrows nothing: \
            `fn update(&mut self, dt: f32)`"
)]
pub trait ParHook<T, M>: PassHook<T, M> {
    /// Begins a pass that several threads may run.
    fn begin(
        &'static self,
        name: &'static str,
        store: &Store<T>,
        call: &PassCall<'_>,
    ) -> Result<Box<dyn Job>, UpdateError>
    where
        T: Send;
}

/// That it is missing is said by [`HasUpdate`](super::missing::HasUpdate) alone, or its like.
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

impl<T: Component + Travels, F: ParHook<T, M>, M> RunPass for ParMethod<F, (T, M)> {
    fn prepare(&self, site: CallSite) -> Result<(), UpdateError> {
        F::Params::prepare(site)
    }

    fn run(&'static self, column: &Column, call: &PassCall<'_>) -> PassBegun {
        self.0.begin(self.1, own_store(column), call).map(Some).map_err(Box::new)
    }

    fn is_parallel(&self) -> bool {
        true
    }

    fn has_commands(&self) -> bool {
        F::Params::HAS_COMMANDS
    }

    fn access(&self) -> &'static AccessSet<'static> {
        const { &F::Params::ACCESS }
    }
}

/// Notes the panics and the errors of a hook that several threads run.
pub(crate) struct Errors<T: Component> {
    name: HookName,
    policy: FailurePolicy,
    /// Those that are only counted, where there are any.
    more: OnceLock<Arc<AtomicUsize>>,
    component: PhantomData<fn() -> T>,
}

impl<T: Component> Errors<T> {
    pub(crate) fn of(core: &WorldCore, name: HookName) -> Self {
        Self { name, policy: core.log.policy(), more: OnceLock::new(), component: PhantomData }
    }

    /// After a panic in the hook of an entity's component: lets that be switched off when the pass is done,
    /// if the frame goes on. Otherwise the panic does.
    #[cold]
    #[inline(never)]
    pub(crate) fn on_panic(&self, entity: Entity, panic: Panic, commands: &CommandBuffer) {
        let name = self.name;
        name_panicking(name, entity);
        if self.policy != FailurePolicy::SwitchOff {
            resume_unwind(panic);
        }
        let message = message_of(panic);
        commands.run(move || {
            // Where the world has ended meanwhile, nobody counts.
            let _ = with_current(|core| core.count_panic(name, entity, message));
            Handle::<T>::new(entity).set_enabled(false);
        });
    }

    /// Notes an error, which is one of the rows of a claim. Commands run in the order of rows. So the first
    /// error of the first claim is displayed, with any number of threads.
    #[cold]
    #[inline(never)]
    pub(crate) fn note(
        &self,
        entity: Entity,
        error: impl Display,
        is_first: &Cell<bool>,
        commands: &CommandBuffer,
    ) {
        let (name, more) = (self.name, self.more.get_or_init(Default::default));
        if !is_first.replace(false) && self.policy == FailurePolicy::Report {
            more.fetch_add(1, Ordering::Relaxed);
            return;
        }
        let (text, more) = (error.to_string(), more.clone());
        // When all threads are done.
        commands.run(move || {
            if note_failed(name, entity, Box::new(text)) {
                Handle::<T>::new(entity).set_enabled(false);
            }
            let more = more.swap(0, Ordering::Relaxed);
            let _ = with_current(|core| core.log.count_more_errors(name, core.frames.clock().frame, more));
        });
    }
}

/// A parallel pass that has begun, with the terms `C`. `S` calls its hook.
struct ParPass<T: Component, C: Terms, F: 'static, S> {
    visit: SharedVisit<T, C>,
    hook: &'static F,
    name: HookName,
    call_hook: S,
    lacks: Lacks<C>,
    is_noted: bool,
    errors: Errors<T>,
    phase: Phase,
}

/// Tells what a row lacks.
type Lacks<C> = fn(&C, &Row<'_>) -> Option<&'static str>;

impl<T: Component + Send, C: ParTerms, F: Sync, O: Outcome, S> Job for ParPass<T, C, F, S>
where
    S: for<'a> Fn(&'a F, &mut T, C::Lent<'a>) -> O + Copy + Sync,
{
    fn task(&self) -> Task {
        let HookName { component, hook } = self.name;
        Task::Hook { component, hook }
    }

    fn own(&self) -> Option<OwnRows> {
        Some(self.visit.own_rows())
    }

    fn end(&self, core: &WorldCore) {
        core.log.note_skips(TypeId::of::<T>(), self.phase, self.visit.skipped(self.name, self.lacks));
        core.note_idle(self.name, self.visit.idle());
    }

    fn left(&self) -> usize {
        self.visit.left()
    }

    fn run(&self, most: usize, first: &Cell<usize>, commands: &CommandBuffer) -> usize {
        let Some(claim) = self.visit.claim(most) else { return 0 };
        first.set(claim.first());
        let rows = claim.rows();
        let is_first = Cell::new(true);
        let failed = (
            |entity, panic| self.errors.on_panic(entity, panic, commands),
            |entity, error| self.errors.note(entity, error, &is_first, commands),
        );
        commands.with_lane(claim.lane(), || {
            claim.each(commands, self.is_noted, self.hook, self.call_hook, failed);
        });
        rows
    }
}

impl<T: Component + Send, C: ParTerms, F: Sync> ParPass<T, C, F, ()> {
    /// Begins a pass, of which is still to be said how its hook is called.
    fn begin<R: Receiver, P: PassParams<Terms = C>>(
        hook: &'static F,
        name: &'static str,
        store: &Store<T>,
        call: &PassCall<'_>,
    ) -> Result<Self, UpdateError> {
        let name = HookName { component: store.name(), hook: name };
        Ok(Self {
            visit: SharedVisit::begin(store, P::open(call)?, P::HAS_COMMANDS, name, call.opening.site)?,
            hook,
            name,
            call_hook: (),
            lacks: P::lacks,
            is_noted: const { spec::<T>().tracked && R::WRITES },
            errors: Errors::of(&store.world, name),
            phase: call.phase,
        })
    }

    fn calling<O: Outcome, S>(self, call_hook: S) -> Box<dyn Job>
    where
        S: for<'a> Fn(&'a F, &mut T, C::Lent<'a>) -> O + Copy + Sync + 'static,
    {
        let Self { visit, hook, name, lacks, is_noted, errors, phase, .. } = self;
        Box::new(ParPass { visit, hook, name, call_hook, lacks, is_noted, errors, phase })
    }
}

macro_rules! par_hooks {
    ($receiver:ty, $marker:ident, $($param:ident),*) => {
        #[allow(non_snake_case, reason = "an item is named as the type of its parameter")]
        impl<T: Component, Hook, Out: Outcome, $($param: ParParam),*>
            ParHook<T, fn($marker, $($param),*)> for Hook
        where
            Hook: Fn($receiver, $($param),*) -> Out + Sync,
            for<'a> &'a Hook: Fn($receiver, $(<$param::Term as Term>::Lent<'a>),*) -> Out,
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
                /// Names terms only, not parameters: the job may outlive those.
                fn job<T: Component + Send, Hook: Sync, Out: Outcome, $($param: ParTerm),*>(
                    pass: ParPass<T, ($($param,)*), Hook, ()>,
                ) -> Box<dyn Job>
                where
                    for<'a> &'a Hook: Fn($receiver, $(<$param as Term>::Lent<'a>),*) -> Out,
                {
                    pass.calling(|hook, own, ($($param,)*)| (&hook)(own, $($param),*))
                }

                ParPass::begin::<$marker, ($($param,)*)>(self, name, store, call).map(job)
            }
        }
    };
}

for_each_arity!(par_hooks);
