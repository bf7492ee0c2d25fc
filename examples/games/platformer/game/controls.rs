//! What the player wants: the keys say so, or a pilot that plays by itself.

use super::*;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Key {
    Left,
    Right,
    Jump,
    Again,
}

/// The keys that are down: all that the game takes from outside.
pub type Keys = BTreeSet<Key>;

#[derive(Singleton, Clone, Default, Serialize)]
pub struct Controls {
    pub keys: Keys,
    /// How long ago the jump was asked for.
    pub since_jump: f32,
}

impl Controls {
    fn init(&mut self) {
        self.since_jump = f32::INFINITY;
    }

    fn update(&mut self, dt: f32) {
        self.since_jump += dt;
    }

    /// Says which keys are down from now on.
    pub fn hold(keys: &Keys) {
        let mut controls = Controls::borrow_mut();
        let is_pressed = |key| keys.contains(&key) && !controls.keys.contains(&key);
        let (jumps, again) = (is_pressed(Key::Jump), is_pressed(Key::Again));
        controls.since_jump = if jumps { 0.0 } else { controls.since_jump };
        controls.keys.clone_from(keys);
        if again {
            Game::go_on(|game| *game = Game::default());
        }
    }

    /// Which way to run.
    pub fn run(&self) -> f32 {
        f32::from(self.keys.contains(&Key::Right)) - f32::from(self.keys.contains(&Key::Left))
    }
}

/// The keys of somebody who runs to the right, and jumps: over what is in the way, and off an edge if the
/// hero will land somewhere.
pub fn pilot() -> Keys {
    let keys = |runs: bool, jumps: bool| {
        runs.then_some(Key::Right).into_iter().chain(jumps.then_some(Key::Jump)).collect()
    };
    let heroes = query::<(&Hero, &Body)>();
    let Some((hero, body)) = heroes.iter().next() else { return Keys::new() };
    if !hero.ground.is_alive() {
        return keys(true, hero.velocity.y < 0.0);
    }
    let has_ground = |x| {
        let at = Body { pos: body.pos + vec2(x, 4.0), size: vec2(0.1, 7.0), ..Body::default() };
        query::<&Body>().filter::<With<Solid>>().iter().any(|solid| solid.touches(&at))
    };
    let ahead = Body { pos: body.pos + Vec2::X, size: vec2(1.2, 0.8), ..Body::default() };
    let others = query::<(&Body, Option<&Touchable>)>();
    let mut others = others.iter().filter(|(other, _)| other.touches(&ahead));
    let is_blocked = others.any(|(_, kind)| !matches!(kind, Some(Touchable::Coin | Touchable::Flag)));
    let (is_edge, can_cross) = (!has_ground(0.7), [2.0, 3.0, 4.0].into_iter().any(has_ground));
    keys(!is_edge || can_cross, is_blocked || is_edge && can_cross)
}
