//! Two want one component: in helpers, in events, in nested loops, while guards live longer than they seem
//! to.

use ecs_core::{
    Component, Entity, Handle, PerEntity, Query, RefMut, Schedule, Singleton, View, find, local, query,
    update_all,
};

use super::gets;

#[derive(Component, Default, Clone, Debug)]
struct Health(u32);

#[derive(Component, Default)]
struct Transform(f32);

impl Transform {
    fn update(&mut self) {
        self.0 += 1.0;
    }
}

#[derive(Singleton, Default)]
struct Score(u32);

#[derive(Component, Default)]
struct Boid(f32);

impl Boid {
    fn update(&mut self, transform: &mut Transform) {
        self.0 += 1.0;
        transform.0 = nearest();
    }
}

fn nearest() -> f32 {
    let mut nearest = f32::MAX;
    for transform in &query::<&Transform>() {
        nearest = nearest.min(transform.0);
    }
    nearest
}

/// A frame of an entity with a transform and this component.
fn frame<T: PerEntity + Default>() {
    Entity::spawn().with(Transform(1.0)).add::<T>();
    update_all(0.1);
}

#[test]
fn the_player_is_found_and_borrowed_twice() {
    Entity::spawn().with(Health(1)).set_name("player");
    let player = || find("player").unwrap();
    gets(
        "cannot borrow Health of 0v1 \"player\" mutably: it is mutably borrowed at HERE; drop that guard \
         first (one in the same expression, `match` or `let x = &..` lives to its end, one that was passed \
         to `mem::forget` never ends), or use `with` of the handle, and in its closure the argument",
        || {
            let mut one = player().get_mut::<Health>().unwrap();
            one.0 += player().get_mut::<Health>().unwrap().0;
        },
    );
}

/// A coroutine of Unity's keeps what it has over frames.
#[test]
fn a_guard_is_kept_in_a_field_over_the_frame() {
    #[derive(Component)]
    struct Poison(Handle<Health>, Option<RefMut<Health>>);
    impl Poison {
        fn update(&mut self) {
            self.1 = Some(self.0.borrow_mut());
        }
    }
    #[derive(Component, Default)]
    struct Regeneration;
    impl Regeneration {
        fn update(&mut self, health: &mut Health) {
            health.0 += 1;
        }
    }
    let hero = Entity::spawn().with(Health(1)).with(Regeneration);
    Entity::spawn().insert(Poison(hero.handle(), None));
    update_all(0.1);
    gets(
        "cannot run `Regeneration::update`, which takes Health: one is mutably borrowed at HERE; drop that \
         guard before the update (one that was passed to `mem::forget` never ends)",
        || update_all(0.1),
    );
}

#[test]
fn a_helper_queries_what_the_hook_takes() {
    gets(
        "cannot visit Transform of 0v1: it is borrowed by the hook `Boid::update`, as its parameter `&mut \
         Transform`; leave its entity out: `query::<..>().except(me)`, with `me: \
         Entity` as a parameter of the hook",
        frame::<Boid>,
    );
}

#[test]
fn a_helper_queries_what_its_caller_has_borrowed() {
    fn sum() -> u32 {
        let mut sum = 0;
        query::<&Health>().each(|health| sum += health.0);
        sum
    }
    let hero = Entity::spawn().with(Health(1));
    let mut health = hero.borrow_mut::<Health>();
    gets(
        "cannot visit Health of 0v1: it is mutably borrowed at HERE; drop that guard first (one that was \
         passed to `mem::forget` never ends), or leave its entity out: `query::<..>().except(entity)`",
        || health.0 += sum(),
    );
}

#[test]
fn a_flock_looks_at_all_of_its_own_type() {
    #[derive(Component, Default)]
    struct Fish(f32);
    impl Fish {
        fn update(&mut self) {
            self.0 += Fish::view().iter().map(|fish| fish.0).sum::<f32>();
        }
    }
    gets(
        "cannot view Fish: one is borrowed by its own hook `Fish::update`, as `self`; inside the hook use a \
         query, which leaves out what you have by `query::<..>().except(me)`, with `me: Entity` \
         as a parameter",
        frame::<Fish>,
    );
}

#[test]
fn a_hook_calls_something_that_calls_back() {
    #[derive(Component, Default)]
    struct Hero(u32);
    impl Hero {
        fn update(&mut self) {
            strike(self.handle());
        }
    }
    fn strike(from: Handle<Hero>) {
        from.borrow_mut().0 += 1;
    }
    gets(
        "cannot borrow Hero of 0v1 mutably: it is borrowed by its own hook `Hero::update`, as `self`; \
         inside that hook use `self`; what it calls gets `self` as an argument, or sends an event, which \
         waits",
        frame::<Hero>,
    );
}

