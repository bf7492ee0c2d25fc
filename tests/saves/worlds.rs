//! Law V1: a save leads from one world to another: to another object, thread or process.

use ecs_core::{Component, Save, World, find, update_all};

use crate::formats::{ALL, Format, picture};
use crate::support::{alone, on_thread};
use crate::{Hull, Listed, scene};

#[test]
fn v1_a_save_of_one_world_is_read_in_another_and_leaves_the_first_alone() {
    for format in ALL {
        let (first, second) = (World::new(), World::new());
        let bytes = first.enter(|| {
            scene();
            format.write::<Listed>().0
        });
        let before = first.enter(World::dump);
        let report = second.enter(|| format.read::<Listed>(&bytes));
        assert_eq!(first.enter(World::dump), before);
        assert_eq!(second.enter(picture), first.enter(picture));
        let ship = report.entities()[0];
        assert!(second.enter(|| ship.is_alive()) && !first.enter(|| ship.is_alive()));
        drop(first);
        second.enter(|| update_all(0.1));
    }
}

#[test]
fn v1_a_world_moves_to_another_thread_as_a_save() {
    for format in ALL {
        scene();
        let (bytes, before) = (format.write::<Listed>().0, picture());
        let (again, there) = on_thread(move || {
            format.read::<Listed>(&bytes);
            (format.write::<Listed>().0, picture())
        });
        assert_eq!(there, before);
        World::reset();
        format.read::<Listed>(&again);
        assert_eq!(picture(), before, "and back");
        World::reset();
    }
}

#[test]
fn v1_the_world_may_change_while_it_is_written_and_not_while_it_is_read() {
    let other = World::new();
    scene();
    let (text, _) = Format::Json.write::<Listed>();
    // The format's function may look at other worlds meanwhile.
    let read = Save::<Listed>::reload_with(|| {
        other.enter(|| Format::Json.read::<Listed>(&text));
        serde_json::from_slice(&text)
    });
    read.expect("its own world is current");
    assert_eq!(other.enter(picture), picture());
}

#[test]
#[cfg_attr(miri, ignore = "a process of its own")]
fn v1_a_world_moves_to_another_process_as_a_save() {
    for format in ALL {
        World::reset();
        scene();
        let (bytes, before) = (format.write::<Listed>().0, picture());
        let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let mut command = alone(module_path!(), "the_other_process");
        let output = command.env("ECS_SAVE", format!("{format:?} {hex}")).output().expect("it starts");
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
        let text = said.split("<<").nth(1).and_then(|said| said.split(">>").next()).expect("it says so");
        assert_eq!(text, before);
    }
}

#[test]
fn the_other_process() {
    let Ok(save) = std::env::var("ECS_SAVE") else { return };
    let (format, hex) = save.split_once(' ').expect("a format and bytes");
    let format = ALL.into_iter().find(|one| format!("{one:?}") == format).expect("it is one of them");
    let byte = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).expect("it is hexadecimal");
    let bytes: Vec<u8> = (0..hex.len()).step_by(2).map(byte).collect();
    format.read::<Listed>(&bytes);
    assert!(find("ship/turret/gun").is_some() && Hull::count() == 2);
    println!("<<{}>>", picture());
}
