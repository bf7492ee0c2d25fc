//! Random programs against a plain state machine.

use ecs_core::{Component, Entity, Handle, State, World, update_all};
use proptest::prelude::*;

use crate::support::seeded;
use crate::{Phase, Screen, ear, heard};

#[derive(Clone, Debug)]
enum Call {
    Go(u8, u32),
    GoPhase(bool),
    Again,
    AgainPhase,
    Bind(bool),
    Flush,
    Frame,
}

fn call() -> impl Strategy<Value = Call> {
    prop_oneof![
        4 => (0_u8..3, 0_u32..3).prop_map(|(screen, level)| Call::Go(screen, level)),
        3 => any::<bool>().prop_map(Call::GoPhase),
        1 => Just(Call::Again),
        1 => Just(Call::AgainPhase),
        2 => any::<bool>().prop_map(Call::Bind),
        2 => Just(Call::Flush),
        3 => Just(Call::Frame),
    ]
}

fn screen(kind: u8, level: u32) -> Screen {
    match kind {
        0 => Screen::Menu,
        1 => Screen::Play { level },
        _ => Screen::Over,
    }
}

#[derive(Clone, PartialEq, Debug)]
enum Asked<S> {
    Other(S),
    Again,
}

/// The states as two plain machines.
#[derive(Default)]
struct Machine {
    screen: Screen,
    is_entered: bool,
    phase: Option<Phase>,
    next: Option<Asked<Screen>>,
    next_phase: Option<Asked<Phase>>,
    /// What is bound to the screen and to the phase.
    bound: [Vec<usize>; 2],
    ended: Vec<usize>,
    runs: [u32; 2],
    log: Vec<String>,
}

fn plays(screen: &Screen) -> bool {
    matches!(screen, Screen::Play { .. })
}

impl Machine {
    fn exit_phase(&mut self, to: Option<&Phase>) {
        if let Some(phase) = self.phase.clone() {
            self.log.push(format!("exit {phase:?} to {to:?}, is Some({phase:?})"));
            self.ended.append(&mut self.bound[1]);
        }
    }

    fn end_phase(&mut self) {
        if self.phase.is_some() {
            self.exit_phase(None);
            (self.phase, self.next_phase) = (None, None);
        }
    }

    fn enter_phase(&mut self, phase: Phase) {
        self.log.push(format!("enter {phase:?} from {:?}, is Some({phase:?})", self.phase));
        self.phase = Some(phase);
    }

    fn change_screen(&mut self) {
        let is_again = self.next == Some(Asked::Again);
        let new = match self.next.take() {
            None => return,
            Some(Asked::Again) => self.screen.clone(),
            Some(Asked::Other(new)) => new,
        };
        let old = self.screen.clone();
        if !is_again && new == old {
            return;
        }
        if !is_again && plays(&new) && plays(&old) {
            self.log.push(format!("change {old:?} to {new:?}, is {new:?}"));
        } else {
            self.end_phase();
            self.log.push(format!("exit {old:?} to Some({new:?}), is {old:?}"));
            self.ended.append(&mut self.bound[0]);
            self.log.push(format!("enter {new:?} from Some({old:?}), is {new:?}"));
        }
        self.screen = new;
    }

    fn change_phase(&mut self) {
        let next = self.next_phase.take();
        match (self.phase.clone(), next) {
            (None, Some(Asked::Other(phase))) if plays(&self.screen) => self.enter_phase(phase),
            (None, _) if plays(&self.screen) => self.enter_phase(Phase::Waves),
            (Some(old), Some(asked)) => {
                let new = match asked {
                    Asked::Again => old,
                    Asked::Other(new) if new == old => return,
                    Asked::Other(new) => new,
                };
                self.exit_phase(Some(&new));
                self.enter_phase(new);
            }
            _ => {}
        }
    }

    fn apply(&mut self) {
        if !self.is_entered {
            self.is_entered = true;
            self.log.push("enter Menu from None, is Menu".to_owned());
        }
        self.change_screen();
        self.change_phase();
    }

    /// A fixed step is longer than a frame: there is none.
    fn frame(&mut self) {
        self.apply();
        self.runs[0] += u32::from(plays(&self.screen));
        self.runs[1] += u32::from(self.phase == Some(Phase::Boss));
    }
}

#[derive(Component, Default)]
#[component(in_state(Screen::Play { .. }))]
struct Playing(u32);

impl Playing {
    fn update(&mut self) {
        self.0 += 1;
    }
}

#[derive(Component, Default)]
#[component(in_state(Phase::Boss))]
struct Fighting(u32);

impl Fighting {
    fn late_update(&mut self) {
        self.0 += 1;
    }
}

fn check(calls: &[Call]) {
    World::reset();
    heard();
    World::set_fixed_step(0.9);
    ear();
    let runs: (Handle<Playing>, Handle<Fighting>) = (Entity::spawn().add(), Entity::spawn().add());
    let (mut machine, mut entities) = (Machine::default(), Vec::new());
    for call in calls {
        match call {
            Call::Go(kind, level) => {
                Screen::go(screen(*kind, *level));
                machine.next = Some(Asked::Other(screen(*kind, *level)));
            }
            Call::GoPhase(is_boss) => {
                let phase = if *is_boss { Phase::Boss } else { Phase::Waves };
                Phase::go(phase.clone());
                machine.next_phase = Some(Asked::Other(phase));
            }
            Call::Again => {
                Screen::again();
                machine.next = Some(Asked::Again);
            }
            Call::AgainPhase => {
                Phase::again();
                machine.next_phase = Some(Asked::Again);
            }
            Call::Bind(to_phase) => {
                if !to_phase || machine.phase.is_some() {
                    let entity = Entity::spawn();
                    _ = if *to_phase {
                        entity.despawn_on_exit::<Phase>()
                    } else {
                        entity.despawn_on_exit::<Screen>()
                    };
                    machine.bound[usize::from(*to_phase)].push(entities.len());
                    entities.push(entity);
                }
            }
            Call::Flush => {
                World::flush();
                // A state that nobody has named is noticed by the first frame.
                machine.apply();
            }
            Call::Frame => {
                update_all(0.001);
                machine.frame();
            }
        }
        assert_eq!(heard(), std::mem::take(&mut machine.log), "{call:?}");
        assert_eq!((Screen::get(), Phase::try_get()), (machine.screen.clone(), machine.phase.clone()));
        for (place, entity) in entities.iter().enumerate() {
            assert_eq!(entity.is_alive(), !machine.ended.contains(&place), "{call:?}");
        }
        assert_eq!([runs.0.borrow().0, runs.1.borrow().0], machine.runs, "{call:?}");
    }
}

proptest! {
    #![proptest_config(seeded(300, 4))]

    #[test]
    fn t1_states_are_as_a_plain_machine(calls in prop::collection::vec(call(), 1..60)) {
        // Both states are named before anything is asked.
        World::reset();
        let _ = (Screen::get(), Phase::try_get());
        check(&calls);
    }
}
