//! Each program here is refused with a remedy; changed literally as the remedy says, it runs.

use std::cell::{Cell, RefCell};

use ecs_core::{
    Archetype, Component, Entity, Handle, Pool, Query, Ref, RemoveError, Schedule, Singleton, View, World,
    find, local, query, update_all,
};

use super::*;
use crate::support::{assert_says, message_of};

thread_local! {
    static MENDED: Cell<bool> = const { Cell::new(false) };
}

/// Whether the program that runs is the one that was changed as the remedy says.
fn mended() -> bool {
    MENDED.get()
}

/// Runs a program in a world of its own, which is refused with these words; and again, changed as they say.
#[track_caller]
fn says_then_runs(words: &[&str], program: impl Fn()) {
    let refused = World::new().enter(|| message_of(&program));
    assert_says(&refused, words);
    assert!(!refused.contains("  ") && !refused.contains(";;"), "{refused}");
    MENDED.set(true);
    World::new().enter(&program);
    MENDED.set(false);
}

const FORGOTTEN: &str = "(one that was passed to `mem::forget` never ends)";

/// Two entities with an `A` and an actor, whose hooks run a function in a frame.
fn frame<T: Component + Default>(act: impl Fn(Entity, Entity) + 'static) {
    let all = Entity::spawn_many(2, |n, _| (A(n as u32),));
    for entity in &all {
        entity.add::<T>();
    }
    in_hooks(move |me| act(me, if me == all[0] { all[1] } else { all[0] }));
}

fn two() -> [Entity; 2] {
    [0, 1].map(|n| Entity::spawn().with(A(n)))
}

