//! [`WorldCore`]: what the columns of one world share, and the list of those columns.

use core::any::TypeId;
use core::cell::{Cell, OnceCell, RefCell};
use core::hash::BuildHasherDefault;
use std::collections::{HashMap, VecDeque};
use std::panic::resume_unwind;
use std::rc::Rc;
use std::sync::Arc;

use crate::borrow::Visiting;
use crate::column::Column;
use crate::error::{UpdateError, is_unwinding};
use crate::ids::{Entities, Entity, IndexSet, OutOfIds, TypeBits, TypeSet};
use crate::links::Forest;
use crate::remote::ClosureQueue;
use crate::threads::FreezeCell;
use crate::ticks::{Tick, Ticker};

#[cfg(feature = "snapshot")]
use crate::base::Copies;
use crate::base::{Marked, Panic, Remembered, TypeIdHasher, discard, keep_first};
use crate::phase::Phase;

use super::above::{FramePlan, Schedules};
use super::bound::Bound;
use super::clock::Clock;
use super::endings::Endings;
use super::erased_readers::Readers;
use super::failures::{HookPanic, PanicPolicy};
use super::frames::Frames;
use super::freeze::FrozenParts;
use super::later::Later;
use super::leftover::Leftover;
use super::names::EntityNames;
use super::observers::{Hearer, ListeningType, Observers};
use super::offering::Offering;
#[cfg(feature = "snapshot")]
use super::outsides::Outsides;
use super::skips::Skipped;
use super::soft::SoftFailure;
use super::tags::Tag;
use super::timings::Timings;
use super::worker_pool::WorkerPool;

/// Something that waits for a sync point, and belongs to no column.
pub(super) struct LateCall {
    /// The component's type that it is about.
    pub(super) about: Option<TypeId>,
    pub(super) call: Box<dyn FnOnce(&WorldCore)>,
}

/// What is to be done when a world closes, which no user code is.
#[cfg(feature = "inspect")]
pub(crate) type AtClose = Box<dyn FnOnce() + Send>;

/// So many types get room at first: as many as a hash table of eight places holds.
const FIRST_TYPES: usize = 7;

