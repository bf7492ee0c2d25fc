//! [`Columns`]: the columns of a world, by type, by position and by type number.

use core::any::TypeId;
use core::cell::{Cell, Ref, RefCell};
use core::hash::BuildHasherDefault;
use std::collections::HashMap;
use std::rc::Rc;

use crate::base::TypeIdHasher;
use crate::column::Column;
use crate::ids::TypeBits;

use super::above::FramePlan;
use super::bound::Bound;
use super::subscribers::ListeningType;

/// The number of types that get room at first: a hash table of eight places holds it.
const FIRST_TYPES: usize = 7;

/// The columns of a world, and what their types declare for others.
///
/// Invariant: the lists by type number name the types that have a number, and no others; the plan of the
/// passes is that of these types, and knows each column that they visit.
#[derive(Default)]
pub(crate) struct Columns {
    all: RefCell<Vec<Rc<Column>>>,
    by_type: RefCell<HashMap<TypeId, u32, BuildHasherDefault<TypeIdHasher>>>,
    /// Columns in the order of the first add of their type: a position here is a type number.
    numbered: RefCell<Vec<Rc<Column>>>,
    /// The types that end without running user code, of those whose numbers fit into it.
    without_user_code: Cell<TypeBits>,
    /// For each type of event, the types that listen to it, in their order.
    listening: RefCell<HashMap<TypeId, Rc<[ListeningType]>, BuildHasherDefault<TypeIdHasher>>>,
    /// The order of the passes, if it was made since a type was added.
    pub(crate) plan: RefCell<Option<Rc<FramePlan>>>,
    /// Whether features are asked before components of some type are placed.
    is_any_guarded: Cell<bool>,
    /// The cells that point to columns of this world: none while another is current.
    bound: RefCell<Vec<&'static dyn Bound>>,
}

impl Columns {
    /// Finds the column of a type.
    pub(crate) fn of(&self, component: TypeId) -> Option<Rc<Column>> {
        let position = *self.by_type.borrow().get(&component)?;
        self.at(position)
    }

    /// The column at a position.
    pub(crate) fn at(&self, position: u32) -> Option<Rc<Column>> {
        self.all.borrow().get(position as usize).cloned()
    }

    /// All columns, by their positions.
    pub(crate) fn all(&self) -> impl Iterator<Item = Rc<Column>> {
        (0..).map_while(|position| self.at(position))
    }

    /// The list of all columns, by their positions.
    pub(crate) fn list(&self) -> Ref<'_, [Rc<Column>]> {
        Ref::map(self.all.borrow(), Vec::as_slice)
    }

    /// The column of a type number.
    pub(crate) fn numbered(&self, number: u32) -> Rc<Column> {
        self.numbered.borrow()[number as usize].clone()
    }

    /// Copies the list of the columns whose type was added, in the order of the first add: user code may add
    /// others meanwhile.
    pub(crate) fn in_order(&self) -> Vec<Rc<Column>> {
        self.numbered.borrow().clone()
    }

    /// Borrows the list of the columns whose type was added, in the order of the first add. No user code may
    /// run meanwhile.
    #[inline]
    pub(crate) fn borrow_in_order(&self) -> Ref<'_, [Rc<Column>]> {
        Ref::map(self.numbered.borrow(), Vec::as_slice)
    }

    /// Adds a column, made by a function that gets its position.
    pub(super) fn add(&self, make: impl FnOnce(u32) -> Rc<Column>) -> Rc<Column> {
        let position = u32::try_from(self.all.borrow().len()).expect("fewer than 2^32 types");
        let column = make(position);
        if position == 0 {
            // Each list grows once for a few types, as there may be many worlds that have no more.
            self.all.borrow_mut().reserve(FIRST_TYPES);
            self.by_type.borrow_mut().reserve(FIRST_TYPES);
            self.numbered.borrow_mut().reserve(FIRST_TYPES);
            self.bound.borrow_mut().reserve(FIRST_TYPES);
        }
        self.all.borrow_mut().reserve(1);
        self.by_type.borrow_mut().insert(column.info.id, position);
        self.all.borrow_mut().push(column.clone());
        self.plan.take();
        column
    }

    /// Gives a column the next type number.
    pub(super) fn number(&self, column: Rc<Column>) {
        let number = self.numbered.borrow().len() as u32;
        self.note_end(number, column.ends_silently());
        self.numbered.borrow_mut().push(column);
        self.plan.take();
    }

    /// Forgets the numbers from one on. Their columns are to be given other numbers, or none.
    pub(super) fn forget_numbers(&self, from: u32) {
        self.numbered.borrow_mut().truncate(from as usize);
        for types in self.listening.borrow_mut().values_mut() {
            *types = types.iter().copied().filter(|listening| listening.number < from).collect();
        }
        self.plan.take();
    }

    /// Lists the positions of the columns in the order of their type numbers.
    pub(crate) fn numbered_positions(&self, to: &mut Vec<u32>) {
        to.clear();
        to.extend(self.numbered.borrow().iter().map(|column| column.position));
    }

    /// Notes whether components of a type number end without running user code. It may change.
    pub(crate) fn note_end(&self, number: u32, ends_silently: bool) {
        let Some(bit) = TypeBits::of(number) else { return };
        let others = self.without_user_code.get().without(bit);
        self.without_user_code.set(if ends_silently { others.or(bit) } else { others });
    }

    #[inline]
    pub(super) fn without_user_code(&self) -> TypeBits {
        self.without_user_code.get()
    }

    pub(super) fn add_listening(&self, event: TypeId, this: ListeningType) {
        let mut listening = self.listening.borrow_mut();
        let types = listening.entry(event).or_default();
        *types = types.iter().copied().chain([this]).collect();
    }

    /// The types that listen to an event, in the order of their first add.
    pub(crate) fn listening(&self, event: TypeId) -> Rc<[ListeningType]> {
        self.listening.borrow().get(&event).cloned().unwrap_or_default()
    }

    /// Remembers that no type listens to an event; `false` if that was known.
    pub(super) fn is_first_unheard(&self, event: TypeId) -> bool {
        let mut listening = self.listening.borrow_mut();
        let is_first = !listening.contains_key(&event);
        listening.entry(event).or_default();
        is_first
    }

    /// Lets features be asked before a component is placed in a column.
    pub(crate) fn guard(&self, column: &Column) {
        self.is_any_guarded.set(true);
        column.number.guard();
    }

    /// Says whether features are asked before components of some type are placed.
    #[inline]
    pub(crate) fn is_any_guarded(&self) -> bool {
        self.is_any_guarded.get()
    }

    /// Notes a thread-local cell that points to a column of this world, which is current, until it is not.
    pub(crate) fn bind(&self, cell: &'static dyn Bound) {
        self.bound.borrow_mut().push(cell);
    }

    /// Makes all thread-local cells forget the columns of this world.
    pub(super) fn unbind(&self) {
        self.bound.borrow_mut().drain(..).for_each(Bound::forget);
    }

    /// Forgets all columns: each knows its world, so these lists close a circle.
    pub(super) fn forget_all(&self) {
        self.numbered.take();
        self.plan.take();
        self.by_type.take();
        drop(self.all.take());
    }
}
