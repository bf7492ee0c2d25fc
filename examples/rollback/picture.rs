//! What is to be seen, as text.

use ecs_core::{Singleton, query};
use glam::Vec2;

use crate::game::{ARENA, Armour, Crate, PLAYERS, Place, Score, Shell, Spark, Tank};

/// The arena from above: the tanks `R` and `B`, crates `#`, shells `o` and sparks, with the score below.
pub fn picture() -> String {
    let mut lines = vec![vec![' '; ARENA.x as usize]; ARENA.y as usize];
    let mut draw = |pos: Vec2, c: char| {
        let line = (ARENA.y - pos.y) as usize; // what lies outside becomes 0 or too much
        if let Some(place) = lines.get_mut(line).and_then(|line| line.get_mut(pos.x as usize)) {
            *place = c;
        }
    };
    query::<&Spark>().each(|spark| draw(spark.pos(), '.'));
    query::<(&Crate, &Place)>().each(|(_, place)| draw(place.world.pos, '#'));
    query::<(&Shell, &Place)>().each(|(_, place)| draw(place.world.pos, 'o'));
    let mut armour = [0; 2];
    query::<(&Tank, &Armour, &Place)>().each(|(tank, left, place)| {
        draw(place.world.pos, ['R', 'B'][usize::from(tank.player)]);
        armour[usize::from(tank.player)] = left.0;
    });
    let edge = format!("+{}+\n", "-".repeat(ARENA.x as usize));
    let mut text = edge.clone();
    for line in lines {
        text.extend(["|", &String::from_iter(line), "|\n"]);
    }
    text += &edge;
    let score = Score::borrow();
    for (player, name) in PLAYERS.into_iter().enumerate() {
        let (points, wins) = (score.points[player], score.wins[player]);
        text += &format!("{name}: {points} points, {wins} wins, armour {}\n", armour[player]);
    }
    text
}
