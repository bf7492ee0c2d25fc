//! Ends and switches wait until what their hooks take is free: all hooks, all calls, all that may hold it.

use ecs_core::{
    AddError, Archetype, Component, Entity, PerEntity, Pool, Remove, RemoveError, Singleton, ViewError,
    World, query, send_all, update_all,
};

use crate::support::{CountedDrop, DropCounter, log, take_log};

/// The singleton that hooks take.
#[derive(Singleton, Default)]
struct Book(u32);

/// The sibling that hooks take.
#[derive(Component, Default)]
struct Side;

/// Its hooks take the singleton.
#[derive(Component)]
struct Page(u32);

impl Page {
    fn on_enable(&mut self, book: &mut Book) {
        book.0 += 1;
        log(format!("on_enable {}", self.0));
    }
    fn on_disable(&mut self, book: &mut Book) {
        book.0 += 1;
        log(format!("on_disable {}", self.0));
    }
    fn shutdown(&mut self, book: &mut Book) {
        book.0 += 1;
        log(format!("shutdown {}", self.0));
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        log(format!("drop {}", self.0));
    }
}

impl Default for Page {
    fn default() -> Self {
        Self(1)
    }
}

/// Its hooks take the sibling.
#[derive(Component)]
struct Twin(u32);

impl Twin {
    fn on_enable(&mut self, side: Option<&mut Side>) {
        log(format!("on_enable {} {}", self.0, side.is_some()));
    }
    fn on_disable(&mut self, side: Option<&mut Side>) {
        log(format!("on_disable {} {}", self.0, side.is_some()));
    }
    fn shutdown(&mut self, side: Option<&mut Side>) {
        log(format!("shutdown {} {}", self.0, side.is_some()));
    }
}

impl Drop for Twin {
    fn drop(&mut self) {
        log(format!("drop {}", self.0));
    }
}

impl Default for Twin {
    fn default() -> Self {
        Self(1)
    }
}

/// Lets an actor do something while its hook holds what the hooks of others take.
struct Act(fn(Entity), Entity);

#[derive(Component)]
#[component(on(Act))]
struct Reader;

impl Reader {
    fn on_act(&mut self, act: &Act, _: &mut Book) {
        (act.0)(act.1);
        log("the hook ends");
    }
}

#[derive(Component)]
#[component(on(Act))]
struct Neighbour;

impl Neighbour {
    fn on_act(&mut self, act: &Act, _: Option<&mut Side>) {
        (act.0)(act.1);
        log("the hook ends");
    }
}

thread_local!(static POOL: Pool<Archetype<(Page,)>> = Pool::new());
/// The entities of the pool below.
type Pair = Archetype<(Side, Twin, Neighbour)>;

thread_local!(static SIDE_POOL: Pool<Pair> = Pool::with(|| (Side, Twin(1), Neighbour), |_| ()));

fn despawn(entity: Entity) {
    assert!(entity.despawn() && !entity.is_alive() && !entity.despawn());
}

fn clear(_: Entity) {
    World::clear();
}

fn despawn_parent(entity: Entity) {
    let parent = entity.parent().unwrap_or(entity);
    assert!(parent.despawn() && !entity.is_alive());
}

fn set_entity_enabled(entity: Entity) {
    assert!(entity.set_enabled(false) && !entity.is_enabled());
}

fn kill<T: PerEntity>(entity: Entity) {
    assert!(entity.kill::<T>() && !entity.has::<T>() && !entity.kill::<T>());
}

fn clear_type<T: PerEntity>(entity: Entity) {
    assert_eq!(T::clear(), 1);
    assert!(!entity.has::<T>());
}

fn set_enabled<T: PerEntity>(entity: Entity) {
    assert!(entity.handle::<T>().set_enabled(false) && !entity.handle::<T>().is_enabled());
}

fn give_back(entity: Entity) {
    let given = POOL.with(|pool| pool.give_back(entity)) || SIDE_POOL.with(|pool| pool.give_back(entity));
    assert!(given && entity.is_alive() && !entity.is_enabled());
}

fn insert_page(entity: Entity) {
    assert_eq!(entity.insert(Page(2)).borrow().0, 2);
}

fn insert_twin(entity: Entity) {
    assert_eq!(entity.insert(Twin(2)).borrow().0, 2);
}

