//! [`Saving`]: a world on its way to a save.

use core::cell::RefCell;
use core::marker::PhantomData;
use std::rc::Rc;
use std::sync::Arc;

use serde::ser::{Serialize, SerializeSeq, SerializeStruct, Serializer};

use super::super::dangling::Look;
use super::form::{FIELDS, FORM, OFF, PARKED};
use super::list::{SaveList, SavedColumns};
use super::numbers::Numbers;
use super::state::WriteState;
use super::types::{SavedType, SavedTypes};
use crate::base::CallSite;
use crate::codec::{Ids, Owner, SavingIds};
use crate::error::SaveError;
use crate::ids::{Entity, IndexSet, TypeBits};
use crate::world::{Clock, WorldCore};

/// A world, or a part of one, as it is given to a format. Comes from
/// [`Save::write_with`](super::Save::write_with).
pub struct Saving<L> {
    pub(super) state: WriteState,
    list: PhantomData<fn() -> L>,
}

impl<L: SaveList> Saving<L> {
    /// Prepares a world, or a part of it: some entities, and all below them.
    pub(super) fn new(
        core: Rc<WorldCore>,
        part: Option<&[Entity]>,
        site: CallSite,
    ) -> Result<Self, SaveError> {
        let mut types = Vec::new();
        L::__Columns::types(&mut types);
        let types = SavedTypes::of(types).map_err(SaveError::SameName)?;
        let entities = match part {
            None => all_in(&core, &types),
            Some(part) => below(&core, part)?,
        };
        let ids = Rc::new(SavingIds::of(entities, core.globals.entity()));
        let state =
            WriteState { core, types, site, ids, is_whole: part.is_none(), cause: RefCell::default() };
        Ok(Self { state, list: PhantomData })
    }

    /// Runs a function that writes it. What it says of an error is what the format says.
    pub(super) fn write_by<R>(&self, write: impl FnOnce() -> Result<R, String>) -> Result<R, SaveError> {
        let _inside = Ids::Saving(self.state.ids.clone()).enter();
        write().map_err(|message| {
            let Owner { component, number } = self.state.ids.owner();
            let entity = self.state.ids.entity(number);
            let saved = self.state.types.all.get(component).filter(|_| entity != Entity::NONE);
            let of = saved.map(|saved| (saved.component, entity));
            let map = saved.filter(|_| message.contains("key")).and_then(|saved| self.odd_map(saved, entity));
            let message = match map {
                Some(path) => format!(
                    "{message}: the field `{path}` is a map whose keys are not text; write it as a list of \
                     pairs, by `#[serde(with = \"..\")]`, or save in another format"
                ),
                None => message,
            };
            self.state.cause.take().unwrap_or(SaveError::Format { of, message })
        })
    }

    /// The field of a component that has a map which JSON cannot write.
    fn odd_map(&self, saved: &SavedType, entity: Entity) -> Option<String> {
        let column = self.state.core.columns.of(saved.id)?;
        Look::new(&self.state.core, true, self.state.site).map_without_text_keys(&column, entity)
    }
}

/// The entities of a world that belong in a save: those with a component of the list, those without any, and
/// what has such below it. Others have nothing to be saved.
fn all_in(core: &WorldCore, types: &SavedTypes) -> Vec<Entity> {
    let columns = types.all.iter().filter_map(|saved| core.columns.of(saved.id));
    let numbers: Vec<u32> = columns.filter_map(|column| column.number.get()).collect();
    let (entities, forest) = (core.entities.borrow(), core.forest.borrow());
    let listed =
        numbers.iter().filter_map(|&number| TypeBits::of(number)).fold(TypeBits::default(), TypeBits::or);
    let has_other = |index: u32| entities.types().get(index).iter().any(|number| numbers.contains(&number));
    let belongs = |entity: &Entity| {
        let index = entity.index();
        let belongs = !entities.types().has_none_of(index, listed) || entities.types().is_empty(index);
        (belongs || has_other(index)) && *entity != core.globals.entity()
    };
    let mut all = Vec::with_capacity(entities.alive());
    all.extend(entities.iter().filter(belongs));
    if forest.is_empty() {
        return all;
    }
    let mut known = IndexSet::default();
    all.iter().for_each(|entity| known.insert(entity.index()));
    for place in 0..all.len() {
        // Those above it, up to one that is known.
        for above in forest.ancestors(all[place].index()) {
            if known.contains(above) {
                break;
            }
            known.insert(above);
            all.push(entities.at(above));
        }
    }
    // So that a save of what was loaded is the same.
    all.sort_unstable_by_key(|entity| entity.index());
    all
}

