//! [`ByName`] and [`NamedType`]: the types of a world, found by their names.

use core::any::TypeId;
use std::rc::Rc;

use crate::base::{chosen, nearest};
use crate::column::Column;
use crate::world::{World, WorldCore, current};

use super::error::NameError;

/// Reads and changes the current world by the names of its types, for consoles, scripts, editors and mods,
/// which know no types at compile time. [`World::by_name`] returns it.
///
/// It knows the types that were added to the world, and the types of [`World::declare`]. It finds a type by
/// its name in messages, `Enemy` or `Stack<Ore>`; or by its path, `game::enemy::Enemy`, if another type has
/// the same name.
///
/// It reads and writes [values](super::Value) by the `Serialize` and `Deserialize` of the types. A write
/// keeps the fields that serde skips. You register nothing. Each call acts like the typed call: hooks and
/// observers run.
///
/// ```
/// use ecs_core::by_name::Value;
/// use ecs_core::{Component, Entity, World};
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Component, Serialize, Deserialize)]
/// struct Enemy { pos: [f32; 2], health: u32, target: Option<Entity> }
///
/// // A console: `set <path of the entity> <type> <field> <JSON>`.
/// fn set(line: &str) -> Result<(), String> {
///     let [entity, component, field, json] = line.splitn(4, ' ').collect::<Vec<_>>()[..] else {
///         return Err("set <entity> <type> <field> <value>".to_owned());
///     };
///     let world = World::by_name();
///     let entity = world.find_entity(entity).map_err(|error| error.to_string())?;
///     let value: Value = serde_json::from_str(json).map_err(|error| error.to_string())?;
///     world.write(entity, component, field, &value).map_err(|error| error.to_string())
/// }
///
/// World::declare::<(Enemy,)>();
/// let json = r#"{ "pos": [1, 2], "health": 3, "target": null }"#;
/// let bat = World::by_name().spawn(&[("Enemy", serde_json::from_str(json).unwrap())]).unwrap();
/// bat.set_name("bat");
///
/// set("bat Enemy pos.1 5.5").unwrap();
/// set(&format!("bat Enemy target \"{}v{}\"", bat.index(), bat.generation())).unwrap();
/// let enemy = bat.borrow::<Enemy>();
/// assert_eq!((enemy.pos, enemy.health, enemy.target), ([1.0, 5.5], 3, Some(bat)));
/// let text = serde_json::to_string(&World::by_name().read(bat, "Enemy").unwrap()).unwrap();
/// assert_eq!(text, r#"{"pos":[1.0,5.5],"health":3,"target":"0v1"}"#);
/// let error = set("bat Enmy pos.1 5.5").unwrap_err();
/// assert!(error.contains("did you mean `Enemy`?"), "{error}");
/// ```
///
#[derive(Clone, Copy, Debug)]
pub struct ByName {
    /// How many parts a value may have that is read, and how many bytes of text.
    pub(super) most: [usize; 2],
}

/// A component type of a world. [`ByName::types`] returns it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct NamedType {
    /// The name in messages, such as `Enemy` or `Stack<Ore>`.
    pub name: &'static str,
    /// The name with its modules, by which it is found too.
    pub path: &'static str,
    /// The place of the type in `WorldStats::stores`; `None` as long as no
    /// component of it was added.
    pub number: Option<u32>,
    /// Components that are alive.
    pub count: usize,
    /// Bytes of its store.
    pub bytes: usize,
    /// How its values are read.
    pub read_as: ReadAs,
    /// Whether values can be written: the type is `Serialize` and `Deserialize`, and no tag.
    pub is_writable: bool,
    id: TypeId,
}

/// A type, by its name, its path, or as [`ByName`] has found it; the last is the fastest.
#[diagnostic::on_unimplemented(
    message = "`{Self}` names no type of component",
    note = "write the name as text, such as \"Enemy\", or take a `NamedType`"
)]
pub trait TypeKey {
    #[doc(hidden)]
    fn __column(&self, core: &WorldCore) -> Result<Rc<Column>, NameError>;
}

