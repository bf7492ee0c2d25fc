//! [`Stage`]: the steps of its life that a component has had, in one byte. The head of the folder has the
//! table.

use crate::world::Occasion;

use super::births::Births;

/// The steps of its life that a component has had. The default has had all of them, and is switched on: so a
/// type without hooks that need a stage has no byte a row.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Stage(u8);

/// The component itself is switched off.
const OFF: u8 = 1;
/// `on_enable` has not run since the component was added or since `on_disable` has run.
const NOTIFIED_OFF: u8 = 2;
/// `start` has not run.
const UNSTARTED: u8 = 4;
/// `init` has not begun, or the hooks of the end are over.
const UNBORN: u8 = 8;
/// Observers have not received `Add`, or have received `Remove` since.
const UNREPORTED: u8 = 16;
/// Observers have not received `Enable`, or have received `Disable` since.
const REPORTED_OFF: u8 = 32;

/// A change of a stage. Each sets one bit, or clears it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Transition {
    Begin,
    End,
    Start,
    PutBackStart,
    SwitchOn,
    SwitchOff,
    NotifyOn,
    NotifyOff,
    ReportAdd,
    ReportRemove,
    ReportOn,
    ReportOff,
}

/// The order in which hooks and observers receive how a component has changed: first what ends, then what
/// begins.
const IN_ORDER: [Transition; 6] = [
    Transition::ReportOff,
    Transition::NotifyOff,
    Transition::ReportRemove,
    Transition::ReportAdd,
    Transition::NotifyOn,
    Transition::ReportOn,
];

impl Transition {
    /// The bit that changes, and what becomes of it.
    #[inline]
    pub(crate) const fn parts(self) -> (u8, u8) {
        match self {
            Self::Begin => (UNBORN, 0),
            Self::End => (UNBORN, UNBORN),
            Self::Start => (UNSTARTED, 0),
            Self::PutBackStart => (UNSTARTED, UNSTARTED),
            Self::SwitchOn => (OFF, 0),
            Self::SwitchOff => (OFF, OFF),
            Self::NotifyOn => (NOTIFIED_OFF, 0),
            Self::NotifyOff => (NOTIFIED_OFF, NOTIFIED_OFF),
            Self::ReportAdd => (UNREPORTED, 0),
            Self::ReportRemove => (UNREPORTED, UNREPORTED),
            Self::ReportOn => (REPORTED_OFF, 0),
            Self::ReportOff => (REPORTED_OFF, REPORTED_OFF),
        }
    }

    #[inline]
    pub(crate) const fn switch(on: bool) -> Self {
        if on { Self::SwitchOn } else { Self::SwitchOff }
    }

    #[inline]
    pub(crate) const fn notify(on: bool) -> Self {
        if on { Self::NotifyOn } else { Self::NotifyOff }
    }

    #[inline]
    pub(crate) const fn report(on: bool) -> Self {
        if on { Self::ReportOn } else { Self::ReportOff }
    }

    /// The occasion of the event that observers receive in this transition.
    pub(super) const fn occasion(self) -> Option<Occasion> {
        match self {
            Self::ReportAdd => Some(Occasion::Add),
            Self::ReportRemove => Some(Occasion::Remove),
            Self::ReportOn => Some(Occasion::Enable),
            Self::ReportOff => Some(Occasion::Disable),
            _ => None,
        }
    }
}

impl Stage {
    /// The stage of a new component of a type whose components get `births`.
    pub(crate) const fn new(births: Births, is_observed: bool) -> Self {
        let has_later = if births.has_later { UNBORN } else { 0 };
        let is_notified = if births.is_notified { NOTIFIED_OFF } else { 0 };
        let starts = if births.starts { UNSTARTED } else { 0 };
        let observed = if is_observed { UNBORN | NOTIFIED_OFF | UNREPORTED | REPORTED_OFF } else { 0 };
        Self(has_later | is_notified | starts | observed)
    }

    /// The byte that rows store.
    #[inline]
    pub(crate) const fn bits(self) -> u8 {
        self.0
    }

    #[inline]
    pub(crate) const fn from_bits(bits: u8) -> Self {
        Self(bits)
    }

