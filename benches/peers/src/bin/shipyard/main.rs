//! shipyard: an ECS of sparse sets, used through views. Storages are borrowed once, outside of the loops.

mod airplanes;
mod requests;
mod small;
mod suite;
mod tracked;
mod types;

use peers::recycle::recycle;
use peers::rooms::rooms;
use peers::sample::{creation, frames, memory, spikes};
use peers::scenario::Scenario;
use peers::serve::serve;
use peers::way::{LEFT_OUT, NO_CHILDREN, NO_TRAITS, Ways, one, several};

use crate::airplanes::{Airplanes, InViews, random_access};
use crate::small::{Small, prepare};
use crate::suite::{
    add_remove, fragmented_iter, heavy_parallel, heavy_serial, join, schedule, schedule_in_sequence,
    simple_insert, simple_iter, spawn_bulk, spawn_each,
};
use crate::tracked::tracked;
use crate::types::{despawn, many_types, many_types_in_sequence};

fn main() {
    serve(ways);
}

fn ways(scenario: Scenario) -> Ways {
    match scenario {
        Scenario::CreateOne | Scenario::CreateOneUsed => several([
            ("views", |count| creation(count, move || Airplanes::by_views(count), Airplanes::count)),
            ("World::add_entity", |count| {
                creation(count, move || Airplanes::by_world(count), Airplanes::count)
            }),
        ]),
        Scenario::CreateBulk | Scenario::CreateBulkUsed => one("bulk_add_entity", |count| {
            creation(count, move || Airplanes::in_bulk(count), Airplanes::count)
        }),
        Scenario::AddSpikes => {
            one("World::add_entity", |count| spikes(count, Airplanes::default(), Airplanes::push))
        }
        Scenario::Memory => one("views", |count| memory(count, move || Airplanes::by_views(count))),
        Scenario::ByReference => one("views", |count| {
            frames(count, Airplanes::in_bulk(count), Airplanes::move_by_reference, Airplanes::total)
        }),
        Scenario::ByIteration => one("views", |count| {
            frames(count, Airplanes::in_bulk(count), Airplanes::move_by_iteration, Airplanes::total)
        }),
        Scenario::RandomAccess => one("views", random_access),
        Scenario::Surroundings => Err(LEFT_OUT),
        Scenario::Tracked => one("Modification", tracked),
        Scenario::Join => one("views", join),
        Scenario::Recycle => several([
            ("delete_entity", |count| recycle(count, move || Airplanes::in_bulk(count))),
            ("delete in views", |count| recycle(count, move || InViews(Airplanes::in_bulk(count)))),
        ]),
        Scenario::Despawn => one("delete_entity", despawn),
        Scenario::ManyTypes => several([("workload", many_types), ("in sequence", many_types_in_sequence)]),
        Scenario::Rooms => one("view", rooms::<Small>),
        Scenario::Prepare => one("views", prepare),
        Scenario::SimpleInsert => one("bulk_add_entity", |count| simple_insert(count, spawn_bulk)),
        Scenario::SimpleInsertOne => one("add_entity", |count| simple_insert(count, spawn_each)),
        Scenario::SimpleIter => one("views", simple_iter),
        Scenario::FragmentedIter => one("views", fragmented_iter),
        Scenario::Schedule => several([("workload", schedule), ("in sequence", schedule_in_sequence)]),
        Scenario::HeavyCompute => several([("par_iter", heavy_parallel), ("one thread", heavy_serial)]),
        Scenario::AddRemove => one("views", add_remove),
        Scenario::ByTrait => Err(NO_TRAITS),
        Scenario::Scene | Scenario::SceneChain | Scenario::SceneStar | Scenario::SceneChanges => {
            Err(NO_CHILDREN)
        }
        _ => requests::ways(scenario),
    }
}
