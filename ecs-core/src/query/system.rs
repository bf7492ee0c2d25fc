//! [`Query`] as a parameter of a system.

use crate::borrow::{AccessSet, Whose};
use crate::error::{QueryError, UpdateError};
use crate::frame::{ParSystemParam, ReadParam, SystemCall, SystemParam};
use crate::hooks::Param;
use crate::terms::{ParTerms, ReadOnly};
use crate::world::CommandBuffer;

use super::ask::Ask;
use super::data::{QueryData, begin};
use super::filter::QueryFilter;
use super::query::{Joined, Query, open};

impl<Q: QueryData, F: QueryFilter> Query<'_, Q, F> {
    /// Which entities it visits.
    const WHOSE: Whose<'static> = Whose {
        needs: AccessSet::All(&[Q::Terms::NEEDS, F::NEEDS]),
        lacks: F::LACKS,
        sees_disabled: F::SEES_DISABLED,
    };
}

impl<Q: QueryData, F: QueryFilter> Param for Query<'_, Q, F> {
    const ACCESS: AccessSet<'static> = AccessSet::Of(&Q::Terms::ACCESS, &Self::WHOSE);
    const WATCHES: AccessSet<'static> = F::WATCHES;
}

impl<Q: QueryData, F: QueryFilter> SystemParam for Query<'_, Q, F> {
    type State = Joined<Q, F>;
    type Item<'w> = Query<'w, Q, F>;
    type Memory = ();

    fn borrow(call: &SystemCall, (): &mut ()) -> Result<Self::State, UpdateError> {
        let opened = begin::<Q>().map_err(|error| match error {
            QueryError::World(error) => UpdateError::World(error),
            QueryError::Twice { component } => unreachable!("{component} was found to be taken twice before"),
            QueryError::Held { .. }
            | QueryError::Again { .. }
            | QueryError::NoneMatches { .. }
            | QueryError::SeveralMatch { .. } => unreachable!("nothing was visited yet"),
        })?;
        let mut asked = open::<Q, F>(opened, call.site);
        if !call.is_local {
            // The world is detached meanwhile.
            asked.join.visiting().stay_with(&Self::WHOSE);
        }
        match asked.join.state.hold_for_threads() {
            Ok(()) => Ok(asked),
            Err((component, conflict)) => Err(UpdateError::borrowed(component, conflict)),
        }
    }

    fn item<'w>(state: &'w mut Self::State, _: &'w CommandBuffer) -> Self::Item<'w> {
        Query::again(state)
    }
}

#[diagnostic::do_not_recommend]
impl<Q: QueryData<Terms: ParTerms>, F: QueryFilter> ParSystemParam for Query<'_, Q, F> {}

#[diagnostic::do_not_recommend]
impl<Q: QueryData<Terms: ReadOnly>, F: QueryFilter> ReadParam for Query<'_, Q, F> {}
