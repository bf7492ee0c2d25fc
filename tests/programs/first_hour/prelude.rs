//! A game with its test, which import the prelude and nothing else of the library.

/// The game: a module, as the library of a game is. It has a `Phase` of its own.
mod game {
    use ecs_core::prelude::*;
    use serde::{Deserialize, Serialize};

    #[derive(State, Default, Clone, PartialEq, Debug)]
    pub enum Phase {
        #[default]
        Opening,
        Over,
    }

    #[derive(Component, Clone, Serialize, Deserialize)]
    #[component(in_state(Phase::Opening))]
    pub struct Ship {
        pub fuel: f32,
    }

    impl Ship {
        fn update(&mut self, dt: f32) {
            self.fuel -= dt;
            if self.fuel <= 0.0 {
                Phase::go(Phase::Over);
            }
        }
    }
}

// As a test file of a game does.
use ecs_core::prelude::*;
use game::*;

#[test]
fn the_prelude_has_the_names_of_a_game_and_its_test() {
    let ship: Handle<Ship> = Entity::spawn().insert(Ship { fuel: 2.0 });
    let mut game = Headless::new(|(): &(), dt| update_all(dt));
    game.set_dt(0.5);
    let mut snapshots = Snapshots::new(8);
    snapshots.save(0).unwrap();
    let frames = game.until(600, || Phase::get() == Phase::Over).unwrap();
    assert_eq!(frames, 4);
    snapshots.load(0).unwrap();
    assert_eq!((ship.borrow().fuel, Phase::get()), (2.0, Phase::Opening));
    assert!(explain_order().to_string().contains("Ship"));
    assert!(Save::<(Ship,)>::write_with(serde_json::to_string).unwrap().0.contains("fuel"));
    let prefab = Prefab::new(|ship| _ = ship.insert(Ship { fuel: 3.0 }));
    assert_eq!(prefab.spawn().borrow::<Ship>().fuel, 3.0);
    assert_eq!(Recording::<()>::new("the game", "1").frames(), 0);
}
