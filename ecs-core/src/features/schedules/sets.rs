//! [`Sets`]: the sets of a schedule's systems.

use crate::error::UpdateError;
use crate::ticks::Ticker;

use super::slot::Slot;
use super::systems::{Condition, Meant, SystemCall, SystemPlace};

/// The sets of a schedule's systems. One that was once named stays: a number is for good.
pub(super) struct Sets(Vec<Set>);

/// A set of systems.
pub(super) struct Set {
    /// None has the set that a tuple makes, to ask a condition once for all of its systems.
    pub(super) name: Option<&'static str>,
    pub(super) place: SystemPlace,
    /// The sets that it is in.
    within: Vec<usize>,
    /// Whether a system is in it itself, or was.
    has_systems: bool,
    /// Whether anything was said about it.
    is_configured: bool,
    /// What its conditions have said in this run.
    holds: bool,
}

impl Set {
    fn new(name: Option<&'static str>) -> Self {
        let (place, within) = (SystemPlace::new(), Vec::new());
        Self { name, place, within, has_systems: false, is_configured: false, holds: true }
    }
}

impl Sets {
    pub(super) const fn new() -> Self {
        Self(Vec::new())
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Set> {
        self.0.iter()
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Set> {
        self.0.iter_mut()
    }

    pub(super) fn get(&self, number: usize) -> &Set {
        &self.0[number]
    }

    pub(super) fn find(&self, name: &str) -> Option<usize> {
        self.0.iter().position(|set| set.name == Some(name))
    }

    pub(super) fn find_mut(&mut self, name: &str) -> Option<&mut Set> {
        self.0.iter_mut().find(|set| set.name == Some(name))
    }

    /// Puts a system into some sets, which are made where they are new, and returns their numbers.
    pub(super) fn join(&mut self, names: &[&'static str]) -> Vec<usize> {
        let numbers = self.numbers(names);
        numbers.iter().for_each(|&number| self.0[number].has_systems = true);
        numbers
    }

    /// The numbers of some sets, which are made where they are new.
    fn numbers(&mut self, names: &[&'static str]) -> Vec<usize> {
        names.iter().map(|name| self.number(name)).collect()
    }

    fn number(&mut self, name: &'static str) -> usize {
        self.find(name).unwrap_or_else(|| self.push(Set::new(Some(name))))
    }

    fn push(&mut self, set: Set) -> usize {
        self.0.push(set);
        self.0.len() - 1
    }

    /// Says more about a set.
    pub(super) fn configure(&mut self, name: &'static str, mut place: SystemPlace) {
        let within = self.numbers(&core::mem::take(&mut place.sets));
        let number = self.number(name);
        self.0[number].is_configured = true;
        self.0[number].within.extend(within);
        self.0[number].place.extend(place);
    }

    /// Makes a set that asks a condition for some systems.
    pub(super) fn push_condition(&mut self, condition: Condition) -> usize {
        let mut set = Set::new(None);
        set.place.conditions.push(condition);
        self.push(set)
    }

    /// Some sets and all those that they are in, each once.
    pub(super) fn with_outer(&self, sets: &[usize]) -> Vec<usize> {
        let (mut all, mut waiting) = (Vec::new(), sets.to_vec());
        while let Some(number) = waiting.pop() {
            if !all.contains(&number) {
                all.push(number);
                waiting.extend(&self.0[number].within);
            }
        }
        all
    }

    /// The names of the sets in which systems are, or were.
    pub(super) fn populated(&self) -> Vec<&'static str> {
        let direct: Vec<_> = (0..self.0.len()).filter(|&number| self.0[number].has_systems).collect();
        self.with_outer(&direct).into_iter().filter_map(|number| self.0[number].name).collect()
    }

    /// The names of the sets about which something was said.
    pub(super) fn configured(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().filter(|set| set.is_configured).filter_map(|set| set.name)
    }

    /// Says whether a system is meant.
    pub(super) fn mean(&self, meant: &Meant, slot: &Slot) -> bool {
        let is_in = |name| self.with_outer(&slot.sets).iter().any(|&set| self.0[set].name == Some(name));
        meant.is(slot.id(), is_in)
    }

    /// Says whether all of some sets are switched on.
    pub(super) fn are_on(&self, sets: &[usize]) -> bool {
        sets.iter().all(|&set| self.0[set].place.is_enabled)
    }

    /// Says whether the conditions of some sets, which were asked, have held.
    pub(super) fn hold(&self, sets: &[usize]) -> bool {
        sets.iter().all(|&set| self.0[set].holds)
    }

    /// Begins a run: nothing was asked yet.
    pub(super) fn begin_run(&mut self) {
        self.0.iter_mut().for_each(|set| set.holds = true);
    }

    /// Asks all conditions of a set.
    pub(super) fn ask(&mut self, set: usize, ticker: &Ticker, call: &SystemCall) -> Result<(), UpdateError> {
        let Set { place, holds, .. } = &mut self.0[set];
        place.conditions.iter_mut().try_for_each(|condition| {
            *holds &= condition.ask(ticker, call)?;
            Ok(())
        })
    }

    /// The conditions of the sets that are switched on.
    pub(super) fn conditions(&self) -> impl Iterator<Item = &Condition> {
        self.0.iter().filter(|set| set.place.is_enabled).flat_map(|set| &set.place.conditions)
    }

    /// As [`Sets::conditions`], to prepare them.
    pub(super) fn conditions_mut(&mut self) -> impl Iterator<Item = &mut Condition> {
        self.0.iter_mut().filter(|set| set.place.is_enabled).flat_map(|set| &mut set.place.conditions)
    }

    /// Drops the conditions that no system of a tuple is left to ask for.
    pub(super) fn drop_unused(&mut self, systems: &[Slot]) {
        for (number, set) in self.0.iter_mut().enumerate().filter(|(_, set)| set.name.is_none()) {
            if !systems.iter().any(|slot| slot.sets.contains(&number)) {
                set.place.conditions.clear();
            }
        }
    }
}
