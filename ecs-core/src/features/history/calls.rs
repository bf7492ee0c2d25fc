//! [`World::set_history`] and [`History`].

use std::rc::Rc;

use crate::column::{TypeInfo, is_left_out};
use crate::error::{SnapshotError, or_fail};
use crate::world::{World, WorldCore, with_current, with_current_or_new};

use super::flow::{Flow, Wish};
use super::frames::{HistoryCost, KeptAt, KeptFrames};
use super::part::WorldHistory;

/// Shows the newest frames of the current world, and goes back to them. [`World::history`] returns it.
///
/// A frame is kept when the next one begins, with the changes of its hooks and the later changes of the
/// program, such as the pressed keys. Its number is [`Time::frame`](crate::Time::frame): frame 0 is the world
/// before its first frame, frame 1 the world after it. So the frame that has just run can be shown after one
/// more frame. The state at the end of a frame is kept too, and shares memory with the kept frame:
/// [`trace`](Self::trace) compares with this state.
///
/// A held world is stopped, and shows one of its frames: [`update_all`](crate::update_all) runs only the
/// closures of other threads. A game that draws the world draws the shown frame. All calls work as usual, and
/// may change the shown frame. [`go_on`](Self::go_on) continues from there.
///
/// Calls that hold the world or go to another frame take effect at the start of the next frame, so you can
/// make them anywhere, also in a hook.
#[derive(Clone, Copy, Debug)]
pub struct History(());

impl World {
    /// Keeps the newest frames of the current world, to go back to. They take at most this number of bytes. 0
    /// forgets them all, and keeps none from then on. Makes the thread's world if there is none.
    ///
    /// ```
    /// use ecs_core::{Component, Entity, World, update_all};
    ///
    /// #[derive(Component, Clone, Copy)]
    /// struct Ball { height: f32 }
    /// impl Ball {
    ///     fn update(&mut self, dt: f32) { self.height -= 10.0 * dt }
    /// }
    ///
    /// World::set_history(1 << 20);
    /// let ball = Entity::spawn().insert(Ball { height: 50.0 });
    /// for _ in 0..4 { update_all(1.0) }
    /// assert_eq!((ball.borrow().height, World::history().frames()), (10.0, vec![0, 1, 2, 3]));
    ///
    /// World::history().show(1)?;
    /// update_all(1.0); // shows the frame
    /// assert_eq!(ball.borrow().height, 40.0);
    /// ball.borrow_mut().height = 1000.0;
    /// World::history().go_on();
    /// update_all(1.0);
    /// assert_eq!((ball.borrow().height, World::history().frames()), (990.0, vec![0, 1]));
    /// # Ok::<(), ecs_core::SnapshotError>(())
    /// ```
    ///
    /// A frame has what a [snapshot](crate::Snapshots) has, under the same conditions: types are `Clone`.
    /// While there is something that cannot be copied, no frame is kept, and a warning names it once.
    /// [`History::keep_the_rest`] goes on without that. The oldest frames go when there is no room; one stays
    /// in any case. A world that has frames does not [go to another thread](World::into_send).
    ///
    /// A frame takes memory and time for what it has changed: of a type that is `Copy`, the pages of rows
    /// that were written to; of another type, all values. [`History::costs`] says how much that is, type by
    /// type.
    /// Without a history, a frame is as fast as ever.
    ///
    /// # Panics
    ///
    /// While the world is closing.
    #[track_caller]
    pub fn set_history(bytes: usize) {
        or_fail(with_current_or_new(|core| core.parts.history.set(core, bytes)));
    }

    /// Says whether a kept frame of the current world runs again, to find out how it has changed a value: see
    /// [`History::trace`]. A hook that does something outside of the world, such as to play a sound or to
    /// send a message, leaves that out then.
    ///
    /// ```
    /// # use ecs_core::{Component, Entity, World, update_all};
    /// # #[derive(Component, Clone, Copy)]
    /// # struct Gun { is_fired: bool }
    /// # fn play_bang() {}
    /// impl Gun {
    ///     fn update(&mut self) {
    ///         if self.is_fired && !World::is_replaying() {
    ///             play_bang();
    ///         }
    ///     }
    /// }
    /// # Entity::spawn().insert(Gun { is_fired: true });
    /// # update_all(0.1);
    /// ```
    #[must_use]
    pub fn is_replaying() -> bool {
        read(|_, history| history.is_replaying.get())
    }

    /// Reaches the kept frames of the current world.
    #[must_use]
    pub fn history() -> History {
        History(())
    }
}

impl History {
    /// Lists the kept frames, oldest first. There are gaps where a frame could not be kept.
    #[must_use]
    pub fn frames(&self) -> Vec<u64> {
        read(|_, history| history.with(|kept| kept.frames().collect()).unwrap_or_default())
    }