    #[inline]
    pub(crate) const fn after(self, transition: Transition) -> Self {
        let (bit, to) = transition.parts();
        Self(self.0 & !bit | to)
    }

    #[inline]
    const fn has(self, bits: u8) -> bool {
        self.0 & bits != 0
    }

    /// Says whether the component itself is switched off.
    #[inline]
    pub(crate) const fn is_off(self) -> bool {
        self.has(OFF)
    }

    /// Says whether `init` has begun, and the hooks of the end have not.
    #[inline]
    pub(crate) const fn is_born(self) -> bool {
        !self.has(UNBORN)
    }

    /// Says whether `start` has not run.
    #[inline]
    pub(crate) const fn is_unstarted(self) -> bool {
        self.has(UNSTARTED)
    }

    /// Says whether the hooks were last notified that the component is enabled.
    #[inline]
    pub(crate) const fn is_notified_on(self) -> bool {
        !self.has(NOTIFIED_OFF)
    }

    /// Says whether observers have received `Add`, and not `Remove` since.
    pub(crate) const fn is_reported(self) -> bool {
        !self.has(UNREPORTED)
    }

    /// Says whether observers have received `Enable`, and not `Disable` since.
    pub(crate) const fn is_reported_on(self) -> bool {
        !self.has(REPORTED_OFF)
    }

    /// Says whether this stage has any bit of another one: whether any of that is still before the component.
    #[inline]
    pub(crate) const fn has_any_of(self, other: Self) -> bool {
        self.has(other.0)
    }

    /// The stage of a live component once hooks and observers have received how it is, without the bits of
    /// its birth and its own switch.
    pub(crate) fn settled(enabled: bool, is_away: bool) -> Self {
        let if_set = |is_set: bool, bit: u8| if is_set { bit } else { 0 };
        let off = if_set(!enabled, NOTIFIED_OFF) | if_set(!enabled || is_away, REPORTED_OFF);
        Self(off | if_set(is_away, UNREPORTED))
    }

    /// Says whether hooks or observers, of which a new component has the stage `new`, have not received that
    /// it is as `settled` says: disabled or parked.
    pub(crate) fn lacks_end(self, settled: Self, new: Self) -> bool {
        settled.0 & new.0 & !self.0 != 0
    }

    /// Makes the transitions to a settled stage in their order, up to the first for which `step_of` has a
    /// step. That of a hook is not made: the hook notes it when it runs.
    pub(crate) fn advance(
        mut self,
        settled: Self,
        step_of: impl Fn(Transition) -> Option<Step>,
    ) -> (Self, Option<Step>) {
        for transition in IN_ORDER {
            let (bit, to) = transition.parts();
            if settled.0 & bit != to || self.0 & bit == to {
                continue;
            }
            let step = step_of(transition);
            if !matches!(step, Some(Step::Hook { .. })) {
                self = self.after(transition);
            }
            if step.is_some() {
                return (self, step);
            }
        }
        (self, None)
    }

    /// The stage of a component that was there before its type was observed. To observers a parked one
    /// (`is_gone`) does not exist.
    pub(crate) const fn observed(self, is_gone: bool) -> Self {
        if is_gone || self.has(UNBORN) {
            return Self(self.0 | UNREPORTED | REPORTED_OFF);
        }
        let off = if self.has(NOTIFIED_OFF) { REPORTED_OFF } else { 0 };
        Self(self.0 & !(UNREPORTED | REPORTED_OFF) | off)
    }

    /// The stage of a component once its type is not observed any more. `is_enabled` says whether its entity
    /// is. A birth that was only noted for observers is over.
    pub(crate) const fn unobserved(self, births: Births, is_enabled: bool) -> Self {
        let stage = Self(self.0 & !(UNREPORTED | REPORTED_OFF));
        if births.has_later || stage.is_born() {
            return stage;
        }
        let on = is_enabled && !stage.is_off();
        stage.after(Transition::Begin).after(Transition::notify(on))
    }
}

/// The next step of a component toward its settled stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// Observers are to receive an event.
    Tell(Occasion),
    /// `on_enable` or `on_disable` is to run.
    Hook { enabled: bool },
}
