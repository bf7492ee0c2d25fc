//! [`WorldState`]: all that a hash is made of; [`Difference`]: in what two of them differ.

use core::fmt::{self, Write};
use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};

use crate::borrow::PAGE;
use crate::codec::{self, PlainValue, plain_by, plain_of};
use crate::column::{Page, TypeInfo};
use crate::error::SnapshotError;
use crate::ids::{Entities, Entity};

use super::super::saved_world::SavedWorld;
use super::hashing::not_serialized;

/// A whole world as plain values, to be sent to another machine and compared there, in any format of serde.
/// Comes from [`Snapshots::state`](crate::Snapshots::state).
///
/// What comes from elsewhere is only compared and printed, never put into a world.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorldState {
    frame: u64,
    clock: PlainValue,
    entities: Vec<EntityState>,
    types: Vec<TypeState>,
    parts: Vec<u64>,
    /// What is known of the ids to come.
    ids: Vec<u64>,
}

#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
struct EntityState {
    index: u32,
    generation: u32,
    name: Option<String>,
    parent: Option<u32>,
    children: Vec<u32>,
    is_on: bool,
}

#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
struct TypeState {
    name: String,
    rows: Vec<RowState>,
    /// Values that are kept for later components.
    kept: Vec<PlainValue>,
}

#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
struct RowState {
    index: u32,
    generation: u32,
    is_off: bool,
    /// None of a type that is not `Serialize`.
    value: Option<PlainValue>,
}

impl WorldState {
    /// Returns the frame whose state it is.
    #[must_use]
    pub fn frame(&self) -> u64 {
        self.frame
    }

    /// Calls it the state of a frame.
    pub(crate) fn of_frame(self, frame: u64) -> Self {
        Self { frame, ..self }
    }

    /// Forgets all types but those of these names.
    pub(crate) fn keep_types(&mut self, names: &[String]) {
        self.types.retain(|ty| names.contains(&ty.name));
    }

    /// Lists in what two worlds differ.
    pub(crate) fn differences(&self, theirs: &Self) -> Vec<Difference> {
        differences(self, theirs)
    }

    /// Lists in what the components of two worlds differ.
    pub(crate) fn differences_in_types(&self, theirs: &Self) -> Vec<Difference> {
        let mut all = Differences { names: names_of(self, theirs), list: Vec::new() };
        all.compare_types(self, theirs);
        all.list
    }
}

impl fmt::Debug for WorldState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let components: usize = self.types.iter().map(|ty| ty.rows.len()).sum();
        f.debug_struct("WorldState")
            .field("frame", &self.frame)
            .field("entities", &self.entities.len())
            .field("components", &components)
            .finish_non_exhaustive()
    }
}

/// Something in which two worlds differ. Displays as `Transform of 12v1 "boss": pos.1 3.0 | 3.1`: what is
/// here, and what is there.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Difference {
    /// The component's type; `None` if it is about no component.
    pub component: Option<String>,
    /// The entity, with its name if it has one: `12v1 "boss"`.
    pub entity: Option<String>,
    /// Where in the value: `pos.1`.
    pub path: String,
    /// What is here.
    pub ours: String,
    /// What is there.
    pub theirs: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { component, entity, path, ours, theirs } = self;
        match (component, entity) {
            (Some(component), Some(entity)) => write!(f, "{component} of {entity}: ")?,
            (Some(name), None) | (None, Some(name)) => write!(f, "{name}: ")?,
            (None, None) => {}
        }
        if !path.is_empty() {
            write!(f, "{path} ")?;
        }
        write!(f, "{ours} | {theirs}")
    }
}

/// The number of differences that are listed of each type, and of all that is no component: one type in which
/// everything has moved hides no other.
const OF_EACH: usize = 20;

const NOTHING: &str = "nothing";

pub(in crate::features) fn state(saved: &SavedWorld) -> Result<WorldState, SnapshotError> {
    let clock = plain_of(&saved.core.clock.without_real_time());
    let clock = clock.map_err(not_serialized("clock", Entity::NONE))?;
    let mut state = WorldState {
        frame: saved.frame,
        clock,
        entities: Vec::new(),
        types: Vec::new(),
        parts: saved.numbers_of_parts(),
        ids: Vec::new(),
    };
    let Some(entities) = saved.core.entities() else { return Ok(state) };
    state.ids = entities.numbers().collect();
    let children = |index| saved.core.forest().map(|forest| forest.children(index).collect());
    state.entities = entities
        .iter()
        .map(|entity| EntityState {
            index: entity.index(),
            generation: entity.generation(),
            name: saved.name(entity).as_deref().map(String::from),
            parent: saved.core.forest().and_then(|forest| forest.parent(entity.index())),
            children: children(entity.index()).unwrap_or_default(),
            is_on: entities.is_on(entity.index()),
        })
        .collect();
    for &position in &saved.numbered {
        let ty = saved.types[position as usize];
        if !ty.spec.no_snapshot {
            state.types.push(state_of_type(saved, ty, position, entities)?);
        }
    }
    Ok(state)
}

