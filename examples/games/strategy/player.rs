//! What the player does: looks around, selects units and sends them.

use crate::*;

/// What is seen of the field.
#[derive(Singleton, Clone, Copy)]
pub struct Camera {
    pub middle: Vec2,
    pub zoom: f32,
}

impl Camera {
    pub fn lens(&self) -> Camera2D {
        Camera2D { target: self.middle, zoom: 2.0 * self.zoom / SCREEN, ..Camera2D::default() }
    }

    fn look_around(&mut self, mouse: Vec2, dt: f32) {
        let says = |key, at_edge| f32::from(is_key_down(key) || at_edge);
        let x = says(KeyCode::Right, mouse.x > SCREEN.x - 4.0) - says(KeyCode::Left, mouse.x < 4.0);
        let y = says(KeyCode::Down, mouse.y > SCREEN.y - 4.0) - says(KeyCode::Up, mouse.y < 4.0);
        self.zoom = (self.zoom * (1.0 + 0.1 * mouse_wheel().1.clamp(-1.0, 1.0))).clamp(0.5, 4.0);
        let half = 0.5 * SCREEN / self.zoom;
        self.middle = (self.middle + 400.0 / self.zoom * dt * vec2(x, y)).clamp(half, FIELD - half);
    }
}

/// A tag: the unit goes where the player clicks next.
#[derive(Component, Clone, Copy)]
pub struct Selected;

/// Is there only if somebody plays.
#[derive(Singleton, Clone, Copy, Default)]
pub struct Player {
    /// Where on the field the mouse was pressed.
    pub drag: Option<Vec2>,
}

impl Player {
    fn update(&mut self, time: Time, camera: &mut Camera) {
        let mouse = Vec2::from(mouse_position());
        camera.look_around(mouse, time.real_dt());
        let place = camera.lens().screen_to_world(mouse);
        if is_mouse_button_pressed(MouseButton::Left) && MAP.contains(mouse) {
            camera.middle = (mouse - MAP.point()) / MAP.size() * FIELD;
        } else if is_mouse_button_pressed(MouseButton::Left) {
            self.drag = Some(place);
        } else if is_mouse_button_pressed(MouseButton::Right) {
            send_to(place);
        }
        if is_mouse_button_released(MouseButton::Left)
            && let Some(from) = self.drag.take()
        {
            select(from.min(place), from.max(place));
        }
        if is_key_pressed(KeyCode::Space) {
            World::set_paused(!time.is_paused());
        }
    }
}

fn select(from: Vec2, to: Vec2) {
    Selected::clear();
    for (entity, body) in &query::<(Entity, &Body)>().filter::<With<Unit>>() {
        if body.pos.clamp(from, to) == body.pos && body.team == BLUE {
            entity.insert(Selected);
        }
    }
}

/// Sends the selected units to a place, in a square.
fn send_to(place: Vec2) {
    let mut units = query::<&mut Unit>().filter::<With<Selected>>();
    let side = (units.count() as f32).sqrt().ceil();
    for (n, unit) in units.iter_mut().enumerate() {
        let way = vec2(n as f32 % side, (n as f32 / side).floor()) - 0.5 * (side - 1.0);
        unit.order = Some(place + SPACING * way);
    }
}
