//! [`InheritingTypes`]: the types of a world that inherit, and when the world runs their `inherit`.

use core::cell::{RefCell, RefMut};
use std::rc::Rc;

use crate::column::Column;
use crate::error::UpdateError;
use crate::ids::Entity;
use crate::world::WorldCore;

use super::super::part::{FramePart, WorldPart};
use super::pass::{check_inherit, run_inherit};

/// The numbers of the types that inherit, in the order of their first add, if somebody has asked since a type
/// was added.
#[derive(Default)]
pub(crate) struct InheritingTypes(RefCell<Option<Vec<u32>>>);

impl InheritingTypes {
    #[inline]
    fn numbers(&self, core: &WorldCore) -> RefMut<'_, Vec<u32>> {
        RefMut::map(self.0.borrow_mut(), |numbers| numbers.get_or_insert_with(|| list(core)))
    }

    /// Yields the columns of the types. Nothing is borrowed between two of them.
    fn columns<'c>(&'c self, core: &'c WorldCore) -> impl Iterator<Item = Rc<Column>> + 'c {
        let number = |place| self.numbers(core).get(place).copied();
        (0..).map_while(number).map(|number| core.columns.numbered(number))
    }

    #[inline(never)]
    fn run(&self, core: &WorldCore, part: FramePart) -> Result<(), UpdateError> {
        match part {
            FramePart::Check => self.columns(core).try_for_each(|column| check_inherit(&column)),
            FramePart::AfterPhases(site) => {
                self.columns(core).try_for_each(|column| run_inherit(core, &column, site))
            }
            FramePart::Prepare(_) | FramePart::Phase(_) | FramePart::Between(_) => Ok(()),
        }
    }
}

#[cold]
fn list(core: &WorldCore) -> Vec<u32> {
    let columns = core.columns.borrow_in_order();
    (0..).zip(&*columns).filter(|(_, column)| column.info.has_own_order).map(|(number, _)| number).collect()
}

impl WorldPart for InheritingTypes {
    fn may_be_sent(&self) -> Option<&dyn Send> {
        Some(self)
    }

    #[inline(always)]
    fn try_act(&self, core: &Rc<WorldCore>, part: FramePart) -> Result<(), UpdateError> {
        // Saves what a frame without such types takes here.
        match part {
            FramePart::Check | FramePart::AfterPhases(_) if !self.numbers(core).is_empty() => {
                self.run(core, part)
            }
            _ => Ok(()),
        }
    }

    #[inline]
    fn note_relinked(&self, core: &WorldCore, entity: Entity) {
        for &number in &*self.numbers(core) {
            let column = &core.columns.borrow_in_order()[number as usize];
            column.parts.inherit.relinked.borrow_mut().note(entity.index());
        }
    }

    fn note_types(&self) {
        self.0.take();
    }
}
