//! What user code does between the parts of a load: ends, spawns, and attaches what came.

use ecs_core::saves::Loading;
use ecs_core::{
    Add, Archetype, Attach, Component, Entity, Handle, Pool, Save, Singleton, World, find, observe, query,
};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;

#[derive(Component, Serialize, Deserialize, Debug)]
struct Hull(u32);

#[derive(Component, Serialize, Deserialize, Debug)]
struct Tail {
    #[component(sibling)]
    hull: Handle<Hull>,
}

#[derive(Singleton, Default, Serialize, Deserialize)]
struct Fuse(u32);

impl Fuse {
    /// Leaves a hole among the tails, after room was made for those that come.
    fn shutdown(&mut self) {
        find("old").map(Entity::despawn);
    }
}

#[test]
fn v3_siblings_are_filled_also_where_a_hook_has_left_holes() {
    type Saved = Save<(Hull, Tail, Fuse)>;
    let spawn = |hull| Entity::spawn().with(Hull(hull)).with(Tail { hull: Handle::NULL });
    Fuse::set(Fuse(1));
    spawn(1).set_name("old");
    spawn(2);
    let (text, _) = Saved::write_with(serde_json::to_string).expect("it can be written");
    let loaded = Saved::read_with(|| serde_json::from_str(&text)).expect("it can be read");
    let last = loaded.entities()[1];
    let guard = last.borrow::<Tail>();
    let off = Entity::spawn();
    off.set_enabled(false);
    off.insert(Tail { hull: Handle::NULL });
    assert_eq!((guard.hull, last.borrow::<Hull>().0), (last.handle(), 2));
    drop(guard);
    assert_eq!(Tail::count(), 4, "of the old one, too, that was loaded");
}

#[derive(Component, Serialize, Deserialize)]
struct Enemy;

#[derive(Component, Default, Serialize, Deserialize)]
#[component(on(Add<Enemy>))]
struct Radar {
    seen: u32,
}

impl Radar {
    fn on_add_enemy(&mut self, _: &Add<Enemy>) {
        self.seen += 1;
    }
}

#[test]
fn o1_what_has_come_hears_of_what_others_do_about_it() {
    type Saved = Save<(Enemy, Radar)>;
    Entity::spawn().with(Radar::default()).set_name("radar");
    Entity::spawn().with(Enemy);
    let (text, _) = Saved::write_with(serde_json::to_string).expect("it can be written");
    World::clear();
    let answers = RefCell::new(0);
    let observer = observe(move |_: &Add<Enemy>| {
        if answers.replace_with(|count| *count + 1) == 0 {
            Entity::spawn().insert(Enemy);
        }
    });
    Saved::read_with(|| serde_json::from_str(&text)).expect("it can be read");
    let seen = find("radar").expect("it came").borrow::<Radar>().seen;
    assert_eq!((seen, Enemy::count()), (2, 2), "one of the save, and the one that an observer spawned");
    drop(observer);
}

type Bullets = Pool<Archetype<(Hull2,)>>;

#[derive(Component, Default, Serialize, Deserialize)]
struct Hull2;

#[test]
fn v3_what_is_below_a_parked_one_that_does_not_come_does_not_come() {
    type Saved = Save<(Hull2, Hull)>;
    let pool = Bullets::new();
    let bullet = pool.take();
    Entity::spawn().with(Hull(7)).child_of(bullet).set_name("trail");
    assert!(pool.give_back(bullet));
    Entity::spawn().with(Hull(8));
    let (text, _) = Saved::write_with(serde_json::to_string).expect("it can be written");
    World::new().enter(|| {
        Saved::read_with(|| serde_json::from_str(&text)).expect("it can be read");
        assert_eq!((find("trail"), World::stats().alive), (None, 1));
        assert_eq!(query::<&Hull>().single().expect("one came").0, 8);
    });
}

#[derive(Component, Serialize, Deserialize)]
struct Nomad;

impl Nomad {
    fn on_load(&mut self, me: Entity) {
        me.child_of(find("new home").expect("it came"));
    }
}

#[test]
fn v3_what_is_attached_elsewhere_in_on_load_is_told_of_once() {
    type Saved = Save<(Nomad,)>;
    let [home, _] = ["home", "new home"].map(|name| {
        let home = Entity::spawn();
        home.set_name(name);
        home
    });
    Entity::spawn().with(Nomad).child_of(home);
    let (text, _) = Saved::write_with(serde_json::to_string).expect("it can be written");
    let told = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let telling = told.clone();
    let observer = observe(move |attached: &Attach| {
        telling.lock().expect("nobody panics").push(attached.parent().name().map(|name| name.to_string()));
    });
    World::clear();
    Saved::read_with(|| serde_json::from_str(&text)).expect("it can be read");
    assert_eq!(*told.lock().expect("nobody panics"), [Some("new home".to_owned())]);
    drop(observer);
}

thread_local! {
    static KEPT: RefCell<Option<Loading<(Hull,)>>> = const { RefCell::new(None) };
}

#[test]
fn v4_what_was_read_and_is_kept_comes_also_after_the_world_was_reset() {
    type Hulls = Save<(Hull,)>;
    let [old, child] = [1, 2].map(|hull| Entity::spawn().with(Hull(hull)));
    child.child_of(old);
    let (text, _) = Hulls::write_with(serde_json::to_string).expect("it can be written");
    let kept = Hulls::read_with(|| -> Result<_, String> {
        KEPT.set(Some(serde_json::from_str(&text).expect("it can be read")));
        Err("later".into())
    });
    assert!(kept.is_err());
    World::clear();
    World::reset();
    let others: Vec<_> = (0..5).map(|n| Entity::spawn().with(Hull(10 + n))).collect();
    let loaded = Hulls::read_with(|| KEPT.take().ok_or("nothing is kept")).expect("it comes");
    let [first, second] = [0, 1].map(|place| loaded.entities()[place]);
    assert_eq!((first.borrow::<Hull>().0, second.borrow::<Hull>().0, second.parent()), (1, 2, Some(first)));
    assert!(
        others.iter().zip(10..).all(|(other, n)| other.borrow::<Hull>().0 == n && other.parent().is_none())
    );
    assert_eq!(World::stats().alive, 7);
}
