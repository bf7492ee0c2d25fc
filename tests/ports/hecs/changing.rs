//! Adding, taking away, ending; ids that are used again; what is done later, and what has changed.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use ecs_core::{
    Added, Changed, Commands, Component, Entity, IntoSystem, Query, Remove, Schedule, Singleton, Tick, World,
    observe, query,
};

use super::{Brave, Gold, Name};
use crate::support::{CountedDrop, DropCounter, Random};

// after: despawn, len
#[test]
fn what_is_despawned_is_gone_and_others_stay() {
    let ada = Entity::spawn_with((Name("Ada"), Gold(123)));
    let bob = Entity::spawn_with((Name("Bob"), Gold(456)));
    assert_eq!(query::<Entity>().count(), 2);
    assert!(ada.despawn());
    assert_eq!(query::<Entity>().count(), 1);
    assert!(ada.get::<Name>().is_none() && ada.try_borrow::<Gold>().is_err());
    assert_eq!((*bob.borrow::<Name>(), *bob.borrow::<Gold>()), (Name("Bob"), Gold(456)));
}

// after: clear
#[test]
fn a_world_that_is_cleared_is_empty() {
    Entity::spawn_with((Name("Ada"), Gold(123)));
    Entity::spawn_with((Name("Bob"), Gold(456), Brave(true)));
    World::clear();
    assert_eq!((query::<Entity>().count(), Gold::count()), (0, 0));
}

// after: dynamic_components
#[test]
fn components_come_and_go_while_the_entity_lives() {
    let ada = Entity::spawn_with(Gold(42));
    ada.insert_all((Brave(true), Name("Ada")));
    let find = || query::<(Entity, &Gold, &Brave)>().iter().map(|(e, g, b)| (e, *g, *b)).collect::<Vec<_>>();
    assert_eq!(find(), [(ada, Gold(42), Brave(true))]);
    assert_eq!(ada.remove::<Gold>(), Some(Gold(42)));
    assert!(find().is_empty());
    assert_eq!(query::<(Entity, &Brave, &Name)>().single(), Ok((ada, &Brave(true), &Name("Ada"))));
}

// after: remove_missing, remove_nothing
#[test]
fn what_is_not_there_cannot_be_taken() {
    let ada = Entity::spawn_with((Name("Ada"), Gold(123)));
    assert_eq!(ada.remove::<Brave>(), None);
    assert!(ada.has::<(Name, Gold)>());
}

// after: exchange_components
#[test]
fn one_component_can_take_the_place_of_another() {
    let ada = Entity::spawn_with((Name("Ada"), Gold(123)));
    assert!(ada.kill::<Name>());
    ada.insert(Brave(true));
    assert!(!ada.has::<Name>() && ada.has::<(Gold, Brave)>());
}

// after: bad_insert
#[test]
fn nothing_can_be_added_to_no_entity() {
    assert!(Entity::NONE.try_insert(Gold(1)).is_err());
}

// after: reuse_empty, reuse_populated, entity_generation_regression
#[test]
fn an_index_is_used_again_and_an_id_is_not() {
    let ada = Entity::spawn_with(Gold(42));
    ada.despawn();
    let bob = Entity::spawn_with(Brave(true));
    assert_eq!(ada.index(), bob.index());
    assert_ne!(ada, bob);
    assert!(bob.get::<Gold>().is_none() && bob.borrow::<Brave>().0);
    assert!(ada.get::<Brave>().is_none());
    let last = (0..5).fold(bob, |last, _| {
        last.despawn();
        Entity::spawn_with(Gold(1))
    });
    assert_eq!(query::<Entity>().single(), Ok(last));
}

// after: contains, alloc_and_free
#[test]
fn the_living_are_those_that_were_spawned_and_not_despawned() {
    let random = &mut Random(7);
    let (mut living, mut dead) = (Vec::new(), Vec::new());
    for _ in 0..300 {
        if random.below(10) < 7 || living.is_empty() {
            let entity = Entity::spawn();
            assert!(!living.contains(&entity) && !dead.contains(&entity));
            living.push(entity);
        } else {
            let entity = living.swap_remove(random.below(living.len()));
            assert!(entity.despawn() && !entity.despawn());
            dead.push(entity);
        }
        assert_eq!(query::<Entity>().count(), living.len());
    }
    assert!(living.iter().all(|entity| entity.is_alive()) && !dead.iter().any(|entity| entity.is_alive()));
}

