//! What is on the screen: all drawing is here, over queries.

use crate::*;

/// What is seen of the space, in pixels.
pub const SCREEN: Vec2 = vec2(800.0, 450.0);

const NIGHT: u32 = 0x0a1028;
const YELLOW: u32 = 0xfff2a8;

/// The radius of a spark.
const SPARK: f32 = 2.5;

impl Shape {
    fn draw(&self, at: Affine2) {
        let corners: Vec<_> = self.corners.iter().map(|corner| at.transform_point2(*corner)).collect();
        let sides = corners.iter().zip(corners.iter().cycle().skip(1));
        for (a, b) in sides.clone() {
            let light = (*a + *b - 2.0 * at.translation).normalize_or_zero().dot(vec2(-0.5, -0.8));
            let inside = faint(NIGHT, 1.0).to_vec().lerp(faint(self.color, 1.0).to_vec(), 0.22 + 0.1 * light);
            draw_triangle(at.translation, *a, *b, Color::from_vec(inside));
        }
        for (a, b) in sides {
            for (width, alpha) in [(15.0, 0.05), (7.0, 0.12), (2.0, 1.0)] {
                draw_line(a.x, a.y, b.x, b.y, width, faint(self.color, alpha));
            }
            draw_circle(b.x, b.y, 1.0, faint(self.color, 1.0));
        }
    }
}

/// Where a place of the space is seen.
fn on_screen(place: Vec2) -> Vec2 {
    0.5 * SCREEN + wrapped(place - Camera::borrow().pos)
}

pub fn draw() {
    clear_background(faint(NIGHT, 1.0));
    for n in 0..150 {
        // The nearer a star is, the faster it passes by.
        let [x, y, z] = [0.7549, 0.5698, 0.4302].map(|step| (step * (n * n) as f32).fract());
        let nearness = 0.6 * z.powi(3);
        let at = (vec2(x, y) * SCREEN - Camera::borrow().pos * nearness).rem_euclid(SCREEN);
        draw_circle(at.x, at.y, 0.5 + 2.0 * nearness, faint(0xffffff, 0.2 + nearness));
    }
    for (bullet, transform, body) in &query::<(&Bullet, &Transform, &Body)>() {
        let (head, alpha) = (on_screen(transform.pos), f32::min(4.0 * bullet.life, 1.0));
        let tail = head - 0.03 * body.velocity;
        draw_line(head.x, head.y, tail.x, tail.y, 2.0, faint(YELLOW, alpha));
        glow(head, 10.0, YELLOW, alpha);
    }
    for (shape, transform) in &query::<(&Shape, &Transform)>().filter::<With<Lamp>>() {
        glow(on_screen(transform.world.translation), 45.0, shape.color, 1.0);
    }
    for (ship, transform) in &query::<(&Ship, &Transform)>() {
        glow(on_screen(transform.pos), 60.0, CYAN, ship.shield.clamp(0.0, 1.0));
    }
    draw_shapes::<Rock>();
    for spark in &query::<&Spark>() {
        let (at, alpha) = (on_screen(spark.pos), f32::min(4.0 * spark.life, 1.0));
        glow(at, 10.0, spark.color, alpha);
        draw_circle(at.x, at.y, SPARK, faint(spark.color, alpha));
    }
    draw_shapes::<Ship>();
    draw_shapes::<Turret>();
    draw_shapes::<Lamp>();
    draw_texts(&Game::borrow());
}

fn draw_shapes<T: PerEntity>() {
    for (shape, transform) in &query::<(&Shape, &Transform)>().filter::<With<T>>() {
        shape.draw(Affine2 { translation: on_screen(transform.world.translation), ..transform.world });
    }
}

/// What is in the picture: all shapes, and the sparks of bursts that have not begun to fade.
pub fn things() -> Vec<Thing> {
    let (shapes, sparks) = (query::<(Entity, &Shape, &Transform)>(), query::<&Spark>());
    let shapes = shapes.iter().map(|(entity, shape, transform)| {
        let (name, at) = (entity.name(), on_screen(transform.world.translation));
        let radius = shape.corners.iter().map(|corner| corner.length()).fold(0.0, f32::max);
        Thing::new(name.as_deref().unwrap_or("rock"), at, radius, faint(shape.color, 1.0))
    });
    let bright = sparks.iter().filter(|spark| spark.color == EMBER && spark.life >= 0.25);
    let bright = bright.map(|spark| Thing::new("spark", on_screen(spark.pos), SPARK, faint(EMBER, 1.0)));
    shapes.chain(bright).collect()
}

fn draw_texts(game: &Game) {
    draw_text(format!("{:05}", game.score), 16.0, 34.0, 36.0, faint(YELLOW, 1.0));
    for n in 0..game.lives {
        let at = vec2(SCREEN.x - 24.0 - 28.0 * n as f32, 26.0);
        let at = Affine2::from_scale_angle_translation(Vec2::splat(0.4), -90_f32.to_radians(), at);
        Shape::new(&SHIP, YELLOW).draw(at);
    }
    let (title, hint) = match Mode::get() {
        Mode::Menu => ("ASTEROIDS", "press Enter"),
        Mode::Playing => return,
        Mode::Paused => ("PAUSED", "P goes on, F5 saves, F9 loads"),
        Mode::Over => ("GAME OVER", "press Enter"),
    };
    for (text, y, size, color) in [(title, 210.0, 110.0, CYAN), (hint, 260.0, 32.0, YELLOW)] {
        let x = 0.5 * (SCREEN.x - measure_text(text, None, size as u16, 1.0).width);
        draw_text(text, x, y, size, faint(color, 1.0));
    }
}

fn glow(at: Vec2, radius: f32, color: u32, alpha: f32) {
    (1..16).for_each(|n| draw_circle(at.x, at.y, radius / 15.0 * n as f32, faint(color, 0.025 * alpha)));
}

fn faint(color: u32, alpha: f32) -> Color {
    Color::from_hex(color).with_alpha(alpha)
}
