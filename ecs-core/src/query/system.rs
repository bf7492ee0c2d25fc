//! [`Query`] for a system: what it takes, and how that is borrowed.

use crate::base::CallSite;
use crate::borrow::{AccessSet, Whose};
use crate::error::{QueryError, UpdateError};
use crate::hooks::Param;

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

impl<Q: QueryData, F: QueryFilter> Query<'_, Q, F> {
    /// Borrows what the query of a system takes. The world is detached while a system runs that is not local.
    pub(crate) fn borrow_for_system(site: CallSite, is_local: bool) -> Result<Joined<Q, F>, UpdateError> {
        let opened = begin::<Q>().map_err(|error| match error {
            QueryError::World(error) => UpdateError::World(error),
            QueryError::Twice { component } => unreachable!("{component} was found to be taken twice before"),
            QueryError::Held { .. }
            | QueryError::Again { .. }
            | QueryError::NoneMatches { .. }
            | QueryError::SeveralMatch { .. } => unreachable!("nothing was visited yet"),
        })?;
        let mut asked = open::<Q, F>(opened, site);
        if !is_local {
            asked.join.visiting().stay_with(&Self::WHOSE);
        }
        match asked.join.state.hold_for_threads() {
            Ok(()) => Ok(asked),
            Err((component, conflict)) => Err(UpdateError::borrowed(component, conflict)),
        }
    }
}
