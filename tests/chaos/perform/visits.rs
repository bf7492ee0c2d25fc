//! Queries and visits: nobody comes twice in one of them.

use std::collections::HashSet;

use ecs_core::{
    AnyOf, Archetype, Changed, Component, Copied, Entity, Mut, Or, QueryData, QueryFilter, With,
    WithDisabled, Without, World, every, near, nearest, query, try_query,
};

use crate::act::Act;
use crate::components::{Body, Dust, Kept, Node, Placed, Spy, Tag, Talk, Unit, Wing};
use crate::game::{at, check, game, known};
use crate::journal::note;
use crate::kind::{Kind, of_kind};
use crate::meddle::{Site, meddle};
use crate::state::EntityState;
use crate::value::EVENT;

/// The entities that were visited.
#[derive(Default)]
struct Visited(HashSet<Entity>);

impl Visited {
    /// Lets user code do something, as one that was not visited before has its turn.
    fn visit(&mut self, entity: Entity) {
        check(self.0.insert(entity), || format!("{entity:?} is visited twice"));
        check(entity.is_alive(), || format!("{entity:?} is visited, and dead"));
        note("visit", EVENT, entity);
        meddle(Site::Closure, EVENT, entity);
    }

    /// Checks that those entities were visited of which something holds, if the state is known.
    fn check_all(&self, is_such: impl Fn(&EntityState) -> bool) {
        let such = known(is_such);
        check(
            such.as_ref()
                .is_none_or(|such| self.0.len() == such.len() && such.iter().all(|it| self.0.contains(it))),
            || format!("{:?} were visited, and not {such:?}", self.0),
        );
    }
}

/// Checks of how many entities something holds, if the state is known.
fn check_count(count: usize, is_such: impl Fn(&EntityState) -> bool) {
    let such = known(is_such);
    check(such.as_ref().is_none_or(|such| such.len() == count), || format!("{count} are found of {such:?}"));
}

pub(super) fn perform(act: Act) -> bool {
    match act {
        Act::Query(shape) => visit(shape),
        Act::ForEach(kind) => for_each(kind),
        Act::EveryTalk(way) => every_talk(way),
        Act::TalkTo(place, way) => talk_to(at(place), way),
        Act::View(kind) => view(kind),
        Act::Sort(kind, descends) => sort(kind, descends),
        _ => return false,
    }
    true
}

