//! A complete little game in text frames: a ship that plays by itself, waves of invaders, which are prefabs,
//! and a score.

use ecs_core::{Component, Entity, Prefab, Singleton, With, query, time, update_all};

const WIDTH: f32 = 40.0;
const HEIGHT: f32 = 12.0;

/// Where something is. All that is on the screen has one.
#[derive(Component, Clone, Copy)]
struct Place {
    x: f32,
    y: f32,
}

#[derive(Component, Clone)]
struct Sprite(char);

impl Sprite {
    fn late_update(&self, place: &Place, screen: &mut Screen) {
        screen.0[place.y as usize][place.x as usize] = self.0;
    }
}

/// What is seen: cleared in the update, drawn on in the late update, and printed after that.
#[derive(Singleton, Default)]
#[component(after(late_update(Sprite)))]
struct Screen(Vec<[char; WIDTH as usize]>);

impl Screen {
    fn update(&mut self) {
        self.0 = vec![[' '; WIDTH as usize]; HEIGHT as usize];
    }

    fn late_update(&self, score: &Score) {
        if time().frame() % 120 == 1 {
            self.0.iter().for_each(|line| println!("|{}|", String::from_iter(line)));
            println!("{:->42}", format!(" {} points ", score.0));
        }
    }
}

#[derive(Singleton, Default)]
struct Score(u32);

struct Hit;

#[derive(Component, Clone)]
#[component(on(Hit))]
struct Invader {
    speed: f32,
    points: u32,
}

impl Invader {
    fn fixed_update(&mut self, dt: f32, place: &mut Place) {
        place.x += self.speed * dt;
        if place.x < 1.0 || place.x > WIDTH - 2.0 {
            (self.speed, place.y) = (-1.05 * self.speed, place.y + 1.0);
            place.x = place.x.clamp(1.0, WIDTH - 2.0);
        }
    }

    fn on_hit(&mut self, _: &Hit, score: &mut Score) {
        score.0 += self.points;
        self.entity().despawn();
    }
}

#[derive(Component)]
struct Shot;

impl Shot {
    fn fixed_update(&self, dt: f32, shot: Entity, place: &mut Place) {
        place.y -= 14.0 * dt;
        if place.y < 0.0 {
            shot.despawn();
        }
    }

    fn update(&self, shot: Entity) {
        let place = *shot.borrow::<Place>();
        for (invader, other) in &query::<(Entity, &Place)>().filter::<With<Invader>>() {
            if (other.x - place.x).abs() < 1.0 && (other.y - place.y).abs() < 0.5 && shot.despawn() {
                invader.send(Hit);
            }
        }
    }
}

#[derive(Component, Default)]
struct Ship {
    reloads: f32,
}

impl Ship {
    fn update(&mut self, dt: f32, place: &mut Place) {
        let aim = Invader::view().iter().map(|invader| invader.speed.signum()).sum::<f32>();
        place.x = (place.x + aim.signum() * 9.0 * dt).rem_euclid(WIDTH);
        self.reloads -= dt;
        if self.reloads <= 0.0 {
            self.reloads = 0.4;
            Entity::spawn().with(Shot).with(Sprite('\'')).with(Place { y: HEIGHT - 2.0, ..*place });
        }
    }
}

fn main() {
    Entity::spawn().with(Ship::default()).with(Sprite('A')).with(Place { x: WIDTH / 2.0, y: HEIGHT - 1.0 });
    // Built once, and spawned in waves. A variant begins with all that the other has.
    let scout = Prefab::new(|root| {
        root.with(Invader { speed: 4.0, points: 10 }).with(Sprite('W')).with(Place { x: 4.0, y: 0.0 });
    });
    let captain = scout.variant(|root| {
        root.borrow_mut::<Invader>().points = 50;
        root.borrow_mut::<Sprite>().0 = 'M';
    });
    for (wave, invader) in [&scout, &scout, &captain].into_iter().enumerate() {
        invader.spawn_many(8 - 2 * wave, |n, root| root.borrow_mut::<Place>().x += 4.0 * n as f32);
        while Invader::count() > 0 && time().elapsed() < 60.0 {
            update_all(1.0 / 60.0);
        }
    }
    println!("{} points in {:.1} s, {} invaders left", Score::borrow().0, time().elapsed(), Invader::count());
}
