//! Puts what was read into the world: what is wrong with it is found before, and then all of it comes.

use std::borrow::Cow;
use std::collections::HashMap;
use std::rc::Rc;

use super::form::{OFF, PARKED};
use super::loaded::{Contents, InColumn, Loading};
use super::reading::Reading;
use super::report::LoadReport;
use super::staged::{LoadTarget, Marks, Numbered};
use crate::base::{CallSite, Panic, keep_first, keep_panic_of};
use crate::codec::GLOBALS;
use crate::column::Column;
use crate::error::{LoadError, SavePlace};
use crate::ids::{Entity, IndexSet};
use crate::life::{Arrival, arrive, kill_in, needs_welcome};
use crate::world::WorldCore;

/// What was read and is right.
pub(super) struct Checked {
    /// Before the reading, as in [`Loading`].
    contents: Contents,
    reading: Rc<Reading>,
    /// Of each number, from 1 on, whether its entity comes: one that waits in a pool of which nothing was
    /// read does not, with all below it.
    comes: Vec<bool>,
    columns: Vec<Rc<Column>>,
}

/// Finds what is wrong with what was read, and makes room for it. Nothing of it is in the world.
pub(super) fn check<L>(loading: Loading<L>) -> Result<Checked, LoadError> {
    let Loading { reading, contents, .. } = loading;
    let flags = (1..).zip(&contents.flags);
    if let Some((number, &flags)) = flags.clone().find(|(_, flags)| **flags & !(OFF | PARKED) != 0) {
        return Err(LoadError::BadFlags { number, flags });
    }
    let count = contents.flags.len();
    check_names(&contents.names, count)?;
    check_parents(&contents.parents, count)?;
    for column in &contents.columns {
        let saved = &reading.types.all[column.place];
        check_owners(column, saved.component, if saved.is_singleton { None } else { Some(count) })?;
    }
    let is_taken = |number: u32| reading.ids.is_taken(reading.ids.entities()[number as usize - 1]);
    let is_pooled = |number: u32| is_taken(number).is_some();
    let is_wrong = |(number, flags): &(u32, &u8)| {
        is_taken(*number).is_some_and(|is_taken| is_taken == (**flags & PARKED != 0))
    };
    if let Some((number, _)) = flags.clone().find(is_wrong) {
        return Err(LoadError::BadPool { number });
    }
    let comes = all_that_come(&contents, is_pooled);
    let columns = contents.columns.iter().map(|column| column.values.make_room(&reading.core));
    let columns = columns.collect::<Result<Vec<_>, _>>().map_err(LoadError::Add)?;
    check_excluded(&contents.columns, &columns)?;
    Ok(Checked { reading, contents, comes, columns })
}

/// Says of each entity whether it comes. Only those below others are asked for twice.
fn all_that_come(contents: &Contents, is_pooled: impl Fn(u32) -> bool) -> Vec<bool> {
    let Contents { flags, parents, .. } = contents;
    let waits_elsewhere = |(number, flags): (u32, &u8)| flags & PARKED != 0 && !is_pooled(number);
    let left: Vec<u32> =
        (1..).zip(flags).filter(|it| waits_elsewhere(*it)).map(|(number, _)| number).collect();
    let mut comes = vec![true; flags.len()];
    if !left.is_empty() {
        let links = parents.as_chunks::<2>().0.iter().copied();
        for number in with_all_below(left, links.filter(|&[child, _]| !is_pooled(child))) {
            comes[number as usize - 1] = false;
        }
    }
    comes
}

/// Says whether a number is that of one of so many entities, and notes it; `false` also if it was before.
fn is_first(number: u32, count: usize, seen: &mut IndexSet) -> bool {
    let is_known = number != 0 && number as usize <= count;
    let is_first = is_known && !seen.contains(number);
    if is_first {
        seen.insert(number);
    }
    is_first
}

fn check_names(names: &[(u32, String)], count: usize) -> Result<(), LoadError> {
    let mut seen = IndexSet::default();
    match names.iter().find(|(number, _)| !is_first(*number, count, &mut seen)) {
        Some(&(number, _)) => Err(LoadError::BadNumber { what: "names", number }),
        None => Ok(()),
    }
}

fn check_parents(links: &[u32], count: usize) -> Result<(), LoadError> {
    let bad = |number| LoadError::BadNumber { what: "parents", number };
    let (pairs, rest) = links.as_chunks::<2>();
    if let [number] = *rest {
        return Err(bad(number));
    }
    let mut parents = vec![0; if pairs.is_empty() { 0 } else { count + 1 }];
    let mut seen = IndexSet::default();
    for &[child, parent] in pairs {
        if !is_first(child, count, &mut seen) {
            return Err(bad(child));
        }
        if parent == 0 || parent as usize > count {
            return Err(bad(parent));
        }
        parents[child as usize] = parent;
    }
    // Up from each, until the top or what is known to be right. What is passed is marked by the number from
    // which it was.
    let mut passed = vec![0; parents.len()];
    for start in (1..).take(parents.len().saturating_sub(1)) {
        let mut at = start;
        while at != 0 && passed[at as usize] == 0 {
            passed[at as usize] = start;
            at = parents[at as usize];
        }
        if at != 0 && passed[at as usize] == start {
            return Err(LoadError::Cycle { number: at });
        }
    }
    Ok(())
}

