//! Laws D1 and D2: which methods are hooks, and what they may take.
#![allow(dead_code, reason = "some hooks must not be called, some values only dropped")]

mod support;

use ecs_core::{Component, Entity, World, update_all};
use support::{Dice, Token, assert_has, ignore, live_tokens, log, panic_text, take_log};

#[derive(Component, Default)]
struct A(i32);
#[derive(Component, Default)]
struct B(i32);
#[derive(Component, Default)]
struct C(i32);
#[derive(Component, Default)]
struct D(i32);

// ---- D1 ----

#[test]
fn d1_hooks_are_found_by_name_on_structs_tuples_units_and_enums() {
    macro_rules! all_hooks {
        ($($name:ident)*) => {$(
            impl $name {
                fn init(&mut self) { log(concat!(stringify!($name), " init")); }
                fn update(&mut self) { log(concat!(stringify!($name), " update")); }
                fn on_disable(&mut self) { log(concat!(stringify!($name), " on_disable")); }
                fn on_enable(&mut self) { log(concat!(stringify!($name), " on_enable")); }
                fn shutdown(&mut self) { log(concat!(stringify!($name), " shutdown")); }
            }
        )*};
    }
    #[derive(Component, Default)]
    struct Fields {
        x: f32,
    }
    #[derive(Component, Default)]
    struct Tuple(f32, u8);
    #[derive(Component, Default)]
    struct Unit;
    #[derive(Component, Default)]
    enum State {
        #[default]
        Idle,
        Busy {
            since: f32,
        },
    }
    #[derive(Component, Default)]
    #[expect(non_camel_case_types, reason = "tests raw names")]
    struct r#final(u8);
    all_hooks! { Fields Tuple Unit State r#final }

    fn life<T: Component + Default>(name: &str) {
        let handle = Entity::spawn().add::<T>();
        update_all(1.0);
        handle.set_enabled(false);
        handle.set_enabled(true);
        handle.kill();
        let hooks = ["init", "on_enable", "update", "on_disable", "on_enable", "on_disable", "shutdown"];
        assert_eq!(take_log(), hooks.map(|hook| format!("{name} {hook}")));
    }
    life::<Fields>("Fields");
    life::<Tuple>("Tuple");
    life::<Unit>("Unit");
    life::<State>("State");
    life::<r#final>("r#final");
}

#[test]
fn d1_an_absent_hook_is_no_hook_and_near_names_are_none() {
    #[derive(Component, Default)]
    struct Plain(u32);
    impl Plain {
        fn fixed(&mut self) {
            log("fixed");
        }
        fn updates(&mut self) {
            log("updates");
        }
        fn starts(&mut self) {
            log("starts");
        }
    }
    let plain = Entity::spawn().add::<Plain>();
    let guard = plain.borrow_mut();
    update_all(1.0);
    drop(guard);
    plain.set_enabled(false);
    plain.kill();
    assert!(take_log().is_empty());
}

mod steps {
    use super::*;
    pub fn ready(it: &mut Keyed) {
        log(format!("ready {}", it.0));
    }
    pub fn gone(it: &Keyed, b: Option<&B>) {
        log(format!("gone {} {:?}", it.0, b.map(|b| b.0)));
    }
    pub mod deep {
        pub fn switched(_: &mut super::Keyed, entity: ecs_core::Entity) {
            super::log(format!("switched {}", entity.is_alive()));
        }
    }
}

#[derive(Component, Default)]
#[component(init = steps::ready, update = step)]
#[component(shutdown = steps::gone, on_enable = steps::deep::switched, on_disable = none)]
struct Keyed(u32);

impl Keyed {
    fn step(&mut self, dt: f32) {
        self.0 += dt as u32;
        log("step");
    }
    fn init(&mut self) {
        log("not this init");
    }
    fn update(&mut self, _bytes: &[u8]) -> usize {
        log("not this update");
        0
    }
    fn on_disable(self) -> Self {
        log("not this on_disable");
        self
    }
}

#[test]
fn d1_keys_rename_ignore_and_name_free_functions() {
    let keyed = Entity::spawn().with(B(5)).add::<Keyed>();
    update_all(3.0);
    keyed.set_enabled(false);
    keyed.set_enabled(true);
    keyed.kill();
    assert_eq!(take_log(), ["ready 0", "switched true", "step", "switched true", "gone 3 Some(5)"]);
}

#[test]
#[expect(deprecated, reason = "the warning names the method that no key does")]
fn d1_on_generic_types_hooks_are_named_not_probed() {
    #[derive(Component, Default)]
    #[component(update, shutdown = bye)]
    struct Ring<T: Default + 'static, const N: usize> {
        items: Vec<T>,
    }
    impl<T: Default, const N: usize> Ring<T, N> {
        fn update(&mut self) {
            self.items.resize_with(N, T::default);
        }
        fn init(&mut self) {
            log("not named");
        }
        fn bye(&mut self) {
            log(format!("bye {N}"));
        }
    }
    let (two, three) = (Entity::spawn().add::<Ring<u8, 2>>(), Entity::spawn().add::<Ring<u8, 3>>());
    let wide = two.entity().add::<Ring<u64, 2>>();
    update_all(1.0);
    assert_eq!((two.borrow().items.len(), three.borrow().items.len(), wide.borrow().items.len()), (2, 3, 2));
    assert!(two.kill() && three.is_alive() && wide.is_alive(), "the two types are apart");
    assert_eq!(take_log(), ["bye 2"]);
}

