//! What the tests of shipyard, specs and flecs state, and no law alone.

use std::cell::RefCell;
use std::collections::HashSet;
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};

use ecs_core::{
    Added, Changed, Commands, Component, Entity, Query, Schedule, Singleton, Tick, World, local, query,
};

use crate::support::Random;

#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[component(track)]
struct Size(usize);

#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Gold(u32);

#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Hp(i32);

fn added(tick: Tick) -> Vec<usize> {
    query::<&Size>().filter::<Added<Size>>().since(tick).iter().map(|size| size.0).collect()
}

fn changed(tick: Tick) -> Vec<usize> {
    query::<&Size>().filter::<Changed<Size>>().since(tick).iter().map(|size| size.0).collect()
}

// ---- shipyard ----

#[test]
fn components_move_to_an_entity_of_another_world() {
    let (first, second) = (World::new(), World::new());
    let taken = first.enter(|| {
        let one = Entity::spawn_with((Size(1), Gold(2)));
        (one.remove::<Size>().unwrap(), one.remove::<Gold>().unwrap())
    });
    second.enter(|| {
        let one = Entity::spawn_with(taken);
        assert_eq!((*one.borrow::<Size>(), *one.borrow::<Gold>()), (Size(1), Gold(2)));
    });
}

#[test]
fn children_move_with_their_own_to_another_parent_and_can_be_sorted() {
    let [root, second] = [Entity::spawn(), Entity::spawn()];
    let child = |parent| Entity::spawn().child_of(parent);
    let e1 = child(root);
    let (e2, e3) = (child(e1), child(e1));
    let e4 = child(e3);
    e3.child_of(second);
    let e5 = child(e3);
    assert!(e3.children().eq([e4, e5]) && e4.ancestors().eq([e3, second]));
    assert!(root.descendants().eq([e1, e2]) && second.descendants().eq([e3, e4, e5]));
    e1.detach();
    assert!(root.descendants().next().is_none() && e1.ancestors().next().is_none() && e1.children().eq([e2]));
    second.despawn();
    assert!(![e3, e4, e5].iter().any(|entity| entity.is_alive()) && e2.is_alive());

    let all = [7, 5, 6, 1, 3].map(|n| Entity::spawn_with(Size(n)).child_of(root));
    let mut sorted: Vec<_> = root.children().collect();
    sorted.sort_by_key(|child| child.borrow::<Size>().0);
    sorted.iter().enumerate().for_each(|(place, &child)| root.insert_child(place, child));
    assert!(root.children().eq([all[3], all[4], all[1], all[2], all[0]]));
}

#[test]
fn those_that_fail_a_test_are_taken_out_and_the_others_have_changed() {
    let [none, some] = [0, 1].map(|n| Entity::spawn().insert(Size(n)));
    let tick = World::tick();
    query::<(Entity, &mut Size)>().each(|(entity, size)| {
        size.0 *= 2;
        if size.0 == 0 {
            entity.kill::<Size>();
        }
    });
    assert!(!none.is_alive() && some.changed_since(tick));
    assert_eq!(Size::view().as_slice(), [Size(2)]);
}

#[test]
fn a_sort_takes_what_is_new_and_changed_along() {
    let [_, b, c] = [3, 1, 2].map(|n| Entity::spawn().insert(Size(n)));
    let seen = World::tick();
    b.borrow_mut().0 = 5;
    let new = Entity::spawn().insert(Size(0));
    Size::sort_by_key(|size| size.0);
    assert_eq!((added(seen), changed(seen)), (vec![0], vec![0, 5]));
    assert!(new.added_since(seen) && !c.changed_since(seen));
}

#[derive(Component)]
#[component(track)]
struct Text(Rc<RefCell<String>>);

