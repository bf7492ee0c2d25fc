//! [`PerTerm`]: as many of something as there are terms.

use super::place::Place;

/// A number for each of some terms.
pub trait PerTerm: Copy {
    /// Something for each of them.
    type Each<X: Copy>: Copy + AsRef<[X]> + AsMut<[X]>;
    /// Something for each of them that is no copy.
    type Owned<X>: AsRef<[X]>;

    /// The same for each.
    fn same<X: Copy>(value: X) -> Self::Each<X>;

    /// The same number for each.
    fn abreast(number: usize) -> Self;

    /// Makes something for each, by its place among them.
    fn make<X>(make: impl FnMut(usize) -> X) -> Self::Owned<X>;

    /// The rows that steps are counted from.
    fn first(places: Self::Each<Place<'_>>) -> Self;

    /// How many steps behind the [first](Self::first) the rows lie that go with a step of a segment; `None`
    /// if one is not there.
    fn steps(places: Self::Each<Place<'_>>, step: usize) -> Option<Self>;
}

impl<const N: usize> PerTerm for [usize; N] {
    type Each<X: Copy> = [X; N];
    type Owned<X> = [X; N];

    #[inline(always)]
    fn same<X: Copy>(value: X) -> [X; N] {
        [value; N]
    }

    #[inline(always)]
    fn abreast(number: usize) -> Self {
        [number; N]
    }

    #[inline]
    fn make<X>(make: impl FnMut(usize) -> X) -> [X; N] {
        core::array::from_fn(make)
    }

    #[inline(always)]
    fn first(places: [Place<'_>; N]) -> Self {
        places.map(Place::first)
    }

    #[inline(always)]
    fn steps(places: [Place<'_>; N], step: usize) -> Option<Self> {
        let mut steps = [0; N];
        for (number, place) in places.into_iter().enumerate() {
            steps[number] = place.step(step)?;
        }
        Some(steps)
    }
}