fn each<Q, F: QueryFilter>(of: impl Fn(&Q::Lent<'_>) -> Entity) -> Visited
where
    Q: QueryData,
{
    let mut visited = Visited::default();
    if let Ok(query) = try_query::<Q>() {
        let _ = query.filter::<F>().try_each(|items| visited.visit(of(&items)));
    }
    visited
}

fn visit(shape: u8) {
    let mut visited = Visited::default();
    match shape {
        0 => each::<(Entity, &mut Body), ()>(|items| items.0).check_all(|part| part.shows(Kind::Body)),
        1 => {
            let visited = each::<(Entity, &mut Kept, Option<&mut Body>), With<Tag>>(|items| items.0);
            visited.check_all(|part| part.shows(Kind::Kept) && part.shows(Kind::Tag));
        }
        2 => {
            let visited = each::<(Entity, &Wing, &mut Dust), ()>(|items| items.0);
            visited.check_all(|part| part.shows(Kind::Wing) && part.shows(Kind::Dust));
        }
        3 => {
            let visited = each::<(Entity, &mut Unit), (Without<Body>, WithDisabled)>(|items| items.0);
            visited.check_all(|part| part.has(Kind::Unit) && !part.has(Kind::Body));
        }
        4 => _ = each::<(Entity, Mut<Body>), Changed<Body>>(|items| items.0),
        5 => {
            type Some = Or<(With<Node>, AnyOf<(Spy, Wing)>)>;
            let visited = each::<(Entity, Option<&Kept>), Some>(|items| items.0);
            visited
                .check_all(|part| [Kind::Node, Kind::Spy, Kind::Wing].iter().any(|kind| part.shows(*kind)));
        }
        6 => {
            if let Ok(mut bodies) = try_query::<(Entity, &mut Body)>() {
                for (entity, body) in &mut bodies {
                    body.go(1);
                    visited.visit(entity);
                }
                visited.check_all(|part| part.shows(Kind::Body));
            }
        }
        7 => {
            if let Ok(tags) = try_query::<(Entity, &Tag, Option<&Node>)>() {
                for (entity, _, _) in &tags.filter::<WithDisabled>() {
                    visited.visit(entity);
                }
                visited.check_all(|part| part.has(Kind::Tag));
            }
        }
        8 => {
            let since = World::tick();
            if let Ok(dust) = try_query::<(Entity, &Dust, Option<&Body>)>() {
                let dust = dust.filter::<(Changed<Body>,)>().since(since);
                note("count", EVENT, Entity::NONE);
                dust.iter().for_each(|(entity, ..)| visited.visit(entity));
            }
        }
        9 => {
            if let Ok(mut all) = try_query::<(Entity, &mut Kept)>() {
                let _ = all.try_each_pair(|(one, _), (other, _)| {
                    check(one != other, || format!("{one:?} is paired with itself"));
                    meddle(Site::Closure, EVENT, one);
                });
            }
        }
        10 => {
            if let Ok(all) = try_query::<(&mut Body, &mut Tag)>() {
                drop(all);
            }
            let found = Archetype::<(Body, Kept)>::find().into_iter();
            found.filter(|entity| entity.is_alive()).for_each(|entity| visited.visit(entity));
            visited.check_all(|part| part.has(Kind::Body) && part.has(Kind::Kept));
        }
        11 if !cfg!(miri) => par_each(),
        12 => {
            if let Ok(mut bodies) = try_query::<(Entity, &mut Body)>() {
                let all: Vec<Entity> = (0..12).map(|place| at(crate::act::At(place))).collect();
                let _ = bodies.try_get_many_mut([all[0], all[1]]);
                let _ =
                    bodies.try_get_mut(all[2]).map(|found| found.map(|(entity, _)| visited.visit(entity)));
                let count = bodies.count();
                note("count", count as u8, Entity::NONE);
                check_count(count, |part| part.shows(Kind::Body));
            }
        }
        13 => {
            check_near::<Body>();
            check_near::<Spy>();
        }
        _ => {
            if let Ok(dust) = try_query::<(Entity, Copied<Dust>)>() {
                let sum: u64 = dust.iter().map(|(_, dust)| u64::from(dust.n)).sum();
                note("sum", sum as u8, Entity::NONE);
            }
        }
    }
}

/// Questions find the components that a look at each finds, the nearest first. Nothing is asked while one is
/// written to.
pub fn check_near<T: Placed>() {
    let Ok(all) = try_query::<(Entity, &T)>() else { return };
    let here = [1.0, 1.0];
    let square = |at: [f32; 2]| at.map(|at| (at - 1.0) * (at - 1.0)).iter().sum::<f32>() as u32;
    let mut all: Vec<_> =
        all.iter().map(|(entity, one)| (square(one.at()), entity.index(), entity)).collect();
    all.sort_unstable();
    let seen = |most: f32| all.iter().filter(move |one| one.0 as f32 <= most).map(|one| one.2);
    for radius in [1.0, f32::INFINITY] {
        let found: Vec<_> = near::<T>(here, radius).map(|one| one.entity()).collect();
        check(seen(radius).eq(found.iter().copied()), || format!("{found:?} are near, of {all:?}"));
    }
    let found = nearest::<T>(here, f32::INFINITY).map(|one| one.entity());
    check(found == seen(f32::INFINITY).next(), || format!("{found:?} is the nearest, of {all:?}"));
}

/// All conflicts are found before it begins: it would be a panic.
fn par_each() {
    if Node::try_view_mut().is_ok() && Tag::count() != usize::MAX {
        let depths = || query::<&Node>().iter().map(|node| node.depth).collect::<Vec<_>>();
        let before = depths();
        let mut nodes = query::<&mut Node>();
        nodes.par_each(|node| node.depth = node.depth.wrapping_add(3));
        drop(nodes);
        let is_once = before.iter().map(|depth| depth.wrapping_add(3)).eq(depths());
        check(is_once, || "nodes are not visited once each by several threads".into());
    }
}

fn for_each(kind: Kind) {
    let mut visited = Visited::default();
    match kind {
        Kind::Body => {
            let _ = Body::try_for_each(|body| {
                let me = body.entity();
                visited.visit(me);
                body.value.turn(me);
            });
            visited.check_all(|part| part.shows(Kind::Body));
        }
        Kind::Kept => {
            let _ = Kept::try_for_each(|kept| {
                let me = kept.entity();
                visited.visit(me);
                kept.value.turn(me);
            });
            visited.check_all(|part| part.shows(Kind::Kept));
        }
        kind => of_kind!(kind, T => {
            let _ = T::try_for_each(|_: &mut T| meddle(Site::Closure, kind as u8, Entity::NONE));
        }),
    }
}

fn every_talk(way: u8) {
    let mut turns = 0;
    match way {
        0 => {
            let mut count = 0;
            let _ = every::<dyn Talk>().try_each_with_entity(|entity, one| {
                turns += one.talk(entity);
                count += 1;
            });
            check_talking(count);
        }
        1 => {
            let _ = every::<dyn Talk>().try_read(|_| {
                turns += 1;
                meddle(Site::Closure, EVENT, Entity::NONE);
            });
            check_talking(turns);
        }
        2 if !cfg!(miri) => _ = every::<dyn Quiet>().try_par_each(Quiet::be_quiet),
        _ => {
            turns = every::<dyn Talk>().count() as u32;
            check_talking(turns);
        }
    }
    note("every", turns as u8, Entity::NONE);
}

/// Checks how many components that talk have had a turn, if the state is known.
fn check_talking(turns: u32) {
    let talking = [Kind::Body, Kind::Kept, Kind::Unit].map(|kind| known(|entity| entity.shows(kind)));
    let count: Option<usize> = talking.iter().map(|all| Some(all.as_ref()?.len())).sum();
    check(count.is_none_or(|count| count == turns as usize), || format!("{turns} talk, and not {count:?}"));
}

/// What may be called on several threads.
pub trait Quiet: Send {
    fn be_quiet(&mut self);
}

fn talk_to(entity: Entity, way: u8) {
    match way {
        0 => {
            if let Ok(mut guard) = entity.try_get_as::<dyn Talk>() {
                guard.talk(entity);
            }
        }
        1 => _ = entity.try_with_as::<dyn Talk, _>(|one| one.talk(entity)),
        2 => {
            let _ = entity.try_with_all_as::<dyn Talk>(|one| _ = one.talk(entity));
        }
        _ => {
            let mut all = entity.get_all_as::<dyn Talk>();
            while let Some(next) = all.try_next() {
                if let Ok(mut next) = next {
                    next.talk(entity);
                }
            }
        }
    }
}

fn view(kind: Kind) {
    match kind {
        Kind::Body => {
            if let Ok(mut view) = Body::try_view_mut() {
                for body in view.enabled_mut() {
                    body.go(5);
                    meddle(Site::Closure, EVENT, Entity::NONE);
                }
                let owners: HashSet<Entity> = view.iter_with_entity().map(|(entity, _)| entity).collect();
                check(owners.len() == view.len(), || "a view has an entity twice".into());
            }
        }
        Kind::Kept => {
            if let Ok(view) = Kept::try_view() {
                view.iter().for_each(|kept| {
                    note("kept", kept.text.len() as u8, Entity::NONE);
                    meddle(Site::Closure, EVENT, Entity::NONE);
                });
            }
        }
        _ => {
            if let Ok(dust) = Dust::try_columns() {
                check(dust.n.len() == dust.small.len(), || "columns of other lengths".into());
            }
        }
    }
}

fn sort(kind: Kind, descends: bool) {
    let turn = |order: std::cmp::Ordering| if descends { order.reverse() } else { order };
    match kind {
        Kind::Body => {
            let compare = |a: &Body, b: &Body| turn(a.value.n.cmp(&b.value.n));
            if Body::try_sort_by(compare).is_ok() && game(|game| game.profile.is_calm()) {
                let view = Body::view();
                let (enabled, disabled) = view.split_at(view.enabled().len());
                let is_sorted = |part: &[Body]| part.is_sorted_by(|a, b| compare(a, b).is_le());
                check(is_sorted(enabled) && is_sorted(disabled), || "bodies are not sorted".into());
            }
        }
        Kind::Kept => _ = Kept::try_sort_by(|a, b| turn(a.text.cmp(&b.text))),
        _ => _ = Wing::try_sort_by(|a, b| turn(a.owner.cmp(&b.owner))),
    }
}
