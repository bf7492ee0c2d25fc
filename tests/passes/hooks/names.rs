//! Law D1: which methods are hooks.

use super::*;

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

    fn life<T: PerEntity + Default>(name: &str) {
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
    #[component(init, update, shutdown, on_enable, on_disable, on_reset, on_load)]
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
        fn on_load(&self) {}
    }
    let strict = Entity::spawn().add::<Strict>();
    update_all(1.0);
    strict.kill();
    assert_eq!(take_log(), ["1", "shutdown"]);
}

#[test]
fn the_book_says_when_each_hook_runs() {
    macro_rules! names {
        ($($name:ident: $kind:ident $(($phase:ident))?, $when:literal;)*) => { [$(stringify!($name)),*] };
    }
    let page = include_str!("../../../docs/book/src/hooks.md");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `")?.split(" | ").next());
    let named: Vec<_> = rows.flat_map(|names| names.split('`')).collect();
    for name in ecs_derive::hooks!(names) {
        assert!(named.contains(&name), "the page has no row for `{name}`");
    }
}
