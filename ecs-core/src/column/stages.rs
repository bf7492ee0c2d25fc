//! The stage of the component of a row: its `init`, the notice that it is enabled, its `start`. Each comes
//! once, and its opposite only after it.

use crate::ids::Entity;

use super::column::Column;
use super::lifecycle::{Stage, Transition};

impl Column {
    /// The stage of the component of a row.
    #[inline]
    pub(crate) fn stage(&self, row: u32) -> Stage {
        match &self.tags {
            None => Stage::from_bits(self.row_store.flags(row)),
            Some(tags) => tags.stage(row),
        }
    }

    /// Replaces the stage of the component of a row.
    #[inline]
    pub(super) fn set_stage(&self, row: u32, stage: Stage) {
        match &self.tags {
            None => _ = self.row_store.set_flags(row, u8::MAX, stage.bits()),
            Some(tags) => tags.set_stage(row, stage),
        }
    }

    /// Makes a transition of the component of a row, and says whether that has changed its stage.
    #[inline]
    pub(crate) fn transit(&self, row: u32, transition: Transition) -> bool {
        match &self.tags {
            None => {
                let (bit, to) = transition.parts();
                self.row_store.set_flags(row, bit, to) & bit != to
            }
            Some(tags) => {
                let (before, after) = (tags.stage(row), tags.stage(row).after(transition));
                tags.set_stage(row, after);
                before != after
            }
        }
    }

    /// Says whether a pass may visit a component: it was notified that it is enabled, and had its `start`.
    pub(crate) fn is_ready(&self, row: u32) -> bool {
        !self.stage(row).has_any_of(Stage::new(self.info.births, false))
    }

    /// Says whether the hooks were not notified yet that the component is enabled or disabled, and if not
    /// notes that they are.
    pub(crate) fn notify(&self, row: u32) -> Option<bool> {
        let enabled = self.is_enabled(row);
        (self.stage(row).is_notified_on() != enabled).then(|| {
            self.transit(row, Transition::notify(enabled));
            enabled
        })
    }

    /// Notes that a component was born elsewhere, and was notified there that it is enabled or disabled; its
    /// `start` may be still to run. Observers have not received its `Add`.
    #[cfg(feature = "serde")]
    pub(crate) fn note_born_elsewhere(&self, row: u32, awaits_start: bool) {
        let stage = self.stage(row).after(Transition::Begin);
        let stage = stage.after(Transition::notify(self.is_enabled(row)));
        let is_started = !(awaits_start && self.info.births.starts);
        let start = if is_started { Transition::Start } else { Transition::PutBackStart };
        self.set_stage(row, stage.after(start));
    }

    // ---- `start` ----

    /// Lists an enabled component among those that wait for `start`, unless it had it.
    pub(crate) fn await_start(&self, row: u32, entity: Entity) {
        if self.stage(row).is_unstarted() {
            let is_unstarted = |row| self.stage(row).is_unstarted();
            let waits = |index| self.row_of_index(index).is_some_and(is_unstarted);
            self.lifecycle.starts.list(entity, self.rows(), waits);
        }
    }

    /// Lets a component wait for its `start` again, which could not run.
    pub(crate) fn put_back_start(&self, row: u32, entity: Entity) {
        self.transit(row, Transition::PutBackStart);
        self.await_start(row, entity);
    }

    /// Takes the first of those that wait for their `start`, which is about to run. `None` if the component
    /// has gone, had it, or cannot have it now and waits on.
    pub(crate) fn next_start(&self) -> Option<(u32, Entity)> {
        let entity = self.lifecycle.starts.take_first()?;
        let entity = self.entity_now(entity.index())?;
        let row = self.find(entity)?;
        let (is_enabled, is_borrowed) = (self.is_enabled(row), self.borrows.is_row_borrowed(row, self));
        let stage = self.stage(row);
        if !stage.is_unstarted() {
            return None;
        }
        let is_notified_on = stage.is_notified_on();
        if !stage.is_born() || is_borrowed || is_notified_on && !is_enabled {
            self.lifecycle.starts.put_back(entity);
            return None;
        }
        if !is_notified_on {
            // It is listed again when it is notified that it is enabled.
            return None;
        }
        self.transit(row, Transition::Start);
        Some((row, entity))
    }
}

#[cfg(test)]
mod tests {
    use core::cell::RefCell;

    use super::super::column::Column;
    use super::super::lifecycle::{Stage, Transition};
    use crate::frame::update_all;
    use crate::ids::Entity;
    use crate::store::with_store;
    use crate::{Add, Component, Disable, Enable, Remove, observe};
    use Transition::{
        End, NotifyOff, NotifyOn, PutBackStart, ReportAdd, ReportOff, ReportOn, ReportRemove, Start,
        SwitchOff,
    };

    fn after(transitions: &[Transition]) -> Stage {
        transitions.iter().fold(Stage::default(), |stage, &transition| stage.after(transition))
    }

    type Moment = &'static str;

    thread_local! {
        static SEEN: RefCell<Vec<(Moment, Stage)>> = const { RefCell::new(Vec::new()) };
    }

