//! [`Search`]: lists entities, page by page.

use crate::ids::{Entities, Entity};
use crate::inspect::query::{Id, Listing, SearchedIn};
use crate::inspect::refusal::Refusal;
use crate::inspect::wire;
use crate::links::Forest;
use crate::world::WorldCore;

use super::pace::Pace;

/// So many are passed over between two looks at the clock. One that is listed may have many children to be
/// counted: the clock is looked at after each.
const STRIDE: u32 = 128;

/// So many children are counted at most.
const MOST_CHILDREN: usize = 1000;

/// A list of entities on its way.
pub(in crate::inspect) struct Search {
    listing: Listing,
    found: Vec<wire::SummaryJson>,
    /// Where it goes on.
    at: Cursor,
}

/// The next index; or the child behind which it goes on, none yet if it is to begin.
enum Cursor {
    Unknown,
    Index(u32),
    Behind(Option<Entity>),
}

impl Search {
    pub(super) fn new(listing: Listing) -> Self {
        Self { listing, found: Vec::new(), at: Cursor::Unknown }
    }

    pub(super) fn step(&mut self, core: &WorldCore, pace: &Pace) -> Result<Option<String>, Refusal> {
        if let Cursor::Unknown = self.at {
            self.at = self.begin(core)?;
        }
        loop {
            let is_done = match (self.listing.within, &mut self.at) {
                (SearchedIn::ChildrenOf(parent), Cursor::Behind(last)) => {
                    let parent = find(core, parent)?;
                    let (listing, found) = (&self.listing, &mut self.found);
                    next_children(core, parent, last, |core, child| listing.add(core, child, found, pace))?
                }
                (_, Cursor::Index(index)) => {
                    let (listing, found) = (&self.listing, &mut self.found);
                    next_indices(core, index, |core, entity| listing.add(core, entity, found, pace))
                }
                _ => true,
            };
            if is_done || self.found.len() >= self.listing.limit || pace.is_over() && pace.is_last() {
                return Ok(Some(self.finish(is_done)));
            }
            if pace.is_over() {
                return Ok(None);
            }
        }
    }

    fn begin(&self, core: &WorldCore) -> Result<Cursor, Refusal> {
        let Listing { within, after, .. } = &self.listing;
        let bad = || Refusal::bad("`after` is none that a list has ended with");
        match (within, after) {
            (SearchedIn::ChildrenOf(_), None) => Ok(Cursor::Behind(None)),
            (SearchedIn::ChildrenOf(parent), Some(after)) => {
                let last = find(core, Id::parse(after).ok_or_else(bad)?)?;
                let parent = find(core, *parent)?;
                if core.parent(last) != Some(parent) {
                    return Err(has_left(last, parent));
                }
                Ok(Cursor::Behind(Some(last)))
            }
            (_, None) => Ok(Cursor::Index(0)),
            (_, Some(after)) => after.parse().map(Cursor::Index).map_err(|_| bad()),
        }
    }

    fn finish(&mut self, is_done: bool) -> String {
        let next = match &self.at {
            _ if is_done => None,
            Cursor::Index(index) => Some(index.to_string()),
            Cursor::Behind(last) => last.map(wire::id),
            Cursor::Unknown => None,
        };
        wire::text(&wire::EntitiesJson { entities: core::mem::take(&mut self.found), next })
    }
}

/// The child behind which a list goes on is none any more.
fn has_left(child: Entity, parent: Entity) -> Refusal {
    Refusal::new(409, format_args!("{child:?} is no child of {parent:?} any more: begin again"))
}

/// Visits entities from an index on, which it moves on, until the visit says that it is enough or some were
/// visited. Says whether there are no more.
fn next_indices(
    core: &WorldCore,
    index: &mut u32,
    mut visit: impl FnMut(&WorldCore, Entity) -> bool,
) -> bool {
    let entities = core.entities.borrow();
    let end = entities.made().min(index.saturating_add(STRIDE));
    let enough = entities.among(*index..end).find(|&entity| visit(core, entity));
    *index = enough.map_or(end, |entity| entity.index() + 1);
    *index >= entities.made()
}

