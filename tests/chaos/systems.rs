//! Systems with commands, readers and queries.

use ecs_core::{
    Changed, Commands, Entity, Events, Query, Removed, Schedule, SystemParam, View, Watch, With, Without,
};

use crate::components::{Body, Dust, Kept, Node, Ping, Score, Tag, Unit};

#[derive(SystemParam)]
struct Grown<'w> {
    commands: Commands<'w>,
    bodies: Query<'w, (Entity, &'w Body), Changed<Body>>,
    score: Watch<'w, Score>,
}

/// Asks for changes after the pass, by the values of what it visits.
fn grow(Grown { commands, bodies, score }: Grown) {
    for (place, (entity, body)) in bodies.iter().enumerate() {
        commands.emit(Ping { points: body.value.n, place: Some(place) });
        match body.value.n % 7 {
            0 if !score.has_changed() => commands.add::<Unit>(entity),
            1 => commands.insert(entity, Dust { n: 1, small: 2 }),
            2 => commands.kill(entity.handle::<Unit>()),
            3 if body.value.n % 5 == 0 => commands.despawn(entity),
            4 if body.value.n % 3 == 0 => _ = commands.spawn_child(entity, (Dust::default(),)),
            _ => {}
        }
    }
}

/// Each run of a system sends pings with the places 0, 1 and so on.
fn are_in_order(pings: &Events<Ping>) -> bool {
    let mut next = 0;
    pings.iter().filter_map(|(_, ping)| ping.place).all(|place| {
        let is_next = place == 0 || place == next;
        next = place + 1;
        is_next
    })
}

fn count(score: &mut Score, pings: Events<Ping>, ended: Removed<Body>, kept: View<Kept>) {
    for (_, ping) in &pings {
        score.value.n = score.value.n.wrapping_mul(31).wrapping_add(ping.points);
    }
    score.is_disordered |= !are_in_order(&pings);
    let count = (ended.len() + kept.len()) as u32;
    score.value.n = score.value.n.wrapping_add(count);
}

fn drift(mut dust: Query<(&mut Dust, Option<&Node>), With<Tag>>) {
    for (mut dust, node) in &mut dust {
        dust.n = dust.n.wrapping_add(node.map_or(1, |node| node.depth));
    }
}

fn nodes(mut nodes: Query<&mut Node, Without<Unit>>) {
    nodes.par_each(|node| node.depth = node.depth.wrapping_add(1));
}

pub fn schedule(which: u8) -> Schedule {
    match which {
        0 => Schedule::new(),
        1 => Schedule::new().add(count).add(grow),
        2 => Schedule::new().add(drift).add(grow).add(nodes),
        _ => Schedule::new().add(grow).add(count).add(drift).add(nodes),
    }
}