fn state_of_type(
    saved: &SavedWorld,
    ty: &TypeInfo,
    position: u32,
    entities: &Entities,
) -> Result<TypeState, SnapshotError> {
    let (column, name, compare) =
        (&saved.columns[position as usize], ty.name.get(), ty.spec.extensions.save.support.compare);
    let plain = |page: &Page, row| {
        compare.map(|compare| plain_by(|tape| compare.record(page, row, tape))).transpose()
    };
    let mut rows = Vec::new();
    for (row, owner) in column.owners().enumerate() {
        let page = column.pages().get(row / PAGE);
        if page.is_some_and(|page| !page.has(row % PAGE)) {
            continue;
        }
        let entity = entities.at(owner);
        let value = page.map_or(Ok(None), |page| plain(page, row % PAGE));
        let value = value.map_err(not_serialized(name, entity))?;
        let (index, generation) = (entity.index(), entity.generation());
        rows.push(RowState { index, generation, is_off: column.is_off(row, owner), value });
    }
    let kept = column.kept().iter().flat_map(|page| page.rows().map(move |row| (page, row)));
    let kept = kept.filter_map(|(page, row)| plain(page, row).transpose());
    let kept = kept.collect::<Result<_, _>>().map_err(not_serialized(name, Entity::NONE))?;
    Ok(TypeState { name: name.to_string(), rows, kept })
}

/// Lists in what two worlds differ.
pub(in crate::features) fn differences(ours: &WorldState, theirs: &WorldState) -> Vec<Difference> {
    let mut all = Differences { names: names_of(ours, theirs), list: Vec::new() };
    all.compare_values(Some("the time"), None, &ours.clock, &theirs.clock);
    all.compare_entities(ours, theirs);
    all.compare_types(ours, theirs);
    all.compare_numbers("the timers", &ours.parts, &theirs.parts);
    if all.list.is_empty() {
        all.compare_numbers("the ids to come", &ours.ids, &theirs.ids);
        let order = |state: &WorldState| {
            let names: Vec<&str> = state.types.iter().map(|ty| ty.name.as_str()).collect();
            names.join(", ")
        };
        let (ours, theirs) = (order(ours), order(theirs));
        if ours != theirs {
            all.note(Some("the order of the types"), None, "", &ours, &theirs);
        }
    }
    all.list
}

/// The names of the entities, by index and generation.
fn names_of(ours: &WorldState, theirs: &WorldState) -> HashMap<(u32, u32), String> {
    let entities = theirs.entities.iter().chain(&ours.entities);
    let named = entities.filter_map(|entity| Some(((entity.index, entity.generation), entity.name.clone()?)));
    named.collect()
}

fn by_id(state: &WorldState) -> BTreeMap<(u32, u32), &EntityState> {
    state.entities.iter().map(|entity| ((entity.index, entity.generation), entity)).collect()
}

struct Differences {
    names: HashMap<(u32, u32), String>,
    list: Vec<Difference>,
}

impl Differences {
    fn note(
        &mut self,
        component: Option<&str>,
        entity: Option<(u32, u32)>,
        path: &str,
        ours: &str,
        theirs: &str,
    ) {
        if self.list.iter().rev().filter(|of| of.component.as_deref() == component).count() >= OF_EACH {
            return;
        }
        let entity = entity.map(|id| {
            let mut text = format!("{}v{}", id.0, id.1);
            if let Some(name) = self.names.get(&id) {
                let _ = write!(text, " {name:?}");
            }
            text
        });
        self.list.push(Difference {
            component: component.map(String::from),
            entity,
            path: path.to_string(),
            ours: ours.to_string(),
            theirs: theirs.to_string(),
        });
    }

    fn compare_values(
        &mut self,
        component: Option<&str>,
        entity: Option<(u32, u32)>,
        ours: &PlainValue,
        theirs: &PlainValue,
    ) {
        for codec::ValueDifference { path, ours, theirs } in codec::differences(ours, theirs, OF_EACH) {
            self.note(component, entity, &path, &ours, &theirs);
        }
    }

