//! Less usual places and moments: hooks that keep guards, deep recursion, workers, frames in a builder, what
//! is tracked, what somebody begins to observe meanwhile.

use std::cell::{Cell, RefCell};

use ecs_core::{
    Add, AddError, Component, Disable, Enable, Entity, Handle, Prefab, PrefabError, Ref, Remove, World,
    observe, update_all,
};
use serde::{Deserialize, Deserializer, Serialize};

use crate::support::{assert_says, log, message_of};
use crate::{Hooked, Plain, To, alive, logged, only_child};

thread_local! {
    static KEPT: RefCell<Option<Prefab>> = const { RefCell::new(None) };
    static GUARDS: RefCell<Vec<Ref<Late>>> = const { RefCell::new(Vec::new()) };
}

fn spawn_kept() -> Result<Entity, PrefabError> {
    KEPT.with_borrow(Clone::clone).expect("there is one").try_spawn()
}

#[derive(Component, Clone)]
struct Late(u32);

impl Late {
    fn init(&mut self) {
        log(format!("late {}", self.0));
    }

    fn on_reset(&mut self) {
        log(format!("late reset {}", self.0));
    }
}

/// Keeps a guard of its sibling for longer.
#[derive(Component, Clone)]
struct Keeps;

impl Keeps {
    fn init(&mut self, entity: Entity) {
        GUARDS.with_borrow_mut(|guards| guards.extend(entity.get::<Late>()));
    }

    fn on_reset(&mut self, entity: Entity) {
        GUARDS.with_borrow_mut(|guards| guards.extend(entity.get::<Late>()));
    }
}

#[test]
fn f2_what_an_init_has_borrowed_for_longer_has_its_own_at_the_next_sync_point() {
    let prefab = Prefab::new(|root| _ = root.with(Keeps).with(Late(2)));
    let root = prefab.spawn();
    assert_eq!((logged().as_str(), root.borrow::<Late>().0), ("", 2));
    GUARDS.take();
    World::flush();
    assert_eq!(logged(), "late 2");
}

#[test]
fn f2_what_an_on_reset_has_borrowed_for_longer_cannot_be_reset_and_nothing_is_left() {
    let one = Entity::spawn().with(Keeps).with(Late(2));
    GUARDS.take();
    World::flush();
    logged();
    let refused = one.try_duplicate();
    assert!(matches!(refused, Err(PrefabError::Borrowed { component: "Late", .. })), "{refused:?}");
    GUARDS.take();
    assert_eq!((alive(), Late::count(), Keeps::count(), logged().as_str()), (1, 1, 1, ""));
}

#[test]
fn f2_copies_are_right_while_guards_keep_the_rows_where_they_are() {
    let prefab = Prefab::new(|root| {
        root.insert(Plain(1));
        Entity::spawn().with(Plain(2)).with(To(root)).child_of(root);
    });
    let old = Entity::spawn_many(5, |n, entity| (Plain(n as u32 + 10), To(entity)));
    let guard = old[4].borrow::<Plain>();
    old[1].despawn();
    let view = To::view();
    let roots = prefab.spawn_many(300, |_, root| assert_eq!(root.borrow::<Plain>().0, 1));
    let twin = old[2].duplicate();
    assert_eq!((guard.0, view.len(), twin.borrow::<Plain>().0), (14, 4, 12));
    drop((guard, view));
    World::flush();
    assert_eq!((Plain::view().len(), To::view().len()), (605, 305));
    assert!(roots.iter().all(|root| only_child(*root).borrow::<To>().0 == *root));
    assert!(Plain::view().iter().all(|plain| plain.entity().borrow::<Plain>().0 == plain.0));
}

#[test]
fn f2_a_prefab_that_spawns_itself_for_ever_is_an_error_and_no_overflow() {
    #[derive(Component, Clone)]
    struct Again;
    impl Again {
        fn init(&mut self) {
            if let Err(PrefabError::Add(AddError::TooDeep { component, .. })) = spawn_kept() {
                log(format!("too deep: {component}"));
            }
        }
    }
    World::set_init_limit(10).expect("there is a world");
    let prefab = Prefab::new(|root| _ = root.insert(Again));
    KEPT.set(Some(prefab));
    assert!(spawn_kept().is_ok());
    assert_eq!(logged(), "too deep: Again");
    assert_eq!((alive(), Again::count()), (10, 10));
}

