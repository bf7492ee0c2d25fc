//! What is seen: all that can draw itself, over it the map and the counts.

use crate::*;

pub const SCREEN: Vec2 = vec2(800.0, 450.0);
pub const MAP: Rect = Rect::new(632.0, 352.0, 160.0, 90.0);

/// Of each team.
const COLORS: [Color; 2] = [Color::from_hex(0x58b8ff), Color::from_hex(0xff6a4d)];
const GRASS: [Color; 2] = [Color::from_hex(0x22352b), Color::from_hex(0x25392e)];
const DARK: Color = Color::from_hex(0x101a17);
const STONE: Color = Color::from_hex(0xa9a698);
const BLOOD: Color = Color::from_hex(0x4a0d14);
const CREAM: Color = Color::from_hex(0xfff3cf);

/// What draws itself, at its place on the field.
pub trait Draw {
    fn draw(&self);
}

impl Draw for Soldier {
    fn draw(&self) {
        let Body { pos, team, .. } = *self.sibling::<Body>().borrow();
        bar(pos, vec2(4.4, 4.4), COLORS[team]);
    }
}

impl Draw for Archer {
    fn draw(&self) {
        let Body { pos, team, .. } = *self.sibling::<Body>().borrow();
        let [a, b, c] = [vec2(0.0, -4.2), vec2(3.4, 2.2), vec2(-3.4, 2.2)].map(|corner| pos + corner);
        draw_triangle(a, b, c, COLORS[team]);
    }
}

impl Draw for Healer {
    fn draw(&self) {
        let Body { pos, team, .. } = *self.sibling::<Body>().borrow();
        bar(pos, vec2(2.4, 6.0), COLORS[team]);
        bar(pos, vec2(6.0, 2.4), COLORS[team]);
    }
}

impl Draw for Castle {
    fn draw(&self) {
        let Body { pos, team, health, .. } = *self.sibling::<Body>().borrow();
        for (size, color) in [(34.0, DARK), (30.0, STONE), (22.0, DARK), (14.0, COLORS[team])] {
            bar(pos, Vec2::splat(size), color);
        }
        for (x, y) in [(-13.0, -13.0), (13.0, -13.0), (-13.0, 13.0), (13.0, 13.0)] {
            bar(pos + vec2(x, y), vec2(11.0, 11.0), STONE);
            bar(pos + vec2(x, y), vec2(7.0, 7.0), COLORS[team]);
        }
        bar(pos - vec2(0.0, 25.0), vec2(38.0, 5.0), DARK);
        bar(pos - vec2(0.0, 25.0), vec2(36.0 * health, 3.0), CREAM);
    }
}

impl Draw for Arrow {
    fn draw(&self) {
        let tail = self.pos - 8.0 * self.way;
        draw_line(tail.x, tail.y, self.pos.x, self.pos.y, 1.0, CREAM);
    }
}

impl Draw for Grave {
    fn draw(&self) {
        let age = (time().elapsed() - self.since) as f32;
        let left = 1.0 - age / Grave::SECONDS;
        bar(self.pos, vec2(6.0, 6.0), Color { a: 0.8 * left, ..BLOOD });
        if age < 0.4 {
            draw_circle(self.pos.x, self.pos.y, 7.0, Color { a: 0.8 - 2.0 * age, ..CREAM });
        }
    }
}

fn bar(middle: Vec2, size: Vec2, color: Color) {
    draw_rectangle(middle.x - 0.5 * size.x, middle.y - 0.5 * size.y, size.x, size.y, color);
}

pub fn draw() {
    let camera = Camera::borrow();
    clear_background(DARK);
    set_camera(&camera.lens());
    for (x, y) in (0..32).flat_map(|x| (0..18).map(move |y| (x, y))) {
        draw_rectangle(50.0 * x as f32, 50.0 * y as f32, 50.0, 50.0, GRASS[(x + y) % 2]);
    }
    for body in &query::<&Body>().filter::<With<Selected>>() {
        bar(body.pos, Vec2::splat(2.2 * body.radius), CREAM);
    }
    every::<dyn Draw>().read(Draw::draw);
    if let Some(from) = Player::get().and_then(|player| player.drag) {
        let size = camera.lens().screen_to_world(mouse_position().into()) - from;
        draw_rectangle_lines(from.x, from.y, size.x, size.y, 2.0, CREAM);
    }
    set_default_camera();
    draw_map(&camera);
    draw_words(&War::borrow());
}

fn draw_map(camera: &Camera) {
    let scale = MAP.w / FIELD.x;
    draw_rectangle(MAP.x - 2.0, MAP.y - 2.0, MAP.w + 4.0, MAP.h + 4.0, DARK);
    for body in query::<&Body>().iter().step_by(4) {
        bar(MAP.point() + scale * body.pos, vec2(1.5, 1.5), Color { a: 0.8, ..COLORS[body.team] });
    }
    let (size, middle) = (scale * SCREEN / camera.zoom, MAP.point() + scale * camera.middle);
    draw_rectangle_lines(middle.x - 0.5 * size.x, middle.y - 0.5 * size.y, size.x, size.y, 2.0, CREAM);
}

fn draw_words(war: &War) {
    draw_rectangle(0.0, 0.0, SCREEN.x, 30.0, DARK);
    for (team, x) in [16.0, 516.0].into_iter().enumerate() {
        let (name, units, castles) = (["Blue", "Red"][team], war.units[team], war.castles[team].len());
        draw_text(format!("{name}: {units} units, {castles} castles"), x, 21.0, 24.0, CREAM);
        if war.castles[1 - team].is_empty() {
            draw_text(format!("{name} has won"), 280.0, 220.0, 48.0, CREAM);
        }
    }
    if time().is_paused() {
        draw_text("Paused", 335.0, 270.0, 48.0, CREAM);
    }
}

/// What is in the picture: castles, some units that nothing covers, and the armies as a whole.
pub fn things() -> Vec<Thing> {
    let army = |team| thing("army", &Body { team, pos: 0.5 * FIELD, radius: FIELD.length(), health: 1.0 });
    let kinds = [shown::<Castle>("castle"), shown::<Soldier>("soldier"), shown::<Archer>("archer")];
    kinds.into_iter().flatten().chain(shown::<Healer>("healer")).chain([0, 1].map(army)).collect()
}

fn shown<T: PerEntity>(name: &str) -> Vec<Thing> {
    let mut things = Vec::new();
    for (entity, body) in &query::<(Entity, &Body)>().filter::<With<T>>() {
        let thing = thing(name, body);
        let covers = |other: &Handle<Body>| *other != entity.handle() && body.gap(&other.borrow()) < 0.5;
        let is_free = Rect::new(100.0, 60.0, 600.0, 280.0).contains(thing.middle) // no map, and no word
            && near::<Body>(body.pos, 10.0).filter(covers).count() == 0;
        if is_free || name == "castle" {
            things.push(thing);
        }
    }
    things
}

fn thing(name: &str, body: &Body) -> Thing {
    let camera = Camera::borrow();
    Thing::new(name, camera.lens().world_to_screen(body.pos), camera.zoom * body.radius, COLORS[body.team])
}
