//! Playing a recording: the same inputs again, and comparing.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::check_point::{CheckPoint, Sought, WorldHashes, look};
use super::deviation::Deviation;
use super::error::RecordError;
use super::input_runs::read_input;
use super::recorded::Recording;
use crate::codec::{ValueDifference, differences};
use crate::features::snapshot::compare::Difference;

/// So many differences are listed.
const MOST: usize = 100;

/// What is no component, in the list of types that differ.
const ENTITIES: &str = "entities, timers or time";

impl<Input: DeserializeOwned> Recording<Input> {
    /// Plays the recording in the current world: calls the function with the input and the time step of each
    /// frame, and compares the world at each comparison of the recording.
    ///
    /// Call this with the world as it was before the first recorded frame: a new world in which the game has
    /// begun.
    ///
    /// # Errors
    ///
    /// [`Deviation`] with the first difference. Later frames do not run then.
    ///
    /// # Panics
    ///
    /// If the function does.
    pub fn play(&self, mut frame: impl FnMut(&Input, f32)) -> Result<(), Deviation> {
        let mut played = Played::default();
        self.compare(&mut played)?;
        for (run, bytes) in self.inputs.iter() {
            let number = played.frames + 1;
            let read = read_input(bytes).map_err(|message| RecordError::Input { frame: number, message });
            let input: Input = read.map_err(|error| self.deviation(&played, error))?;
            for _ in 0..run.count {
                frame(&input, run.dt);
                played.frames += 1;
                self.compare(&mut played)?;
            }
        }
        Ok(())
    }

    /// Plays the recording as [`play`](Self::play), but instead of comparing makes another recording, with a
    /// comparison at each one of this recording and at each one that the other recording asks for. Use it to
    /// get the hashes of a game that was changed on purpose, or more hashes and states.
    ///
    /// # Errors
    ///
    /// As [`frame`](Self::frame).
    pub fn record_again(
        &self,
        mut into: Recording<Input>,
        mut frame: impl FnMut(&Input, f32),
    ) -> Result<Recording<Input>, RecordError>
    where
        Input: Serialize,
    {
        let is_compared = |frame| self.points.binary_search_by_key(&frame, |point| point.frame).is_ok();
        if is_compared(0) {
            into.compare_here()?;
        }
        for (input, dt) in self.inputs() {
            frame(&input, dt);
            into.frame(&input, dt)?;
            if is_compared(into.frames()) {
                into.compare_here()?;
            }
        }
        Ok(into)
    }

    /// Converts the inputs to another type, for a program whose input type has changed. The comparisons stay.
    ///
    /// # Errors
    ///
    /// [`RecordError::Input`] if serde refuses an input.
    pub fn map<Other: Serialize>(
        self,
        mut change: impl FnMut(Input) -> Other,
    ) -> Result<Recording<Other>, RecordError> {
        let mut other = Recording::made_on(self.machine, &self.program, &self.version);
        for (run, bytes) in self.inputs.iter() {
            let frame = other.frames() + 1;
            let refused = |message| RecordError::Input { frame, message };
            let input = change(read_input(bytes).map_err(refused)?);
            other.inputs.push_run(&input, run.dt, run.count).map_err(refused)?;
        }
        (other.names, other.points, other.states) = (self.names, self.points, self.states);
        other.value = self.value;
        Ok(other)
    }
}

/// The types that differ, and in what.
type Found = (Vec<String>, Vec<Difference>);

/// How far the recording was played.
#[derive(Default)]
struct Played {
    frames: u64,
    /// How many comparisons were made.
    compared: usize,
    last_same: Option<u64>,
}

impl<Input> Recording<Input> {
    /// Compares if that was done after this frame.
    fn compare(&self, played: &mut Played) -> Result<(), Deviation> {
        let Some(point) = self.points.get(played.compared).filter(|point| point.frame == played.frames)
        else {
            return Ok(());
        };
        played.compared += 1;
        let found = self.differences_at(point).map_err(|error| self.deviation(played, error))?;
        match found {
            None => {
                played.last_same = Some(played.frames);
                Ok(())
            }
            Some((types, differences)) => {
                let recorded = format!("{} {} on {}", self.program, self.version, self.machine);
                let (frame, last_same) = (played.frames, played.last_same);
                Err(Deviation { frame, last_same, recorded, error: None, types, differences })
            }
        }
    }

    fn deviation(&self, played: &Played, error: RecordError) -> Deviation {
        Deviation {
            frame: played.frames,
            last_same: played.last_same,
            recorded: self.program.clone(),
            error: Some(Box::new(error)),
            types: Vec::new(),
            differences: Vec::new(),
        }
    }

    /// The types that differ, and in what, if there is a difference.
    fn differences_at(&self, point: &CheckPoint) -> Result<Option<Found>, RecordError> {
        let (mut types, mut found) = (Vec::new(), Vec::new());
        if let Some(then) = &point.value {
            let frame = point.frame;
            let value = self.value.as_ref().ok_or(RecordError::NoValue)?;
            let now = value().map_err(|message| RecordError::Value { frame, message })?;
            found.extend(differences(&now, then, MOST).into_iter().map(of_value));
        }
        if let Some(then) = &point.world {
            let (their_types, their_differences) = self.differences_of_world(point.frame, then)?;
            types.extend(their_types);
            found.extend(their_differences);
        }
        Ok((!types.is_empty() || !found.is_empty()).then_some((types, found)))
    }

    fn differences_of_world(&self, frame: u64, then: &WorldHashes) -> Result<Found, RecordError> {
        let seen = look(frame, Sought { hashes: true, state: None })?;
        let mut now: Vec<Option<&(&str, u64)>> = seen.types.iter().map(Some).collect();
        let mut types = Vec::new();
        for (name, hash) in then.types.iter().filter_map(|(place, hash)| Some((self.name(*place)?, hash))) {
            // Two types of one name are told apart by their order.
            let found = now.iter_mut().find(|ty| ty.is_some_and(|(of_now, _)| *of_now == name));
            let is_same = found.and_then(Option::take).is_some_and(|(_, of_now)| of_now == hash);
            if !is_same {
                types.push(name.to_owned());
            }
        }
        let entities_differ = then.entities.is_some_and(|entities| entities != seen.entities);
        let mut found = Vec::new();
        let state = self.states.iter().find(|state| state.frame() == frame);
        if let Some(then) = state.filter(|_| entities_differ || !types.is_empty()) {
            let seen = look(frame, Sought { hashes: false, state: Some(types.clone()) })?;
            let mut then = then.clone();
            then.keep_types(&types);
            if let Some(mut now) = seen.state {
                now.keep_types(&types);
                found =
                    if entities_differ { now.differences(&then) } else { now.differences_in_types(&then) };
            }
        }
        types.extend(entities_differ.then(|| ENTITIES.to_owned()));
        Ok((types, found))
    }

    fn name(&self, place: u32) -> Option<&str> {
        self.names.get(place as usize).map(String::as_str)
    }
}

fn of_value(ValueDifference { path, ours, theirs }: ValueDifference) -> Difference {
    Difference { component: None, entity: None, path, ours, theirs }
}