    /// Notes the stage of the component of an entity at a moment.
    fn see(moment: Moment, entity: Entity) {
        let stage = |column: &Column| column.find(entity).map(|row| column.stage(row));
        let stage = with_store(Full::__cell(), |store| stage(store)).flatten().expect("it has a row");
        SEEN.with_borrow_mut(|seen| seen.push((moment, stage)));
    }

    /// What was seen, and the stage of the component now.
    fn seen(entity: Entity) -> Vec<(Moment, Stage)> {
        if entity.has::<Full>() {
            see("now", entity);
        }
        SEEN.take()
    }

    /// Has all hooks of its life.
    #[derive(Component)]
    struct Full(Entity);

    impl Full {
        fn init(&mut self) {
            see("init", self.0);
        }

        fn start(&mut self) {
            see("start", self.0);
        }

        fn on_enable(&mut self) {
            see("on_enable", self.0);
        }

        fn on_disable(&mut self) {
            see("on_disable", self.0);
        }

        fn shutdown(&mut self) {
            see("shutdown", self.0);
        }
    }

    #[test]
    fn each_transition_of_a_life_that_nobody_observes() {
        let entity = Entity::spawn();
        let full = entity.insert(Full(entity));
        let unstarted = after(&[PutBackStart]);
        let off = unstarted.after(NotifyOff);
        assert_eq!(seen(entity), [("init", off), ("on_enable", unstarted), ("now", unstarted)]);
        // Disabled and enabled before its `start`, which stays before it.
        assert!(full.set_enabled(false));
        let switched_off = off.after(SwitchOff);
        assert_eq!(seen(entity), [("on_disable", switched_off), ("now", switched_off)]);
        update_all(0.0);
        assert_eq!(seen(entity), [("now", switched_off)]);
        assert!(full.set_enabled(true));
        assert_eq!(seen(entity), [("on_enable", unstarted), ("now", unstarted)]);
        update_all(0.0);
        assert_eq!(seen(entity), [("start", Stage::default()), ("now", Stage::default())]);
        // A switch of the entity does not switch the component itself.
        assert!(entity.set_enabled(false));
        assert_eq!(seen(entity), [("on_disable", after(&[NotifyOff])), ("now", after(&[NotifyOff]))]);
        assert!(entity.set_enabled(true) && full.kill());
        let (off, end) = (after(&[NotifyOff]), after(&[NotifyOff, End]));
        assert_eq!(seen(entity), [("on_enable", Stage::default()), ("on_disable", off), ("shutdown", end)]);
    }

    #[test]
    fn each_transition_of_a_life_that_is_observed() {
        let _observers = (
            observe(|e: &Add<Full>| see("Add", e.entity())),
            observe(|e: &Enable<Full>| see("Enable", e.entity())),
            observe(|e: &Disable<Full>| see("Disable", e.entity())),
            observe(|e: &Remove<Full>| see("Remove", e.entity())),
        );
        let entity = Entity::spawn();
        let full = entity.insert(Full(entity));
        let placed = after(&[PutBackStart, NotifyOff, ReportRemove, ReportOff]);
        let added = placed.after(ReportAdd);
        let notified = added.after(NotifyOn);
        let on = notified.after(ReportOn);
        assert_eq!(
            seen(entity),
            [("init", placed), ("Add", added), ("on_enable", notified), ("Enable", on), ("now", on)]
        );
        assert!(full.set_enabled(false));
        let (reported, off) = (notified.after(SwitchOff), added.after(SwitchOff));
        assert_eq!(seen(entity), [("Disable", reported), ("on_disable", off), ("now", off)]);
        assert!(full.set_enabled(true));
        assert_eq!(seen(entity), [("on_enable", notified), ("Enable", on), ("now", on)]);
        update_all(0.0);
        let started = on.after(Start);
        assert_eq!(seen(entity), [("start", started), ("now", started)]);
        assert!(full.kill());
        let (reported, notified) = (after(&[ReportOff]), after(&[ReportOff, NotifyOff]));
        let removed = notified.after(ReportRemove);
        let ends = [("Disable", reported), ("on_disable", notified), ("Remove", removed)];
        assert_eq!(seen(entity), [&ends[..], &[("shutdown", removed.after(End))]].concat());
    }

    #[test]
    fn a_start_that_could_not_run_is_before_the_component_again() {
        let entity = Entity::spawn();
        let _full = entity.insert(Full(entity));
        update_all(0.0);
        SEEN.take();
        with_store(Full::__cell(), |store| {
            store.put_back_start(store.find(entity).expect("it is live"), entity);
            assert_eq!(store.lifecycle.starts.count(), 1);
        });
        assert_eq!(seen(entity), [("now", after(&[PutBackStart]))]);
        update_all(0.0);
        assert_eq!(seen(entity), [("start", Stage::default()), ("now", Stage::default())]);
    }

    #[test]
    fn observers_that_come_and_go_change_what_was_reported_and_nothing_else() {
        let entity = Entity::spawn();
        let full = entity.insert(Full(entity));
        assert!(full.set_enabled(false));
        let off = after(&[PutBackStart, NotifyOff, SwitchOff]);
        SEEN.take();
        let observer = observe(|_: &Add<Full>| {});
        assert_eq!(seen(entity), [("now", off.after(ReportOff))]);
        drop(observer);
        assert_eq!(seen(entity), [("now", off)]);
    }
}
