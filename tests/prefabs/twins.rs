//! F2: `duplicate`, of what lives: which hooks run, what is copied with it, and of what it is refused.

use std::cell::RefCell;

use ecs_core::{
    Archetype, Borrower, Component, Entity, Handle, Pool, PrefabError, Singleton, World, find, update_all,
};
use serde::{Deserialize, Serialize};

use crate::support::{assert_says, log, message_of};
use crate::{Hooked, Plain, To, alive, logged, only_child};

#[test]
fn f2_on_reset_runs_and_not_init_parents_first() {
    let root = Entity::spawn().with(Hooked(1));
    let child = Entity::spawn().with(Hooked(2)).child_of(root);
    Entity::spawn().with(Hooked(3)).child_of(child);
    logged();
    let twin = root.duplicate();
    assert_eq!(logged(), "on_reset 1, on_enable 1, on_reset 2, on_enable 2, on_reset 3, on_enable 3");
    update_all(0.1);
    assert_eq!(logged(), "start 1, start 2, start 3, start 1, start 2, start 3");
    twin.despawn();
    assert_eq!(logged(), "on_disable 3, shutdown 3, on_disable 2, shutdown 2, on_disable 1, shutdown 1");
    assert_eq!(alive(), 3);
}

#[test]
fn f2_nothing_is_required_anew_and_sibling_fields_are_filled_before_on_reset() {
    #[derive(Component, Serialize, Deserialize)]
    #[component(requires(Plain))]
    struct Filled {
        #[component(sibling)]
        plain: Handle<Plain>,
        kept: Handle<Plain>,
    }
    impl Filled {
        fn init(&mut self) {
            log("init");
        }
        fn on_reset(&mut self, entity: Entity, plain: Option<&mut Plain>) {
            assert_eq!(self.plain.entity(), entity);
            log(format!("on_reset {:?}", plain.map(|plain| std::mem::replace(&mut plain.0, 9))));
        }
    }
    let (elsewhere, null) = (Entity::spawn().handle(), Entity::NONE.handle());
    let one = Entity::spawn().with(Plain(1)).with(Filled { plain: null, kept: elsewhere });
    one.borrow_mut::<Filled>().plain = elsewhere;
    assert_eq!(logged(), "init");
    let twin = one.duplicate();
    assert_eq!(logged(), "on_reset Some(1)");
    assert_eq!((one.borrow::<Plain>().0, twin.borrow::<Plain>().0), (1, 9));
    assert_eq!((twin.borrow::<Filled>().plain, twin.borrow::<Filled>().kept), (twin.handle(), elsewhere));
    twin.kill::<Plain>();
    assert!(!twin.duplicate().has::<Plain>());
    assert_eq!(logged(), "on_reset None");
}

#[test]
fn f2_it_is_the_last_child_of_the_same_parent_and_is_off_where_that_is() {
    let parent = Entity::spawn().with(Plain(0));
    let all: Vec<_> = (1..4).map(|i| Entity::spawn().with(Hooked(i)).child_of(parent)).collect();
    Entity::spawn().with(Hooked(10)).child_of(all[0]);
    all[0].set_name("first");
    let twin = all[0].duplicate();
    assert_eq!(twin.parent(), Some(parent));
    assert_eq!((parent.children().next_back(), parent.children().count()), (Some(twin), 4));
    assert_eq!(twin.name().as_deref(), Some("first"));
    assert_eq!(find("first"), Some(all[0]), "that of the lowest index is found");
    parent.set_enabled(false);
    logged();
    let off = all[0].duplicate();
    assert!(!off.is_enabled() && !only_child(off).is_enabled());
    assert_eq!(logged(), "on_reset 1, on_reset 10");
    update_all(0.1);
    assert_eq!(logged(), "");
    parent.set_enabled(true);
    assert!(off.is_enabled() && only_child(off).is_enabled());
    assert!(logged().ends_with("on_enable 1, on_enable 10"));
    all[1].set_enabled(false);
    logged();
    let off = all[1].duplicate();
    assert!(!off.is_enabled());
    off.set_enabled(true);
    assert_eq!(logged(), "on_reset 2, on_enable 2", "it is off itself");
    assert!(!all[1].is_enabled());
}

#[test]
fn f2_a_component_that_is_off_is_off_in_the_copy() {
    let one = Entity::spawn().with(Hooked(1)).with(Plain(1));
    one.handle::<Hooked>().set_enabled(false);
    logged();
    let twin = one.duplicate();
    assert_eq!(logged(), "on_reset 1");
    assert!(!twin.handle::<Hooked>().is_enabled() && twin.handle::<Plain>().is_enabled());
    World::flush();
    assert_eq!((logged().as_str(), Hooked::view().enabled().len()), ("", 0));
    twin.handle::<Hooked>().set_enabled(true);
    assert_eq!(logged(), "on_enable 1");
}

