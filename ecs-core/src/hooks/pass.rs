//! Hooks that run over all components of a type in one pass: `fixed_update`, `update`, `late_update`.

use crate::base::AccessSet;
use crate::borrow::{CallSite, Visiting};
use crate::column::{Column, Noting};
use crate::component::Component;
use crate::error::UpdateError;
use crate::store::{ByMut, ByRef, Receiver, Store};
use crate::walk::{AlignedRun, Cursors, Row, Term, Terms, Visit, find_items};
use crate::world::Job;

use super::common_param::Param;
use super::event::for_each_arity;
use super::param::{PassCall, PassParam, lacks};
use super::shape::HookShape;
use super::{Absent, Method, spec};

/// A method that can be a pass hook of `T`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a hook of `{T}`",
    label = "not of the form of a hook",
    note = "a hook takes `&mut self` or `&self`, then up to five parameters, and returns nothing: `fn update(&mut self, dt: f32)`",
    note = "if it is not meant as a hook, write `#[component(<hook> = none)]`, with the name of the method in place of `<hook>`, above the type"
)]
pub trait PassHook<T, M>: HookShape<T, M> {
    #[doc(hidden)]
    const PRESENT: bool;

    /// What it takes besides its component.
    #[doc(hidden)]
    type Params: Param;

    #[doc(hidden)]
    fn pass(&self, store: &Store<T>, call: &PassCall<'_>) -> Result<(), UpdateError>;
}

#[diagnostic::do_not_recommend]
impl<T> PassHook<T, Absent> for Absent {
    const PRESENT: bool = false;

    type Params = ();

    fn pass(&self, _: &Store<T>, _: &PassCall<'_>) -> Result<(), UpdateError> {
        Ok(())
    }
}

/// A pass hook whose component and parameters are no longer in its type.
pub trait RunPass {
    #[doc(hidden)]
    fn prepare(&self, site: CallSite) -> Result<(), UpdateError>;

    /// Runs the pass; or begins it and returns what is left to run, if several threads may run it.
    #[doc(hidden)]
    fn run(&'static self, term: &Column, call: &PassCall<'_>) -> Result<Option<Box<dyn Job>>, UpdateError>;

    /// Says whether several threads may run it.
    #[doc(hidden)]
    fn is_parallel(&self) -> bool {
        false
    }

    /// Says whether it takes `Commands`.
    #[doc(hidden)]
    fn has_commands(&self) -> bool;

    /// What it takes besides its component.
    #[doc(hidden)]
    fn access(&self) -> AccessSet<'static>;
}

impl<T: Component, F: PassHook<T, M>, M> RunPass for Method<F, (T, M)> {
    fn prepare(&self, site: CallSite) -> Result<(), UpdateError> {
        F::Params::prepare(site)
    }

    fn run(&'static self, term: &Column, call: &PassCall<'_>) -> Result<Option<Box<dyn Job>>, UpdateError> {
        self.0.pass(own_store(term), call).map(|()| None)
    }

    fn has_commands(&self) -> bool {
        F::Params::HAS_COMMANDS
    }

    fn access(&self) -> AccessSet<'static> {
        F::Params::ACCESS
    }
}

/// The column of a hook's own type.
pub(super) fn own_store<T: Component>(term: &Column) -> &Store<T> {
    Store::of(term).expect("a hook runs over its own type")
}

/// Says whether a pass is a change of what it visits.
pub(super) const fn is_noted<T: Component, R: Receiver>() -> bool {
    spec::<T>().tracked && R::WRITES
}

