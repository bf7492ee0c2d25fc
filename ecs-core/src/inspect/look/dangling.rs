//! [`DanglingSearch`]: which fields refer to what is dead, page by page.

use core::mem::take;
use std::rc::Rc;

use crate::base::discard;
use crate::codec::{Met, Tape};
use crate::features::save::{Look, is_there, may_hold_ids};
use crate::inspect::refusal::Refusal;
use crate::inspect::wire;
use crate::life::caught;
use crate::world::WorldCore;

use super::detail::{MOST_PARTS, MOST_TEXT};
use super::pace::Pace;

/// So many are listed at once.
const MOST: usize = 200;

/// A search on its way. The game goes on meanwhile: a component that moves may be met twice, or not at all.
pub(in crate::inspect) struct DanglingSearch {
    after: Option<String>,
    /// The number of a type, and a row.
    at: (u32, u32),
    found: Vec<wire::DanglingFieldJson>,
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
        let mut look = Look::at_what_is_shown(core, Tape::for_people(MOST_PARTS, MOST_TEXT));
        loop {
            let is_done = self.look(core, &mut look);
            let is_enough = self.found.len() >= MOST;
            if is_done || is_enough || pace.is_over() && pace.is_last() {
                let next = (!is_done).then(|| format!("{}.{}", self.at.0, self.at.1));
                let (found, unseen) = (take(&mut self.found), take(&mut self.unseen));
                return Ok(Some(wire::text(&wire::DanglingJson { found, unseen, next })));
            }
            if pace.is_over() {
                return Ok(None);
            }
        }
    }

    /// Looks into a component; says whether there are no more.
    fn look(&mut self, core: &Rc<WorldCore>, look: &mut Look<'_>) -> bool {
        let (number, row) = self.at;
        if number as usize >= core.columns.borrow_in_order().len() {
            return true;
        }
        let column = core.columns.numbered(number);
        column.close_holes();
        if row >= column.rows() as u32 || !may_hold_ids(&column) {
            self.at = (number + 1, 0);
            return false;
        }
        self.at = (number, row + 1);
        let Some(entity) = column.entity_of(row) else { return false };
        let (mut found, is_dead) = (Vec::new(), |met: Met| !is_there(core, met));
        let is_seen = caught(|| look.look_into(&column, entity, &is_dead, &mut found));
        if !is_seen.unwrap_or_else(|panic| {
            discard(panic);
            false
        }) && !self.unseen.contains(&column.name())
        {
            self.unseen.push(column.name());
        }
        self.found.extend(found.iter().map(|dangling| wire::DanglingFieldJson {
            text: dangling.to_string(),
            component: dangling.component,
            entity: wire::id(dangling.entity),
            path: dangling.path.clone(),
            target: wire::id(dangling.target),
            alive: dangling.is_alive,
        }));
        false
    }
}