#[test]
fn a_hook_takes_the_score_and_calls_what_borrows_it() {
    #[derive(Component, Default)]
    struct Coin;
    impl Coin {
        fn update(&mut self, score: &mut Score) {
            score.0 += 1;
            bonus();
        }
    }
    fn bonus() {
        Score::borrow_mut().0 += 10;
    }
    gets(
        "cannot borrow Score of 1v1 mutably: it is borrowed by the hook `Coin::update`, as its parameter \
         `&mut Score`; inside that hook use the parameter, and give it to what the hook calls as an \
         argument (an event cannot pass it on: then let one of the two hooks not take it)",
        frame::<Coin>,
    );
}

#[test]
fn an_isolated_hook_reaches_another_of_its_type_or_of_a_parameters() {
    #[derive(Component, Default)]
    #[component(isolated)]
    struct Ant(Handle<Ant>);
    impl Ant {
        fn update(&mut self) {
            self.0 = self.0.borrow().0;
        }
    }
    #[derive(Component, Default)]
    #[component(isolated)]
    struct Follower(Handle<Transform>);
    impl Follower {
        fn update(&mut self, transform: &mut Transform) {
            transform.0 = self.0.borrow().0;
        }
    }
    let first = Entity::spawn().add::<Ant>();
    let second = Entity::spawn().insert(Ant(first)).entity();
    first.borrow_mut().0 = first;
    gets(
        "cannot borrow Ant of 0v1: it is borrowed, like all of its type, by its isolated pass; its own \
         component is `self` there; to reach others in the hook, remove `isolated` from its \
         `#[component(..)]`",
        || update_all(0.1),
    );
    Entity::despawn_many(&[first.entity(), second]);
    let leader = Entity::spawn().insert(Transform(1.0));
    Entity::spawn().with(Transform(0.0)).with(Follower(leader));
    gets(
        "cannot borrow Transform of 0v2: it is borrowed, like all of its type, by the isolated hook \
         `Follower::update`, as its parameter `&mut Transform`; its own is the parameter there; to reach \
         others in the hook, remove `isolated` from the `#[component(..)]` of Follower",
        || update_all(0.1),
    );
}

#[test]
fn a_loop_over_a_query_follows_a_handle_into_it() {
    let hero = Entity::spawn().insert(Health(1));
    gets(
        "cannot borrow Health of 0v1: it is mutably borrowed by a query at HERE; if it is the entity that \
         you visit, use what the query gave; otherwise visit by `query::<..>().each(..)` instead of `for`: \
         it borrows one entity at a time",
        || {
            for health in &mut query::<&mut Health>() {
                health.0 = hero.borrow().0;
            }
        },
    );
    gets(
        "cannot borrow Health of 0v1 mutably: it is borrowed by a view of its store at HERE; drop the view \
         first, or take `view_mut()` (in a system `ViewMut`) and index it with the handle",
        || {
            for health in &Health::view() {
                hero.borrow_mut().0 = health.0;
            }
        },
    );
}

#[test]
fn two_loops_over_all_pairs() {
    for n in 0..2 {
        Entity::spawn().insert(Health(n));
    }
    gets(
        "cannot visit Health of 0v1: it is mutably borrowed by a query at HERE; visit the outer query by \
         `each`, and leave its entity out of the inner one: `query::<..>().except(entity)`",
        || {
            for one in &mut query::<&mut Health>() {
                for other in &query::<&Health>() {
                    one.0 += other.0;
                }
            }
        },
    );
}

#[test]
fn a_component_is_added_while_what_its_init_takes_is_borrowed() {
    #[derive(Component, Default)]
    struct Shield;
    impl Shield {
        fn init(&mut self, health: &mut Health) {
            health.0 += 10;
        }
    }
    let mob = Entity::spawn().with(Health(3));
    let health = mob.borrow_mut::<Health>();
    gets(
        "cannot add Shield to 0v1: its `init` takes Health, which is mutably borrowed at HERE; drop that \
         guard first (one that was passed to `mem::forget` never ends)",
        || _ = mob.add::<Shield>(),
    );
    drop(health);
}