// after: take
#[test]
fn an_entity_moves_to_another_world_by_its_components() {
    let (home, away) = (World::new(), World::new());
    let (ada, bob) = home
        .enter(|| (Entity::spawn_with((Name("Ada"), Gold(42))), Entity::spawn_with((Name("Bob"), Gold(17)))));
    let taken = home.enter(|| {
        let taken = (ada.remove::<Name>().unwrap(), ada.remove::<Gold>().unwrap());
        ada.despawn();
        taken
    });
    away.enter(|| {
        let ada = Entity::spawn_with(taken);
        assert_eq!((*ada.borrow::<Name>(), *ada.borrow::<Gold>()), (Name("Ada"), Gold(42)));
        assert!(ada.despawn());
    });
    home.enter(|| {
        assert!(!ada.is_alive());
        assert_eq!((*bob.borrow::<Name>(), *bob.borrow::<Gold>()), (Name("Bob"), Gold(17)));
    });
}

/// Runs a system once, so that what it asks for is done.
fn command(ask: impl FnMut(Commands<'_>) + Send + 'static) {
    let mut ask = ask;
    Schedule::new().add(move |commands: Commands| ask(commands)).run(0.1);
}

// after: despawn_buffered_entity, remove_buffered_component
#[test]
fn commands_end_entities_and_components() {
    let ada = Entity::spawn_with((Name("Ada"), Gold(7), Brave(true)));
    let bob = Entity::spawn_with(Gold(1));
    command(move |commands| {
        commands.kill(ada.handle::<Gold>());
        commands.kill(ada.handle::<Name>());
        commands.despawn(bob);
    });
    assert!(ada.has::<Brave>() && !ada.has::<Gold>() && !ada.has::<Name>() && !bob.is_alive());
}

/// What a system has asked for.
#[derive(Singleton, Default)]
struct Promised(Vec<Entity>);

// after: spawn_buffered_entity, reserve, reserve_entity, reserve_entities, reserve_grows, reserve_grows_mixed
#[test]
fn what_a_command_will_spawn_has_its_id_at_once_and_is_there_later() {
    Promised::set(Promised::default());
    let old: Vec<_> = (0..10).map(|_| Entity::spawn()).collect();
    Entity::despawn_many(&old[6..]);
    fn ask(commands: Commands<'_>, promised: &mut Promised) {
        promised.0 = (0..10).map(|n| commands.spawn(Gold(n))).collect();
        commands.insert(promised.0[3], Name("third"));
    }
    let see = |all: Query<Entity>, promised: &mut Promised| {
        assert_eq!((all.count(), promised.0.len()), (16, 10));
    };
    let none = |all: Query<Entity>| assert_eq!(all.count(), 6);
    Schedule::new().add((none, ask, see).chain()).run(0.1);
    let promised = Promised::borrow().0.clone();
    for (n, entity) in (0..).zip(&promised) {
        assert!(!old.contains(entity) && *entity.borrow::<Gold>() == Gold(n));
    }
    assert!(promised[3].has::<Name>());
    // Those that were free, then new ones: no hole is left.
    let mut indices: Vec<_> = old[..6].iter().chain(&promised).map(|entity| entity.index()).collect();
    indices.sort_unstable();
    assert_eq!(indices.last().unwrap() - indices[0], 15);
}

// after: insert_then_remove, remove_then_insert, insert_then_queue
#[test]
fn commands_are_done_in_the_order_in_which_they_were_given() {
    let [gone, set, run] = [Entity::spawn(), Entity::spawn_with(Gold(17)), Entity::spawn()];
    command(move |commands| {
        commands.insert(gone, Gold(42));
        commands.kill(gone.handle::<Gold>());
        commands.kill(set.handle::<Gold>());
        commands.insert(set, Gold(42));
        commands.insert(run, Gold(42));
        commands.run(move || run.borrow_mut::<Gold>().0 += 81);
    });
    assert!(!gone.has::<Gold>());
    assert_eq!((set.borrow::<Gold>().0, run.borrow::<Gold>().0), (42, 123));
}

// after: failed_insert_regression
#[test]
fn what_a_command_would_set_on_the_dead_is_dropped_and_mixes_with_nothing() {
    let [dead, alive] = [Entity::spawn_with(Gold(1)), Entity::spawn_with(Gold(2))];
    dead.despawn();
    command(move |commands| {
        commands.insert(dead, Gold(10));
        commands.insert(alive, Gold(20));
    });
    assert!(!dead.is_alive());
    assert_eq!(query::<(Entity, &Gold)>().single(), Ok((alive, &Gold(20))));
}

#[derive(Component)]
struct Held {
    _token: CountedDrop,
}

// after: ownership_sanity
#[test]
fn what_a_command_carries_is_dropped_once() {
    let drops = DropCounter::default();
    let entity = Entity::spawn();
    let token = drops.clone();
    command(move |commands| commands.insert(entity, Held { _token: token.token() }));
    assert_eq!((drops.made(), drops.dropped()), (1, 0));
    entity.despawn();
    assert_eq!((drops.made(), drops.dropped()), (1, 1));
}

#[derive(Component, Clone, Copy, Debug, PartialEq)]
#[component(track)]
struct Hp(i32);

/// Looks at what has come, changed and gone since it looked the last time.
struct Tracker {
    seen: Tick,
    last: HashMap<Entity, Hp>,
    gone: Arc<Mutex<Vec<(Entity, Hp)>>>,
}

impl Tracker {
    fn new() -> Self {
        let gone = Arc::<Mutex<Vec<(Entity, Hp)>>>::default();
        let list = gone.clone();
        observe(move |end: &Remove<Hp>| list.lock().unwrap().push((end.entity(), *end.borrow()))).forever();
        Self { seen: Tick::default(), last: HashMap::new(), gone }
    }

    /// The added; the changed with their old values; the removed with their last ones.
    #[expect(clippy::type_complexity, reason = "three lists")]
    fn track(&mut self) -> (Vec<(Entity, Hp)>, Vec<(Entity, Hp, Hp)>, Vec<(Entity, Hp)>) {
        let added: Vec<_> = query::<(Entity, &Hp)>()
            .filter::<Added<Hp>>()
            .since(self.seen)
            .iter()
            .map(|(e, &hp)| (e, hp))
            .collect();
        let is_new = |entity: Entity| added.iter().any(|&(new, _)| new == entity);
        let changed = query::<(Entity, &Hp)>()
            .filter::<Changed<Hp>>()
            .since(self.seen)
            .iter()
            .filter(|&(entity, _)| !is_new(entity))
            .map(|(entity, &hp)| (entity, self.last[&entity], hp))
            .collect();
        self.seen = World::tick();
        self.last = query::<(Entity, &Hp)>().iter().map(|(entity, &hp)| (entity, hp)).collect();
        (added, changed, std::mem::take(&mut self.gone.lock().unwrap()))
    }
}

// after: change_tracker::smoke
#[test]
fn a_look_finds_what_has_come_changed_and_gone_since_the_last_one() {
    let mut tracker = Tracker::new();
    let a = Entity::spawn_with(Hp(42));
    let b = Entity::spawn_with((Hp(17), Brave(false)));
    let c = Entity::spawn_with(Brave(true));
    assert_eq!(tracker.track(), (vec![(a, Hp(42)), (b, Hp(17))], vec![], vec![]));
    a.kill::<Hp>();
    b.borrow_mut::<Hp>().0 = 26;
    c.insert(Hp(74));
    assert_eq!(tracker.track(), (vec![(c, Hp(74))], vec![(b, Hp(17), Hp(26))], vec![(a, Hp(42))]));
    assert_eq!(tracker.track(), (vec![], vec![], vec![]));
}
