//! [`Pool`]: entities of one archetype that are parked and taken again, instead of despawned and spawned.

use core::cell::{Cell, RefCell};
use core::mem::forget;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use crate::archetype::Archetype;
use crate::base::{CallSite, OnDrop, One, OneByOne};
use crate::error::{AddError, WorldError, fail, refuse_unwinding};
use crate::ids::Entity;
use crate::life::{self, AddingOf, Bundle, BundleParts, DefaultBundle, Recycling, detach};
use crate::world::{
    EndCall, Removal, WorldCore, current, done_or_noted, note_unwinding, raise_later, with_current,
    with_current_or_new,
};

use super::error::PoolError;
use super::live::Live;
use super::members::Members;
use crate::base::{OutsidePlace, is_saving};

/// What a pool can hold: an [`Archetype`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an archetype",
    note = "a pool holds an `Archetype<(A, B)>`; a pool of one type of components is a \
            `Pool<Archetype<(A,)>>`"
)]
pub trait Pooled {
    /// The tuple of the archetype's types.
    type Values: Bundle;
}

#[diagnostic::do_not_recommend]
impl<B: Bundle> Pooled for Archetype<B> {
    type Values = B;
}

/// Keeps used entities with their components and hands them out again, without allocating.
///
/// A pool is a plain value: a local, a field of a component or singleton, or a `thread_local!`. All calls
/// take `&self`, so a hook may call the pool of its own entity. [`take`](Self::take) returns an unused
/// entity, or spawns one if there is none. [`give_back`](Self::give_back) parks an entity: it disables the
/// entity with all its components, so that passes and queries skip it.
///
/// An entity that is taken again is a new entity for the rest of the program. It has a new generation, so ids
/// and handles from its earlier life stay dead, and it has no [name](Entity::set_name). Its components keep
/// their values. So a field that refers to its own entity, such as a `Handle` that `init` has set, must be
/// set again: mark it `#[component(sibling)]`, or set it in `on_reset`. A borrow through a stale handle is
/// the error [`BorrowError::Stale`](crate::BorrowError::Stale).
///
/// The same holds for its descendants: they are parked and taken with it, and have new ids when it is taken
/// again. Find them again in `on_reset`: `self.gun = me.down().unwrap_or_default()`. A child that belongs to
/// a pool of its own leaves that pool: give the child back first.
///
/// ```
/// use ecs_core::{Archetype, Component, Pool, update_all};
///
/// #[derive(Component, Default)]
/// struct Transform { y: f32 }
///
/// #[derive(Component, Default)]
/// struct Wings { beats: u32 }
///
/// impl Wings {
///     fn update(&mut self, transform: &mut Transform) {
///         self.beats += 1;
///         transform.y += 1.0;
///     }
/// }
///
/// type Bat = Archetype<(Transform, Wings)>;
///
/// let bats = Pool::<Bat>::with(
///     || (Transform { y: 10.0 }, Wings::default()), // makes the values of a new bat
///     |bat| bat.borrow_mut::<Transform>().y = 10.0, // resets one that was used
/// );
/// let first = bats.take();
/// update_all(0.1);
/// assert_eq!(first.borrow::<Transform>().y, 11.0);
///
/// assert!(bats.give_back(first));
/// update_all(0.1); // parked: not visited
/// let again = bats.take();
/// assert_eq!((again.index(), again.is_alive(), first.is_alive()), (first.index(), true, false));
/// assert_eq!(again.borrow::<Transform>().y, 10.0); // reset
/// assert_eq!(again.borrow::<Wings>().beats, 1); // nobody has reset this
/// ```
///
/// # What happens when one is taken again
///
/// 1. The entity and all its descendants get new generations. No old id finds them any more.
/// 2. If the entity has lost components of the archetype, they are added as by [`Archetype::apply_with`],
///    with values of the supplier.
/// 3. All descendants and all components are enabled. Then for each component, those of the parent first, in
///    the order of their types: `sibling` fields are filled, and `on_reset` runs.
/// 4. The pool's resetter runs.
/// 5. The entity is enabled, and `on_enable` runs on each component.
///
/// `init` runs when an entity is made, and not again. If one of these steps panics, the entity is parked
/// again. If a hook gives the entity back or despawns it, the resetter does not run, and `take` returns a
/// parked or dead entity.
///
/// # What belongs to the pool
///
/// An entity that you despawn leaves the pool, taken or parked. Components that you add to an entity stay,
/// and are parked and taken with it: remove them in `on_reset`, in the resetter or before you give it back.
///
/// `take` passes over a parked entity with a borrowed component, also one that the running pass borrows as a
/// sibling, and uses the next one, or makes one. So take entities in hooks that do not borrow the pool's
/// types as siblings. `take` also passes over an entity whose `on_disable` or observers have still to run, as
/// after a panic, until the next sync point.
///
/// The entities belong to the world in which they were made. While another world is current, none can be
/// taken or given back. When the pool is dropped, its parked entities are despawned, and taken ones live on.
/// If their world is not current or closes, the parked entities stay in it, disabled. If a hook or a `Drop`
/// panics meanwhile, the panic continues in the next [`World::flush`](crate::World::flush) or
/// [`update_all`](crate::update_all), not in the drop of the pool.
///
/// A clone is the same pool: the parked entities are despawned when the last clone is dropped.
pub struct Pool<A: Pooled> {
    pub(super) shared: Rc<SharedPool<A>>,
    /// It is one of those that keep the pool. What a snapshot has of it is not.
    is_owner: bool,
}

