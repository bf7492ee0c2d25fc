//! The war: two teams with their armies and castles, and how many are left.

use super::*;

pub const FIELD: Vec2 = vec2(1600.0, 900.0);
/// From one unit to the next in a formation.
pub const SPACING: f32 = 7.0;
/// A team is 0 or 1. If there is a player, it leads this one.
pub const BLUE: usize = 0;

#[derive(Singleton, Clone, Default)]
pub struct War {
    /// How many units a team has at first, and may have at most.
    army: usize,
    pub has_player: bool,
    /// How many units each team has.
    pub units: [usize; 2],
    /// Where the castles of each team are. Who has lost all of them has lost the war.
    pub castles: [Vec<Vec2>; 2],
}

impl War {
    pub fn nearest_castle(&self, team: usize, pos: Vec2) -> Option<Vec2> {
        let far = |castle: &Vec2| castle.distance(pos);
        self.castles[team].iter().copied().min_by(|a, b| far(a).total_cmp(&far(b)))
    }
}

/// A system that counts who is left.
pub fn count(units: Query<&Body, With<Unit>>, castles: Query<&Body, With<Castle>>, war: &mut War) {
    war.units = [0; 2];
    units.iter().for_each(|unit| war.units[unit.team] += 1);
    war.castles = [Vec::new(), Vec::new()];
    castles.iter().for_each(|castle| war.castles[castle.team].push(castle.pos));
}

/// Trains units while the army is not complete.
#[derive(Component, Clone, Copy)]
#[component(as(dyn Draw))]
pub struct Castle;

impl Castle {
    pub const RADIUS: f32 = 18.0;

    fn init(&mut self) {
        self.every(0.3, Castle::train);
    }

    fn train(&mut self) {
        let Body { team, pos, radius, .. } = *self.sibling::<Body>().borrow();
        if War::borrow().units[team] < War::borrow().army {
            let way = Vec2::from_angle(random(-PI, PI));
            unit::spawn(random(0.0, 5.0) as usize, team, pos + (radius + 6.0) * way);
        }
    }
}

/// Draws up both armies, in regiments: soldiers in front, then archers, healers behind.
pub fn muster(army: usize, has_player: bool) {
    World::clear(); // singletons stay
    War::set(War { army, has_player, ..War::default() });
    for team in 0..2 {
        let place = |x, y| if team == BLUE { vec2(x, y) } else { FIELD - vec2(x, y) };
        for (column, line) in (0..army).map(|n| (n % 50, n / 50)) {
            let [x, y] = [column, line].map(|n| SPACING * n as f32 + random(-1.0, 1.0));
            let [gap_x, gap_y] = [column / 10, line / 20].map(|n| 2.0 * SPACING * n as f32);
            let slant = 25.0 * (line / 20) as f32;
            unit::spawn(column / 10, team, place(800.0 - x - gap_x - slant, 75.0 + y + gap_y));
        }
        for (x, y) in [(450.0, 350.0), (450.0, 550.0), (120.0, 450.0)] {
            let body = Body { team, pos: place(x, y), radius: Castle::RADIUS, health: 1.0 };
            Entity::spawn_with((body, Castle));
        }
    }
}
