//! A game in a window: a ship with a turret, the turret with a lamp, rocks that split, a camera and a score.
//!
//! `cargo run --release -p games --bin asteroids`: the arrow keys turn and thrust, space fires.

mod draw;
mod input;
mod space;

use std::f32::consts::{PI, TAU};

use draw::{CYAN, LAMP, ORANGE, PURPLE, RED, SHIP, STONE, Shape, TURRET, draw, scatter_stars, things};
use ecs_core::{Component, Entity, Singleton, Time, query};
use games::Stage;
use input::Controls;
use macroquad::prelude::*;
use space::{Body, SCREEN, Transform, wrapped};

#[derive(Component)]
struct Ship;

impl Ship {
    fn spawn() {
        let ship = Entity::spawn().with(Ship).with(Shape::new(&SHIP, CYAN));
        ship.with(Transform::at(Vec2::ZERO, -0.5 * PI)).with(Body { velocity: Vec2::ZERO, spin: 0.0 });
        let turret = Entity::spawn().with(Turret { reload: 0.5 }).with(Shape::new(&TURRET, ORANGE));
        turret.with(Transform::at(vec2(-4.0, 0.0), 0.0)).child_of(ship);
        let lamp = Entity::spawn().with(Lamp).with(Shape::new(&LAMP, PURPLE));
        lamp.with(Transform::at(vec2(-15.0, 0.0), 0.0)).child_of(turret);
    }

    /// Flies as the player wants, and bounces off rocks.
    fn update(&self, dt: f32, controls: &Controls, transform: &mut Transform, body: &mut Body) {
        transform.angle += 3.5 * controls.turn * dt;
        let thrust = 260.0 * controls.thrust * Vec2::from_angle(transform.angle);
        body.velocity += (thrust - 0.6 * body.velocity) * dt;
        for (rock, place) in &query::<(&Rock, &Transform)>() {
            let way = wrapped(transform.pos - place.pos);
            if way.length() < rock.radius() + 18.0 {
                body.velocity = 160.0 * way.normalize_or_zero();
            }
        }
    }
}

/// Turns to the nearest rock, wherever the ship turns.
#[derive(Component)]
struct Turret {
    reload: f32,
}

impl Turret {
    fn update(&mut self, dt: f32, controls: &Controls, transform: &mut Transform) {
        let rocks = query::<(&Rock, &Transform)>();
        let ways = rocks.iter().map(|(_, rock)| wrapped(rock.pos - transform.world.translation));
        let Some(way) = ways.min_by(|a, b| a.length().total_cmp(&b.length())) else { return };
        let aim = transform.world.inverse().transform_vector2(way).to_angle();
        transform.angle += aim.clamp(-6.0 * dt, 6.0 * dt);
        self.reload -= dt;
        if controls.fire && self.reload <= 0.0 && aim.abs() < 0.1 && way.length() < 300.0 {
            self.reload = 0.2;
            let muzzle = Transform::at(transform.world.transform_point2(vec2(22.0, 0.0)), 0.0);
            let velocity = transform.world.transform_vector2(vec2(420.0, 0.0));
            Entity::spawn().with(Bullet { life: 0.8 }).with(muzzle).with(Body { velocity, spin: 0.0 });
        }
    }
}

/// Blinks.
#[derive(Component)]
struct Lamp;

impl Lamp {
    fn update(&self, time: Time, shape: &mut Shape) {
        shape.color = if time.elapsed() % 0.8 < 0.5 { RED } else { PURPLE };
    }
}

#[derive(Component)]
struct Bullet {
    life: f32,
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

struct Hit;

#[derive(Component)]
#[component(on(Hit))]
struct Rock {
    size: u8,
}

impl Rock {
    fn spawn(size: u8, place: Vec2, velocity: Vec2) {
        let rock = Rock { size };
        let corner = |n| rock.radius() * random(0.75, 1.15) * Vec2::from_angle(TAU / 11.0 * n as f32);
        let shape = Shape { corners: (0..11).map(corner).collect(), color: STONE };
        let body = Body { velocity, spin: random(-1.0, 1.0) };
        Entity::spawn().with(rock).with(shape).with(body).with(Transform::at(place, 0.0));
    }

    /// Spawns nine around a place, and none near it.
    fn spawn_around(place: Vec2) {
        for direction in 0..9 {
            let way = random(190.0, 400.0) * Vec2::from_angle(TAU / 9.0 * direction as f32);
            Rock::spawn(3, wrapped(place + way), random(20.0, 70.0) * Vec2::from_angle(random(0.0, TAU)));
        }
    }

    fn radius(&self) -> f32 {
        16.0 * f32::from(self.size)
    }

    /// Splits into two that are smaller.
    fn on_hit(&mut self, _: &Hit, score: &mut Score) {
        score.0 += 10 * (4 - u32::from(self.size));
        let entity = self.entity();
        let (place, velocity) = (entity.borrow::<Transform>().pos, entity.borrow::<Body>().velocity);
        for side in if self.size > 1 { &[-1.0, 1.0][..] } else { &[] } {
            let apart = 1.4 * Vec2::from_angle(side * random(0.5, 1.2)).rotate(velocity);
            Rock::spawn(self.size - 1, place + 0.3 * apart, apart);
        }
        entity.despawn();
    }
}

#[derive(Singleton, Default)]
struct Score(u32);

/// Follows the ship smoothly, also where that comes back on the other side.
#[derive(Singleton, Default)]
struct Camera {
    pos: Vec2,
}

impl Camera {
    fn late_update(&mut self, dt: f32) {
        if let Some((_, ship)) = query::<(&Ship, &Transform)>().iter().next() {
            self.pos += wrapped(ship.pos - self.pos) * (1.0 - (-5.0 * dt).exp());
        }
    }
}

fn random(from: f32, to: f32) -> f32 {
    rand::gen_range(from, to)
}

async fn play(mut stage: Stage) {
    Controls::set(Controls { has_pilot: stage.plays_itself(), ..Controls::default() });
    scatter_stars();
    Ship::spawn();
    loop {
        if Rock::count() == 0 {
            Rock::spawn_around(Camera::borrow().pos);
        }
        stage.update();
        draw();
        if !stage.show(things).await {
            return;
        }
    }
}

fn main() {
    Stage::open("Asteroids", SCREEN, play);
}
