//! Z3: inputs and time steps at random come out of the file as they went in, and the game does the same
//! again.

use ecs_core::{Headless, Recording, World};

use crate::support::{Random, sized};
use crate::{Key, Keys, frame, start};

#[test]
fn z3_inputs_at_random_are_read_as_they_were_and_do_the_same_again() {
    for seed in 0..sized(2, 30, 300) {
        let mut random = Random(seed);
        let mut model: Vec<(Keys, f32)> = Vec::new();
        let settings = Recording::new("game", "1").compare_every(random.below(5) as u64);
        let settings = settings.keep_states_every(random.below(4) as u64);
        let end = |world: &World| world.enter(|| World::dump().to_string());
        let (first, again) = (World::new(), World::new());
        let recording = first.enter(|| {
            start();
            Headless::new(frame).record(settings, |game| {
                let (mut keys, mut dt) = (Keys::new(), 1.0 / 60.0);
                for _ in 0..random.below(40) {
                    let key = [Key::Left, Key::Right, Key::Fire][random.below(3)];
                    match random.below(5) {
                        0 => _ = keys.insert(key),
                        1 => _ = keys.remove(&key),
                        2 => dt = [0.0, 0.25, 1.0 / 60.0][random.below(3)],
                        _ => {}
                    }
                    game.set_dt(dt);
                    game.input().clone_from(&keys);
                    let frames = [0, 1, 1, 2, 30][random.below(5)];
                    game.frames(frames);
                    model.extend((0..frames).map(|_| (keys.clone(), dt)));
                }
            })
        });
        let recording = recording.unwrap();
        assert_eq!(recording.frames(), model.len() as u64);
        let bytes = recording.to_bytes();
        let read = Recording::<Keys>::from_bytes("game", &bytes).unwrap();
        assert_eq!(read.to_bytes(), bytes);
        assert!(read.inputs().eq(model.iter().cloned()), "seed {seed}");
        let mut played = Vec::new();
        again.enter(|| {
            start();
            let played = read.play(|keys, dt| {
                played.push((keys.clone(), dt));
                frame(keys, dt);
            });
            played.unwrap_or_else(|deviation| panic!("seed {seed}: {deviation}"));
        });
        assert_eq!(played, model, "seed {seed}");
        assert_eq!(end(&again), end(&first), "seed {seed}");
    }
}
