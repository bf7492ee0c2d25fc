//! Threads and processes that end, and what crosses threads.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::exit;
use std::rc::Rc;
use std::sync::mpsc::{Sender, channel};
use std::thread::{self, ThreadId};

use ecs_core::queries::QueryIter;
use ecs_core::{
    Archetype, Commands, Component, Entity, Handle, Pool, Query, Ref, RefMut, SendError, View, ViewMut,
    World, WorldError, try_update_all, update_all,
};

use super::{Hp, hp};
use crate::support::{CountedDrop, DropCounter, alone, caught, ignore, log, on_thread, take_log};

#[derive(Component)]
struct Owned(CountedDrop);

// ---- what crosses threads ----

/// A call by each type that is ambiguous, and does not compile, if the type is `Send` or `Sync`.
trait Stays<Marker> {
    fn stays() -> bool {
        true
    }
}

struct IfSend;
struct IfSync;

impl<T> Stays<()> for T {}
impl<T: Send> Stays<IfSend> for T {}
impl<T: Sync> Stays<IfSync> for T {}

#[test]
fn trap28_what_borrows_is_neither_send_nor_sync() {
    assert!(World::stays(), "the world itself; `into_send` asks first");
    assert!(<Ref<Hp>>::stays() && <RefMut<Hp>>::stays());
    assert!(<Ref<u32>>::stays() && <RefMut<u32>>::stays(), "of a part, which may be of any type");
    assert!(<View<Hp>>::stays() && <ViewMut<Hp>>::stays());
    assert!(<Query<&Hp>>::stays() && <QueryIter<'static, &Hp, ()>>::stays());
    assert!(<Pool<Archetype<(Hp,)>>>::stays(), "its supplier may have borrowed anything on this thread");
    assert!(Commands::stays(), "each thread of a pass has its own");
}

// ---- thread-local destructors ----

/// Makes every call when it is dropped; sends whether the world was open, or what is wrong.
struct Last {
    handle: Handle<Hp>,
    result: Sender<Result<bool, String>>,
}

impl Last {
    fn check(&self) -> bool {
        let (handle, entity) = (self.handle, self.handle.entity());
        let is_open = match Entity::try_spawn() {
            Ok(entity) => entity.despawn(),
            Err(_) => false,
        };
        // The first look also finds the store anew.
        assert_eq!(handle.is_alive(), is_open);
        assert_eq!(handle.try_borrow().is_ok(), is_open);
        assert_eq!(handle.try_borrow_mut().is_ok(), is_open);
        assert_eq!(handle.get().is_some(), is_open);
        assert_eq!(handle.get_mut().is_some(), is_open);
        assert_eq!((handle.is_enabled(), entity.is_alive(), entity.has::<Hp>()), (is_open, is_open, is_open));
        assert_eq!(entity.components().len(), usize::from(is_open));
        assert_eq!(Hp::try_view().map(|view| view.len()).ok(), is_open.then_some(1));
        assert_eq!(Hp::try_view_mut().map(|view| view.len()).ok(), is_open.then_some(1));
        assert_eq!((Hp::count(), World::stats().alive), (usize::from(is_open), usize::from(is_open)));
        assert_eq!((try_update_all(0.1).is_ok(), Hp::try_update_all(0.1).is_ok()), (is_open, is_open));
        assert_eq!((handle.set_enabled(false), entity.set_enabled(false)), (is_open, is_open));
        assert_eq!((entity.try_insert(Hp(8)).is_ok(), entity.try_add::<Hp>().is_ok()), (is_open, is_open));
        assert_eq!(Entity::try_spawn_many(2, |_, _| Hp(3)).is_ok(), is_open);
        assert_eq!((World::set_init_limit(9).is_ok(), Hp(1).try_entity()), (is_open, None));
        Hp::reserve(100);
        World::flush();
        assert_eq!((entity.remove::<Hp>(), handle.kill()), (is_open.then_some(Hp(8)), false));
        assert_eq!((entity.despawn(), Entity::despawn_many(&[entity])), (is_open, 0));
        let other = World::new();
        assert_eq!(other.enter(|| Entity::try_spawn().is_ok()), is_open);
        World::clear();
        assert_eq!((Hp::count(), World::stats().alive), (0, 0));
        is_open
    }
}

impl Drop for Last {
    fn drop(&mut self) {
        let result = catch_unwind(AssertUnwindSafe(|| self.check()));
        let text = |panic: Box<dyn std::any::Any + Send>| {
            panic.downcast::<String>().map_or("?".into(), |text| *text)
        };
        self.result.send(result.map_err(text)).expect("the test waits for it");
    }
}

#[test]
fn trap42_every_call_is_answered_in_a_thread_local_that_ends_before_or_after_the_world() {
    thread_local! {
        static LAST: RefCell<Option<Last>> = const { RefCell::new(None) };
    }
    let mut orders = Vec::new();
    for is_first in [true, false] {
        let (result, results) = channel();
        on_thread(move || {
            if is_first {
                LAST.with(|_| ()); // registered before the world: on Linux destroyed after it
            }
            let handle = hp(1);
            LAST.set(Some(Last { handle, result }));
        });
        orders.push(results.recv().expect("it was dropped"));
    }
    assert!(orders.iter().all(Result::is_ok), "{orders:?}");
    if cfg!(target_os = "linux") {
        assert_eq!(orders, [Ok(false), Ok(true)], "both orders were seen");
    }
}

#[test]
fn trap42_a_world_that_is_made_while_its_thread_ends_is_dropped_too() {
    struct Maker(DropCounter, Sender<Result<usize, WorldError>>);
    impl Drop for Maker {
        fn drop(&mut self) {
            let made = catch_unwind(AssertUnwindSafe(|| {
                Entity::spawn().insert(Owned(self.0.token()));
                Owned::count()
            }));
            self.1.send(made.map_err(|_| WorldError::Closing)).expect("the test waits for it");
        }
    }
    thread_local! {
        static MAKER: RefCell<Option<Maker>> = const { RefCell::new(None) };
    }
    let counter = DropCounter::default();
    let (sender, results) = channel();
    let inside = counter.clone();
    on_thread(move || MAKER.set(Some(Maker(inside, sender))));
    assert_eq!(results.recv(), Ok(Ok(1)), "the thread had no world before, so none is closing");
    if cfg!(target_os = "linux") {
        assert_eq!((counter.made(), counter.dropped()), (1, 1));
    }
}

// ---- the order of the end, and the end of the process ----

#[test]
fn trap44_a_world_drops_its_types_in_reverse_and_their_values_in_the_order_of_the_rows() {
    macro_rules! noisy {
        ($($name:ident)*) => {$(
            #[derive(Component)]
            struct $name(u32, Rc<RefCell<Vec<String>>>);
            impl Drop for $name {
                fn drop(&mut self) {
                    self.1.borrow_mut().push(format!("{} {}", stringify!($name), self.0));
                }
            }
        )*};
    }
    noisy! { First Second }
    let log = Rc::<RefCell<Vec<String>>>::default();
    let world = World::new();
    world.enter(|| {
        for n in 0..4 {
            // On the later entities the second type comes first: the order is that of the types.
            match n {
                0 | 1 => ignore(Entity::spawn().with(First(n, log.clone())).insert(Second(n, log.clone()))),
                _ => ignore(Entity::spawn().with(Second(n, log.clone())).insert(First(n, log.clone()))),
            }
        }
        let guard = Second::view();
        assert!(Entity::spawn().insert(Second(9, log.clone())).kill(), "waits for the view");
        drop(guard);
    });
    drop(world);
    let rows = |name: &str| (0..4).map(|n| format!("{name} {n}")).collect::<Vec<_>>();
    let expected = [vec!["Second 9".to_owned()], rows("Second"), rows("First")].concat();
    assert_eq!(*log.borrow(), expected);
}

#[test]
#[cfg_attr(miri, ignore = "starts processes")]
fn trap44_a_process_may_exit_inside_any_callback() {
    for place in EXITS {
        let output = alone(module_path!(), "probe_exit").env("ECS_PROBE", place).output();
        let output = output.expect("a test can start itself");
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(7), "{place}: {:?} {text}", output.status);
    }
}

