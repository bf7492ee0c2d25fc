//! Saves, prefabs and dangling references: laws V and F.

use ecs_core::{Component, Entity, Handle, Save, Singleton, World, find};
use serde::{Deserialize, Serialize};

#[derive(Component, Serialize, Deserialize)]
struct Health {
    now: f32,
}

#[derive(Component, Serialize, Deserialize)]
struct Turret {
    target: Handle<Health>,
    all: Vec<Option<Entity>>,
}

#[derive(Singleton, Default, Serialize, Deserialize)]
struct Score(u32);

#[derive(Component, Serialize, Deserialize)]
struct Tag;

type Saved = Save<(Health, (Turret, Score), Tag)>;

#[test]
fn smoke() {
    let boss = Entity::spawn().insert(Health { now: 50.0 });
    let gun = Entity::spawn()
        .with(Turret { target: boss, all: vec![None, Some(boss.entity())] })
        .with(Tag)
        .child_of(boss.entity());
    gun.set_name("gun");
    boss.entity().set_enabled(false);
    Score::set(Score(7));
    let (text, report) = Saved::write_with(serde_json::to_string_pretty).unwrap();
    println!("{text}\n{report}");
    let (r, _) = Saved::write_with(|s| ron::ser::to_string_pretty(s, Default::default())).unwrap();
    println!("{r}");
    let (bytes, _) = Saved::write_with(|s| postcard::to_allocvec(s)).unwrap();
    println!("{bytes:?}");
    let before = World::dump();
    for round in 0..3 {
        boss.get_mut().map(|mut h| h.now = 0.0);
        Score::borrow_mut().0 += 1;
        match round {
            0 => Saved::reload_with(|| serde_json::from_str(&text)).unwrap(),
            1 => Saved::reload_with(|| ron::from_str(&r)).unwrap(),
            _ => Saved::reload_with(|| postcard::from_bytes(&bytes)).unwrap(),
        };
        println!("{}", World::dump());
        let gun = find("gun").unwrap();
        assert_eq!(gun.borrow::<Turret>().target.borrow().now, 50.0);
        assert_eq!(gun.parent(), Some(gun.borrow::<Turret>().target.entity()));
        assert_eq!(Score::borrow().0, 7);
    }
    println!("{before}");
}
