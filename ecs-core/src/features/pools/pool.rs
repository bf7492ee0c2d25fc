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

/// Keeps entities that were used, for the next use: all components stay in their places, and nothing is
/// allocated.
///
/// A pool is a plain value. It may be a local, a field of a component, or a `thread_local!`; all calls take
/// `&self`, so hooks may call the pool that runs them. It makes an entity when one is [taken](Self::take) and
/// none is parked. One that is [given back](Self::give_back) is parked: it is disabled with all its
/// components, so that passes leave it out.
///
/// What is taken again is another entity to the rest of the program: it has a new generation, so `Entity`
/// values and handles that were kept from its earlier life are dead for ever, and it has no
/// [name](Entity::set_name). Its components have the values that they had. So a field that refers to the
/// component's own entity, such as a `Handle` that `init` has set, must be set again: mark it
/// `#[component(sibling)]`, or set it in `on_reset`. A borrow through a stale handle is
/// [`BorrowError::Stale`](crate::BorrowError::Stale), which says so.
///
/// All that holds for its children, and all below: they are parked and taken with it, and are other entities
/// when it is taken again. Find them again in `on_reset`: `self.gun = me.down().unwrap_or_default()`. A child
/// that comes from a pool of its own leaves that pool by this: give it back first.
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
/// 1. The entity gets its new generation, and each below it too. Nothing is left that finds the old ones.
/// 2. If it has lost components of the archetype, they are added as [`Archetype::apply_with`] does, with
///    values of the supplier.
/// 3. Those below it are switched on, and all components. Then component by component, in the order of their
///    types, those of the parent first: `sibling` fields are filled, `on_reset` runs.
/// 4. The pool's resetter runs.
/// 5. The entity is enabled, and `on_enable` runs on each component.
///
/// `init` runs when an entity is made, and not again. If anything of this panics, the entity is parked again.
/// If a hook or the resetter gives it back or despawns it, that holds: the resetter does not run then, and
/// what `take` returns is parked or dead.
///
/// # What belongs to the pool
///
/// An entity that the program despawns is simply gone, taken or parked; the pool notices. Components that
/// were added to the archetype's stay, and are parked and taken with the others: remove them in `on_reset`,
/// in the resetter or before giving back.
///
/// A parked entity of which something is borrowed, or has just been borrowed as a sibling by the pass that
/// runs, cannot begin another life now. It stays parked, and `take` uses the next one, or makes one. So take
/// in hooks that do not borrow the pool's types as siblings. The same holds where an `on_disable` or an
/// observer has not run yet since the entity was given back, as after a panic, until the next sync point.
///
/// The members belong to the world in which they were made. While another world is current nothing can be
/// taken or given back, and nothing is lost. When the pool is dropped, its parked entities are despawned;
/// those that are taken live on. Where they cannot be despawned, because their world is not current or
/// closes, they stay in it, disabled. If a hook or a `Drop` panics then, the panic does not leave the drop of
/// the pool: it goes on in the next [`World::flush`](crate::World::flush) or
/// [`update_all`](crate::update_all), if there is one.
///
/// A clone names the same pool: the parked entities are despawned when the last one is dropped.
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
    /// Makes an empty pool whose new entities have default values, and whose used ones keep theirs.
    #[must_use]
    #[track_caller]
    pub fn new() -> Self
    where
        B: DefaultBundle,
    {
        const { life::refuse_twice::<B>() };
        Self::of(Box::new(B::default), None)
    }

    /// Makes an empty pool. `supplier` makes the values of a new entity; `resetter` gets an entity that is
    /// taken again.
    ///
    /// The resetter runs after all `on_reset`, while the entity is disabled still.
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

    /// Takes over all members of another pool, taken and parked ones; what this one had lives on, and belongs
    /// to no pool. So a pool that was loaded from a save, and has no closures, goes on with its own: in
    /// `on_load`, `self.bats = make_pool().with_members_of(take(&mut self.bats))`.
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

    /// Takes an entity out of the pool: a parked one if there is one, under a new generation, or a new one.
    ///
    /// The one that was parked last comes first. O(1), and without an allocation if one is parked that is not
    /// borrowed. While the thread unwinds nothing is reset, so nothing is taken: it returns [`Entity::NONE`].
    ///
    /// # Panics
    ///
    /// If the pool is exhausted, its members belong to another world, or no entity can be made;
    /// [`try_take`](Self::try_take) is the soft form.
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
    /// [`PoolError::Exhausted`] if a bounded pool has none left, [`PoolError::Busy`] if those that it has
    /// parked cannot be taken now, [`PoolError::Reset`] if an `on_reset` keeps another component of the
    /// entity, [`PoolError::WrongWorld`] if another world is current, [`PoolError::Add`] if no entity can
    /// be made, or what a used one has lost cannot be added, and while the thread unwinds.
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

    /// Parks a taken entity: disables it with all its components and all below it, until it is taken again.
    /// It leaves its parent, if it has one. O(those below), so O(1) for one without children.
    ///
    /// Its [timers](crate::Timer) and tasks end, with those of its components and those below it: start them
    /// anew in `on_enable` or `on_reset`. `on_disable` runs on each component, as in
    /// [`Entity::set_enabled`]. May also be called in the entity's own update and while something of it is
    /// borrowed; `on_disable` then waits for the next sync point.
    ///
    /// It is disabled, not dead: handles, its name and [`Component::count`](crate::Component::count) still
    /// reach it, until [`take`](Self::take) hands it out again.
    ///
    /// Returns `false`, and nothing happens, if this is not a live
    /// entity that is taken from this pool: an id of an earlier life, one that is parked already, one of
    /// elsewhere.
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

    /// Makes entities until `count` are parked, so that as many are taken without making any.
    ///
    /// Their `init` runs now, on disabled entities. They are as if they had been used: when they are taken,
    /// they are reset.
    ///
    /// # Panics
    ///
    /// If that is more than the bound allows together with those that are taken, or as [`take`](Self::take);
    /// [`try_prewarm`](Self::try_prewarm) is the soft form.
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
    /// The loop may give back or despawn the entity that it has got. If it takes others or gives others back,
    /// some may come twice: then collect them first.
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
        if !B::Parts::has(entity) {
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
