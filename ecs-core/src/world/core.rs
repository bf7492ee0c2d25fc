//! [`WorldCore`]: the parts of one world, and the operations on several parts.

use core::any::TypeId;
use std::rc::Rc;

use crate::base::{Marked, Panic};
use crate::column::Column;
use crate::error::{UpdateError, is_unwinding};
use crate::ids::{Entities, Entity, TypeSet};
use crate::links::Forest;
use crate::threads::{FreezeCell, Write};
use crate::ticks::{Tick, Ticker};

use super::above::{Moment, WorldParts};
use super::columns::Columns;
use super::deaths::Deaths;
use super::frames::Frames;
use super::globals::Globals;
use super::lifetime::Lifetime;
use super::log::Log;
use super::nesting::Nesting;
use super::observers::Observers;
use super::other_threads::OtherThreads;
use super::snapshot_support::SnapshotSupport;
use super::subscribers::{ListeningType, Subscriber};
use super::sync_point::SyncPoint;
use super::tags::Tag;
use super::visits::Visits;

/// A call that waits for a sync point, and belongs to no column.
pub(crate) struct LateCall {
    /// The component's type that it is about.
    about: Option<TypeId>,
    call: Box<dyn FnOnce(&WorldCore)>,
}

/// A world, without the types of its components. Each part keeps its own laws. The methods here need several
/// parts.
pub struct WorldCore {
    pub(crate) entities: FreezeCell<Entities>,
    /// The parents and children of the entities. What is dead has none.
    pub(crate) forest: Marked<Forest>,
    pub(crate) columns: Columns,
    pub(crate) observers: Observers,
    /// The data of features about the world.
    pub(crate) parts: WorldParts,
    pub(crate) snapshots: SnapshotSupport,
    pub(crate) globals: Globals,
    pub(crate) frames: Frames,
    pub(crate) sync: SyncPoint<LateCall>,
    pub(crate) deaths: Deaths,
    pub(crate) log: Log,
    pub(crate) lifetime: Lifetime,
    pub(crate) threads: OtherThreads,
    pub(crate) visits: Visits,
    pub(crate) nesting: Nesting,
    pub(crate) ticker: Rc<Ticker>,
}

impl WorldCore {
    pub(crate) fn new(tag: Tag) -> Rc<Self> {
        Rc::new(Self {
            entities: FreezeCell::new(Entities::new(tag.number())),
            forest: Marked::default(),
            columns: Columns::default(),
            observers: Observers::default(),
            parts: WorldParts::default(),
            snapshots: SnapshotSupport::default(),
            globals: Globals::default(),
            frames: Frames::default(),
            sync: SyncPoint::default(),
            deaths: Deaths::default(),
            log: Log::default(),
            lifetime: Lifetime::new(tag),
            threads: OtherThreads::default(),
            visits: Visits::default(),
            nesting: Nesting::default(),
            ticker: Rc::new(Ticker::new()),
        })
    }

    // ---- columns ----

    /// Adds a column, made by a function that gets its position.
    pub(crate) fn add_column(&self, make: impl FnOnce(u32) -> Rc<Column>) -> Rc<Column> {
        let column = self.columns.add(make);
        column.set_observed(self.observers.occasions(column.info.id));
        self.parts.all().iter().for_each(|part| part.note_column(self, &column));
        column
    }

    /// Gives a column the next type number; its type was just added for the first time.
    pub(crate) fn number(&self, column: Rc<Column>) -> u32 {
        let (spec, number) = (column.info.spec, self.columns.borrow_in_order().len() as u32);
        for (place, listener) in spec.events.iter().enumerate() {
            let this = ListeningType { number, listener: place };
            match listener.observing {
                Some(observing) => _ = self.subscribe(observing, Subscriber::Type(this)),
                None => self.columns.add_listening(listener.event, this),
            }
        }
        // Last: whether its end is observed is known now.
        self.columns.number(column);
        self.note_types();
        number
    }

