//! What is on the screen: the camera, and all drawing, over queries.

use crate::*;

/// The window, and a tile in it, in pixels.
pub const SCREEN: Vec2 = vec2(800.0, 450.0);
const TILE: f32 = 50.0;

const NIGHT: Color = Color::from_hex(0x241b3a);
const SUN: Color = Color::from_hex(0xfff1d0);

/// Follows the hero, when that is too far from the middle of the screen.
#[derive(Singleton, Clone, Copy, Default)]
struct Camera(Vec2);

impl Camera {
    fn late_update(&mut self, dt: f32, game: &Game) {
        if let Some(hero) = query::<&Body>().filter::<With<Hero>>().first() {
            let (way, zone, half) = (hero.drawn() - self.0, vec2(1.5, 1.0), 0.5 * SCREEN / TILE);
            let beyond = way - way.clamp(-zone, zone);
            self.0 = (self.0 + beyond * (1.0 - (-6.0 * dt).exp())).clamp(half, game.size - half);
        }
    }
}

/// The background, the farthest layer first: how fast it passes by, how low, how large and how many-sided its
/// hills are, and their colour.
const LAYERS: [(f32, f32, f32, u8, u32); 3] =
    [(0.1, 370.0, 210.0, 3, 0x8a7fc0), (0.25, 450.0, 150.0, 60, 0x6468ae), (0.5, 470.0, 90.0, 60, 0x47558f)];

pub fn draw() {
    draw_background();
    let solids = query::<(&Look, &Body)>().filter::<With<Solid>>();
    for (look, body) in &solids {
        let Rect { x, y, w, h } = panel(body);
        draw_rectangle(x + 6.0, y + 8.0, w, h, NIGHT.with_alpha(0.3));
        draw_rectangle(x, y - 6.0, w, 6.0, Color::from_hex(look.colors[1])); // the tile above hides it
    }
    for (look, body) in &solids {
        let Rect { x, y, w, h } = panel(body);
        draw_rectangle(x, y, w, h, Color::from_hex(look.colors[0]));
    }
    for (look, body, touchable) in &query::<(&Look, &Body, &Touchable)>().with_disabled() {
        let (Rect { x, y, w, h }, [color, trim]) = (panel(body), look.colors.map(Color::from_hex));
        let wave = (4.0 * time().elapsed() as f32 + body.pos.x).sin();
        match touchable {
            Touchable::Coin => {
                let (x, y) = (x + 0.5 * w, y + 0.5 * h);
                draw_circle(x, y, 22.0, trim.with_alpha(0.15));
                draw_ellipse(x, y, 5.0 + 8.0 * wave.abs(), 13.0, 0.0, color);
                draw_ellipse(x, y, 1.0 + 4.0 * wave.abs(), 8.0, 0.0, trim);
            }
            Touchable::Walker => draw_figure(look, body, 0.0, (body.pos - body.before).normalize_or_zero()),
            Touchable::Spikes => {
                for x in [x, x + w / 3.0, x + w / 1.5] {
                    draw_triangle(vec2(x, y + h), vec2(x + w / 6.0, y), vec2(x + w / 3.0, y + h), color);
                }
            }
            Touchable::Flag => {
                draw_rectangle(x + 7.0, y, 6.0, h, color);
                let [top, foot] = [y, y + 40.0].map(|y| vec2(x + 9.0, y));
                draw_triangle(top, vec2(x + 55.0, y + 20.0 + 5.0 * wave), foot, color);
            }
        }
    }
    for (look, body, hero) in &query::<(&Look, &Body, &Hero)>().with_disabled() {
        draw_figure(look, body, hero.stretch, (0.15 * hero.velocity).clamp_length_max(1.0));
    }
    let Game { score, lost_lives, level, .. } = *Game::borrow();
    let end = if lost_lives < LIVES { "" } else { "R begins anew" };
    let text = format!("{score:05}   level {}   lives {}   {end}", level + 1, LIVES - lost_lives);
    draw_text(text, 16.0, 32.0, 32.0, SUN);
}

fn draw_background() {
    let [dusk, rose] = [0x4a4a8f, 0xffb199].map(|color| Color::from_hex(color).to_vec());
    for y in (0..450).step_by(5).map(|y| y as f32) {
        draw_rectangle(0.0, y, SCREEN.x, 5.0, Color::from_vec(dusk.lerp(rose, y / SCREEN.y)));
    }
    (1..9).for_each(|n| draw_poly(590.0, 120.0, 60, 8.0 * n as f32, 0.0, SUN.with_alpha(0.3)));
    for (nearness, low, size, sides, color) in LAYERS {
        for n in (0..16).map(|n| n as f32) {
            let x = (0.7 * size * n - nearness * TILE * Camera::borrow().0.x).rem_euclid(11.2 * size);
            let y = low + 0.3 * size * (2.4 * n).sin();
            draw_poly(x - 1.2 * size, y, sides, size, -90.0, Color::from_hex(color));
        }
    }
}

/// A round body with feet that walk, and eyes that look where it goes.
fn draw_figure(look: &Look, body: &Body, stretch: f32, gaze: Vec2) {
    let (Rect { x, y, w, h }, [color, trim]) = (panel(body), look.colors.map(Color::from_hex));
    let (x, floor, half, high) = (x + 0.5 * w, y + h, 0.5 * w * (1.0 - stretch), h * (1.0 + stretch));
    draw_ellipse(x, floor - 0.5 * high, half, 0.5 * high, 0.0, color);
    for side in [-1.0, 1.0] {
        let lift = (side * (6.0 * body.drawn().x).sin()).max(0.0);
        draw_ellipse(x + 0.5 * side * half, floor - 2.0 - 5.0 * lift, 9.0, 5.0, 0.0, trim);
        let eye = vec2(x + 0.4 * side * half, floor - 0.6 * high) + 2.0 * gaze;
        draw_circle(eye.x, eye.y, 6.0, WHITE);
        draw_circle(eye.x + 2.5 * gaze.x, eye.y + 2.5 * gaze.y, 3.0, NIGHT);
    }
}

/// Where a body is on the screen. The camera stands at whole pixels, so that no gap is between tiles.
fn panel(body: &Body) -> Rect {
    let corner = TILE * (body.drawn() - 0.5 * body.size) - (TILE * Camera::borrow().0 - 0.5 * SCREEN).round();
    Rect::new(corner.x, corner.y, TILE * body.size.x, TILE * body.size.y)
}

/// What is in the picture.
pub fn things() -> Vec<Thing> {
    let thing = |(look, body): (&Look, &Body)| {
        let radius = 0.5 * TILE * body.size.max_element();
        Thing::new(&look.name, panel(body).center(), radius, Color::from_hex(look.colors[0]))
    };
    query::<(&Look, &Body)>().iter().map(thing).collect()
}
