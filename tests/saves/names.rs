//! Law V4: what types are called in saves: by a name of their own, with parameters, without modules; two of
//! one name are refused.

use std::collections::BTreeMap;

use ecs_core::{Component, Entity, Handle, LoadError, Save, SaveError, Strict, World};
use serde::{Deserialize, Serialize};

use crate::formats::{ALL, Format, TEXTS};
use crate::support::assert_says;
use crate::{Burning, Hull, Listed, scene};

/// The titles of the columns in a save of some types.
fn titles<L: ecs_core::saves::SaveList>() -> Vec<String> {
    let (text, _) = Save::<L>::write_with(|save| serde_json::to_value(save)).expect("it can");
    let columns = text["types"].as_array().expect("a list").iter();
    columns.map(|column| column["type"].as_str().expect("a name").to_owned()).collect()
}

#[derive(Component, Serialize, Deserialize, Default, PartialEq, Debug)]
#[component(save = "hit points")]
struct Health(f32);

#[derive(Component, Serialize, Deserialize, PartialEq, Debug)]
struct Grid<T, const N: usize> {
    cells: BTreeMap<u8, T>,
}

fn grid<T, const N: usize>(cell: T) -> Grid<T, N> {
    Grid { cells: [(N as u8, cell)].into() }
}

#[test]
fn v4_a_type_is_called_what_it_says_or_what_rust_says_without_modules() {
    assert_eq!(titles::<(Health, Hull, Burning)>(), ["hit points", "Hull", "Burning"]);
    type Grids = (Grid<u8, 2>, Grid<Vec<Hull>, 2>, (Grid<Handle<Health>, 3>, Grid<(u8, String), 3>));
    assert_eq!(
        titles::<Grids>(),
        ["Grid<u8, 2>", "Grid<Vec<Hull>, 2>", "Grid<Handle<Health>, 3>", "Grid<(u8, String), 3>"]
    );
}

#[test]
fn v4_generic_types_come_back_each_as_itself() {
    type Grids = (Grid<u8, 2>, Grid<Vec<Hull>, 2>, (Grid<Handle<Hull>, 3>, Hull));
    for format in ALL {
        let bytes = World::new().enter(|| {
            let hull = Entity::spawn().insert(Hull(1));
            let entity = hull.entity();
            entity.with(grid::<u8, 2>(7)).with(grid::<_, 2>(vec![Hull(3)])).insert(grid::<_, 3>(hull));
            format.write::<Grids>().0
        });
        World::new().enter(|| {
            let entity = format.read::<Grids>(&bytes).entities()[0];
            assert_eq!(entity.borrow::<Grid<u8, 2>>().cells[&2], 7);
            assert_eq!(entity.borrow::<Grid<Vec<Hull>, 2>>().cells[&2], [Hull(3)]);
            assert_eq!(entity.borrow::<Grid<Handle<Hull>, 3>>().cells[&3].entity(), entity);
        });
    }
}

mod here {
    use super::*;
    #[derive(Component, Serialize, Deserialize, Default)]
    pub struct Twin(u8);
    #[derive(Component, Serialize, Deserialize, Default)]
    #[component(save = "Twin")]
    pub struct Renamed(u8);
}

mod there {
    use super::*;
    #[derive(Component, Serialize, Deserialize, Default)]
    pub struct Twin(u8);
    #[derive(Component, Serialize, Deserialize, Default)]
    #[component(was("Hull"))]
    pub struct Body(u8);
}

#[track_caller]
fn refused<L: ecs_core::saves::SaveList>(name: &str, says: &[&str]) {
    Entity::spawn().with(Hull(1));
    let before = World::dump();
    let SaveError::SameName(write) = Format::Json.try_write::<L>().expect_err("two of one name") else {
        panic!("another error")
    };
    let LoadError::SameName(read) = Format::Json.try_read::<L>(b"{}").expect_err("two of one name") else {
        panic!("another error")
    };
    assert_eq!((&write, &*write.name), (&read, name));
    assert_says(&write.to_string(), says);
    assert_says(&SaveError::SameName(write).to_string(), &["cannot save: "]);
    assert_says(&LoadError::SameName(read).to_string(), &["cannot load: "]);
    assert_eq!(World::dump(), before);
}

