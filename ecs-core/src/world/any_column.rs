//! [`AnyColumn`]: all components of one type, as the world sees them: a list to be kept in order, and to be
//! dropped in the end.

use core::any::{Any, TypeId};
use std::rc::Rc;

use crate::borrow::Conflict;
use crate::ids::{Entity, TypeBits};

use crate::base::Panic;

use super::occasion::{Observing, Occasions};
use super::offering::Interface;
use super::stats::StoreStats;

/// All components of one type in a world. What a world asks of them; the layers above know more.
pub(crate) trait AnyColumn: Any {
    /// The component's type, as messages name it.
    fn name(&self) -> &'static str;
    /// The identity of the component's type.
    fn component_type(&self) -> TypeId;
    /// Whether a sync point can do something for the column.
    fn can_flush(&self) -> bool;
    /// Whether observers are being told of any of its components.
    fn is_any_told_now(&self) -> bool;
    /// Applies what is pending, as far as nothing is borrowed. `false` if something must wait that is not
    /// borrowed itself.
    fn flush(&self) -> bool;
    /// Closes the holes that components have left.
    fn close_holes(&self);
    /// Notes the changes of the components that the pass over the column has visited until now.
    fn note_visited(&self);
    /// What of the column is borrowed, if anything.
    fn any_conflict(&self) -> Option<Conflict>;
    /// Whether the column may move to another thread: its type is `Send`, or it has no values.
    fn may_be_sent(&self) -> bool;
    /// Whether an event waits for a component: nobody knows whether it is `Send`.
    fn has_events(&self) -> bool;
    /// Whether a component of the type ends without a trace: it has no hook for its end, no `Drop`, and
    /// nobody observes the type.
    fn ends_unheard(&self) -> bool;
    /// Says which occasions of the type are observed from now on.
    fn set_observed(&self, occasions: Occasions);
    /// The type number, if the type was added already.
    fn known_number(&self) -> Option<u32>;
    /// Ends the entity's component, of a type that ends without user code. The entity's set of types is left
    /// to the caller.
    fn discard(&self, entity: Entity);
    /// As `discard`, if there is so little to do that nothing can fail, and nothing of the world is asked;
    /// otherwise nothing has changed.
    fn discard_at_once(&self, entity: Entity) -> bool;
    /// As `discard`, for those entities whose types have this one.
    fn discard_many(&self, entities: &[(Entity, TypeBits)]);
    /// The types of the events that the type listens to, in the order of its listeners; and what those
    /// observe that tell what happens to other components.
    fn events(&self) -> Vec<(TypeId, Option<Observing>)>;
    /// The interfaces that the type offers.
    fn interfaces(&self) -> &'static [Interface];
    /// Drops all values, one by one, keeping the first panic.
    fn drop_values(&self, first_panic: &mut Option<Panic>);
    /// Lets all values drop at the next sync point that are kept for later components.
    fn keep_none(&self);
    /// Whether components of the type inherit from those of ancestors.
    fn inherits(&self) -> bool;
    /// Notes that an entity has another parent, or none any more, for a type that inherits.
    fn note_relinked(&self, entity: Entity);
    /// Notes that so many more of its components have a timer.
    fn watch(&self, more: i64);
    /// Counts components and bytes.
    fn stats(&self) -> StoreStats;
    /// Gives the column back as what it is.
    fn into_any(self: Rc<Self>) -> Rc<dyn Any>;
}