#[test]
fn d1_bare_keys_say_that_the_method_must_exist_and_change_nothing_else() {
    #[derive(Component, Default)]
    #[component(init, update, shutdown, on_enable, on_disable, on_reset)]
    struct Strict(u32);
    impl Strict {
        fn init(&mut self) {
            self.0 = 1;
        }
        fn update(&self) {
            log(self.0.to_string());
        }
        fn shutdown(&self) {
            log("shutdown");
        }
        fn on_enable(&self) {}
        fn on_disable(&self) {}
        fn on_reset(&self) {}
    }
    let strict = Entity::spawn().add::<Strict>();
    update_all(1.0);
    strict.kill();
    assert_eq!(take_log(), ["1", "shutdown"]);
}

// ---- D2: forms ----

/// One type for each form of `update`; each logs what it got.
macro_rules! forms {
    ($($name:ident: ($($self:tt)+) ($($param:ident: $ty:ty),*) $(=> $change:expr)?;)*) => {
        $(
            #[derive(Component, Default)]
            struct $name(u32);
            impl $name {
                fn update($($self)+, $($param: $ty),*) {
                    $($change;)?
                    log(format!(concat!(stringify!($name), $(" ", stringify!($param), "={:?}"),*), $(Show::show(&$param)),*));
                }
            }
        )*
        fn add_all(entity: Entity) {
            $(entity.add::<$name>();)*
        }
    };
}

trait Show {
    fn show(&self) -> String;
}
impl Show for f32 {
    fn show(&self) -> String {
        self.to_string()
    }
}
impl Show for Entity {
    fn show(&self) -> String {
        self.index().to_string()
    }
}
macro_rules! show {
    ($($name:ident)*) => {$(
        impl Show for &$name { fn show(&self) -> String { self.0.to_string() } }
        impl Show for &mut $name { fn show(&self) -> String { self.0.to_string() } }
    )*};
}
show! { A B C D }
impl<T: Show> Show for Option<T> {
    fn show(&self) -> String {
        self.as_ref().map_or("-".to_string(), Show::show)
    }
}

#[test]
fn d2_passes_give_each_form_what_it_asks_for() {
    forms! {
        F0: (&self) ();
        F1: (&mut self) ();
        F2: (&mut self) (dt: f32);
        F3: (&self) (e: Entity);
        F4: (&mut self) (a: &A);
        F5: (&mut self) (mut_a: &mut A) => mut_a.0 += 1;
        F6: (&mut self) (no: Option<&D>);
        F7: (&self) (no: Option<&mut D>, dt: f32);
        F8: (&mut self) (dt: f32, a: &A, b: &mut B) => b.0 += a.0;
        F9: (&self) (b: &B, e: Entity, a: Option<&mut A>, dt: f32) => if let Some(&mut A(ref n)) = a { assert_eq!(*n, 11) };
        F10: (&mut self) (dt: f32, e: Entity, a: &A, b: &mut B, c: Option<&C>);
        F11: (&mut self) (c: Option<&mut C>, b: &mut B, a: &A, e: Entity, dt: f32);
        F12: (&self) (a: &A, b: &B, c: &C, twice: &A, maybe: Option<&B>);
        F13: (&mut self) (e: Entity, dt: f32, again: Entity, more: f32);
        Skipped: (&mut self) (d: &D);
        SkippedToo: (&mut self) (a: &A, d: &mut D, dt: f32);
    }
    let entity = Entity::spawn().with(A(10)).with(B(20)).with(C(30));
    add_all(entity);
    update_all(0.5);
    assert_eq!(
        take_log().iter().map(|line| line.replace('"', "")).collect::<Vec<_>>(),
        [
            "F0",
            "F1",
            "F2 dt=0.5",
            "F3 e=0",
            "F4 a=10",
            "F5 mut_a=11",
            "F6 no=-",
            "F7 no=- dt=0.5",
            "F8 dt=0.5 a=11 b=31",
            "F9 b=31 e=0 a=11 dt=0.5",
            "F10 dt=0.5 e=0 a=11 b=31 c=30",
            "F11 c=30 b=31 a=11 e=0 dt=0.5",
            "F12 a=11 b=31 c=30 twice=11 maybe=31",
            "F13 e=0 dt=0.5 again=0 more=0.5",
        ]
    );
    assert_eq!((entity.borrow::<A>().0, entity.borrow::<B>().0), (11, 31), "siblings are changed in place");
}

