//! The ship, the turret on it, the lamp on that, and what the turret fires.

use super::*;

#[derive(Component, Clone, Copy, Serialize, Deserialize)]
#[component(on(Hit), in_state(Mode::Playing))]
pub struct Ship {
    pub shield: f32,
}

impl Ship {
    pub fn spawn() {
        let part = |half: &[_], color, x| (Shape::new(half, color), Transform::at(vec2(x, 0.0)));
        let ship = (part(&SHIP, CYAN, 0.0), Ship { shield: 2.0 }, Body::default()).named("ship");
        let turret = (part(&TURRET, ORANGE, -4.0), Turret { reload: 0.5 }).named("turret");
        let lamp = (part(&LAMP, PURPLE, -15.0), Lamp).named("lamp");
        Entity::spawn_tree(ship.with_children(turret.with_children(lamp)));
    }

    /// Flies as the player wants, and bounces off rocks.
    fn update(&mut self, dt: f32, controls: &Controls, transform: &mut Transform, body: &mut Body) {
        self.shield -= dt;
        transform.angle += 3.5 * controls.turn * dt;
        let thrust = 260.0 * controls.thrust * Vec2::from_angle(transform.angle);
        body.velocity += (thrust - 0.6 * body.velocity) * dt;
        for (rock, place) in &query::<(&Rock, &Transform)>() {
            let way = wrapped(transform.pos - place.pos);
            if way.length() < rock.radius() + 18.0 {
                body.velocity = 160.0 * way.normalize_or_zero();
                self.entity().send(Hit);
            }
        }
    }

    /// Blows out sparks.
    fn late_update(&self, controls: &Controls, transform: &Transform, body: &Body, sparks: &Sparks) {
        if controls.thrust > 0.0 {
            let ahead = Vec2::from_angle(transform.angle + random(-0.2, 0.2));
            let (pos, velocity) = (transform.pos - 18.0 * ahead, body.velocity - 180.0 * ahead);
            sparks.fly(Spark { pos, velocity, life: random(0.2, 0.5), color: FLAME });
        }
    }

    fn on_hit(&mut self, _: &Hit, ship: Entity, game: &mut Game) {
        if self.shield <= 0.0 {
            (self.shield, game.lives) = (2.0, game.lives - 1);
            send_all(Burst { place: ship.borrow::<Transform>().pos, size: 6.0 });
        }
        if game.lives == 0 {
            Mode::go(Mode::Over);
            ship.despawn(); // with its turret, and the lamp
        }
    }
}

/// Turns to the nearest rock, wherever the ship turns.
#[derive(Component, Clone, Copy, Serialize, Deserialize)]
#[component(in_state(Mode::Playing))]
pub struct Turret {
    reload: f32,
}

impl Turret {
    fn update(&mut self, dt: f32, controls: &Controls, transform: &mut Transform) -> Option<()> {
        let rocks = query::<(&Rock, &Transform)>();
        let ways = rocks.iter().map(|(_, rock)| wrapped(rock.pos - transform.world.translation));
        let way = ways.min_by(|a, b| a.length().total_cmp(&b.length()))?;
        let aim = transform.world.inverse().transform_vector2(way).to_angle();
        transform.angle += aim.clamp(-6.0 * dt, 6.0 * dt);
        self.reload -= dt;
        if controls.fire && self.reload <= 0.0 && aim.abs() < 0.1 && way.length() < 300.0 {
            self.reload = 0.2;
            let muzzle = Transform::at(transform.world.transform_point2(vec2(22.0, 0.0)));
            let velocity = transform.world.transform_vector2(vec2(420.0, 0.0));
            Entity::spawn_with((Bullet { life: 0.8 }, muzzle, Body { velocity, spin: 0.0 }));
        }
        Some(())
    }
}

/// Blinks.
#[derive(Component, Clone, Copy, Serialize, Deserialize)]
pub struct Lamp;

impl Lamp {
    fn update(&self, time: Time, shape: &mut Shape) {
        shape.color = if time.elapsed() % 0.8 < 0.5 { RED } else { PURPLE };
    }
}

#[derive(Component, Clone, Copy, Serialize, Deserialize)]
pub struct Bullet {
    pub life: f32,
}

impl Bullet {
    fn update(&mut self, dt: f32, transform: &Transform) {
        self.life -= dt;
        for (entity, rock, place) in &query::<(Entity, &Rock, &Transform)>() {
            if self.life > 0.0 && wrapped(place.pos - transform.pos).length() < rock.radius() {
                self.life = 0.0;
                entity.send(Hit);
            }
        }
        if self.life <= 0.0 {
            self.entity().despawn();
        }
    }
}
