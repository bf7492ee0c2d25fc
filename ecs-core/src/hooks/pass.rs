//! The hook that runs over all components of a type in one pass: `update`.

use crate::component::Component;
use crate::error::UpdateError;
use crate::store::{Lent, Site, Store, Visit};

use super::event::for_each_arity;
use super::param::{PassCall, PassParam, Row, Sibling};
use super::stretch::Stretch;
use super::{Absent, ByMut, ByRef, Wrap};

/// A method that can be a pass hook of `T`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the `update` hook of `{T}`",
    label = "not of the form of this hook",
    note = "the form is `fn update(&mut self, ..)` or `fn update(&self, ..)` without a result; `..` are up to five of `f32` (seconds), `Entity`, and components of the same entity as `&U`, `&mut U`, `Option<&U>`, `Option<&mut U>`",
    note = "if it is not meant as a hook, write `#[component(update = none)]` above the type"
)]
pub trait PassHook<T, M> {
    #[doc(hidden)]
    const PRESENT: bool;

    #[doc(hidden)]
    fn pass(&self, store: &Store<T>, call: &PassCall) -> Result<(), UpdateError>;

    #[doc(hidden)]
    fn access(found: &mut dyn FnMut(Sibling));
}

#[diagnostic::do_not_recommend]
impl<T> PassHook<T, Absent> for Absent {
    const PRESENT: bool = false;

    fn pass(&self, _: &Store<T>, _: &PassCall) -> Result<(), UpdateError> {
        Ok(())
    }

    fn access(_: &mut dyn FnMut(Sibling)) {}
}

/// A pass hook whose parameters are no longer in its type.
pub trait RunPass<T> {
    #[doc(hidden)]
    fn run(&self, store: &Store<T>, dt: f32, site: Site) -> Result<(), UpdateError>;

    #[doc(hidden)]
    fn access(&self, found: &mut dyn FnMut(Sibling));
}

impl<T, F: PassHook<T, M>, M> RunPass<T> for Wrap<F, M> {
    fn run(&self, store: &Store<T>, dt: f32, site: Site) -> Result<(), UpdateError> {
        self.0.pass(store, &PassCall { dt, site })
    }

    fn access(&self, found: &mut dyn FnMut(Sibling)) {
        F::access(found);
    }
}

macro_rules! pass_hooks {
    ($receiver:ty, $marker:ident, $($param:ident),*) => {
        #[allow(non_snake_case, unused_variables, unused_mut, dropping_copy_types, reason = "a parameter's column is named as its type; there may be none")]
        impl<T: Component, F, $($param: PassParam),*> PassHook<T, fn($marker, $($param),*)> for F
        where
            F: Fn($receiver, $($param),*),
            for<'a> &'a F: Fn($receiver, $($param::Item<'a>),*),
        {
            const PRESENT: bool = true;

            fn pass(&self, store: &Store<T>, call: &PassCall) -> Result<(), UpdateError> {
                /// Calls `step` for each row with all that the hook takes, the register among it: see [`Visit::quickly`].
                fn each<T: Component, F, $($param: PassParam,)* S>(
                    hook: &F,
                    store: &Store<T>,
                    call: &PassCall,
                    step: S,
                ) -> Result<(), UpdateError>
                where
                    S: for<'a> Fn(&'a F, &Lent, usize, &mut T, $($param::Item<'a>),*) -> bool + Copy,
                {
                    $(let mut $param = $param::borrow(call)?;)*
                    let visit = Visit::begin(store, T::__SPEC.isolated, call.site)?;
                    let rows = visit.rows();
                    let beside = [$($param::beside(&$param, store)),*];
                    let mut first = 0;
                    while first < rows {
                        let Stretch { len, starts } = Stretch::find(&beside, first, rows);
                        let mut rest = first..first + len;
                        if let Some(starts) = starts {
                            let mut starts = starts.into_iter();
                            let (visited, mut visit_place) = visit.quickly(first, len, |len| {
                                $(let mut $param = $param::lane(&mut $param, starts.next().unwrap_or_default(), len);)*
                                move |value: &mut T, lent: &Lent, place| {
                                    let at = Row { row: first + place, place, store };
                                    step(hook, lent, at.row, value, $($param::at(&mut $param, &at)),*)
                                }
                            });
                            rest.start += visited;
                            // Known at compile time: a hook that is called from two places is not inlined.
                            if !(false $(|| $param::MAY_LACK)*) {
                                // All rows are one stretch then, so a row is its own place.
                                debug_assert_eq!(first, 0);
                                visit.carefully(rest.clone(), &mut visit_place);
                                rest.start = rest.end;
                            }
                        }
                        if false $(|| $param::MAY_LACK)* {
                            visit.carefully(rest.clone(), &mut |value, lent, row| {
                                let at = Row { row, place: 0, store };
                                $(let Some($param) = $param::find(&mut $param, &at) else { return lent.needs_attention() };)*
                                step(hook, lent, row, value, $($param),*)
                            });
                        }
                        first += len;
                    }
                    Ok(())
                }

                each::<T, F, $($param,)* _>(self, store, call, |hook: &F, lent, row, value: &mut T, $($param),*| {
                    lent.pass_row(row as u32);
                    (&hook)(value, $($param),*);
                    lent.needs_attention()
                })
            }

            fn access(found: &mut dyn FnMut(Sibling)) {
                $($param::access().map(&mut *found);)*
            }
        }
    };
}

for_each_arity!(pass_hooks);
