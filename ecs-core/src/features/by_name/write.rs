//! Writing: [`ByName::write`], and values on their way into the world.

use std::collections::HashMap;
use std::panic::resume_unwind;
use std::rc::Rc;

use crate::base::CallSite;
use crate::borrow::Borrower;
use crate::codec::{
    IdText, Ids, Met, Named, Reference, References, RestoringIds, Tape, TapeError, TapeSpan, Value,
};
use crate::error::refuse_unwinding;
use crate::features::save::Recorder;
use crate::ids::Entity;
use crate::life::caught;
use crate::store::HookGuard;
use crate::world::WorldCore;

use super::entities::{component_of, entity_of_text, row_of};
use super::error::NameError;
use super::read::{borrowed, references, unrecorded};
use super::types::{ByName, TypeKey};

impl ByName {
    /// Writes a component, or a part of it at a path, such as `crew.0.seat`; the empty path is the whole
    /// component. The other parts stay as they are, also the fields that serde skips.
    ///
    /// A path that begins with `/` is a JSON pointer. The old part decides how a text is read: `12v1` or
    /// `NaN` is an entity or a number, if the old part is one. An entity must be alive, unless the value has
    /// it already.
    ///
    /// # Errors
    ///
    /// As [`read`](Self::read), but that the type must also be `Deserialize`, and that the component must not
    /// be borrowed at all; [`NameError::Value`] if the value has no such part, or its `Deserialize` refuses
    /// the new one. Then nothing was written.
    ///
    /// # Panics
    ///
    /// If the `Serialize` or the `Deserialize` does.
    #[track_caller]
    pub fn write(
        &self,
        entity: Entity,
        component: impl TypeKey,
        path: &str,
        value: &Value,
    ) -> Result<(), NameError> {
        refuse_unwinding()?;
        let site = CallSite::here();
        let (core, column, row) = component_of(entity, component)?;
        let name = column.name();
        let failed = |error: TapeError| NameError::Value { name, message: error.to_string() };
        let restore = column.info.spec.extensions.save.support.restore.filter(|_| column.has_rows());
        let needs = "fields, and serde's `Serialize` and `Deserialize`,";
        let lacks = NameError::Lacks { component: name, wanted: "written by its name", needs };
        let restore = restore.ok_or(lacks)?;
        let mut putting = Putting { tape: self.tape(), met: Vec::new() };
        let recorded = Recorder::new(site).record(&column, row, &mut putting.tape);
        let (span, met) = recorded.map_err(|why| unrecorded(&column, entity, why))?;
        putting.met = met;
        let span = putting.replace(&core, span, path, value).map_err(failed)?;
        let mut edit = putting.restoring(|tape| restore.make(tape, span)).map_err(failed)?;
        // Making it has run code of the type: the row may be another one now.
        let written = row_of(&column, entity).and_then(|row| {
            let guard = HookGuard::borrow_as(&column, row, true, Borrower::Exclusive, site);
            let mut guard = guard.map_err(|conflict| borrowed(conflict, true, name, entity))?;
            edit(guard.own());
            // Nobody writes to a state: the old value is put back, and the new one is asked for.
            let parts = core.parts.all();
            let instead = caught(|| parts.iter().find_map(|part| part.divert(&column, guard.own())));
            if !matches!(instead, Ok(None)) {
                edit(guard.own());
            }
            Ok(instead.unwrap_or_else(|panic| resume_unwind(panic)))
        });
        // Now the other value: its own `Drop` may ask for the component.
        drop(edit);
        written.map(|instead| instead.into_iter().for_each(|instead| instead()))
    }
}

/// A value on its way into the world, and what it refers to.
pub(super) struct Putting {
    tape: Tape,
    /// The references, by their numbers; the first is none.
    met: Vec<Met>,
}

impl Default for Putting {
    fn default() -> Self {
        Self { tape: Tape::for_people(usize::MAX, usize::MAX), met: vec![Met::default()] }
    }
}

impl Putting {
    /// Puts a whole value.
    pub(super) fn put(&mut self, core: &WorldCore, value: &Value) -> Result<TapeSpan, TapeError> {
        self.with_references(core, |tape, references| tape.put(value, references))
    }

    /// Replaces a part of the value that was recorded.
    fn replace(
        &mut self,
        core: &WorldCore,
        span: TapeSpan,
        path: &str,
        part: &Value,
    ) -> Result<TapeSpan, TapeError> {
        self.with_references(core, |tape, references| tape.replace(span, path, part, references))
    }

    fn with_references<R>(&mut self, core: &WorldCore, f: impl FnOnce(&mut Tape, References<'_>) -> R) -> R {
        let text = |met: &Met| IdText(met.entity).to_string();
        // Also those that are dead, if the value has them already.
        let (before, mut more) = (self.met.clone(), Vec::new());
        let known: HashMap<_, _> =
            before.iter().zip(0_u32..).skip(1).map(|(met, n)| (text(met), (n, met.entity))).collect();
        let find = &mut |named: Named<'_>| {
            let (known, entity) = match named {
                Named::Text(text) => (known.get(text), entity_of_text(text)),
                Named::Entity(own) => {
                    let known = known.get(&IdText(own).to_string()).filter(|(_, known)| *known == own);
                    (known, Some(own).filter(|own| core.entities.borrow().is_alive(*own)))
                }
            };
            known.map(|(n, _)| *n).or_else(|| {
                more.push(Met { entity: entity?, component: None });
                u32::try_from(before.len() + more.len() - 1).ok()
            })
        };
        let result = f(&mut self.tape, References { called: &references(core, &before), find });
        self.met.append(&mut more);
        result
    }

    /// The tape, and what its references mean.
    pub(super) fn into_parts(self) -> (Tape, Rc<[Reference]>) {
        let references = self.references();
        (self.tape, references)
    }

    fn references(&self) -> Rc<[Reference]> {
        self.met.iter().map(|met| Reference::Outside(met.entity)).collect()
    }

    /// Runs a function that makes values of the tape.
    pub(super) fn restoring<R>(&self, make: impl FnOnce(&Tape) -> R) -> R {
        let ids = RestoringIds { by_text: Some(entity_of_text), ..RestoringIds::default() };
        ids.references.replace(self.references());
        let _inside = Ids::Restoring(Rc::new(ids)).enter();
        make(&self.tape)
    }
}