/// The part of a world that is not generic: entities, the list of columns, and what waits for a sync point.
pub struct WorldCore {
    pub(crate) entities: FreezeCell<Entities>,
    tag: Tag,
    /// The parents and children of the entities. What is dead has none.
    pub(crate) forest: Marked<Forest>,
    columns: RefCell<Vec<Rc<Column>>>,
    pub(super) by_type: RefCell<HashMap<TypeId, u32, BuildHasherDefault<TypeIdHasher>>>,
    /// Columns in the order of the first add of their type: a position here is a type number.
    pub(super) numbered: RefCell<Vec<Rc<Column>>>,
    /// The types that end without running user code, of those whose numbers fit into it.
    pub(super) without_user_code: Cell<TypeBits>,
    /// The numbers of the types that inherit.
    pub(super) inheriting: RefCell<Vec<u32>>,
    /// For each type of event, the types that listen to it, in their order.
    pub(super) listening: RefCell<HashMap<TypeId, Rc<[ListeningType]>, BuildHasherDefault<TypeIdHasher>>>,
    pub(crate) observers: Observers,
    pub(crate) offering: Offering,
    pub(crate) readers: Readers,
    #[cfg(feature = "snapshot")]
    pub(crate) outsides: Outsides,
    #[cfg(feature = "snapshot")]
    pub(crate) copies: Copies,
    /// The order of the passes, until a type is added.
    pub(crate) plan: RefCell<Option<FramePlan>>,
    pub(crate) clock: RefCell<Clock>,
    /// The entity of the singletons, if there is one yet.
    pub(super) globals: Cell<Entity>,
    /// The entity that singletons will have, if a save that is being read needs one before it is made.
    #[cfg(feature = "serde")]
    promised_globals: Cell<Option<Entity>>,
    /// How many entities for singletons were made, one after the other.
    pub(super) globals_made: Cell<u64>,
    pub(crate) frames: Frames,
    pub(crate) timings: Timings,
    pub(crate) later: Later,
    /// Structural calls, hooks and passes that run now, one inside the other.
    depth: Cell<u32>,
    /// Columns (by position in `columns`) with changes that wait for a sync point.
    pending: RefCell<Vec<u32>>,
    pub(super) is_pending: Cell<bool>,
    /// What else waits for a sync point.
    pub(super) late_calls: RefCell<VecDeque<LateCall>>,
    /// Values to be dropped, in the order in which they came: one by one at the next sync point, or when the
    /// world ends.
    pub(super) trash: RefCell<VecDeque<Leftover>>,
    /// Components that are being shut down, as entity and type number.
    pub(super) dying: RefCell<Vec<(Entity, u32)>>,
    /// The indices of entities that are being shut down.
    pub(super) dying_entities: RefCell<IndexSet>,
    pub(super) is_any_dying: Cell<bool>,
    /// For an index, how many of its dead rows are still borrowed.
    ///
    /// Invariant 15: an index is not reused while one of its rows, or its tag, is borrowed, nor that of a tag
    /// while a query is there.
    pub(super) held: RefCell<HashMap<u32, u64>>,
    pub(super) names: Marked<EntityNames>,
    pub(super) soft: RefCell<Remembered<SoftFailure>>,
    pub(super) panics: RefCell<Remembered<HookPanic>>,
    pub(super) panic_policy: Cell<PanicPolicy>,
    pub(super) endings: Endings,
    /// Hooks that have left entities out in their last pass.
    pub(super) skips: RefCell<Vec<(TypeId, Phase, Skipped)>>,
    /// What is to be done when the world closes.
    #[cfg(feature = "inspect")]
    at_close: RefCell<Vec<AtClose>>,
    /// Made when someone asks for the way to send.
    pub(super) remote: OnceCell<Arc<ClosureQueue>>,
    /// Invariant 17: a world that closes takes no calls, and never frees what is borrowed.
    closing: Cell<bool>,
    /// A panic that could not go on where it was, and goes on in the next flush or frame.
    late_panic: RefCell<Option<Panic>>,
    /// Its owner is gone; it closes when those who keep it frozen are done.
    left: Cell<bool>,
    /// Workers run something for the world.
    ///
    /// Invariant 25: meanwhile no thread finds it, and nothing of it is written to but borrowed rows, ticks,
    /// and the ids that a system promises which runs alone on the world's thread.
    detached: Cell<bool>,
    pub(crate) pool: RefCell<WorkerPool>,
    updating: Cell<bool>,
    /// The cells that point to columns of this world: none while another is current.
    bound: RefCell<Vec<&'static dyn Bound>>,
    schedules: Schedules,
    /// The columns (by position in `columns`) whose rows the pass that runs changes, and notes.
    noted_columns: RefCell<Vec<u32>>,
    /// How many passes and queries there are.
    visits: Cell<u64>,
    /// What was used for one that is over, for the next.
    unused_visits: RefCell<Vec<Rc<Visiting>>>,
    init_depth: Cell<u32>,
    init_limit: Cell<u32>,
    waiting_depth: Cell<u32>,
    ticker: Rc<Ticker>,
    pub(super) frozen: FrozenParts,
}