#[test]
fn v4_two_types_of_one_name_are_refused_at_the_first_use_and_both_are_named() {
    let both = ["names::here::Twin", "names::there::Twin", "called `Twin`", "#[component(save = \"..\")]"];
    refused::<(here::Twin, there::Twin)>("Twin", &both);
    refused::<(Hull, ((here::Twin,), there::Twin))>("Twin", &both);
    refused::<(here::Renamed, there::Twin)>("Twin", &["names::here::Renamed", "names::there::Twin"]);
    refused::<(Hull, there::Body)>("Hull", &["saves::Hull", "names::there::Body", "called `Hull`"]);
    refused::<(Grid<here::Twin, 1>, Grid<there::Twin, 1>)>("Grid<Twin, 1>", &["here::Twin", "there::Twin"]);
}

#[test]
fn v4_a_type_that_is_listed_twice_is_refused() {
    refused::<(Hull, Hull)>("Hull", &["lists", "saves::Hull", "twice", "once"]);
    refused::<(Hull, (Burning, (Hull,)))>("Hull", &["twice"]);
}

#[test]
fn v4_the_order_of_the_list_does_not_matter_and_types_may_be_added() {
    for format in ALL {
        let bytes = World::new().enter(|| {
            scene();
            format.write::<Listed>().0
        });
        World::new().enter(|| {
            let report = format.read::<(Burning, crate::Score, (Health, crate::Gun), Hull)>(&bytes);
            assert!(report.unknown().is_empty());
            assert_eq!((Hull::count(), Health::count(), crate::Gun::count(), Burning::count()), (2, 0, 1, 1));
        });
    }
}

#[test]
fn v4_unknown_columns_are_passed_over_and_reported_where_the_format_describes_itself() {
    for format in TEXTS {
        let bytes = World::new().enter(|| {
            scene();
            ecs_core::find("ship").expect("it was made").insert(Health(1.5));
            format.write::<(Health, Listed, Grid<u8, 1>)>().0
        });
        World::new().enter(|| {
            let report = format.read::<(Hull, Burning)>(&bytes);
            assert_eq!(report.unknown(), ["hit points", "Gun", "Score", "Grid<u8, 1>"]);
            assert_eq!((report.entities().len(), Hull::count(), World::stats().alive), (3, 2, 3));
        });
    }
}

#[test]
fn v4_a_strict_list_refuses_a_save_with_other_types_before_anything_changes() {
    for format in ALL {
        let bytes = World::new().enter(|| {
            scene();
            format.write::<Listed>().0
        });
        World::new().enter(|| {
            let old = Entity::spawn().with(Hull(9));
            let lists = [
                format.try_read::<Strict<(Hull, Burning)>>(&bytes),
                format.try_reload::<(Hull, Strict<Burning>)>(&bytes),
            ];
            for refused in lists {
                let error = refused.expect_err("it has other types");
                // Postcard cannot pass over the first of them.
                let text = if TEXTS.contains(&format) { "`Gun`, `Score`" } else { "`Gun`" };
                assert_says(&error.to_string(), &["cannot load", text, "list the type"]);
            }
            assert_eq!((World::stats().alive, old.borrow::<Hull>().0), (1, 9), "{format:?}");
            assert!(format.read::<Strict<Listed>>(&bytes).unknown().is_empty());
            assert_eq!(Hull::count(), 3);
        });
    }
}

#[test]
fn v4_unknown_columns_are_an_error_where_the_format_cannot_pass_over_them() {
    let bytes = World::new().enter(|| {
        scene();
        Format::Postcard.write::<Listed>().0
    });
    let refused = Format::Postcard.try_read::<(Hull, Burning)>(&bytes).expect_err("it cannot");
    assert_eq!(refused, LoadError::UnknownType { title: "Gun".into() });
    assert_says(&refused.to_string(), &["`Gun`", "was(\"Gun\")", "cannot pass over"]);
    assert_eq!(World::stats().alive, 0);
}
