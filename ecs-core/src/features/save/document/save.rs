//! [`Save`]: a world written to any format of serde, and read from it.

use core::any::TypeId;
use core::fmt::Display;
use core::marker::PhantomData;
use std::panic::resume_unwind;
use std::rc::Rc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::super::dangling::{Dangling, Look};
use super::list::{SaveList, SavedColumns};
use super::loaded::Loading;
use super::place::check;
use super::reading::Reading;
use super::report::{LeftOut, LoadReport, SaveReport};
use super::state::WriteState;
use super::types::SavedTypes;
use super::written::Saving;
use crate::base::{CallSite, keep_first, keep_panic_of};
use crate::codec::Met;
use crate::error::{LoadError, SaveError, refuse_unwinding};
use crate::ids::Entity;
use crate::world::{World, WorldCore, current, with_current_or_new};

/// Saves the world, or a part of it, and loads it again. `L` is the list of types that are saved: a tuple of
/// components and singletons, each `Serialize` and `Deserialize`; tuples in it where twelve are too few.
///
/// Name the list once: `type Saved = Save<(Health, Turret, Score)>`. The format is any of serde's: the game
/// chooses its crate, as `serde_json`, `ron` or `postcard`. See the chapter "Saving a game" in the
/// repository, `docs/book/src/saving.md`.
///
/// ```
/// use ecs_core::{Component, Entity, Handle, Save, find};
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Component, Serialize, Deserialize)]
/// struct Health { now: f32 }
///
/// #[derive(Component, Serialize, Deserialize)]
/// struct Turret { target: Handle<Health> } // comes back right, without an attribute
///
/// type Saved = Save<(Health, Turret)>;
///
/// let boss = Entity::spawn().insert(Health { now: 50.0 });
/// Entity::spawn().with(Turret { target: boss }).set_name("gun");
///
/// let (text, _) = Saved::write_with(serde_json::to_string)?; // F5
/// boss.borrow_mut().now = 0.0;
/// Saved::reload_with(|| serde_json::from_str(&text))?; // F9
///
/// let gun = find("gun").unwrap();
/// assert_eq!(gun.borrow::<Turret>().target.borrow().now, 50.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # What is in a save
///
/// A save has the components of the list, with the order of their rows, and whether each is enabled; the
/// entities that have one of these components or none at all, and all their ancestors, with names, parents
/// and switches; the singletons of the list; the members of each [`Pool`](crate::Pool) in a component of the
/// list; and the [time](crate::time). Handles and entities become numbers of the save. One that refers to
/// something outside of the save is written as null, and the [report](SaveReport::dangling) lists it.
///
/// A save has no closures ([timers](crate::Timer), tasks, observers, systems), and nothing from outside of
/// the world. Make these again in `on_load`.
///
/// # What happens when a save is loaded
///
/// A load makes new entities beside the existing ones. First the whole save is read and checked; if anything
/// in it is wrong, the world is as it was, and the [error](LoadError) names the place. Then:
///
/// 1. A singleton of the save replaces the existing one, which is shut down.
/// 2. All entities are made, and all components placed. No `init` and no `on_enable` runs, and `requires`
///    adds nothing, as all this happened before the save. A `start` that had not run yet runs later.
/// 3. If a whole world was saved, its time continues. Waiting timers keep their remaining time. The
///    [pause](World::set_paused) and the [time scale](World::set_time_scale) stay as they are in the current
///    world: they belong to the program, which may save from its pause menu.
/// 4. `sibling` fields are filled, then `on_load` runs: type by type in the order of the list, in the order
///    of the rows.
/// 5. Observers that existed before get an `Add` for each new component.
///
/// If a hook panics, the other steps are done all the same, and the first panic goes on at the end.
///
/// # Types that are not in the list
///
/// A type of the save that is not in the list is left out, if the format allows this, as JSON does, and the
/// [report](LoadReport::unknown) names the type. `Save::<Strict<L>>` refuses such a save: see
/// [`Strict`](super::Strict).
///
/// # Names and versions
///
/// In saves a type has its name in Rust, without modules, or the name in `#[component(save = "health")]`,
/// with which the type may be renamed. `#[component(was("hp"))]` reads values that were saved under another
/// name. `#[component(was(1 => |old: HealthV1| ..))]` reads an older form of the value; with it, the type has
/// version 2. A save with an unknown version is refused.
pub struct Save<L>(PhantomData<fn() -> L>);

crate::base::debug_by!([L] Save<L>, |_, f| f.write_str("Save"));

impl<L> Save<L> {
    /// Writes the world to a serializer, and reports what is not in the save. Changes nothing.
    ///
    /// O(n). A component that is mutably borrowed, such as by its own running hook, cannot be read.
    ///
    /// # Errors
    ///
    /// [`SaveError`] says what cannot be written, and why.
    ///
    /// # Panics
    ///
    /// If a `Serialize` does.
    #[track_caller]
    pub fn write<S: Serializer>(serializer: S) -> Result<SaveReport, SaveError>
    where
        L: SaveList,
    {
        Self::write_with(|save| save.serialize(serializer)).map(|(_, report)| report)
    }

