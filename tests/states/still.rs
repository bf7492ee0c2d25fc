//! Out of its state a type stands still: its passes, `start`, timers and tasks.

use ecs_core::{Component, Entity, Handle, State, World, explain_order, query, time, update_all, wait};

use crate::{PLAY, Phase, Screen, heard, note};

#[derive(Component, Default)]
#[component(in_state(Screen::Play { .. }))]
struct Ship {
    fixed: u32,
    updates: u32,
    late: u32,
    hits: u32,
}

impl Ship {
    fn start(&mut self) {
        note("start");
    }

    fn fixed_update(&mut self) {
        self.fixed += 1;
    }

    fn update(&mut self) {
        self.updates += 1;
    }

    fn late_update(&mut self) {
        self.late += 1;
    }
}

fn go(screen: Screen) {
    Screen::go(screen);
    World::flush();
}

#[test]
fn t2_out_of_its_state_a_type_has_no_pass_and_no_start() {
    World::set_fixed_step(0.1);
    let ship = Entity::spawn().add::<Ship>();
    let counts = |ship: Handle<Ship>| ship.with(|ship| [ship.fixed, ship.updates, ship.late]).unwrap();
    update_all(0.1);
    Ship::update_all(0.1);
    assert_eq!((counts(ship), heard().len()), ([0, 0, 0], 0));
    go(PLAY);
    update_all(0.1);
    assert_eq!((counts(ship), heard()), ([1, 1, 1], vec!["start".to_owned()]));
    Ship::update_all(0.1);
    go(Screen::Over);
    update_all(0.1);
    assert_eq!((counts(ship), heard().len()), ([1, 2, 1], 0));
}

#[test]
fn t2_all_else_reaches_it() {
    let ship = Entity::spawn().add::<Ship>();
    update_all(0.1);
    ship.borrow_mut().hits += 1;
    for ship in &mut query::<&mut Ship>() {
        ship.hits += 1;
    }
    Ship::for_each(|ship| ship.hits += 1);
    assert_eq!(ship.borrow().hits, 3);
    assert!(ship.is_enabled());
}

#[test]
fn t2_a_type_that_comes_in_the_middle_of_a_frame_stands_still_at_once() {
    #[derive(Component, Default)]
    struct Spawner(Handle<Ship>);
    impl Spawner {
        fn update(&mut self) {
            if !self.0.is_alive() {
                self.0 = Entity::spawn().add::<Ship>();
            }
        }
    }
    let spawner = Entity::spawn().add::<Spawner>();
    update_all(0.1);
    update_all(0.1);
    let ship = spawner.borrow().0;
    assert_eq!(ship.with(|ship| ship.updates + ship.late), Some(0));
    go(PLAY);
    update_all(0.1);
    assert_eq!(ship.with(|ship| ship.updates + ship.late), Some(2));
}

#[test]
fn t2_a_change_after_the_fixed_steps_counts_for_the_update_of_the_same_frame() {
    let ship = Entity::spawn().add::<Ship>();
    update_all(0.1);
    Screen::go(PLAY);
    update_all(0.1);
    assert_eq!(ship.with(|ship| (ship.updates, ship.late)), Some((1, 1)));
}

#[test]
fn t2_several_keys_must_all_match() {
    #[derive(Component, Default)]
    #[component(in_state(Screen::Play { .. } | Screen::Over), in_state(Phase::Boss))]
    struct Boss(u32);
    impl Boss {
        fn update(&mut self) {
            self.0 += 1;
        }
    }
    let boss = Entity::spawn().add::<Boss>();
    let runs = || {
        update_all(0.1);
        boss.borrow().0
    };
    assert_eq!(runs(), 0);
    go(PLAY);
    assert_eq!(runs(), 0);
    Phase::go(Phase::Boss);
    World::flush();
    assert_eq!(runs(), 1);
    go(Screen::Over);
    assert_eq!(runs(), 1);
}

#[derive(Component, Default)]
#[component(in_state(Screen::Play { .. }))]
struct Bomb {
    ticks: Vec<f64>,
}

/// Half a second passes.
fn half() {
    update_all(0.5);
}

#[test]
fn t2_timers_stand_still() {
    go(PLAY);
    let bomb = Entity::spawn().add::<Bomb>();
    let timer = bomb.after(1.0, |bomb| bomb.ticks.push(time().elapsed()));
    half();
    go(Screen::Over);
    (0..4).for_each(|_| half());
    assert_eq!(timer.remaining(), Some(0.5));
    assert!(bomb.borrow().ticks.is_empty());
    go(PLAY);
    assert_eq!(timer.remaining(), Some(0.5));
    half();
    assert_eq!(bomb.borrow().ticks, [3.0]);
}