#[test]
fn a_hook_that_takes_a_singleton_adds_what_takes_it_too() {
    #[derive(Component, Default)]
    struct Coin;
    impl Coin {
        fn init(&mut self, score: &mut Score) {
            score.0 += 1;
        }
    }
    #[derive(Component, Default)]
    struct Chest;
    impl Chest {
        fn update(&mut self, _: &mut Score) {
            Entity::spawn().add::<Coin>();
        }
    }
    Score::set(Score::default());
    gets(
        "cannot add Coin to 2v1: its `init` takes Score, which is borrowed by the hook `Chest::update`, as \
         its parameter `&mut Score`; add it when that hook is over: by `Commands` in a hook of a pass or a \
         system, or in a method that listens to an event, which waits if it is sent to the component of \
         the hook",
        frame::<Chest>,
    );
}

#[test]
fn a_component_is_removed_or_replaced_while_what_its_shutdown_takes_is_borrowed() {
    #[derive(Component, Default)]
    struct Shield;
    impl Shield {
        fn shutdown(&mut self, _: Option<&mut Health>) {}
    }
    let mob = Entity::spawn().with(Health(3)).with(Shield);
    let health = mob.borrow_mut::<Health>();
    gets(
        "cannot remove Shield of 0v1: its `shutdown` takes Health, which is mutably borrowed at HERE; use \
         `kill`, whose `shutdown` waits for the borrow to end",
        || _ = mob.remove::<Shield>(),
    );
    gets(
        "cannot replace Shield of 0v1: its `shutdown` takes Health, which is mutably borrowed at HERE; use \
         `insert`, which lets the old value wait for the borrow to end",
        || _ = mob.replace(Shield),
    );
    drop(health);
}

#[test]
fn a_view_is_taken_while_an_end_waits() {
    #[derive(Component, Default)]
    struct Shield;
    impl Shield {
        fn shutdown(&mut self, _: &mut Score) {}
    }
    Entity::spawn().with(Shield).despawn();
    let shield = Entity::spawn().with(Shield);
    let score = Score::borrow_mut();
    shield.despawn();
    gets(
        "cannot view Shield: the end of one waits for Score, which is mutably borrowed at HERE; drop that \
         guard first (one that was passed to `mem::forget` never ends)",
        || _ = Shield::view(),
    );
    drop(score);
}

#[test]
fn a_local_system_reaches_around_its_parameters() {
    fn by_query(mut all: Query<(Entity, &mut Health)>) {
        for (entity, health) in &mut all {
            health.0 += entity.borrow::<Health>().0;
        }
    }
    fn by_view(all: View<Health>) {
        let hero = query::<Entity>().first().unwrap();
        hero.borrow_mut::<Health>().0 += all[0].0;
    }
    fn by_singleton(score: &mut Score) {
        score.0 += Score::borrow().0;
    }
    Entity::spawn().insert(Health(1));
    gets(
        "cannot borrow Health of 0v1: it is mutably borrowed by a query at HERE; if it is the entity that \
         you visit, use what the query gave; otherwise visit by `query::<..>().each(..)` instead of `for`: \
         it borrows one entity at a time",
        || Schedule::new().add(local(by_query)).run(0.1),
    );
    gets(
        "cannot borrow Health of 0v1 mutably: it is borrowed by a view of its store at HERE; drop the view \
         first, or take `view_mut()` (in a system `ViewMut`) and index it with the handle",
        || Schedule::new().add(local(by_view)).run(0.1),
    );
    gets(
        "cannot borrow Score of 1v1: it is borrowed by a system, as its parameter `&mut Score`; inside the \
         system use the parameter, and give it to what the system calls as an argument",
        || Schedule::new().add(local(by_singleton)).run(0.1),
    );
}

#[test]
fn a_component_is_removed_in_its_own_update() {
    #[derive(Component, Default)]
    struct Shield;
    impl Shield {
        fn update(&mut self, me: Entity) {
            me.remove::<Shield>();
        }
    }
    gets(
        "cannot remove Shield of 0v1: it is borrowed by its own hook `Shield::update`, as `self`; use \
         `kill`, which waits for the borrow to end",
        frame::<Shield>,
    );
}

#[test]
fn a_type_is_sorted_in_its_own_update() {
    #[derive(Component, Default)]
    struct Sprite(u32);
    impl Sprite {
        fn update(&mut self) {
            Sprite::sort_by_key(|sprite| sprite.0);
        }
    }
    gets(
        "cannot sort Sprite: one is borrowed by its own hook `Sprite::update`, as `self`; sort outside of \
         the hook: before or after the update",
        frame::<Sprite>,
    );
}

#[test]
fn a_view_is_kept_over_the_update() {
    Entity::spawn().insert(Transform(0.0));
    let view = Transform::view();
    gets(
        "cannot update Transform: one is borrowed by a view of its store at HERE; drop that view before the \
         update",
        || update_all(0.1),
    );
    drop(view);
}