#[test]
fn f2_a_prefab_is_built_and_spawned_in_hooks() {
    #[derive(Component, Clone)]
    struct Builds;
    fn make(what: &str) {
        let prefab = Prefab::new(|root| {
            root.insert(Plain(1));
            Entity::spawn().with(Plain(2)).with(To(root)).child_of(root);
        });
        let root = prefab.spawn();
        assert_eq!((only_child(root).borrow::<To>().0, root.borrow::<Plain>().0), (root, 1));
        log(what);
        root.despawn();
    }
    impl Builds {
        fn init(&mut self) {
            make("init");
        }
        fn start(&mut self) {
            make("start");
        }
        fn update(&mut self, entity: Entity) {
            make("update");
            entity.despawn();
        }
        fn on_enable(&mut self) {
            make("on_enable");
        }
        fn on_disable(&mut self) {
            make("on_disable");
        }
        fn shutdown(&mut self) {
            make("shutdown");
        }
    }
    Entity::spawn().with(Builds);
    update_all(0.1);
    World::flush();
    assert_eq!(logged(), "init, on_enable, start, update, on_disable, shutdown");
    assert_eq!(alive(), 0);
    let prefab = Prefab::new(|root| _ = root.insert(Builds));
    assert_eq!(logged(), "", "not in a builder");
    prefab.spawn().despawn();
    assert_eq!(logged(), "init, on_enable, on_disable, shutdown");
}

#[test]
fn f1_in_a_frame_of_the_hidden_world_no_hook_of_a_life_runs() {
    #[derive(Component, Clone)]
    struct Runs(u32);
    impl Runs {
        fn update(&mut self) {
            self.0 += 1;
        }
    }
    let prefab = Prefab::new(|root| {
        root.with(Runs(1)).insert(Hooked(1));
        let gone = Entity::spawn().with(Hooked(2));
        update_all(0.1);
        gone.despawn();
        update_all(0.1);
    });
    assert_eq!(logged(), "");
    // Whether passes run there is nobody's promise; what runs is a part of what is built.
    let root = prefab.spawn();
    assert!([1, 3].contains(&root.borrow::<Runs>().0));
    assert_eq!(logged(), "init 1, on_enable 1");
    update_all(0.1);
    assert_eq!(logged(), "start 1");
}

#[test]
fn f2_copies_are_tracked_as_added_and_changed() {
    #[derive(Component, Clone, Default)]
    #[component(track)]
    struct Hp(#[expect(dead_code, reason = "it is only there")] u32);
    let prefab = Prefab::new(|root| {
        root.insert(Hp(1));
        Entity::spawn().with(Hp(2)).child_of(root);
    });
    let old = prefab.spawn();
    let since = World::tick();
    let (new, twin) = (prefab.spawn(), old.duplicate());
    let many = prefab.spawn_many(3, |_, _| ());
    for root in many.into_iter().chain([new, twin]) {
        for hp in [root.handle::<Hp>(), only_child(root).handle()] {
            assert!(hp.added_since(since) && hp.changed_since(since));
        }
    }
    let hp = old.handle::<Hp>();
    assert!(!hp.added_since(since) && !hp.changed_since(since), "to copy it is to read it");
}

#[derive(Component, Serialize)]
struct Acts(Entity);

thread_local!(static OBSERVES: Cell<bool> = const { Cell::new(false) });

impl<'de> Deserialize<'de> for Acts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if OBSERVES.take() {
            observe(|e: &Add<Plain>| log(format!("Add {}", e.borrow().0))).forever();
            observe(|e: &Enable<Plain>| log(format!("Enable {}", e.handle().borrow().0))).forever();
            observe(|_: &Disable<Plain>| log("Disable")).forever();
            observe(|e: &Remove<Plain>| log(format!("Remove {}", e.borrow().0))).forever();
        }
        Entity::deserialize(deserializer).map(Acts)
    }
}

