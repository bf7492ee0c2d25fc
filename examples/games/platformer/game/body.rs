//! Bodies: boxes that move by fixed steps, stop at what is solid, and are drawn between two steps.

use super::*;

/// A box in the level. A tile is one wide and one high, and `y` goes down.
#[derive(Component, Clone, Copy, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Body {
    pub size: Vec2,
    pub pos: Vec2,
    pub before: Vec2,
}

/// What stops others: a tile from all sides, a platform only what comes from above.
#[derive(Component, Clone, Copy, Serialize, Deserialize)]
pub enum Solid {
    Everywhere,
    FromAbove,
}

impl Body {
    /// Runs before all that moves: those say `after(Body)`.
    fn fixed_update(&mut self) {
        self.before = self.pos;
    }

    /// Where it is seen: between the last two steps.
    pub fn drawn(&self) -> Vec2 {
        self.before.lerp(self.pos, time().alpha())
    }

    pub fn touches(&self, other: &Body) -> bool {
        ((self.pos - other.pos).abs() + 0.001).cmplt(0.5 * (self.size + other.size)).all()
    }

    /// Goes along one axis, then along the other, and returns what has stopped it on each.
    pub fn go(&mut self, way: Vec2) -> [Option<Entity>; 2] {
        [0, 1].map(|axis| {
            self.pos[axis] += way[axis];
            let mut stop = None;
            for (entity, solid, other) in &query::<(Entity, &Solid, &Body)>() {
                let apart = 0.5 * (self.size + other.size);
                let was_above = self.before.y + apart.y < other.before.y + 0.01;
                if self.touches(other) && (matches!(solid, Solid::Everywhere) || axis == 1 && was_above) {
                    self.pos[axis] = other.pos[axis] + apart[axis].copysign(self.pos[axis] - other.pos[axis]);
                    stop = Some(entity);
                }
            }
            stop
        })
    }
}