/// What all that name a pool have in common.
pub(super) struct SharedPool<A: Pooled> {
    supplier: One<Box<dyn Fn() -> A::Values>>,
    resetter: One<Box<dyn Fn(Entity)>>,
    pub(super) max: Cell<usize>,
    pub(super) members: RefCell<Members>,
    /// How many are being made now: calls that have not returned.
    making: Cell<usize>,
    /// How many keep the pool.
    owners: Cell<usize>,
    /// Where it was made: who drops it is not known.
    made_at: CallSite,
    /// What its world calls it in snapshots.
    pub(super) place: Cell<OutsidePlace>,
}

/// Why a pool gives nothing while the thread unwinds.
const UNWINDING: PoolError =
    PoolError::Add(AddError::World { component: None, error: WorldError::Unwinding });

impl<B: Bundle> Pool<Archetype<B>> {
    /// Makes an empty pool whose new entities have default values, and whose used entities keep their values.
    #[must_use]
    #[track_caller]
    pub fn new() -> Self
    where
        B: DefaultBundle,
    {
        const { life::refuse_twice::<B>() };
        Self::of(Box::new(B::default), None)
    }

    /// Makes an empty pool. `supplier` makes the values of a new entity; `resetter` is called with each
    /// entity that is taken again.
    ///
    /// The resetter runs after all `on_reset`, while the entity is still disabled.
    #[must_use]
    #[track_caller]
    pub fn with(supplier: impl Fn() -> B + 'static, resetter: impl Fn(Entity) + 'static) -> Self {
        const { life::refuse_twice::<B>() };
        Self::of(Box::new(supplier), Some(Box::new(resetter)))
    }

    #[track_caller]
    fn of(supplier: Box<dyn Fn() -> B>, resetter: Option<Box<dyn Fn(Entity)>>) -> Self {
        let shared = SharedPool {
            supplier: One::of(supplier),
            resetter: OneByOne::new(resetter),
            max: Cell::new(usize::MAX),
            members: RefCell::new(Members::new()),
            making: Cell::new(0),
            owners: Cell::new(1),
            made_at: CallSite::here(),
            place: Cell::default(),
        };
        Self { shared: Rc::new(shared), is_owner: true }
    }

    /// Limits the pool, and all its clones, to `max` entities: taken and parked ones together.
    #[must_use]
    pub fn bounded(self, max: usize) -> Self {
        self.shared.max.set(max);
        self
    }

