//! F2: how copies of a prefab begin to live: which hooks run, in which order, and what they see.

use std::cell::RefCell;

use ecs_core::{
    Add, AddError, Attach, Component, Disable, Enable, Entity, Handle, Prefab, PrefabError, World, observe,
    update_all,
};

use serde::{Deserialize, Serialize};

use crate::support::log;
use crate::{Hooked, Plain, alive, logged, only_child};

#[derive(Component, Clone, Default)]
struct First(u32);

impl First {
    fn init(&mut self) {
        log(format!("first {}", self.0));
    }
}

#[derive(Component, Clone, Default)]
struct Second(u32);

impl Second {
    fn init(&mut self, first: &First) {
        log(format!("second {} of {}", self.0, first.0));
    }
}

#[derive(Component, Clone, Default)]
#[component(requires(Second))]
struct Needs(u32);

impl Needs {
    fn init(&mut self, second: &mut Second) {
        second.0 += 1;
        log(format!("needs {} of {}", self.0, second.0));
    }
}

#[test]
fn f2_init_runs_parents_first_and_in_the_order_of_the_types() {
    let prefab = Prefab::new(|root| {
        let child = Entity::spawn().with(First(2)).with(Second(2)).child_of(root);
        Entity::spawn().with(Second(3)).with(First(3)).child_of(child);
        root.with(First(1)).with(Second(1));
        Entity::spawn().with(First(4)).child_of(root);
    });
    prefab.spawn();
    let one = "first 1, second 1 of 1, first 2, second 2 of 2, first 3, second 3 of 3, first 4";
    assert_eq!(logged(), one);
    prefab.spawn_many(2, |_, _| ());
    assert_eq!(logged(), format!("{one}, {one}"), "one copy after the other");
}

#[test]
fn f2_what_is_above_the_root_is_born_before_it() {
    let prefab = Prefab::new(|root| {
        let top = Entity::spawn().with(First(1));
        Entity::spawn().with(First(2)).child_of(top);
        root.with(First(3)).child_of(top);
        Entity::spawn().with(First(4)).child_of(top);
    });
    let root = prefab.spawn();
    assert_eq!(logged(), "first 1, first 2, first 3, first 4");
    let top = root.parent().expect("as it was built");
    assert!(top.children().map(|child| child.borrow::<First>().0).eq(2..=4), "in the same order");
}

#[test]
fn f2_what_is_required_is_added_and_what_is_there_stays() {
    let lone = Prefab::new(|root| _ = root.with(First(1)).with(Needs(1)));
    let both = Prefab::new(|root| _ = root.with(First(2)).with(Second(5)).with(Needs(2)));
    let (one, two) = (lone.spawn(), both.spawn());
    assert_eq!((one.borrow::<Second>().0, two.borrow::<Second>().0), (1, 6));
    let heard = "first 1, second 0 of 1, needs 1 of 1, first 2, second 5 of 2, needs 2 of 6";
    assert_eq!(logged(), heard);
}

#[test]
fn f2_sibling_fields_are_filled_before_init() {
    #[derive(Component, Serialize, Deserialize)]
    struct Filled {
        #[component(sibling)]
        first: Handle<First>,
        plain: Handle<First>,
    }
    impl Filled {
        fn init(&mut self, entity: Entity) {
            assert_eq!(self.first.entity(), entity);
            log("filled");
        }
    }
    let (elsewhere, null) = (Entity::spawn().handle(), Entity::NONE.handle());
    let build =
        |first, plain| Prefab::new(move |root| _ = root.with(First(1)).insert(Filled { first, plain }));
    for prefab in [build(null, elsewhere), build(elsewhere, elsewhere)] {
        let copy = prefab.variant(|_| ()).spawn();
        assert_eq!(logged(), "first 1, filled");
        let filled = copy.borrow::<Filled>();
        assert_eq!((filled.first, filled.plain), (copy.handle(), elsewhere));
    }
}

#[test]
fn f2_start_runs_before_the_first_pass_and_on_enable_at_once() {
    let prefab = Prefab::new(|root| {
        root.insert(Hooked(1));
        Entity::spawn().with(Hooked(2)).child_of(root);
    });
    let root = prefab.spawn();
    assert_eq!(logged(), "init 1, on_enable 1, init 2, on_enable 2");
    update_all(0.1);
    assert_eq!(logged(), "start 1, start 2");
    root.despawn();
    assert_eq!(logged(), "on_disable 2, shutdown 2, on_disable 1, shutdown 1");
}

#[test]
fn f2_observers_hear_of_copies_as_of_all_others() {
    observe(|e: &Add<Plain>| log(format!("Add {}", e.borrow().0))).forever();
    observe(|e: &Enable<Plain>| log(format!("Enable {}", e.handle().borrow().0))).forever();
    observe(|_: &Disable<Plain>| log("Disable")).forever();
    observe(|e: &Attach| {
        let number = |entity: Entity| entity.get::<Plain>().map_or(0, |plain| plain.0);
        assert_eq!(e.child().parent(), Some(e.parent()));
        log(format!("Attach {} to {}", number(e.child()), number(e.parent())));
    })
    .forever();
    let prefab = Prefab::new(|root| {
        root.insert(Plain(1));
        let off = Entity::spawn().with(Plain(2)).child_of(root);
        off.set_enabled(false);
        Entity::spawn().with(Plain(3)).child_of(off);
    });
    assert_eq!(logged(), "");
    let root = prefab.spawn();
    let heard = "Add 1, Enable 1, Add 2, Add 3, Attach 2 to 1, Attach 3 to 2";
    assert_eq!(logged(), heard);
    let parent = Entity::spawn().with(Plain(9));
    root.child_of(parent);
    logged();
    let twin = root.duplicate();
    assert_eq!(logged(), heard.replace("Attach 2", "Attach 1 to 9, Attach 2"));
    only_child(twin).set_enabled(true);
    assert_eq!(logged(), "Enable 2, Enable 3");
}