    /// Counts the bytes that the kept frames take. Memory that several frames share counts once.
    ///
    /// Memory that your values own, such as the text of a `String`, does not count.
    #[must_use]
    pub fn bytes(&self) -> usize {
        read(|_, history| history.with(|kept| kept.bytes()).unwrap_or_default())
    }

    /// Lists what the kept frames take for each type, and which types they leave out.
    #[must_use]
    pub fn costs(&self) -> Vec<HistoryCost> {
        let costs = |core: &Rc<WorldCore>, history: &WorldHistory| {
            let _rest = core.snapshots.keeping_the_rest(history.keeps_the_rest.get());
            let is_missing = |id| core.columns.of(id).is_some_and(|column| is_left_out(&column));
            let costs = history.with(|kept| {
                let cost = |&(info, bytes): &(&'static TypeInfo, usize)| HistoryCost {
                    component: info.name.get(),
                    bytes,
                    is_left_out: is_missing(info.id),
                };
                kept.bytes_of_types().iter().map(cost).collect()
            });
            costs.unwrap_or_default()
        };
        read(costs)
    }

    /// Keeps frames also while the world has types that are not `Clone`, or tasks. Such a frame lacks these
    /// types: when the world goes back, their components stay as they are, as with
    /// `#[component(no_snapshot)]`, and tasks end.
    pub fn keep_the_rest(&self, keep: bool) {
        read(|_, history| history.keeps_the_rest.set(keep));
    }

    /// Says whether frames are kept without the things that cannot be copied.
    #[must_use]
    pub fn keeps_the_rest(&self) -> bool {
        read(|_, history| history.keeps_the_rest.get())
    }

    /// Returns the limit of the bytes of kept frames, as [`World::set_history`] set it: 0 if none are kept.
    #[must_use]
    pub fn most_bytes(&self) -> usize {
        read(|_, history| history.most.get())
    }

    /// Returns the reason why the last frame was not kept, or why the last requested frame could not be
    /// shown; `None` if all went well.
    #[must_use]
    pub fn trouble(&self) -> Option<SnapshotError> {
        read(|_, history| history.with(|kept| kept.trouble.clone()).flatten())
    }

    /// Says whether the world is held.
    #[must_use]
    pub fn is_held(&self) -> bool {
        read(|_, history| history.flow.get() == Flow::Stands)
    }

    /// Holds the world from the next frame on.
    pub fn hold(&self) {
        wish(Wish::Hold);
    }

    /// Continues the world from the shown frame. Later frames are forgotten.
    pub fn go_on(&self) {
        wish(Wish::GoOn);
    }

    /// Runs one frame after the shown frame, and holds the world again. Later frames are forgotten.
    pub fn run_frame(&self) {
        wish(Wish::RunOnce);
    }

    /// Brings the world back to the state after a frame, and holds it there. Later frames stay.
    ///
    /// # Errors
    ///
    /// [`SnapshotError::NoSuchFrame`]. Obstacles that are known only when the world goes there, such as a
    /// kept guard, are returned by [`trouble`](Self::trouble).
    pub fn show(&self, frame: u64) -> Result<(), SnapshotError> {
        let found = read(|_, history| history.with(|kept| kept.find(frame, KeptAt::Next).map(|_| ())));
        found.unwrap_or_else(|| Err(SnapshotError::NoSuchFrame { frame, kept: Vec::new() }))?;
        wish(Wish::Show(frame));
        Ok(())
    }

    /// Shows the kept frame after the shown frame. If there is no later one, runs a frame, as
    /// [`run_frame`](Self::run_frame).
    pub fn step(&self) {
        wish(beside(|now, frame| frame > now).map_or(Wish::RunOnce, Wish::Show));
    }

    /// Shows the kept frame before the shown frame. Does nothing if there is none.
    pub fn step_back(&self) {
        beside(|now, frame| frame < now).map(Wish::Show).into_iter().for_each(wish);
    }
}

/// The nearest kept frame that a function accepts beside the current one.
fn beside(accepts: impl Fn(u64, u64) -> bool) -> Option<u64> {
    read(|core, history| {
        let now = core.frames.clock().frame;
        let nearest = |kept: &KeptFrames| {
            kept.frames().filter(|&frame| accepts(now, frame)).min_by_key(|frame| frame.abs_diff(now))
        };
        history.with(nearest).flatten()
    })
}

fn wish(wish: Wish) {
    read(|_, history| history.wish(wish));
}

/// Calls a function with the history of the current world; returns a default if there is no world.
fn read<R: Default>(f: impl FnOnce(&Rc<WorldCore>, &WorldHistory) -> R) -> R {
    with_current(|core| f(core, &core.parts.history)).unwrap_or_default()
}
