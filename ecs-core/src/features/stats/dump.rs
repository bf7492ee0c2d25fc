//! [`Entity::dump`] and [`World::dump`]: what there is, as text.

use core::fmt::{self, Write};

use crate::base::CallSite;
use crate::borrow::Borrower;
use crate::column::{At, FirmRow};
use crate::ids::{Entity, TypeSet};
use crate::store::HookGuard;
use crate::world::{World, WorldCore, current};

/// What lies deeper is not indented further: a long chain of children would be mostly spaces.
const DEEPEST: usize = 32;

impl Entity {
    /// Writes the entity, its components and all [below](Self::child_of) it as text, a line each: for tests,
    /// consoles and bug reports.
    ///
    /// A component is shown by its `Debug`, if the type has one, and by its name otherwise. Behind it may
    /// stand `<disabled>`, if its own switch is off, and instead of its value `<borrowed>`, if it cannot be
    /// read now. Behind an entity stands `<disabled>`, `<disabled above>`, if a parent is, or `<parked>`, if
    /// it waits in a pool. Components come in the order of their types, then children in theirs. Changes
    /// nothing and runs no hook. It works while anything is borrowed.
    ///
    /// The form may change from version to version: it is for people.
    ///
    /// ```
    /// use ecs_core::{Component, Entity, Handle};
    ///
    /// #[derive(Component, Debug)]
    /// struct Hull(u32);
    ///
    /// #[derive(Component, Debug)]
    /// struct Gun { target: Handle<Hull> }
    ///
    /// #[derive(Component)]
    /// struct Music(Vec<u8>);
    ///
    /// let ship = Entity::spawn().with(Hull(5)).with(Music(vec![]));
    /// ship.set_name("ship");
    /// let gun = Entity::spawn().with(Gun { target: ship.handle() }).child_of(ship);
    /// gun.set_enabled(false);
    /// assert_eq!(ship.dump(), "\
    /// 0v1 \"ship\"
    ///   Hull(5)
    ///   Music
    ///   1v1 <disabled>
    ///     Gun { target: Handle<Hull>(0v1 \"ship\") }
    /// ");
    /// ```
    ///
    /// # Panics
    ///
    /// If a `Debug` does; where the world is out of reach: in parallel hooks and systems, and in the closure
    /// of a `par_each`.
    #[must_use]
    #[track_caller]
    pub fn dump(self) -> String {
        let Ok(core) = current() else { return format!("{self:?} <dead>\n") };
        if !core.entities.borrow().is_alive(self) {
            return format!("{self:?} <dead>\n");
        }
        let mut lines = Vec::new();
        Line::list(&core, self.index(), 0, &mut lines);
        written(&core, &lines, CallSite::here())
    }
}

impl World {
    /// Writes all entities of the current world with their components as text, as [`Entity::dump`] does:
    /// those without a parent, lowest index first, each with all below it; then singletons. Empty if there
    /// is no world.
    ///
    /// # Panics
    ///
    /// As [`Entity::dump`].
    #[must_use]
    #[track_caller]
    pub fn dump() -> String {
        let Ok(core) = current() else { return String::new() };
        let (entities, globals) = (core.entities.borrow(), core.globals.entity());
        let is_root = |entity: &Entity| core.parent(*entity).is_none() && *entity != globals;
        let mut lines = Vec::new();
        for root in entities.iter().filter(is_root) {
            Line::list(&core, root.index(), 0, &mut lines);
        }
        if entities.is_alive(globals) {
            Line::list(&core, globals.index(), 0, &mut lines);
        }
        drop(entities);
        written(&core, &lines, CallSite::here())
    }
}

/// An entity that is to be written. All are listed first: a `Debug` may change what there is.
struct Line {
    entity: Entity,
    depth: usize,
    types: TypeSet,
    mark: &'static str,
}

impl Line {
    /// Lists an entity and all below it.
    fn list(core: &WorldCore, top: u32, depth: usize, lines: &mut Vec<Self>) {
        let (forest, entities) = (core.forest.borrow(), core.entities.borrow());
        let mut next = vec![(top, depth)];
        while let Some((index, depth)) = next.pop() {
            let mark = match () {
                () if entities.is_parked(index) => " <parked>",
                () if !entities.is_on(index) => " <disabled>",
                () if !entities.is_enabled(index) => " <disabled above>",
                () => "",
            };
            lines.push(Self { entity: entities.at(index), depth, types: entities.types().get(index), mark });
            let first = next.len();
            next.extend(forest.children(index).map(|child| (child, depth + 1)));
            next[first..].reverse();
        }
    }

    fn write(&self, core: &WorldCore, site: CallSite, text: &mut String) -> fmt::Result {
        let (indent, Self { entity, mark, .. }) = (2 * self.depth.min(DEEPEST), self);
        if *entity == core.globals.entity() {
            writeln!(text, "singletons{mark}")?;
        } else {
            writeln!(text, "{:indent$}{entity:?}{mark}", "")?;
        }
        for number in self.types.iter() {
            if let Some(value) = shown(core.columns.numbered(number).at(*entity, site)) {
                writeln!(text, "{:indent$}  {value}", "")?;
            }
        }
        Ok(())
    }
}

fn written(core: &WorldCore, lines: &[Line], site: CallSite) -> String {
    let mut text = String::new();
    // A `String` takes everything.
    let _ = lines.iter().try_for_each(|line| line.write(core, site, &mut text));
    text
}

/// A component of an entity as text; `None` if a `Debug` before has ended it.
fn shown(at: At<'_>) -> Option<String> {
    let firm = at.firm(at.column.find(at.entity)?);
    let mark = if at.column.stage(firm.row).is_off() { " <disabled>" } else { "" };
    Some(value_shown(firm) + mark)
}

fn value_shown(firm: FirmRow<'_>) -> String {
    let At { column, site, .. } = *firm;
    let (name, mut value) = (column.name(), String::new());
    let Some(show) = column.info.spec.shown.filter(|_| column.has_rows()) else { return name.to_owned() };
    let guard = HookGuard::borrow_as(column, firm.row, false, Borrower::Shared, site);
    let Ok(mut guard) = guard else { return format!("{name} <borrowed>") };
    // One that fails ends the value where it does.
    let _ = show.show(guard.own(), &mut value);
    // Most begin with it by themselves.
    if value.starts_with(name) { value } else { format!("{name}: {value}") }
}
