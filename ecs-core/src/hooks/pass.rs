//! Hooks that run over all components of a type in one pass, as `update` does.

use core::cell::Cell;
use core::fmt::Display;
use std::rc::Rc;

use crate::base::CallSite;
use crate::borrow::{AccessSet, Visiting};
use crate::column::{Column, MOST_TERMS, Noting};
use crate::component::Component;
use crate::error::UpdateError;
use crate::iterate::{Cursors, CursorsAt, MappedCursors, Row, Visit};
use crate::outcomes::{Ended, Outcome};
use crate::reach::Handle;
use crate::store::{ByMut, ByRef, Receiver, Store};
use crate::terms::{PerTerm, Place, RowPlan, SegmentKind, Term, TermRows, Terms};
use crate::world::note_failed;

use super::method::{Absent, Method};
use super::param::Param;
use super::param_lists::{PassItems, PassParams};
use super::pass_param::PassParam;
use super::shape::{HookShape, for_each_arity};
use crate::spec::{PassBegun, PassCall, RunPass, spec};

/// A method that can be a pass hook of `T`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a hook of `{T}`",
    label = "not of the form of a hook",
    note = "a hook takes `&mut self` or `&self`, then up to eight parameters, where no two references share \
            a named lifetime, and returns nothing, `Option<()>` or `Result<(), E>` that borrows nothing: \
            `fn update(&mut self, dt: f32)`",
    note = "if it is not meant as a hook, write `#[component(<hook> = none)]`, with the name of the method \
            in place of `<hook>`, above the type"
)]
pub trait PassHook<T, M>: HookShape<T, M> {
    /// What it takes besides its component.
    type Params: PassParams;

    /// Runs the hook on all components of the type.
    fn pass(&self, store: &Store<T>, call: &PassCall<'_>) -> Result<(), UpdateError>;
}

#[diagnostic::do_not_recommend]
impl<T> PassHook<T, Absent> for Absent {
    type Params = ();

    fn pass(&self, _: &Store<T>, _: &PassCall<'_>) -> Result<(), UpdateError> {
        Ok(())
    }
}

impl<T: Component, F: PassHook<T, M>, M> RunPass for Method<F, (T, M)> {
    fn prepare(&self, site: CallSite) -> Result<(), UpdateError> {
        F::Params::prepare(site)
    }

    fn run(&'static self, column: &Column, call: &PassCall<'_>) -> PassBegun {
        self.0.pass(own_store(column), call).map_err(Box::new)?;
        Ok(None)
    }

    fn has_commands(&self) -> bool {
        F::Params::HAS_COMMANDS
    }

    fn access(&self) -> &'static AccessSet<'static> {
        const { &F::Params::ACCESS }
    }
}

/// The column of a hook's own type, as a store of that type.
pub(crate) fn own_store<T: Component>(column: &Column) -> &Store<T> {
    Store::of(column).expect("a hook runs over its own type")
}

/// Calls `call_hook` for each row with what the hook takes.
///
/// `call_hook` says which row it visits, calls the hook, notes how that has ended, and says whether to look
/// before the next one: see [`Visit::quickly`].
fn each_row<T: Component, R: Receiver + 'static, P: PassParams, F, S>(
    hook: &F,
    store: &Store<T>,
    call: &PassCall<'_>,
    call_hook: S,
) -> Result<(), UpdateError>
where
    S: for<'a, 'own> Fn(&'a F, &Visiting, usize, R::Own<'own, T>, PassItems<'a, P>) -> bool + Copy,
{
    let mut terms = P::open(call)?;
    let mut visit = Visit::begin(store, R::WRITES, &call.opening);
    visit.isolate()?;
    // In a debug build too, code of tracked types is compiled for these alone.
    let noting = match const { notes::<T, R, P>() } {
        true => Some(begin_noting(R::WRITES.then_some(store), terms.rows().as_ref(), call.opening.visiting)),
        false => None,
    };
    let plan = RowPlan::<<P::Terms as Terms>::Rows>::new(terms.rows(), store);
    let note_skipped = |row, terms: &P::Terms| {
        let missing = P::lacks(terms, &Row { row, column: store, commands: call.commands });
        call.skips.note_first(visit.entity(row), missing.unwrap_or("what it takes"));
    };
    let mut first = 0;
    while first < visit.rows() {
        let mut places = <P::Terms as Terms>::Rows::same(Place::From(first));
        let (len, kind) = match const { P::Terms::NEEDED } {
            0 => (visit.rows() - first, SegmentKind::Zipped),
            _ => plan.segment(first, visit.rows(), &mut places),
        };
        let end = first + len;
        if kind == SegmentKind::Zipped {
            let _noted = match &noting {
                Some(noting) if const { notes::<T, R, P>() } => {
                    Some(noting.rows(first, |term| places.as_ref()[term].first()))
                }
                _ => None,
            };
            first += visit.quickly_beside::<T, R, _>(
                first,
                len,
                |len| Cursors::noted(&mut terms, places, len),
                move |own, visiting, step, at| {
                    let row = Row { row: first + step, column: store, commands: call.commands };
                    visit_row::<T, R, P, F, S>(hook, own, visiting, at, &row, call_hook)
                },
            );
        } else if const { P::Terms::NEEDED != 0 && !spec::<T>().tracked } && kind == SegmentKind::Mapped {
            // What it leaves out has no changes to be noted: so not of a tracked type.
            let skipped = Cell::new(None);
            first += visit.quickly::<T, R, _>(first, len, |len| {
                let (mut cursors, skipped) = (MappedCursors::new(&mut terms, places, len), &skipped);
                move |own: R::Own<'_, T>, visiting: &Visiting, step| {
                    let row = first + step;
                    let at = Row { row, column: store, commands: call.commands };
                    let look = cursors
                        .with(step, &at, hook, |hook, items| call_hook(hook, visiting, row, own, items));
                    if look.is_none() && call.skips.count() {
                        skipped.set(Some(row));
                    }
                    look.unwrap_or(false)
                }
            });
            skipped.get().into_iter().for_each(|row| note_skipped(row, &terms));
        }
        if first == end {
            continue;
        }
        visit.carefully::<T, R>(first..end, |own, visiting, row| {
            let at = Row { row, column: store, commands: call.commands };
            let Some(mut cursors) = Cursors::find(&mut terms, &at) else {
                // Compiled away where no parameter is needed. So are the notes of changes below, where the
                // type is not tracked.
                if const { P::Terms::NEEDED != 0 } && call.skips.count() {
                    note_skipped(row, &terms);
                }
                return;
            };
            let _noted = match &noting {
                Some(noting) if const { notes::<T, R, P>() } => Some(noting.row(row)),
                _ => None,
            };
            visit_row::<T, R, P, F, S>(hook, own, visiting, cursors.only(), &at, call_hook);
        });
        first = end;
    }
    Ok(())
}

