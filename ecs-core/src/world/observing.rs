//! Registering with a world to observe, asking who does, and what waits to be told.

use core::any::TypeId;
use core::sync::atomic::Ordering;
use std::rc::Rc;

use crate::base::{Panic, keep_panic_of};
use crate::ids::Entity;

use super::core::WorldCore;
use super::followed::{Followed, Has, Shared, lock};
use super::membership::Membership;
use super::observers::{Audience, EndedElsewhere, Hearer};
use super::occasion::{Observed, Observing, Occasion, Occasions};

/// Those that have ended elsewhere are left in a list that is so many times as long: all are looked at to
/// find them.
const FEW: usize = 16;

impl WorldCore {
    /// Those who observe something, if anybody does.
    pub(crate) fn audience(&self, observed: Observed) -> Option<Audience> {
        self.observers.of_types.borrow().get(&observed.key())?[observed.occasion as usize].clone()
    }

    /// All audiences, in the order in which the first of each has registered.
    pub(crate) fn audiences(&self) -> Vec<Audience> {
        let of_types = self.observers.of_types.borrow();
        let mut audiences: Vec<Audience> = of_types.values().flatten().flatten().cloned().collect();
        audiences.sort_by_key(|audience| audience.place);
        audiences
    }

    /// Says whether anybody observes anything.
    pub(crate) fn is_anything_observed(&self) -> bool {
        !self.observers.of_types.borrow().is_empty()
    }

    /// What is observed of a type.
    pub(crate) fn occasions(&self, component: TypeId) -> Occasions {
        let of_types = self.observers.of_types.borrow();
        let audiences = of_types.get(&component).into_iter().flatten().flatten();
        audiences.fold(Occasions::default(), |all, audience| all.with(audience.observing.observed.occasion))
    }

    /// Lets someone observe something from now on; returns the number of the registration.
    pub(crate) fn add_hearer(&self, observing: Observing, hearer: Hearer) -> u64 {
        let number = self.observers.next_registration();
        self.with_audience(observing, |audience| Rc::make_mut(&mut audience.hearers).push(number, hearer));
        self.note_observed(observing.observed.component);
        number
    }

    /// Counts those who observe something and have ended elsewhere.
    pub(crate) fn ended_elsewhere(&self, observing: Observing) -> EndedElsewhere {
        self.with_audience(observing, |audience| audience.elsewhere.clone())
    }

    fn with_audience<R>(&self, observing: Observing, f: impl FnOnce(&mut Audience) -> R) -> R {
        let observed = observing.observed;
        let mut of_types = self.observers.of_types.borrow_mut();
        let audience = &mut of_types.entry(observed.key()).or_default()[observed.occasion as usize];
        f(audience.get_or_insert_with(|| Audience {
            observing,
            hearers: Rc::default(),
            elsewhere: EndedElsewhere::default(),
            place: self.observers.next_place(),
        }))
    }

    /// Forgets one who observes something, by the number of the registration, if it is the one that is meant.
    /// Whoever calls it drops what it returns.
    #[must_use]
    pub(crate) fn forget_hearer(
        &self,
        observed: Observed,
        number: u64,
        is_meant: impl FnOnce(&Hearer) -> bool,
    ) -> Option<Hearer> {
        let gone = {
            let mut of_types = self.observers.of_types.borrow_mut();
            let place = &mut of_types.get_mut(&observed.key())?[observed.occasion as usize];
            let Audience { hearers, .. } = place.as_mut()?;
            hearers.get(number).filter(|hearer| is_meant(hearer))?;
            let gone = Rc::make_mut(hearers).remove(number);
            if hearers.is_empty() {
                *place = None;
            }
            gone
        };
        self.note_observed(observed.component);
        gone
    }

    /// Forgets those who observe something and have ended elsewhere, once they are more than a few of all.
    /// Whoever calls it drops those that were listed before.
    #[must_use]
    pub(crate) fn forget_ended_elsewhere(&self, observed: Observed) -> Option<Audience> {
        let Audience { hearers, elsewhere, .. } = self.audience(observed)?;
        let are_many = elsewhere.load(Ordering::Relaxed) * FEW > hearers.len();
        are_many.then(|| self.forget_hearers(observed))?
    }

