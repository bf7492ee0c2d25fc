//! [`Entity::send_up`].

use core::any::{TypeId, type_name};

use crate::base::{CallSite, Sent};
use crate::ids::Entity;
use crate::world::{current, note_unheard};

use super::climb::climb;

impl Entity {
    /// Sends an event to the components of the entity, then to those of its parent, and so on up the tree,
    /// until a method that listens returns [`Handled::Yes`](crate::Handled::Yes). Returns the entity of that
    /// method; `None` if no method has handled the event, or if it waits on its way.
    ///
    /// A method that returns [`Handled::No`](crate::Handled::No) or nothing lets the event go on. On one
    /// entity, types are notified in the order of their first add. The parent is the one that the entity had
    /// before it was notified.
    ///
    /// Where a component is borrowed, the event waits for the sync point, and goes on from there. Systems
    /// read it as one event, sent to this entity. O(the number of entities on the way).
    ///
    /// The idea is that of events in a browser, which bubble.
    ///
    /// ```
    /// use ecs_core::{Component, Entity, Handled};
    ///
    /// struct Click;
    ///
    /// #[derive(Component, Default)]
    /// #[component(on(Click))]
    /// struct Button { clicks: u32, is_off: bool }
    ///
    /// impl Button {
    ///     fn on_click(&mut self, _: &Click) -> Handled {
    ///         if self.is_off {
    ///             return Handled::No;
    ///         }
    ///         self.clicks += 1;
    ///         Handled::Yes
    ///     }
    /// }
    ///
    /// let panel = Entity::spawn().with(Button::default());
    /// let label = Entity::spawn().child_of(panel).with(Button { is_off: true, ..Button::default() });
    /// let icon = Entity::spawn().child_of(label);
    /// assert_eq!(icon.send_up(Click), Some(panel));
    /// assert_eq!(panel.borrow::<Button>().clicks, 1);
    /// ```
    #[track_caller]
    pub fn send_up<E: 'static>(self, event: E) -> Option<Self> {
        let site = CallSite::here();
        let core = current().ok()?;
        let mut sent = Sent::new(event);
        core.structural(|| {
            let is_read = core.observers.readers().are_there::<E>();
            if is_read && core.entities.borrow().is_alive(self) {
                core.observers.readers().post(Some(self), || sent.shared());
            }
            if !is_read && core.columns.listening(TypeId::of::<E>()).is_empty() {
                note_unheard("Entity::send_up", type_name::<E>(), TypeId::of::<E>(), self, site);
            }
            climb(&core, self, 0, &mut sent, site)
        })
    }
}