/// Begins to note the rows of tracked types that a pass changes: its own, and those of its terms.
fn begin_noting<'p>(own: Option<&Column>, terms: &[TermRows<'_>], visiting: &'p Rc<Visiting>) -> Noting<'p> {
    let mut noting = Noting::new(visiting);
    own.into_iter().for_each(|column| noting.add_own(column));
    for (term, rows) in terms.iter().enumerate() {
        rows.noted().into_iter().for_each(|column| noting.add_term(term, column));
    }
    noting
}

/// Says whether a pass changes rows of a tracked type.
const fn notes<T: Component, R: Receiver, P: PassParams>() -> bool {
    R::WRITES && spec::<T>().tracked || P::Terms::IS_NOTED
}

/// Calls `call_hook` with a row whose items lie at a step of the cursors: one function a hook, on both ways
/// through its rows.
#[inline]
fn visit_row<'c, T: Component, R: Receiver + 'static, P: PassParams, F, S>(
    hook: &'c F,
    own: R::Own<'_, T>,
    visiting: &Visiting,
    at: CursorsAt<'_, 'c, P::Terms>,
    row: &Row<'_>,
    call_hook: S,
) -> bool
where
    S: for<'a, 'own> Fn(&'a F, &Visiting, usize, R::Own<'own, T>, PassItems<'a, P>) -> bool + Copy,
{
    at.with(row, hook, |hook, items| call_hook(hook, visiting, row.row, own, items))
}

/// Notes how a hook has ended for a row.
#[inline(always)]
fn note_row<T: Component>(
    ended: Ended<impl Display + 'static>,
    column: &Column,
    row: usize,
    call: &PassCall<'_>,
) {
    let entity = || column.entity_of(row as u32).unwrap_or_default();
    match ended {
        Ended::Done => {}
        Ended::Nothing => call.idle.add(entity),
        Ended::Failed(error) => {
            if note_failed(call.name(column), entity(), Box::new(error)) {
                Handle::<T>::new(entity()).set_enabled(false);
            }
        }
    }
}

macro_rules! pass_hooks {
    ($receiver:ty, $marker:ident, $($param:ident),*) => {
        #[allow(non_snake_case, reason = "an item is named as the type of its parameter")]
        impl<T: Component, Hook, Out: Outcome, $($param: PassParam),*>
            PassHook<T, fn($marker, $($param),*)> for Hook
        where
            Hook: Fn($receiver, $($param),*) -> Out,
            for<'a> &'a Hook: Fn($receiver, $(<$param::Term as Term>::Lent<'a>),*) -> Out,
        {
            type Params = ($($param,)*);

            fn pass(&self, store: &Store<T>, call: &PassCall<'_>) -> Result<(), UpdateError> {
                const { assert!(<[&str]>::len(&[$(stringify!($param)),*]) <= MOST_TERMS) };

                /// Gives `call_hook` each item as an argument of its own.
                fn spread<T: Component, R: Receiver + 'static, Hook, $($param: PassParam,)* S>(
                    hook: &Hook,
                    store: &Store<T>,
                    call: &PassCall<'_>,
                    call_hook: S,
                ) -> Result<(), UpdateError>
                where
                    S: for<'a, 'own> Fn(
                        &'a Hook, &Visiting, usize, R::Own<'own, T>, $(<$param::Term as Term>::Lent<'a>),*
                    ) -> bool + Copy,
                {
                    each_row::<T, R, ($($param,)*), Hook, _>(
                        hook,
                        store,
                        call,
                        move |hook, visiting, row, own, ($($param,)*)| {
                            call_hook(hook, visiting, row, own, $($param),*)
                        },
                    )
                }

                spread::<T, $marker, Hook, $($param,)* _>(
                    self,
                    store,
                    call,
                    |hook: &Hook, visiting, row, own: $receiver, $($param),*| {
                        visiting.visit(row as u32);
                        let outcome = (&hook)(own, $($param),*);
                        if const { !Out::__IS_DONE } {
                            note_row::<T>(outcome.__ended(), store, row, call);
                        }
                        visiting.needs_slow_path()
                    },
                )
            }
        }
    };
}

for_each_arity!(pass_hooks);
