//! Rocks, which split when they are hit.

use super::*;

/// Is sent to a rock or a ship.
pub struct Hit;

/// Is sent to all who want to hear of it: the camera, the sparks and the sounds.
pub struct Burst {
    pub place: Vec2,
    pub size: f32,
}

#[derive(Component, Clone, Copy, Serialize, Deserialize)]
#[component(on(Hit))]
pub struct Rock {
    size: u8,
}

impl Rock {
    fn spawn(size: u8, place: Vec2, velocity: Vec2) {
        let rock = Rock { size };
        let corner = |n| rock.radius() * random(0.75, 1.15) * Vec2::from_angle(TAU / 11.0 * n as f32);
        let shape = Shape { corners: (0..11).map(corner).collect(), color: STONE };
        let body = Body { velocity, spin: random(-1.0, 1.0) };
        Entity::spawn_with((rock, shape, body, Transform::at(place)));
    }

    /// Spawns some around a place, and none near it.
    pub fn spawn_around(place: Vec2, count: u32) {
        for n in 0..count {
            let way = random(190.0, 400.0) * Vec2::from_angle(TAU / count as f32 * n as f32);
            Rock::spawn(3, wrapped(place + way), random(20.0, 70.0) * Vec2::from_angle(random(0.0, TAU)));
        }
    }

    pub fn radius(&self) -> f32 {
        16.0 * f32::from(self.size)
    }

    /// Splits into two that are smaller.
    fn on_hit(&mut self, _: &Hit, rock: Entity, game: &mut Game) {
        game.score += 10 * (4 - u32::from(self.size));
        let (place, velocity) = (rock.borrow::<Transform>().pos, rock.borrow::<Body>().velocity);
        for side in if self.size > 1 { &[-1.0, 1.0][..] } else { &[] } {
            let apart = 1.4 * Vec2::from_angle(side * random(0.5, 1.2)).rotate(velocity);
            Rock::spawn(self.size - 1, place + 0.3 * apart, apart);
        }
        send_all(Burst { place, size: self.size.into() });
        rock.despawn();
    }
}
