//! The clock against a plain one, under random calls.

use super::*;
use crate::support::seeded;

/// What [`Time`] says, restated with whole numbers: 1/1024 of a second.
#[derive(Default)]
struct Model {
    step: u64,
    most: Option<u64>,
    scale: u64,
    paused: bool,
    elapsed: u64,
    real: u64,
    remainder: u64,
    steps: u64,
    skipped: u64,
    frame: u64,
}

#[derive(Clone, Debug)]
enum Act {
    Frame(u16),
    Step(u8),
    Most(u8),
    Scale(u8),
    Pause(bool),
}

fn acts() -> impl Strategy<Value = Vec<Act>> {
    let act = prop_oneof![
        8 => (0..4096_u16).prop_map(Act::Frame),
        1 => (1..=255_u8).prop_map(Act::Step),
        1 => (0..20_u8).prop_map(Act::Most),
        1 => (0..4_u8).prop_map(Act::Scale),
        1 => any::<bool>().prop_map(Act::Pause),
    ];
    proptest::collection::vec(act, 1..60)
}

proptest! {
    #![proptest_config(seeded(100, 2))]

    #[test]
    fn time_is_a_sum_without_loss(acts in acts()) {
        std::thread::spawn(move || run(&acts)).join().expect("the model agrees");
    }
}

fn run(acts: &[Act]) {
    const UNIT: f32 = 1024.0;
    Entity::spawn().add::<Witness>();
    let mut model = Model { step: 16, scale: 1, ..Model::default() };
    World::set_fixed_step(16.0 / UNIT);
    for act in acts {
        match *act {
            Act::Frame(dt) => {
                let before = model.steps;
                model.frame(u64::from(dt));
                assert_eq!(fixed_steps_of(f32::from(dt) / UNIT) as u64, model.steps - before);
            }
            Act::Step(step) => {
                model.step = step.into();
                World::set_fixed_step(f32::from(step) / UNIT);
            }
            Act::Most(most) => {
                model.most = Some(most.into());
                World::set_most_fixed_steps(most.into());
            }
            Act::Scale(scale) => {
                model.scale = scale.into();
                World::set_time_scale(scale.into());
            }
            Act::Pause(paused) => {
                model.paused = paused;
                World::set_paused(paused);
            }
        }
        let now = time();
        let seconds = |units: u64| units as f64 / f64::from(UNIT);
        assert_eq!(now.elapsed(), seconds(model.elapsed));
        assert_eq!(now.real_elapsed(), seconds(model.real));
        assert_eq!(now.remainder(), seconds(model.remainder));
        assert_eq!((now.fixed_steps(), now.skipped_steps()), (model.steps, model.skipped));
        assert_eq!(now.frame(), model.frame);
        assert!((0.0..=1.0).contains(&now.alpha()));
    }
}

impl Model {
    fn frame(&mut self, dt: u64) {
        let scaled = if self.paused { 0 } else { dt * self.scale };
        self.frame += 1;
        self.real += dt;
        self.elapsed += scaled;
        self.remainder += scaled;
        let due = self.remainder / self.step;
        // Enough for a quarter of a second.
        let most = self.most.unwrap_or((256 * self.scale).div_ceil(self.step).max(8));
        let run = due.min(most);
        self.steps += run;
        self.skipped += due - run;
        self.remainder %= self.step;
    }
}