    /// Takes over all entities of another pool, taken and parked ones. The former entities of this pool live
    /// on without a pool. A pool that was loaded from a save has no closures, so give its entities to a new
    /// pool with closures in `on_load`: `self.bats = make_pool().with_members_of(take(&mut self.bats))`.
    ///
    /// ```
    /// use ecs_core::{Archetype, Component, Pool};
    ///
    /// #[derive(Component, Default)]
    /// struct Health(u32);
    ///
    /// type Bat = Archetype<(Health,)>;
    ///
    /// let plain = Pool::<Bat>::new();
    /// let bat = plain.take();
    /// let bats = Pool::<Bat>::with(|| (Health(3),), |_| ()).with_members_of(plain);
    /// assert!(bats.give_back(bat));
    /// ```
    #[must_use]
    pub fn with_members_of(self, other: Self) -> Self {
        self.shared.members.replace(other.shared.members.replace(Members::new()));
        self.save_with_current();
        self
    }

    /// Takes an entity out of the pool: a parked one with a new generation, or else a new one.
    ///
    /// Takes the entity that was parked last. O(1), and without an allocation if one is parked that is not
    /// borrowed. While the thread unwinds, returns [`Entity::NONE`], because nothing can be reset.
    ///
    /// # Panics
    ///
    /// If the pool is exhausted, its members belong to another world, or no entity can be made;
    /// [`try_take`](Self::try_take) returns an error instead.
    #[track_caller]
    pub fn take(&self) -> Entity {
        match self.try_take() {
            Ok(entity) => entity,
            Err(UNWINDING) => {
                note_unwinding("Pool::take", None, Entity::NONE, CallSite::here());
                Entity::NONE
            }
            Err(error) => fail(&error),
        }
    }

    /// Takes an entity out of the pool, as [`take`](Self::take), or says why not.
    ///
    /// # Errors
    ///
    /// [`PoolError::Exhausted`] if a bounded pool has no entity left, [`PoolError::Busy`] if no parked entity
    /// can be taken now, [`PoolError::Reset`] if an `on_reset` keeps another component of the entity
    /// borrowed, [`PoolError::WrongWorld`] if another world is current, [`PoolError::Add`] if no entity can
    /// be made, if a lost component cannot be added, and while the thread unwinds.
    #[track_caller]
    pub fn try_take(&self) -> Result<Entity, PoolError> {
        let site = CallSite::here();
        let core = &self.enter()?;
        let taken = Cell::new(Entity::NONE);
        // The guard is outside: the sync point at the end may panic too.
        let undo = OnDrop(|| self.undo_take(core, taken.get(), site));
        core.structural(|| {
            if !self.take_parked(core, &taken, site)? {
                taken.set(self.make(core, true, site)?);
            }
            Ok::<_, PoolError>(())
        })?;
        forget(undo);
        Ok(taken.get())
    }

    /// Gives an entity back to the pool: disables it with its components and descendants until it is taken
    /// again, and detaches it from its parent. O(the number of descendants), so O(1) without children.
    ///
    /// The [timers](crate::Timer) and tasks of the entity, its components and its descendants end: start them
    /// again in `on_enable` or `on_reset`. `on_disable` runs on each component, as in
    /// [`Entity::set_enabled`]. You may call this in the update of the entity, and while a component of it is
    /// borrowed; `on_disable` is then deferred to the next sync point.
    ///
    /// The entity is disabled, not dead: handles, its name and [`Component::count`](crate::Component::count)
    /// still reach it, until [`take`](Self::take) hands it out again.
    ///
    /// Returns `false`, and does nothing, if the entity is not one that is taken from this pool and alive.
    #[track_caller]
    pub fn give_back(&self, entity: Entity) -> bool {
        let site = CallSite::here();
        done_or_noted(self.park(entity, site), "Pool::give_back", || None, entity, site)
    }

