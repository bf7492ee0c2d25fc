//! Law D2: which forms a hook may have.

use super::*;

/// One type for each form of `update`; each logs what it got.
macro_rules! forms {
    ($($name:ident: ($($self:tt)+) ($($param:ident: $ty:ty),*) $(=> $change:expr)?;)*) => {
        $(
            #[derive(Component, Default)]
            struct $name(u32);
            impl $name {
                fn update($($self)+, $($param: $ty),*) {
                    $($change;)?
                    log(format!(
                        concat!(stringify!($name), $(" ", stringify!($param), "={:?}"),*),
                        $(Show::show(&$param)),*
                    ));
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
        F9: (&self) (b: &B, e: Entity, a: Option<&mut A>, dt: f32) =>
            if let Some(&mut A(ref n)) = a { assert_eq!(*n, 11) };
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
fn d2_life_hooks_take_the_same_but_the_time_step() {
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
    let text = message_of(|| entity.add::<Needs>());
    assert_says(&text, &["`init` of Needs", "takes B", &format!("{entity:?}"), "add B before Needs"]);
    assert!(!entity.has::<Needs>() && entity.try_borrow_mut::<A>().is_ok(), "what was borrowed is released");
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
        assert_says(&message_of(|| entity.add::<Selfish>()), &["`update`", "Selfish", "own type", "`self`"]);
        assert_says(
            &message_of(|| entity.insert(Twice(1))),
            &["`on_enable`", "Twice", "takes A twice", "`&mut`"],
        );
        let text = message_of(|| Entity::spawn_many(1, |_, _| Both(1)));
        assert_says(&text, &["`update`", "Both", "takes A twice", "take it once"]);
    }
    assert!(entity.add::<Fine>().is_alive() && entity.components() == ["Fine"]);
    update_all(1.0);
}

#[test]
fn d2_a_hook_takes_eight_parameters() {
    #[derive(Component, Default)]
    struct Many(i32);

    impl Many {
        #[allow(clippy::too_many_arguments, reason = "as many as a hook may have")]
        fn init(&mut self, e: Entity, a: &A, b: &B, c: &C, d: &D, _: Entity, _: Entity, _: Entity) {
            self.0 = e.index() as i32 + a.0 + b.0 + c.0 + d.0;
        }
        #[allow(clippy::too_many_arguments, reason = "as many as a hook may have")]
        fn update(&mut self, dt: f32, _: Entity, a: &mut A, b: &B, c: &C, d: Option<&D>, _: f32, _: f32) {
            a.0 += self.0 + dt as i32 + b.0 + c.0 + d.map_or(0, |d| d.0);
        }
    }

    let entity = Entity::spawn().with(A(1)).with(B(2)).with(C(3)).with(D(4));
    let many = entity.add::<Many>();
    update_all(1.0);
    assert_eq!((many.borrow().0, entity.borrow::<A>().0), (10, 1 + 10 + 1 + 2 + 3 + 4));
}
