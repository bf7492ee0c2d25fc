//! Copying: entities with the same components as others, many at once. All values are placed first, then the
//! copies are born, one after the other, parents first.

use core::mem::forget;
use std::rc::Rc;
use std::sync::Arc;

use super::super::enable::{has_notices, is_enabled_below, notify_added, switch_below};
use super::super::observe::tell_of_child;
use super::super::removal::{despawn, undo};
use super::admit::{admit_depth, refusal};
use super::batch::AT_ONCE;
use super::birth::{Birth, begin_placed_life};
use super::new_column::column_or_new;
use super::originals::{Copies, Originals};
use super::reuse::reset;
use crate::base::{CallSite, OnDrop, pass_on};
use crate::codec::{FindEntity, Ids, Reference, RestoringIds};
use crate::column::{Column, PendingInit, Transition, TypeInfo};
use crate::error::{AddError, PrefabError};
use crate::ids::{Entity, TypeBits};
use crate::world::{Occasion, WorldCore};

/// What is copied: entities, each before those below it.
pub(crate) struct Pattern {
    pub(crate) entities: Vec<PatternEntity>,
    /// The place of the one whose copy is handed out. Where copies get a parent, nothing is above it.
    pub(crate) root: usize,
    /// In the order of the types.
    pub(crate) columns: Vec<PatternColumn>,
    /// Finds what stands as text in a value that people have written.
    pub(crate) by_text: Option<FindEntity>,
}

/// An entity of which copies are made.
pub(crate) struct PatternEntity {
    /// The place of its parent, if that is copied too.
    pub(crate) parent: Option<usize>,
    pub(crate) name: Option<Arc<str>>,
    /// It is switched off itself.
    pub(crate) is_off: bool,
}

/// The components of one type of which copies are made.
pub(crate) struct PatternColumn {
    pub(crate) info: &'static TypeInfo,
    pub(crate) originals: Box<dyn Originals>,
    /// The places of their entities.
    pub(crate) owners: Vec<usize>,
    /// Those of them that are switched off themselves.
    pub(crate) off: Vec<usize>,
    /// What their values refer to.
    pub(crate) references: Rc<[Reference]>,
}

/// How many copies are made, and where.
pub(crate) struct CopyOrder {
    pub(crate) count: usize,
    /// What the top of each copy is a child of.
    pub(crate) parent: Option<Entity>,
    /// How they begin to live.
    pub(crate) birth: Birth,
    pub(crate) site: CallSite,
}

/// Makes copies of a pattern, and returns their roots. `each` gets each of them before it begins to live.
pub(crate) fn copy(
    core: &Rc<WorldCore>,
    pattern: &Pattern,
    order: &CopyOrder,
    each: &mut dyn FnMut(usize, Entity),
) -> Result<Vec<Entity>, PrefabError> {
    core.structural(|| {
        let columns = pattern.columns.iter().map(|column| CopyColumn::begin(core, column, order.count));
        let columns = columns.collect::<Result<Vec<_>, _>>()?;
        refuse_excluded(&columns)?;
        // Copies are born as deep as what they copy was made.
        if let Some(CopyColumn { column, .. }) = columns.iter().find(|column| column.column.has_birth()) {
            admit_depth(core, column.name(), Entity::NONE)?;
        }
        let room = order
            .count
            .checked_mul(pattern.entities.len())
            .map(|all| core.entities.borrow_mut().reserve(all));
        if !matches!(room, Some(Ok(()))) {
            return Err(PrefabError::Add(AddError::NoRoom { component: None, additional: order.count }));
        }
        let has_parent =
            |&place: &usize| pattern.entities[place].parent.is_some() || place == 0 && order.parent.is_some();
        let linked = (0..pattern.entities.len()).filter(has_parent).collect();
        let (births, above) = (CopyBirths::default(), Above::of(pattern));
        let mut copying = UnfinishedCopies {
            core,
            pattern,
            order,
            columns,
            ids: Rc::new(RestoringIds { by_text: pattern.by_text, ..RestoringIds::default() }),
            births,
            above,
            linked,
            making: None,
            done: 0,
        };
        copying.ids.copies.replace(vec![Vec::new(); pattern.entities.len()]);
        let mut made = 0;
        while made < order.count {
            let more = (order.count - made).min(AT_ONCE);
            copying.make(made, more)?;
            made += more;
        }
        while copying.done < order.count {
            copying.begin_next(each)?;
        }
        Ok(core::mem::take(&mut copying.ids.copies.borrow_mut()[pattern.root]))
    })
}