    /// Compares what has no names of its own.
    fn compare_numbers(&mut self, what: &str, ours: &[u64], theirs: &[u64]) {
        let pairs = ours.iter().map(Some).chain([None]).zip(theirs.iter().map(Some).chain([None]));
        if let Some((place, (ours, theirs))) = pairs.enumerate().find(|(_, (ours, theirs))| ours != theirs) {
            let text = |number: Option<&u64>| number.map_or(NOTHING.into(), |number| format!("{number:#x}"));
            self.note(Some(what), None, &format!("number {place}"), &text(ours), &text(theirs));
        }
    }

    fn compare_entities(&mut self, ours: &WorldState, theirs: &WorldState) {
        let (ours, theirs) = (by_id(ours), by_id(theirs));
        for (&id, our) in &ours {
            let Some(their) = theirs.get(&id) else {
                self.note(None, Some(id), "", "alive", NOTHING);
                continue;
            };
            let parent = |of: &EntityState| of.parent.map_or(NOTHING.into(), |parent| parent.to_string());
            let name = |of: &EntityState| of.name.as_ref().map_or(NOTHING.into(), |name| format!("{name:?}"));
            let parts = [
                ("parent", parent(our), parent(their)),
                ("name", name(our), name(their)),
                ("enabled", our.is_on.to_string(), their.is_on.to_string()),
                ("children", format!("{:?}", our.children), format!("{:?}", their.children)),
            ];
            for (path, ours, theirs) in parts.iter().filter(|(_, ours, theirs)| ours != theirs) {
                self.note(None, Some(id), path, ours, theirs);
            }
        }
        for &id in theirs.keys().filter(|id| !ours.contains_key(id)) {
            self.note(None, Some(id), "", NOTHING, "alive");
        }
    }

    fn compare_types(&mut self, ours: &WorldState, theirs: &WorldState) {
        let mut others: Vec<&TypeState> = theirs.types.iter().collect();
        for our in &ours.types {
            match others.iter().position(|their| their.name == our.name) {
                Some(place) => self.compare_rows(our, others.remove(place)),
                None => self.note(Some(&our.name), None, "", &count(our), NOTHING),
            }
        }
        for their in others {
            self.note(Some(&their.name), None, "", NOTHING, &count(their));
        }
    }

    fn compare_rows(&mut self, ours: &TypeState, theirs: &TypeState) {
        let name = Some(ours.name.as_str());
        let others: HashMap<(u32, u32), &RowState> =
            theirs.rows.iter().map(|row| ((row.index, row.generation), row)).collect();
        let mut missing = others.clone();
        let mut are_all_there = true;
        for our in &ours.rows {
            let id = (our.index, our.generation);
            missing.remove(&id);
            let Some(their) = others.get(&id) else {
                are_all_there = false;
                self.note(name, Some(id), "", "there", NOTHING);
                continue;
            };
            if our.is_off != their.is_off {
                let on = |is_off: bool| (!is_off).to_string();
                self.note(name, Some(id), "enabled", &on(our.is_off), &on(their.is_off));
            }
            match (&our.value, &their.value) {
                (Some(ours), Some(theirs)) => self.compare_values(name, Some(id), ours, theirs),
                (None, None) => {}
                (ours, _) => {
                    let value = |is_there: bool| if is_there { "a value" } else { "not `Serialize`" };
                    self.note(name, Some(id), "", value(ours.is_some()), value(ours.is_none()));
                }
            }
        }
        let kept = |ty: &TypeState| format!("{} kept values", ty.kept.len());
        if ours.kept != theirs.kept {
            self.note(name, None, "kept for later:", &kept(ours), &kept(theirs));
        }
        let mut missing: Vec<_> = missing.into_keys().collect();
        missing.sort_unstable();
        are_all_there &= missing.is_empty();
        missing.into_iter().for_each(|id| self.note(name, Some(id), "", NOTHING, "there"));
        let id = |row: &RowState| format!("{}v{}", row.index, row.generation);
        let rows = ours.rows.iter().zip(&theirs.rows).enumerate();
        let moved = { rows }.find(|(_, (our, their))| id(our) != id(their)).filter(|_| are_all_there);
        if let Some((row, (our, their))) = moved {
            self.note(
                name,
                None,
                &format!("the order of the rows, from row {row} on:"),
                &id(our),
                &id(their),
            );
        }
    }
}

fn count(ty: &TypeState) -> String {
    format!("{} components", ty.rows.len())
}
