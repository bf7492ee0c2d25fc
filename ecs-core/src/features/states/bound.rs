//! [`DespawnOnExit`]: entities that end with a state.

use core::marker::PhantomData;

use crate::base::{CallSite, Panic, keep_panic_of};
use crate::column::TypeInfo;
use crate::component::Component;
use crate::error::{fail, or_fail};
use crate::ids::Entity;
use crate::life;
use crate::reach::Handle;
use crate::spec::{Many, Probe, Spec, SpecOf, info, name_of};
use crate::store::{Locator, Whole, with_store};
use crate::world::note_soft;

use super::super::SpecExtensions;
use super::super::hook::SaveSpec;
#[cfg(feature = "serde")]
use super::super::hook::SaveSupport;
use super::state::State;

/// Lets its entity end when a state is left. [`Entity::despawn_on_exit`] adds it; removing it lets the entity
/// live on. A save that lists it knows what is bound: `Save::<(Screen, DespawnOnExit<Screen>, Ship)>`.
pub struct DespawnOnExit<S> {
    /// The entity that is to end: not one that has its index later.
    of: Entity,
    state: PhantomData<fn(S) -> S>,
}

crate::base::copy_always!([S] DespawnOnExit<S>);

#[cfg(feature = "serde")]
impl<S> serde::Serialize for DespawnOnExit<S> {
    fn serialize<Out: serde::Serializer>(&self, out: Out) -> Result<Out::Ok, Out::Error> {
        self.of.serialize(out)
    }
}

#[cfg(feature = "serde")]
impl<'de, S> serde::Deserialize<'de> for DespawnOnExit<S> {
    fn deserialize<In: serde::Deserializer<'de>>(from: In) -> Result<Self, In::Error> {
        Entity::deserialize(from).map(|of| Self { of, state: PhantomData })
    }
}

/// How it is saved: as the entity that is to end.
const fn save_spec<S: State>() -> SaveSpec {
    SaveSpec {
        #[cfg(feature = "serde")]
        support: SaveSupport {
            record: Probe::<DespawnOnExit<S>>::RECORD,
            restore: Probe::<DespawnOnExit<S>>::RESTORE,
            duplicate: None,
            compare: Probe::<DespawnOnExit<S>>::COMPARE,
        },
        ..SaveSpec::NONE
    }
}

impl<S: State> Component for DespawnOnExit<S> {
    const __SPEC: SpecOf<Self> = {
        let extensions = SpecExtensions { save: save_spec::<S>(), ..SpecExtensions::NONE };
        let spec = Spec { extensions, ..Spec::new("DespawnOnExit").generic::<Self>() };
        SpecOf::new(spec, Probe::<Self>::SEND).copied(Probe::<Self>::CLONE, Probe::<Self>::COPY)
    };
    type __Number = Many;
    type __Layout = Whole;

    fn __cell() -> Locator<Self> {
        Locator::ByType
    }

    fn __info() -> &'static TypeInfo {
        const { info::<Self>() }
    }
}

impl Entity {
    /// Lets the entity end when the state of now is left, with all below it; returns the entity.
    ///
    /// It ends after all have heard of [`Exit`](crate::Exit), before the value changes. In what hears of
    /// `Enter` the new state is that of now. An entity that a [`Pool`](crate::Pool) gives out again is bound
    /// no more. `entity.remove::<DespawnOnExit<Screen>>()` lets it live on.
    ///
    /// ```
    /// use ecs_core::{Component, Entity, State, World};
    ///
    /// #[derive(State, Default, Clone, PartialEq)]
    /// enum Screen { #[default] Menu, Play }
    ///
    /// #[derive(Component)]
    /// struct Button;
    ///
    /// let button = Entity::spawn_with(Button).despawn_on_exit::<Screen>();
    /// Screen::go(Screen::Play);
    /// World::flush();
    /// assert!(!button.is_alive());
    /// ```
    ///
    /// # Panics
    ///
    /// If it is a nested state that does not exist now. If the entity is dead, this counts a [soft
    /// failure](crate::stats::SoftFailures).
    #[track_caller]
    #[allow(clippy::must_use_candidate, reason = "it is returned to be used, or not")]
    pub fn despawn_on_exit<S: State>(self) -> Self {
        let site = CallSite::here();
        if S::try_get().is_none() {
            fail(&format_args!(
                "cannot bind {self:?} to {}, which does not exist now: it is nested in another state",
                name_of::<S>()
            ));
        }
        if self.is_alive() {
            let bound = DespawnOnExit::<S> { of: self, state: PhantomData };
            or_fail(life::insert(self, &mut Some(bound), site));
        } else {
            note_soft("Entity::despawn_on_exit", Some(name_of::<S>()), self, site);
        }
        self
    }
}

/// Ends the entities that are bound to a state, in the order in which they were bound, keeping the first panic.
pub(super) fn end_bound<S: State>(site: CallSite, first_panic: &mut Option<Panic>) {
    let cell = DespawnOnExit::<S>::__cell();
    let bound = with_store(cell, |store| store.live_entities(false).into_vec()).unwrap_or_default();
    for entity in bound {
        let handle = Handle::<DespawnOnExit<S>>::new(entity);
        let is_meant = handle.with(|bound| bound.of == entity);
        keep_panic_of(
            || {
                if is_meant == Some(true) {
                    life::note_despawn("despawn_on_exit", &[entity], site);
                    life::despawn(entity, site);
                } else {
                    life::kill::<DespawnOnExit<S>>(entity, site);
                }
            },
            first_panic,
        );
    }
}
