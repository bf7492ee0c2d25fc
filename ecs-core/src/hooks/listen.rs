//! Hooks for the user's own events: the methods that the key `on` names, called for one component at a time.

use crate::base::{AnyEvent, CallSite, event_as};
use crate::borrow::{AccessSet, HookName, Visiting};
use crate::column::MayBeTracked;
use crate::ids::Entity;
use crate::iterate::Visit;
use crate::outcomes::{Answer, Handled};
use crate::store::{ByMut, ByRef, Receiver, Stored, UntypedOwn};

use super::life::{ItemsOf, OwnOf};
use super::life_param::LifeParam;
use super::method::Method;
use super::param::Param;
use super::param_lists::LifeParams;
use super::shape::{ListenShape, for_each_arity};
use crate::spec::{Later, LifeCall, RunListen};

/// A method with which `T` can listen to events of type `E`.
#[diagnostic::on_unimplemented(
    message = "`{T}` cannot listen to `{E}` with `{Self}`",
    label = "not of the form of a method that listens",
    note = "it takes `&mut self` or `&self`, then `&{E}`, then up to eight parameters, where no two \
            references share a named lifetime, and returns nothing, `Option<()>`, `Result<(), E>` or \
            `Handled`, and nothing that borrows: `fn method(&mut self, event: &{E})`"
)]
pub trait ListenHook<T: 'static, E, M>: ListenShape<T, E, M> {
    /// How it takes its component.
    type Receiver: Receiver + 'static;

    /// What it takes besides that and the event: what a life hook takes.
    type Params: LifeParams<Later>;

    /// What it returns.
    type Answer: Answer;

    /// Calls the method.
    fn call<'a>(
        &'a self,
        own: OwnOf<'_, T, Self::Receiver>,
        event: &E,
        params: ItemsOf<'a, Later, Self::Params>,
    ) -> Self::Answer;

    /// Borrows what the method takes, calls the method, and notes how that has ended.
    #[inline]
    fn notify(&self, own: OwnOf<'_, T, Self::Receiver>, event: &E, call: &LifeCall) -> Handled {
        let answer = match Self::Params::borrow(call) {
            Ok(mut borrowed) => self.call(own, event, Self::Params::items(&mut borrowed)),
            // The callers have looked, and only `init` can miss a sibling.
            Err(reason) => reason.fail(call),
        };
        let (ended, handled) = answer.__answered();
        ended.note(|| (call.hook, call.entity));
        handled
    }
}

impl<T: MayBeTracked + Stored, E: 'static, F: ListenHook<T, E, M>, M> RunListen
    for Method<F, Listens<T, E, M>>
{
    fn run(&self, own: UntypedOwn<'_>, event: &AnyEvent, call: &LifeCall) -> Handled {
        own.with::<F::Receiver, T, _>(|own| self.0.notify(own, event_as(event), call))
    }

    fn writes(&self) -> bool {
        F::Receiver::WRITES
    }

    fn run_quickly(&self, visit: &Visit<'_>, event: &AnyEvent, hook: HookName, site: CallSite) -> usize {
        let event = event_as(event);
        visit.quickly::<T, F::Receiver, _>(0, visit.rows(), |_| {
            |own: OwnOf<'_, T, F::Receiver>, visiting: &Visiting, row: usize| {
                visiting.visit(row as u32);
                let _change = if const { F::Receiver::WRITES } { visit.write::<T>(row) } else { None };
                let needs_entity = !F::Params::IS_EMPTY || !F::Answer::IS_DONE;
                let entity = if needs_entity { visit.entity(row) } else { Entity::NONE };
                self.0.notify(own, event, &LifeCall { entity, hook, site });
                visiting.needs_slow_path()
            }
        })
    }

    fn access(&self) -> &'static AccessSet<'static> {
        const { &F::Params::ACCESS }
    }
}

/// Marks a method of `T` that listens to `E`.
pub type Listens<T, E, M> = (T, fn(E) -> M);

macro_rules! listen_hooks {
    ($receiver:ty, $marker:ident, $($param:ident),*) => {
        #[allow(non_snake_case, reason = "an item is named as the type of its parameter")]
        impl<T: 'static, Event, Hook, Out: Answer, $($param: LifeParam<Later>),*>
            ListenHook<T, Event, fn($marker, $($param),*)> for Hook
        where
            Hook: Fn($receiver, &Event, $($param),*) -> Out,
            for<'a> &'a Hook: Fn($receiver, &Event, $($param::Item<'a>),*) -> Out,
        {
            type Receiver = $marker;
            type Params = ($($param,)*);
            type Answer = Out;

            #[inline]
            fn call<'a>(
                &'a self,
                own: $receiver,
                event: &Event,
                ($($param,)*): ($($param::Item<'a>,)*),
            ) -> Out {
                (&self)(own, event, $($param),*)
            }
        }
    };
}

for_each_arity!(listen_hooks);
