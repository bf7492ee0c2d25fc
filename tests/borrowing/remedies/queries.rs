//! A query meets what is borrowed.

use super::*;

#[test]
fn a_query_in_a_hook_meets_what_the_hook_has() {
    #[derive(Component, Default)]
    struct Boid {
        near: usize,
    }
    impl Boid {
        fn update(&mut self, me: Entity) {
            self.near = if mended() {
                query::<&Boid>().except(me).iter().count()
            } else {
                query::<&Boid>().iter().count()
            };
        }
    }
    says_then_runs(&["leave its entity out: `query::<..>().except(me)`"], || {
        let boids = Entity::spawn_many(3, |_, _| (Boid::default(),));
        update_all(0.1);
        assert!(boids.iter().all(|boid| boid.borrow::<Boid>().near == 2));
    });
    says_then_runs(&["`TakesMut::update`", "leave its entity out: `query::<..>().except(me)`"], || {
        frame::<TakesMut>(|me, _| {
            let mut all = query::<&mut A>();
            if mended() {
                all = all.except(me);
            }
            all.each(|a| a.0 += 1);
        });
    });
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
    says_then_runs(&["own hook", "query::<..>().except(me)"], || {
        Entity::spawn().with(Born);
    });
}

#[test]
fn a_query_in_an_isolated_hook() {
    says_then_runs(&["remove `isolated` from its `#[component(..)]`", ".except(me)"], || {
        if mended() {
            frame::<Writes>(|me, _| query::<&mut Writes>().except(me).each(|other| other.0 += 1));
        } else {
            frame::<Isolated>(|_, _| query::<&mut Isolated>().each(|other| other.0 += 1));
        }
    });
    says_then_runs(&["remove `isolated` from the `#[component(..)]` of Isolated", ".except(me)"], || {
        if mended() {
            frame::<TakesMut>(|me, _| query::<&mut A>().except(me).each(|a| a.0 += 1));
        } else {
            frame::<Isolated>(|_, _| query::<&mut A>().each(|a| a.0 += 1));
        }
    });
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
        all.get_mut(one).expect("it has one").0 += 1;
        query::<&A>().except(one).each(|_| ());
        if mended() {
            drop(all);
        }
        query::<&A>().each(|_| ());
    });
}

#[test]
fn a_query_during_guards_views_and_for_each() {
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
