//! [`Recording`]: the inputs of a game, frame by frame, and hashes of its world.

use core::marker::PhantomData;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::check_point::{CheckPoint, ReadValue, Seen, Sought, WorldHashes, look};
use super::compared::ComparedTypes;
use super::error::RecordError;
use super::input_runs::{InputRuns, read_input};
use crate::codec::plain_of;
use crate::features::snapshot::compare::WorldState;

/// Records the inputs and time steps of a game, frame by frame, with hashes of its world, so that a test can
/// play the game again.
///
/// An input is a value of one type, which serde writes and reads. The game must use nothing else from
/// outside: no clock, no key that a hook reads, no random numbers without a seed. `docs/rollback.md` lists
/// other things that differ from run to run.
///
/// ```
/// use ecs_core::{Component, Entity, Headless, Recording, Singleton, World, update_all};
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Singleton, Clone, Default, Serialize, Deserialize)]
/// struct Controls { turn: f32 }
///
/// #[derive(Component, Clone, Default, Serialize)]
/// struct Ship { angle: f32 }
///
/// impl Ship {
///     fn update(&mut self, dt: f32, controls: &Controls) {
///         self.angle += controls.turn * dt;
///     }
/// }
///
/// fn start() {
///     Entity::spawn().add::<Ship>();
/// }
///
/// fn frame(controls: &Controls, dt: f32) {
///     Controls::set(controls.clone());
///     update_all(dt);
/// }
///
/// // The window's loop does the same: `frame(..)`, and then `recording.frame(&controls, dt)?`.
/// let recording = World::new().enter(|| {
///     start();
///     Headless::new(frame).record(Recording::new("asteroids", "0.1"), |game| {
///         game.input().turn = 1.0;
///         game.frames(200);
///     })
/// })?;
/// let file = recording.to_bytes();
///
/// // In a test, also of a later version.
/// let recording = Recording::from_bytes("asteroids", &file)?;
/// World::new().enter(|| {
///     start();
///     recording.play(frame)
/// })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # What is compared
///
/// - All types, by hashes: as [`Snapshots::hash`](crate::Snapshots::hash), so components are `Clone` and
///   `Serialize`, or say `no_snapshot`, and no task runs. Types that are newer than the recording are not
///   compared; ids, timers and the clock are. The same value, serialized differently, is a difference.
/// - With [`compare_types`](Self::compare_types): these types, and nothing else. The snapshot is still one of
///   the whole world.
/// - With [`compare_value`](Self::compare_value): the result of a function of the game, field by field. Ids,
///   the order of components and new types do not matter, so such a recording stays valid for longest. It
///   needs no snapshot.
///
/// The game is compared after the first frame and after each sixtieth, or after each frame of
/// [`compare_every`](Self::compare_every). Call [`compare_here`](Self::compare_here) after the last frame.
///
/// # How large it is
///
/// A run of equal inputs with equal time steps is written once. Another input takes 5 bytes and its own size;
/// a comparison takes 11 bytes for each type. States are much larger:
/// [`keep_states_every`](Self::keep_states_every).
pub struct Recording<Input> {
    pub(super) program: String,
    pub(super) version: String,
    pub(super) machine: String,
    pub(super) inputs: InputRuns,
    /// The types that were met.
    pub(super) names: Vec<String>,
    pub(super) points: Vec<CheckPoint>,
    /// By their frames.
    pub(super) states: Vec<WorldState>,
    pub(super) value: Option<ReadValue>,
    only: Option<Vec<&'static str>>,
    every: u64,
    states_every: u64,
    _input: PhantomData<fn(Input) -> Input>,
}

/// So many frames are between two comparisons.
const EVERY: u64 = 60;

impl<Input> Recording<Input> {
    /// Makes an empty recording. Only a program that gives the same name can read it; the version is shown at
    /// a difference.
    #[must_use]
    pub fn new(program: &str, version: &str) -> Self {
        let machine = format!("{} {}", std::env::consts::ARCH, std::env::consts::OS);
        Self::made_on(machine, program, version)
    }

    pub(super) fn made_on(machine: String, program: &str, version: &str) -> Self {
        Self {
            program: program.into(),
            version: version.into(),
            machine,
            inputs: InputRuns::default(),
            names: Vec::new(),
            points: Vec::new(),
            states: Vec::new(),
            value: None,
            only: None,
            every: EVERY,
            states_every: 0,
            _input: PhantomData,
        }
    }

    /// Compares after each frame whose number is a multiple of this, and after the first one; with 0 only at
    /// calls of [`compare_here`](Self::compare_here).
    #[must_use]
    pub fn compare_every(mut self, frames: u64) -> Self {
        self.every = frames;
        self
    }

