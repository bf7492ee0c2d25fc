//! What the kernel asks of timers.

use crate::column::Column;
use crate::ids::Entity;
use crate::world::WorldCore;

use super::super::part::{ColumnPart, Moment, WorldPart};
use super::super::stats::WorldStats;
use super::fire::{run_at_frame_end, run_due};
use super::state::{Timers, TimersOfColumn};

impl WorldPart for Timers {
    fn may_be_sent(&self) -> Option<&dyn Send> {
        Some(self)
    }

    #[inline]
    fn act(&self, core: &WorldCore, moment: Moment) {
        match moment {
            Moment::AfterFixed => run_due(core),
            Moment::FrameEnd => run_at_frame_end(core),
            Moment::Closing | Moment::Ending => self.end_all(core),
            _ => {}
        }
    }

    #[inline]
    fn has_any_of(&self, index: u32) -> bool {
        self.agenda.borrow().has_any(index)
    }

    fn end_entity(&self, core: &WorldCore, entity: Entity) {
        self.end_all_of(core, entity, None);
    }

    fn note_still(&self, core: &WorldCore, column: &Column, is_still: bool) {
        self.agenda.borrow_mut().set_still(column.position, is_still, core.frames.now());
    }

    fn count(&self, stats: &mut WorldStats) {
        (stats.timers, stats.tasks) = self.agenda.borrow().counts();
    }
}

impl ColumnPart for TimersOfColumn {
    fn may_be_sent(&self) -> Option<&dyn Send> {
        Some(self)
    }

    fn has_any_of(&self, column: &Column, entity: Entity) -> bool {
        self.0.get() != 0 && Timers::of(&column.world).agenda.borrow().has_any_in(entity, column.position)
    }

    fn end_component(&self, column: &Column, entity: Entity) {
        if self.0.get() != 0 {
            Timers::of(&column.world).end_all_of(&column.world, entity, Some(column.position));
        }
    }

    fn note_switched(&self, column: &Column, entity: Entity, is_enabled: bool) {
        let (agenda, now) = (&Timers::of(&column.world).agenda, column.world.frames.now());
        agenda.borrow_mut().set_enabled(entity, column.position, is_enabled, now);
    }
}