// ---- a component is borrowed ----

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
    says_then_runs(&["use what `get` gave, or drop the query first"], || {
        let [one, _] = two();
        let mut all = query::<&mut A>();
        let a = all.get(one).expect("it has one");
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

// ---- a component that is missing ----

#[test]
fn a_null_handle() {
    #[derive(Component, Default)]
    struct Plane(Handle<A>);
    impl Plane {
        fn init(&mut self) {
            if mended() {
                self.0 = self.add::<A>();
            }
        }
    }
    says_then_runs(&["set the handle first, for instance in `init`, or use `get()`"], || {
        let plane = Entity::spawn().add::<Plane>();
        plane.borrow().0.borrow_mut().0 += 1;
    });
    says_then_runs(&["or use `get()`"], || {
        let none = Handle::<A>::default();
        if mended() { assert!(none.get().is_none()) } else { drop(none.borrow()) }
    });
}

#[test]
fn a_dead_handle() {
    says_then_runs(&["ask `is_alive()` first, or use `get()`"], || {
        let one = two()[0].handle::<A>();
        one.entity().despawn();
        if mended() {
            assert!(one.get_mut().is_none());
        }
        if !mended() || one.is_alive() {
            one.borrow_mut().0 += 1;
        }
    });
}

#[test]
fn a_handle_of_another_world() {
    says_then_runs(&["borrow it inside that world's `enter`"], || {
        let other = World::new();
        let one = other.enter(|| two()[0]);
        two();
        let touch = || one.borrow_mut::<A>().0 += 1;
        if mended() { other.enter(touch) } else { touch() }
    });
}

#[test]
fn a_stale_handle() {
    #[derive(Component, Default)]
    struct Broken {
        own: Handle<A>,
    }
    impl Broken {
        fn init(&mut self) {
            self.own = self.sibling();
        }
    }
    #[derive(Component, Default)]
    struct Marked {
        #[component(sibling)]
        own: Handle<A>,
    }
    #[derive(Component, Default)]
    struct Again {
        own: Handle<A>,
    }
    impl Again {
        fn init(&mut self) {
            self.own = self.sibling();
        }
        fn on_reset(&mut self) {
            self.own = self.sibling();
        }
    }
    let words =
        ["mark a field that refers to its own entity `#[component(sibling)]`", "set it again in `on_reset`"];
    says_then_runs(&words, || {
        if mended() {
            let pool = Pool::<Archetype<(A, Marked, Again)>>::new();
            pool.give_back(pool.take());
            let again = pool.take();
            again.borrow::<Marked>().own.borrow_mut().0 += 1;
            again.borrow::<Again>().own.borrow_mut().0 += 1;
        } else {
            let pool = Pool::<Archetype<(A, Broken)>>::new();
            pool.give_back(pool.take());
            let again = pool.take();
            again.borrow::<Broken>().own.borrow_mut().0 += 1;
        }
    });
}

// ---- a query meets what is borrowed ----

#[test]
fn a_query_in_a_hook_meets_what_the_hook_has() {
    #[derive(Component, Default)]
    struct Boid {
        near: usize,
    }
    impl Boid {
        fn update(&mut self) {
            self.near = if mended() {
                query::<&Boid>().except(self.entity()).iter().count()
            } else {
                query::<&Boid>().iter().count()
            };
        }
    }
    says_then_runs(&["leave its entity out: `query::<..>().except(self.entity())`"], || {
        let boids = Entity::spawn_many(3, |_, _| (Boid::default(),));
        update_all(0.1);
        assert!(boids.iter().all(|boid| boid.borrow::<Boid>().near == 2));
    });
    says_then_runs(
        &["`TakesMut::update`", "leave its entity out: `query::<..>().except(self.entity())`"],
        || {
            frame::<TakesMut>(|me, _| {
                let mut all = query::<&mut A>();
                if mended() {
                    all = all.except(me);
                }
                all.each(|a| a.0 += 1);
            });
        },
    );
    #[derive(Component)]
    struct Born;
    impl Born {
        fn init(&mut self, me: Entity) {
            let mut all = query::<&mut Born>();
            if mended() {
                all = all.except(me);
            }
            all.each(|_| ());
        }
    }
    says_then_runs(&["own hook", "query::<..>().except(self.entity())"], || {
        Entity::spawn().with(Born);
    });
}

#[test]
fn a_query_in_an_isolated_hook() {
    says_then_runs(&["remove `isolated` from its `#[component(..)]`", ".except(self.entity())"], || {
        if mended() {
            frame::<Writes>(|me, _| query::<&mut Writes>().except(me).each(|other| other.0 += 1));
        } else {
            frame::<Isolated>(|_, _| query::<&mut Isolated>().each(|other| other.0 += 1));
        }
    });
    says_then_runs(
        &["remove `isolated` from the `#[component(..)]` of Isolated", ".except(self.entity())"],
        || {
            if mended() {
                frame::<TakesMut>(|me, _| query::<&mut A>().except(me).each(|a| a.0 += 1));
            } else {
                frame::<Isolated>(|_, _| query::<&mut A>().each(|a| a.0 += 1));
            }
        },
    );
}

#[test]
fn a_query_in_a_query() {
    says_then_runs(&["visit the outer query by `each`", "inner one: `query::<..>().except(entity)`"], || {
        two();
        if mended() {
            query::<(Entity, &mut A)>().each(|(entity, a)| {
                for other in &query::<&A>().except(entity) {
                    a.0 += other.0;
                }
            });
        } else {
            for (_, a) in &mut query::<(Entity, &mut A)>() {
                for other in &query::<&A>() {
                    a.0 += other.0;
                }
            }
        }
    });
    says_then_runs(&["leave its entity out: `query::<..>().except(entity)`"], || {
        two();
        query::<(Entity, &mut A)>().each(|(entity, a)| {
            let mut others = query::<&A>();
            if mended() {
                others = others.except(entity);
            }
            others.each(|other| a.0 += other.0);
        });
    });
    says_then_runs(&["drop the query that gave it first, or leave its entity out"], || {
        let [one, _] = two();
        let mut all = query::<&mut A>();
        all.get(one).expect("it has one").0 += 1;
        query::<&A>().except(one).each(|_| ());
        if mended() {
            drop(all);
        }
        query::<&A>().each(|_| ());
    });
}

#[test]
fn a_query_beside_guards_views_and_for_each() {
    says_then_runs(
        &["drop that guard first", FORGOTTEN, "or leave its entity out: `query::<..>().except(entity)`"],
        || {
            let [one, _] = two();
            let guard = one.borrow_mut::<A>();
            query::<&A>().except(one).each(|_| ());
            if mended() {
                drop(guard);
            }
            query::<&A>().each(|_| ());
        },
    );
    for write in [false, true] {
        says_then_runs(&["end the view first"], || {
            two();
            let view = (!write).then(A::view);
            let view_mut = write.then(A::view_mut);
            if mended() {
                drop((view, view_mut));
            }
            query::<&mut A>().each(|_| ());
        });
    }
    says_then_runs(&["leave its entity out: `query::<..>().except(entity)`"], || {
        two();
        A::for_each(|a| {
            let mut others = query::<&A>();
            if mended() {
                others = others.except(a.entity());
            }
            others.each(|_| ());
        });
    });
}

// ---- a store as a whole ----

#[test]
fn a_view_in_a_hook() {
    says_then_runs(
        &["cannot view A", "inside the hook use a query", "query::<..>().except(self.entity())"],
        || {
            frame::<TakesMut>(|me, _| {
                if mended() {
                    query::<&A>().except(me).each(|_| ());
                } else {
                    drop(A::view());
                }
            });
        },
    );
    says_then_runs(
        &["cannot view Reads: some were added, killed or switched", "inside the hook use a query"],
        || {
            frame::<Reads>(|me, other| {
                other.kill::<Reads>();
                if mended() {
                    query::<&Reads>().except(me).each(|_| ());
                } else {
                    drop(Reads::view());
                }
            });
        },
    );
    says_then_runs(&["remove `isolated` from its `#[component(..)]`, and use `query::<..>()"], || {
        if mended() {
            frame::<Writes>(|me, _| query::<&Writes>().except(me).each(|_| ()));
        } else {
            frame::<Isolated>(|_, _| drop(Isolated::view()));
        }
    });
    says_then_runs(
        &["remove `isolated` from the `#[component(..)]` of Isolated, and use `query::<..>()"],
        || {
            if mended() {
                frame::<TakesMut>(|me, _| query::<&A>().except(me).each(|_| ()));
            } else {
                frame::<Isolated>(|_, _| drop(A::view()));
            }
        },
    );
    says_then_runs(&["cannot visit A", "remove `isolated` from the `#[component(..)]` of Isolated"], || {
        let visit = |_, _| A::for_each(|a| a.0 += 1);
        if mended() { frame::<TakesMut>(visit) } else { frame::<Isolated>(visit) }
    });
    says_then_runs(&["cannot visit Isolated", "remove `isolated` from its `#[component(..)]`"], || {
        if mended() {
            frame::<Writes>(|_, _| Writes::for_each(|_| ()));
        } else {
            frame::<Isolated>(|_, _| Isolated::for_each(|_| ()));
        }
    });
}

#[test]
fn a_sort_in_a_hook() {
    says_then_runs(&["cannot sort A", "sort outside of the hook: before or after the update"], || {
        frame::<TakesMut>(|_, _| {
            if !mended() {
                A::sort_by_key(|a| a.0);
            }
        });
        A::sort_by_key(|a| a.0);
    });
}

#[test]
fn par_each_in_a_hook() {
    let words =
        ["cannot share out A", "use `each` instead", "`query::<..>().except(self.entity()).each(..)`"];
    says_then_runs(&words, || {
        frame::<TakesMut>(|me, _| {
            if mended() {
                query::<&mut A>().except(me).each(|a| a.0 += 1);
            } else {
                query::<&mut A>().par_each(|a| a.0 += 1);
            }
        });
    });
}

/// What views, sorts and `par_each` are refused by, and a way to end that.
fn whole_is_refused(words: &[&str], call: fn()) {
    says_then_runs(&[words, &["drop that guard first", FORGOTTEN]].concat(), || {
        let guard = two()[0].borrow_mut::<A>();
        if mended() {
            drop(guard);
        }
        call();
    });
    says_then_runs(&[words, &["end the view first"]].concat(), || {
        two();
        let view = A::view_mut();
        if mended() {
            drop(view);
        }
        call();
    });
    says_then_runs(&[words, &["end the query first"]].concat(), || {
        two();
        let mut all = query::<&mut A>();
        for a in &mut all {
            a.0 += 1;
        }
        if mended() {
            drop(all);
        }
        call();
    });
    says_then_runs(&[words, &["end the query first"]].concat(), || {
        let [one, _] = two();
        let mut all = query::<&mut A>();
        all.get(one);
        if mended() {
            drop(all);
        }
        call();
    });
    says_then_runs(&[words, &["do it when the `each` is over"]].concat(), || {
        two();
        query::<&mut A>().each(|_| {
            if !mended() {
                call();
            }
        });
        call();
    });
    says_then_runs(&[words, &["do it when the `for_each` is over"]].concat(), || {
        two();
        A::for_each(|_| {
            if !mended() {
                call();
            }
        });
        call();
    });
}

#[test]
fn a_whole_store_of_which_something_is_borrowed() {
    whole_is_refused(&["cannot view A: one is"], || drop(A::view()));
    whole_is_refused(&["cannot view A: one is"], || drop(A::view_mut()));
    whole_is_refused(&["cannot sort A: one is"], || A::sort_by_key(|a| a.0));
    whole_is_refused(&["cannot visit A: one is"], || A::for_each(|_| ()));
    whole_is_refused(&["cannot share out A: one is"], || query::<&mut A>().par_each(|_| ()));
}

#[test]
fn a_store_that_is_not_settled() {
    let words = ["cannot view A: some were added, killed or switched", "so that the store can be flushed"];
    says_then_runs(&[&words[..], &["drop that guard first"]].concat(), || {
        let [one, other] = two();
        let guard = one.borrow::<A>();
        other.despawn();
        if mended() {
            drop(guard);
        }
        drop(A::view());
    });
    says_then_runs(&[&words[..], &["end the view first"]].concat(), || {
        let [_, other] = two();
        let view = A::view();
        other.despawn();
        if mended() {
            drop(view);
        }
        drop(A::view());
    });
    says_then_runs(&[&words[..], &["end the query first"]].concat(), || {
        let [_, other] = two();
        let all = query::<&A>();
        for _ in &all {
            other.despawn();
        }
        if mended() {
            drop(all);
        }
        drop(A::view());
    });
    says_then_runs(&[&words[..], &["do it when the `each` is over"]].concat(), || {
        let [_, other] = two();
        query::<&A>().each(|_| {
            other.despawn();
            if !mended() {
                drop(A::view());
            }
        });
        drop(A::view());
    });
    says_then_runs(&["so that the store can be flushed", "do it when the `for_each` is over"], || {
        let [_, other] = two();
        A::for_each(|_| {
            other.despawn();
            if !mended() {
                drop(A::view());
            }
        });
        drop(A::view());
    });
}

// ---- updates and removals ----

#[test]
fn an_update_while_something_is_kept() {
    let guard = ["cannot update A: one is", "drop that guard before the update", FORGOTTEN];
    says_then_runs(&guard, || {
        let one = Entity::spawn().with(A(0)).with(TakesMut(0));
        let guard = one.borrow::<A>();
        if mended() {
            drop(guard);
        }
        update_all(0.1);
    });
    says_then_runs(&["drop that guard before the update"], || {
        Entity::spawn().with(A(0)).with(TakesMut(0));
        let view = A::view();
        if mended() {
            drop(view);
        }
        update_all(0.1);
    });
    says_then_runs(&["drop that query before the update"], || {
        Entity::spawn().with(A(0)).with(TakesMut(0));
        let all = query::<&A>();
        if mended() {
            drop(all);
        }
        update_all(0.1);
    });
}

thread_local! {
    static KEPT: RefCell<Option<Ref<A>>> = const { RefCell::new(None) };
    static KEPT_QUERY: RefCell<Option<Query<'static, &'static A>>> = const { RefCell::new(None) };
}

/// Keeps something in the pass before the one that takes it.
fn keep(keep: fn(Entity)) {
    Entity::spawn().with(Writes(0));
    let one = Entity::spawn().with(A(0)).with(TakesMut(0));
    in_hooks(move |me| {
        if me.has::<Writes>() {
            keep(one);
        }
    });
}

#[test]
fn a_hook_that_keeps_something() {
    let words = ["cannot update A of 1v1", "drop that guard before the hook that took it returns", FORGOTTEN];
    says_then_runs(&words, || {
        KEPT.take();
        keep(|one| {
            let guard = one.borrow::<A>();
            if mended() {
                drop(guard);
            } else {
                KEPT.set(Some(guard));
            }
        });
    });
    says_then_runs(
        &["cannot update A of 1v1", "drop that query before the hook that took it returns"],
        || {
            KEPT_QUERY.take();
            keep(|_| {
                let all = query::<&'static A>();
                assert_eq!(all.iter().count(), 1);
                if mended() {
                    drop(all);
                } else {
                    KEPT_QUERY.set(Some(all));
                }
            });
        },
    );
    KEPT.take();
    KEPT_QUERY.take();
}

#[test]
fn a_removal_of_what_is_borrowed() {
    let words = ["cannot remove A of 0v1", "use `kill`, which waits for the borrow to end"];
    says_then_runs(&words, || {
        let [one, _] = two();
        let _guard = one.borrow::<A>();
        if mended() {
            assert!(one.kill::<A>());
        } else {
            one.remove::<A>();
        }
    });
    says_then_runs(&["`TakesMut::update`", "use `kill`"], || {
        frame::<TakesMut>(|me, _| {
            if mended() {
                assert!(me.kill::<A>());
            } else {
                assert!(!matches!(me.try_remove::<A>(), Ok(_) | Err(RemoveError::Unwinding { .. })));
                me.remove::<A>();
            }
        });
    });
}
