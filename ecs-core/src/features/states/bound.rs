//! [`DespawnOnExit`]: entities that end with a state.

use core::marker::PhantomData;

use crate::base::{CallSite, Panic, keep_panic_of};
use crate::column::TypeInfo;
use crate::component::Component;
use crate::ids::Entity;
use crate::life;
use crate::reach::Handle;
use crate::spec::{Many, Probe, Spec, SpecOf, info};
use crate::store::{Locator, Whole, with_store};

use super::super::SpecExtensions;
use super::super::hook::SaveSpec;
#[cfg(feature = "serde")]
use super::super::hook::SaveSupport;

/// Despawns its entity when a state is left. [`Entity::despawn_on_exit`] adds it; if it is removed, the
/// entity lives on. A save that lists it has the binding: `Save::<(Screen, DespawnOnExit<Screen>, Ship)>`.
pub struct DespawnOnExit<S> {
    /// The entity that is to end: not one that has its index later.
    of: Entity,
    state: PhantomData<fn(S) -> S>,
}

crate::base::copy_always!([S] DespawnOnExit<S>);

impl<S> DespawnOnExit<S> {
    pub(super) fn of(entity: Entity) -> Self {
        Self { of: entity, state: PhantomData }
    }
}

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
#[cfg_attr(
    not(feature = "serde"),
    allow(clippy::extra_unused_type_parameters, reason = "saves alone ask of it")
)]
const fn save_spec<S: 'static>() -> SaveSpec {
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

#[diagnostic::do_not_recommend]
impl<S: 'static> Component for DespawnOnExit<S> {
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

/// Ends the entities that are bound to a state, in the order in which they were bound, keeping the first
/// panic.
pub(super) fn end_bound<S: 'static>(site: CallSite, first_panic: &mut Option<Panic>) {
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
