//! Singletons whose changes conditions and systems ask for.

use ecs_core::{Component, Entity, IntoSystem, Schedule, Singleton, Watch, World, local, update_all};

use super::{Log, Nth, take_log};

#[derive(Singleton, Default, Debug)]
#[component(track)]
struct Score(u32);

fn watch(score: Watch<Score>, log: &mut Log) {
    log.0.push(score.0 as usize * 10 + usize::from(score.has_changed()));
}

#[test]
fn a_system_sees_each_change_once() {
    let mut schedule = Schedule::new().add(watch);
    let mut run = || {
        schedule.run(0.1);
        take_log()
    };
    assert_eq!([run(), run()], [[1], [0]], "it was made for it");
    Score::borrow_mut().0 = 1;
    let _ = Score::borrow();
    // Other frames are not its own.
    (0..3).for_each(|_| update_all(0.1));
    assert_eq!([run(), run()], [[11], [10]]);
    Score::set(Score(2));
    assert_eq!([run(), run()], [[21], [20]]);
    Score::instance().kill();
    assert_eq!([run(), run()], [[1], [0]], "another was made");
}

#[test]
fn what_a_system_takes_for_writing_has_changed_for_the_next() {
    fn write(_: &mut Score) {}
    let mut even = 0;
    let every_second = move || {
        even += 1;
        even % 2 == 0
    };
    let mut schedule = Schedule::new().add(watch).add(write.run_if(every_second)).add(watch.named("again"));
    (0..4).for_each(|_| schedule.run(0.1));
    assert_eq!(take_log(), [1, 1, 0, 1, 1, 0, 0, 1]);
}

#[test]
fn a_condition_asks_since_it_was_asked_itself() {
    Score::set(Score(1));
    let mut schedule = Schedule::new()
        .add(Nth::<1>.run_if(Score::has_changed))
        .add(local(|| Log::borrow_mut().0.push(usize::from(Score::has_changed()) + 5)));
    let mut run = || {
        schedule.run(0.1);
        take_log()
    };
    assert_eq!([run(), run()], [vec![1, 6], vec![5]]);
    Score::borrow_mut().0 += 1;
    (0..3).for_each(|_| update_all(0.1));
    assert_eq!([run(), run()], [vec![1, 6], vec![5]]);
}

#[test]
fn hooks_and_programs_ask_too() {
    #[derive(Component, Default)]
    struct Reader;
    impl Reader {
        fn update(&mut self, log: &mut Log) {
            log.0.push(usize::from(Score::has_changed()));
        }
    }
    assert!(!Score::has_changed() && !Score::changed_since(World::tick()), "there is none, and none is made");
    assert!(Score::get().is_none());
    Entity::spawn().add::<Reader>();
    Score::set(Score(1));
    assert!(Score::has_changed());
    (0..2).for_each(|_| update_all(0.1));
    assert_eq!((take_log(), Score::has_changed()), (vec![1, 0], false));
    Score::borrow_mut().0 = 2;
    (0..2).for_each(|_| update_all(0.1));
    assert_eq!(take_log(), [1, 0]);
}
