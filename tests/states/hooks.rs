//! Hooks and systems that take a state.

use ecs_core::{Component, Entity, Schedule, Singleton, State, World, update_all};

use crate::{PLAY, Screen, heard, note};

#[test]
fn t1_hooks_of_all_kinds_take_a_state_to_read() {
    #[derive(Component, Default)]
    struct Hud;
    impl Hud {
        fn init(&mut self, screen: &Screen) {
            note(format!("init {screen:?}"));
        }
        fn start(&mut self, screen: &Screen) {
            note(format!("start {screen:?}"));
        }
        fn update(&mut self, screen: &Screen) {
            note(format!("update {screen:?}"));
        }
        fn shutdown(&mut self, screen: Option<&Screen>) {
            note(format!("shutdown {screen:?}"));
        }
    }
    let hud = Entity::spawn().add::<Hud>();
    update_all(0.1);
    hud.kill();
    assert_eq!(heard(), ["init Menu", "start Menu", "update Menu", "shutdown Some(Menu)"]);
}

#[test]
fn t1_parallel_hooks_and_systems_read_a_state() {
    #[derive(Component, Default)]
    #[component(parallel)]
    struct Star(u32);
    impl Star {
        fn update(&mut self, screen: &Screen) {
            self.0 += if let Screen::Play { level } = screen { *level } else { 100 };
        }
    }
    #[derive(Singleton, Default)]
    struct Sum(u32);
    fn add(sum: &mut Sum, screen: &Screen, maybe: Option<&Screen>) {
        assert_eq!(Some(screen), maybe);
        sum.0 += u32::from(*screen == PLAY);
    }
    let stars = Entity::spawn_many(100, |_, _| Star(0));
    let mut schedule = Schedule::new().add(add);
    update_all(0.1);
    schedule.run(0.1);
    Screen::go(PLAY);
    World::flush();
    update_all(0.1);
    schedule.run(0.1);
    assert!(stars.iter().all(|star| star.borrow::<Star>().0 == 101));
    assert_eq!(Sum::borrow().0, 1);
}