    /// Compares these types and no others, one or a tuple of some, so that the rest of the game may change.
    ///
    /// The ids of their entities are compared too: they differ if the game spawns more entities than before.
    #[must_use]
    pub fn compare_types<L: ComparedTypes>(mut self) -> Self {
        L::__names(self.only.get_or_insert_default());
        self
    }

    /// Compares a value that the game computes from its world, and nothing else but the types of
    /// [`compare_types`](Self::compare_types). The value itself is recorded, so a difference names the field.
    ///
    /// The program that plays the recording gives the function too.
    #[must_use]
    pub fn compare_value<V: Serialize>(mut self, value: impl Fn() -> V + 'static) -> Self {
        self.value = Some(Box::new(move || plain_of(&value()).map_err(|error| error.to_string())));
        self
    }

    /// Keeps all values of the compared types at comparisons whose frame number is a multiple of this. A
    /// difference then names the entity and the field, not only the type.
    ///
    /// A state has the name of each field of each component: some ten bytes for a number. So keep few states,
    /// or make a recording with states by [`record_again`](Self::record_again) when you look for a
    /// difference.
    #[must_use]
    pub fn keep_states_every(mut self, frames: u64) -> Self {
        self.states_every = frames;
        self
    }

    /// Returns how many frames were recorded.
    #[must_use]
    pub fn frames(&self) -> u64 {
        self.inputs.frames()
    }

    /// Returns the recorded version of the program.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Returns the inputs and time steps of all frames, in their order.
    pub fn inputs(&self) -> impl Iterator<Item = (Input, f32)>
    where
        Input: DeserializeOwned,
    {
        let runs = self.inputs.iter();
        // They were read before, when the file was.
        let inputs = runs.flat_map(|(run, bytes)| (0..run.count).map(move |_| (read_input(bytes), run.dt)));
        inputs.map_while(|(input, dt)| Some((input.ok()?, dt)))
    }

    /// Adds a frame that has just run in the current world, with its input and time step.
    ///
    /// # Errors
    ///
    /// [`RecordError`] if serde refuses the input or the value, or the world cannot be hashed. The frame is
    /// recorded then, but not compared, unless it is the input that is refused.
    pub fn frame(&mut self, input: &Input, dt: f32) -> Result<(), RecordError>
    where
        Input: Serialize,
    {
        let frame = self.frames() + 1;
        self.inputs.push(input, dt).map_err(|message| RecordError::Input { frame, message })?;
        let is_due = frame == 1 || frame.checked_rem(self.every) == Some(0);
        if is_due && self.every != 0 { self.compare_here() } else { Ok(()) }
    }

    /// Adds a comparison here: before the first frame, or after the last one so far.
    ///
    /// # Errors
    ///
    /// As [`frame`](Self::frame).
    pub fn compare_here(&mut self) -> Result<(), RecordError> {
        let frame = self.frames();
        if self.points.last().is_some_and(|point| point.frame == frame) {
            return Ok(());
        }
        let value = self.value.as_ref().map(|value| value()).transpose();
        let value = value.map_err(|message| RecordError::Value { frame, message })?;
        let hashes = self.only.is_some() || self.value.is_none();
        let keeps = hashes && frame.checked_rem(self.states_every) == Some(0);
        let types = || self.only.iter().flatten().map(|name| String::from(*name)).collect();
        let seen = look(frame, Sought { hashes, state: keeps.then(types) })?;
        let world = hashes.then(|| self.keep_hashes(&seen));
        self.points.push(CheckPoint { frame, value, world });
        self.states.extend(seen.state);
        Ok(())
    }

    fn keep_hashes(&mut self, seen: &Seen) -> WorldHashes {
        let Self { names, only, .. } = self;
        let is_compared = |name: &str| only.as_ref().is_none_or(|only| only.contains(&name));
        let compared = seen.types.iter().filter(|(name, _)| is_compared(name));
        let types = compared.map(|&(name, hash)| (place_of(names, name), hash)).collect();
        WorldHashes { entities: only.is_none().then_some(seen.entities), types }
    }
}

/// The place of a name in the list, to which it is added if it is new.
fn place_of(names: &mut Vec<String>, name: &str) -> u32 {
    let place = names.iter().position(|known| known == name).unwrap_or_else(|| {
        names.push(name.into());
        names.len() - 1
    });
    u32::try_from(place).unwrap_or(u32::MAX)
}

crate::base::debug_by! {
    [Input] Recording<Input>, |this, f|
        f.debug_struct("Recording")
            .field("program", &this.program)
            .field("version", &this.version)
            .field("frames", &this.frames())
            .field("comparisons", &this.points.len())
            .finish_non_exhaustive()
}