macro_rules! pass_hooks {
    ($receiver:ty, $marker:ident, $($param:ident),*) => {
        #[allow(non_snake_case, unused_variables, reason = "an item is named as the type of its parameter; there may be none")]
        impl<T: Component, F, $($param: PassParam),*> PassHook<T, fn($marker, $($param),*)> for F
        where
            F: Fn($receiver, $($param),*),
            for<'a> &'a F: Fn($receiver, $(<$param::Term as Term>::Item<'a>),*),
        {
            const PRESENT: bool = true;

            type Params = ($($param,)*);

            fn pass(&self, store: &Store<T>, call: &PassCall<'_>) -> Result<(), UpdateError> {
                /// Calls `step` for each row with all that the hook takes, the register among it: see
                /// [`Visit::quickly`].
                fn each<T: Component, R: Receiver + 'static, F, $($param: PassParam,)* S>(
                    hook: &F,
                    store: &Store<T>,
                    call: &PassCall<'_>,
                    step: S,
                ) -> Result<(), UpdateError>
                where
                    S: for<'a, 'own> Fn(&'a F, &Visiting, usize, R::Own<'own, T>, $(<$param::Term as Term>::Item<'a>),*) -> bool + Copy,
                {
                    let mut terms = ($($param::borrow(call)?,)*);
                    let visit = Visit::begin(store, R::WRITES, &call.opening)?;
                    let noting = const { is_noted::<T, R>() }.then(|| Noting::begin(store, call.opening.visiting));
                    let rows = visit.rows();
                    let alignments = terms.alignments(store);
                    let mut first = 0;
                    while first < rows {
                        let AlignedRun { len, starts, is_zipped } = terms.aligned_run(&alignments, first, rows);
                        let mut rest = first..first + len;
                        if is_zipped {
                            if let Some(noting) = &noting {
                                noting.open(first);
                            }
                            let (visited, mut visit_row) = visit.quickly::<T, R, _>(first, len, |len| {
                                let mut cursors = Cursors::new(&mut terms, starts, len);
                                move |own: R::Own<'_, T>, visiting: &Visiting, place| {
                                    let at = Row { row: first + place, store, commands: call.commands };
                                    cursors.with(place, &at, hook, |hook, ($($param,)*)| {
                                        step(hook, visiting, at.row, own, $($param),*)
                                    })
                                }
                            });
                            if let Some(noting) = &noting {
                                noting.close();
                            }
                            rest.start += visited;
                            // Known at compile time: a hook that is called from two places is not inlined.
                            if !(false $(|| $param::Term::IS_NEEDED)*) {
                                // All rows are one run then, so a row is its own place.
                                debug_assert_eq!(first, 0);
                                match &noting {
                                    Some(noting) if const { is_noted::<T, R>() } => {
                                        visit.carefully::<T, R>(rest.clone(), &mut |own, visiting, row| {
                                            noting.one(row, || visit_row(own, visiting, row))
                                        });
                                    }
                                    _ => visit.carefully::<T, R>(rest.clone(), &mut visit_row),
                                }
                                rest.start = rest.end;
                            }
                        }
                        if false $(|| $param::Term::IS_NEEDED)* {
                            visit.carefully::<T, R>(rest, &mut |own, visiting, row| {
                                let Some(($($param,)*)) = find_items(&mut terms, &Row { row, store, commands: call.commands }) else {
                                    if call.skips.count() {
                                        let (at, ($($param,)*)) = (Row { row, store, commands: call.commands }, &terms);
                                        let missing = None$(.or_else(|| lacks::<$param>($param, &at)))*;
                                        call.skips.note_first(visit.entity(row), missing.unwrap_or("what it takes"));
                                    }
                                    return visiting.needs_slow_path();
                                };
                                match &noting {
                                    Some(noting) if const { is_noted::<T, R>() } => {
                                        noting.one(row, || step(hook, visiting, row, own, $($param),*))
                                    }
                                    _ => step(hook, visiting, row, own, $($param),*),
                                }
                            });
                        }
                        first += len;
                    }
                    Ok(())
                }

                each::<T, $marker, F, $($param,)* _>(self, store, call, |hook: &F, visiting, row, own: $receiver, $($param),*| {
                    visiting.visit(row as u32);
                    (&hook)(own, $($param),*);
                    visiting.needs_slow_path()
                })
            }
        }
    };
}

for_each_arity!(pass_hooks);
