//! [`ByName::spawn`]: an entity of names and values.

use std::rc::Rc;

use crate::base::CallSite;
use crate::codec::Value;
use crate::error::{PrefabError, refuse_unwinding};
use crate::ids::Entity;
use crate::life::{Birth, CopyOrder, Pattern, PatternColumn, PatternEntity, TagOriginals, copy};
use crate::world::{WorldCore, with_current_or_new};

use super::entities::{entity_of_text, is_singleton};
use super::error::NameError;
use super::types::{ByName, column_of};
use super::write::Putting;

impl ByName {
    /// Spawns an entity with these components, as [`Entity::spawn_with`] does: all values are placed, then
    /// each `init` runs. The value of a tag does not matter. Makes the thread's world if there is none, which
    /// knows the types that were [declared](crate::World::declare).
    ///
    /// # Errors
    ///
    /// [`NameError::UnknownType`] and [`NameError::Ambiguous`] if a name is none;
    /// [`NameError::Lacks`] if a type is not `Deserialize`, [`NameError::Value`] if a value is none of its
    /// type, [`NameError::Twice`], [`NameError::Singleton`]; [`NameError::Spawn`] if no entity can be made,
    /// or an `init` misses a sibling. Then nothing was spawned.
    ///
    /// # Panics
    ///
    /// If an `init` does.
    #[track_caller]
    pub fn spawn(&self, components: &[(&str, Value)]) -> Result<Entity, NameError> {
        refuse_unwinding()?;
        let core = with_current_or_new(Rc::clone)?;
        let mut columns: Vec<PatternColumn> = Vec::new();
        for (name, value) in components {
            let column = made_of(&core, name, value)?;
            if columns.iter().any(|other| other.info.id == column.info.id) {
                return Err(NameError::Twice { component: column.info.name.get() });
            }
            columns.push(column);
        }
        let entities = vec![PatternEntity { parent: None, name: None, is_off: false }];
        let pattern = Pattern { entities, root: 0, columns, by_text: Some(entity_of_text) };
        let order = CopyOrder { count: 1, parent: None, birth: Birth::New, site: CallSite::here() };
        let made = copy(&core, &pattern, &order, &mut |_, _| ()).map_err(|error| match error {
            PrefabError::Value { component, message, .. } => NameError::Value { name: component, message },
            error => NameError::Spawn(error),
        });
        Ok(made?[0])
    }
}

/// The component that is made of a value.
fn made_of(core: &Rc<WorldCore>, name: &str, value: &Value) -> Result<PatternColumn, NameError> {
    let column = column_of(core, name)?;
    let (component, saves) = (column.name(), &column.info.spec.extensions.save);
    if is_singleton(&column) {
        return Err(NameError::Singleton { component });
    }
    let of = |originals, references| PatternColumn {
        info: column.info,
        originals,
        owners: vec![0],
        off: Vec::new(),
        references,
    };
    if !column.has_rows() && saves.bare {
        return Ok(of(Box::new(TagOriginals), Rc::default()));
    }
    let lacks = NameError::Lacks { component, wanted: "spawned by its name", needs: "`Deserialize`" };
    let restore = saves.support.restore.ok_or(lacks)?;
    let mut putting = Putting::default();
    let span = putting.put(core, value);
    let span = span.map_err(|error| NameError::Value { name: component, message: error.to_string() })?;
    let (tape, references) = putting.into_parts();
    Ok(of(restore.originals(tape, vec![span]), references))
}