/// `count` is how many entities there are; `None` for a singleton.
fn check_owners(column: &InColumn, component: &'static str, count: Option<usize>) -> Result<(), LoadError> {
    let place = |entity| SavePlace { component: Some(component), entity };
    let mut seen = IndexSet::default();
    for &number in &column.entities {
        let is_right = match count {
            Some(count) => number != 0 && number as usize <= count,
            None => number == GLOBALS,
        };
        if !is_right {
            return Err(LoadError::BadOwner { place: place(None), number });
        }
        let index = if count.is_some() { number } else { 0 };
        if seen.contains(index) {
            return Err(LoadError::ComponentTwice { place: place(Some(number)) });
        }
        seen.insert(index);
    }
    let is_owner = |number: u32| if count.is_some() { seen.contains(number) } else { number == GLOBALS };
    let mut others = column.off.iter().chain(&column.unstarted);
    match others.find(|&&number| !is_owner(number)) {
        Some(&number) => Err(LoadError::BadOwner { place: place(None), number }),
        None => Ok(()),
    }
}

/// Refuses an entity that has components of two types of which one excludes the other.
fn check_excluded(contents: &[InColumn], columns: &[Rc<Column>]) -> Result<(), LoadError> {
    for (column, known) in contents.iter().zip(columns) {
        let is_excluded = |other: &Column| known.info.excludes.iter().any(|it| it.of.id == other.info.id);
        for (excluded, other) in contents.iter().zip(columns).filter(|(_, other)| is_excluded(other)) {
            let mut owners = IndexSet::default();
            column.entities.iter().for_each(|&number| owners.insert(number));
            if let Some(&number) = excluded.entities.iter().find(|&&number| owners.contains(number)) {
                let (component, other) = (known.name(), other.name());
                return Err(LoadError::Excluded { number, component, other });
            }
        }
    }
    Ok(())
}

impl Checked {
    /// Puts all of it into the world; `on_load` runs once it is there. If something panics meanwhile, the
    /// rest is done, and the first panic comes back.
    pub(super) fn place(mut self, site: CallSite) -> (LoadReport, Option<Panic>) {
        let core = &*self.reading.core.clone();
        let mut first_panic = None;
        // User code, so before anything has come. What it leaves to the sync point may panic there.
        let mut ended = None;
        keep_panic_of(|| core.structural(|| self.end_singletons(site, &mut ended)), &mut first_panic);
        keep_first(&mut first_panic, ended);
        let all = self.reading.ids.shared_entities();
        let coming = self.all_coming(&all);
        let (columns, links) = {
            let _inside = core.nesting.enter();
            let arriving = arrive(core, &coming, site);
            if coming.len() < all.len() {
                self.break_other_promises(core);
            }
            self.reading.finish();
            self.switch(core);
            let links = self.name_and_link(core);
            self.make_globals(core);
            self.order_types();
            let columns = self.place_columns(core, site);
            core::mem::forget(arriving);
            (columns, links)
        };
        if let Some(clock) = self.contents.clock {
            core.go_on_from(clock);
        }
        // What does not come of it drops while nothing is borrowed.
        for column in &mut self.contents.columns {
            column.values.drop_left(&mut first_panic);
        }
        keep_panic_of(|| core.sync(), &mut first_panic);
        let welcomed = {
            let _inside = core.nesting.enter();
            let arrival = Arrival {
                entities: &coming,
                links: &links,
                singletons: self.singletons(),
                columns: &columns,
            };
            arrival.welcome(core, site)
        };
        keep_first(&mut first_panic, welcomed);
        keep_panic_of(|| core.sync(), &mut first_panic);
        (LoadReport::new(all, core::mem::take(&mut self.contents.unknown)), first_panic)
    }

