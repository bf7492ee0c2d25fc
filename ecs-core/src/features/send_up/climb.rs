//! The way of an event up the tree.

use std::sync::Arc;

use crate::base::{AnyEvent, AnySent, CallSite};
use crate::ids::Entity;
use crate::life::{Notified, notify_for_answer};
use crate::outcomes::Handled;
use crate::world::{ListeningType, WorldCore};

/// Notifies the types of an entity that listen, from one of them on, then those of the entities above it.
/// Returns the entity that has handled the event.
pub(super) fn climb(
    core: &WorldCore,
    from: Entity,
    mut first: usize,
    event: &mut dyn AnySent,
    site: CallSite,
) -> Option<Entity> {
    let listening = core.columns.listening(event.event().type_id());
    let mut next = Some(from);
    while let Some(entity) = next {
        next = core.parent(entity);
        let types = core.types(entity);
        for of in listening.iter().skip(first).filter(|of| types.has(of.number)) {
            let column = core.columns.numbered(of.number);
            match notify_for_answer(column.at(entity, site), of.listener, event, go_on) {
                Notified::Answered(Handled::Yes) => return Some(entity),
                Notified::Waits => return None,
                Notified::Answered(Handled::No) | Notified::Absent => {}
            }
        }
        first = 0;
    }
    None
}

/// Goes on behind a listener that had to wait, and has let the event go on.
fn go_on(core: &WorldCore, listener: (u32, usize), entity: Entity, event: Arc<AnyEvent>, site: CallSite) {
    let is_it = |of: &ListeningType| (of.number, of.listener) == listener;
    let place = core.columns.listening((*event).type_id()).iter().position(is_it);
    climb(core, entity, place.map_or(0, |place| place + 1), &mut Shared(event), site);
}

/// An event that had to wait.
struct Shared(Arc<AnyEvent>);

impl AnySent for Shared {
    fn event(&self) -> &AnyEvent {
        &*self.0
    }

    fn share(&mut self) -> Arc<AnyEvent> {
        self.0.clone()
    }
}
