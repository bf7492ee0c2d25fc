//! [`SaveSupport`]: what a save can do with a type: write its values, read them, copy them.

use core::marker::PhantomData;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::base::OneByOne;
use crate::codec::StateHasher;
use crate::codec::{Tape, TapeError, TapeSpan, fields_of};
use crate::column::Page;
use crate::component::Component;
use crate::life::{Cloned, Originals, Recorded};
use crate::spec::{Probe, ask};
use crate::store::ByMut;
use crate::store::{ByRef, Stored, UntypedOwn};

/// What a save can do with a type.
#[derive(Clone, Copy)]
pub struct SaveSupport {
    /// Writes a value, if the type is `Serialize`.
    pub record: Option<&'static dyn Record>,
    /// Reads a value, if the type is `DeserializeOwned`.
    pub restore: Option<&'static dyn Restore>,
    /// Copies a value, if the type is `Clone`.
    pub duplicate: Option<&'static dyn Duplicate>,
    /// Hashes and compares the values of snapshots, if the type is `Serialize`.
    pub compare: Option<&'static dyn Compare>,
}

impl SaveSupport {
    /// Of a type of which nothing is known.
    pub(super) const NOTHING: Self = Self { record: None, restore: None, duplicate: None, compare: None };
}

/// Records a component whose type is no longer known.
pub trait Record {
    /// Puts it on a tape, and says where.
    #[doc(hidden)]
    fn record(&self, own: UntypedOwn<'_>, tape: &mut Tape) -> Result<TapeSpan, TapeError>;
}

/// Makes components again that were recorded, whose type is no longer known.
pub trait Restore {
    /// Keeps what was recorded, as what copies are made of.
    #[doc(hidden)]
    fn originals(&self, tape: Tape, spans: Vec<TapeSpan>) -> Box<dyn Originals>;

    /// Makes one value, to be put in the place of a component's.
    #[doc(hidden)]
    fn make(&self, tape: &Tape, span: TapeSpan) -> Result<Edit, TapeError>;

    /// Returns the names of the fields for which the `Deserialize` of the type asks.
    #[doc(hidden)]
    fn fields(&self) -> &'static [&'static str];
}

/// Swaps a value with that of a component, but for the fields that serde leaves out.
type Edit = Box<dyn FnMut(UntypedOwn<'_>)>;

/// Clones components whose type is no longer known.
pub trait Duplicate {
    /// Keeps clones, as what copies are made of: none yet.
    #[doc(hidden)]
    fn originals(&self) -> Box<dyn Originals>;
}

struct BySerialize<T>(PhantomData<fn(T) -> T>);

impl<T: Serialize + Stored> Record for BySerialize<T> {
    fn record(&self, own: UntypedOwn<'_>, tape: &mut Tape) -> Result<TapeSpan, TapeError> {
        own.with::<ByRef, T, _>(|own| tape.record(own))
    }
}

/// Hashes and compares the components of a snapshot, whose type is no longer known.
pub trait Compare {
    /// Hashes the values of a page, or says of which row it cannot.
    #[doc(hidden)]
    fn hash(&self, page: &Page, hasher: &mut StateHasher) -> Result<(), (usize, TapeError)>;

    /// Records the value of a row.
    #[doc(hidden)]
    fn record(&self, page: &Page, row: usize, tape: &mut Tape) -> Result<TapeSpan, TapeError>;
}

impl<T: Serialize + Stored> Compare for BySerialize<T> {
    fn hash(&self, page: &Page, hasher: &mut StateHasher) -> Result<(), (usize, TapeError)> {
        page.rows().try_for_each(|row| {
            page.with::<T, _>(row, |value| hasher.hash(value)).map_err(|error| (row, error))
        })
    }

    fn record(&self, page: &Page, row: usize, tape: &mut Tape) -> Result<TapeSpan, TapeError> {
        page.with::<T, _>(row, |value| tape.record(value))
    }
}

struct ByDeserialize<T>(PhantomData<fn(T) -> T>);

impl<T: DeserializeOwned + Component> Restore for ByDeserialize<T> {
    fn originals(&self, tape: Tape, spans: Vec<TapeSpan>) -> Box<dyn Originals> {
        Box::new(Recorded::<T> { tape, spans, values: PhantomData })
    }

    fn make(&self, tape: &Tape, span: TapeSpan) -> Result<Edit, TapeError> {
        let mut value = tape.restore::<T>(span)?;
        Ok(Box::new(move |own| {
            own.with::<ByMut, T, _>(|own| {
                core::mem::swap(own, &mut value);
                const { T::__SPEC.left_out }.into_iter().for_each(|swap| swap(own, &mut value));
            });
        }))
    }

    fn fields(&self) -> &'static [&'static str] {
        fields_of::<T>()
    }
}