/// Checks what has run after a call in a hook, which comes before `the hook ends`.
fn check(call: &str, expected: &[&str]) {
    let log = take_log();
    assert_eq!(log[0], "the hook ends", "{call}: {log:?}");
    assert_eq!(log[1..], *expected, "{call}");
}

/// The name of a call, the call, and the log that it leaves.
type Case<'a> = (&'a str, fn(Entity), &'a [&'a str]);

const ENDS: &[&str] = &["on_disable 1", "shutdown 1", "drop 1"];

#[test]
fn c5_whatever_a_hook_ends_that_has_borrowed_a_singleton_ends_when_the_hook_is_over() {
    let calls: [Case; 8] = [
        ("kill", kill::<Page>, ENDS),
        ("despawn", despawn, ENDS),
        ("World::clear", clear, ENDS),
        ("clear", clear_type::<Page>, ENDS),
        ("a parent", despawn_parent, ENDS),
        ("insert", insert_page, &["on_disable 1", "shutdown 1", "on_enable 2", "drop 1"]),
        ("set_enabled", set_enabled::<Page>, &["on_disable 1"]),
        ("set_enabled of an entity", set_entity_enabled, &["on_disable 1"]),
    ];
    for (name, call, expected) in calls {
        World::reset();
        let actor = Entity::spawn().with(Reader);
        let parent = Entity::spawn();
        let target = Entity::spawn().with(Page(1)).child_of(parent);
        take_log();
        assert_eq!(actor.send(Act(call, target)), 1);
        check(name, expected);
        World::reset();
        take_log();
    }
}

#[test]
fn c5_whatever_a_hook_ends_that_has_borrowed_a_sibling_ends_when_the_hook_is_over() {
    let gone: &[&str] = &["on_disable 1 false", "shutdown 1 false", "drop 1"];
    let there: &[&str] = &["on_disable 1 true", "shutdown 1 true", "drop 1"];
    let calls: [Case; 8] = [
        ("kill", kill::<Twin>, there),
        ("despawn", despawn, gone),
        ("World::clear", clear, gone),
        ("clear", clear_type::<Twin>, there),
        ("a parent", despawn_parent, gone),
        ("insert", insert_twin, &["on_disable 1 true", "shutdown 1 true", "on_enable 2 true", "drop 1"]),
        ("set_enabled", set_enabled::<Twin>, &["on_disable 1 true"]),
        ("set_enabled of an entity", set_entity_enabled, &["on_disable 1 true"]),
    ];
    for (name, call, expected) in calls {
        World::reset();
        let target = Entity::spawn().with(Side).with(Twin(1)).with(Neighbour).child_of(Entity::spawn());
        take_log();
        assert_eq!(target.send(Act(call, target)), 1);
        check(name, expected);
        World::reset();
        take_log();
    }
}

#[test]
fn c5_what_is_given_back_to_a_pool_by_a_hook_above_is_disabled_when_the_hook_is_over() {
    let target = POOL.with(Pool::take);
    let actor = Entity::spawn().with(Reader);
    take_log();
    actor.send(Act(give_back, target));
    check("give_back", &["on_disable 1"]);
    let target = SIDE_POOL.with(Pool::take);
    take_log();
    target.send(Act(give_back, target));
    check("give_back", &["on_disable 1 true"]);
}

/// Each call, under a guard in user code: nothing of the end runs before the guard is gone and a sync point
/// comes.
#[test]
fn c5_what_ends_under_a_guard_waits_for_the_first_sync_point_without_it() {
    let calls: [Case; 6] = [
        ("kill", kill::<Page>, ENDS),
        ("despawn", despawn, ENDS),
        ("World::clear", clear, ENDS),
        ("insert", insert_page, &["on_disable 1", "shutdown 1", "on_enable 2", "drop 1"]),
        ("set_enabled", set_enabled::<Page>, &["on_disable 1"]),
        ("a parent", despawn_parent, ENDS),
    ];
    for (name, call, expected) in calls {
        World::reset();
        let target = Entity::spawn().with(Page(1)).child_of(Entity::spawn());
        take_log();
        let book = Book::borrow_mut();
        call(target);
        World::flush();
        update_all(0.0);
        assert_eq!(take_log(), [""; 0], "{name}");
        drop(book);
        assert_eq!(take_log(), [""; 0], "{name}: no sync point yet");
        World::flush();
        assert_eq!(take_log(), expected, "{name}");
        World::reset();
        take_log();
    }
}

