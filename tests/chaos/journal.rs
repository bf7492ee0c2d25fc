//! The log of what hooks and observers see, and the laws that it must keep.

use ecs_core::{Add, Attach, Detach, Disable, Enable, Entity, Observable, Remove, observe};

use crate::game::game;
use crate::kind::{KINDS, Kind, OfKind, of_kind};
use crate::meddle::{Site, meddle};
use crate::value::EVENT;

/// What was noted, of which kind, of which entity.
pub type Note = (&'static str, u8, Entity);

/// Notes what has happened: runs of one program have the same log.
pub fn note(what: &'static str, kind: u8, entity: Entity) {
    game(|game| {
        game.print(|| format!("{what} {kind} {entity:?}"));
        if game.profile.is_calm() {
            game.notes.push((what, kind, entity));
        }
        let bytes = what.len() as u64 * 31 + u64::from(what.as_bytes()[what.len() - 1]);
        game.note(bytes << 40 ^ u64::from(kind) << 32 ^ u64::from(entity.index()));
    });
}

/// Notes a hook of a component of any type.
pub fn note_hook(hook: &'static str, kind: u8, me: Entity) {
    note(hook, kind, me);
    game(|game| match hook {
        // Else a `shutdown` may wait, or never come.
        "init" if !game.realm().born.insert((kind, me)) && game.profile.is_calm() => {
            game.fault(format!("another init of {kind} {me:?}"));
        }
        "shutdown" => _ = game.realm().born.remove(&(kind, me)),
        _ => {}
    });
}

/// Whether a component is enabled, before or after an observer is notified; `None` if there is none.
type Known = Option<bool>;

fn hear<T: OfKind>(what: &'static str, entity: Entity, before: Known, after: Known) {
    note(what, T::KIND as u8, entity);
    game(|game| {
        let known = &mut game.realm().known;
        let key = (T::KIND, entity);
        let found = match after {
            Some(enabled) => known.insert(key, enabled),
            None => known.remove(&key),
        };
        if after.is_none() && T::KIND == Kind::Tag {
            game.realm().ends_of_tags += 1;
        }
        if found != before {
            game.fault(format!("{what} of {:?} {entity:?}, which was {found:?}", T::KIND));
        }
    });
}

fn observe_forever<E: Observable>(hear: impl FnMut(&E) + Send + 'static) {
    observe(hear).forever();
}

/// Adds observers that do nothing else: a closure that runs is notified later than others of what comes
/// meanwhile.
fn note_kind<T: OfKind>() {
    observe_forever(|e: &Add<T>| hear::<T>("Add", e.entity(), None, Some(false)));
    observe_forever(|e: &Enable<T>| hear::<T>("Enable", e.entity(), Some(false), Some(true)));
    observe_forever(|e: &Disable<T>| hear::<T>("Disable", e.entity(), Some(true), Some(false)));
    observe_forever(|e: &Remove<T>| hear::<T>("Remove", e.entity(), Some(false), None));
}

fn meddle_with_kind<T: OfKind>() {
    let meddle = |entity| meddle(Site::Observer, T::KIND as u8, entity);
    observe_forever(move |e: &Add<T>| meddle(e.entity()));
    observe_forever(move |e: &Enable<T>| meddle(e.entity()));
    observe_forever(move |e: &Disable<T>| meddle(e.entity()));
    observe_forever(move |e: &Remove<T>| meddle(e.entity()));
}

/// Notes the parents of children.
fn note_children() {
    observe_forever(|e: &Attach| {
        note("Attach", EVENT, e.child());
        game(|game| _ = game.realm().parents.insert(e.child().index(), e.parent().index()));
    });
    observe_forever(|e: &Detach| {
        note("Detach", EVENT, e.child());
        game(|game| _ = game.realm().parents.remove(&e.child().index()));
    });
}

/// Lets closures watch all types of the current world.
pub fn observe_all() {
    for kind in KINDS {
        of_kind!(kind, T => note_kind::<T>());
    }
    let profile = game(|game| game.profile);
    if profile.is_calm() && game(|game| game.reads_values) {
        note_children();
    }
    if profile.meddles || profile.panics {
        for kind in KINDS {
            of_kind!(kind, T => meddle_with_kind::<T>());
        }
    }
}