/// What is to be done for each copy.
#[derive(Default)]
struct CopyBirths {
    /// The places, and the columns that they have, by their numbers: parents first, in the order of the
    /// types.
    all: Vec<(usize, usize)>,
    /// Which columns are among them.
    columns: Vec<bool>,
}

impl CopyBirths {
    /// Finds them anew, if user code has begun to observe a type, or observes it no more.
    fn update(&mut self, pattern: &Pattern, order: &CopyOrder, columns: &[CopyColumn<'_>]) {
        let has_birth = |CopyColumn { column, .. }: &CopyColumn<'_>| {
            column.has_birth() || order.birth == Birth::Reused && column.info.spec.has_reset()
        };
        if self.columns.iter().copied().eq(columns.iter().map(has_birth)) {
            return;
        }
        let of_place = |place: usize| {
            let numbered = columns.iter().enumerate();
            let with_birth =
                numbered.filter(move |(_, column)| column.original(place).is_some() && has_birth(column));
            with_birth.map(move |(number, _)| (place, number))
        };
        self.all = (0..pattern.entities.len()).flat_map(of_place).collect();
        self.columns = columns.iter().map(has_birth).collect();
    }
}

/// What is above a place of a pattern, or the place itself.
#[derive(Clone, Copy)]
struct Above {
    /// It is switched off, or something above it.
    is_off: bool,
    /// It is the root, or below it where nothing is above that.
    is_below_top: bool,
}

impl Above {
    /// Looks at all places, of which each comes before those below it.
    fn of(pattern: &Pattern) -> Vec<Self> {
        let mut all: Vec<Self> = Vec::with_capacity(pattern.entities.len());
        for (place, entity) in pattern.entities.iter().enumerate() {
            let parent = entity.parent.map(|parent| all[parent]);
            all.push(Self {
                is_off: entity.is_off || parent.is_some_and(|parent| parent.is_off),
                is_below_top: parent.map_or(place == pattern.root, |parent| parent.is_below_top),
            });
        }
        all
    }
}

/// A column to which copies come.
struct CopyColumn<'p> {
    pattern: &'p PatternColumn,
    column: Rc<Column>,
    pending: PendingInit,
    copies: Box<dyn Copies + 'p>,
}

impl<'p> CopyColumn<'p> {
    fn begin(core: &Rc<WorldCore>, pattern: &'p PatternColumn, count: usize) -> Result<Self, PrefabError> {
        let column = column_or_new(core, pattern.info).map_err(|refusal| *refusal)?;
        column.reserve(count.saturating_mul(pattern.owners.len()))?;
        let pending = PendingInit::begin(column.clone(), column.has_birth());
        let copies = pattern.originals.begin(&column);
        Ok(Self { pattern, column, pending, copies })
    }

    /// The place among the originals of the component of an entity.
    fn original(&self, place: usize) -> Option<usize> {
        self.pattern.owners.binary_search(&place).ok()
    }
}

/// Refuses a pattern in which an entity has components of two types of which one excludes the other.
fn refuse_excluded(columns: &[CopyColumn<'_>]) -> Result<(), AddError> {
    for one in columns.iter().filter(|one| !one.column.info.excludes.is_empty()) {
        let excludes = one.column.info.excludes;
        let is_excluded =
            |other: &&CopyColumn<'_>| excludes.iter().any(|it| it.of.id == other.column.info.id);
        let is_beside =
            |other: &&CopyColumn<'_>| other.pattern.owners.iter().any(|place| one.original(*place).is_some());
        if let Some(other) = columns.iter().filter(is_excluded).find(is_beside) {
            let (component, other) = (one.column.name(), other.column.name());
            return Err(AddError::Excluded { component, entity: Entity::NONE, other });
        }
    }
    Ok(())
}

/// Copies that are being made; the drop undoes those that have not begun to live.
struct UnfinishedCopies<'p> {
    core: &'p WorldCore,
    pattern: &'p Pattern,
    order: &'p CopyOrder,
    columns: Vec<CopyColumn<'p>>,
    ids: Rc<RestoringIds>,
    births: CopyBirths,
    /// For each place, what is above it.
    above: Vec<Above>,
    /// The places that have a parent.
    linked: Vec<usize>,
    /// The copies whose values are being made for one place, and that place.
    making: Option<(usize, Vec<Entity>)>,
    /// So many copies have begun to live.
    done: usize,
}