/// The numbers of ends of a type that wait, and that had to wait.
fn counts(component: &str) -> (usize, u64) {
    let stats = World::stats();
    let store = stats.stores.iter().find(|store| store.component == component).expect("the type was added");
    (store.waiting_ends, store.deferred_ends)
}

#[test]
fn c5_ends_that_wait_or_had_to_wait_are_counted() {
    #[derive(Component)]
    struct Mayfly;
    impl Mayfly {
        fn update(&mut self, me: Entity) {
            assert!(me.despawn());
            assert_eq!(counts("Mayfly").0, 3 - Self::count(), "its own hook has borrowed it");
        }
        fn shutdown(&mut self) {}
    }

    let pages: Vec<_> = (1..4).map(|number| Entity::spawn().insert(Page(number))).collect();
    assert!(pages[0].kill());
    assert_eq!(counts("Page"), (0, 0), "its end has run in the call");
    let book = Book::borrow_mut();
    assert!(pages[1].kill() && pages[2].entity().despawn());
    World::flush();
    assert_eq!(counts("Page"), (2, 2));
    assert!(World::stats().to_string().contains("2 ends deferred, of which 2 still wait"));
    drop(book);
    assert_eq!(counts("Page"), (2, 2), "no sync point yet");
    World::flush();
    assert_eq!(counts("Page"), (0, 2));
    let book = Book::borrow_mut();
    Entity::spawn().insert(Side).kill();
    assert_eq!(counts("Side"), (0, 0), "it has no hook that could wait");
    drop(book);

    for _ in 0..3 {
        Entity::spawn().insert(Mayfly);
    }
    update_all(0.0);
    assert_eq!(counts("Mayfly"), (0, 3));
    World::clear();
    assert_eq!(counts("Mayfly"), (0, 3), "they are counted since the world was made");
}

#[test]
fn c5_what_is_held_for_reading_is_free_for_hooks_that_read() {
    #[derive(Component)]
    struct Quiet;
    impl Quiet {
        fn shutdown(&mut self, _: &Book) {
            log("shutdown");
        }
    }
    let (first, second) = (Entity::spawn().with(Quiet), Entity::spawn().with(Quiet));
    {
        let _reads = Book::borrow();
        first.despawn();
        assert_eq!(take_log(), ["shutdown"]);
    }
    let writes = Book::borrow_mut();
    second.despawn();
    assert_eq!(take_log(), [""; 0]);
    drop(writes);
    World::flush();
    assert_eq!(take_log(), ["shutdown"]);
}

/// The physics toy: contacts are sent as events, and what is hit despawns itself.
#[test]
fn c5_a_contact_that_a_singleton_sends_may_end_bodies_that_the_singleton_lists() {
    #[derive(Singleton, Default)]
    struct Physics {
        bodies: Vec<Entity>,
        contacts: Vec<Entity>,
    }
    impl Physics {
        fn fixed_update(&mut self) {
            for hit in self.contacts.drain(..) {
                hit.send(Crash);
            }
        }
    }
    struct Crash;
    #[derive(Component)]
    struct Body;
    impl Body {
        fn init(&mut self, me: Entity, physics: &mut Physics) {
            physics.bodies.push(me);
        }
        fn shutdown(&mut self, me: Entity, physics: &mut Physics) {
            physics.bodies.retain(|&body| body != me);
        }
    }
    #[derive(Component)]
    #[component(on(Crash))]
    struct Glass;
    impl Glass {
        fn on_crash(&mut self, _: &Crash) {
            self.entity().despawn();
        }
    }
    let glasses = [(); 3].map(|()| Entity::spawn().with(Glass).with(Body));
    Physics::borrow_mut().contacts.extend(&glasses[..2]);
    update_all(0.1);
    assert_eq!(glasses.map(Entity::is_alive), [false, false, true]);
    assert_eq!(Physics::borrow().bodies, [glasses[2]]);
}

