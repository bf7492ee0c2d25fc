//! Finding entities by their names, and by the names of those above them.

use crate::ids::Entity;
use crate::world::{WorldCore, with_current};

use super::state::NamedEntities;

/// Finds the living entity of the current world with this name; if several have it, the one with the lowest
/// index.
///
/// `"ship/turret/gun"` is the `gun` among the children of the `turret` among the children of a `ship`. An
/// entity whose own name is all of that comes first.
///
/// A name takes O(1) on average, and O(log n) if n entities share it; a path takes time in proportion to the
/// children on the way. `None` if there is no such entity, or no world.
///
/// ```
/// use ecs_core::{Entity, find, find_all};
///
/// let wolves = [(); 3].map(|()| Entity::spawn());
/// wolves.map(|wolf| wolf.set_name("wolf"));
/// assert_eq!(find("wolf"), Some(wolves[0]));
/// assert_eq!(find_all("wolf"), wolves);
///
/// let tail = Entity::spawn().child_of(wolves[1]);
/// tail.set_name("tail");
/// assert_eq!(find("wolf/tail"), Some(tail));
/// ```
#[must_use]
#[track_caller]
pub fn find(name: &str) -> Option<Entity> {
    let found = with_current(|core| {
        NamedEntities::ask(core, |names, is_found| names.find(name, is_found)).or_else(|| {
            let (first, rest) = name.split_once('/')?;
            at(core, find_all_named(core, first), rest).next()
        })
    });
    found.ok()?
}

/// Finds all living entities of the current world with this name, the lowest index first; then those at this
/// path, as for [`find`].
#[must_use]
#[track_caller]
pub fn find_all(name: &str) -> Vec<Entity> {
    let found = with_current(|core| {
        let mut all = find_all_named(core, name);
        if let Some((first, rest)) = name.split_once('/') {
            all.extend(at(core, find_all_named(core, first), rest));
        }
        all
    });
    found.unwrap_or_default()
}

impl Entity {
    /// Finds what is below the entity by a path of names: `"turret/gun"` is the `gun` among the children of
    /// the `turret` among its children. `None` if there is nothing of that name, or the entity is dead.
    ///
    /// ```
    /// # use ecs_core::Entity;
    /// let ship = Entity::spawn();
    /// let turret = Entity::spawn().child_of(ship);
    /// turret.set_name("turret");
    /// assert_eq!(ship.find("turret"), Some(turret));
    /// ```
    #[must_use]
    #[track_caller]
    pub fn find(self, path: &str) -> Option<Self> {
        with_current(|core| at(core, vec![self], path).next()).ok()?
    }
}

/// Those to which a path leads from some entities, found as they are asked for.
fn at<'p>(core: &'p WorldCore, mut tops: Vec<Entity>, path: &'p str) -> impl Iterator<Item = Entity> + 'p {
    tops.reverse();
    // Those that are on the way, with what is left of the path: the next one at the end.
    let mut ways: Vec<(Entity, Option<&str>)> = tops.into_iter().map(|top| (top, Some(path))).collect();
    core::iter::from_fn(move || {
        loop {
            let (entity, rest) = ways.pop()?;
            let Some(rest) = rest else { return Some(entity) };
            let (name, rest) = rest.split_once('/').map_or((rest, None), |(name, rest)| (name, Some(rest)));
            let children = children_named(core, entity, name);
            ways.extend(children.into_iter().rev().map(|child| (child, rest)));
        }
    })
}

/// The children of an entity that have a name.
fn children_named(core: &WorldCore, parent: Entity, name: &str) -> Vec<Entity> {
    let mut children = core.children(parent);
    children.retain(|&child| core.known_name(child).is_some_and(|known| *known == *name));
    children
}

/// All living entities of a name, lowest index first.
fn find_all_named(core: &WorldCore, name: &str) -> Vec<Entity> {
    NamedEntities::ask(core, |names, is_found| names.find_all(name, is_found))
}