impl WorldCore {
    pub(crate) fn new(tag: Tag) -> Rc<Self> {
        Rc::new(Self {
            entities: FreezeCell::new(Entities::new(tag.number())),
            tag,
            forest: Marked::default(),
            columns: RefCell::default(),
            by_type: RefCell::default(),
            numbered: RefCell::default(),
            without_user_code: Cell::default(),
            inheriting: RefCell::default(),
            listening: RefCell::default(),
            observers: Observers::default(),
            offering: Offering::default(),
            readers: Readers::default(),
            #[cfg(feature = "snapshot")]
            outsides: Outsides::default(),
            #[cfg(feature = "snapshot")]
            copies: Copies::default(),
            plan: RefCell::default(),
            clock: RefCell::default(),
            globals: Cell::new(Entity::NONE),
            #[cfg(feature = "serde")]
            promised_globals: Cell::default(),
            globals_made: Cell::new(0),
            frames: Frames::default(),
            timings: Timings::default(),
            later: Later::default(),
            depth: Cell::new(0),
            pending: RefCell::default(),
            is_pending: Cell::new(false),
            late_calls: RefCell::default(),
            trash: RefCell::default(),
            dying: RefCell::default(),
            dying_entities: RefCell::default(),
            is_any_dying: Cell::new(false),
            held: RefCell::default(),
            names: Marked::default(),
            soft: RefCell::default(),
            panics: RefCell::default(),
            panic_policy: Cell::default(),
            endings: Endings::default(),
            skips: RefCell::default(),
            #[cfg(feature = "inspect")]
            at_close: RefCell::default(),
            remote: OnceCell::new(),
            closing: Cell::new(false),
            late_panic: RefCell::default(),
            left: Cell::new(false),
            detached: Cell::new(false),
            pool: RefCell::default(),
            updating: Cell::new(false),
            bound: RefCell::default(),
            schedules: Schedules::default(),
            noted_columns: RefCell::default(),
            visits: Cell::new(0),
            unused_visits: RefCell::default(),
            init_depth: Cell::new(0),
            init_limit: Cell::new(256),
            waiting_depth: Cell::new(0),
            ticker: Rc::new(Ticker::new()),
            frozen: FrozenParts::default(),
        })
    }

    // ---- columns ----

    /// Finds the column of a type.
    pub(crate) fn column_of(&self, component: TypeId) -> Option<Rc<Column>> {
        let position = *self.by_type.borrow().get(&component)?;
        self.column_at(position)
    }

    /// Runs a function on the column of a type, if there is one.
    pub(crate) fn with_column_of<R>(&self, component: TypeId, f: impl FnOnce(&Column) -> R) -> Option<R> {
        let position = *self.by_type.borrow().get(&component)?;
        Some(f(&self.columns.borrow()[position as usize]))
    }

    /// Adds a column, made by a function that gets its position.
    pub(crate) fn add_column(&self, make: impl FnOnce(u32) -> Rc<Column>) -> Rc<Column> {
        let position = u32::try_from(self.columns.borrow().len()).expect("fewer than 2^32 types");
        let column = make(position);
        if position == 0 {
            self.make_room_for_first_types();
        }
        self.columns.borrow_mut().reserve(1);
        self.by_type.borrow_mut().insert(column.info.id, position);
        self.columns.borrow_mut().push(column.clone());
        column.set_observed(self.occasions(column.info.id));
        column
    }

    /// Lets each list grow once for a few types, as there may be many worlds that have no more.
    fn make_room_for_first_types(&self) {
        self.columns.borrow_mut().reserve(FIRST_TYPES);
        self.by_type.borrow_mut().reserve(FIRST_TYPES);
        self.numbered.borrow_mut().reserve(FIRST_TYPES);
        self.bound.borrow_mut().reserve(FIRST_TYPES);
    }

    /// Gives a column the next type number; its type was just added for the first time.
    pub(crate) fn number(&self, position: u32) -> u32 {
        let column = self.columns.borrow()[position as usize].clone();
        let mut numbered = self.numbered.borrow_mut();
        let number = numbered.len() as u32;
        self.list_listeners(number, &column);
        self.offering.list(number, column.spec().interfaces);
        self.inheriting.borrow_mut().extend(column.info.inherits.then_some(number));
        self.note_end(number, column.ends_unheard());
        numbered.push(column);
        *self.plan.borrow_mut() = None;
        number
    }

    /// Notes whether components of a type number end without running user code. It may change.
    pub(crate) fn note_end(&self, number: u32, ends_unheard: bool) {
        let Some(bit) = TypeBits::of(number) else { return };
        let others = self.without_user_code.get().without(bit);
        self.without_user_code.set(if ends_unheard { others.or(bit) } else { others });
    }