    /// The entities that come.
    fn all_coming<'a>(&self, all: &'a [Entity]) -> Cow<'a, [Entity]> {
        if !self.comes.contains(&false) {
            return Cow::Borrowed(all);
        }
        let coming = all.iter().zip(&self.comes).filter(|(_, comes)| **comes);
        Cow::Owned(coming.map(|(&entity, _)| entity).collect())
    }

    /// The types of the singletons that have come, by their numbers.
    fn singletons(&self) -> Vec<u32> {
        let columns = self.contents.columns.iter().zip(&self.columns);
        let singletons = columns.filter(|(column, _)| column.entities.contains(&GLOBALS));
        singletons.map(|(_, known)| known.number()).collect()
    }

    /// Ends the singletons in whose places others come.
    fn end_singletons(&self, site: CallSite, first_panic: &mut Option<Panic>) {
        for (column, known) in self.contents.columns.iter().zip(&self.columns) {
            if column.entities.first() == Some(&GLOBALS) {
                keep_panic_of(|| kill_in(known.at(known.world.globals.entity(), site)), first_panic);
            }
        }
    }

    /// What does not come is never alive, also if what comes refers to it.
    fn break_other_promises(&self, core: &WorldCore) {
        let all = self.reading.ids.entities();
        let mut entities = core.members_mut();
        for (&entity, _) in all.iter().zip(&self.comes).filter(|(_, comes)| !**comes) {
            entities.break_promise(entity);
        }
    }

    /// The entity of a number that comes.
    fn coming(&self, number: u32) -> Option<Entity> {
        let place = number as usize - 1;
        self.comes[place].then(|| self.reading.ids.entities()[place])
    }

    /// Sets the switches of entities: before they have anything, so that nothing is to be notified.
    fn switch(&self, core: &WorldCore) {
        let flags = &self.contents.flags;
        if !flags.iter().any(|&flags| flags != 0) {
            return;
        }
        let mut entities = core.members_mut();
        for (number, &flags) in (1..).zip(flags) {
            if flags != 0
                && let Some(entity) = self.coming(number)
            {
                entities.set_on(entity.index(), false);
                entities.set_parked(entity.index(), flags & PARKED != 0);
                entities.set_away(entity.index(), flags & PARKED != 0);
            }
        }
        let off = (1..).zip(flags).filter(|(_, flags)| **flags != 0).map(|(number, _)| number);
        let off = off.filter(|&number| self.coming(number).is_some()).collect();
        // What is below somebody who does not come is below nobody.
        let links = self.contents.parents.as_chunks::<2>().0.iter().copied();
        let links = links.filter(|link| link.iter().all(|&number| self.coming(number).is_some()));
        for entity in with_all_below(off, links).into_iter().filter_map(|number| self.coming(number)) {
            entities.set_enabled(entity.index(), false);
        }
    }

    /// Names entities, and links them; returns the links, of children to their parents.
    fn name_and_link(&self, core: &WorldCore) -> Vec<(Entity, Entity)> {
        for (number, name) in &self.contents.names {
            self.coming(*number).into_iter().for_each(|entity| _ = core.set_name(entity, name));
        }
        let pairs = self.contents.parents.as_chunks::<2>().0;
        let links =
            pairs.iter().filter_map(|&[child, parent]| Some((self.coming(child)?, self.coming(parent)?)));
        let links: Vec<_> = links.collect();
        for (child, parent) in &links {
            core.link(*child, *parent, None);
        }
        links
    }

    /// Makes the entity of the singletons, if there is none and one of the save is to live there.
    fn make_globals(&self, core: &WorldCore) {
        let is_alive = |entity| core.entities.borrow().is_alive(entity);
        let has_singletons = self.contents.columns.iter().any(|column| column.entities.contains(&GLOBALS));
        if !(has_singletons || self.reading.ids.needs_globals.get())
            || is_alive(core.globals.entity())
            || core.keep_promised_globals()
        {
            return;
        }
        // User code has ended the one that was there meanwhile.
        if has_singletons && let Ok(globals) = core.entities.borrow_mut().spawn() {
            core.globals.set(globals);
        }
    }

    /// Lets types that the world did not know have the order that they had: passes run in it.
    fn order_types(&self) {
        let columns = self.contents.columns.iter().zip(&self.columns);
        let mut ordered: Vec<_> =
            columns.filter_map(|(column, known)| Some((column.order?, known))).collect();
        ordered.sort_by_key(|(order, _)| *order);
        ordered.iter().for_each(|(_, known)| _ = known.number());
    }

    /// Places all values, and returns the columns of which more is to be done, with the entities that have
    /// got one.
    fn place_columns(&mut self, core: &WorldCore, site: CallSite) -> Vec<(Rc<Column>, Vec<Entity>)> {
        let entities = Numbered { entities: self.reading.ids.entities(), globals: core.globals.entity() };
        let mut columns = Vec::new();
        for (column, known) in self.contents.columns.iter_mut().zip(&self.columns) {
            let set = |numbers: &[u32]| {
                let mut set = IndexSet::default();
                numbers.iter().for_each(|&number| set.insert(entities.at(number).index()));
                set
            };
            let marks = Marks { off: set(&column.off), unstarted: set(&column.unstarted) };
            column.values.place(known, &column.entities, &LoadTarget { entities, marks, site });
            if needs_welcome(known) {
                let owners = column.entities.iter().map(|&number| entities.at(number));
                let is_alive = |entity: &Entity| core.entities.borrow().is_alive(*entity);
                columns.push((known.clone(), owners.filter(is_alive).collect()));
            }
        }
        columns
    }
}

/// Some numbers, and those of all below them by these links, child and parent.
fn with_all_below(mut next: Vec<u32>, links: impl Iterator<Item = [u32; 2]>) -> Vec<u32> {
    if next.is_empty() {
        return next;
    }
    let mut children: HashMap<u32, Vec<u32>> = HashMap::new();
    for [child, parent] in links {
        children.entry(parent).or_default().push(child);
    }
    let (mut seen, mut all) = (IndexSet::default(), Vec::new());
    while let Some(number) = next.pop() {
        if !seen.contains(number) {
            seen.insert(number);
            all.push(number);
            next.extend(children.get(&number).into_iter().flatten());
        }
    }
    all
}
