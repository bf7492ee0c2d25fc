//! What is on the screen: all drawing is here, over queries.

use ecs_core::{Component, Entity, Singleton, With, query, time};
use games::Thing;
use macroquad::prelude::*;

use crate::space::{Body, SCREEN, Transform, wrapped};
use crate::{Bullet, Camera, Controls, Lamp, Rock, Score, Ship, Turret, random};

const NIGHT: Color = color(0x0a1028);
pub const CYAN: Color = color(0x6fe3ff);
pub const ORANGE: Color = color(0xffb454);
pub const RED: Color = color(0xff4f6e);
pub const PURPLE: Color = color(0x6a2470);
const VIOLET: Color = color(0x8f6bff);
pub const STONE: Color = color(0xb4aedb);
const YELLOW: Color = color(0xfff2a8);

/// Half of an outline: the other half is its mirror image.
pub const SHIP: [(f32, f32); 4] = [(30.0, 0.0), (-4.0, 13.0), (-22.0, 23.0), (-14.0, 0.0)];
pub const TURRET: [(f32, f32); 5] = [(22.0, 2.0), (7.0, 2.5), (4.0, 7.0), (-8.0, 5.0), (-14.0, 1.0)];
pub const LAMP: [(f32, f32); 3] = [(3.0, 1.0), (0.0, 3.0), (-3.0, 1.0)];

/// What is drawn as a polygon around its place.
#[derive(Component)]
pub struct Shape {
    pub corners: Vec<Vec2>,
    pub color: Color,
}

impl Shape {
    pub fn new(half: &[(f32, f32)], color: Color) -> Self {
        let mirrored = half.iter().rev().map(|(x, y)| vec2(*x, -y));
        Shape { corners: half.iter().map(|(x, y)| vec2(*x, *y)).chain(mirrored).collect(), color }
    }
}

/// A point of the background. The nearer it is, the faster it passes by.
#[derive(Component)]
struct Star {
    pos: Vec2,
    nearness: f32,
}

pub fn scatter_stars() {
    for _ in 0..150 {
        let pos = vec2(random(0.0, SCREEN.x), random(0.0, SCREEN.y));
        Entity::spawn().with(Star { pos, nearness: random(0.0, 1.0).powi(3) * 0.6 });
    }
}

/// Where a place of the space is seen.
fn on_screen(place: Vec2) -> Vec2 {
    0.5 * SCREEN + wrapped(place - Camera::borrow().pos)
}

pub fn draw() {
    let camera = Camera::borrow().pos;
    clear_background(NIGHT);
    for star in &query::<&Star>() {
        let pos = (star.pos - camera * star.nearness).rem_euclid(SCREEN);
        draw_circle(pos.x, pos.y, 0.5 + 2.0 * star.nearness, faint(WHITE, 0.2 + star.nearness));
    }
    for (bullet, transform, body) in &query::<(&Bullet, &Transform, &Body)>() {
        let (head, alpha) = (on_screen(transform.pos), f32::min(4.0 * bullet.life, 1.0));
        line(head, head - 0.03 * body.velocity, 2.0, faint(YELLOW, alpha));
        draw_circle(head.x, head.y, 4.0, faint(YELLOW, 0.2 * alpha));
    }
    for (shape, transform) in &query::<(&Shape, &Transform)>().filter::<With<Lamp>>() {
        let at = on_screen(transform.world.translation);
        (1..16).for_each(|n| draw_circle(at.x, at.y, 3.0 * n as f32, faint(shape.color, 0.025)));
    }
    for (_, transform) in &query::<(&Ship, &Transform)>() {
        let flicker = 0.95 + 0.15 * (60.0 * time().elapsed()).sin() as f32;
        let length = Controls::borrow().thrust * flicker;
        let place = Affine2::from_angle_translation(transform.angle, on_screen(transform.pos));
        for (reach, color) in [(44.0, faint(VIOLET, 0.4)), (32.0, faint(ORANGE, 0.7)), (18.0, YELLOW)] {
            let [a, b, c] = [vec2(-15.0, 8.0), vec2(-15.0, -8.0), vec2(-15.0 - reach * length, 0.0)];
            let [a, b, c] = [a, b, c].map(|corner| place.transform_point2(corner));
            draw_triangle(a, b, c, color);
        }
    }
    draw_shapes::<Rock>();
    draw_shapes::<Ship>();
    draw_shapes::<Turret>();
    draw_shapes::<Lamp>();
    draw_text(format!("{:05}", Score::borrow().0), 16.0, 34.0, 36.0, YELLOW);
}

fn draw_shapes<T: Component>() {
    for (shape, transform) in &query::<(&Shape, &Transform)>().filter::<With<T>>() {
        let at = Affine2 { translation: on_screen(transform.world.translation), ..transform.world };
        let corners: Vec<_> = shape.corners.iter().map(|corner| at.transform_point2(*corner)).collect();
        let sides = corners.iter().zip(corners.iter().cycle().skip(1));
        for (a, b) in sides.clone() {
            let light = (*a + *b - 2.0 * at.translation).normalize_or_zero().dot(vec2(-0.5, -0.8));
            let inside = NIGHT.to_vec().lerp(shape.color.to_vec(), 0.22 + 0.1 * light);
            draw_triangle(at.translation, *a, *b, Color::from_vec(inside));
            line(*a, *b, 7.0, faint(shape.color, 0.12));
        }
        sides.for_each(|(a, b)| line(*a, *b, 2.0, shape.color));
    }
}

/// A line with round ends.
fn line(from: Vec2, to: Vec2, width: f32, color: Color) {
    draw_line(from.x, from.y, to.x, to.y, width, color);
    if color.a == 1.0 {
        draw_circle(to.x, to.y, 0.5 * width, color);
    }
}

const fn color(hex: u32) -> Color {
    let [_, r, g, b] = hex.to_be_bytes();
    Color::new(r as f32 / 255.0, g as f32 / 255.0, b as f32 / 255.0, 1.0)
}

fn faint(color: Color, alpha: f32) -> Color {
    Color { a: alpha, ..color }
}

/// What is in the picture.
pub fn things() -> Vec<Thing> {
    let ship = shown::<Ship>("ship").chain(shown::<Turret>("turret")).chain(shown::<Lamp>("lamp"));
    ship.chain(shown::<Rock>("rock")).collect()
}

fn shown<T: Component>(name: &str) -> impl Iterator<Item = Thing> {
    let mut things = Vec::new();
    for (shape, transform) in &query::<(&Shape, &Transform)>().filter::<With<T>>() {
        let radius = shape.corners.iter().map(|corner| corner.length()).fold(0.0, f32::max);
        things.push(Thing::new(name, on_screen(transform.world.translation), radius, shape.color));
    }
    things.into_iter()
}
