//! [`Whole`]: all components of a type that are borrowed at once, as trait objects.

use crate::component::Component;
use crate::ids::Entity;
use crate::reach::ViewMut;
use crate::spec::Offers;

/// A type that is borrowed as a whole, as those see it who know one of its interfaces.
pub(super) trait Whole<I: ?Sized> {
    /// Lists the enabled components, but for that of one entity.
    fn list<'a>(&'a mut self, but: Entity, all: &mut Vec<&'a mut I>);
}

impl<T: Component + Offers<I>, I: ?Sized + 'static> Whole<I> for ViewMut<'static, T> {
    fn list<'a>(&'a mut self, but: Entity, all: &mut Vec<&'a mut I>) {
        let but = self.position_of(but.handle());
        let enabled = self.enabled_mut().iter_mut().enumerate();
        let others = enabled.filter(|&(place, _)| Some(place) != but);
        all.extend(others.map(|(_, own)| (T::__OFFER.exclusive)(own)));
    }
}
