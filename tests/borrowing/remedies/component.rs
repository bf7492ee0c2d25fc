//! A component is borrowed.

use super::*;

#[test]
fn borrowed_by_a_guard() {
    says_then_runs(
        &[
            "drop that guard first",
            "one that was passed to `mem::forget` never ends",
            "or use `with` of the handle, and in its closure the argument",
        ],
        || {
            let [one, _] = two();
            let guard = one.borrow_mut::<A>();
            if mended() {
                drop(guard);
            }
            one.borrow_mut::<A>().0 += 1;
        },
    );
    says_then_runs(&["use `with` of the handle", "same expression, `match`"], || {
        let [one, _] = two();
        let one = one.handle::<A>();
        if mended() {
            match one.with(|a| a.0) {
                Some(0) => one.borrow_mut().0 = 1,
                _ => unreachable!("it is the first"),
            }
        } else {
            match one.borrow().0 {
                0 => one.borrow_mut().0 = 1,
                _ => unreachable!("it is the first"),
            }
        }
    });
    says_then_runs(&["passed to `mem::forget`"], || {
        let [one, _] = two();
        let guard = one.borrow::<A>();
        if mended() {
            drop(guard);
        } else {
            std::mem::forget(guard);
        }
        one.borrow_mut::<A>().0 += 1;
    });
}

#[test]
fn borrowed_as_often_as_can_be() {
    says_then_runs(&["drop some of the guards", "`mem::forget`"], || {
        let [one, _] = two();
        let mut guards: Vec<Ref<A>> = (0..250).map(|_| one.borrow::<A>()).collect();
        if mended() {
            guards.truncate(100);
        }
        let _one_more = one.borrow::<A>();
    });
}

#[test]
fn borrowed_by_its_own_hook() {
    #[derive(Component)]
    struct Hero(u32);
    struct Hurt;
    #[derive(Component)]
    #[component(on(Hurt))]
    struct Foe(u32);
    impl Hero {
        fn update(&mut self) {
            if mended() {
                self.0 += 1;
                help_hero(self);
            } else {
                self.handle().borrow_mut().0 += 1;
            }
        }
    }
    fn help_hero(hero: &mut Hero) {
        hero.0 += 1;
    }
    impl Foe {
        fn update(&mut self, me: Entity) {
            hit_back(me);
        }
        fn on_hurt(&mut self, _: &Hurt) {
            self.0 -= 1;
        }
    }
    fn hit_back(foe: Entity) {
        if mended() {
            foe.send(Hurt);
        } else {
            foe.borrow_mut::<Foe>().0 -= 1;
        }
    }
    let words = ["inside that hook use `self`", "gets `self` as an argument", "sends an event, which waits"];
    says_then_runs(&words, || {
        let hero = Entity::spawn().insert(Hero(0));
        update_all(0.1);
        assert_eq!(hero.borrow().0, 2);
    });
    says_then_runs(&words, || {
        let foe = Entity::spawn().insert(Foe(3));
        update_all(0.1);
        assert_eq!(foe.borrow().0, 2);
    });
}

#[test]
fn borrowed_by_a_hook_of_an_event() {
    #[derive(Component)]
    struct Born(u32);
    impl Born {
        fn init(&mut self, me: Entity, a: &mut A) {
            match (mended(), self.0) {
                (false, 0) => me.borrow_mut::<Self>().0 = 5,
                (false, _) => me.borrow_mut::<A>().0 = 5,
                (true, _) => (self.0, a.0) = (5, 5),
            }
        }
    }
    says_then_runs(&["inside that hook use `self`"], || {
        Entity::spawn().with(A(0)).with(Born(0));
    });
    says_then_runs(&["the hook `Born::init`", "inside that hook use the parameter"], || {
        let born = Entity::spawn().with(A(0)).with(Born(1));
        assert_eq!(born.borrow::<A>().0, 5);
    });
}

#[derive(Component, Default)]
struct Walker;

impl Walker {
    fn update(&self, me: Entity, a: &mut A) {
        if mended() {
            a.0 += 1;
            step(a);
        } else {
            me.borrow_mut::<A>().0 += 1;
        }
    }
}

fn step(a: &mut A) {
    a.0 += 1;
}

#[derive(Component, Default)]
struct Spender;

impl Spender {
    fn update(&self, score: &mut Score) {
        if mended() { score.0 += 1 } else { Score::borrow_mut().0 += 1 }
    }
}

#[test]
fn borrowed_by_a_parameter() {
    let words = ["inside that hook use the parameter", "give it to what the hook calls as an argument"];
    says_then_runs(&words, || {
        let one = Entity::spawn().with(A(0)).with(Walker);
        update_all(0.1);
        assert_eq!(one.borrow::<A>().0, 2);
    });
    says_then_runs(&words, || {
        Entity::spawn().with(Spender);
        update_all(0.1);
        assert_eq!(Score::borrow().0, 1);
    });
}