#[test]
fn d2_event_hooks_take_the_same_but_the_time_step() {
    #[derive(Component, Default)]
    struct Events(i32);
    impl Events {
        fn init(&mut self, b: &mut B, e: Entity, a: &A, none: Option<&C>, d: Option<&mut D>) {
            assert!(none.is_none() && e == self.entity());
            b.0 += 1;
            d.expect("it was added").0 += a.0;
            self.0 = b.0;
        }
        fn on_disable(&self, e: Entity, a: Option<&mut A>) {
            a.expect("it lives").0 += e.index() as i32 + 1;
        }
        fn on_enable(&self, c: Option<&C>) {
            log(format!("{}", c.is_none()));
        }
        fn shutdown(&mut self, a: Option<&A>, b: Option<&mut B>, c: Option<&C>, d: Option<&D>, e: Entity) {
            log(format!(
                "{:?}",
                (a.is_some(), b.map(|b| b.0), c.is_some(), d.map(|d| d.0), e.index(), self.0)
            ));
        }
    }
    let entity = Entity::spawn().with(A(10)).with(B(20)).with(D(40));
    let events = entity.add::<Events>();
    assert_eq!((events.borrow().0, entity.borrow::<D>().0), (21, 50));
    events.set_enabled(false);
    assert_eq!(entity.borrow::<A>().0, 11);
    events.set_enabled(true);
    events.kill();
    assert_eq!(take_log(), ["true", "true", "(true, Some(21), false, Some(50), 0, 21)"]);
}

#[test]
fn d2_a_sibling_that_init_misses_is_a_panic_with_the_remedy() {
    #[derive(Component, Default)]
    struct Needs(Token);
    impl Needs {
        fn init(&mut self, _: &mut A, _: &B) {
            log("init");
        }
    }
    let entity = Entity::spawn().with(A(1));
    let text = panic_text(|| entity.add::<Needs>());
    assert_has(&text, &["`init` of Needs", "takes B", &format!("{entity:?}"), "add B before Needs"]);
    assert!(!entity.has::<Needs>() && entity.try_borrow_mut::<A>().is_ok(), "what was lent is given back");
    World::flush();
    assert_eq!((take_log().len(), live_tokens()), (0, 0));
    ignore(entity.with(B(2)).with(Needs::default()));
    assert_eq!(take_log(), ["init"]);
    // In one bundle the siblings are there, in any order.
    Entity::spawn_many(1, |_, _| (Needs::default(), A(1), B(2)));
    assert_eq!(take_log(), ["init"]);
}

#[test]
fn d2_own_type_or_a_type_twice_with_mut_panics_at_the_first_add() {
    #[derive(Component, Default)]
    struct Selfish(u8);
    impl Selfish {
        fn update(&mut self, _: Option<&Selfish>) {}
    }
    #[derive(Component, Default)]
    struct Twice(u8);
    impl Twice {
        fn on_enable(&mut self, _: Option<&A>, _: Entity, _: Option<&mut A>) {}
    }
    #[derive(Component, Default)]
    struct Both(u8);
    impl Both {
        fn update(&mut self, _: &mut A, _: &mut A) {}
    }
    #[derive(Component, Default)]
    struct Fine(u8);
    impl Fine {
        fn update(&mut self, _: &A, _: Option<&A>, _: &B) {}
    }
    let entity = Entity::spawn();
    for _ in 0..2 {
        assert_has(&panic_text(|| entity.add::<Selfish>()), &["`update`", "Selfish", "own type", "`self`"]);
        assert_has(
            &panic_text(|| entity.insert(Twice(1))),
            &["`on_enable`", "Twice", "takes A twice", "`&mut`"],
        );
        let text = panic_text(|| Entity::spawn_many(1, |_, _| Both(1)));
        assert_has(&text, &["`update`", "Both", "takes A twice", "take it once"]);
    }
    assert!(entity.add::<Fine>().is_alive() && entity.components() == ["Fine"]);
    update_all(1.0);
}

