//! What a feature is to the kernel: a [`WorldPart`], a [`ColumnPart`], and what it does at each [`Moment`].
//!
//! But for [`WorldPart::act`], [`WorldPart::try_act`], [`WorldPart::begin_frame`] and
//! [`WorldPart::end_frame`], no method of a part runs code of the user. A value that is to be dropped goes to
//! [`SyncPoint::drop_later`](crate::world::SyncPoint::drop_later).

use core::any::TypeId;
use std::rc::Rc;
use std::sync::Arc;

use crate::base::CallSite;
use crate::column::Column;
use crate::error::UpdateError;
use crate::frame::{PassStep, Planner};
use crate::ids::Entity;
use crate::store::UntypedOwn;
use crate::world::WorldCore;

use super::stats::WorldStats;

/// A moment at which all features act, in the order of the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Moment {
    /// At the start of a frame, before any hook.
    FrameStart,
    /// Before a frame runs again, and when the world has come back from that.
    OtherFrame,
    /// In a frame, between `fixed_update` and `update`.
    AfterFixed,
    /// At the end of a frame.
    FrameEnd,
    /// Before all entities of the world end, which lives on.
    Closing,
    /// Before all entities of the world end, and the world with them. What is left to the sync point here
    /// drops after the observers of the world and its waiting calls, and before the components.
    Ending,
    /// Before the world leaves its thread.
    Leaving,
    /// When the world has come to this thread.
    Arrived,
    /// Before a schedule runs outside of a frame.
    RunStart,
}

/// By what the order of a frame is shuffled. What is equal has the same order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Shuffled {
    /// The seed that was given to [`World::shuffle_order`](crate::World::shuffle_order).
    pub seed: u64,
    /// The number of frames before.
    pub frame: u64,
    /// The number of schedules that ran alone since that frame.
    pub run: u64,
}

/// A part of a frame that a feature may refuse.
#[derive(Clone, Copy)]
pub(crate) enum FramePart {
    /// Before the frame: makes the singletons that the feature needs.
    Prepare(CallSite),
    /// Before the frame: refuses if something is borrowed that the feature needs.
    Check,
    /// After the passes of a phase.
    Phase(PassStep),
    /// Outside of phases: after all fixed steps of a frame, after a schedule that runs alone, and where the
    /// user flushes the world.
    Between(CallSite),
    /// After all phases.
    AfterPhases(CallSite),
}

/// What a feature keeps in a world; `()` is nothing.
pub(crate) trait WorldPart {
    /// Returns the part, or a value that stands for all that the part holds, if that may go to another
    /// thread. `None` makes `World::into_send` refuse. Each part answers itself: there is no default.
    fn may_be_sent(&self) -> Option<&dyn Send>;

    /// Does what the feature does at a moment.
    fn act(&self, _: &WorldCore, _: Moment) {}

    /// Does what the feature does in a part of a frame, or says why the frame cannot begin or go on.
    fn try_act(&self, _: &Rc<WorldCore>, _: FramePart) -> Result<(), UpdateError> {
        Ok(())
    }

    /// Says whether a frame begins. All that other threads have sent has run: the feature may save the world
    /// first, or let it become another one.
    fn begin_frame(&self, _: &Rc<WorldCore>) -> bool {
        true
    }

    /// Notes that a frame has ended, in which nothing was refused. Nothing runs: the feature may save the
    /// world.
    fn end_frame(&self, _: &Rc<WorldCore>) {}

    /// Notes that a component of a type is shown to observers or hidden. The feature has called
    /// `WorldCore::set_followed` before.
    fn note_shown(&self, _: &WorldCore, _: Entity, _component: TypeId) {}

    /// Notes that an entity gets another parent, or none any more.
    fn note_relinked(&self, _: &WorldCore, _: Entity) {}

    /// Notes that the world has a column for another type now, without components.
    fn note_column(&self, _: &WorldCore, _: &Column) {}
    /// Says whether the passes of a type, its `start`, and what it does later are to stand still now.
    fn stands_still(&self, _: &Column) -> bool {
        false
    }

