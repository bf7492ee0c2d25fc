//! [`Children`]: what `with_children` takes: one child, or a list of them.

use crate::base::all_tuples;
use crate::component::PerEntity;
use crate::error::AddError;
use crate::ids::Entity;

use super::part::{TreePart, Unplanted};
use super::planting::Planting;

/// The children of an entity: one of them; or several as a tuple of up to twelve, a `Vec` or an array.
///
/// One child is a component, or a [`Subtree`](super::Subtree). In a tuple each item is a child: `(Turret,
/// Engine)` are two children, `((Turret, Health(3)), Engine)` too, of which the first has two components. A
/// child of several components alone is `((Turret, Health(3)),)`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither a child nor a list of children",
    label = "neither a component, nor a tuple of the parts of a tree",
    note = "one child is a component, or a component or a bundle with `.named(..)` or `.with_children(..)`",
    note = "several are a tuple: `(Turret, Engine)`; a child of several components is a tuple in it: \
            `((Turret, Health(3)), Engine)`, and alone `((Turret, Health(3)),)`",
    note = "an iterator is no list: collect it into a `Vec`"
)]
pub trait Children: 'static {
    /// The same, as a part of a tree.
    #[doc(hidden)]
    type Part: TreePart;

    #[doc(hidden)]
    fn __into_part(self) -> Self::Part;
}

impl<T: PerEntity> Children for T {
    type Part = Self;

    fn __into_part(self) -> Self {
        self
    }
}

impl<P: TreePart> Children for Vec<P> {
    type Part = Self;

    fn __into_part(self) -> Self {
        self
    }
}

impl<P: TreePart, const N: usize> Children for [P; N] {
    type Part = Self;

    fn __into_part(self) -> Self {
        self
    }
}

/// A tuple whose items are children: as a part of a tree a plain tuple is one entity.
pub struct ChildList<T>(T);

macro_rules! list {
    ($($part:ident $place:tt),*) => {
        impl<$($part: TreePart),*> Children for ($($part,)*) {
            type Part = ChildList<Self>;

            fn __into_part(self) -> ChildList<Self> {
                ChildList(self)
            }
        }

        impl<$($part: TreePart),*> TreePart for ChildList<($($part,)*)> {
            type Spawned = ($($part::Spawned,)*);
            type Placed = ($($part::Placed,)*);

            const CHECKED: () = {
                $(let () = $part::CHECKED;)*
            };

            fn __count(&self) -> usize {
                0 $(+ self.0.$place.__count())*
            }

            fn __nest(&self, next: &mut dyn FnMut() -> Entity) -> Self::Spawned {
                ($(self.0.$place.__nest(next),)*)
            }

            fn __place(
                self,
                planting: &mut Planting<'_>,
                parent: Option<Entity>,
            ) -> Result<Self::Placed, Box<AddError>> {
                let parts = ($(Unplanted::new(self.0.$place),)*);
                Ok(($(parts.$place.into_inner().__place(planting, parent)?,)*))
            }

            fn __begin(placed: &mut Self::Placed) -> Result<(), Box<AddError>> {
                $($part::__begin(&mut placed.$place)?;)*
                Ok(())
            }

            fn __discard(self) {
                drop(($(Unplanted::new(self.0.$place),)*));
            }
        }
    };
}

all_tuples!(1..=12, list);