#[test]
fn f2_timers_are_not_copied() {
    let one = Entity::spawn().with(Plain(1));
    one.after(0.5, |_| log("entity"));
    one.handle::<Plain>().after(0.5, |plain| log(format!("plain {}", plain.0)));
    let twin = one.duplicate();
    one.borrow_mut::<Plain>().0 = 2;
    update_all(1.0);
    assert!(twin.is_alive());
    let mut rang = logged();
    if rang.starts_with("plain") {
        rang = "entity, plain 2".into();
    }
    assert_eq!(rang, "entity, plain 2", "each once");
}

#[test]
fn f2_in_its_own_hook_a_component_is_borrowed_and_in_that_of_another_it_is_not() {
    #[derive(Component, Clone)]
    struct Splits(bool);
    impl Splits {
        fn update(&mut self, entity: Entity) {
            if std::mem::take(&mut self.0) {
                let refused = entity.try_duplicate();
                let Err(PrefabError::Borrowed { component, entity: of, by, .. }) = refused else {
                    panic!("it is mutably borrowed: {refused:?}");
                };
                assert_eq!((component, of), ("Splits", entity));
                assert!(matches!(by, Borrower::PassHook { .. }), "{by:?}");
                assert_says(&message_of(|| entity.duplicate()), &["cannot copy Splits", "Splits::update"]);
                log("refused");
            }
        }
    }
    #[derive(Component)]
    struct Watches(Entity);
    impl Watches {
        fn update(&mut self) {
            let twin = self.0.duplicate();
            log(format!("{}", twin.borrow::<Plain>().0));
        }
    }
    let one = Entity::spawn().with(Splits(true)).with(Plain(4));
    update_all(0.1);
    assert_eq!((logged().as_str(), alive()), ("refused", 1));
    Entity::spawn().insert(Watches(one));
    update_all(0.1);
    assert_eq!((logged().as_str(), alive()), ("4", 3));
}

#[test]
fn f2_a_shared_borrow_does_no_harm_and_a_mutable_one_refuses_and_leaves_nothing() {
    let one = Entity::spawn().with(Plain(1)).with(To(Entity::NONE));
    let child = Entity::spawn().with(Plain(2)).child_of(one);
    {
        let _shared = (one.borrow::<Plain>(), child.borrow::<Plain>(), one.borrow::<To>());
        assert_eq!(only_child(one.duplicate()).borrow::<Plain>().0, 2);
    }
    let before = alive();
    let held = child.borrow_mut::<Plain>();
    let refused = one.try_duplicate();
    assert!(
        matches!(refused, Err(PrefabError::Borrowed { component: "Plain", entity, .. }) if entity == child)
    );
    assert_says(&message_of(|| one.duplicate()), &["cannot copy Plain", "drop that guard first"]);
    drop(held);
    let held = one.borrow_mut::<To>();
    assert!(matches!(one.try_duplicate(), Err(PrefabError::Borrowed { component: "To", .. })));
    drop(held);
    assert_eq!((alive(), child.duplicate().borrow::<Plain>().0), (before, 2));
}

#[test]
fn f2_of_what_is_dead_or_dying_or_foreign_there_is_no_copy() {
    thread_local! {
        static SAID: RefCell<Vec<Result<Entity, PrefabError>>> = const { RefCell::new(Vec::new()) };
    }
    #[derive(Component, Clone)]
    struct Last;
    impl Last {
        fn shutdown(&self, entity: Entity) {
            SAID.with_borrow_mut(|said| said.push(entity.try_duplicate()));
        }
    }
    let dead = Entity::spawn().with(Last);
    Entity::spawn().with(Last).child_of(dead);
    dead.despawn();
    let said = SAID.take();
    assert_eq!(said.len(), 2);
    assert!(said.iter().all(|said| matches!(said, Err(PrefabError::Dead { .. }))), "{said:?}");
    let foreign = World::new().enter(Entity::spawn);
    for gone in [dead, foreign, Entity::NONE] {
        assert_eq!(gone.try_duplicate(), Err(PrefabError::Dead { entity: gone }));
    }
    assert_says(&message_of(|| dead.duplicate()), &["is dead", "`is_alive()`"]);
    assert_eq!(alive(), 0);
}