impl TypeKey for &str {
    fn __column(&self, core: &WorldCore) -> Result<Rc<Column>, NameError> {
        column_of(core, self)
    }
}

impl TypeKey for NamedType {
    fn __column(&self, core: &WorldCore) -> Result<Rc<Column>, NameError> {
        let unknown = || NameError::UnknownType { name: self.path.to_owned(), nearest: None };
        core.columns.of(self.id).ok_or_else(unknown)
    }
}

/// How the values of a type are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ReadAs {
    /// As data, by [`ByName::read`]: the type is `Serialize`.
    Data,
    /// As text, by [`ByName::text`]: the type is `Debug`.
    Text,
    /// There are none: the type is a tag.
    Tag,
    /// Not at all: the type is neither.
    Hidden,
}

impl World {
    /// Reaches the current world by the names of its types.
    #[must_use]
    pub fn by_name() -> ByName {
        ByName { most: [usize::MAX; 2] }
    }
}

impl ByName {
    /// Limits the parts and the bytes of text of read values, for tools that show them: a larger value is
    /// refused, and longer text is cut. Without this call, only values of more than 100 levels are refused.
    #[must_use]
    pub const fn at_most(self, parts: usize, text: usize) -> Self {
        Self { most: [parts, text] }
    }

    /// Lists the types: added types in the order of their first adds, then types that were only declared.
    /// None if there is no world.
    #[must_use]
    #[track_caller]
    pub fn types(&self) -> Vec<NamedType> {
        current()
            .map_or_else(|_| Vec::new(), |core| columns(&core).iter().map(|column| named(column)).collect())
    }

    /// Finds a type by its name, or by its path.
    ///
    /// # Errors
    ///
    /// [`NameError::UnknownType`], with the nearest name, or [`NameError::Ambiguous`] if several types have
    /// the name.
    #[track_caller]
    pub fn find_type(&self, name: &str) -> Result<NamedType, NameError> {
        Ok(named(&*column_of(&*current()?, name)?))
    }

    /// Returns the fields of a type that its `Deserialize` names; none if the type is not a struct with named
    /// fields, or not `Deserialize`.
    ///
    /// # Errors
    ///
    /// As [`find_type`](Self::find_type).
    #[track_caller]
    pub fn fields(&self, component: impl TypeKey) -> Result<&'static [&'static str], NameError> {
        let column = component.__column(&*current()?)?;
        Ok(column.info.spec.extensions.save.support.restore.map_or(&[], |restore| restore.fields()))
    }
}

/// All columns: those whose types were added, in the order of that, then the others.
fn columns(core: &WorldCore) -> Vec<Rc<Column>> {
    let mut all = core.columns.in_order();
    let is_other = |column: &&Rc<Column>| column.number.get().is_none();
    all.extend(core.columns.list().iter().filter(is_other).cloned());
    all
}

/// Finds the column of a type by its name or its path.
pub(super) fn column_of(core: &WorldCore, name: &str) -> Result<Rc<Column>, NameError> {
    let all = core.columns.list();
    let found = chosen(&all, name, |column| (column.info.path(), column.name().into()));
    found.map_err(|paths| {
        let nearest = nearest(name, all.iter().map(|column| column.name()));
        NameError::ambiguous(name, paths, |name| NameError::UnknownType { name, nearest })
    })
}

/// Describes the type of a column.
pub(super) fn named(column: &Column) -> NamedType {
    let (spec, (values, rows, lookup, _)) = (column.info.spec, column.memory());
    let support = spec.extensions.save.support;
    let is_tag = !column.has_rows();
    NamedType {
        name: column.name(),
        path: column.info.path(),
        number: column.number.get(),
        count: column.count(),
        bytes: values + rows + lookup,
        read_as: match support.record {
            _ if is_tag => ReadAs::Tag,
            Some(_) => ReadAs::Data,
            None if spec.shown.is_some() => ReadAs::Text,
            None => ReadAs::Hidden,
        },
        is_writable: !is_tag && support.record.is_some() && support.restore.is_some(),
        id: column.info.id,
    }
}