#[test]
fn t2_a_timer_whose_time_came_meanwhile_waits_the_rest_and_others_go_on() {
    #[derive(Component, Default)]
    struct Clock(Vec<f64>);
    go(PLAY);
    let clock = Entity::spawn().add::<Clock>();
    clock.every(1.0, |clock| clock.0.push(time().elapsed()));
    let bomb = Entity::spawn().add::<Bomb>();
    bomb.every(1.0, |bomb| bomb.ticks.push(time().elapsed()));
    (0..3).for_each(|_| half());
    go(Screen::Menu);
    (0..3).for_each(|_| half());
    go(PLAY);
    (0..4).for_each(|_| half());
    assert_eq!(clock.borrow().0, [1.0, 2.0, 3.0, 4.0, 5.0]);
    assert_eq!(bomb.borrow().ticks, [1.0, 3.5, 4.5]);
}

#[test]
fn t2_a_timer_that_is_made_out_of_the_state_begins_with_it() {
    let bomb = Entity::spawn().add::<Bomb>();
    bomb.after(0.5, |bomb| bomb.ticks.push(time().elapsed()));
    (0..3).for_each(|_| half());
    bomb.after(1.0, |bomb| bomb.ticks.push(time().elapsed()));
    half();
    go(PLAY);
    (0..2).for_each(|_| half());
    assert_eq!(bomb.borrow().ticks, [2.5, 3.0]);
}

#[test]
fn t2_a_timer_that_ends_meanwhile_has_no_turn() {
    go(PLAY);
    let bomb = Entity::spawn().add::<Bomb>();
    let timers: Vec<_> = (0..3).map(|_| bomb.after(0.5, |bomb| bomb.ticks.push(0.0))).collect();
    go(Screen::Menu);
    half();
    assert!(timers[1].cancel() && !timers[1].is_pending() && timers[2].is_pending());
    go(PLAY);
    half();
    assert_eq!(bomb.borrow().ticks.len(), 2);
}

#[test]
fn t2_who_is_disabled_and_out_of_its_state_waits_once() {
    go(PLAY);
    let bomb = Entity::spawn().add::<Bomb>();
    let timer = bomb.after(1.0, |bomb| bomb.ticks.push(time().elapsed()));
    half();
    go(Screen::Menu);
    half();
    bomb.set_enabled(false);
    half();
    assert_eq!(timer.remaining(), Some(0.5));
    go(PLAY);
    half();
    assert_eq!(timer.remaining(), Some(0.5));
    bomb.set_enabled(true);
    half();
    assert_eq!(bomb.borrow().ticks, [2.5]);
}

#[test]
fn t2_tasks_stand_still() {
    go(PLAY);
    let bomb = Entity::spawn().add::<Bomb>();
    bomb.task(async move |bomb| {
        for _ in 0..3 {
            wait(1.0).await;
            bomb.with(|bomb| bomb.ticks.push(time().elapsed()));
        }
    });
    (0..3).for_each(|_| half());
    go(Screen::Menu);
    (0..5).for_each(|_| half());
    go(PLAY);
    (0..4).for_each(|_| half());
    // It began in the first frame.
    assert_eq!(bomb.borrow().ticks, [1.5, 5.0, 6.0]);
}

#[test]
fn t2_the_order_shows_the_state_of_each_type() {
    Entity::spawn().add::<Ship>();
    let text = explain_order().to_string();
    assert!(text.contains("Ship: added 1st; in Screen::Play { .. }, and stands still now"), "{text}");
    go(PLAY);
    let text = explain_order().to_string();
    assert!(text.contains("Ship: added 1st; in Screen::Play { .. }\n"), "{text}");
}

#[test]
fn t2_types_keep_their_order_through_one_that_stands_still() {
    #[derive(Component, Default)]
    #[component(after(Second))]
    struct Third;
    impl Third {
        fn update(&mut self) {
            note("third");
        }
    }
    #[derive(Component, Default)]
    #[component(after(First), in_state(Screen::Play { .. }))]
    struct Second;
    impl Second {
        fn update(&mut self) {
            note("second");
        }
    }
    #[derive(Component, Default)]
    struct First;
    impl First {
        fn update(&mut self) {
            note("first");
        }
    }
    Entity::spawn().with(Third).with(Second).with(First);
    update_all(0.1);
    assert_eq!(heard(), ["first", "third"]);
}