#[test]
fn f2_a_component_that_is_killed_may_duplicate_its_entity_without_itself() {
    #[derive(Component, Clone)]
    struct Leaves;
    impl Leaves {
        fn shutdown(&self, entity: Entity) {
            match entity.try_duplicate() {
                Ok(twin) => log(format!("twin with it: {}", twin.has::<Leaves>())),
                Err(error) => log(format!("refused: {error}")),
            }
        }
    }
    let one = Entity::spawn().with(Leaves).with(Plain(1));
    one.kill::<Leaves>();
    World::flush();
    let said = logged();
    assert!(one.is_alive() && !one.has::<Leaves>() && !said.is_empty());
    for twin in Plain::view().iter().map(|plain| plain.entity()) {
        assert_eq!(twin.borrow::<Plain>().0, 1);
    }
}

#[test]
fn f2_the_entity_of_the_singletons_is_not_copied() {
    #[derive(Singleton, Default, Clone)]
    struct Score(#[expect(dead_code, reason = "it is only there")] u32);
    let globals = Score::borrow().entity();
    assert_eq!(globals.try_duplicate(), Err(PrefabError::Dead { entity: globals }));
}

#[test]
fn f2_a_copy_of_a_member_of_a_pool_belongs_to_no_pool() {
    #[derive(Component, Clone, Default)]
    struct Body(u32);
    let pool = Pool::<Archetype<(Body, Hooked)>>::new();
    let taken = pool.take();
    taken.borrow_mut::<Body>().0 = 4;
    let twin = taken.duplicate();
    assert!(twin.is_enabled() && twin.borrow::<Body>().0 == 4);
    assert_eq!((pool.len(), pool.live().count()), (1, 1));
    assert!(!pool.give_back(twin), "it is not one of the pool's");
    assert!(twin.is_alive());
    assert!(pool.give_back(taken));
    logged();
    assert_eq!((pool.parked(), pool.live().count(), alive()), (1, 0, 2));
    let next = pool.take();
    assert_eq!(next.index(), taken.index());
}

#[test]
fn f2_a_copy_of_a_parked_member_is_as_disabled_as_that() {
    let pool = Pool::<Archetype<(Plain, Hooked)>>::new();
    let parked = pool.take();
    pool.give_back(parked);
    logged();
    match parked.try_duplicate() {
        Ok(twin) => {
            assert!(twin.is_alive() && !twin.is_enabled());
            assert_eq!(logged(), "on_reset 0");
            assert!(twin.set_enabled(true) && twin.is_enabled());
            assert_eq!(logged(), "on_enable 0");
        }
        Err(error) => assert_eq!(error, PrefabError::Dead { entity: parked }),
    }
    assert_eq!(pool.parked(), 1);
    pool.take();
}

#[test]
fn f2_a_copy_of_a_copy_is_the_same_again() {
    let root = Entity::spawn().with(Plain(1));
    let child = Entity::spawn().with(To(root)).child_of(root);
    root.insert(To(child));
    let mut last = root;
    for _ in 0..20 {
        let next = last.duplicate();
        let child = only_child(next);
        assert_eq!((next.borrow::<To>().0, child.borrow::<To>().0), (child, next));
        last = next;
    }
    assert_eq!(alive(), 42);
}

#[test]
fn f2_a_deep_tree_and_a_wide_one() {
    let top = Entity::spawn().with(Plain(0));
    let depth = if cfg!(miri) { 50 } else { 5_000 };
    (1..depth).fold(top, |above, n| Entity::spawn().with(Plain(n)).with(To(above)).child_of(above));
    let twin = top.duplicate();
    let mut at = twin;
    for n in 1..depth {
        let below = only_child(at);
        assert_eq!((below.borrow::<Plain>().0, below.borrow::<To>().0), (n, at));
        at = below;
    }
    let wide = Entity::spawn();
    (0..depth).for_each(|n| _ = Entity::spawn().with(Plain(n)).child_of(wide));
    assert!(wide.duplicate().children().map(|child| child.borrow::<Plain>().0).eq(0..depth));
}

#[test]
fn f2_what_is_outside_the_subtree_is_referred_to_and_not_copied() {
    let top = Entity::spawn();
    let uncle = Entity::spawn().with(Plain(1)).child_of(top);
    let one = Entity::spawn().with(To(uncle)).child_of(top);
    let child = Entity::spawn().with(To(top)).child_of(one);
    let twin = one.duplicate();
    assert_eq!((twin.borrow::<To>().0, only_child(twin).borrow::<To>().0), (uncle, top));
    assert_eq!((alive(), child.parent()), (6, Some(one)));
}