    #[track_caller]
    fn park(&self, entity: Entity, site: CallSite) -> bool {
        let Ok(core) = current() else { return false };
        if !self.is_taken(entity) {
            return false;
        }
        self.save_with(&core);
        core.structural(|| {
            // Asked inside: what was pending may have ended it.
            if !self.is_taken(entity) || core.is_entity_dying(entity) {
                return false;
            }
            // Also if an `on_disable` panics.
            let parking = OnDrop(|| self.end_parking(&core, entity, site));
            life::park(&core, entity, site);
            drop(parking);
            !self.is_taken(entity)
        })
    }

    /// Makes entities until `count` are parked, so that the next `count` calls of `take` make none.
    ///
    /// Their `init` runs now, on disabled entities. When they are taken, they are reset like used ones.
    ///
    /// # Panics
    ///
    /// If the bound allows fewer entities, taken ones included, or as [`take`](Self::take);
    /// [`try_prewarm`](Self::try_prewarm) returns an error instead.
    #[track_caller]
    pub fn prewarm(&self, count: usize) {
        match self.try_prewarm(count) {
            Ok(()) => {}
            Err(UNWINDING) => note_unwinding("Pool::prewarm", None, Entity::NONE, CallSite::here()),
            Err(error) => fail(&error),
        }
    }

    /// Makes entities until `count` are parked, as [`prewarm`](Self::prewarm), or says why not; those that
    /// were made stay parked.
    ///
    /// # Errors
    ///
    /// As [`try_take`](Self::try_take).
    #[track_caller]
    pub fn try_prewarm(&self, count: usize) -> Result<(), PoolError> {
        let site = CallSite::here();
        let core = &self.enter()?;
        self.forget_dead(core);
        let parked = self.shared.members.borrow().parked().len();
        for _ in parked..count {
            core.structural(|| self.make(core, false, site))?;
        }
        Ok(())
    }