/// Those of a type keep their order, and those of an entity end last type first, as without waiting.
#[test]
fn c5_ends_that_wait_keep_their_order() {
    #[derive(Component)]
    struct Cover(u32);
    impl Cover {
        fn shutdown(&mut self, _: &mut Book) {
            log(format!("cover {}", self.0));
        }
    }
    #[derive(Component)]
    struct Sheet(u32);
    impl Sheet {
        fn shutdown(&mut self, _: &mut Book) {
            log(format!("sheet {}", self.0));
        }
    }
    let books = [0, 1, 2].map(|n| Entity::spawn().with(Cover(n)).with(Sheet(n)));
    let book = Book::borrow_mut();
    books[1].despawn();
    books[0].kill::<Sheet>();
    books[2].despawn();
    drop(book);
    World::flush();
    assert_eq!(take_log(), ["sheet 1", "sheet 0", "sheet 2", "cover 1", "cover 2"]);
    let child = Entity::spawn().with(Cover(7)).child_of(Entity::spawn().with(Cover(8)));
    let book = Book::borrow_mut();
    child.parent().map(Entity::despawn);
    drop(book);
    World::flush();
    assert_eq!(take_log(), ["cover 7", "cover 8"], "children first");
}

/// What is free ends in the call, also where something else of the entity waits.
#[test]
fn c5_only_what_takes_it_waits() {
    #[derive(Component)]
    struct Free;
    impl Free {
        fn shutdown(&mut self, me: Entity) {
            log(format!("free {}", me.has::<Page>()));
        }
    }
    let target = Entity::spawn().with(Free).with(Page(1));
    take_log();
    let book = Book::borrow_mut();
    target.despawn();
    assert_eq!(take_log(), ["free true"]);
    drop(book);
    World::flush();
    assert_eq!(take_log(), ENDS);
}

#[test]
fn c5_an_end_that_waits_runs_though_another_hook_of_the_removal_despawns_the_entity() {
    #[derive(Component)]
    struct Last;
    impl Last {
        fn shutdown(&mut self, me: Entity) {
            me.despawn();
        }
    }
    let target = Entity::spawn().with(Last).with(Page(1));
    take_log();
    let book = Book::borrow_mut();
    assert_eq!(Archetype::<(Last, Page)>::remove(target), 2);
    assert!(!target.is_alive());
    assert_eq!(take_log(), [""; 0]);
    drop(book);
    World::flush();
    assert_eq!(take_log(), ENDS);
}

#[test]
fn c5_an_index_whose_end_waits_is_another_entity_when_it_is_used_again() {
    let target = Entity::spawn().with(Page(1));
    take_log();
    let book = Book::borrow_mut();
    target.despawn();
    let next = Entity::spawn().with(Page(2));
    assert!(next.is_alive() && !target.is_alive() && next != target);
    assert_eq!(next.borrow::<Page>().0, 2);
    next.despawn();
    drop(book);
    World::flush();
    // The second was never enabled: its `on_enable` was still to come.
    assert_eq!(take_log(), ["on_disable 1", "shutdown 1", "shutdown 2", "drop 1", "drop 2"]);
}

#[test]
fn c5_an_event_does_not_overtake_the_on_enable_that_waits() {
    struct Ping;
    #[derive(Component)]
    #[component(on(Ping))]
    struct Late;
    impl Late {
        fn on_enable(&mut self, _: &mut Book) {
            log("on_enable");
        }
        fn on_ping(&mut self, _: &Ping) {
            log("on_ping");
        }
    }
    let book = Book::borrow_mut();
    let late = Entity::spawn().with(Late);
    assert_eq!(late.send(Ping) + send_all(Ping), 2);
    assert_eq!(take_log(), [""; 0]);
    drop(book);
    World::flush();
    assert_eq!(take_log(), ["on_enable", "on_ping", "on_ping"]);
}

#[test]
fn c5_what_is_enabled_again_before_it_was_told_is_told_nothing() {
    let target = Entity::spawn().with(Page(1));
    take_log();
    let book = Book::borrow_mut();
    target.set_enabled(false);
    target.set_enabled(true);
    drop(book);
    World::flush();
    assert_eq!(take_log(), [""; 0]);
}