    fn list_listeners(&self, number: u32, column: &Column) {
        for (place, listener) in column.spec().events.iter().enumerate() {
            let this = ListeningType { number, listener: place };
            if let Some(observing) = listener.observing {
                self.add_hearer(observing, Hearer::Type(this));
                continue;
            }
            let mut listening = self.listening.borrow_mut();
            let types = listening.entry(listener.event).or_default();
            *types = types.iter().copied().chain([this]).collect();
        }
    }

    /// The numbers of the types that inherit now, in the order of their first add.
    pub(crate) fn inheriting(&self) -> impl Iterator<Item = u32> + '_ {
        let count = self.inheriting.borrow().len();
        (0..count).map(|place| self.inheriting.borrow()[place])
    }

    /// Notes that an entity has another parent, or none any more.
    pub(crate) fn note_relinked(&self, entity: Entity) {
        let numbered = self.numbered.borrow();
        for &number in &*self.inheriting.borrow() {
            numbered[number as usize].note_relinked(entity);
        }
    }

    /// The types that listen to an event, in the order of their first add.
    pub(crate) fn listening(&self, event: TypeId) -> Rc<[ListeningType]> {
        self.listening.borrow().get(&event).cloned().unwrap_or_default()
    }

    /// Remembers that nobody listens to an event; `false` if it was known.
    pub(super) fn is_first_unheard(&self, event: TypeId) -> bool {
        let mut listening = self.listening.borrow_mut();
        let is_first = !listening.contains_key(&event);
        listening.entry(event).or_default();
        is_first
    }

    /// The column of a type number.
    pub(crate) fn column(&self, number: u32) -> Rc<Column> {
        self.numbered.borrow()[number as usize].clone()
    }

    /// Closes the holes of all columns. So what only looks at components between two frames, and closes them
    /// where it looks, has no say in where rows lie.
    pub(crate) fn close_holes(&self) {
        self.numbered.borrow().iter().for_each(|column| column.close_holes());
    }

    /// All columns whose type was added, in the order of the first add.
    pub(crate) fn columns(&self) -> Vec<Rc<Column>> {
        self.numbered.borrow().clone()
    }

    /// The column at a position.
    pub(crate) fn column_at(&self, position: u32) -> Option<Rc<Column>> {
        self.columns.borrow().get(position as usize).cloned()
    }

    /// All columns, by their positions.
    pub(crate) fn all_columns(&self) -> impl Iterator<Item = Rc<Column>> {
        (0..).map_while(|position| self.column_at(position))
    }

    /// Makes room for entities.
    pub(crate) fn reserve(&self, additional: usize) -> Result<(), OutOfIds> {
        self.entities.borrow_mut().reserve(additional)
    }

    /// Adds a type to the set of an entity; `None` if that is dead, otherwise whether it is enabled.
    #[inline]
    pub(crate) fn enlist(&self, entity: Entity, number: u32) -> Option<bool> {
        self.entities.borrow_mut().enlist(entity, number)
    }

    /// Removes a type from the set of an entity.
    #[inline]
    pub(crate) fn delist(&self, entity: Entity, number: u32) {
        self.entities.borrow_mut().remove_type(entity.index(), number);
    }

    /// The types of a live entity.
    pub(crate) fn types(&self, entity: Entity) -> TypeSet {
        let entities = self.entities.borrow();
        if entities.is_alive(entity) { entities.types(entity.index()) } else { TypeSet::default() }
    }

    // ---- sync points ----

    /// Runs a structural call: a sync point before it and after it, if it is the outermost.
    #[inline]
    pub(crate) fn structural<R>(&self, call: impl FnOnce() -> R) -> R {
        self.sync();
        let result = {
            let _inside = self.op();
            call()
        };
        self.sync();
        result
    }

    /// Enters a call; sync points wait until it is left.
    #[inline]
    pub(crate) fn op(&self) -> Op<'_> {
        self.depth.set(self.depth.get() + 1);
        Op(&self.depth)
    }

    /// Says whether a structural call, a hook or a pass runs.
    #[inline]
    pub(crate) fn is_inside(&self) -> bool {
        self.depth.get() != 0
    }

    /// Flushes what can be flushed, if no call is running.
    #[inline]
    pub(crate) fn sync(&self) {
        if self.is_pending.get() && self.depth.get() == 0 {
            self.flush();
        }
    }

    /// Flushes every column of which nothing is borrowed; does nothing while unwinding.
    #[cold]
    #[inline(never)]
    pub(crate) fn flush(&self) {
        if is_unwinding() {
            return;
        }
        let _inside = self.op();
        let mut waiting = Vec::new();
        loop {
            // First: what comes of it, columns have waited with.
            if let Some(LateCall { call, .. }) = self.next_late_call() {
                waiting.clear();
                self.note_pending();
                call(self);
            } else if let Some((position, column)) = self.next_to_flush(&waiting) {
                if !column.flush() {
                    waiting.push(position);
                }
            } else if !self.drop_next() {
                break;
            }
        }
    }

    fn next_to_flush(&self, waiting: &[u32]) -> Option<(u32, Rc<Column>)> {
        let columns = self.columns.borrow();
        let pending = self.pending.borrow();
        let ready =
            |&&position: &&u32| !waiting.contains(&position) && columns[position as usize].can_flush();
        pending.iter().find(ready).map(|&position| (position, columns[position as usize].clone()))
    }

    /// Says whether a column has changes.
    #[inline]
    pub(crate) fn is_pending(&self) -> bool {
        self.is_pending.get()
    }

    /// Notes that a column has changes.
    pub(crate) fn queue(&self, position: u32) {
        self.pending.borrow_mut().push(position);
        self.is_pending.set(true);
    }

    /// Notes that so many more components of a column have a timer, each counted as often as it has one.
    pub(super) fn watch(&self, position: u32, more: i64) {
        self.columns.borrow()[position as usize].watch(more);
    }

    /// Notes that a column has none any more.
    pub(crate) fn unqueue(&self, position: u32) {
        self.pending.borrow_mut().retain(|&queued| queued != position);
        self.note_pending();
    }

    /// Notes whether anything waits for a sync point.
    pub(super) fn note_pending(&self) {
        let else_waits = self.has_late_calls() || self.has_trash();
        self.is_pending.set(!self.pending.borrow().is_empty() || else_waits);
    }

    /// The columns whose rows the pass that runs changes, and notes.
    pub(crate) fn noted_columns(&self) -> &RefCell<Vec<u32>> {
        &self.noted_columns
    }

    /// Begins a pass or a query, with what was used for another one if that is there.
    #[inline]
    pub(crate) fn begin_visit(&self) -> Rc<Visiting> {
        self.visits.set(self.visits.get() + 1);
        self.unused_visits.borrow_mut().pop().unwrap_or_default()
    }

    /// Ends a pass or a query. What was used for it is kept if its columns have let it go.
    #[inline]
    pub(crate) fn end_visit(&self, visiting: &Rc<Visiting>) {
        self.visits.set(self.visits.get() - 1);
        if Rc::strong_count(visiting) == 1 {
            visiting.reset();
            self.unused_visits.borrow_mut().push(visiting.clone());
        }
    }

    /// Says whether there is more than one pass or query.
    #[inline]
    pub(crate) fn is_visited_twice(&self) -> bool {
        self.visits.get() > 1
    }

    // ---- flags ----

    /// Says whether the world is frozen.
    pub(crate) fn is_frozen(&self) -> bool {
        self.entities.is_frozen()
    }

    /// Keeps a panic for the next flush or frame, if it is the first.
    pub(super) fn keep_panic(&self, panic: Panic) {
        let mut first = self.late_panic.take();
        keep_first(&mut first, panic);
        self.late_panic.replace(first);
    }

    /// Lets a panic go on that was kept.
    pub(crate) fn raise(&self) {
        if !is_unwinding()
            && let Some(panic) = self.late_panic.take()
        {
            resume_unwind(panic);
        }
    }

    /// Says whether several threads visit something of the world: nobody enters it then.
    pub(crate) fn is_visited_by_threads(&self) -> bool {
        self.is_detached() || self.is_frozen()
    }

    /// Leaves the world, which nobody owns any more, to those who keep it frozen: the last of them closes it.
    pub(super) fn leave_to_visit(&self) {
        self.left.set(true);
    }

    /// Says whether the world was left, and is to be closed now. Says so once.
    pub(super) fn takes_leave(&self) -> bool {
        self.left.take()
    }

    pub(crate) fn is_closing(&self) -> bool {
        self.closing.get()
    }

    pub(crate) fn is_detached(&self) -> bool {
        self.detached.get()
    }

    pub(super) fn set_detached(&self, detached: bool) {
        self.detached.set(detached);
    }

    pub(crate) fn init_depth(&self) -> &Cell<u32> {
        &self.init_depth
    }

    /// Says whether `init` is nested as deep as it may be.
    #[inline]
    pub(crate) fn is_init_too_deep(&self) -> bool {
        self.is_too_deep(&self.init_depth)
    }

    pub(crate) fn init_limit(&self) -> &Cell<u32> {
        &self.init_limit
    }

    /// The entity of the world's singletons, dead or alive. It is in no query, count or list of users.
    pub(crate) fn globals(&self) -> Entity {
        self.globals.get()
    }

    pub(crate) fn set_globals(&self, entity: Entity) {
        self.globals.set(entity);
        self.globals_made.set(self.globals_made.get() + 1);
    }

    /// The entity that is promised to singletons, if one is.
    #[cfg(feature = "serde")]
    pub(crate) fn promised_globals(&self) -> Option<Entity> {
        self.promised_globals.get()
    }

    /// Notes that an entity is promised to singletons, or none any more.
    #[cfg(feature = "serde")]
    pub(crate) fn promise_globals(&self, entity: Option<Entity>) {
        self.promised_globals.set(entity);
    }

    /// Makes the entity alive that is promised to singletons; `false` if none is.
    pub(crate) fn keep_promised_globals(&self) -> bool {
        #[cfg(feature = "serde")]
        if let Some(promised) = self.promised_globals.get()
            && self.entities.borrow_mut().keep_promise(promised)
        {
            self.set_globals(promised);
            return true;
        }
        false
    }

    /// How many entities of users are alive, and how many were despawned.
    pub(crate) fn count_entities(&self) -> (usize, u64) {
        let entities = self.entities.borrow();
        let is_global_alive = entities.is_alive(self.globals());
        let globals_ended = self.globals_made.get() - u64::from(is_global_alive);
        (entities.alive() - usize::from(is_global_alive), entities.despawned() - globals_ended)
    }

    /// How many sends, `shutdown`s, `on_enable`s and `on_disable`s run now, one inside the other. What is
    /// deeper than `init` may be waits for a sync point.
    pub(crate) fn waiting_depth(&self) -> &Cell<u32> {
        &self.waiting_depth
    }

    /// What runs after the passes of each phase.
    pub(crate) fn schedules(&self) -> &Schedules {
        &self.schedules
    }

    pub(crate) fn ticker(&self) -> &Rc<Ticker> {
        &self.ticker
    }

    /// Advances the clock of changes: what changes from now on has a later tick than the one returned.
    pub(crate) fn tick(&self) -> Tick {
        self.note_visited();
        self.ticker.advance()
    }

    /// Advances the clock as [`WorldCore::tick`], and returns the tick for the user to keep.
    pub(crate) fn hand_out_tick(&self) -> Tick {
        self.note_visited();
        self.ticker.hand_out()
    }

    /// Notes the changes of the components that the pass which runs has visited until now.
    pub(crate) fn note_visited(&self) {
        let columns = self.columns.borrow();
        for &position in &*self.noted_columns.borrow() {
            columns[position as usize].note_visited();
        }
    }

    /// Refuses to begin a frame inside a structural call, a hook or a pass, or inside another frame.
    pub(crate) fn refuse_inside(&self) -> Result<(), UpdateError> {
        if self.is_inside() || self.updating.get() { Err(UpdateError::InsideHook) } else { Ok(()) }
    }

    /// Says whether the world is a hidden one, in which something is built: no hook of a component's life
    /// runs, and nobody observes.
    #[inline]
    pub(crate) fn is_hidden(&self) -> bool {
        self.tag.is_hidden()
    }

    /// Says whether this is a hidden world, and an entity was one of it that is dead.
    #[cfg(feature = "serde")]
    pub(crate) fn was_hidden(&self, entity: Entity) -> bool {
        let entities = self.entities.borrow();
        self.is_hidden() && !entities.is_foreign(entity) && !entities.is_alive(entity)
    }

    /// Says whether a frame, or a part of one, runs.
    #[cfg(feature = "serde")]
    pub(crate) fn is_updating(&self) -> bool {
        self.updating.get()
    }

    /// Begins a frame, or a part of one. No other begins until the result is dropped.
    pub(crate) fn begin_update(&self) -> Updating<'_> {
        self.updating.set(true);
        Updating(self)
    }

    /// Says whether calls are nested as deep as `init` may be.
    pub(crate) fn is_too_deep(&self, depth: &Cell<u32>) -> bool {
        depth.get() >= self.init_limit.get()
    }

    /// Does something when the world closes.
    #[cfg(feature = "inspect")]
    pub(crate) fn at_close(&self, call: AtClose) {
        self.at_close.borrow_mut().push(call);
    }

    /// Notes a thread-local cell that points to a column of this world, which is current, until it is not.
    pub(crate) fn note_bound(&self, cell: &'static dyn Bound) {
        self.bound.borrow_mut().push(cell);
    }

    /// Makes all thread-local cells forget the columns of this world.
    pub(crate) fn unbind(&self) {
        self.bound.borrow_mut().drain(..).for_each(Bound::forget);
    }

    /// Drops everything. A column of which something is borrowed is leaked. Returns the first panic of a
    /// `Drop`.
    pub(crate) fn close(&self) -> Option<Panic> {
        self.closing.set(true);
        self.unbind();
        #[cfg(feature = "inspect")]
        self.at_close.take().into_iter().for_each(|call| call());
        let mut first_panic = None;
        self.close_remote(&mut first_panic);
        self.schedules.close(&mut first_panic);
        self.observers.close(&mut first_panic);
        self.drop_late_calls(&mut first_panic);
        self.end_all_timers();
        self.close_trash(&mut first_panic);
        let mut columns: Vec<_> = self.all_columns().collect();
        // A value may hold a guard on another column: each round frees more, until none does.
        loop {
            let before = columns.len();
            let (borrowed, free): (Vec<_>, Vec<_>) =
                columns.into_iter().partition(|column| column.borrows.any_conflict().is_some());
            for column in free.iter().rev() {
                column.drop_values(&mut first_panic);
            }
            columns = borrowed;
            if columns.is_empty() || columns.len() == before {
                break;
            }
        }
        for column in columns {
            core::mem::forget(column);
        }
        // These lists close a circle: each column knows its world.
        self.numbered.take();
        self.plan.take();
        self.by_type.take();
        self.pending.take();
        drop(self.columns.take());
        // It was printed when it began.
        self.late_panic.take().into_iter().for_each(discard);
        first_panic
    }
}

/// Inside a structural call, hook or pass until dropped.
pub(crate) struct Op<'w>(&'w Cell<u32>);

impl Drop for Op<'_> {
    #[inline]
    fn drop(&mut self) {
        self.0.set(self.0.get() - 1);
    }
}

/// A frame, or a part of one, runs until this is dropped.
pub(crate) struct Updating<'w>(&'w WorldCore);

impl Drop for Updating<'_> {
    fn drop(&mut self) {
        self.0.updating.set(false);
        self.0.clock.borrow_mut().end_pass();
    }
}