#[test]
fn f2_the_first_prefab_of_a_world_brings_types_that_nobody_knew() {
    World::new().enter(|| {
        observe(|e: &Add<First>| log(format!("Add {}", e.borrow().0))).forever();
        let prefab = Prefab::new(|root| _ = root.insert(First(1)));
        prefab.spawn_many(2, |_, _| ());
        assert_eq!(logged(), "first 1, Add 1, first 1, Add 1");
        assert_eq!(First::count(), 2);
    });
}

#[test]
fn f2_the_closure_of_spawn_many_sees_and_changes_values_before_init() {
    let prefab = Prefab::new(|root| {
        root.insert(First(0));
        Entity::spawn().with(Hooked(10)).child_of(root);
    });
    let mut seen = Vec::new();
    let roots = prefab.spawn_many(3, |number, root| {
        seen.push((number, root));
        assert!(root.is_alive());
        root.borrow_mut::<First>().0 = number as u32 + 1;
        only_child(root).borrow_mut::<Hooked>().0 += number as u32;
        log(format!("closure {number}"));
    });
    assert_eq!(seen, roots.iter().copied().enumerate().collect::<Vec<_>>());
    let copy = |n: u32| format!("closure {n}, first {}, init {}, on_enable {}", n + 1, n + 10, n + 10);
    assert_eq!(logged(), format!("{}, {}, {}", copy(0), copy(1), copy(2)));
}

#[test]
fn f2_spawn_many_makes_as_many_as_it_says_and_refuses_what_no_memory_holds() {
    let prefab = Prefab::new(|root| {
        root.insert(Plain(1));
        Entity::spawn().with(First(2)).child_of(root);
    });
    for count in [1, 255, 256, 257, 700] {
        let roots = prefab.spawn_many(count, |number, root| root.borrow_mut::<Plain>().0 = number as u32);
        logged();
        assert_eq!((roots.len(), alive()), (count, 2 * count));
        for (number, root) in roots.iter().enumerate() {
            assert_eq!(root.borrow::<Plain>().0, number as u32);
            assert_eq!(only_child(*root).borrow::<First>().0, 2);
        }
        World::clear();
    }
    let many = usize::try_from(1_u64 << 40).unwrap_or(usize::MAX);
    for count in [usize::MAX, usize::MAX / 2, usize::MAX / 2 + 1, many] {
        let refused = prefab.try_spawn_many(count, |_, _| unreachable!("there is none"));
        assert!(matches!(refused, Err(PrefabError::Add(_))), "{count}");
        let nothing = Prefab::new(|_| ()).try_spawn_many(count, |_, _| unreachable!("there is none"));
        assert!(matches!(nothing, Err(PrefabError::Add(AddError::NoRoom { .. }))), "{count} {nothing:?}");
    }
    assert_eq!(alive(), 0);
}

#[test]
fn f2_variants_change_nothing_of_what_they_come_from() {
    let light = Prefab::new(|root| {
        root.insert(Plain(1));
        Entity::spawn().with(First(1)).child_of(root).set_name("gun");
    });
    let heavy = light.variant(|root| {
        assert_eq!(only_child(root).name().as_deref(), Some("gun"));
        root.borrow_mut::<Plain>().0 = 2;
        only_child(root).borrow_mut::<First>().0 = 2;
        Entity::spawn().with(First(3)).child_of(root);
        root.set_name("heavy");
    });
    let bare = heavy.variant(|root| {
        root.kill::<Plain>();
        root.detach_children();
        root.children().for_each(|child| _ = child.despawn());
        root.insert(Hooked(4));
    });
    assert_eq!(logged(), "");
    let numbers =
        |root: Entity| -> Vec<u32> { root.children().map(|child| child.borrow::<First>().0).collect() };
    let [a, b, c] = [&light, &heavy, &bare].map(Prefab::spawn);
    assert_eq!((a.borrow::<Plain>().0, numbers(a), a.name().as_deref()), (1, vec![1], None));
    assert_eq!((b.borrow::<Plain>().0, numbers(b), b.name().as_deref()), (2, vec![2, 3], Some("heavy")));
    assert_eq!((c.has::<Plain>(), numbers(c), c.borrow::<Hooked>().0), (false, vec![], 4));
    drop((light, bare));
    assert_eq!(numbers(heavy.spawn()), [2, 3]);
}

#[test]
fn f2_many_types_of_which_more_than_the_first_few() {
    #[derive(Component, Clone)]
    struct Number<const N: usize>(usize);
    fn add<const N: usize>(root: Entity) {
        root.insert(Number::<N>(N));
    }
    fn check<const N: usize>(root: Entity) {
        assert_eq!(root.borrow::<Number<N>>().0, N);
    }
    macro_rules! of_ten {
        ($f:ident $root:ident: $($n:literal)*) => {
            $( $f::<$n>($root); $f::<{ $n + 10 }>($root); $f::<{ $n + 20 }>($root); )*
            $( $f::<{ $n + 30 }>($root); )*
            $( $f::<{ $n + 40 }>($root); $f::<{ $n + 50 }>($root); $f::<{ $n + 60 }>($root); )*
        };
    }
    let prefab = Prefab::new(|root| {
        of_ten!(add root: 0 1 2 3 4 5 6 7 8 9);
    });
    let seen = RefCell::new(0);
    for root in prefab.spawn_many(3, |_, _| *seen.borrow_mut() += 1) {
        of_ten!(check root: 0 1 2 3 4 5 6 7 8 9);
        assert_eq!(root.components().len(), 70);
    }
    assert_eq!(seen.take(), 3);
}
