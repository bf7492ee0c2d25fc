//! [`TreePart`]: entities at one place of a tree: one, with those below it, or several side by side.

use crate::base::{drop_each, pass_on};
use crate::error::AddError;
use crate::ids::Entity;
use crate::life::{self, AddingOf, Bundle, BundleParts, Unplaced};

use super::planting::Planting;

/// What stands at one place of a tree: the components of an entity, as a [`Bundle`]; such a bundle with a
/// name or with children, as a [`Subtree`](super::Subtree); or several of these side by side, as a `Vec`, an
/// array or an `Option`.
///
/// Here a tuple of components is one entity. A list of children is a tuple too: see
/// [`Children`](super::Children).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is nothing that a tree is made of",
    label = "neither components of an entity, nor such with children",
    note = "a part of a tree is a component, a tuple of components, or one of both with `.named(..)` or \
            `.with_children(..)`; or a `Vec`, an array or an `Option` of such parts"
)]
pub trait TreePart: Sized + 'static {
    /// What the call that spawns the tree returns for the part: an [`Entity`]; an entity and what is below
    /// it, as a pair; or a `Vec`, an array or an `Option` of these.
    type Spawned;

    /// The components of the part, which are placed and not born.
    #[doc(hidden)]
    type Placed;

    /// Refuses a bundle that no entity can have, at compile time.
    #[doc(hidden)]
    const CHECKED: ();

    /// Counts its entities.
    #[doc(hidden)]
    fn __count(&self) -> usize;

    /// Says which of the entities is which part. They come in the order in which they are written.
    #[doc(hidden)]
    fn __nest(&self, next: &mut dyn FnMut() -> Entity) -> Self::Spawned;

    /// Gives the next entities their parents, names and values.
    #[doc(hidden)]
    fn __place(
        self,
        planting: &mut Planting<'_>,
        parent: Option<Entity>,
    ) -> Result<Self::Placed, Box<AddError>>;

    /// Lets what was placed begin to live.
    #[doc(hidden)]
    fn __begin(placed: &mut Self::Placed) -> Result<(), Box<AddError>>;

    /// Drops its values one by one, as it is not planted.
    #[doc(hidden)]
    fn __discard(self);
}

/// A part that is not planted yet. If it is not, its values drop one by one.
pub(super) struct Unplanted<P: TreePart>(Option<P>);

impl<P: TreePart> Unplanted<P> {
    pub(super) const fn new(part: P) -> Self {
        Self(Some(part))
    }

    pub(super) fn get(&self) -> &P {
        self.0.as_ref().expect("it is taken when it is planted")
    }

    pub(super) fn into_inner(mut self) -> P {
        self.0.take().expect("it is taken once")
    }
}

impl<P: TreePart> Drop for Unplanted<P> {
    fn drop(&mut self) {
        self.0.take().into_iter().for_each(P::__discard);
    }
}

/// Parts that are not planted yet, as [`Unplanted`].
struct UnplantedParts<I: Iterator<Item: TreePart>>(I);

impl<I: Iterator<Item: TreePart>> Drop for UnplantedParts<I> {
    fn drop(&mut self) {
        let mut first_panic = None;
        drop_each(self.0.by_ref().map(Unplanted::new), &mut first_panic);
        pass_on(first_panic);
    }
}

impl<B: Bundle> TreePart for B {
    type Spawned = Entity;
    type Placed = AddingOf<B>;

    const CHECKED: () = life::refuse_twice::<B>();

    fn __count(&self) -> usize {
        1
    }

    fn __nest(&self, next: &mut dyn FnMut() -> Entity) -> Entity {
        next()
    }

    fn __place(
        self,
        planting: &mut Planting<'_>,
        parent: Option<Entity>,
    ) -> Result<AddingOf<B>, Box<AddError>> {
        planting.place(self, None, parent).map(|(_, placed)| placed)
    }

    fn __begin(placed: &mut AddingOf<B>) -> Result<(), Box<AddError>> {
        B::Parts::begin_placed(placed)
    }

    fn __discard(self) {
        drop(Unplaced::new(self));
    }
}

/// Parts of one type side by side.
macro_rules! side_by_side {
    ($(<$Part:ident $(, $len:ident)?> $Type:ty => $Spawned:ty, $Placed:ty;)*) => {
        $(impl<$Part: TreePart $(, const $len: usize)?> TreePart for $Type {
            type Spawned = $Spawned;
            type Placed = Vec<$Part::Placed>;

            const CHECKED: () = $Part::CHECKED;

            fn __count(&self) -> usize {
                self.iter().map(TreePart::__count).sum()
            }

            fn __nest(&self, next: &mut dyn FnMut() -> Entity) -> Self::Spawned {
                side_by_side!(@ self, next $(, $len)?)
            }

            fn __place(
                self,
                planting: &mut Planting<'_>,
                parent: Option<Entity>,
            ) -> Result<Self::Placed, Box<AddError>> {
                let mut parts = UnplantedParts(self.into_iter());
                parts.0.by_ref().map(|part| part.__place(planting, parent)).collect()
            }

            fn __begin(placed: &mut Self::Placed) -> Result<(), Box<AddError>> {
                placed.iter_mut().try_for_each($Part::__begin)
            }

            fn __discard(self) {
                drop(UnplantedParts(self.into_iter()));
            }
        })*
    };
    (@ $parts:ident, $next:ident) => {
        $parts.iter().map(|part| part.__nest($next)).collect()
    };
    (@ $parts:ident, $next:ident, $len:ident) => {
        $parts.each_ref().map(|part| part.__nest($next))
    };
}

side_by_side! {
    <P> Vec<P> => Vec<P::Spawned>, Vec<P::Placed>;
    <P, N> [P; N] => [P::Spawned; N], Vec<P::Placed>;
}

impl<P: TreePart> TreePart for Option<P> {
    type Spawned = Option<P::Spawned>;
    type Placed = Option<P::Placed>;

    const CHECKED: () = P::CHECKED;

    fn __count(&self) -> usize {
        self.as_ref().map_or(0, TreePart::__count)
    }

    fn __nest(&self, next: &mut dyn FnMut() -> Entity) -> Self::Spawned {
        self.as_ref().map(|part| part.__nest(next))
    }

    fn __place(
        self,
        planting: &mut Planting<'_>,
        parent: Option<Entity>,
    ) -> Result<Self::Placed, Box<AddError>> {
        self.map(|part| part.__place(planting, parent)).transpose()
    }

    fn __begin(placed: &mut Self::Placed) -> Result<(), Box<AddError>> {
        placed.as_mut().map_or(Ok(()), P::__begin)
    }

    fn __discard(self) {
        self.into_iter().for_each(P::__discard);
    }
}
