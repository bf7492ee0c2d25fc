//! The mouse and the keys look around, and say which order the player gives.

use crate::*;

/// What is seen of the field.
#[derive(Singleton, Clone, Copy)]
pub struct Camera {
    pub middle: Vec2,
    pub zoom: f32,
}

impl Default for Camera {
    fn default() -> Self {
        Camera { middle: 0.5 * FIELD, zoom: 1.0 }
    }
}

impl Camera {
    pub fn lens(&self) -> Camera2D {
        Camera2D { target: self.middle, zoom: 2.0 * self.zoom / SCREEN, ..Camera2D::default() }
    }

    fn look_around(&mut self, dt: f32) {
        let held = |key| f32::from(is_key_down(key));
        let x = held(KeyCode::Right) - held(KeyCode::Left);
        let y = held(KeyCode::Down) - held(KeyCode::Up);
        self.zoom = (self.zoom * (1.0 + 0.1 * mouse_wheel().1.clamp(-1.0, 1.0))).clamp(0.5, 4.0);
        let half = 0.5 * SCREEN / self.zoom;
        self.middle = (self.middle + 400.0 / self.zoom * dt * vec2(x, y)).clamp(half, FIELD - half);
    }
}

/// A mouse or a finger that moves less than this, in pixels, clicks. Otherwise it drags.
const DRAG: f32 = 12.0;

#[derive(Singleton, Clone, Copy, Default)]
pub struct Player {
    /// Where on the field the mouse was pressed.
    pub drag: Option<Vec2>,
}

pub fn read() -> Option<Order> {
    let (mut camera, mouse) = (Camera::borrow_mut(), Vec2::from(mouse_position()));
    camera.look_around(get_frame_time());
    let place = camera.lens().screen_to_world(mouse);
    let drag = &mut Player::borrow_mut().drag;
    let is_on_map = MAP.contains(mouse);
    if is_mouse_button_pressed(MouseButton::Left) && is_on_map {
        camera.middle = (mouse - MAP.point()) / MAP.size() * FIELD;
    } else if is_mouse_button_pressed(MouseButton::Left) {
        *drag = Some(place);
    }
    if is_key_pressed(KeyCode::R) || Castle::count() == 0 {
        Some(Order::to_muster(true))
    } else if is_key_pressed(KeyCode::Space) {
        Some(Order::Pause)
    } else if is_mouse_button_pressed(MouseButton::Right) {
        Some(Order::Send(place))
    } else if is_mouse_button_released(MouseButton::Left) {
        drag.take().map(|from| match camera.zoom * from.distance(place) > DRAG {
            true => Order::Select(from.min(place), from.max(place)),
            false => Order::Send(place),
        })
    } else {
        None
    }
}