    /// Yields the entities that are taken and alive, in no particular order.
    ///
    /// The loop may give back or despawn its current entity. If it takes or gives back others, some may come
    /// twice: collect them first.
    ///
    /// ```
    /// # use ecs_core::{Archetype, Component, Pool};
    /// #[derive(Component, Default)]
    /// struct Health(u32);
    ///
    /// let bats = Pool::<Archetype<(Health,)>>::new();
    /// let (tired, fit) = (bats.take(), bats.take());
    /// fit.borrow_mut::<Health>().0 = 9;
    /// for bat in bats.live() {
    ///     if bat.borrow::<Health>().0 == 0 {
    ///         bats.give_back(bat);
    ///     }
    /// }
    /// assert_eq!(bats.live().collect::<Vec<_>>(), [fit]);
    /// ```
    pub fn live(&self) -> Live<'_> {
        let place = self.shared.members.borrow().taken();
        Live { members: &self.shared.members, place }
    }

    /// Counts the entities that are parked and alive. O(n).
    #[must_use]
    pub fn parked(&self) -> usize {
        self.shared.members.borrow().parked().iter().filter(|entity| entity.is_alive()).count()
    }

    /// Counts the entities that are alive, taken and parked ones. O(n).
    #[must_use]
    pub fn len(&self) -> usize {
        self.shared.members.borrow().all().iter().filter(|entity| entity.is_alive()).count()
    }

    /// Says whether no entity of the pool is alive. O(n).
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The current world, if it is that of the members and the thread does not unwind.
    #[track_caller]
    fn enter(&self) -> Result<Rc<WorldCore>, PoolError> {
        // The supplier and the resetter are kept by the pool, so they are not the caller's own code.
        refuse_unwinding().map_err(AddError::from)?;
        life::check_listed_once::<B>()?;
        let core = with_current_or_new(Rc::clone).map_err(AddError::from)?;
        match self.shared.members.borrow().get(0) {
            Some(member) if member.stamp().tag() != core.entities.borrow().tag() => {
                Err(PoolError::WrongWorld { archetype: Self::name() })
            }
            _ => {
                self.save_with(&core);
                Ok(core)
            }
        }
    }

    fn name() -> &'static str {
        core::any::type_name::<B>()
    }

    /// Takes the first parked entity that can be recycled; `false` if there is none.
    fn take_parked(&self, core: &WorldCore, taken: &Cell<Entity>, site: CallSite) -> Result<bool, PoolError> {
        let mut place = self.shared.members.borrow().taken();
        loop {
            let Some(parked) = self.shared.members.borrow().get(place) else { return Ok(false) };
            match life::recycle(core, parked) {
                Recycling::Recycled(entity) => {
                    self.shared.members.borrow_mut().take(place, entity);
                    taken.set(entity);
                    self.begin_again(core, entity, site)?;
                    return Ok(true);
                }
                Recycling::Busy => place += 1,
                Recycling::Dead => self.shared.members.borrow_mut().forget(place),
                Recycling::Spent => {
                    self.shared.members.borrow_mut().forget(place);
                    life::despawn(parked, site);
                    // Its hooks may have called the pool.
                    place = self.shared.members.borrow().taken();
                }
            }
        }
    }

    fn begin_again(&self, core: &WorldCore, entity: Entity, site: CallSite) -> Result<(), PoolError> {
        if !B::Parts::has_each_part(entity) {
            let supply =
                |adding: &mut AddingOf<B>| (self.shared.supplier.get())().__into_parts().supply(adding);
            life::apply::<B>(entity, supply, site).map_err(|refusal| *refusal)?;
        }
        life::begin_again(core, entity, site)?;
        // Each of them may give it back or despawn it.
        if let Some(resetter) = self.shared.resetter.as_ref().filter(|_| self.is_taken(entity)) {
            resetter(entity);
        }
        if self.is_taken(entity) {
            life::unpark(core, entity, site);
        }
        Ok(())
    }

    /// Makes an entity that is taken, or parked.
    fn make(&self, core: &WorldCore, taken: bool, site: CallSite) -> Result<Entity, PoolError> {
        let _making = self.begin_making(core, taken)?;
        let entity = life::spawn_one((self.shared.supplier.get())(), taken, site)?;
        if !entity.is_alive() {
            // A hook has despawned it, and another member may have got its index since.
            return Ok(entity);
        }
        let undo = OnDrop(|| _ = life::despawn(entity, site));
        if self.shared.members.borrow().is_full() {
            // Before the list grows, so that it does not grow by those that the program despawns.
            self.forget_dead(core);
        }
        self.shared.members.borrow_mut().add(entity, taken);
        forget(undo);
        if !taken {
            // An `init` may have switched it on.
            life::park(core, entity, site);
        }
        Ok(entity)
    }

    /// Refuses if the pool has as many members as it may have. One to be taken is made only where none of the
    /// parked ones can be.
    fn begin_making(&self, core: &WorldCore, taken: bool) -> Result<OnDrop<impl FnMut()>, PoolError> {
        let is_full =
            || self.shared.members.borrow().len() + self.shared.making.get() >= self.shared.max.get();
        if is_full() {
            self.forget_dead(core);
        }
        if is_full() {
            let (archetype, max) = (Self::name(), self.shared.max.get());
            let is_busy = taken && !self.shared.members.borrow().parked().is_empty();
            return Err(if is_busy {
                PoolError::Busy { archetype, max }
            } else {
                PoolError::Exhausted { archetype, max }
            });
        }
        self.shared.making.set(self.shared.making.get() + 1);
        Ok(OnDrop(|| self.shared.making.set(self.shared.making.get() - 1)))
    }

    fn forget_dead(&self, core: &WorldCore) {
        let entities = core.entities.borrow();
        self.shared.members.borrow_mut().retain(|entity| entities.is_alive(entity));
    }
}

impl<A: Pooled> Pool<A> {
    fn is_taken(&self, entity: Entity) -> bool {
        self.shared.members.borrow().is_taken(entity) && entity.is_alive()
    }