    /// Writes the world by a function of a format, such as `postcard::to_allocvec` or
    /// `serde_json::to_string`, and returns what that gives, with the report.
    ///
    /// # Errors
    ///
    /// As [`write`](Self::write).
    ///
    /// # Panics
    ///
    /// As [`write`](Self::write).
    #[track_caller]
    pub fn write_with<R, E: Display>(
        format: impl FnOnce(&Saving<L>) -> Result<R, E>,
    ) -> Result<(R, SaveReport), SaveError>
    where
        L: SaveList,
    {
        write(None, CallSite::here(), format)
    }

    /// Writes a part of the world: these entities, and all below them. A handle that leads out of the part is
    /// written as null. Neither singletons nor the time are in it.
    ///
    /// # Errors
    ///
    /// As [`write`](Self::write); [`SaveError::Dead`] if one of the entities is not alive.
    ///
    /// # Panics
    ///
    /// As [`write`](Self::write).
    #[track_caller]
    pub fn write_only<S: Serializer>(entities: &[Entity], serializer: S) -> Result<SaveReport, SaveError>
    where
        L: SaveList,
    {
        Self::write_only_with(entities, |save| save.serialize(serializer)).map(|(_, report)| report)
    }

    /// Writes a part of the world as [`write_only`](Self::write_only), by a function of a format as
    /// [`write_with`](Self::write_with).
    ///
    /// # Errors
    ///
    /// As [`write_only`](Self::write_only).
    ///
    /// # Panics
    ///
    /// As [`write`](Self::write).
    #[track_caller]
    pub fn write_only_with<R, E: Display>(
        entities: &[Entity],
        format: impl FnOnce(&Saving<L>) -> Result<R, E>,
    ) -> Result<(R, SaveReport), SaveError>
    where
        L: SaveList,
    {
        write(Some(entities), CallSite::here(), format)
    }

    /// Loads a save from a deserializer into the world, beside what lives there: all of it, or nothing. Makes
    /// the thread's world if there is none.
    ///
    /// # Errors
    ///
    /// [`LoadError`] says what is wrong with the save, and where. The world is as it was.
    ///
    /// # Panics
    ///
    /// If a `Deserialize` does: then the world is as it was. If a hook does: then all is loaded.
    #[track_caller]
    pub fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<LoadReport, LoadError>
    where
        L: SaveList,
    {
        Self::read_with(|| Loading::deserialize(deserializer))
    }

    /// Loads a save as [`read`](Self::read), by a function of a format, such as `postcard::from_bytes` or
    /// `serde_json::from_str`.
    ///
    /// # Errors
    ///
    /// As [`read`](Self::read).
    ///
    /// # Panics
    ///
    /// As [`read`](Self::read).
    #[track_caller]
    pub fn read_with<E: Display>(
        format: impl FnOnce() -> Result<Loading<L>, E>,
    ) -> Result<LoadReport, LoadError>
    where
        L: SaveList,
    {
        read(false, CallSite::here(), format)
    }

    /// Loads a save in the place of what lives: once it is read and found right, [`World::clear`] runs, then
    /// it comes. If anything is wrong with it, the world is as it was.
    ///
    /// Singletons that are not in the save stay.
    ///
    /// # Errors
    ///
    /// As [`read`](Self::read).
    ///
    /// # Panics
    ///
    /// As [`read`](Self::read), also if a hook of what is cleared panics: then all is loaded.
    #[track_caller]
    pub fn reload<'de, D: Deserializer<'de>>(deserializer: D) -> Result<LoadReport, LoadError>
    where
        L: SaveList,
    {
        Self::reload_with(|| Loading::deserialize(deserializer))
    }

    /// Loads a save as [`reload`](Self::reload), by a function of a format as [`read_with`](Self::read_with).
    ///
    /// # Errors
    ///
    /// As [`read`](Self::read).
    ///
    /// # Panics
    ///
    /// As [`reload`](Self::reload).
    #[track_caller]
    pub fn reload_with<E: Display>(
        format: impl FnOnce() -> Result<Loading<L>, E>,
    ) -> Result<LoadReport, LoadError>
    where
        L: SaveList,
    {
        read(true, CallSite::here(), format)
    }
}

#[track_caller]
fn write<L: SaveList, R, E: Display>(
    part: Option<&[Entity]>,
    site: CallSite,
    format: impl FnOnce(&Saving<L>) -> Result<R, E>,
) -> Result<(R, SaveReport), SaveError> {
    refuse_unwinding().map_err(SaveError::World)?;
    let core = with_current_or_new(Rc::clone).map_err(SaveError::World)?;
    core.sync();
    let saving = Saving::<L>::new(core, part, site)?;
    let written = saving.write_by(|| format(&saving).map_err(|error| error.to_string()))?;
    Ok((written, report(&saving.state)))
}

