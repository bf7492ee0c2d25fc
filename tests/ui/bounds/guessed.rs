//! Names that people guess and that do not exist: rustc proposes no trait of the inside of the library.

use ecs_core::prelude::*;

#[derive(Component, Default)]
struct Player;

fn main() {
    Player::single(); //~ ERROR no function or associated item named `single`
    Player::iter(); //~ ERROR no function or associated item named `iter`
    Player::query(); //~ ERROR no function or associated item named `query`
    Player.insert(); //~ ERROR no method named `insert`
    let entity = Entity::spawn();
    entity.destroy(); //~ ERROR no method named `destroy`
    entity.commands(); //~ ERROR no method named `commands`
    entity.entity(); //~ ERROR no method named `entity`
}
