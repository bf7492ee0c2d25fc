//! [`Ask`]: terms as a query asks for them: which types they take, and how they are opened.

use crate::base::all_tuples;
use crate::borrow::AccessSet;
use crate::component::Component;
use crate::reach::view::visit;
use crate::terms::{CopiedTerm, EntityTerm, Maybe, Opening, Readable, ReadableTerms, Rows};

/// A term that a query asks for. What is said of it stands here, where no hand-written type can say
/// otherwise.
pub trait AskOne: Readable + Sized {
    /// The type that it borrows.
    const ACCESS: AccessSet<'static> = AccessSet::NONE;

    /// The type that each entity has that is visited.
    const NEEDS: AccessSet<'static> = Self::ACCESS;

    /// Opens the rows of the store.
    fn open(opening: &Opening<'_>) -> Self;
}

impl AskOne for EntityTerm {
    #[inline(always)]
    fn open(_: &Opening<'_>) -> Self {
        Self
    }
}

impl<T: Component, const MUT: bool> AskOne for Rows<'static, T, MUT>
where
    Self: Readable,
{
    const ACCESS: AccessSet<'static> = AccessSet::of::<T>(MUT);

    #[inline(always)]
    fn open(opening: &Opening<'_>) -> Self {
        visit(opening)
    }
}

impl<T: Component + Copy> AskOne for CopiedTerm<T> {
    const ACCESS: AccessSet<'static> = AccessSet::of::<T>(false);

    #[inline(always)]
    fn open(opening: &Opening<'_>) -> Self {
        Self(visit(opening))
    }
}

impl<C: AskOne> AskOne for Maybe<C> {
    const ACCESS: AccessSet<'static> = C::ACCESS;
    const NEEDS: AccessSet<'static> = AccessSet::NONE;

    #[inline(always)]
    fn open(opening: &Opening<'_>) -> Self {
        Self(C::open(opening))
    }
}

/// Terms that a query asks for.
pub trait Ask: ReadableTerms + Sized {
    /// The types that they borrow.
    const ACCESS: AccessSet<'static>;

    /// The types that each entity has that is visited.
    const NEEDS: AccessSet<'static>;

    /// Opens the rows of the stores.
    fn open(opening: &Opening<'_>) -> Self;
}

macro_rules! ask {
    ($($term:ident $number:tt),*) => {
        impl<$($term: AskOne),*> Ask for ($($term,)*) {
            const ACCESS: AccessSet<'static> = AccessSet::All(&[$(<$term as AskOne>::ACCESS),*]);
            const NEEDS: AccessSet<'static> = AccessSet::All(&[$(<$term as AskOne>::NEEDS),*]);

            #[inline(always)]
            fn open(opening: &Opening<'_>) -> Self {
                ($(<$term as AskOne>::open(opening),)*)
            }
        }
    };
}

all_tuples!(1..=12, ask);
