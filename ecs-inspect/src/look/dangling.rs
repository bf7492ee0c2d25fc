//! [`DanglingSearch`]: which fields refer to what is dead, page by page.

use core::mem::take;

use ecs_core::{Entity, World};

use crate::refusal::Refusal;
use crate::wire;

use super::pace::Pace;

/// So many are listed at once.
const MOST: usize = 200;

/// A search on its way. The game goes on meanwhile: what has changed behind it is not looked at again.
pub(crate) struct DanglingSearch {
    after: Option<String>,
    /// The singletons come first; then the entities, by their indices.
    next: Option<u32>,
    found: Vec<wire::DanglingFieldJson>,
    unseen: Vec<&'static str>,
}

impl DanglingSearch {
    pub(super) fn new(after: Option<String>) -> Self {
        Self { after, next: None, found: Vec::new(), unseen: Vec::new() }
    }

    pub(super) fn step(&mut self, pace: &Pace) -> Result<Option<String>, Refusal> {
        if let Some(after) = self.after.take() {
            let next =
                after.parse().map_err(|_| Refusal::bad("`after` is not the end of a list that was sent"))?;
            self.next = Some(next);
        }
        loop {
            let is_done = self.look();
            let is_enough = self.found.len() >= MOST;
            if is_done || is_enough || pace.is_over() && pace.is_last() {
                let next = self.next.filter(|_| !is_done).map(|next| next.to_string());
                let (found, unseen) = (take(&mut self.found), take(&mut self.unseen));
                return Ok(Some(wire::text(&wire::DanglingJson { found, unseen, next })));
            }
            if pace.is_over() {
                return Ok(None);
            }
        }
    }

    /// Looks into an entity; says whether there are no more.
    fn look(&mut self) -> bool {
        let world = World::by_name();
        let entity = match self.next {
            None => world.singletons(),
            Some(next) => match world.entities_among(next..u32::MAX).next() {
                Some(entity) => Some(entity),
                None => return true,
            },
        };
        self.next = Some(self.next.map_or(0, |_| entity.map_or(0, |entity| entity.index() + 1)));
        if let Some(entity) = entity {
            self.look_into(entity);
        }
        false
    }

    fn look_into(&mut self, entity: Entity) {
        let report = World::by_name().catch(|| entity.dangling());
        // What panics is not seen.
        let unseen = report.as_ref().map_or_else(|_| entity.components(), |report| report.unseen().to_vec());
        for name in unseen {
            if !self.unseen.contains(&name) {
                self.unseen.push(name);
            }
        }
        let report = report.unwrap_or_default();
        self.found.extend(report.found().iter().map(|dangling| wire::DanglingFieldJson {
            text: dangling.to_string(),
            component: dangling.component,
            entity: wire::id(dangling.entity),
            path: dangling.path.clone(),
            target: wire::id(dangling.target),
            alive: dangling.is_alive,
        }));
    }
}