#[test]
fn c5_a_view_is_refused_while_an_end_waits_and_names_what_holds_it() {
    let handles = [1, 2].map(|n| Entity::spawn().insert(Page(n)));
    let book = Book::borrow_mut();
    handles[0].kill();
    let refused = Page::try_view().err();
    assert!(
        matches!(refused, Some(ViewError::EndWaits { component: "Page", takes: "Book", .. })),
        "{refused:?}"
    );
    let mut seen = Vec::new();
    query::<&Page>().each(|page| seen.push(page.0));
    assert_eq!(seen, [2], "a query opens at any time");
    drop(book);
    assert_eq!(Page::view().len(), 1);
}

/// Observers hear of the end when it comes, late, and can read the value.
#[test]
fn c5_observers_hear_of_an_end_that_waits_when_it_comes() {
    #[derive(Component)]
    #[component(on(Remove<Page>))]
    struct Watcher;
    impl Watcher {
        fn on_remove_page(&mut self, e: &Remove<Page>, book: &mut Book) {
            book.0 += 1;
            log(format!("heard {} {:?}", e.is_late(), e.get().map(|page| page.0)));
        }
    }
    let watcher = Entity::spawn().with(Watcher);
    let actor = Entity::spawn().with(Reader);
    let target = Entity::spawn().with(Page(1));
    take_log();
    actor.send(Act(despawn, target));
    assert_eq!(take_log(), ["the hook ends", "on_disable 1", "heard true Some(1)", "shutdown 1", "drop 1"]);
    watcher.despawn();
}

#[test]
fn c5_remove_and_replace_are_refused_before_anything_has_happened() {
    let target = Entity::spawn().with(Page(1));
    take_log();
    let book = Book::borrow_mut();
    let removed = target.try_remove::<Page>().map(drop);
    assert!(
        matches!(
            removed,
            Err(RemoveError::Blocked { component: "Page", hook: "on_disable", takes: "Book", .. })
        ),
        "{removed:?}"
    );
    let replaced = target.try_replace(Page(2)).map(drop);
    assert!(matches!(replaced, Err(AddError::Blocked { takes: "Book", .. })), "{replaced:?}");
    assert_eq!(take_log(), ["drop 2"]);
    assert!(target.is_enabled() && target.borrow::<Page>().0 == 1);
    drop(book);
    assert_eq!(target.remove::<Page>().map(|page| page.0), Some(1));
    assert_eq!(take_log(), ENDS);
}

/// What waits when the world ends drops without its hooks, as all that is there does.
#[test]
fn c5_what_waits_when_the_world_ends_drops_once() {
    #[derive(Component)]
    struct Holds(#[allow(dead_code, reason = "it counts its drops")] CountedDrop);
    impl Holds {
        fn shutdown(&mut self, _: &mut Book) {
            log("shutdown");
        }
    }
    let drops = DropCounter::default();
    let world = World::new();
    world.enter(|| {
        let holder = Entity::spawn().with(Holds(drops.token()));
        let book = Book::borrow_mut();
        holder.despawn();
        assert_eq!(drops.dropped(), 0);
        drop(book);
    });
    drop(world);
    assert_eq!((drops.dropped(), take_log().len()), (1, 0));
}

/// A reset ends the singleton too: an end that waited for it takes the next one.
#[test]
fn c5_a_reset_while_a_guard_lives_leaves_nothing_behind() {
    Entity::spawn().with(Page(1));
    take_log();
    let book = Book::borrow_mut();
    World::reset();
    assert_eq!(World::stats().alive, 0);
    drop(book);
    World::flush();
    assert_eq!(take_log(), ENDS);
    World::reset();
    assert!(Book::get().is_none());
}

#[test]
fn c5_many_ends_that_wait_are_looked_at_once_at_each_sync_point() {
    const MANY: usize = if cfg!(miri) { 20 } else { 20_000 };
    #[derive(Component)]
    struct Brick;
    impl Brick {
        fn shutdown(&mut self, book: &mut Book) {
            book.0 += 1;
        }
    }
    let bricks: Vec<Entity> = (0..MANY).map(|_| Entity::spawn().with(Brick)).collect();
    let book = Book::borrow_mut();
    bricks.iter().for_each(|brick| assert!(brick.despawn()));
    drop(book);
    World::flush();
    assert_eq!(Book::borrow().0 as usize, MANY);
    assert_eq!(Brick::count(), 0);
}
