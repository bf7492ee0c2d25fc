//! [`Headless`]: runs frames of a game by an input and a time that a test gives.

use super::too_long::TooLong;

/// Runs frames of a game without a window: a test sets the input and the time step.
///
/// You make it of a function that runs one frame of the game in the current world, and takes the input and
/// the time step in seconds. The loop of the window calls the same function, with the player's input and the
/// measured time.
///
/// ```
/// use std::collections::BTreeSet;
///
/// use ecs_core::{Component, Entity, Headless, Singleton, update_all};
///
/// #[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
/// enum Key { Left, Right, Jump }
///
/// #[derive(Singleton, Default)]
/// struct Keys(BTreeSet<Key>);
///
/// #[derive(Component, Default)]
/// struct Hero { x: f32 }
///
/// impl Hero {
///     fn update(&mut self, dt: f32, keys: &Keys) {
///         let held = |key| f32::from(keys.0.contains(&key));
///         self.x += 3.0 * dt * (held(Key::Right) - held(Key::Left));
///     }
/// }
///
/// fn frame(keys: &BTreeSet<Key>, dt: f32) {
///     Keys::set(Keys(keys.clone()));
///     update_all(dt);
/// }
///
/// let hero = Entity::spawn().add::<Hero>();
/// let mut game = Headless::new(frame);
/// game.press(Key::Right);
/// let frames = game.until(600, || hero.borrow().x > 6.0)?;
/// assert_eq!(frames, 120); // of a sixtieth of a second
/// game.release(Key::Right);
/// game.frames(60);
/// assert!(hero.borrow().x < 6.1);
/// # Ok::<(), ecs_core::TooLong>(())
/// ```
///
/// Each test thread has a world of its own. Where several tests share one thread, begin each with
/// `World::new().enter(|| ..)`.
pub struct Headless<Input> {
    input: Input,
    dt: f32,
    frame: OfFrame<Input>,
    after: Option<OfFrame<Input>>,
}

/// Runs a frame, or is called after one.
pub(in super::super) type OfFrame<Input> = Box<dyn FnMut(&Input, f32)>;

/// A sixtieth of a second.
const DT: f32 = 1.0 / 60.0;

impl<Input: Default> Headless<Input> {
    /// Makes a game of a function that runs one frame. The input begins with its default, and a frame takes a
    /// sixtieth of a second.
    #[must_use]
    pub fn new(frame: impl FnMut(&Input, f32) + 'static) -> Self {
        Self { input: Input::default(), dt: DT, frame: Box::new(frame), after: None }
    }
}

impl<Input> Headless<Input> {
    /// Sets how many seconds a frame takes, from now on.
    pub fn set_dt(&mut self, seconds: f32) {
        self.dt = seconds;
    }

    /// Returns the input of the frames to come.
    pub fn input(&mut self) -> &mut Input {
        &mut self.input
    }

    /// Runs this number of frames, with the same input.
    pub fn frames(&mut self, count: u32) {
        (0..count).for_each(|_| self.run_frame());
    }

    /// Runs frames until a condition holds, and returns their number. The condition is checked before the
    /// first frame and after each.
    ///
    /// Wait until a level has ended in any way, then compare how: `until(3600, || Screen::get() !=
    /// Screen::Flying)`, then `assert_eq!(Screen::get(), Screen::Landed)`. A test that waits for
    /// `Screen::Landed` does not say that the ship has crashed.
    ///
    /// # Errors
    ///
    /// [`TooLong`] if the condition does not hold after `most` frames.
    pub fn until(&mut self, most: u32, mut is_so: impl FnMut() -> bool) -> Result<u32, TooLong> {
        for frames in 0..most {
            if is_so() {
                return Ok(frames);
            }
            self.run_frame();
        }
        if is_so() { Ok(most) } else { Err(TooLong { frames: most }) }
    }

    /// Tells this function of each frame that has run, in place of the one before, which is returned.
    pub(in super::super) fn tell(&mut self, after: Option<OfFrame<Input>>) -> Option<OfFrame<Input>> {
        std::mem::replace(&mut self.after, after)
    }

    fn run_frame(&mut self) {
        (self.frame)(&self.input, self.dt);
        if let Some(after) = &mut self.after {
            after(&self.input, self.dt);
        }
    }
}

crate::base::debug_by! {
    [Input: core::fmt::Debug] Headless<Input>, |this, f|
        f.debug_struct("Headless").field("input", &this.input).field("dt", &this.dt).finish_non_exhaustive()
}
