//! The components of one entity whose types offer an interface: [`Entity::get_as`] and its kin.

use core::any::type_name;
use core::fmt;
use std::vec;

use crate::base::{CallSite, WithoutPaths};
use crate::error::{BorrowError, fail, or_fail};
use crate::ids::Entity;
use crate::store::{Ref, RefMut};
use crate::world::{current, with_current};

use super::implementor::Implementor;
use super::state::offering_types;

impl Entity {
    /// Borrows the component that offers an interface, for reading and writing; `None` if the entity has
    /// none, or is dead.
    ///
    /// Disabled ones count, as they do for [`get_mut`](Self::get_mut). Of several the first is taken, in the
    /// order of their types that [`every`](crate::every) describes: [`get_all_as`](Self::get_all_as) has all.
    /// O(types that offer it).
    ///
    /// ```
    /// use ecs_core::{Component, Entity};
    ///
    /// trait Damageable {
    ///     fn hurt(&mut self, points: u32);
    /// }
    ///
    /// #[derive(Component)]
    /// #[component(as(dyn Damageable))]
    /// struct Barrel { planks: u32 }
    ///
    /// impl Damageable for Barrel {
    ///     fn hurt(&mut self, points: u32) {
    ///         self.planks = self.planks.saturating_sub(points);
    ///     }
    /// }
    ///
    /// let hit = Entity::spawn().with(Barrel { planks: 5 });
    /// hit.get_as::<dyn Damageable>().map(|mut one| one.hurt(3));
    /// assert_eq!(hit.borrow::<Barrel>().planks, 2);
    /// assert!(Entity::spawn().get_as::<dyn Damageable>().is_none());
    /// ```
    ///
    /// # Panics
    ///
    /// If that component is borrowed: that is a bug, not a state. If its type is [`Soa`](crate::Soa), of
    /// which there are copies alone: call [`with_as`](Self::with_as). [`try_get_as`](Self::try_get_as) is the
    /// soft form.
    #[track_caller]
    #[must_use]
    pub fn get_as<I: ?Sized + 'static>(self) -> Option<RefMut<I>> {
        let site = CallSite::here();
        let guard = first_at_once::<I, _>(self, |implementor| implementor.borrow_mut_at_once(self, site));
        match guard {
            Some(guard) => Some(guard),
            None => or_fail(or_none(self.try_get_as())),
        }
    }

    /// Borrows the component that offers an interface, for reading and writing, or says why not.
    ///
    /// # Errors
    ///
    /// [`BorrowError::NotOffered`] if the entity has none; otherwise as of
    /// [`Handle::try_borrow_mut`](crate::Handle::try_borrow_mut), and [`BorrowError::Copied`] if the
    /// component's type is [`Soa`](crate::Soa).
    #[track_caller]
    pub fn try_get_as<I: ?Sized + 'static>(self) -> Result<RefMut<I>, BorrowError> {
        let site = CallSite::here();
        first::<I, _>(self, |implementor| implementor.borrow_mut(self, site))
    }

    /// Borrows the component that offers an interface, for reading; otherwise as [`get_as`](Self::get_as).
    ///
    /// # Panics
    ///
    /// If that component is mutably borrowed, or its type is [`Soa`](crate::Soa);
    /// [`try_read_as`](Self::try_read_as) is the soft form.
    #[track_caller]
    #[must_use]
    pub fn read_as<I: ?Sized + 'static>(self) -> Option<Ref<I>> {
        let site = CallSite::here();
        let guard = first_at_once::<I, _>(self, |implementor| implementor.borrow_at_once(self, site));
        match guard {
            Some(guard) => Some(guard),
            None => or_fail(or_none(self.try_read_as())),
        }
    }

    /// Borrows the component that offers an interface, for reading, or says why not.
    ///
    /// # Errors
    ///
    /// As [`try_get_as`](Self::try_get_as), if the component is mutably borrowed.
    #[track_caller]
    pub fn try_read_as<I: ?Sized + 'static>(self) -> Result<Ref<I>, BorrowError> {
        let site = CallSite::here();
        first::<I, _>(self, |implementor| implementor.borrow(self, site))
    }

    /// Calls a function with the component that offers an interface, borrowed for reading and writing; `None`
    /// if the entity has none, or is dead. The first one, if several do, as of [`get_as`](Self::get_as).
    ///
    /// ```
    /// # use ecs_core::{Component, Entity};
    /// trait Damageable {
    ///     fn hurt(&mut self, points: u32) -> bool;
    /// }
    ///
    /// #[derive(Component)]
    /// #[component(soa, as(dyn Damageable))]
    /// struct Crate {
    ///     planks: u32,
    /// }
    ///
    /// impl Damageable for Crate {
    ///     fn hurt(&mut self, points: u32) -> bool {
    ///         self.planks = self.planks.saturating_sub(points);
    ///         self.planks == 0
    ///     }
    /// }
    ///
    /// let hit = Entity::spawn().with(Crate { planks: 5 });
    /// assert_eq!(hit.with_as::<dyn Damageable, _>(|one| one.hurt(3)), Some(false));
    /// assert_eq!(hit.borrow::<Crate>().planks, 2);
    /// ```
    ///
    /// # Panics
    ///
    /// If that component is borrowed; [`try_with_as`](Self::try_with_as) is the soft form.
    #[track_caller]
    pub fn with_as<I: ?Sized + 'static, R>(self, f: impl FnOnce(&mut I) -> R) -> Option<R> {
        or_fail(or_none(self.try_with_as(f)))
    }

    /// Calls a function with the component that offers an interface, or says why not.
    ///
    /// # Errors
    ///
    /// As [`try_get_as`](Self::try_get_as).
    #[track_caller]
    pub fn try_with_as<I: ?Sized + 'static, R>(self, f: impl FnOnce(&mut I) -> R) -> Result<R, BorrowError> {
        let site = CallSite::here();
        let (mut f, mut returned) = (Some(f), None);
        for implementor in self.get_all_as::<I>().implementors {
            let mut call = |own: &mut I| returned = f.take().map(|f| f(own));
            if let Some(result) = if_alive(implementor.call(self, &mut call, site)) {
                result?;
            }
            if let Some(returned) = returned {
                return Ok(returned);
            }
        }
        first::<I, R>(self, |_| Err(BorrowError::Dead { component: "", entity: self, ending: None }))
    }

    /// Borrows one after the other all components that offer an interface, for reading and writing, in the
    /// order that [`every`](crate::every) describes.
    ///
    /// Each is borrowed when its turn comes, so that what it does may reach the others. What the entity gets
    /// after this call is not among them, and what it has lost is passed over. Empty if it is dead.
    ///
    /// ```
    /// # use ecs_core::{Component, Entity};
    /// # trait Damageable {
    /// #     fn hurt(&mut self, points: u32);
    /// # }
    /// # #[derive(Component)]
    /// # #[component(as(dyn Damageable))]
    /// # struct Hull(u32);
    /// # impl Damageable for Hull {
    /// #     fn hurt(&mut self, points: u32) {
    /// #         self.0 -= points;
    /// #     }
    /// # }
    /// # #[derive(Component)]
    /// # #[component(as(dyn Damageable))]
    /// # struct Shield(u32);
    /// # impl Damageable for Shield {
    /// #     fn hurt(&mut self, points: u32) {
    /// #         self.0 -= points;
    /// #     }
    /// # }
    /// let ship = Entity::spawn().with(Hull(9)).with(Shield(5));
    /// for mut part in ship.get_all_as::<dyn Damageable>() {
    ///     part.hurt(1);
    /// }
    /// assert_eq!((ship.borrow::<Hull>().0, ship.borrow::<Shield>().0), (8, 4));
    /// ```
    ///
    /// # Panics
    ///
    /// The iterator does at one that is borrowed, or whose type is [`Soa`](crate::Soa): of that there are
    /// copies alone, and [`with_all_as`](Self::with_all_as) calls it. [`AllAs::try_next`] is the soft form.
    #[track_caller]
    pub fn get_all_as<I: ?Sized + 'static>(self) -> AllAs<I> {
        let implementors = match current() {
            Ok(core) => {
                let types = core.types(self);
                let offered = offering_types::<I>(&core);
                let of_entity = offered.iter().filter(|ty| types.has(ty.number));
                of_entity.map(|ty| ty.implementor::<I>()).collect()
            }
            Err(_) => Vec::new(),
        };
        AllAs { entity: self, implementors: implementors.into_iter() }
    }

    /// Calls a function with all components that offer an interface, one after the other, each borrowed for
    /// reading and writing while it is called. As [`get_all_as`](Self::get_all_as), and of any type. Returns
    /// how many it has called.
    ///
    /// ```
    /// # use ecs_core::{Component, Entity};
    /// # trait Damageable {
    /// #     fn hurt(&mut self, points: u32);
    /// # }
    /// # #[derive(Component)]
    /// # #[component(soa, as(dyn Damageable))]
    /// # struct Hull(u32);
    /// # impl Damageable for Hull {
    /// #     fn hurt(&mut self, points: u32) {
    /// #         self.0 -= points;
    /// #     }
    /// # }
    /// # #[derive(Component)]
    /// # #[component(as(dyn Damageable))]
    /// # struct Shield(u32);
    /// # impl Damageable for Shield {
    /// #     fn hurt(&mut self, points: u32) {
    /// #         self.0 -= points;
    /// #     }
    /// # }
    /// let ship = Entity::spawn().with(Hull(9)).with(Shield(5));
    /// assert_eq!(ship.with_all_as::<dyn Damageable>(|part| part.hurt(1)), 2);
    /// assert_eq!((ship.borrow::<Hull>().0, ship.borrow::<Shield>().0), (8, 4));
    /// ```
    ///
    /// # Panics
    ///
    /// At one that is borrowed; [`try_with_all_as`](Self::try_with_all_as) is the soft form.
    #[track_caller]
    pub fn with_all_as<I: ?Sized + 'static>(self, f: impl FnMut(&mut I)) -> usize {
        or_fail(self.try_with_all_as(f))
    }

    /// Calls a function with all components that offer an interface, until one is borrowed.
    ///
    /// # Errors
    ///
    /// [`BorrowError::Borrowed`] if one is borrowed. Those before it were called.
    #[track_caller]
    pub fn try_with_all_as<I: ?Sized + 'static>(
        self,
        mut f: impl FnMut(&mut I),
    ) -> Result<usize, BorrowError> {
        let site = CallSite::here();
        let mut called = 0;
        for implementor in self.get_all_as::<I>().implementors {
            if let Some(result) = if_alive(implementor.call(self, &mut f, site)) {
                result?;
                called += 1;
            }
        }
        Ok(called)
    }
}