    /// Forgets those who observe something and hear nothing any more. Whoever calls it drops those that were
    /// listed before: what a closure has captured may do anything then.
    #[must_use]
    pub(crate) fn forget_hearers(&self, observed: Observed) -> Option<Audience> {
        let before = {
            let mut of_types = self.observers.of_types.borrow_mut();
            let place = &mut of_types.get_mut(&observed.key())?[observed.occasion as usize];
            let audience = place.take()?;
            audience.elsewhere.store(0, Ordering::Relaxed);
            let hearers = audience.hearers.filtered(|hearer| !hearer.is_over());
            if !hearers.is_empty() {
                *place = Some(Audience { hearers: Rc::new(hearers), ..audience.clone() });
            }
            audience
        };
        self.note_observed(observed.component);
        Some(before)
    }

    /// Forgets the types with numbers from one on that observe something.
    #[cfg(feature = "snapshot")]
    pub(super) fn forget_listening_types(&self, from: u32) {
        let is_forgotten = |hearer: &Hearer| matches!(hearer, Hearer::Type(this) if this.number >= from);
        let audiences = self.audiences();
        let changed = audiences.iter().filter(|audience| audience.hearers.iter().any(is_forgotten));
        for before in changed {
            let observed = before.observing.observed;
            let left = before.hearers.filtered(|hearer| !is_forgotten(hearer));
            let audience = (!left.is_empty()).then(|| Audience { hearers: Rc::new(left), ..before.clone() });
            if let Some(audiences) = self.observers.of_types.borrow_mut().get_mut(&observed.key()) {
                audiences[observed.occasion as usize] = audience;
            }
            self.note_observed(observed.component);
        }
    }

    /// The filters that groups follow.
    #[cfg(feature = "snapshot")]
    pub(crate) fn all_followed(&self) -> Vec<Rc<Followed>> {
        let mut all: Vec<Rc<Followed>> = Vec::new();
        for hearer in self.audiences().iter().flat_map(|audience| audience.hearers.iter()) {
            if let Hearer::Groups(followed) = hearer
                && !all.iter().any(|other| Rc::ptr_eq(other, followed))
            {
                all.push(followed.clone());
            }
        }
        all
    }

    /// Tells the column of a type, if there is one, what of it is observed.
    fn note_observed(&self, component: Option<TypeId>) {
        let Some(component) = component else { return self.note_children_observed() };
        let occasions = self.occasions(component);
        if let Some(column) = self.columns.of(component) {
            column.set_observed(occasions);
            if let Some(number) = column.known_number() {
                self.columns.note_end(number, column.ends_unheard());
            }
        }
    }

    fn note_children_observed(&self) {
        let is_observed = |occasion| self.audience(Observed { occasion, component: None }).is_some();
        let is_any = is_observed(Occasion::Attach) || is_observed(Occasion::Detach);
        self.observers.are_children_observed.set(is_any);
    }

    /// Ends all closures of the program, which hear nothing more from now on, keeping the first panic. Those
    /// that read for a system end with its schedule.
    pub(crate) fn end_closures(&self, first_panic: &mut Option<Panic>) {
        for Audience { observing, hearers, .. } in self.audiences() {
            for hearer in hearers.iter() {
                if let Hearer::Closure(closure) = hearer
                    && closure.at.is_some()
                {
                    closure.end.end();
                }
            }
            keep_panic_of(|| drop(hearers), first_panic);
            let forget = || drop(self.forget_hearers(observing.observed));
            keep_panic_of(forget, first_panic);
        }
    }

    // ---- lists of what passes a filter ----

    /// The list of those that pass a filter, if it is followed.
    pub(crate) fn followed(&self, filter: TypeId, hears: &[Observing]) -> Option<Shared> {
        let audience = self.audience(hears.first()?.observed)?;
        audience.hearers.iter().find_map(|hearer| match hearer {
            Hearer::Groups(followed) => followed.list_of(filter),
            _ => None,
        })
    }

    /// Follows a filter from now on, that hears of some occasions.
    pub(crate) fn follow(
        &self,
        filter: TypeId,
        hears: &[Observing],
        holds: fn(Has<'_>) -> bool,
        candidates: &[Entity],
        has: impl Fn(Entity, TypeId) -> bool,
    ) -> Shared {
        let list = Shared::default();
        let followed = Rc::new(Followed::new(filter, holds, &list));
        for observing in hears {
            self.add_hearer(*observing, Hearer::Groups(followed.clone()));
        }
        let holds = |entity: &&Entity| holds(&|component| has(**entity, component));
        *lock(&list) = Membership::of(candidates.iter().filter(holds).copied().collect());
        list
    }
}