    /// Writes when the passes of a type run, where that is not always.
    fn conditions(&self, _: &Column, _to: &mut Vec<&'static str>) {}

    /// Notes that a type stands still from now on, or no more. It may be known already.
    fn note_still(&self, _: &WorldCore, _: &Column, _is_still: bool) {}

    /// Returns what is to be done instead of writing this value to the component of a type by its name.
    fn divert(&self, _: &Column, _: UntypedOwn<'_>) -> Option<Box<dyn FnOnce()>> {
        None
    }

    /// Notes that other types have numbers than before.
    fn note_types(&self) {}

    /// Notes that the values of a save are in the world, before a hook runs on them. Of types with these
    /// numbers it was the only one.
    fn note_loaded(&self, _singletons: &[u32]) {}

    /// Says whether the feature keeps anything of the entity of an index, or of a component of that entity.
    fn has_any_of(&self, _index: u32) -> bool {
        false
    }

    /// Ends what the feature keeps of an entity and its components, whose life has ended.
    fn end_entity(&self, _: &WorldCore, _: Entity) {}

    /// Returns what an entity is called, dead or alive, if the feature knows it. At any time: never panics.
    fn name(&self, _: Entity) -> Option<Arc<str>> {
        None
    }

    /// Names a living entity; an empty name is none.
    fn set_name(&self, _: &WorldCore, _: Entity, _name: &str) {}

    /// Returns by what the order of passes and systems is shuffled, if it is.
    fn shuffled(&self) -> Option<Shuffled> {
        None
    }

    /// Brings the places of an order in another one that the planner allows. `salt` tells apart what is
    /// ordered in one frame.
    fn reorder(&self, _: &Planner, _salt: u64, _order: &mut Vec<usize>) {}

    /// Writes the counts of the feature.
    fn count(&self, _: &mut WorldStats) {}
}

/// What a feature keeps in a column; `()` is nothing. It is asked only while `PendingInits::watch` has
/// counted something of a feature, or while an `init` waits.
pub(crate) trait ColumnPart {
    /// Answers as [`WorldPart::may_be_sent`] does.
    fn may_be_sent(&self) -> Option<&dyn Send>;

    /// Says whether the feature keeps anything of the component of an entity.
    fn has_any_of(&self, _: &Column, _: Entity) -> bool {
        false
    }

    /// Ends what the feature keeps of the component of an entity, which has ended or was replaced.
    fn end_component(&self, _: &Column, _: Entity) {}

    /// Ends the data of the feature about all components, which end together with their world.
    fn end_all(&self) {}

    /// Notes that a guard or a hook has written to the component of a row. The feature has called
    /// `Borrows::follow` before.
    fn note_written(&self, _: &Column, _row: u32) {}

    /// Names the component of an entity because of which the entity takes none of this column. The feature
    /// has called `Columns::guard` before.
    fn excluder(&self, _: &Column, _: Entity) -> Option<&'static str> {
        None
    }

    /// Notes that the component of an entity has another owner of the same index, in its next generation.
    fn note_recycled(&self, _: &Column, _: Entity, _successor: Entity) {}

    /// Notes that the component of an entity may have been switched.
    fn note_switched(&self, _: &Column, _: Entity, _is_enabled: bool) {}

    /// Returns the bytes that the feature keeps of rows.
    fn bytes(&self) -> usize {
        0
    }
}

crate::base::display_by! {
    [] Shuffled, |this, f| write!(f, "shuffled by the seed {}, as in the frame {}", this.seed, this.frame)
}

impl WorldPart for () {
    fn may_be_sent(&self) -> Option<&dyn Send> {
        Some(self)
    }
}

impl ColumnPart for () {
    fn may_be_sent(&self) -> Option<&dyn Send> {
        Some(self)
    }
}

/// The keys of a feature in the declaration of a type, which the derive writes.
pub(crate) trait SpecExtension {
    /// A type without such a key.
    const NONE: Self;
}

impl<T> SpecExtension for Option<T> {
    const NONE: Self = None;
}

impl<T> SpecExtension for &'static [T] {
    const NONE: Self = &[];
}
