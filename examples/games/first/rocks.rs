//! The first game of the book: rocks fall, and you shoot at them.

use ecs_core::prelude::*;
use macroquad::prelude::*;

#[derive(Component)]
struct Body {
    pos: Vec2,
    velocity: Vec2,
    radius: f32,
    color: Color,
}

impl Body {
    fn update(&mut self, dt: f32) {
        self.pos += self.velocity * dt;
        if self.pos.y < -50.0 || self.pos.y > 650.0 {
            self.entity().despawn();
        }
    }

    fn touches(&self, other: &Body) -> bool {
        self.pos.distance(other.pos) < self.radius + other.radius
    }
}

#[derive(Component)]
struct Ship;

impl Ship {
    fn spawn() -> Handle<Body> {
        let (pos, velocity) = (vec2(400.0, 550.0), Vec2::ZERO);
        Entity::spawn().with(Ship).insert(Body { pos, velocity, radius: 20.0, color: SKYBLUE })
    }

    fn update(&mut self, body: &mut Body) {
        let steer = f32::from(is_key_down(KeyCode::Right)) - f32::from(is_key_down(KeyCode::Left));
        body.velocity.x = 300.0 * steer;
        body.pos.x = body.pos.x.clamp(20.0, 780.0);
        if is_key_pressed(KeyCode::Space) {
            Shot::spawn(body.pos);
        }
    }
}

#[derive(Component)]
struct Shot;

impl Shot {
    fn spawn(pos: Vec2) {
        let velocity = vec2(0.0, -500.0);
        Entity::spawn().with(Shot).with(Body { pos, velocity, radius: 4.0, color: YELLOW });
    }

    fn update(&mut self, body: &Body) {
        for (rock, other) in &query::<(Entity, &Body)>().filter::<With<Rock>>() {
            if body.touches(other) {
                rock.send(Hit);
                self.entity().despawn();
            }
        }
    }
}

struct Hit;

#[derive(Component)]
#[component(on(Hit))]
struct Rock {
    ship: Handle<Body>,
}

impl Rock {
    fn spawn(ship: Handle<Body>) {
        let pos = vec2(rand::gen_range(30.0, 770.0), -40.0);
        let velocity = vec2(rand::gen_range(-40.0, 40.0), rand::gen_range(80.0, 200.0));
        let radius = rand::gen_range(15.0, 35.0);
        Entity::spawn().with(Rock { ship }).with(Body { pos, velocity, radius, color: GRAY });
    }

    fn on_hit(&mut self, _: &Hit, score: &mut Score) {
        score.0 += 1;
        self.entity().despawn();
    }

    fn update(&mut self, body: &Body) {
        if self.ship.get().is_some_and(|ship| ship.touches(body)) {
            self.ship.entity().despawn();
        }
    }
}

#[derive(Singleton, Default)]
struct Score(u32);

#[derive(Component)]
struct Sky {
    ship: Handle<Body>,
}

impl Sky {
    fn init(&mut self) {
        self.every(0.4, |sky| Rock::spawn(sky.ship));
    }
}

fn start() {
    World::clear();
    Score::set(Score(0));
    let ship = Ship::spawn();
    Entity::spawn().with(Sky { ship });
}

fn draw() {
    for body in &query::<&Body>() {
        draw_circle(body.pos.x, body.pos.y, body.radius, body.color);
    }
    draw_text(format!("{} rocks", Score::borrow().0), 20.0, 40.0, 40.0, WHITE);
    if Ship::count() == 0 {
        draw_text("Press Enter", 300.0, 300.0, 40.0, WHITE);
    }
}

#[macroquad::main("Rocks")]
async fn main() {
    start();
    loop {
        update_all(get_frame_time());
        draw();
        if Ship::count() == 0 && is_key_pressed(KeyCode::Enter) {
            start();
        }
        next_frame().await;
    }
}