impl UnfinishedCopies<'_> {
    /// The entity that is a place of the pattern in a copy.
    fn entity(&self, place: usize, copy: usize) -> Entity {
        self.ids.copies.borrow()[place][copy]
    }

    /// Makes some copies, from one on.
    fn make(&mut self, first: usize, count: usize) -> Result<(), PrefabError> {
        for place in 0..self.pattern.entities.len() {
            let (mut entities, mut copies) = (self.core.members_mut(), self.ids.copies.borrow_mut());
            // Each that is spawned is noted, to be undone.
            copies[place].reserve(count);
            for _ in 0..count {
                copies[place].push(entities.spawn().map_err(|_| PrefabError::Add(AddError::OutOfIds))?);
            }
        }
        for place in 0..self.pattern.entities.len() {
            let entities = self.ids.copies.borrow()[place][first..].to_vec();
            self.switch_off(place, &entities);
            self.making = Some((place, entities));
            self.make_values(place, first, count)?;
            self.place()?;
        }
        self.name_and_link(first, count);
        Ok(())
    }

    /// Switches copies of a place off, as its own switch says and what is above it: before they have
    /// anything, so that nothing is to be notified.
    fn switch_off(&self, place: usize, entities: &[Entity]) {
        let is_alive = |entity: &Entity| self.core.entities.borrow().is_alive(*entity);
        let is_parent_off = |parent: Entity| !self.core.entities.borrow().is_enabled(parent.index());
        let Above { is_off, is_below_top } = self.above[place];
        let is_disabled =
            is_off || is_below_top && self.order.parent.filter(is_alive).is_some_and(is_parent_off);
        // User code may have ended some.
        for entity in entities.iter().filter(|entity| is_disabled && is_alive(entity)) {
            let mut known = self.core.members_mut();
            if self.pattern.entities[place].is_off {
                known.set_on(entity.index(), false);
            }
            known.set_enabled(entity.index(), false);
        }
    }

    fn make_values(&mut self, place: usize, first: usize, count: usize) -> Result<(), PrefabError> {
        let _inside = Ids::Restoring(self.ids.clone()).enter();
        for number in 0..self.columns.len() {
            let Some(original) = self.columns[number].original(place) else { continue };
            let references = self.columns[number].pattern.references.clone();
            self.ids.references.replace(references);
            let CopyColumn { copies, column, .. } = &mut self.columns[number];
            let made = copies.make(original, first..first + count, &self.ids.copy);
            made.map_err(|error| {
                let (component, message) = (column.name(), error.to_string());
                PrefabError::Value { component, entity: None, message }
            })?;
        }
        Ok(())
    }

    /// Places what was made: where its user code has left the entities alone, type by type. Refuses
    /// what is excluded by a component that this code has added.
    fn place(&mut self) -> Result<(), PrefabError> {
        let Some((_, entities)) = self.making.take() else { return Ok(()) };
        let made = |column: &&mut CopyColumn<'_>| column.copies.made() != 0;
        let (mut types, mut refused) = (Some(TypeBits::default()), None);
        let mut is_complete = true;
        for column in self.columns.iter_mut().filter(made) {
            types = types.and_then(|types| types.and(TypeBits::of(column.column.number())?));
            is_complete &= column.copies.made() == entities.len();
        }
        let batch = self.core.entities.borrow().batch(&entities).filter(|_| is_complete);
        match batch.zip(types) {
            Some((batch, types)) => {
                self.core.members_mut().enlist_all(batch, types);
                for column in self.columns.iter_mut().filter(made) {
                    column.copies.place_enlisted(&column.pending, batch);
                }
            }
            None => {
                for CopyColumn { column, copies, pending, .. } in self.columns.iter_mut().filter(made) {
                    let made = copies.made();
                    let excluded = copies.place_new(pending, &entities[..made]);
                    refused = refused.or_else(|| excluded.map(|entity| refusal(column, entity)));
                }
            }
        }
        refused.map_or(Ok(()), |refusal| Err((*refusal).into()))
    }

    /// Gives copies the parents, names and switches of their originals.
    fn name_and_link(&self, first: usize, count: usize) {
        let is_alive = |entity: Entity| self.core.entities.borrow().is_alive(entity);
        let is_plain = |entity: &PatternEntity| entity.parent.is_none() && entity.name.is_none();
        for (place, entity) in self.pattern.entities.iter().enumerate() {
            if is_plain(entity) && (place != 0 || self.order.parent.is_none()) {
                continue;
            }
            for copy in first..first + count {
                let copied = self.entity(place, copy);
                let parent = self.parent(place, copy);
                if let Some(parent) = parent.filter(|&parent| is_alive(copied) && is_alive(parent)) {
                    self.link(copied, parent);
                }
                entity.name.as_ref().map(|name| self.core.set_name(copied, name));
            }
        }
        for CopyColumn { pattern, column, .. } in &self.columns {
            for &place in &pattern.off {
                for copy in first..first + count {
                    let copied = self.entity(place, copy);
                    column.prepare_switch(copied, self.order.site);
                    column.set_own_switch(copied, false);
                    column.change_side(copied);
                }
            }
        }
    }

    /// The parent that a place of the pattern has in a copy.
    fn parent(&self, place: usize, copy: usize) -> Option<Entity> {
        match self.pattern.entities[place].parent {
            Some(parent) => Some(self.entity(parent, copy)),
            None => self.order.parent.filter(|_| place == self.pattern.root),
        }
    }

    /// Makes a copy the last child of another entity, unless user code has linked it meanwhile.
    fn link(&self, copied: Entity, parent: Entity) {
        let is_above = self.core.forest.borrow().is_above(copied.index(), parent.index());
        if self.core.parent(copied).is_some() || is_above {
            return;
        }
        self.core.parts.note_relinked(self.core, copied);
        let is_on = self.core.entities.borrow().is_on(copied.index());
        // Nearly always it is so already; user code may have switched what is above.
        let enabled = is_on && is_enabled_below(self.core, Some(parent));
        let link = || self.core.link(copied, parent, None);
        switch_below(self.core, copied, enabled, link, self.order.site);
    }

    /// Lets the next copy begin to live.
    fn begin_next(&mut self, each: &mut dyn FnMut(usize, Entity)) -> Result<(), PrefabError> {
        let copy = self.done;
        each(copy, self.entity(self.pattern.root, copy));
        // Before it counts as begun: this may fail.
        self.births.update(self.pattern, self.order, &self.columns);
        self.done += 1;
        let despawn_at = |place| despawn(self.entity(place, copy), self.order.site);
        let undo = OnDrop(|| (0..self.pattern.entities.len()).for_each(|place| _ = despawn_at(place)));
        for &(place, number) in &self.births.all {
            self.begin(&self.columns[number], self.entity(place, copy))?;
        }
        forget(undo);
        for &place in &self.linked {
            let child = self.entity(place, copy);
            // User code may have given the child another parent, of which observers were notified then.
            let parent = self.core.parent(child).filter(|&parent| self.parent(place, copy) == Some(parent));
            if let Some(parent) = parent {
                pass_on(tell_of_child(self.core, Occasion::Attach, child, parent, self.order.site));
            }
        }
        Ok(())
    }

    fn begin(&self, column: &CopyColumn<'_>, entity: Entity) -> Result<(), PrefabError> {
        let site = self.order.site;
        if self.core.lifetime.is_hidden() {
            return Ok(());
        }
        if self.order.birth == Birth::New {
            return begin_placed_life(&column.pending, entity, site).map_err(|refusal| (*refusal).into());
        }
        let Some(row) = column.pending.take_birth(entity) else { return Ok(()) };
        let column = &column.column;
        let at = column.at(entity, site);
        if column.has_birth() {
            column.transit(row, Transition::Begin);
        }
        reset(at).map_err(|held| PrefabError::borrowed(held.component, held.entity, held.conflict))?;
        if let Some(row) = column.find(entity).filter(|_| has_notices(column, column.info.spec)) {
            notify_added(at, row);
        }
        Ok(())
    }
}

impl Drop for UnfinishedCopies<'_> {
    fn drop(&mut self) {
        // So that it drops at the next sync point. The call fails already.
        let _ = self.place();
        let copies = self.ids.copies.take();
        let undone: Vec<Entity> =
            copies.into_iter().flat_map(|copies| copies.into_iter().skip(self.done)).collect();
        for entity in &undone {
            if self.core.entities.borrow().is_alive(*entity) {
                // Observers were not notified of these links.
                self.core.unlink(*entity);
            }
        }
        undo(self.core, &undone, self.order.site);
    }
}