/// Some entities, and all below them, each once.
fn below(core: &WorldCore, part: &[Entity]) -> Result<Vec<Entity>, SaveError> {
    let (mut listed, mut all) = (IndexSet::default(), Vec::new());
    // What is below one that is listed is too.
    let mut is_new = |entity: Entity| {
        let is_new = !listed.contains(entity.index());
        listed.insert(entity.index());
        is_new
    };
    for &top in part {
        if !core.entities.borrow().is_alive(top) || top == core.globals.entity() {
            return Err(SaveError::Dead { entity: top });
        }
        if is_new(top) {
            all.extend(core.entered(top, &mut is_new));
        }
    }
    Ok(all)
}

impl<L: SaveList> Serialize for Saving<L> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let state = &self.state;
        let (core, ids) = (&state.core, &state.ids);
        // Of an earlier time, if it is written more than once.
        ids.take_lost();
        let clock: Option<Clock> = state.is_whole.then(|| *core.frames.clock());
        let named = |(number, &entity): (u32, &Entity)| Some((number, core.known_name(entity)?));
        let names: Vec<(u32, Arc<str>)> = (1..).zip(ids.entities()).filter_map(named).collect();
        let names: Vec<(u32, &str)> = names.iter().map(|(number, name)| (*number, &**name)).collect();
        let mut save = serializer.serialize_struct("Save", FIELDS.len())?;
        save.serialize_field("clock", &clock)?;
        save.serialize_field("entities", &FormatBytes(&flags(state)))?;
        save.serialize_field("form", &FORM)?;
        save.serialize_field("names", &names)?;
        save.serialize_field("parents", &Numbers(&links(state)))?;
        save.serialize_field("types", &WrittenColumns::<L> { state, list: PhantomData })?;
        save.end()
    }
}

/// What is said of each entity.
fn flags(state: &WriteState) -> Vec<u8> {
    let entities = state.core.entities.borrow();
    if entities.are_all_on() {
        return vec![0; state.ids.entities().len()];
    }
    let flags = |entity: &Entity| {
        let parked = if entities.is_parked(entity.index()) { PARKED } else { 0 };
        parked | if entities.is_on(entity.index()) { 0 } else { OFF }
    };
    state.ids.entities().iter().map(flags).collect()
}

/// The links as pairs of numbers, child and parent, so that the children of each parent come in their order.
fn links(state: &WriteState) -> Vec<u32> {
    let (core, ids) = (&state.core, &state.ids);
    let mut links = Vec::new();
    if core.forest.borrow().is_empty() {
        return links;
    }
    for (&parent, number) in ids.entities().iter().zip(1..) {
        for child in core.children(parent) {
            links.extend(ids.number(child).map(|child| [child, number]).into_iter().flatten());
        }
    }
    links
}

/// Bytes as a format likes them best.
struct FormatBytes<'b>(&'b [u8]);

impl Serialize for FormatBytes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            self.0.serialize(serializer)
        } else {
            serializer.serialize_bytes(self.0)
        }
    }
}

struct WrittenColumns<'s, L> {
    state: &'s WriteState,
    list: PhantomData<fn() -> L>,
}

impl<L: SaveList> Serialize for WrittenColumns<'_, L> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut columns = serializer.serialize_seq(Some(L::__Columns::COUNT))?;
        L::__Columns::write(&mut columns, 0, self.state)?;
        columns.end()
    }
}
