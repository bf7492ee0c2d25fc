//! [`Near`] as a parameter of hooks and systems.

use core::marker::PhantomData;
use std::sync::Arc;

use crate::base::CallSite;
use crate::borrow::AccessSet;
use crate::error::UpdateError;
use crate::features::schedules::{ParSystemParam, ReadParam, SystemCall, SystemParam};
use crate::hooks::{ParParam, Param, PassParam};
use crate::iterate::Plain;
use crate::spec::{PassCall, name_of};
use crate::store::Store;
use crate::terms::{Kept, LendKept};
use crate::world::CommandBuffer;

use super::calls::{Near, refresh};
use super::located::Located;
use super::points::Points;

/// The points of a type when a turn begins.
pub struct PointsOf<T>(Arc<Points>, PhantomData<fn() -> T>);

impl<T: Located> PointsOf<T> {
    fn now() -> Self {
        let points = T::__cell().store().map(|store| store.parts.near.points().clone());
        Self(points.unwrap_or_default(), PhantomData)
    }
}

impl<T: Located> LendKept for PointsOf<T> {
    type Lent<'c> = Near<'c, T>;

    #[inline]
    fn lend(&self) -> Near<'_, T> {
        Near::new(&self.0)
    }
}

impl<T: Located> Param for Near<'_, T> {
    const WATCHES: AccessSet<'static> = AccessSet::of::<T>(false);

    fn look(_: CallSite) -> Result<(), UpdateError> {
        let Some(store) = T::__cell().store().map(Store::rc) else { return Ok(()) };
        refresh::<T>(&store).map_err(|conflict| UpdateError::borrowed(name_of::<T>(), conflict))
    }
}

impl<T: Located> PassParam for Near<'_, T> {
    type Term = Kept<PointsOf<T>>;

    fn open(_: &PassCall<'_>) -> Result<Self::Term, UpdateError> {
        Ok(Kept::new(PointsOf::now()))
    }
}

#[diagnostic::do_not_recommend]
impl<T: Located> ParParam for Near<'_, T> {}

impl<T: Located> SystemParam for Near<'_, T> {
    type State = Plain<PointsOf<T>>;
    type Item<'w> = Near<'w, T>;
    type Memory = ();

    fn borrow(_: &SystemCall, (): &mut ()) -> Result<Self::State, UpdateError> {
        Ok(Plain(PointsOf::now()))
    }

    fn item<'w>(state: &'w mut Self::State, _: &'w CommandBuffer) -> Near<'w, T> {
        state.0.lend()
    }
}

#[diagnostic::do_not_recommend]
impl<T: Located> ParSystemParam for Near<'_, T> {}

#[diagnostic::do_not_recommend]
impl<T: Located> ReadParam for Near<'_, T> {}
