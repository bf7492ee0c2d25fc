//! [`Inherits`]: components that take something over from the one above.

use core::iter::successors;

use crate::component::{Component, PerEntity};
use crate::error::BorrowError;
use crate::ids::Entity;
use crate::outcomes::Ended;
use crate::reach::Handle;
use crate::spec::name_of;
use crate::world::with_current_for;

/// A component type that inherits a value from the nearest ancestor with a component of this type:
/// `#[component(inherits)]`.
///
/// The derive implements it, and calls your method `inherit`. It runs once a frame, after `late_update`,
/// parents before their children, on each component that was written, that has a new parent, or whose
/// parent's `inherit` has run. So components that have not changed cost almost nothing.
///
/// The parameter `parent` is the component of the nearest [ancestor](Entity::ancestors) that has one, or
/// `None`. A write by `inherit` is a change for [`Changed`](crate::Changed), but does not run `inherit`
/// again. `inherit` does not run on a disabled component; its children use the value that it has.
///
/// Besides transforms, types can inherit visibility, the colour of a team or a time scale.
///
/// ```
/// use ecs_core::{Component, Entity, update_all};
///
/// #[derive(Component, Clone, Default)]
/// #[component(inherits)]
/// struct Place { local: f32, world: f32 }
///
/// impl Place {
///     fn inherit(&mut self, parent: Option<&Place>) {
///         self.world = parent.map_or(0.0, |parent| parent.world) + self.local;
///     }
/// }
///
/// let ship = Entity::spawn().with(Place { local: 10.0, ..Place::default() });
/// let gun = Entity::spawn().with(Place { local: 2.0, ..Place::default() }).child_of(ship);
/// update_all(0.1);
/// assert_eq!(gun.borrow::<Place>().world, 12.0);
///
/// ship.borrow_mut::<Place>().local = 20.0;
/// assert_eq!(Place::inherited(gun).map(|place| place.world), Some(22.0)); // now, before the next frame
/// update_all(0.1);
/// assert_eq!(gun.borrow::<Place>().world, 22.0);
/// ```
///
/// `inherited` reads the components of the entity and its ancestors. So a hook that takes `&mut Place` calls
/// it for the parent, and computes its own value from that:
///
/// ```
/// # use ecs_core::{Component, Entity, update_all};
/// # #[derive(Component, Clone, Default)]
/// # #[component(inherits)]
/// # struct Place { local: f32, world: f32 }
/// # impl Place {
/// #     fn inherit(&mut self, parent: Option<&Place>) {
/// #         self.world = parent.map_or(0.0, |parent| parent.world) + self.local;
/// #     }
/// # }
/// #[derive(Component, Default)]
/// struct Gun { muzzle: f32 }
///
/// impl Gun {
///     fn update(&mut self, me: Entity, place: &mut Place) {
///         place.local += 1.0;
///         let mut now = place.clone();
///         now.inherit(me.parent().and_then(Place::inherited).as_ref());
///         self.muzzle = now.world;
///     }
/// }
/// # let ship = Entity::spawn().with(Place { local: 10.0, ..Place::default() });
/// # let gun = Entity::spawn().with(Place::default()).child_of(ship).add::<Gun>();
/// # update_all(0.1);
/// # assert_eq!(gun.borrow().muzzle, 11.0);
/// ```
///
/// Such a hook computes the value of a child from its own:
/// `let mut place = child.borrow::<Place>().clone(); place.inherit(Some(&now));`.
///
/// With `#[component(inherits, parallel(inherit))]` several threads run it, level by level; then it cannot
/// access the world. `inherits = method` names another method.
///
/// The store is sorted parents first after many components were added or moved, so that a pass reads memory
/// in order. So you cannot [sort](Component::sort_by) such a type yourself. It is
/// [`Tracked`](crate::Tracked), with the costs of that, and takes about 25 bytes more for each component.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not inherit",
    label = "this type has no `inherit`",
    note = "write `#[component(inherits)]` above `{Self}`, and a method `fn inherit(&mut self, parent: \
            Option<&Self>)`"
)]
pub trait Inherits: PerEntity {
    #[doc(hidden)]
    fn __inherit(&mut self, parent: Option<&Self>) -> Ended;
}

/// The value that the nearest component at or above an entity would have if `inherit` ran now.
#[track_caller]
pub(crate) fn inherited<T: Inherits + Clone>(entity: Entity) -> Result<Option<T>, BorrowError> {
    let way = with_current_for(Some(name_of::<T>()), |core| {
        successors(Some(entity), |&at| core.parent(at)).map(Handle::<T>::new).collect::<Vec<_>>()
    });
    let mut above = None;
    for handle in way.unwrap_or_default().into_iter().rev().filter(|handle| handle.is_alive()) {
        let mut value = copy(handle)?;
        if handle.is_enabled() {
            let _ended = value.__inherit(above.as_ref());
        }
        above = Some(value);
    }
    Ok(above)
}

/// The value of a component, borrowed no longer than it is copied.
#[track_caller]
fn copy<T: Component + Clone>(handle: Handle<T>) -> Result<T, BorrowError> {
    let value = handle.try_borrow()?;
    Ok((*value).clone())
}