/// Borrows the first component of an entity that offers an interface, if there is nothing to find out: errors
/// are so large that handing them on costs as much as all the rest.
#[inline]
fn first_at_once<I: ?Sized + 'static, G>(
    entity: Entity,
    borrow: impl FnOnce(&dyn Implementor<I>) -> Option<G>,
) -> Option<G> {
    let found = with_current(|core| {
        let types = core.types(entity);
        let offered = offering_types::<I>(core);
        let first = offered.iter().find(|ty| types.has(ty.number))?;
        borrow(first.implementor())
    });
    found.ok().flatten()
}

/// Borrows the first component of an entity that offers an interface, or finds out why not.
#[track_caller]
fn first<I: ?Sized + 'static, G>(
    entity: Entity,
    borrow: impl Fn(&dyn Implementor<I>) -> Result<G, BorrowError>,
) -> Result<G, BorrowError> {
    let interface = type_name::<I>();
    let found = with_current(|core| {
        let types = core.types(entity);
        let offered = offering_types::<I>(core);
        let mut of_entity = offered.iter().filter(|ty| types.has(ty.number));
        let found = of_entity.find_map(|ty| if_alive(borrow(ty.implementor())));
        found.unwrap_or_else(|| Err(core.why_gone(interface, entity, None)))
    });
    match found.unwrap_or_else(|error| Err(BorrowError::World { component: interface, error })) {
        Ok(guard) => Ok(guard),
        Err(BorrowError::Missing { entity, .. }) => Err(BorrowError::NotOffered { interface, entity }),
        Err(error) => Err(error),
    }
}

