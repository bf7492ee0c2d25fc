//! Tuples of bundles: what a [`Bundle`] does, part by part.

use core::any::TypeId;
use std::rc::Rc;

use crate::base::{CallSite, TypeName, all_tuples};
use crate::ids::{Batch, Entity, TypeBits};
use crate::spec::Places;
use crate::world::WorldCore;

use super::super::running::Refusal;
use super::adding::Listing;
use super::bundle::{Bundle, DefaultBundle, Unplaced};

macro_rules! bundle {
    ($first:ident 0 $(, $part:ident $place:tt)*) => {
        bundle!(@ $first $first 0 $(, $part $place)*);
    };
    (@ $first:ident $($part:ident $place:tt),*) => {
        impl<$($part: DefaultBundle),*> DefaultBundle for ($($part,)*) {
            #[inline]
            fn __fill_missing(adding: &mut Self::Adding) {
                $($part::__fill_missing(&mut adding.$place);)*
            }
        }

        impl<$($part: Bundle),*> Bundle for ($($part,)*) {
            type Parts = Self;

            #[inline]
            fn __into_parts(self) -> Self {
                self
            }

            type Stores = ($($part::Stores,)*);
            type Adding = ($($part::Adding,)*);

            const __NAME: TypeName = $first::__NAME;

            const __PLACES: Places = Places::All(&[$(&$part::__PLACES),*]);

            const __BIRTH: Option<TypeName> = {
                let mut named = None;
                $(if $part::__BIRTH.is_some() {
                    named = $part::__BIRTH;
                })*
                named
            };

            fn __stores(core: &Rc<WorldCore>, count: usize) -> Result<Self::Stores, Refusal> {
                Ok(($($part::__stores(core, count)?,)*))
            }

            #[inline]
            fn __keep(self, stores: &mut Self::Stores) {
                $(self.$place.__keep(&mut stores.$place);)*
            }

            fn __place(stores: &mut Self::Stores, entities: &[Entity]) {
                $($part::__place(&mut stores.$place, entities);)*
            }

            fn __types(stores: &Self::Stores) -> Option<TypeBits> {
                let mut types = TypeBits::default();
                $(types = types.and($part::__types(&stores.$place)?)?;)*
                Some(types)
            }

            fn __place_enlisted(stores: &mut Self::Stores, batch: Batch<'_>) {
                $($part::__place_enlisted(&mut stores.$place, batch);)*
            }

            #[inline]
            fn __init(stores: &Self::Stores, entity: Entity, site: CallSite) -> Result<(), Refusal> {
                $($part::__init(&stores.$place, entity, site)?;)*
                Ok(())
            }

            fn __has_birth(stores: &Self::Stores) -> bool {
                false $(|| $part::__has_birth(&stores.$place))*
            }

            fn __postpone_missed(stores: &Self::Stores, entity: Entity, site: CallSite) {
                $($part::__postpone_missed(&stores.$place, entity, site);)*
            }

            #[inline]
            #[track_caller]
            fn __has(entity: Entity) -> bool {
                $($part::__has(entity))&&*
            }

            #[track_caller]
            fn __insert(self, entity: Entity, site: CallSite) -> Result<(), Refusal> {
                let values = ($(Unplaced::new(self.$place),)*);
                $(values.$place.into_inner().__insert(entity, site)?;)*
                Ok(())
            }

            #[inline]
            fn __lists(component: TypeId) -> usize {
                0 $(+ $part::__lists(component))*
            }

            #[inline]
            fn __twice_in<All: Bundle>() -> Option<&'static str> {
                None$(.or_else(|| $part::__twice_in::<All>()))*
            }

            #[inline]
            fn __admit(
                core: &Rc<WorldCore>,
                entity: Entity,
                site: CallSite,
            ) -> Result<Self::Adding, Refusal> {
                Ok(($($part::__admit(core, entity, site)?,)*))
            }

            #[inline]
            fn __fill(self, adding: &mut Self::Adding) {
                $(self.$place.__fill(&mut adding.$place);)*
            }

            #[inline]
            fn __place_missing(adding: &mut Self::Adding) -> Result<(), Refusal> {
                $($part::__place_missing(&mut adding.$place)?;)*
                Ok(())
            }

            #[inline]
            fn __begin_placed(adding: &mut Self::Adding) -> Result<(), Refusal> {
                $($part::__begin_placed(&mut adding.$place)?;)*
                Ok(())
            }

            fn __discard(self) {
                drop(($(Unplaced::new(self.$place),)*));
            }

            fn __numbers(core: &WorldCore, each: &mut dyn FnMut(u32)) {
                $($part::__numbers(core, &mut *each);)*
            }

            fn __smallest(core: &WorldCore) -> (usize, Listing) {
                let all = [$($part::__smallest(core)),*];
                all.into_iter().min_by_key(|&(count, _)| count).expect("no tuple here is empty")
            }
        }
    };
}

all_tuples!(1..=12, bundle);
