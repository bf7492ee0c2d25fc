//! Takes the pattern of living entities, of which copies are made.

use std::collections::HashMap;
use std::rc::Rc;

use crate::base::CallSite;
use crate::borrow::Borrower;
use crate::codec::{Ids, Met, RecordingIds, Reference, Tape, TapeSpan};
use crate::column::{At, Column};
use crate::error::{NotCopied, PrefabError, WhyNotCopied};
use crate::ids::Entity;
use crate::life::{Originals, Pattern, PatternColumn, PatternEntity, TagOriginals};
use crate::store::{HookGuard, UntypedOwn};
use crate::world::WorldCore;

/// Takes the pattern of live entities, each of which comes before those below it; one of them is the root.
/// Changes nothing.
pub(super) fn pattern_of(
    core: &WorldCore,
    root: Entity,
    entities: &[Entity],
    site: CallSite,
) -> Result<Pattern, PrefabError> {
    let places: HashMap<Entity, usize> =
        (0..).zip(entities).map(|(place, &entity)| (entity, place)).collect();
    let described = entities.iter().map(|&entity| PatternEntity {
        parent: core.parent(entity).and_then(|parent| places.get(&parent).copied()),
        name: core.known_name(entity),
        is_off: !core.entities.borrow().is_on(entity.index()),
    });
    let described = described.collect();
    let (mut columns, mut not_copied) = (Vec::new(), Vec::new());
    for column in core.columns.in_order() {
        let has = |(_, entity): &(usize, &Entity)| column.find(**entity).is_some();
        let owners: Vec<usize> = (0..).zip(entities).filter(has).map(|(place, _)| place).collect();
        if owners.is_empty() {
            continue;
        }
        let off = owners.iter().copied().filter(|&place| is_off(&column, entities[place])).collect();
        let of = owners.iter().map(|&place| entities[place]).collect::<Vec<_>>();
        match originals(&column, &of, &places, site)? {
            Ok((originals, references)) => {
                columns.push(PatternColumn { info: column.info, originals, owners, off, references });
            }
            Err(why) => not_copied.push(NotCopied { component: column.name(), why }),
        }
    }
    match not_copied.is_empty() {
        true => Ok(Pattern { entities: described, root: places[&root], columns, by_text: None }),
        false => Err(PrefabError::Types(not_copied)),
    }
}

fn is_off(column: &Column, entity: Entity) -> bool {
    column.find(entity).is_some_and(|row| column.stage(row).is_off())
}

/// What copies are made of, and what it refers to.
type Found = (Box<dyn Originals>, Rc<[Reference]>);

/// Takes the components of some entities as originals. If none of them refers to anything they are cloned,
/// otherwise made again, so that they refer to what is in the copy.
fn originals(
    column: &Column,
    entities: &[Entity],
    places: &HashMap<Entity, usize>,
    site: CallSite,
) -> Result<Result<Found, WhyNotCopied>, PrefabError> {
    let (spec, kept) = (column.info.spec, column.info.spec.extensions.save.support);
    if !column.has_rows() {
        // A value without bytes may still be one that not everybody can make.
        return Ok(match spec.extensions.save.bare || kept.duplicate.is_some() {
            true => Ok((Box::new(TagOriginals), Rc::default())),
            false => Err(WhyNotCopied::NotClone),
        });
    }
    if kept.record.is_none() && !spec.extensions.save.plain {
        return Ok(Err(WhyNotCopied::Unseen));
    }
    let refers_to_nothing = spec.extensions.save.plain && kept.duplicate.is_some();
    let recorded = if refers_to_nothing { None } else { record(column, entities, site)? };
    let refers = recorded.as_ref().is_some_and(|recorded| recorded.met.len() > 1);
    // What serde skips may refer to something: a clone would keep that, where one that is made again has
    // none.
    let may_refer = refers || !spec.extensions.save.unseen.is_empty();
    if let Some(duplicate) = kept.duplicate.filter(|_| !may_refer) {
        let mut originals = duplicate.originals();
        for &entity in entities {
            with_value(column.at(entity, site), |own| originals.add_clone(own))?;
        }
        return Ok(Ok((originals, Rc::default())));
    }
    match (kept.restore, recorded) {
        (Some(restore), Some(RecordedColumn { tape, spans, met })) => {
            let reference = |met: &Met| match places.get(&met.entity) {
                Some(&place) => Reference::IdsGuard(place),
                // It was despawned as the prefab was built: what it is called may be that of another one
                // later.
                None if was_hidden(&column.world, met.entity) => Reference::Outside(Entity::NONE),
                None => Reference::Outside(met.entity),
            };
            let references = met.iter().map(reference).collect();
            Ok(Ok((restore.originals(tape, spans), references)))
        }
        _ if may_refer => Ok(Err(WhyNotCopied::Fixed)),
        _ => Ok(Err(WhyNotCopied::NotClone)),
    }
}

/// Components that were recorded.
struct RecordedColumn {
    tape: Tape,
    spans: Vec<TapeSpan>,
    /// What they refer to, by the numbers on the tape; the first is nothing.
    met: Vec<Met>,
}

/// Records the components of some entities; `None` if the type is not `Serialize`.
fn record(
    column: &Column,
    entities: &[Entity],
    site: CallSite,
) -> Result<Option<RecordedColumn>, PrefabError> {
    let Some(record) = column.info.spec.extensions.save.support.record else { return Ok(None) };
    let ids = Rc::<RecordingIds>::default();
    let (mut tape, mut spans) = (Tape::default(), Vec::with_capacity(entities.len()));
    for &entity in entities {
        let _inside = Ids::Recording(ids.clone()).enter();
        let span = with_value(column.at(entity, site), |own| record.record(own, &mut tape))?;
        spans.push(span.map_err(|error| PrefabError::Value {
            component: column.name(),
            entity: Some(entity),
            message: error.to_string(),
        })?);
    }
    Ok(Some(RecordedColumn { tape, spans, met: ids.take() }))
}

/// Runs a function, which is user code, on the component of an entity.
fn with_value<R>(at: At<'_>, f: impl FnOnce(UntypedOwn<'_>) -> R) -> Result<R, PrefabError> {
    let At { column, entity, site } = at;
    // What was copied before is user code, which may have ended it.
    let firm = at.firm(column.find(entity).ok_or(PrefabError::Dead { entity })?);
    let mut guard = HookGuard::borrow_as(column, firm.row, false, Borrower::Shared, site)
        .map_err(|conflict| PrefabError::borrowed(column.name(), entity, conflict))?;
    Ok(f(guard.own()))
}

/// Says whether this is a hidden world, and an entity was one of it that is dead.
fn was_hidden(core: &WorldCore, entity: Entity) -> bool {
    let entities = core.entities.borrow();
    core.lifetime.is_hidden() && !entities.is_foreign(entity) && !entities.is_alive(entity)
}
