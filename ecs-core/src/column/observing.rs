//! What hooks and observers receive of each component: whether it exists, and whether it is enabled.

use crate::ids::Entity;
use crate::world::{Observed, Occasion, Occasions};

use super::column::Column;
use super::lifecycle::{Stage, Step, Transition};

impl Column {
    /// An occasion of the type.
    pub(crate) fn occasion(&self, occasion: Occasion) -> Observed {
        Observed { occasion, component: Some(self.info.id) }
    }

    /// Says whether a component ends without a trace: there is no hook for its end, no `Drop`, and nobody
    /// observes the type. This is the one place that decides it.
    #[inline(always)]
    pub(crate) fn ends_silently(&self) -> bool {
        self.info.ends_without_user_code && !self.lifecycle.is_end_observed()
    }

    /// Sets which occasions of the type are observed from now on. Of the components that exist, observers
    /// count as having received all that has happened, but for those whose birth is still to come.
    pub(crate) fn set_observed(&self, occasions: Occasions) {
        let was_observed = self.lifecycle.is_observed();
        self.lifecycle.observed().set(occasions);
        if was_observed == self.lifecycle.is_observed() {
            return;
        }
        if !self.has_rows() {
            self.for_each_live(|row, index| {
                let switch = Transition::switch(!self.stage(row).is_off());
                let stage = Stage::default().after(switch);
                let on = Transition::notify(self.is_enabled(row));
                let observed = || stage.after(on).observed(self.world.is_away(index));
                self.set_stage(row, if was_observed { stage } else { observed() });
            });
            return;
        }
        let (new, births, entities) =
            (self.lifecycle.new_stage(), self.info.births, self.world.entities.borrow());
        self.row_store.begin_with(new.bits(), |owner, is_live, bits| {
            let stage = Stage::from_bits(bits);
            let stage = if was_observed {
                stage.unobserved(births, entities.is_enabled(owner))
            } else {
                // `Add` of a dead one, whose end is pending, was never reported.
                stage.observed(!is_live || self.world.is_away(owner))
            };
            stage.bits()
        });
    }

    /// Finds what hooks and observers of a live component receive next, and notes that observers have
    /// received it. A transition that nobody receives is noted as well.
    pub(crate) fn take_news(&self, row: u32, entity: Entity) -> Option<Step> {
        let settled = self.settled_stage(row, entity);
        let (stage, step) = self.stage(row).advance(settled, |transition| self.lifecycle.step(transition));
        self.set_stage(row, stage);
        step
    }

    fn settled_stage(&self, row: u32, entity: Entity) -> Stage {
        Stage::settled(self.is_enabled(row), self.world.is_away(entity.index()))
    }

    /// Says whether hooks or observers have not received yet that a live component is disabled or parked.
    pub(super) fn lacks_news_of_end(&self, row: u32, entity: Entity) -> bool {
        self.stage(row).lacks_end(self.settled_stage(row, entity), self.lifecycle.new_stage())
    }

    /// Says whether a component has a row that is borrowed, and so must stay as it is. A tag has no row.
    pub(crate) fn is_row_held(&self, row: u32) -> bool {
        self.has_rows() && self.borrows.is_row_borrowed(row, self)
    }
}