/// As [`next_indices`], of the children of an entity behind one of them.
fn next_children(
    core: &WorldCore,
    parent: Entity,
    last: &mut Option<Entity>,
    mut visit: impl FnMut(&WorldCore, Entity) -> bool,
) -> Result<bool, Refusal> {
    let (entities, forest) = (core.entities.borrow(), core.forest.borrow());
    let mut children: Box<dyn Iterator<Item = u32>> = match *last {
        // It may have left between two frames: what came behind it is not known then.
        Some(last) if core.parent(last) != Some(parent) => return Err(has_left(last, parent)),
        Some(last) => Box::new(forest.children_behind(last.index())),
        None => Box::new(forest.children(parent.index())),
    };
    for _ in 0..STRIDE {
        let Some(child) = children.next().map(|index| entities.at(index)) else { return Ok(true) };
        *last = Some(child);
        if visit(core, child) {
            return Ok(children.next().is_none());
        }
    }
    Ok(false)
}

impl Listing {
    /// Lists an entity, if it is meant. Says whether that is enough for now.
    fn add(&self, core: &WorldCore, entity: Entity, found: &mut Vec<wire::SummaryJson>, pace: &Pace) -> bool {
        let is_meant = self.is_meant(core, entity);
        if is_meant {
            found.push(summary(core, entity));
        }
        is_meant && (found.len() >= self.limit || pace.is_over())
    }

    fn is_meant(&self, core: &WorldCore, entity: Entity) -> bool {
        let is_within = match self.within {
            SearchedIn::Roots => core.parent(entity).is_none(),
            SearchedIn::All | SearchedIn::ChildrenOf(_) => true,
        };
        let has_type = |number: &u32| core.entities.borrow().types().get(entity.index()).has(*number);
        is_within
            && entity != core.globals.entity()
            && self.component.as_ref().is_none_or(has_type)
            && self.name.as_deref().is_none_or(|part| is_called(core, entity, part))
    }
}

/// Says whether the name of an entity has a part, or its id is it.
fn is_called(core: &WorldCore, entity: Entity, part: &str) -> bool {
    let has_part = |name: &str| match name.is_ascii() && part.is_ascii() {
        true => contains(name.as_bytes(), part.as_bytes()),
        false => name.to_lowercase().contains(part),
    };
    core.known_name(entity).is_some_and(|name| has_part(wire::shown_name(&name)))
        || Id::parse(part) == Some(Id::of(entity))
}

/// Says whether a text has a part in lower case, without making another text.
fn contains(text: &[u8], part: &[u8]) -> bool {
    text.windows(part.len()).any(|window| window.eq_ignore_ascii_case(part))
}

/// The entity of an id.
pub(super) fn find(core: &WorldCore, id: Id) -> Result<Entity, Refusal> {
    let gone = || Refusal::new(404, format_args!("{}v{} is not alive", id.index, id.generation));
    alive(&core.entities.borrow(), id).ok_or_else(gone)
}

/// The living entity of an id.
pub(super) fn alive(entities: &Entities, id: Id) -> Option<Entity> {
    let end = id.index.checked_add(1)?;
    entities.among(id.index..end).find(|entity| entity.generation() == id.generation)
}

/// What a list says of an entity.
pub(super) fn summary(core: &WorldCore, entity: Entity) -> wire::SummaryJson {
    let (entities, forest) = (core.entities.borrow(), core.forest.borrow());
    let index = entity.index();
    wire::SummaryJson {
        entity: wire::id(entity),
        name: name(core, entity),
        parent: forest.parent(index).map(|parent| wire::id(entities.at(parent))),
        children: children(&forest, index),
        types: entities.types().get(index).iter().collect(),
        state: match () {
            () if entities.is_parked(index) => "parked",
            () if !entities.is_on(index) => "off",
            () if !entities.is_enabled(index) => "off above",
            () => "on",
        },
    }
}

fn children(forest: &Forest, index: u32) -> usize {
    forest.children(index).take(MOST_CHILDREN).count()
}

/// What an entity is called.
pub(super) fn name(core: &WorldCore, entity: Entity) -> Option<String> {
    core.known_name(entity).map(|name| wire::shown_name(&name).to_owned())
}
