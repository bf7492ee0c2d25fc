//! Signals and reactive storages: here observers and groups.

use ecs_core::{Add, Changed, Component, Entity, Group, Remove, With, World, observe, query};

use super::{Char, Empty, Int};
use crate::support::{log, take_log};

// after: registry/Signals, registry/SignalsOnEntity, sigh_mixin/Functionalities,
// sigh_mixin/NonDefaultConstructibleType, sigh_mixin/Registry, sigh_mixin/AutoSignal
#[test]
fn a_birth_and_an_end_are_heard_with_the_entity() {
    let came = observe(|e: &Add<Int>| log(format!("came {}", e.borrow().0)));
    let went = observe(|e: &Remove<Int>| log(format!("went {}", e.borrow().0)));
    let e = Entity::spawn_with((Int(1), Char('x')));
    let f = Entity::spawn_with(Int(2));
    f.kill::<Int>();
    e.insert(Int(3));
    assert_eq!(take_log(), ["came 1", "came 2", "went 2", "went 1", "came 3"]);
    drop(came);
    e.despawn();
    Entity::spawn_with(Int(4));
    assert_eq!(take_log(), ["went 3"]);
    drop(went);
    Int::clear();
    assert!(take_log().is_empty());
}

// after: registry/SignalWhenDestroying, group/SignalRace
#[test]
fn while_an_entity_ends_its_other_components_are_still_there() {
    let _char = observe(|e: &Remove<Char>| log(format!("{}", e.entity().borrow::<Int>().0)));
    let _int = observe(|e: &Remove<Int>| log(format!("{}", e.entity().borrow::<Char>().0)));
    Entity::spawn_with((Int(7), Char('x'))).despawn();
    let mut heard = take_log();
    heard.sort_unstable();
    assert_eq!(heard, ["7", "x"]);
}

// after: registry/SelfSignal, storage/CreateFromConstructor, storage/UpdateFromDestructor
#[test]
fn an_observer_may_do_to_its_entity_what_it_hears_of() {
    let _came = observe(|e: &Add<Int>| {
        if e.borrow().0 < 3 {
            e.entity().insert(Int(e.borrow().0 + 1));
        }
    });
    let e = Entity::spawn_with(Int(0));
    assert_eq!(e.borrow::<Int>().0, 3);
    let _went = observe(|e: &Remove<Char>| {
        e.entity().insert(Empty);
    });
    let f = Entity::spawn_with(Char('x'));
    f.kill::<Char>();
    assert!(f.has::<Empty>());
}

// after: sigh_mixin/ThrowingComponent, storage/ThrowingComponent
#[test]
fn a_hook_that_panics_leaves_no_component_behind() {
    #[derive(Component)]
    struct Fails(bool);
    impl Fails {
        fn init(&mut self) {
            assert!(!self.0, "this one fails");
        }
    }
    let e = Entity::spawn();
    let message = crate::support::message_of(|| e.insert(Fails(true)));
    assert!(message.contains("this one fails"));
    assert!(e.is_alive() && !e.has::<Fails>());
    e.insert(Fails(false));
    assert_eq!(Fails::count(), 1);
}

// after: reactive_mixin/OnConstruct, reactive_mixin/OnConstructCallback, reactive_mixin/OnDestroy,
// reactive_mixin/OnDestroyCallback, reactive_mixin/EntityLifecycle, reactive_mixin/Constructors,
// reactive_mixin/ManagedStorage
#[test]
fn a_group_collects_who_came_and_who_went() {
    let mut group = Group::<With<Int>>::new();
    group.refresh();
    assert!(group.active().is_empty());
    let e = Entity::spawn_with(Int(1));
    let f = Entity::spawn_with(Int(2));
    assert!(group.added().is_empty(), "until it is refreshed");
    group.refresh();
    assert_eq!((group.added(), group.active(), group.removed()), (&[e, f][..], &[e, f][..], &[][..]));
    f.despawn();
    group.refresh();
    assert_eq!((group.added(), group.active(), group.removed()), (&[][..], &[e][..], &[f][..]));
    assert!(group.contains(e) && !group.contains(f));
}

#[derive(Component)]
#[component(track)]
struct Tracked(u32);

// after: reactive_mixin/OnUpdate, reactive_mixin/OnUpdateCallback, reactive_mixin/View,
// reactive_mixin/Registry
#[test]
fn what_was_updated_is_asked_for_since_a_moment() {
    let e = Entity::spawn_many(3, |i, _| Tracked(i as u32));
    let since = World::tick();
    let updated = || query::<Entity>().filter::<Changed<Tracked>>().since(since).iter().collect::<Vec<_>>();
    assert!(updated().is_empty());
    e[1].borrow_mut::<Tracked>().0 += 1;
    e[2].insert(Tracked(7));
    assert_eq!(updated(), [e[1], e[2]]);
    e[1].despawn();
    assert_eq!(updated(), [e[2]]);
}

// after: reactive_mixin/AutoDisconnection, registry/CleanNonOwningGroupViewAfterRemoveAndClear
#[test]
fn an_observer_and_a_group_that_are_dropped_leave_nothing() {
    {
        let _observer = observe(|_: &Add<Int>| log("heard"));
        let mut group = Group::<With<Int>>::new();
        group.refresh();
    }
    Entity::spawn_with(Int(1));
    assert!(take_log().is_empty());
}