/// `None` if there is nothing to borrow any more.
fn if_alive<G>(result: Result<G, BorrowError>) -> Option<Result<G, BorrowError>> {
    match result {
        Ok(guard) => Some(Ok(guard)),
        Err(error @ (BorrowError::Borrowed { .. } | BorrowError::Copied { .. })) => Some(Err(error)),
        Err(_) => None,
    }
}

/// Keeps a conflict as an error, and makes every other error `None`.
fn or_none<G>(result: Result<G, BorrowError>) -> Result<Option<G>, BorrowError> {
    match result {
        Ok(guard) => Ok(Some(guard)),
        Err(error @ (BorrowError::Borrowed { .. } | BorrowError::Copied { .. })) => Err(error),
        Err(_) => Ok(None),
    }
}

/// The components of an entity that offer the interface `I`, each borrowed when its turn comes. Comes from
/// [`Entity::get_all_as`].
#[must_use = "nothing is borrowed until the iterator is asked"]
pub struct AllAs<I: ?Sized + 'static> {
    entity: Entity,
    implementors: vec::IntoIter<&'static dyn Implementor<I>>,
}

impl<I: ?Sized + 'static> AllAs<I> {
    /// Borrows the next component, or says why not; `None` if there is none.
    ///
    /// # Errors
    ///
    /// [`BorrowError::Borrowed`] if it is borrowed, [`BorrowError::Copied`] if its type is
    /// [`Soa`](crate::Soa). The iterator goes on behind it.
    #[track_caller]
    pub fn try_next(&mut self) -> Option<Result<RefMut<I>, BorrowError>> {
        let (entity, site) = (self.entity, CallSite::here());
        self.implementors.find_map(|implementor| if_alive(implementor.borrow_mut(entity, site)))
    }
}

impl<I: ?Sized + 'static> Iterator for AllAs<I> {
    type Item = RefMut<I>;

    #[track_caller]
    fn next(&mut self) -> Option<RefMut<I>> {
        match self.try_next()? {
            Ok(guard) => Some(guard),
            Err(error) => fail(&error),
        }
    }
}

impl<I: ?Sized + 'static> fmt::Debug for AllAs<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (entity, left) = (self.entity, self.implementors.len());
        write!(f, "{entity:?}.get_all_as::<{}>(), {left} left", WithoutPaths(type_name::<I>()))
    }
}