#[test]
fn borrowed_by_an_isolated_hook() {
    says_then_runs(
        &["to reach others in the hook, remove `isolated` from the `#[component(..)]` of Isolated"],
        || {
            let touch = |_, other: Entity| other.borrow_mut::<A>().0 += 1;
            if mended() { frame::<TakesMut>(touch) } else { frame::<Isolated>(touch) }
        },
    );
    says_then_runs(&["to reach others in the hook, remove `isolated` from its `#[component(..)]`"], || {
        if mended() {
            frame::<Writes>(|_, other| other.borrow_mut::<Writes>().0 += 1);
        } else {
            frame::<Isolated>(|_, other| other.borrow_mut::<Isolated>().0 += 1);
        }
    });
}

#[test]
fn borrowed_by_a_query() {
    says_then_runs(&["otherwise visit by `query::<..>().each(..)` instead of `for`"], || {
        let [one, other] = two();
        if mended() {
            query::<(Entity, &mut A)>().each(|(me, a)| {
                if me == one {
                    a.0 += other.borrow::<A>().0;
                }
            });
        } else {
            for (me, a) in &mut query::<(Entity, &mut A)>() {
                if me == one {
                    a.0 += other.borrow::<A>().0;
                }
            }
        }
    });
    says_then_runs(&["otherwise visit by `query::<..>().each(..)` instead of `for`"], || {
        let [_, other] = two();
        if mended() {
            query::<(Entity, &A)>().each(|(me, a)| {
                if me != other {
                    other.borrow_mut::<A>().0 += a.0;
                }
            });
        } else {
            for a in &query::<&A>() {
                other.borrow_mut::<A>().0 += a.0;
            }
        }
    });
    says_then_runs(&["inside the closure use its arguments"], || {
        two();
        query::<(Entity, &mut A)>().each(|(me, a)| {
            if mended() {
                a.0 += 1;
            } else {
                me.borrow_mut::<A>().0 += 1;
            }
        });
    });
    says_then_runs(&["use what `get_mut` gave, or drop the query first"], || {
        let [one, _] = two();
        let mut all = query::<&mut A>();
        let a = all.get_mut(one).expect("it has one");
        if mended() {
            a.0 += 1;
            drop(all);
        }
        one.borrow_mut::<A>().0 += 1;
    });
}

#[test]
fn borrowed_by_a_query_that_a_system_takes() {
    fn broken(mut all: Query<&mut A>) {
        all.each(|_| find("other").expect("it is there").borrow_mut::<A>().0 += 1);
    }
    fn better() {
        let other = find("other").expect("it is there");
        query::<(Entity, &mut A)>().except(other).each(|_| other.borrow_mut::<A>().0 += 1);
    }
    says_then_runs(&["visit by `query::<..>().each(..)`"], || {
        two()[1].set_name("other");
        let mut schedule =
            if mended() { Schedule::new().add(local(better)) } else { Schedule::new().add(local(broken)) };
        schedule.run(0.1);
    });
}

#[test]
fn borrowed_by_a_system() {
    fn earn(score: &mut Score) {
        if mended() { add_to(score) } else { Score::borrow_mut().0 += 1 }
    }
    fn add_to(score: &mut Score) {
        score.0 += 1;
    }
    let words =
        ["borrowed by a system, as its parameter `&mut Score`", "inside the system use the parameter"];
    says_then_runs(&words, || {
        Schedule::new().add(local(earn)).run(0.1);
        assert_eq!(Score::borrow().0, 1);
    });
}

#[test]
fn borrowed_by_for_each() {
    says_then_runs(&["inside the closure use its argument"], || {
        two();
        A::for_each(|a| if mended() { a.0 += 1 } else { a.handle().borrow_mut().0 += 1 });
    });
}

#[test]
fn borrowed_by_a_view() {
    says_then_runs(
        &["drop the view first, or take `view_mut()` (in a system `ViewMut`) and index it with the handle"],
        || {
            let one = two()[0].handle::<A>();
            if mended() {
                let mut all = A::view_mut();
                all[one].0 += 1;
            } else {
                let _all = A::view();
                one.borrow_mut().0 += 1;
            }
        },
    );
    says_then_runs(&["index the view with the handle, or drop the view first"], || {
        let one = two()[0].handle::<A>();
        let mut all = A::view_mut();
        if mended() {
            all[one].0 += 1;
            drop(all);
        }
        one.borrow_mut().0 += 1;
    });
}

#[derive(Component, Default)]
struct Overseer;

impl Overseer {
    fn update(&self, me: Entity, all: View<A>) {
        assert_eq!(all.len(), 2);
        act(me);
    }
}

#[test]
fn borrowed_by_a_hook_that_takes_a_view() {
    let touch = |_, other: Entity| other.borrow_mut::<A>().0 += 1;
    says_then_runs(
        &["`Overseer::update`", "`View<A>`", "remove the parameter, and use handles"],
        move || {
            if mended() { frame::<Reads>(touch) } else { frame::<Overseer>(touch) }
        },
    );
    let visit = |_, _| query::<&mut A>().each(|a| a.0 += 1);
    says_then_runs(&["`View<A>`", "remove that parameter, and use a query in the hook"], move || {
        if mended() { frame::<Reads>(visit) } else { frame::<Overseer>(visit) }
    });
    let view = |_, _| drop(A::view_mut());
    says_then_runs(
        &["cannot view A", "remove that parameter, and use `query::<..>()` in the hook"],
        move || {
            if mended() { frame::<Reads>(visit) } else { frame::<Overseer>(view) }
        },
    );
}
