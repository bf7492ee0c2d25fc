//! Random calls against plain lists of what the world was.

use ecs_core::history::ReplayError;
use ecs_core::{Component, Entity, World, query, time, update_all};
use proptest::prelude::*;
use serde::Serialize;

use super::history;
use crate::support::seeded;

#[derive(Component, Clone, Copy, PartialEq, Debug, Serialize)]
struct Cell(u32);

impl Cell {
    fn update(&mut self) {
        self.0 = self.0.wrapping_mul(3).wrapping_add(1);
    }
}

/// Not `Copy`: all are cloned.
#[derive(Component, Clone, PartialEq, Debug, Serialize)]
struct Text(String);

impl Text {
    fn update(&mut self) {
        self.0.push('x');
        self.0.truncate(8);
    }
}

#[derive(Clone, Copy, Debug)]
enum Call {
    Write(usize),
    Spawn,
    Despawn(usize),
    Frame,
    Hold,
    GoOn,
    RunFrame,
    Step,
    StepBack,
    Show(usize),
    Trace(usize),
}

fn call() -> impl Strategy<Value = Call> {
    prop_oneof![
        3 => any::<usize>().prop_map(Call::Write),
        2 => Just(Call::Spawn),
        1 => any::<usize>().prop_map(Call::Despawn),
        6 => Just(Call::Frame),
        1 => Just(Call::Hold),
        1 => Just(Call::GoOn),
        1 => Just(Call::RunFrame),
        1 => Just(Call::Step),
        2 => Just(Call::StepBack),
        2 => any::<usize>().prop_map(Call::Show),
        2 => any::<usize>().prop_map(Call::Trace),
    ]
}

/// The cells and texts of a world, by their entities.
type State = Vec<(Entity, u32, Option<String>)>;

fn state() -> State {
    let mut state = State::new();
    query::<(Entity, &Cell, Option<&Text>)>().each(|(entity, cell, text)| {
        state.push((entity, cell.0, text.map(|text| text.0.clone())));
    });
    state
}

#[derive(Clone, Copy, PartialEq)]
enum Wish {
    Hold,
    GoOn,
    RunOnce,
    Show(u64),
}

/// What the world is to be.
#[derive(Default)]
struct Model {
    kept: Vec<(u64, State)>,
    frame: u64,
    is_held: bool,
    runs_once: bool,
    wish: Option<Wish>,
}

impl Model {
    fn keep(&mut self, state: &State) {
        self.kept.retain(|(frame, _)| *frame < self.frame);
        self.kept.push((self.frame, state.clone()));
    }

    /// A frame begins with this state. Returns the state that it ends with, if it is not run.
    fn begin(&mut self, state: &State) -> Option<State> {
        let wish = self.wish.take();
        let has_run_once = std::mem::take(&mut self.runs_once);
        let was_held = std::mem::take(&mut self.is_held) && !has_run_once;
        match wish {
            Some(Wish::Show(frame)) => {
                if has_run_once {
                    self.keep(state);
                }
                (self.is_held, self.frame) = (true, frame);
                let kept = self.kept.iter().find(|(kept, _)| *kept == frame);
                Some(kept.expect("it was kept").1.clone())
            }
            Some(Wish::Hold) | None if was_held => {
                self.is_held = true;
                Some(state.clone())
            }
            Some(Wish::Hold) => {
                self.keep(state);
                self.is_held = true;
                Some(state.clone())
            }
            None if has_run_once => {
                self.keep(state);
                self.is_held = true;
                Some(state.clone())
            }
            Some(Wish::RunOnce) => {
                self.keep(state);
                (self.is_held, self.runs_once) = (true, true);
                None
            }
            Some(Wish::GoOn) | None => {
                self.keep(state);
                None
            }
        }
    }
}

fn run(calls: &[Call]) {
    World::new().enter(|| {
        World::set_history(1 << 30);
        let mut model = Model::default();
        let history = history();
        for &call in calls {
            let now = state();
            let at = |n: usize| now.get(n % now.len().max(1)).map(|(entity, ..)| *entity);
            let frames: Vec<u64> = model.kept.iter().map(|(frame, _)| *frame).collect();
            match call {
                Call::Write(n) => {
                    if let Some(entity) = at(n) {
                        entity.borrow_mut::<Cell>().0 = n as u32;
                    }
                }
                Call::Spawn => {
                    let entity = Entity::spawn().with(Cell(1));
                    if entity.index().is_multiple_of(2) {
                        entity.insert(Text(String::new()));
                    }
                }
                Call::Despawn(n) => at(n).into_iter().for_each(|entity| _ = entity.despawn()),
                Call::Hold => {
                    history.hold();
                    model.wish = Some(Wish::Hold);
                }
                Call::GoOn => {
                    history.go_on();
                    model.wish = Some(Wish::GoOn);
                }
                Call::RunFrame => {
                    history.run_frame();
                    model.wish = Some(Wish::RunOnce);
                }
                Call::Step => {
                    history.step();
                    let later = frames.iter().copied().find(|&frame| frame > model.frame);
                    model.wish = Some(later.map_or(Wish::RunOnce, Wish::Show));
                }
                Call::StepBack => {
                    history.step_back();
                    let earlier = frames.iter().rev().copied().find(|&frame| frame < model.frame);
                    model.wish = earlier.map(Wish::Show).or(model.wish);
                }
                Call::Show(n) => {
                    if let Some(&frame) = frames.get(n % frames.len().max(1)) {
                        history.show(frame).unwrap();
                        model.wish = Some(Wish::Show(frame));
                    }
                }
                Call::Trace(n) => {
                    let frame = frames.get(n % frames.len().max(1)).copied().unwrap_or_default();
                    let entity = at(n).unwrap_or(Entity::NONE);
                    if Cell::count() != 0 {
                        // Nothing changes in the world, whatever the next frame does.
                        let check =
                            |trace| assert!(matches!(trace, Ok(_) | Err(ReplayError::NotKept { .. })));
                        history.trace(frame, entity, "Cell", "", check).unwrap();
                    }
                }
                Call::Frame => {
                    let shown = model.begin(&now);
                    update_all(1.0);
                    assert_eq!(history.trouble(), None);
                    match shown {
                        Some(shown) => assert_eq!(state(), shown),
                        None => model.frame += 1,
                    }
                    assert_eq!(time().frame(), model.frame);
                    let is_held = model.is_held && !model.runs_once;
                    assert_eq!(history.is_held(), is_held);
                    assert!(history.frames().iter().copied().eq(model.kept.iter().map(|kept| kept.0)));
                }
            }
        }
        // At last, all that is kept is as it was.
        for (frame, kept) in &model.kept {
            history.show(*frame).unwrap();
            update_all(1.0);
            assert_eq!((&state(), time().frame()), (kept, *frame));
        }
    });
}

proptest! {
    #![proptest_config(seeded(300, 3))]
    #[test]
    fn z1_random_calls_agree_with_plain_lists(calls in prop::collection::vec(call(), 1..60)) {
        run(&calls);
    }
}