fn report(state: &WriteState) -> SaveReport {
    let (core, ids) = (&*state.core, &state.ids);
    let mut lost = ids.take_lost();
    lost.dedup_by_key(|lost| lost.owner);
    let (mut look, mut dangling) = (Look::new(core, true, state.site), Vec::<Dangling>::new());
    let is_lost = |met: Met| ids.number(met.entity).is_none() && met.entity != core.globals.entity();
    for lost in lost {
        let (owner, target) = (ids.entity(lost.owner.number), lost.target);
        let saved = state.types.all.get(lost.owner.component);
        let before = dangling.len();
        let column = saved.and_then(|saved| core.columns.of(saved.id));
        column.map(|column| look.look_into(&column, owner, &is_lost, &mut dangling));
        if dangling.len() == before {
            // It stands beside the save, or what its `Serialize` has written was another thing this time.
            let component = saved.map_or("", |saved| saved.component);
            let is_alive = core.entities.borrow().is_alive(target);
            dangling.push(Dangling {
                component,
                entity: owner,
                path: String::new(),
                target,
                is_alive,
                is_of_save: true,
            });
        }
    }
    let closures = if state.is_whole { closures(core) } else { Vec::new() };
    SaveReport { entities: ids.entities().to_vec(), left_out: left_out(state), dangling, closures }
}

/// How many timers and tasks each type has, and entities of their own.
fn closures(core: &WorldCore) -> Vec<LeftOut> {
    let counts = core.parts.saved().into_iter().flat_map(|part| part.count_closures());
    let left_out = |(column, count): (Option<u32>, usize)| {
        let column = column.and_then(|position| core.columns.at(position));
        LeftOut {
            component: column.as_ref().map_or("Entity", |column| column.name()),
            count,
            is_singleton: column.is_some_and(|column| column.find(core.globals.entity()).is_some()),
        }
    };
    counts.map(left_out).collect()
}

/// The types that have components in the world, or in the part, and are not in the list.
fn left_out(state: &WriteState) -> Vec<LeftOut> {
    let is_listed = |id| state.types.all.iter().any(|saved| saved.id == id);
    let columns = state.core.columns.in_order().into_iter();
    let others =
        columns.filter(|column| !is_listed(column.info.id) && !column.info.spec.extensions.save.transient);
    let counted = others.map(|column| {
        let in_part =
            || column.live_entities(false).iter().filter(|&&one| state.number_of_row(one).is_some()).count();
        let count = if state.is_whole { column.count() } else { in_part() };
        let is_singleton = column.find(state.core.globals.entity()).is_some();
        LeftOut { component: column.name(), count, is_singleton }
    });
    counted.filter(|left_out| left_out.count != 0).collect()
}

#[track_caller]
fn read<L: SaveList, E: Display>(
    replaces: bool,
    site: CallSite,
    format: impl FnOnce() -> Result<Loading<L>, E>,
) -> Result<LoadReport, LoadError> {
    refuse_unwinding().map_err(LoadError::World)?;
    let core = with_current_or_new(Rc::clone).map_err(LoadError::World)?;
    let mut types = Vec::new();
    L::__Columns::types(&mut types);
    let types = SavedTypes::of(types).map_err(LoadError::SameName)?;
    let reading = Reading::begin(core.clone(), types, TypeId::of::<L>());
    let loading = {
        let _inside = reading.enter();
        format().map_err(|error| error.to_string())
    };
    let loading = loading.map_err(|message| reading.failed(message))?;
    refuse_other_world(&core, &loading.reading.core)?;
    if L::__IS_STRICT && !loading.contents.unknown.is_empty() {
        return Err(LoadError::NotListed { titles: loading.contents.unknown.clone() });
    }
    let checked = check(loading)?;
    let mut first_panic = None;
    if replaces {
        clear_all(&core, &mut first_panic);
    }
    let (report, panic) = checked.place(site);
    keep_first(&mut first_panic, panic);
    match first_panic {
        Some(panic) => resume_unwind(panic),
        None => Ok(report),
    }
}

/// Refuses what was read for another world, or where another world is current now.
#[track_caller]
fn refuse_other_world(core: &Rc<WorldCore>, read_for: &Rc<WorldCore>) -> Result<(), LoadError> {
    let is_current = || current().is_ok_and(|now| Rc::ptr_eq(&now, core));
    match Rc::ptr_eq(core, read_for) && is_current() {
        true => Ok(()),
        false => Err(LoadError::OtherWorld),
    }
}

/// Clears the world, whatever panics meanwhile: with each panic at least one entity ends.
fn clear_all(core: &WorldCore, first_panic: &mut Option<crate::base::Panic>) {
    for _ in 0..=core.count_entities().0 {
        if keep_panic_of(World::clear, first_panic).is_some() {
            return;
        }
    }
}