#[test]
fn o1_who_begins_to_observe_in_the_middle_of_a_copy_hears_of_all_that_comes_next() {
    for at_child in [false, true] {
        for is_twin in [false, true] {
            World::new().enter(|| {
                let build = |root: Entity| {
                    root.insert(Plain(1));
                    let child = Entity::spawn().with(Plain(2)).child_of(root);
                    if at_child {
                        child.insert(Acts(root))
                    } else {
                        root.insert(Acts(root))
                    };
                };
                let prefab = Prefab::new(build);
                let one = Entity::spawn();
                build(one);
                OBSERVES.set(true);
                let root = if is_twin { one.duplicate() } else { prefab.spawn() };
                World::flush();
                // What was placed before was there before.
                let begin = if at_child { "Add 2, Enable 2" } else { "Add 1, Enable 1, Add 2, Enable 2" };
                assert_eq!(logged(), begin, "{at_child} {is_twin}");
                update_all(0.1);
                assert_eq!(logged(), "");
                root.set_enabled(false);
                root.set_enabled(true);
                assert_eq!(logged(), "Disable, Disable, Enable 1, Enable 2", "{at_child} {is_twin}");
                root.despawn();
                assert_eq!(logged(), "Disable, Remove 2, Disable, Remove 1", "{at_child} {is_twin}");
                one.despawn();
                logged();
            });
        }
    }
}

#[test]
fn f2_the_closure_may_change_what_its_copy_has() {
    let prefab = Prefab::new(|root| {
        root.with(Hooked(1)).insert(Plain(1));
        Entity::spawn().with(Hooked(2)).child_of(root);
        Entity::spawn().with(Hooked(3)).child_of(root);
    });
    let roots = prefab.spawn_many(2, |number, root| {
        if number == 0 {
            let children: Vec<_> = root.children().collect();
            children[0].despawn();
            children[1].kill::<Hooked>();
            root.insert(Hooked(9));
            root.kill::<Plain>();
            Entity::spawn().with(Hooked(10)).child_of(root);
            root.set_enabled(false);
        }
    });
    assert_eq!(roots[0].children().count(), 2);
    assert!(!roots[0].has::<Plain>() && roots[1].has::<Plain>());
    let heard = logged();
    assert_eq!(heard.matches("init 9").count(), 1, "{heard}");
    assert!(
        !heard.contains("init 1,") || heard.matches("init 1,").count() == 1,
        "only of the second: {heard}"
    );
    assert!(heard.ends_with("init 1, on_enable 1, init 2, on_enable 2, init 3, on_enable 3"), "{heard}");
    World::clear();
    assert_eq!((alive(), Hooked::count(), Plain::count()), (0, 0, 0));
}

#[test]
fn f2_where_no_world_can_be_reached_nothing_is_copied() {
    #[derive(Component, Clone)]
    #[component(parallel)]
    struct Busy(String);
    impl Busy {
        fn update(&mut self, entity: Entity) {
            self.0 = message_of(|| entity.try_duplicate());
        }
    }
    let busy = Entity::spawn().insert(Busy(String::new()));
    update_all(0.1);
    assert_says(&busy.borrow().0, &["the world cannot be reached inside the parallel `update` of Busy"]);
    assert_eq!(alive(), 1);
}

#[test]
fn f1_a_handle_in_a_copy_leads_to_the_component_that_comes_with_init() {
    #[derive(Component, Serialize, Deserialize)]
    #[component(requires(Plain))]
    struct Uses(Handle<Plain>);
    impl Uses {
        fn init(&mut self) {
            log(format!("{}", self.0.borrow().0));
        }
    }
    let prefab = Prefab::new(|root| _ = root.insert(Uses(root.handle())));
    let root = prefab.spawn();
    assert_eq!((logged().as_str(), root.borrow::<Uses>().0), ("0", root.handle()));
}
