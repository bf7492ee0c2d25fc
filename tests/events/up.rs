//! Law Y5: events that go up the tree until a method that listens has handled them.

use ecs_core::{Events, Failed, Handled, Schedule};

use super::*;
use crate::support::{Random, sized};

/// A click, with a number.
struct Click(u32);

#[derive(Component)]
#[component(on(Click))]
struct Panel {
    name: u32,
    handles: bool,
}

impl Panel {
    fn on_click(&mut self, click: &Click) -> Handled {
        log(format!("panel {} of {}", self.name, click.0));
        if self.handles { Handled::Yes } else { Handled::No }
    }
}

#[derive(Component)]
#[component(on(Click))]
struct Logger(u32);

impl Logger {
    fn on_click(&mut self, click: &Click) {
        log(format!("logger {} of {}", self.0, click.0));
    }
}

fn panel(name: u32, handles: bool) -> Handle<Panel> {
    Entity::spawn().insert(Panel { name, handles })
}

/// A chain of panels, the root first, each with a logger.
fn chain(handles: &[bool]) -> Vec<Handle<Panel>> {
    let mut above = None;
    let new = |(name, &handles): (usize, &bool)| {
        let panel = panel(name as u32, handles);
        panel.entity().insert(Logger(name as u32));
        if let Some(above) = above.replace(panel.entity()) {
            panel.entity().child_of(above);
        }
        panel
    };
    handles.iter().enumerate().map(new).collect()
}

#[test]
fn y5_an_event_goes_up_until_it_is_handled() {
    let panels = chain(&[true, true, false, false]);
    assert_eq!(panels[3].entity().send_up(Click(7)), Some(panels[1].entity()));
    assert_eq!(
        take_log(),
        ["panel 3 of 7", "logger 3 of 7", "panel 2 of 7", "logger 2 of 7", "panel 1 of 7"],
        "nothing is notified after that, on this entity neither"
    );
    panels[1].borrow_mut().handles = false;
    panels[0].borrow_mut().handles = false;
    assert_eq!(panels[1].entity().send_up(Click(8)), None);
    assert_eq!(take_log(), ["panel 1 of 8", "logger 1 of 8", "panel 0 of 8", "logger 0 of 8"]);
    panels[1].set_enabled(false);
    assert_eq!(panels[1].entity().send_up(Click(9)), None);
    assert_eq!(take_log(), ["logger 1 of 9", "panel 0 of 9", "logger 0 of 9"]);
    assert_eq!(Entity::spawn().send_up(Click(1)), None);
    assert_eq!(Entity::NONE.send_up(Click(1)), None);
    assert!(take_log().is_empty());
}

#[test]
fn y5_where_a_component_is_borrowed_the_event_waits_and_goes_on_from_there() {
    let panels = chain(&[true, false, false]);
    let guard = panels[1].borrow();
    assert_eq!(panels[2].entity().send_up(Click(7)), None);
    assert_eq!(take_log(), ["panel 2 of 7", "logger 2 of 7"]);
    World::flush();
    assert!(take_log().is_empty());
    drop(guard);
    World::flush();
    assert_eq!(take_log(), ["panel 1 of 7", "logger 1 of 7", "panel 0 of 7"]);
    // What waits for a component that ends goes on without it.
    let guard = panels[1].borrow();
    panels[2].entity().send_up(Click(8));
    panels[1].kill();
    drop(guard);
    World::flush();
    assert_eq!(take_log(), ["panel 2 of 8", "logger 2 of 8", "logger 1 of 8", "panel 0 of 8"]);
}

#[test]
fn y5_what_waits_and_is_handled_ends_there() {
    let panels = chain(&[true, true]);
    let guard = panels[1].borrow();
    panels[1].entity().send_up(Click(7));
    drop(guard);
    World::flush();
    assert_eq!(take_log(), ["panel 1 of 7"]);
}

#[test]
fn y5_the_way_is_that_of_the_tree_before_an_entity_is_notified() {
    #[derive(Component)]
    #[component(on(Click))]
    struct Closes;
    impl Closes {
        fn on_click(&mut self, _: &Click) {
            log("close");
            self.entity().despawn();
        }
    }
    let panels = chain(&[true, false]);
    let button = Entity::spawn().with(Closes).child_of(panels[1].entity());
    assert_eq!(button.send_up(Click(7)), Some(panels[0].entity()));
    assert_eq!(take_log(), ["close", "panel 1 of 7", "logger 1 of 7", "panel 0 of 7"]);
    assert!(!button.is_alive());
}

#[test]
fn y5_a_system_reads_the_event_once() {
    fn read(clicks: Events<Click>) {
        log(clicks.iter().map(|(_, click)| click.0.to_string()).collect::<String>());
    }
    let panels = chain(&[false, false, false]);
    let mut schedule = Schedule::new().add(read);
    schedule.run(0.1);
    panels[2].entity().send_up(Click(7));
    take_log();
    schedule.run(0.1);
    assert_eq!(take_log(), ["7"]);
}

#[test]
fn y5_an_error_lets_the_event_go_on_and_a_panic_ends_its_way() {
    #[derive(Component)]
    #[component(on(Click))]
    struct Fails(bool);
    impl Fails {
        fn on_click(&mut self, _: &Click) -> Result<Handled, Failed> {
            assert!(!self.0, "broken");
            Err(Failed::new("no"))
        }
    }
    let panels = chain(&[true]);
    let fails = Entity::spawn().child_of(panels[0].entity()).insert(Fails(false));
    assert_eq!(fails.entity().send_up(Click(7)), Some(panels[0].entity()));
    fails.borrow_mut().0 = true;
    take_log();
    assert_eq!(message_of(|| fails.entity().send_up(Click(8))), "broken");
    assert!(take_log().is_empty());
}

#[test]
fn y5_an_event_to_which_nothing_listens_is_a_soft_failure() {
    struct Unheard;
    assert_eq!(Entity::spawn().send_up(Unheard), None);
    assert_says(&World::stats().soft.to_string(), &["`Entity::send_up`", "Unheard"]);
}

/// Random trees, compared with a list of parents.
#[test]
fn y5_random_trees_agree_with_a_list_of_parents() {
    for seed in 0..sized(2, 60, 2_000) {
        let random = &mut Random(seed);
        World::new().enter(|| {
            let mut all: Vec<(Handle<Panel>, Option<usize>, bool)> = Vec::new();
            for name in 0..40 {
                let handles = random.below(5) == 0;
                let panel = panel(name, handles);
                let parent = (name > 0 && random.below(6) != 0).then(|| random.below(all.len()));
                if let Some(parent) = parent {
                    panel.entity().child_of(all[parent].0.entity());
                }
                all.push((panel, parent, handles));
            }
            for number in 0..40 {
                let from = random.below(all.len());
                let (mut expected, mut handled, mut next) = (Vec::new(), None, Some(from));
                while let Some(at) = next {
                    expected.push(format!("panel {at} of {number}"));
                    if all[at].2 {
                        handled = Some(all[at].0.entity());
                        break;
                    }
                    next = all[at].1;
                }
                let borrowed = random.below(all.len());
                let guard = (random.below(2) == 0).then(|| all[borrowed].0.borrow());
                let found = all[from].0.entity().send_up(Click(number));
                let has_waited =
                    guard.is_some() && expected.contains(&format!("panel {borrowed} of {number}"));
                drop(guard);
                World::flush();
                assert_eq!(take_log(), expected);
                assert_eq!(found, if has_waited { None } else { handled });
            }
        });
    }
}
