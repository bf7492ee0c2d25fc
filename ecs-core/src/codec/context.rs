//! [`Ids`]: what an entity is written as, and read as, where serde meets one: a stack of contexts, of which
//! the last counts.

use core::any::TypeId;
use core::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::ids::Entity;

thread_local! {
    static INNERMOST: RefCell<Option<Ids>> = const { RefCell::new(None) };
}

/// What entities are written as, and read as.
pub(crate) enum Ids {
    Saving(Rc<SavingIds>),
    Loading(Rc<LoadingIds>),
    Recording(Rc<RecordingIds>),
    Restoring(Rc<RestoringIds>),
    Hashing,
}

impl Ids {
    /// Lets this count until the result is dropped, also if something panics.
    pub(crate) fn enter(self) -> IdsGuard {
        IdsGuard { before: INNERMOST.try_with(|innermost| innermost.replace(Some(self))).ok().flatten() }
    }
}

/// A context counts until this is dropped.
pub(crate) struct IdsGuard {
    before: Option<Ids>,
}

impl Drop for IdsGuard {
    fn drop(&mut self) {
        let _ = INNERMOST.try_with(|innermost| innermost.replace(self.before.take()));
    }
}

/// Runs a function on the context that counts. It must not run user code.
fn with_innermost<R>(f: impl FnOnce(&Ids) -> R) -> Option<R> {
    INNERMOST.try_with(|innermost| innermost.borrow().as_ref().map(f)).ok().flatten()
}

/// Says whether entities mean something else now: something is being saved, loaded or hashed.
pub(crate) fn is_in_context() -> bool {
    with_innermost(|_| ()).is_some()
}

/// Says whether an entity is in the save that is being written now.
pub(crate) fn is_in_save(entity: Entity) -> bool {
    with_innermost(|ids| matches!(ids, Ids::Saving(saving) if saving.number(entity).is_some()))
        .unwrap_or(false)
}

/// Notes that an entity belongs to a pool that is being loaded; `false` if it is that of the singletons,
/// which belongs to none.
pub(crate) fn note_pooled(entity: Entity, is_taken: bool) -> bool {
    let noted = with_innermost(|ids| match ids {
        Ids::Loading(loading) => loading.note_pooled(entity, is_taken),
        _ => true,
    });
    noted.unwrap_or(true)
}

/// What an entity is written as.
pub(super) enum WrittenId {
    /// A number.
    Number(u32),
    /// A number that is known to be one of an entity wherever it is met.
    Id(u32),
    /// Its index and its generation.
    Whole(u32, u32),
}

/// Says what an entity is written as now; `None` where there is no context for it.
pub(super) fn written(met: Met) -> Option<WrittenId> {
    with_innermost(|ids| match ids {
        Ids::Saving(saving) => Some(WrittenId::Number(saving.number_or_lose(met.entity))),
        Ids::Recording(recording) => Some(WrittenId::Id(recording.number(met))),
        Ids::Loading(_) | Ids::Restoring(_) => None,
        Ids::Hashing => Some(WrittenId::Whole(met.entity.index(), met.entity.generation())),
    })?
}

/// Why a number is no entity.
pub(super) enum Unread {
    NoContext,
    /// There are only so many.
    OutOfRange(usize),
}

/// Says which entity a number stands for now.
pub(super) fn read(number: u32) -> Result<Entity, Unread> {
    let found = with_innermost(|ids| match ids {
        Ids::Loading(loading) => Some(loading.entity(number)),
        Ids::Restoring(restoring) => Some(restoring.entity(number)),
        _ => None,
    });
    found.flatten().unwrap_or(Err(Unread::NoContext))
}

/// Says whether an entity is written as text now, where it is not marked as one.
pub(crate) fn is_text_expected() -> bool {
    with_innermost(|ids| matches!(ids, Ids::Restoring(restoring) if restoring.by_text.is_some()))
        .unwrap_or(false)
}

/// Says which entity a text stands for now; `None` where it is to be a number.
pub(super) fn read_text(text: &str) -> Option<Entity> {
    let found = with_innermost(|ids| match ids {
        Ids::Restoring(restoring) => restoring.by_text,
        _ => None,
    });
    found.flatten()?(text)
}

// ---- saves ----

/// Stands for no entity in a save, and in a recorded value.
const NOBODY: u32 = 0;

/// Stands in a save for the entity of the world's singletons.
pub(crate) const GLOBALS: u32 = u32::MAX;

/// A save that is being written: the entities in it have the numbers from 1 on.
#[derive(Default)]
pub(crate) struct SavingIds {
    /// In the order of their numbers.
    entities: Vec<Entity>,
    /// By the index of an entity.
    numbers: Vec<u32>,
    globals: Entity,
    /// Whose component of which type is being written.
    owner: Cell<Owner>,
    lost: RefCell<Vec<Lost>>,
}

