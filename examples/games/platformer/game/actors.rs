//! Who acts in a level: what swings, the hero, and what the hero touches.

use super::*;

/// Swings around the place where it begins: a platform, or a walker.
#[derive(Component, Clone, Copy, Serialize, Deserialize)]
#[component(after(Body))]
pub struct Swing {
    reach: Vec2,
    rate: f32,
}

impl Swing {
    fn fixed_update(&self, time: Time, body: &mut Body) {
        let speed = self.rate * Vec2::from_angle(self.rate * time.fixed_elapsed() as f32).x;
        body.pos += self.reach * speed * time.dt();
    }
}

/// Runs, jumps, is carried by what it stands on, and tells others that it touches them.
#[derive(Component, Clone, Copy, Default, Serialize, Deserialize)]
#[component(after(Body, Swing), on(Bounce, Hurt))]
#[serde(default)]
pub struct Hero {
    speed: f32,
    jump: f32,
    pub velocity: Vec2,
    pub ground: Handle<Body>,
    since_ground: f32,
    /// How much higher than wide it is drawn: more when it jumps, less when it lands.
    pub stretch: f32,
}

impl Hero {
    fn fixed_update(&mut self, dt: f32, me: Entity, body: &mut Body, controls: &mut Controls) {
        let is_light = self.velocity.y < 0.0 && controls.keys.contains(&Key::Jump);
        self.velocity.y = f32::min(self.velocity.y + if is_light { 36.0 } else { 54.0 } * dt, 18.0);
        let missing = self.speed * controls.run() - self.velocity.x;
        self.velocity.x += missing.clamp(-50.0 * dt, 50.0 * dt);
        body.pos += self.ground.get().map_or(Vec2::ZERO, |ground| ground.pos - ground.before);
        self.since_ground = if self.ground.is_alive() { 0.0 } else { self.since_ground + dt };
        // Also a moment after it has left the ground, or when it was told so a moment before it landed.
        if self.since_ground < 0.1 && controls.since_jump < 0.12 {
            (self.since_ground, controls.since_jump) = (f32::INFINITY, f32::INFINITY);
            (self.velocity.y, self.stretch) = (-self.jump, 0.3);
        }
        let fall = self.velocity.y;
        let [wall, floor] = body.go(self.velocity * dt);
        self.velocity *= vec2(f32::from(wall.is_none()), f32::from(floor.is_none()));
        self.ground = floor.filter(|_| fall > 0.0).map_or(Handle::NULL, Entity::handle);
        self.stretch = if floor.is_some() && fall > 6.0 { -0.3 } else { (1.0 - 9.0 * dt) * self.stretch };
        for (entity, other, _) in &query::<(Entity, &Body, &Touchable)>() {
            if body.touches(other) {
                entity.send(Touch { hero: me, is_from_above: fall > 1.0 && body.pos.y < other.pos.y });
            }
        }
        if body.pos.y > Game::borrow().size.y {
            me.send(Hurt);
        }
    }

    fn on_bounce(&mut self, _: &Bounce) {
        (self.velocity.y, self.stretch) = (-0.8 * self.jump, 0.3);
    }

    /// It is flat for a moment, then a life is lost.
    fn on_hurt(&mut self, _: &Hurt, me: Entity) {
        self.stretch = -0.6;
        self.set_enabled(false); // hears no more: one life, by whatever it is hurt in this step
        me.after(0.7, |_| Game::go_on(|game| game.lost_lives += 1));
    }
}

struct Bounce;
struct Hurt;

struct Touch {
    hero: Entity,
    is_from_above: bool,
}

#[derive(Component, Clone, Copy, Serialize, Deserialize)]
#[component(on(Touch))]
pub enum Touchable {
    Coin,
    Walker,
    Spikes,
    Flag,
}

impl Touchable {
    fn on_touch(&mut self, touch: &Touch, me: Entity, game: &mut Game) {
        match self {
            Touchable::Coin => {
                game.score += 10;
                me.despawn();
            }
            Touchable::Walker if touch.is_from_above => {
                game.score += 50;
                me.despawn();
                touch.hero.send(Bounce);
            }
            Touchable::Walker | Touchable::Spikes => _ = touch.hero.send(Hurt),
            Touchable::Flag => {
                self.set_enabled(false); // hears no more: the hero runs on for a moment
                me.after(0.7, |_| Game::go_on(|game| game.level += 1));
            }
        }
    }
}
