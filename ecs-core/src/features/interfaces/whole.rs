//! [`WholeType`]: all components of a type that are borrowed at once, as trait objects.

use crate::base::CallSite;
use crate::component::Component;
use crate::error::ViewError;
use crate::ids::Entity;
use crate::reach::borrow_for_view;
use crate::spec::spec;
use crate::terms::AllRows;

use super::offer::Offers;

/// A type that is borrowed as a whole, as those see it who know one of its interfaces.
pub(super) trait WholeType<I: ?Sized> {
    /// Lists the enabled components, but for that of one entity.
    fn list<'a>(&'a mut self, but: Entity, all: &mut Vec<&'a mut I>);
}

/// Borrows a type as a whole, to write to all of it.
#[track_caller]
pub(super) fn borrow_whole<T: Component + Offers<I>, I: ?Sized + 'static>(
    site: CallSite,
) -> Result<Box<dyn WholeType<I>>, ViewError> {
    Ok(Box::new(AllRows::<T>::new(borrow_for_view(site)?)))
}

impl<T: Component + Offers<I>, I: ?Sized + 'static> WholeType<I> for AllRows<T> {
    fn list<'a>(&'a mut self, but: Entity, all: &mut Vec<&'a mut I>) {
        let but = self.rows().row(but);
        if const { spec::<T>().tracked } {
            self.rows().note_changes(0..self.rows().enabled());
        }
        let others = self.enabled_mut().enumerate().filter(|&(place, _)| Some(place) != but);
        all.extend(others.map(|(_, own)| (T::__OFFER.exclusive)(own)));
    }
}
