//! The levels, which are read from a file: what each letter stands for, and a map for each level.

use super::*;

/// What something is called, and its two colours.
#[derive(Component, Clone, Serialize, Deserialize)]
pub struct Look {
    pub name: String,
    pub colors: [u32; 2],
}

/// A component, as the file has it.
#[derive(Deserialize)]
enum Part {
    Look(Look),
    Body(Body),
    Solid(Solid),
    Hero(Hero),
    Swing(Swing),
    Touchable(Touchable),
}

impl Part {
    fn add_to(self, root: Entity) {
        match self {
            Part::Look(look) => root.with(look),
            Part::Body(body) => root.with(body),
            Part::Solid(solid) => root.with(solid),
            Part::Hero(hero) => root.with(hero),
            Part::Swing(swing) => root.with(swing),
            Part::Touchable(touchable) => root.with(touchable),
        };
    }
}

#[derive(Singleton)]
#[component(on(Enter<Playing>), no_snapshot)]
pub struct Levels {
    prefabs: BTreeMap<char, Prefab>,
    maps: Vec<String>,
}

impl Levels {
    pub fn read() -> Self {
        let file = ron::from_str(include_str!("levels.ron"));
        let (letters, maps): (BTreeMap<char, Vec<Part>>, _) = file.expect("the file is a part of the game");
        let prefab = |parts: Vec<Part>| Prefab::new(|root| parts.into_iter().for_each(|it| it.add_to(root)));
        Levels { prefabs: letters.into_iter().map(|(letter, parts)| (letter, prefab(parts))).collect(), maps }
    }

    /// Builds a level. The first comes after the last.
    fn on_enter_playing(&mut self, _: &Enter<Playing>, game: &mut Game) {
        game.size = Vec2::ZERO;
        for (row, letters) in self.maps[game.level % self.maps.len()].lines().enumerate() {
            for (column, letter) in letters.chars().enumerate().filter(|(_, letter)| *letter != ' ') {
                let root = self.prefabs[&letter].spawn().despawn_on_exit::<Playing>();
                let mut body = root.borrow_mut::<Body>();
                let floor = vec2(column as f32 + 0.5, row as f32 + 1.0);
                body.pos = floor - vec2(0.0, 0.5 * body.size.y);
                body.before = body.pos;
                game.size = game.size.max(floor.ceil());
            }
        }
    }
}
