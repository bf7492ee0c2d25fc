//! Tuples of bundles: what a [`Bundle`] does, part by part.

use core::any::TypeId;
use std::rc::Rc;

use crate::base::{CallSite, TypeName, all_tuples};
use crate::ids::{Batch, Entity, TypeBits};
use crate::spec::Places;
use crate::world::WorldCore;

use super::super::running::Refusal;
use super::bundle::{AddingOf, Bundle, BundleParts, DefaultBundle, Listing, Unplaced};

macro_rules! bundle {
    ($first:ident 0 $(, $part:ident $place:tt)*) => {
        bundle!(@ $first $first 0 $(, $part $place)*);
    };
    (@ $first:ident $($part:ident $place:tt),*) => {
        impl<$($part: DefaultBundle),*> DefaultBundle for ($($part,)*) {
            #[inline]
            fn __supply_missing(adding: &mut AddingOf<Self>) {
                $($part::__supply_missing(&mut adding.$place);)*
            }
        }

        impl<$($part: Bundle),*> Bundle for ($($part,)*) {
            type Parts = ($($part::Parts,)*);

            #[inline]
            fn __into_parts(self) -> Self::Parts {
                ($(self.$place.__into_parts(),)*)
            }
        }

        impl<$($part: BundleParts),*> BundleParts for ($($part,)*) {
            type Stores = ($($part::Stores,)*);
            type Adding = ($($part::Adding,)*);

            const NAME: TypeName = $first::NAME;

            const PLACES: Places = Places::All(&[$(&$part::PLACES),*]);

            const BIRTH: Option<TypeName> = {
                let mut named = None;
                $(if $part::BIRTH.is_some() {
                    named = $part::BIRTH;
                })*
                named
            };

            fn stores_of_parts(core: &Rc<WorldCore>, count: usize) -> Result<Self::Stores, Refusal> {
                Ok(($($part::stores_of_parts(core, count)?,)*))
            }

            #[inline]
            fn keep_each_part(self, stores: &mut Self::Stores) {
                $(self.$place.keep_each_part(&mut stores.$place);)*
            }

            fn place_each_part(stores: &mut Self::Stores, entities: &[Entity]) -> Result<(), Refusal> {
                // All of them, whichever is refused.
                [$($part::place_each_part(&mut stores.$place, entities)),*].into_iter().collect()
            }

            fn types_of_parts(stores: &Self::Stores) -> Option<TypeBits> {
                let mut types = TypeBits::default();
                $(types = types.and($part::types_of_parts(&stores.$place)?)?;)*
                Some(types)
            }

            fn place_enlisted(stores: &mut Self::Stores, batch: Batch<'_>) {
                $($part::place_enlisted(&mut stores.$place, batch);)*
            }

            #[inline]
            fn init_each_part(stores: &Self::Stores, entity: Entity, site: CallSite) -> Result<(), Refusal> {
                $($part::init_each_part(&stores.$place, entity, site)?;)*
                Ok(())
            }

            fn has_birth(stores: &Self::Stores) -> bool {
                false $(|| $part::has_birth(&stores.$place))*
            }

            fn postpone_missed(stores: &Self::Stores, entity: Entity, site: CallSite) {
                $($part::postpone_missed(&stores.$place, entity, site);)*
            }

            #[inline]
            #[track_caller]
            fn has_each_part(entity: Entity) -> bool {
                $($part::has_each_part(entity))&&*
            }

            #[track_caller]
            fn insert_each_part(self, entity: Entity, site: CallSite) -> Result<(), Refusal> {
                let values = ($(Unplaced::new(self.$place),)*);
                $(values.$place.into_inner().insert_each_part(entity, site)?;)*
                Ok(())
            }

            #[inline]
            fn times_listed(component: TypeId) -> usize {
                0 $(+ $part::times_listed(component))*
            }

            #[inline]
            fn twice_in<All: BundleParts>() -> Option<&'static str> {
                None$(.or_else(|| $part::twice_in::<All>()))*
            }

            #[inline]
            fn excluded_in<All: BundleParts>() -> Option<[&'static str; 2]> {
                None$(.or_else(|| $part::excluded_in::<All>()))*
            }

            #[inline]
            fn admit(
                core: &Rc<WorldCore>,
                entity: Entity,
                site: CallSite,
            ) -> Result<Self::Adding, Refusal> {
                Ok(($($part::admit(core, entity, site)?,)*))
            }

            fn refuse_excluded(adding: &Self::Adding) -> Result<(), Refusal> {
                $($part::refuse_excluded(&adding.$place)?;)*
                Ok(())
            }

            #[inline]
            fn supply(self, adding: &mut Self::Adding) {
                $(self.$place.supply(&mut adding.$place);)*
            }

            #[inline]
            fn place_missing(adding: &mut Self::Adding) -> Result<(), Refusal> {
                $($part::place_missing(&mut adding.$place)?;)*
                Ok(())
            }

            #[inline]
            fn begin_placed(adding: &mut Self::Adding) -> Result<(), Refusal> {
                $($part::begin_placed(&mut adding.$place)?;)*
                Ok(())
            }

            fn discard(self) {
                drop(($(Unplaced::new(self.$place),)*));
            }

            fn numbers(core: &WorldCore, each: &mut dyn FnMut(u32)) {
                $($part::numbers(core, &mut *each);)*
            }

            fn smallest(core: &WorldCore) -> (usize, Listing) {
                let all = [$($part::smallest(core)),*];
                all.into_iter().min_by_key(|&(count, _)| count).expect("no tuple here is empty")
            }
        }
    };
}

all_tuples!(1..=12, bundle);