/// A component: its type, as the place in a list, and the number of its entity.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Owner {
    pub(crate) component: usize,
    pub(crate) number: u32,
}

/// A reference to what is not in the save.
#[derive(Clone, Copy)]
pub(crate) struct Lost {
    pub(crate) owner: Owner,
    pub(crate) target: Entity,
}

impl Default for Owner {
    /// None: what is written is no component.
    fn default() -> Self {
        Self { component: usize::MAX, number: NOBODY }
    }
}

impl SavingIds {
    /// Gives numbers to entities, in this order, of which none comes twice.
    pub(crate) fn of(entities: Vec<Entity>, globals: Entity) -> Self {
        let indices = entities.iter().map(|entity| entity.index() as usize + 1).max().unwrap_or_default();
        let mut numbers = vec![NOBODY; indices];
        for (entity, number) in entities.iter().zip(1..) {
            numbers[entity.index() as usize] = number;
        }
        Self { entities, numbers, globals, ..Self::default() }
    }

    pub(crate) fn entities(&self) -> &[Entity] {
        &self.entities
    }

    /// The number of an entity; `None` if it is not in the save.
    #[inline]
    pub(crate) fn number(&self, entity: Entity) -> Option<u32> {
        let number = *self.numbers.get(entity.index() as usize)?;
        let known = self.entities.get((number as usize).wrapping_sub(1));
        (known == Some(&entity)).then_some(number)
    }

    /// The entity of a number; none if it has none.
    pub(crate) fn entity(&self, number: u32) -> Entity {
        match number {
            GLOBALS => self.globals,
            number => self.entities.get((number as usize).wrapping_sub(1)).copied().unwrap_or_default(),
        }
    }

    /// Says whose component is written next.
    #[inline]
    pub(crate) fn set_owner(&self, owner: Owner) {
        self.owner.set(owner);
    }

    pub(crate) fn owner(&self) -> Owner {
        self.owner.get()
    }

    fn number_or_lose(&self, entity: Entity) -> u32 {
        if entity == Entity::NONE {
            return NOBODY;
        }
        if let Some(number) = self.number(entity) {
            return number;
        }
        if entity == self.globals {
            return GLOBALS;
        }
        self.lost.borrow_mut().push(Lost { owner: self.owner.get(), target: entity });
        NOBODY
    }

    /// Takes what was written as null although it refers to something.
    pub(crate) fn take_lost(&self) -> Vec<Lost> {
        self.lost.take()
    }
}

/// A save that is being read: the entities that the numbers stand for.
#[derive(Default)]
pub(crate) struct LoadingIds {
    /// Known once the save has said how many there are.
    entities: OnceCell<Rc<Vec<Entity>>>,
    /// The entity that singletons have, or will have.
    pub(crate) globals: Cell<Entity>,
    /// A handle to a singleton was read.
    pub(crate) needs_globals: Cell<bool>,
    /// Entities that belong to a pool which was read, and whether they are taken from it.
    pooled: RefCell<BTreeMap<Entity, bool>>,
    /// The first number that stands for nobody.
    pub(crate) out_of_range: Cell<Option<u32>>,
}

impl LoadingIds {
    /// The entities of the save, in the order of their numbers; none before they are known.
    pub(crate) fn entities(&self) -> &[Entity] {
        self.entities.get().map_or(&[], |entities| entities)
    }

    /// As [`LoadingIds::entities`], to be kept.
    pub(crate) fn shared_entities(&self) -> Rc<Vec<Entity>> {
        self.entities.get().cloned().unwrap_or_default()
    }

    /// Says which entities the numbers from 1 on stand for; gives them back if that is known.
    pub(crate) fn set_entities(&self, entities: Rc<Vec<Entity>>) -> Result<(), Rc<Vec<Entity>>> {
        self.entities.set(entities)
    }

    #[inline]
    fn entity(&self, number: u32) -> Result<Entity, Unread> {
        if number == NOBODY {
            return Ok(Entity::NONE);
        }
        if let Some(&entity) = self.entities().get(number as usize - 1) {
            return Ok(entity);
        }
        if number == GLOBALS {
            self.needs_globals.set(true);
            return Ok(self.globals.get());
        }
        if self.out_of_range.get().is_none() {
            self.out_of_range.set(Some(number));
        }
        Err(Unread::OutOfRange(self.entities().len()))
    }

    /// Notes that an entity belongs to a pool that was read; `false` if it cannot.
    fn note_pooled(&self, entity: Entity, is_taken: bool) -> bool {
        let can = entity != self.globals.get();
        if can {
            self.pooled.borrow_mut().insert(entity, is_taken);
        }
        can
    }

