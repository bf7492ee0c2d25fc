//! Reading: [`ByName::read`] and [`ByName::text`].

use core::fmt::{self, Write};

use crate::base::CallSite;
use crate::borrow::{Borrower, Conflict};
use crate::codec::{Met, Tape, Value};
use crate::column::Column;
use crate::error::BorrowError;
use crate::features::save::{Recorder, Unrecorded};
use crate::ids::Entity;
use crate::store::HookGuard;
use crate::world::WorldCore;

use super::entities::component_of;
use super::error::NameError;
use super::types::{ByName, TypeKey};

impl ByName {
    /// Reads a component by the `Serialize` of its type. The value of a tag is null.
    ///
    /// # Errors
    ///
    /// As [`find_type`](Self::find_type); [`NameError::Borrow`] if the entity is dead or has no such
    /// component, or that is mutably borrowed; [`NameError::Lacks`] if the type is not `Serialize`;
    /// [`NameError::Value`] if the `Serialize` fails, or the value is too large or too
    /// deep.
    ///
    /// # Panics
    ///
    /// If the `Serialize` does.
    #[track_caller]
    pub fn read(&self, entity: Entity, component: impl TypeKey) -> Result<Value, NameError> {
        let (_, column, row) = component_of(entity, component)?;
        let read = read_row(&column, row, self.tape(), CallSite::here());
        read.map_err(|why| unrecorded(&column, entity, why))
    }

    /// Returns the text of a component by its `Debug`. The text of a tag is empty.
    ///
    /// # Errors
    ///
    /// As [`read`](Self::read), but that the type must be `Debug`. Text that is too long is cut at
    /// [the most](Self::at_most), and ends with `…`.
    ///
    /// # Panics
    ///
    /// If the `Debug` does.
    #[track_caller]
    pub fn text(&self, entity: Entity, component: impl TypeKey) -> Result<String, NameError> {
        let (_, column, row) = component_of(entity, component)?;
        if !column.has_rows() {
            return Ok(String::new());
        }
        let component = column.name();
        let lacks = NameError::Lacks { component, wanted: "shown as text", needs: "`Debug`" };
        let show = column.info.spec.shown.ok_or(lacks)?;
        let guard = HookGuard::borrow_as(&column, row, false, Borrower::Shared, CallSite::here());
        let mut guard = guard.map_err(|conflict| borrowed(conflict, false, component, entity))?;
        let mut text = LimitedText { text: String::new(), most: self.most[1], is_cut: false };
        match show.show(guard.own(), &mut text) {
            Err(_) if text.is_cut => text.text.push('…'),
            Err(_) => {
                let message = "its `Debug` has failed".to_owned();
                return Err(NameError::Value { name: component, message });
            }
            Ok(()) => {}
        }
        Ok(text.text)
    }

    /// A tape for values that are not too large.
    pub(super) fn tape(&self) -> Tape {
        let [parts, text] = self.most;
        Tape::for_people(parts, text)
    }
}

/// Reads the component of a row. That of a tag is null.
pub(in crate::features) fn read_row(
    column: &Column,
    row: u32,
    mut tape: Tape,
    site: CallSite,
) -> Result<Value, Unrecorded> {
    if !column.has_rows() {
        return Ok(Value::Null);
    }
    let (span, met) = Recorder::new(site).record(column, row, &mut tape)?;
    Ok(tape.value(span, &references(&column.world, &met)))
}

/// Says that the type of a component is not `Serialize`.
pub(in crate::features) fn not_serialize(component: &'static str) -> NameError {
    NameError::Lacks { component, wanted: "read by its name", needs: "`Serialize`" }
}

/// Says why a component cannot be read.
pub(super) fn unrecorded(column: &Column, entity: Entity, why: Unrecorded) -> NameError {
    let component = column.name();
    match why {
        Unrecorded::NotSerialize => not_serialize(component),
        Unrecorded::Borrowed(conflict) => borrowed(conflict, false, component, entity),
        Unrecorded::Failed(error) => NameError::Value { name: component, message: error.to_string() },
    }
}

/// Says that a component is borrowed.
pub(super) fn borrowed(
    conflict: Conflict,
    mutably: bool,
    component: &'static str,
    entity: Entity,
) -> NameError {
    let Conflict { borrower: by, at } = conflict;
    NameError::Borrow(BorrowError::Borrowed { component, entity, mutably, by, at })
}

/// What the references of a value are, by their numbers.
pub(in crate::features) fn references(core: &WorldCore, met: &[Met]) -> impl Fn(u32) -> Value {
    move |number| match met.get(number as usize) {
        None => Value::Null,
        Some(Met { entity: Entity::NONE, .. }) => Value::Null,
        Some(&Met { entity, component: None }) => Value::Id(entity),
        Some(&Met { entity, component: Some(component) }) => {
            let column = core.columns.of(component);
            Value::Handle { entity, component: column.map_or("", |column| column.info.path()) }
        }
    }
}

/// Text of a limited length.
struct LimitedText {
    text: String,
    most: usize,
    is_cut: bool,
}

impl Write for LimitedText {
    fn write_str(&mut self, more: &str) -> fmt::Result {
        // Behind what is cut stands a sign.
        let most = self.most.saturating_sub('…'.len_utf8());
        let end = more.floor_char_boundary(most.saturating_sub(self.text.len()));
        self.text.push_str(&more[..end]);
        self.is_cut = end < more.len();
        if self.is_cut { Err(fmt::Error) } else { Ok(()) }
    }
}