    /// Parks what was taken, as the call has not come to its end.
    fn undo_take(&self, core: &WorldCore, entity: Entity, site: CallSite) {
        if self.shared.members.borrow_mut().park(entity) {
            life::park(core, entity, site);
            detach(entity, site);
            let _ = with_current(|core| end_timers_below(core, entity));
        }
    }

    /// Parks an entity once it is disabled.
    fn end_parking(&self, core: &WorldCore, entity: Entity, site: CallSite) {
        if !self.is_taken(entity) {
            // An observer or an `on_disable` has given it back, or ended it.
            return;
        }
        if core.entities.borrow().is_on(entity.index()) {
            // One of them has switched it on again.
            return life::stay(core, entity, site);
        }
        self.shared.members.borrow_mut().park(entity);
        // Disabled already, it does not change by that.
        detach(entity, site);
        end_timers_below(core, entity);
    }
}

crate::base::default_by!([B: DefaultBundle] Pool<Archetype<B>>, Self::new());

impl<A: Pooled> Clone for Pool<A> {
    fn clone(&self) -> Self {
        if is_saving() {
            return Self { shared: self.shared.clone(), is_owner: false };
        }
        self.shared.owners.set(self.shared.owners.get() + 1);
        Self { shared: self.shared.clone(), is_owner: true }
    }
}

impl<A: Pooled> Drop for Pool<A> {
    fn drop(&mut self) {
        if !self.is_owner {
            return;
        }
        self.shared.owners.set(self.shared.owners.get() - 1);
        if self.shared.owners.get() != 0 {
            return;
        }
        // What its hooks do to the pool changes nothing here.
        let parked = self.shared.members.borrow().parked().to_vec();
        let call = EndCall { why: Removal::Despawned, site: self.shared.made_at };
        let despawn = || _ = life::despawn_many(&parked, |_| (), call);
        let despawn_all = || {
            // If a `shutdown` panics: their own wait for the next sync point.
            let rest = OnDrop(despawn);
            despawn();
            forget(rest);
        };
        // The pool may be in a thread-local: a panic that leaves the destructor of one ends the process.
        if let Err(panic) = catch_unwind(AssertUnwindSafe(despawn_all)) {
            raise_later(panic);
        }
    }
}

// A copy: what it is written to is user code, which may call the pool.
crate::base::debug_by! {
    [A: Pooled] Pool<A>, |this, f| {
        let (all, taken) = this.shared.members.borrow().parts();
        let (taken, parked) = all.split_at(taken);
        f.debug_struct("Pool").field("taken", &taken).field("parked", &parked).finish_non_exhaustive()
    }
}

/// Ends the timers of an entity and of all below it.
fn end_timers_below(core: &WorldCore, entity: Entity) {
    for entity in core.below(entity).into_iter().chain([entity]) {
        core.end_parts_of(entity);
    }
}

#[cfg(test)]
mod tests {
    use super::Pool;
    use crate::Component;
    use crate::archetype::Archetype;
    use crate::ids::{Entity, Stamp};
    use crate::world::with_current;

    #[derive(Component, Default)]
    struct Body;

    #[test]
    fn a_member_whose_generations_are_used_up_is_replaced() {
        Entity::spawn().despawn();
        with_current(|core| core.entities.borrow_mut().age(0, Stamp::LAST_GENERATION - 1)).unwrap();
        let pool = Pool::<Archetype<(Body,)>>::new().bounded(1);
        let generations: Vec<_> = (0..4)
            .map(|_| {
                let entity = pool.take();
                assert!(entity.has::<Body>() && pool.give_back(entity));
                (entity.index(), entity.generation())
            })
            .collect();
        let last = Stamp::LAST_GENERATION;
        assert_eq!(generations, [(0, last - 1), (0, last), (1, 1), (1, 2)]);
        assert_eq!((Body::count(), pool.len()), (1, 1));
    }
}
