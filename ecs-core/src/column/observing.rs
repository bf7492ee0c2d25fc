//! What observers of a type know of each component: whether it is there, and whether it is enabled.
//!
//! Only the components of a type that is observed have that behind them; those of all others begin and end
//! unheard.

use crate::ids::Entity;
use crate::world::{Observed, Occasion, Occasions};

use super::column::Column;
use super::rows::{NOTIFIED_OFF, OFF, TOLD_OFF, UNBORN, UNTOLD};

/// What is next of what a component's hooks and observers are to know.
#[derive(Clone, Copy)]
pub(crate) enum Step {
    /// Observers are to be told.
    Tell(Occasion),
    /// `on_enable` or `on_disable` is to run.
    Hook { enabled: bool },
}

/// In which order the notes about a component change: first what ends, then what begins.
const IN_ORDER: [(u8, bool); 6] = [
    (TOLD_OFF, true),
    (NOTIFIED_OFF, true),
    (UNTOLD, true),
    (UNTOLD, false),
    (NOTIFIED_OFF, false),
    (TOLD_OFF, false),
];

/// What a new component of a type has before it, once the type is observed.
pub(super) const NEW: u8 = UNBORN | NOTIFIED_OFF | UNTOLD | TOLD_OFF;

impl Column {
    /// Says whether anybody observes the type.
    #[inline(always)]
    pub(crate) fn is_observed(&self) -> bool {
        !self.observed.get().is_empty()
    }

    /// Says whether anybody observes an occasion of the type.
    pub(crate) fn is_observed_on(&self, occasion: Occasion) -> bool {
        self.observed.get().has(occasion)
    }

    /// An occasion of the type.
    pub(crate) fn occasion(&self, occasion: Occasion) -> Observed {
        Observed { occasion, component: Some(self.info.id) }
    }

    /// Says whether a component ends without a trace: there is no hook for its end, no `Drop`, and nobody
    /// observes the type. This is the one place that decides it.
    #[inline(always)]
    pub(crate) fn ends_unheard(&self) -> bool {
        self.info.ends_without_user_code && !self.is_end_observed()
    }

    /// Says whether anybody observes how components end: an end is heard as `Disable` and as `Remove`.
    #[inline(always)]
    pub(crate) fn is_end_observed(&self) -> bool {
        self.observed.get().has_end()
    }

    /// Says which occasions of the type are observed from now on. The components that are there count as
    /// told, but for those whose birth is still to come.
    pub(crate) fn set_observed(&self, occasions: Occasions) {
        let was_observed = self.is_observed();
        self.observed.set(occasions);
        if was_observed == self.is_observed() {
            return;
        }
        if !self.has_rows() {
            self.for_each_live(|row, index| {
                let off = if self.is_enabled(row) { 0 } else { NOTIFIED_OFF };
                let told = if was_observed { 0 } else { as_told(off, self.world.is_away(index)) };
                self.set_flags(row, !OFF, told);
            });
        } else if was_observed {
            self.stop_telling();
        } else {
            self.begin_telling();
        }
    }

    fn begin_telling(&self) {
        self.row_store.begin_with(self.info.births.flags() | NEW, |owner, is_live, flags| {
            // A dead one, whose end is still owed, was never told of.
            as_told(flags, !is_live || self.world.is_away(owner))
        });
    }

    fn stop_telling(&self) {
        let (births, entities) = (self.info.births, self.world.entities.borrow());
        self.row_store.begin_with(births.flags(), |owner, _, flags| {
            let flags = flags & !(UNTOLD | TOLD_OFF);
            if births.has_later || flags & UNBORN == 0 {
                return flags;
            }
            // Nothing is born any more.
            let is_off = flags & OFF != 0 || !entities.is_enabled(owner);
            flags & !(UNBORN | NOTIFIED_OFF) | if is_off { NOTIFIED_OFF } else { 0 }
        });
    }

