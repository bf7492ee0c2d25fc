//! [`DanglingSearch`]: which fields refer to what is dead, page by page.

use core::mem::take;
use std::rc::Rc;

use crate::codec::Met;
use crate::inspect::refusal::Refusal;
use crate::inspect::wire;
use crate::keep::{Look, is_there, may_hold_ids};
use crate::world::WorldCore;

use super::pace::Pace;

/// So many are listed at once.
const MOST: usize = 200;

/// So many components are looked into between two looks at the clock.
const STRIDE: usize = 16;

/// A search on its way. The game goes on meanwhile: a component that moves may be met twice, or not at all.
pub(in crate::inspect) struct DanglingSearch {
    after: Option<String>,
    /// The number of a type, and a row.
    at: (u32, u32),
    found: Vec<wire::DanglingField>,
    unseen: Vec<&'static str>,
}

impl DanglingSearch {
    pub(super) fn new(after: Option<String>) -> Self {
        Self { after, at: (0, 0), found: Vec::new(), unseen: Vec::new() }
    }

    pub(super) fn step(&mut self, core: &Rc<WorldCore>, pace: &Pace) -> Result<Option<String>, Refusal> {
        if let Some(after) = self.after.take() {
            let numbers = after.split_once('.');
            let at = numbers.and_then(|(column, row)| Some((column.parse().ok()?, row.parse().ok()?)));
            self.at = at.ok_or_else(|| Refusal::bad("`after` is none that a list has ended with"))?;
        }
        loop {
            let is_done = self.look(core);
            if is_done || self.found.len() >= MOST || pace.is_over() && pace.is_last() {
                let next = (!is_done).then(|| format!("{}.{}", self.at.0, self.at.1));
                let (found, unseen) = (take(&mut self.found), take(&mut self.unseen));
                return Ok(Some(wire::text(&wire::Dangling { found, unseen, next })));
            }
            if pace.is_over() {
                return Ok(None);
            }
        }
    }

    /// Looks into some components; says whether there are no more.
    fn look(&mut self, core: &Rc<WorldCore>) -> bool {
        let (number, first) = self.at;
        let columns = core.columns();
        let Some(column) = columns.get(number as usize) else { return true };
        column.close_holes();
        let rows = column.rows() as u32;
        if first >= rows || !may_hold_ids(column) {
            self.at = (number + 1, 0);
            return false;
        }
        let end = rows.min(first.saturating_add(STRIDE as u32));
        let (mut look, mut found) = (Look::new(core, false), Vec::new());
        let is_dead = |met: Met| !is_there(core, met);
        for row in first..end {
            let Some(entity) = column.entity_of(row) else { continue };
            let is_seen = look.look_into(column, entity, &is_dead, &mut found);
            if !is_seen && !self.unseen.contains(&column.name()) {
                self.unseen.push(column.name());
            }
        }
        self.found.extend(found.iter().map(|dangling| wire::DanglingField {
            text: dangling.to_string(),
            component: dangling.component,
            entity: wire::id(dangling.entity),
            path: dangling.path.clone(),
            target: wire::id(dangling.target),
            alive: dangling.is_alive,
        }));
        self.at = (number, end);
        false
    }
}