#[test]
fn what_may_not_leave_its_thread_is_tracked_too() {
    #[derive(Singleton, Default)]
    struct Seen(Vec<(usize, usize)>);

    let text = Entity::spawn().insert(Text(Rc::default()));
    let look = |new: Query<&Text, Added<Text>>, changed: Query<&Text, Changed<Text>>, seen: &mut Seen| {
        seen.0.push((new.count(), changed.count()));
    };
    let mut schedule = Schedule::new().add(local(look));
    schedule.run(0.1);
    schedule.run(0.1);
    text.borrow_mut().0.borrow_mut().push('a');
    schedule.run(0.1);
    assert_eq!(Seen::borrow().0, [(1, 1), (0, 0), (0, 1)]);
}

// ---- specs ----

/// All ids that were ever given.
#[derive(Singleton, Default)]
struct Ids(HashSet<Entity>);

#[test]
fn ids_that_are_given_at_once_and_later_are_never_the_same() {
    fn add(ids: &mut Ids, entity: Entity) {
        assert!(ids.0.insert(entity));
    }
    let mut schedule = Schedule::new().add(local(|commands: Commands, ids: &mut Ids| {
        for _ in 0..10 {
            add(ids, Entity::spawn());
            Entity::spawn().despawn();
            add(ids, commands.spawn(Hp(1)));
            add(ids, commands.spawn(Hp(2)));
            add(ids, Entity::spawn());
        }
    }));
    for count in [10, 20, 40] {
        (0..count).for_each(|_| schedule.run(0.1));
        assert_eq!(query::<Entity>().count(), count * 40);
        World::clear();
    }
}

/// The entities that are to be spawned in a run.
#[derive(Singleton, Default)]
struct New(Vec<i32>);

#[test]
fn what_is_spawned_after_others_were_despawned_lives() {
    static SPAWNED: AtomicUsize = AtomicUsize::new(0);

    let random = &mut Random(0xdead_beef);
    for _ in 0..100 {
        Entity::spawn_with(Hp(random.below(255) as i32));
    }
    let mut random = Random(17);
    let choose = move |new: &mut New| {
        let count = random.below(25);
        new.0 = (0..count).map(|_| random.below(255) as i32).collect();
    };
    fn end_the_lowest(all: Query<(Entity, &Hp)>, new: &New, commands: Commands) {
        let mut lowest: Vec<_> = all.iter().collect();
        lowest.sort_unstable_by_key(|&(_, hp)| *hp);
        lowest.iter().take(new.0.len()).for_each(|&(entity, _)| commands.despawn(entity));
    }
    fn spawn(new: &New, commands: Commands) {
        SPAWNED.fetch_add(new.0.len(), Ordering::Relaxed);
        new.0.iter().for_each(|&hp| _ = commands.spawn(Hp(hp)));
    }
    let mut schedule = Schedule::new().add(choose).add(end_the_lowest).add(spawn);
    for _ in 0..100 {
        schedule.run(0.1);
        assert_eq!((Hp::count(), query::<Entity>().count()), (100, 100));
    }
    assert!(SPAWNED.load(Ordering::Relaxed) > 0);
}

// ---- flecs ----

#[derive(Component)]
struct Number(usize);

#[test]
fn each_pattern_of_switches_leaves_the_others() {
    for count in [64, 100, 128, 200, 1024] {
        for step in [1, 2, 3, 7, 8, 10, 64, 256, 1024] {
            let e = Entity::spawn_many(count, |i, _| Number(i));
            for e in e.iter().step_by(step) {
                e.handle::<Number>().set_enabled(false);
            }
            let mut on: Vec<_> = query::<&Number>().iter().map(|n| n.0).collect();
            on.sort_unstable();
            assert!(
                on.iter().eq((0..count).filter(|i| i % step != 0).collect::<Vec<_>>().iter()),
                "{count} {step}"
            );
            assert_eq!(query::<&Number>().with_disabled().count(), count);
            for e in e.iter().step_by(step) {
                e.handle::<Number>().set_enabled(true);
            }
            assert_eq!(query::<&Number>().count(), count);
            Entity::despawn_many(&e);
        }
    }
}