    /// Finds what hooks and observers of a live component are to know next, and notes that observers know it.
    /// What nobody hears is noted as well.
    ///
    /// The order: `Disable`, `on_disable`, `Remove` of one that is parked; `Add`, `on_enable`, `Enable`.
    pub(crate) fn take_news(&self, row: u32, entity: Entity) -> Option<Step> {
        let (wanted, mut flags) = (self.wanted_flags(row, entity), self.flags(row));
        let mut next = None;
        for (flag, ends) in IN_ORDER {
            if (flags ^ wanted) & flag == 0 || (wanted & flag != 0) != ends {
                continue;
            }
            next = self.step(flag, ends);
            if !matches!(next, Some(Step::Hook { .. })) {
                // A hook notes it when it runs.
                flags ^= flag;
            }
            if next.is_some() {
                break;
            }
        }
        self.set_flags(row, !0, flags);
        next
    }

    /// The notes about a live component once hooks and observers know all of it.
    fn wanted_flags(&self, row: u32, entity: Entity) -> u8 {
        let (enabled, is_away) = (self.is_enabled(row), self.world.is_away(entity.index()));
        let if_set = |is_set: bool, flag: u8| if is_set { flag } else { 0 };
        if_set(!enabled || is_away, TOLD_OFF) | if_set(!enabled, NOTIFIED_OFF) | if_set(is_away, UNTOLD)
    }

    /// Says whether hooks or observers do not know yet that a live component is disabled or parked.
    pub(super) fn owes_news_of_end(&self, row: u32, entity: Entity) -> bool {
        let noted = self.info.births.flags() | if self.is_observed() { NEW } else { 0 };
        self.wanted_flags(row, entity) & noted & !self.flags(row) != 0
    }

    /// What is to be done where one of the notes changes, if anybody hears it.
    fn step(&self, flag: u8, ends: bool) -> Option<Step> {
        let occasion = match (flag, ends) {
            (TOLD_OFF, true) => Occasion::Disable,
            (TOLD_OFF, false) => Occasion::Enable,
            (UNTOLD, true) => Occasion::Remove,
            (UNTOLD, false) => Occasion::Add,
            _ => return self.info.births.is_notified.then_some(Step::Hook { enabled: !ends }),
        };
        self.is_observed_on(occasion).then_some(Step::Tell(occasion))
    }

    /// Notes that observers were told that a component ends; `false` if they were before, or never told that
    /// it is there.
    pub(crate) fn note_untold(&self, row: u32) -> bool {
        self.change_flag(row, UNTOLD, true)
    }

    /// Says whether observers know of a component that it is there.
    pub(crate) fn is_told(&self, row: u32) -> bool {
        !self.flag(row, UNTOLD)
    }

    /// Notes that observers were told that a component is disabled; `false` if they were before, or never
    /// told that it is enabled.
    pub(crate) fn note_told_off(&self, row: u32) -> bool {
        self.change_flag(row, TOLD_OFF, true)
    }

    /// Says whether observers know of a component that it is enabled.
    pub(crate) fn is_told_on(&self, row: u32) -> bool {
        !self.flag(row, TOLD_OFF)
    }

    /// Says whether somebody has borrowed a component, so that its row is to stay as it is. A tag has none.
    pub(crate) fn is_in_hands(&self, row: u32) -> bool {
        self.has_rows() && self.borrows.is_row_borrowed(row, self)
    }

    /// Lets nothing of a component end in its row while observers are told of it.
    pub(crate) fn begin_telling_of(&self, entity: Entity) -> TellingOf<'_> {
        self.told_now.borrow_mut().push(entity);
        TellingOf(self)
    }

    /// Says whether observers are being told of an entity's component.
    pub(crate) fn is_told_now(&self, entity: Entity) -> bool {
        self.is_observed() && self.told_now.borrow().contains(&entity)
    }

    /// Says whether observers are being told of any component.
    pub(crate) fn is_any_told_now(&self) -> bool {
        self.is_observed() && !self.told_now.borrow().is_empty()
    }
}

/// The flags of a component that was there before anybody observed its type. To observers one that is parked
/// is not there.
fn as_told(flags: u8, is_gone: bool) -> u8 {
    if is_gone || flags & UNBORN != 0 {
        return flags | UNTOLD | TOLD_OFF;
    }
    let told_off = if flags & NOTIFIED_OFF != 0 { TOLD_OFF } else { 0 };
    flags & !(UNTOLD | TOLD_OFF) | told_off
}

/// Observers are told of a component until this is dropped.
pub(crate) struct TellingOf<'c>(&'c Column);

impl Drop for TellingOf<'_> {
    fn drop(&mut self) {
        self.0.told_now.borrow_mut().pop();
    }
}