    /// Borrows the entities to change which of them have a component, or an enabled one: filters are asked
    /// again.
    #[inline]
    #[track_caller]
    pub(crate) fn members_mut(&self) -> Write<'_, Entities> {
        self.visits.ask_again();
        self.entities.borrow_mut()
    }

    /// Adds a type to the set of an entity; `None` if that is dead, otherwise whether it is enabled.
    #[inline]
    pub(crate) fn enlist(&self, entity: Entity, number: u32) -> Option<bool> {
        self.members_mut().enlist(entity, number)
    }

    /// The types of a live entity.
    pub(crate) fn types(&self, entity: Entity) -> TypeSet {
        let entities = self.entities.borrow();
        if entities.is_alive(entity) { entities.types().get(entity.index()) } else { TypeSet::default() }
    }

    // ---- sync points ----

    /// Runs a structural call: a sync point before it and after it, if it is the outermost.
    #[inline]
    pub(crate) fn structural<R>(&self, call: impl FnOnce() -> R) -> R {
        self.sync();
        let result = {
            let _inside = self.nesting.enter();
            call()
        };
        self.sync();
        result
    }

    /// Flushes what can be flushed, if no call is running.
    #[inline]
    pub(crate) fn sync(&self) {
        if self.sync.is_pending() && !self.nesting.is_inside() {
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
        let _inside = self.nesting.enter();
        let mut waiting = Vec::new();
        loop {
            // Late calls run first: columns may wait for them.
            if let Some(LateCall { call, .. }) = self.sync.next_call(|call| !self.is_told_now(call.about)) {
                waiting.clear();
                call(self);
            } else if let Some(column) = self.next_to_flush(&waiting) {
                if !column.flush() {
                    waiting.push(column.position);
                }
            } else if !self.sync.drop_next() {
                break;
            }
        }
    }

    fn next_to_flush(&self, waiting: &[u32]) -> Option<Rc<Column>> {
        let columns = self.columns.list();
        let is_ready = |position| {
            let Column { borrows, lifecycle, .. } = &*columns[position as usize];
            let is_open = borrows.is_in_use() || lifecycle.is_flushing() || lifecycle.is_reporting();
            !is_open && !waiting.contains(&position)
        };
        self.sync.next_column(is_ready).map(|position| columns[position as usize].clone())
    }

    /// Says whether observers are being notified of a component of a type.
    fn is_told_now(&self, component: Option<TypeId>) -> bool {
        component
            .and_then(|component| self.columns.of(component))
            .is_some_and(|column| column.lifecycle.is_reporting())
    }

    /// Queues a call for the next sync point. A call about a type does not run while observers are notified
    /// of a component of that type.
    pub(crate) fn call_late(&self, about: Option<TypeId>, call: impl FnOnce(&Self) + 'static) {
        self.sync.queue_call(LateCall { about, call: Box::new(call) });
    }

    // ---- features ----

    /// Notes that other types have numbers than before.
    pub(super) fn note_types(&self) {
        self.parts.all().iter().for_each(|part| part.note_types());
    }

    /// Ends what features keep of an entity and its components, whose life has ended.
    pub(crate) fn end_parts_of(&self, entity: Entity) {
        self.parts.all().iter().for_each(|part| part.end_entity(self, entity));
    }

    // ---- flags ----

    /// Says whether several threads visit something of the world: it cannot be entered then.
    pub(crate) fn is_visited_by_threads(&self) -> bool {
        self.threads.is_detached() || self.entities.is_frozen()
    }

    /// Makes the entity alive that is promised to singletons; `false` if none is.
    pub(crate) fn keep_promised_globals(&self) -> bool {
        if let Some(promised) = self.globals.promised()
            && self.entities.borrow_mut().keep_promise(promised)
        {
            self.globals.set(promised);
            return true;
        }
        false
    }

    /// How many entities of users are alive, and how many were despawned.
    pub(crate) fn count_entities(&self) -> (usize, u64) {
        let entities = self.entities.borrow();
        let is_global_alive = entities.is_alive(self.globals.entity());
        let globals_ended = self.globals.made() - u64::from(is_global_alive);
        (entities.alive() - usize::from(is_global_alive), entities.despawned() - globals_ended)
    }

    /// Advances the clock of changes: what changes from now on has a later tick than the one returned.
    pub(crate) fn tick(&self) -> Tick {
        self.note_visited();
        self.ticker.advance()
    }

    /// Notes the changes of the components that the pass which runs has visited until now.
    pub(crate) fn note_visited(&self) {
        let columns = self.columns.list();
        for &position in &*self.visits.noted_columns().borrow() {
            columns[position as usize].note_visited();
        }
    }

    /// Refuses to begin a frame inside a structural call, a hook or a pass, or inside another frame.
    pub(crate) fn refuse_inside(&self) -> Result<(), UpdateError> {
        let is_inside = self.nesting.is_inside() || self.frames.is_running();
        if is_inside { Err(UpdateError::InsideHook) } else { Ok(()) }
    }

    /// Drops everything. A column of which something is borrowed is leaked. Returns the first panic of a
    /// `Drop`.
    pub(crate) fn close(&self) -> Option<Panic> {
        self.columns.unbind();
        self.lifetime.begin_to_close();
        let mut first_panic = None;
        self.parts.act(self, Moment::Ending);
        self.observers.close(&mut first_panic);
        self.sync.drop_calls(&mut first_panic);
        self.sync.drop_values(&mut first_panic);
        let mut columns: Vec<_> = self.columns.all().collect();
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
        self.columns.forget_all();
        self.sync.forget_columns();
        self.lifetime.forget_panic();
        first_panic
    }
}
