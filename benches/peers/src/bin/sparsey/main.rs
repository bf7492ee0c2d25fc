//! sparsey: an ECS of sparse sets. Types that are often used together can be grouped, which keeps them side
//! by side as slices.

mod airplanes;
mod small;
mod suite;
mod types;

use peers::recycle::recycle;
use peers::rooms::rooms;
use peers::sample::{memory, spikes};
use peers::scenario::Scenario;
use peers::serve::serve;
use peers::way::{
    BY_COMPONENT, LEFT_OUT, NO_CHILDREN, NO_SAVES, NO_SNAPSHOTS, NO_TRAITS, Ways, one, several,
};

use crate::airplanes::{
    Airplanes, Alone, Grouped, by_iteration, by_reference, create_bulk, create_one, random_access,
};
use crate::small::{Small, prepare};
use crate::suite::{
    add_remove, create_each, extend, fragmented_iter, heavy_parallel, heavy_serial, join, join_grouped,
    schedule, schedule_grouped, simple_insert, simple_iter, simple_iter_grouped,
};
use crate::types::{despawn, many_types};

fn main() {
    serve(ways);
}

const ALONE: &str = "sparse sets";
const GROUP: &str = "group";

fn ways(scenario: Scenario) -> Ways {
    match scenario {
        Scenario::CreateOne | Scenario::CreateOneUsed => {
            several([(ALONE, create_one::<false>), (GROUP, create_one::<true>)])
        }
        Scenario::CreateBulk | Scenario::CreateBulkUsed => {
            several([("extend", create_bulk::<false>), ("extend, group", create_bulk::<true>)])
        }
        Scenario::AddSpikes => several([
            (ALONE, |count| spikes(count, Alone::new(), Airplanes::push)),
            (GROUP, |count| spikes(count, Grouped::new(), Airplanes::push)),
        ]),
        Scenario::Memory => several([
            (ALONE, |count| memory(count, move || Alone::pushed(count))),
            (GROUP, |count| memory(count, move || Grouped::pushed(count))),
        ]),
        Scenario::ByReference | Scenario::Surroundings => {
            several([(ALONE, by_reference::<false>), (GROUP, by_reference::<true>)])
        }
        Scenario::ByIteration => {
            several([("query", by_iteration::<false>), ("group, slices", by_iteration::<true>)])
        }
        Scenario::RandomAccess => one("view", random_access),
        Scenario::Tracked => Err("it tracks no changes"),
        Scenario::Join => several([("query", join), ("group, slices", join_grouped)]),
        Scenario::Recycle => several([
            (ALONE, |count| recycle(count, move || Alone::extended(count))),
            (GROUP, |count| recycle(count, move || Grouped::extended(count))),
        ]),
        Scenario::Despawn => one("destroy", despawn),
        Scenario::ManyTypes => one("slice of each type", many_types),
        Scenario::Rooms => one("slice", rooms::<Small>),
        Scenario::Prepare => one("slice, query", prepare),
        Scenario::SimpleInsertOne => one("create", |count| simple_insert(count, create_each)),
        Scenario::SimpleInsert => one("extend", |count| simple_insert(count, extend)),
        Scenario::SimpleIter => several([("query", simple_iter), ("group, slices", simple_iter_grouped)]),
        Scenario::FragmentedIter => one("slice", fragmented_iter),
        Scenario::Schedule => {
            several([("queries in sequence", schedule), ("groups, slices", schedule_grouped)])
        }
        Scenario::HeavyCompute => several([("par_for_each", heavy_parallel), ("one thread", heavy_serial)]),
        Scenario::AddRemove => one("insert, delete", add_remove),
        Scenario::ByTrait => Err(NO_TRAITS),
        Scenario::Scene | Scenario::SceneChain | Scenario::SceneStar | Scenario::SceneChanges => {
            Err(NO_CHILDREN)
        }
        Scenario::Saves => Err(NO_SAVES),
        Scenario::Snapshots => Err(NO_SNAPSHOTS),
        Scenario::Fields => Err(BY_COMPONENT),
        _ => Err(LEFT_OUT),
    }
}
