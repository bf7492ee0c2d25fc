//! [`Search`]: lists entities, page by page.

use ecs_core::by_name::NamedType;
use ecs_core::{Entity, World};

use crate::query::{CurveOf, Id, Listing, SearchedIn};
use crate::refusal::Refusal;
use crate::wire;

use super::pace::Pace;

/// So many are passed over between two looks at the clock. One that is listed may have many children to be
/// counted: the clock is looked at after each.
const STRIDE: u32 = 128;

/// So many children are counted at most.
const MOST_CHILDREN: usize = 1000;

/// A list of entities on its way.
pub(crate) struct Search {
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

    pub(super) fn step(&mut self, pace: &Pace) -> Result<Option<String>, Refusal> {
        if let Cursor::Unknown = self.at {
            self.at = self.begin()?;
        }
        let component = match self.listing.component {
            None => None,
            Some(number) => {
                let named = type_of(number);
                if named.is_none() {
                    return Ok(Some(self.finish(true)));
                }
                named
            }
        };
        loop {
            let (listing, found) = (&self.listing, &mut self.found);
            let visit = |entity: &Entity| listing.add(entity, component, found, pace);
            let is_done = match (self.listing.within, &mut self.at) {
                (SearchedIn::ChildrenOf(parent), Cursor::Behind(last)) => {
                    next_children(find(parent)?, last, visit)?
                }
                (_, Cursor::Index(index)) => next_indices(index, visit),
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

    fn begin(&self) -> Result<Cursor, Refusal> {
        let Listing { within, after, .. } = &self.listing;
        let bad = || Refusal::bad("`after` is not the end of a list that was sent");
        match (within, after) {
            (SearchedIn::ChildrenOf(_), None) => Ok(Cursor::Behind(None)),
            (SearchedIn::ChildrenOf(parent), Some(after)) => {
                let last = find(Id::parse(after).ok_or_else(bad)?)?;
                let parent = find(*parent)?;
                if last.parent() != Some(parent) {
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
fn next_indices(index: &mut u32, visit: impl FnMut(&Entity) -> bool) -> bool {
    let world = World::by_name();
    let end = index.saturating_add(STRIDE);
    let enough = world.entities_among(*index..end).find(visit);
    *index = enough.map_or(end, |entity| entity.index() + 1);
    *index >= world.indices()
}

/// As [`next_indices`], of the children of an entity behind one of them.
fn next_children(
    parent: Entity,
    last: &mut Option<Entity>,
    mut visit: impl FnMut(&Entity) -> bool,
) -> Result<bool, Refusal> {
    let mut next = match *last {
        // It may have left between two frames: what came behind it is not known then.
        Some(last) if last.parent() != Some(parent) => return Err(has_left(last, parent)),
        Some(last) => last.next_sibling(),
        None => parent.first_child(),
    };
    for _ in 0..STRIDE {
        let Some(child) = next else { return Ok(true) };
        *last = Some(child);
        next = child.next_sibling();
        if visit(&child) {
            break;
        }
    }
    Ok(next.is_none())
}

impl Listing {
    /// Lists an entity, if it is meant. Says whether that is enough for now.
    fn add(
        &self,
        entity: &Entity,
        component: Option<NamedType>,
        found: &mut Vec<wire::SummaryJson>,
        pace: &Pace,
    ) -> bool {
        let is_meant = self.is_meant(*entity, component);
        if is_meant {
            found.push(summary(*entity));
        }
        is_meant && (found.len() >= self.limit || pace.is_over())
    }

    fn is_meant(&self, entity: Entity, component: Option<NamedType>) -> bool {
        let is_within = match self.within {
            SearchedIn::Roots => entity.parent().is_none(),
            SearchedIn::All | SearchedIn::ChildrenOf(_) => true,
        };
        let has = |component| World::by_name().has(entity, component).unwrap_or(false);
        is_within
            && component.is_none_or(has)
            && self.name.as_deref().is_none_or(|part| is_called(entity, part))
    }
}

/// Says whether the name of an entity has a part, or its id is it.
fn is_called(entity: Entity, part: &str) -> bool {
    let has_part = |name: &str| match name.is_ascii() && part.is_ascii() {
        true => contains(name.as_bytes(), part.as_bytes()),
        false => name.to_lowercase().contains(part),
    };
    entity.name().is_some_and(|name| has_part(wire::shown_name(&name)))
        || Id::parse(part) == Some(Id::of(entity))
}

/// Says whether a text has a part in lower case, without making another text.
fn contains(text: &[u8], part: &[u8]) -> bool {
    text.windows(part.len()).any(|window| window.eq_ignore_ascii_case(part))
}

/// The type of a number.
pub(super) fn type_of(number: u32) -> Option<NamedType> {
    World::by_name().types().into_iter().find(|named| named.number == Some(number))
}

/// The type and the living entity of a value.
pub(super) fn find_value(of: &CurveOf) -> Result<(NamedType, Entity), Refusal> {
    let missing = || Refusal::new(404, format_args!("there is no type {}", of.component));
    Ok((type_of(of.component).ok_or_else(missing)?, find(of.entity)?))
}

/// The living entity of an id.
pub(super) fn find(id: Id) -> Result<Entity, Refusal> {
    let Id { index, generation } = id;
    let mut found = World::by_name().entities_among(index..index.saturating_add(1));
    let found = found.next().or_else(|| World::by_name().singletons());
    let gone = || Refusal::new(404, format_args!("{index}v{generation} is not alive"));
    found.filter(|&entity| Id::of(entity) == id).ok_or_else(gone)
}

/// What a list says of an entity.
pub(super) fn summary(entity: Entity) -> wire::SummaryJson {
    let types = World::by_name().components(entity);
    wire::SummaryJson {
        entity: wire::id(entity),
        name: name(entity),
        parent: entity.parent().map(wire::id),
        children: children(entity),
        types: types.iter().filter_map(|named| named.number).collect(),
        state: match () {
            () if entity.is_parked() => "parked",
            () if !entity.is_switched_on() => "off",
            () if !entity.is_enabled() => "off above",
            () => "on",
        },
    }
}

fn children(entity: Entity) -> usize {
    let all = core::iter::successors(entity.first_child(), |child| child.next_sibling());
    all.take(MOST_CHILDREN).count()
}

/// What an entity is called.
pub(super) fn name(entity: Entity) -> Option<String> {
    entity.name().map(|name| wire::shown_name(&name).to_owned())
}
