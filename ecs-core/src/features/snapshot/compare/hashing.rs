//! Hashing a snapshot: type by type, page by page. What several snapshots share is hashed once.

use std::rc::Rc;

use crate::borrow::PAGE;
use crate::codec::{StateHasher, TapeError};
use crate::column::{Page, SavedColumn, TypeInfo};
use crate::error::SnapshotError;
use crate::ids::Entity;

use super::super::hash::{StateHash, TypeHash};
use super::super::saved_world::SavedWorld;

/// The hash of a snapshot, made now or before.
pub(super) fn hash(saved: &mut SavedWorld) -> Result<&StateHash, SnapshotError> {
    let hash = match saved.hash.take() {
        Some(hash) => hash,
        None => hash_of(saved)?,
    };
    Ok(saved.hash.insert(hash))
}

/// Hashes a snapshot. The hashes of its pages are kept.
pub(in crate::features) fn hash_of(saved: &SavedWorld) -> Result<StateHash, SnapshotError> {
    let mut hasher = StateHasher::new();
    let entities = hash_of_entities(saved);
    hasher.write_u64(entities);
    let (mut types, mut unhashed) = (Vec::new(), Vec::new());
    for &position in &saved.numbered {
        let (ty, column) = (saved.types[position as usize], &saved.columns[position as usize]);
        if ty.spec.no_snapshot {
            continue;
        }
        let hash = hash_of_type(saved, ty, column)?;
        hasher.write_u64(hash);
        let (name, has_compare) = (ty.name.get(), ty.spec.extensions.save.support.compare.is_some());
        types.push(TypeHash { name, hash });
        unhashed.extend((!has_compare && !column.has_no_values()).then_some(name));
    }
    Ok(StateHash { total: hasher.finish(), entities, types, unhashed })
}

/// Hashes the owners, the switches and the values of a type's components.
fn hash_of_type(saved: &SavedWorld, ty: &TypeInfo, column: &SavedColumn) -> Result<u64, SnapshotError> {
    let mut hasher = StateHasher::new();
    // Two types of one name are told apart by their places.
    let _ = hasher.hash(ty.name.get());
    hasher.write_u64(column.hash_of_rows(|numbers| {
        let mut hasher = StateHasher::new();
        numbers.for_each(|number| hasher.write_u64(number));
        hasher.finish()
    }));
    if let Some(compare) = ty.spec.extensions.save.support.compare {
        for page in column.pages().iter().chain(column.kept()) {
            let make = || -> Result<u64, (usize, TapeError)> {
                let mut hasher = StateHasher::new();
                compare.hash(page, &mut hasher)?;
                Ok(hasher.finish())
            };
            let hash = page.hash(make).map_err(|(row, error)| {
                not_serialized(ty.name.get(), entity_of(saved, column, page, row))(error)
            })?;
            hasher.write_u64(hash);
        }
    }
    Ok(hasher.finish())
}

/// Says whose value it is that its type cannot serialize.
pub(super) fn not_serialized(
    component: &'static str,
    entity: Entity,
) -> impl FnOnce(TapeError) -> SnapshotError {
    move |error| SnapshotError::Format { component, entity, message: error.to_string() }
}

/// The entity of a row of a page.
fn entity_of(saved: &SavedWorld, column: &SavedColumn, page: &Rc<Page>, row: usize) -> Entity {
    let place = column.pages().iter().position(|other| Rc::ptr_eq(other, page));
    let owner = place.and_then(|place| column.owners().nth(place * PAGE + row));
    let entities = saved.core.entities();
    owner.zip(entities).map_or(Entity::NONE, |(owner, entities)| entities.at(owner))
}

fn hash_of_entities(saved: &SavedWorld) -> u64 {
    let mut hasher = StateHasher::new();
    let core = &saved.core;
    if let Some(entities) = core.entities() {
        entities.numbers().for_each(|number| hasher.write_u64(number));
        if let Some(forest) = core.forest().filter(|forest| !forest.is_empty()) {
            for entity in entities.iter() {
                let parent = forest.parent(entity.index()).map_or(0, |parent| u64::from(parent) + 1);
                hasher.write_u64(parent);
                forest.children(entity.index()).for_each(|child| hasher.write_u64(u64::from(child)));
            }
        }
        for entity in entities.iter() {
            if let Some(name) = saved.name(entity) {
                hasher.write_u64(u64::from(entity.index()));
                let _ = hasher.hash(&*name);
            }
        }
    }
    let _ = hasher.hash(&core.clock.without_real_time());
    saved.numbers_of_parts().into_iter().for_each(|number| hasher.write_u64(number));
    hasher.finish()
}