struct RestoreByClone<T>(PhantomData<fn(T) -> T>);

impl<T: Clone + Stored> Duplicate for RestoreByClone<T> {
    fn originals(&self) -> Box<dyn Originals> {
        Box::new(Cloned::<T>(OneByOne::default()))
    }
}

ask! {
    /// Writes a value.
    MaybeRecord::RECORD: &'static dyn Record, [Serialize + Stored] => &BySerialize::<T>(PhantomData);
    /// Reads a value.
    MaybeRestore::RESTORE: &'static dyn Restore, [DeserializeOwned + Component] =>
        &ByDeserialize::<T>(PhantomData);
    /// Copies a value.
    MaybeDuplicate::DUPLICATE: &'static dyn Duplicate, [Clone + Stored] => &RestoreByClone::<T>(PhantomData);
    /// Hashes and compares the values of snapshots.
    MaybeCompare::COMPARE: &'static dyn Compare, [Serialize + Stored] => &BySerialize::<T>(PhantomData);
}

#[cfg(test)]
mod older_forms;

#[cfg(test)]
mod tests {
    use core::marker::PhantomData;

    use serde::de::DeserializeOwned;
    use serde::{Deserialize, Serialize};

    use crate::reach::Handle;
    use crate::spec::spec;
    use crate::{Component, Singleton};

    /// Whether values can be written, read and copied.
    fn kept<T: Component>() -> [bool; 3] {
        let kept = spec::<T>().extensions.save.support;
        [kept.record.is_some(), kept.restore.is_some(), kept.duplicate.is_some()]
    }

    #[test]
    fn it_is_found_out_what_a_save_can_do_with_a_type() {
        #[derive(Component, Serialize, Deserialize, Clone)]
        struct Whole(u8);
        #[derive(Component, Serialize)]
        struct Written(u8);
        #[derive(Component, Deserialize)]
        struct Read(#[expect(dead_code, reason = "nobody reads it")] u8);
        #[derive(Component, Clone)]
        struct Copied;
        #[derive(Singleton, Serialize, Deserialize, Default)]
        struct Score(u8);
        #[derive(Component)]
        struct Nothing;

        assert_eq!(kept::<Whole>(), [true, true, true]);
        assert_eq!(kept::<Written>(), [true, false, false]);
        assert_eq!(kept::<Read>(), [false, true, false]);
        assert_eq!(kept::<Copied>(), [false, false, true]);
        assert_eq!(kept::<Score>(), [true, true, false]);
        assert_eq!(kept::<Nothing>(), [false, false, false]);
    }

    #[test]
    fn a_generic_type_can_what_its_bounds_say() {
        #[derive(Component, Serialize, Deserialize, Clone)]
        struct Open<T: 'static>(T);
        #[derive(Component, Serialize, Deserialize, Clone)]
        #[serde(bound = "")]
        struct Bounded<T: Serialize + DeserializeOwned + Clone + 'static>(T);

        assert_eq!(kept::<Open<u8>>(), [false, false, false]);
        assert_eq!(kept::<Bounded<u8>>(), [true, true, true]);
    }

    #[test]
    fn types_that_hold_no_entity_are_plain_and_skipped_ones_are_unseen() {
        #[derive(Component)]
        #[component(transient)]
        struct Plain(
            #[expect(dead_code, reason = "nobody reads it")] Option<[f32; 3]>,
            PhantomData<Handle<Plain>>,
        );
        #[derive(Component, Serialize)]
        struct Target {
            near: bool,
            #[serde(skip)]
            last: Handle<Plain>,
        }

        let (plain, target) = (spec::<Plain>(), spec::<Target>());
        assert_eq!(
            (plain.extensions.save.plain, plain.extensions.save.unseen, plain.extensions.save.transient),
            (true, &[][..], true)
        );
        assert_eq!(
            (target.extensions.save.plain, target.extensions.save.unseen, target.extensions.save.transient),
            (false, &["last"][..], false)
        );
    }
}