// ---- D2: siblings in passes ----

#[derive(Component)]
struct Body {
    owner: Entity,
    sum: u64,
}

macro_rules! movers {
    ($($(#[$attr:meta])* $name:ident;)*) => {$(
        #[derive(Component)]
        $(#[$attr])*
        struct $name {
            id: u64,
            visits: u64,
        }
        impl $name {
            fn update(&mut self, entity: Entity, body: &mut Body) {
                assert_eq!(body.owner, entity, "the sibling of another entity");
                body.sum += self.id;
                self.visits += 1;
            }
        }
    )*};
}

movers! { Mover; #[component(isolated)] Loner; }

/// Siblings meet, whatever was added, killed and switched between the frames.
macro_rules! siblings_meet {
    ($mover:ident) => {
        let mut dice = Dice::new(5);
        // For each entity: the sum of its body, and the id and visits of its mover.
        let mut model: Vec<(Entity, Option<u64>, Option<(u64, u64)>, bool)> = Vec::new();
        for frame in 0..if cfg!(miri) { 10 } else { 300 } {
            for _ in 0..8 {
                match dice.below(if model.len() < 40 { 3 } else { 12 }) {
                    0..3 => {
                        let entity = Entity::spawn();
                        let (body, mover) = (dice.below(4) != 0, dice.below(4) != 0);
                        let id = dice.below(100) as u64;
                        if body {
                            entity.insert(Body { owner: entity, sum: 0 });
                        }
                        if mover {
                            entity.insert($mover { id, visits: 0 });
                        }
                        model.push((entity, body.then_some(0), mover.then_some((id, 0)), true));
                    }
                    3..5 => drop(model.swap_remove(dice.below(model.len())).0.despawn()),
                    case => {
                        let at = dice.below(model.len());
                        let (entity, body, mover, enabled) = &mut model[at];
                        match case {
                            5..7 => {
                                assert_eq!(entity.kill::<Body>(), body.take().is_some());
                            }
                            7 => {
                                assert_eq!(entity.kill::<$mover>(), mover.take().is_some());
                            }
                            8..10 => {
                                entity.insert(Body { owner: *entity, sum: 0 });
                                *body = Some(0);
                            }
                            10 => {
                                entity.insert($mover { id: frame, visits: 0 });
                                *mover = Some((frame, 0));
                            }
                            _ => {
                                *enabled = !*enabled;
                                entity.set_enabled(*enabled);
                            }
                        }
                    }
                }
            }
            update_all(1.0);
            for (_, body, mover, enabled) in &mut model {
                if let (Some(sum), Some((id, visits)), true) = (body, mover, *enabled) {
                    *sum += *id;
                    *visits += 1;
                }
            }
            for (entity, body, mover, _) in &model {
                assert_eq!(entity.get::<Body>().map(|body| body.sum), *body, "frame {frame}");
                assert_eq!(
                    entity.get::<$mover>().map(|mover| (mover.id, mover.visits)),
                    *mover,
                    "frame {frame}"
                );
            }
        }
        assert!(model.len() > 20 && Body::count() > 10);
    };
}

#[test]
fn d2_siblings_meet_after_any_churn() {
    siblings_meet!(Mover);
}

#[test]
fn d2_siblings_of_isolated_types_meet_after_any_churn() {
    siblings_meet!(Loner);
}

#[test]
fn d2_a_hook_runs_only_where_its_siblings_are() {
    let make = |id, body: bool| {
        let entity = Entity::spawn();
        if body {
            entity.insert(Body { owner: entity, sum: 0 });
        }
        entity.insert(Mover { id, visits: 0 })
    };
    let movers: Vec<_> = (0..10).map(|id| make(id, id % 3 != 1)).collect();
    update_all(1.0);
    for (id, mover) in movers.iter().enumerate() {
        assert_eq!(mover.borrow().visits, u64::from(id % 3 != 1));
    }
}

#[test]
fn the_readme_says_when_each_hook_runs() {
    macro_rules! names {
        ($($name:ident: $kind:ident $(($phase:ident))?, $when:literal;)*) => { [$(stringify!($name)),*] };
    }
    let readme = include_str!("../README.md");
    let (_, section) = readme.split_once("\n## Hooks\n").expect("a section is about hooks");
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `")?.split(" | ").next());
    let named: Vec<_> = rows.flat_map(|names| names.split('`')).collect();
    for name in ecs_hooks::hooks!(names) {
        assert!(named.contains(&name), "the README has no row for `{name}`");
    }
}