const EXITS: [&str; 7] = ["init", "update", "shutdown", "drop", "closure", "enter", "close"];

/// `exit` runs the destructors of this thread's thread-locals, the world's among them, while calls of the
/// library are under way.
#[test]
#[ignore = "run by the test above, in processes of their own"]
fn probe_exit() {
    fn exit_at(place: &str) {
        if std::env::var("ECS_PROBE").is_ok_and(|wanted| wanted == place) {
            exit(7);
        }
    }
    #[derive(Component)]
    struct Leaver(Vec<u32>);
    impl Leaver {
        fn init(&mut self) {
            exit_at("init");
            self.0.push(1);
        }
        fn update(&mut self, hp: &mut Hp) {
            let _guard = hp_of_another();
            exit_at("update");
            hp.0 += self.0.len() as u32;
        }
        fn shutdown(&mut self) {
            exit_at("shutdown");
            self.0.clear();
        }
    }
    impl Drop for Leaver {
        fn drop(&mut self) {
            exit_at(if Entity::try_spawn().is_ok() { "drop" } else { "close" });
        }
    }
    #[derive(Component)]
    struct Guarded(Vec<u32>);
    fn hp_of_another() -> RefMut<Guarded> {
        Entity::spawn().insert(Guarded(vec![1])).borrow_mut()
    }
    let make = || Entity::spawn().with(Hp(1)).insert(Leaver(vec![0]));
    let leaver = make();
    update_all(0.1);
    Entity::spawn_many(2, |_, _| {
        exit_at("closure");
        Hp(2)
    });
    leaver.kill();
    let world = World::new();
    world.enter(|| {
        make();
        exit_at("enter");
    });
    drop(world);
    panic!("it has not left");
}

