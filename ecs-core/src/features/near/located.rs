//! [`Located`]: a component that has a position; [`IsPosition`]: a type that a position may have.

use core::marker::PhantomData;

use crate::base::CallSite;
use crate::component::Component;
use crate::ids::Entity;
use crate::reach::{Handle, View};
use crate::spec::Writable;
use crate::store::Whole;

/// Coordinates of a place. In 2D the third is zero.
pub(super) type Point = [f32; 3];

/// A component with a position, by which [`near`](crate::near) finds entities:
/// `#[component(near(position))]`.
///
/// Only the derive implements this. The key names one field whose type converts into `[f32; 2]` or
/// `[f32; 3]`, as the vectors of glam and nalgebra do. Or the key names the fields of the coordinates:
/// `near(x, y)`, `near(x, y, z)`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not found by place",
    label = "it names no position",
    note = "say which field is its position: `#[component(near(position))]`, or name its \
            coordinates: `#[component(near(x, y))]`"
)]
pub trait Located: Component<__Layout = Whole, __Number: Writable> {
    /// The type of the position: that of the field, or an array of coordinates.
    type Position;

    #[doc(hidden)]
    fn __with(&self, read: fn(&Self::Position) -> [f32; 3]) -> [f32; 3];

    #[doc(hidden)]
    fn __place(position: &Self::Position) -> [f32; 3];
}

/// A position in 2D or 3D.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no position",
    label = "no position",
    note = "the type of a position is `Copy`, and converts into `[f32; 2]` or `[f32; 3]`: an array or \
            tuple of `f32`, a vector of glam, or a type with `impl From<Position> for [f32; 2]`"
)]
pub trait IsPosition<const N: usize> {
    /// Reads the place, in 2D with zero as the third coordinate.
    fn place(&self) -> [f32; 3];
}

#[diagnostic::do_not_recommend]
impl<P: Copy + Into<[f32; 2]>> IsPosition<2> for P {
    fn place(&self) -> Point {
        let [x, y] = (*self).into();
        [x, y, 0.0]
    }
}

#[diagnostic::do_not_recommend]
impl<P: Copy + Into<[f32; 3]>> IsPosition<3> for P {
    fn place(&self) -> Point {
        (*self).into()
    }
}

/// Reads the places of the components of a type, in the current world.
pub trait ReadPlaces: Sync {
    /// Reads the places of all enabled components, in the order of their rows; returns `false` if any is
    /// borrowed for writing.
    #[doc(hidden)]
    fn read_places(&self, places: &mut Vec<[f32; 3]>) -> bool;

    /// Reads the place of a component; `None` if the component is borrowed for writing.
    #[doc(hidden)]
    fn read_place(&self, entity: Entity) -> Option<[f32; 3]>;
}

struct PlacesOf<T>(PhantomData<fn(T) -> T>);

impl<T: Located> ReadPlaces for PlacesOf<T> {
    fn read_places(&self, places: &mut Vec<Point>) -> bool {
        let view = View::<T>::borrow(CallSite::default());
        view.is_ok_and(|view| {
            places.extend(view.enabled().iter().map(point_of));
            true
        })
    }

    fn read_place(&self, entity: Entity) -> Option<Point> {
        Handle::<T>::new(entity).try_borrow().ok().map(|own| point_of(&*own))
    }
}

fn point_of<T: Located>(own: &T) -> Point {
    point(own.__with(T::__place))
}

/// A place as points have it. A place that is not finite is nowhere.
pub(super) fn point(point: Point) -> Point {
    if point.iter().all(|at| at.is_finite()) { point } else { NOWHERE }
}

/// The place of an entity that cannot be found.
pub(super) const NOWHERE: Point = [f32::NAN; 3];

/// Returns what reads the places of a type, for the declaration of the type.
#[must_use]
pub const fn places<T: Located>() -> Option<&'static dyn ReadPlaces> {
    Some(const { &PlacesOf::<T>(PhantomData) })
}
