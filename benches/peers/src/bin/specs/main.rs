//! specs: an ECS whose types each choose a storage. Types that most entities have lie in a `VecStorage`, the
//! others in a `DenseVecStorage`.

/// Says in which storage the components of some types lie.
macro_rules! storages {
    ($($component:ty: $storage:ident),* $(,)?) => {
        $(impl Component for $component {
            type Storage = $storage<Self>;
        })*
    };
}

mod airplanes;
mod small;
mod suite;
mod tracked;
mod types;

use peers::recycle::recycle;
use peers::rooms::rooms;
use peers::sample::{creation, memory, spikes};
use peers::scenario::Scenario;
use peers::serve::serve;
use peers::way::{BY_COMPONENT, LEFT_OUT, NO_CHILDREN, NO_TRAITS, Ways, one, several};

use crate::airplanes::{
    Airplanes, AtOnce, by_iteration, by_iteration_of_slices, by_reference, by_reference_dense, random_access,
};
use crate::small::{Small, prepare};
use crate::suite::{
    add_remove, create_bodies, create_each, fragmented_iter, heavy_parallel, heavy_serial, join, schedule,
    schedule_in_sequence, simple_insert, simple_iter, simple_iter_of_slices,
};
use crate::tracked::tracked;
use crate::types::{despawn, despawn_at_once, many_types, many_types_in_sequence};

fn main() {
    serve(ways);
}

fn ways(scenario: Scenario) -> Ways {
    match scenario {
        Scenario::CreateOne | Scenario::CreateOneUsed => several([
            ("create_entity", |count| creation(count, move || Airplanes::built(count), Airplanes::count)),
            ("build_entity", |count| {
                creation(count, move || Airplanes::built_in_storages(count), Airplanes::count)
            }),
        ]),
        Scenario::CreateBulk | Scenario::CreateBulkUsed => {
            one("create_iter", |count| creation(count, move || Airplanes::in_bulk(count), Airplanes::count))
        }
        Scenario::AddSpikes => {
            one("create_entity", |count| spikes(count, Airplanes::default(), Airplanes::push))
        }
        Scenario::Memory => one("VecStorage", |count| memory(count, move || Airplanes::built(count))),
        Scenario::ByReference => {
            several([("VecStorage", by_reference), ("DenseVecStorage", by_reference_dense)])
        }
        Scenario::ByIteration => {
            several([("join", by_iteration), ("DefaultVecStorage, slices", by_iteration_of_slices)])
        }
        Scenario::RandomAccess => one("VecStorage", random_access),
        Scenario::Surroundings => Err(LEFT_OUT),
        Scenario::Tracked => one("FlaggedStorage", tracked),
        Scenario::Join => one("join", join),
        Scenario::Recycle => several([
            ("delete_entity", |count| recycle(count, move || Airplanes::in_bulk(count))),
            ("delete_entities", |count| recycle(count, move || AtOnce(Airplanes::in_bulk(count)))),
        ]),
        Scenario::Despawn => several([("delete_entity", despawn), ("delete_entities", despawn_at_once)]),
        Scenario::ManyTypes => several([("dispatcher", many_types), ("in sequence", many_types_in_sequence)]),
        Scenario::Rooms => one("join", rooms::<Small>),
        Scenario::Prepare => one("join", prepare),
        Scenario::SimpleInsert => one("create_iter", |count| simple_insert(count, create_bodies)),
        Scenario::SimpleInsertOne => one("create_entity", |count| simple_insert(count, create_each)),
        Scenario::SimpleIter => {
            several([("join", simple_iter), ("DefaultVecStorage, slices", simple_iter_of_slices)])
        }
        Scenario::FragmentedIter => one("slice", fragmented_iter),
        Scenario::Schedule => several([("dispatcher", schedule), ("dispatch_seq", schedule_in_sequence)]),
        Scenario::HeavyCompute => several([("par_join", heavy_parallel), ("one thread", heavy_serial)]),
        Scenario::AddRemove => one("insert, remove", add_remove),
        Scenario::ByTrait => Err(NO_TRAITS),
        Scenario::Scene | Scenario::SceneChain | Scenario::SceneStar | Scenario::SceneChanges => {
            Err(NO_CHILDREN)
        }
        Scenario::Fields => Err(BY_COMPONENT),
        _ => Err(LEFT_OUT),
    }
}