    /// Says whether an entity is taken from a pool that was read, or waits in it; `None` if it belongs to
    /// none.
    pub(crate) fn is_taken(&self, entity: Entity) -> Option<bool> {
        self.pooled.borrow().get(&entity).copied()
    }
}

// ---- recorded values ----

/// An entity that a value refers to, or the component of it by a handle.
#[derive(Clone, Copy, Default)]
pub(crate) struct Met {
    pub(crate) entity: Entity,
    pub(crate) component: Option<TypeId>,
}

/// A value that is being recorded: its entities are noted, and numbered.
pub(crate) struct RecordingIds {
    met: RefCell<Vec<Met>>,
}

crate::base::default_by!([] RecordingIds, Self { met: RefCell::new(vec![Met::default()]) });

impl RecordingIds {
    fn number(&self, met: Met) -> u32 {
        if met.entity == Entity::NONE {
            return NOBODY;
        }
        let mut all = self.met.borrow_mut();
        all.push(met);
        (all.len() - 1) as u32
    }

    /// What was met, by the numbers.
    pub(crate) fn take(&self) -> Vec<Met> {
        self.met.replace(vec![Met::default()])
    }
}

/// What a recorded value refers to.
#[derive(Clone, Copy)]
pub(crate) enum Reference {
    /// Something that is copied with it, by its place there.
    IdsGuard(usize),
    /// Something else, which stays what it is.
    Outside(Entity),
}

/// Finds a living entity of the current world that is written as text.
pub(crate) type FindEntity = fn(&str) -> Option<Entity>;

/// A recorded value that is being made again, in one of many copies.
#[derive(Default)]
pub(crate) struct RestoringIds {
    /// What the numbers of the value mean.
    pub(crate) references: RefCell<Rc<[Reference]>>,
    /// For each place that is copied, the entities of all copies.
    pub(crate) copies: RefCell<Vec<Vec<Entity>>>,
    /// The copy that is being made.
    pub(crate) copy: Cell<usize>,
    /// Finds an entity that stands in the value as text, if the value, or a part, may be of people.
    pub(crate) by_text: Option<FindEntity>,
}

impl RestoringIds {
    fn entity(&self, number: u32) -> Result<Entity, Unread> {
        let references = self.references.borrow();
        match references.get(number as usize) {
            Some(&Reference::IdsGuard(place)) => {
                let copies = self.copies.borrow();
                Ok(copies
                    .get(place)
                    .and_then(|copies| copies.get(self.copy.get()))
                    .copied()
                    .unwrap_or_default())
            }
            Some(&Reference::Outside(entity)) => Ok(entity),
            None => Err(Unread::OutOfRange(references.len())),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::rc::Rc;

    use super::{Ids, LoadingIds, SavingIds, with_innermost};
    use crate::ids::{Entity, Stamp};

    fn entity(index: u32) -> Entity {
        Entity::from_parts(index, Stamp::new(1, 1))
    }

    #[test]
    fn v1_the_innermost_context_counts_and_the_one_before_is_back_after_a_panic() {
        let is_recording = || with_innermost(|ids| matches!(ids, Ids::Recording(_)));
        assert_eq!(is_recording(), None);
        let outer = Ids::Recording(Rc::default()).enter();
        let panicked = catch_unwind(AssertUnwindSafe(|| {
            let _inner = Ids::Saving(Rc::default()).enter();
            assert_eq!(is_recording(), Some(false));
            panic!("inside");
        }));
        assert_eq!((panicked.is_err(), is_recording()), (true, Some(true)));
        drop(outer);
        assert_eq!(is_recording(), None);
    }

    #[test]
    fn v1_numbers_are_small_and_lead_back() {
        let globals = entity(3);
        let saving = SavingIds::of(vec![entity(900), entity(7)], globals);
        assert_eq!((saving.number(entity(900)), saving.number(entity(7))), (Some(1), Some(2)));
        assert_eq!(saving.number(Entity::from_parts(7, Stamp::new(2, 1))), None, "another life");
        assert_eq!(saving.number_or_lose(entity(8)), 0);
        assert_eq!(saving.number_or_lose(Entity::NONE), 0, "which is not lost");
        assert!(saving.take_lost().iter().map(|lost| lost.target).eq([entity(8)]));
        let loading = LoadingIds::default();
        loading.globals.set(entity(5));
        assert!(loading.entity(1).is_err(), "nobody is known yet");
        loading.set_entities(Rc::new(vec![entity(40), entity(41)])).expect("they were not known");
        let read = |number| loading.entity(number).ok();
        assert_eq!(
            [read(0), read(1), read(2), read(3)],
            [Some(Entity::NONE), Some(entity(40)), Some(entity(41)), None]
        );
        assert_eq!(read(saving.number_or_lose(globals)), Some(entity(5)));
        assert_eq!((loading.needs_globals.get(), loading.out_of_range.get()), (true, Some(1)));
    }
}