// ---- what crosses threads ----

#[test]
fn trap47_a_value_that_is_not_send_and_waits_for_its_drop_keeps_the_world_here() {
    #[derive(Component)]
    struct Local(Rc<Cell<Option<ThreadId>>>);
    impl Drop for Local {
        fn drop(&mut self) {
            self.0.set(Some(thread::current().id()));
        }
    }
    /// Sends a world while the thread unwinds, when nothing is dropped.
    struct SendsInDrop(Option<World>);
    impl Drop for SendsInDrop {
        fn drop(&mut self) {
            let world = self.0.take().expect("dropped once");
            world.enter(|| assert!(Local::view()[0].handle().kill()));
            match world.into_send() {
                Ok(_) => log("sent, with a value that waits for its drop"),
                Err((world, error)) => {
                    log(format!("{error:?}"));
                    self.0 = Some(world);
                }
            }
        }
    }
    let last = Rc::new(Cell::new(None));
    let world = World::new();
    world.enter(|| Entity::spawn().insert(Local(last.clone())));
    let text = caught(|| {
        let _sends = SendsInDrop(Some(world));
        panic!("outer")
    });
    let refused = format!("{:?}", SendError::NotSend { component: "Local" });
    assert_eq!((text.text.as_str(), take_log()), ("outer", vec![refused]));
    assert_eq!(last.get(), Some(thread::current().id()));
}

#[test]
fn trap47_values_of_a_world_that_was_sent_are_borrowed_only_where_it_is() {
    let world = World::new();
    let handles: Vec<_> = world.enter(|| (0..50).map(hp).collect());
    world.enter(|| Hp::view_mut()[handles[3]].0 = 30);
    let Ok(mut sendable) = world.into_send() else { panic!("all is `Send`, and nothing is borrowed") };
    for hop in 0..3 {
        // The cells of the thread that sends must not lead to what is over there.
        let handles = handles.clone();
        let there = thread::spawn(move || {
            let world = sendable.into_world();
            world.enter(|| {
                let alive = handles.iter().filter_map(|handle| handle.get_mut());
                assert_eq!(alive.map(|mut hp| hp.0 += 1).count(), 50 - hop as usize);
                assert_eq!(handles[3].borrow().0, 31 + hop);
                handles[40 + hop as usize].kill();
            });
            assert!(handles.iter().all(|handle| !handle.is_alive()), "not outside of `enter`");
            world.into_send().map_err(|(_, error)| error).expect("as before")
        });
        assert!(handles_are_dead(&Hp::view()));
        sendable = there.join().expect("it does not panic");
    }
    let world = sendable.into_world();
    assert_eq!(world.enter(|| (Hp::count(), handles[3].borrow().0)), (47, 33));
}

fn handles_are_dead(view: &[Hp]) -> bool {
    view.is_empty() && Hp::count() == 0
}
