//! What the player wants: the keys say so, or a pilot that plays by itself.

use crate::*;

#[derive(Singleton, Clone, Copy, Default)]
pub struct Controls {
    pub has_pilot: bool,
    pub run: f32,
    pub holds_jump: bool,
    /// How long ago the jump was asked for.
    pub since_jump: f32,
}

impl Controls {
    fn update(&mut self, dt: f32) {
        let key = |key| f32::from(is_key_down(key));
        let keys = (key(KeyCode::Right) - key(KeyCode::Left), is_key_pressed(KeyCode::Space));
        let (run, jumps) = if self.has_pilot { pilot() } else { keys };
        self.run = run;
        self.holds_jump = self.has_pilot || is_key_down(KeyCode::Space);
        self.since_jump = if jumps { 0.0 } else { self.since_jump + dt };
    }
}

/// Runs to the right, and jumps: over what is in the way, and off an edge if it will land somewhere.
fn pilot() -> (f32, bool) {
    let heroes = query::<(&Hero, &Body)>();
    let Some((_, body)) = heroes.iter().find(|(hero, _)| hero.ground.is_alive()) else { return (1.0, false) };
    let has_ground = |x| {
        let at = Body { pos: body.pos + vec2(x, 4.0), size: vec2(0.1, 7.0), ..Body::default() };
        query::<&Body>().filter::<With<Solid>>().iter().any(|solid| solid.touches(&at))
    };
    let ahead = Body { pos: body.pos + Vec2::X, size: vec2(1.2, 0.8), ..Body::default() };
    let others = query::<(&Body, Option<&Touchable>)>();
    let mut others = others.iter().filter(|(other, _)| other.touches(&ahead));
    let is_blocked = others.any(|(_, kind)| !matches!(kind, Some(Touchable::Coin | Touchable::Flag)));
    let (is_edge, can_cross) = (!has_ground(0.7), [2.0, 3.0, 4.0].into_iter().any(has_ground));
    (f32::from(!is_edge || can_cross), is_blocked || is_edge && can_cross)
}
