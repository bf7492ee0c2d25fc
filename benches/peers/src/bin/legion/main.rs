//! legion: archetypes whose queries visit rows or chunks, and a schedule of systems.

mod airplanes;
mod suite;
mod types;

use peers::recycle::recycle;
use peers::sample::{creation, memory};
use peers::scenario::Scenario;
use peers::serve::serve;
use peers::way::{BY_COMPONENT, LEFT_OUT, NO_CHILDREN, NO_TRAITS, Ways, one, several};

use crate::airplanes::{Airplanes, Moving, Recycled, add_spikes, by, random_by_entry, random_by_get};
use crate::suite::{
    add_remove, fragmented_iter_chunks, fragmented_iter_for_each, fragmented_iter_packed, heavy_parallel,
    heavy_serial, push_bodies, push_each, schedule_parallel, schedule_serial, simple_insert,
    simple_iter_chunks, simple_iter_for_each, simple_iter_loop,
};
use crate::types::{Updates, despawn, many_types};

fn main() {
    serve(ways);
}

fn ways(scenario: Scenario) -> Ways {
    match scenario {
        Scenario::CreateOne | Scenario::CreateOneUsed => several([
            ("push, set", |count| {
                creation(count, move || Airplanes::created(count, Airplanes::push), Airplanes::count)
            }),
            ("Allocate, push_with_id", |count| {
                creation(count, move || Airplanes::created(count, Airplanes::push_with_id), Airplanes::count)
            }),
        ]),
        Scenario::CreateBulk | Scenario::CreateBulkUsed => several([
            ("extend with rows, set", |count| {
                creation(count, move || Airplanes::rows(count), Airplanes::count)
            }),
            ("extend with columns, set", |count| {
                creation(count, move || Airplanes::columns(count), Airplanes::count)
            }),
        ]),
        Scenario::AddSpikes => several([
            ("push, set", |count| add_spikes(count, Airplanes::push)),
            ("Allocate, push_with_id", |count| add_spikes(count, Airplanes::push_with_id)),
        ]),
        Scenario::Memory => several([
            ("Allocate, push_with_id", |count| {
                memory(count, move || Airplanes::created(count, Airplanes::push_with_id))
            }),
            ("extend with columns, set", |count| memory(count, move || Airplanes::columns(count))),
        ]),
        Scenario::ByReference => several([
            ("split, get_mut", |count| by(count, Moving::by_get)),
            ("split, entry_mut", |count| by(count, Moving::by_entry)),
        ]),
        Scenario::ByIteration => several([
            ("iter_mut", |count| by(count, Moving::by_loop)),
            ("for_each_mut", |count| by(count, Moving::by_for_each)),
            ("iter_chunks_mut", |count| by(count, Moving::by_chunks)),
        ]),
        Scenario::RandomAccess => several([("get", random_by_get), ("entry_ref", random_by_entry)]),
        Scenario::Surroundings | Scenario::Tracked | Scenario::Join | Scenario::Rooms | Scenario::Prepare => {
            Err(LEFT_OUT)
        }
        Scenario::Recycle => several([
            ("get_mut", |count| recycle(count, move || Recycled::new(count, Moving::by_get))),
            ("entry_mut", |count| recycle(count, move || Recycled::new(count, Moving::by_entry))),
        ]),
        Scenario::Despawn => one("remove", despawn),
        Scenario::ManyTypes => several([
            ("queries", |count| many_types(count, Updates::Queries)),
            ("schedule, many threads", |count| many_types(count, Updates::Parallel)),
            ("schedule, one thread", |count| many_types(count, Updates::Serial)),
        ]),
        Scenario::SimpleInsert => one("extend with columns", |count| simple_insert(count, push_bodies)),
        Scenario::SimpleInsertOne => one("push", |count| simple_insert(count, push_each)),
        Scenario::SimpleIter => several([
            ("iter_mut", simple_iter_loop),
            ("for_each_mut", simple_iter_for_each),
            ("iter_chunks_mut", simple_iter_chunks),
        ]),
        Scenario::FragmentedIter => several([
            ("for_each_mut", fragmented_iter_for_each),
            ("iter_chunks_mut", fragmented_iter_chunks),
            ("packed, iter_chunks_mut", fragmented_iter_packed),
        ]),
        Scenario::Schedule => several([("many threads", schedule_parallel), ("one thread", schedule_serial)]),
        Scenario::HeavyCompute => {
            several([("par_for_each_mut", heavy_parallel), ("one thread", heavy_serial)])
        }
        Scenario::AddRemove => one("add_component, remove_component", add_remove),
        Scenario::ByTrait => Err(NO_TRAITS),
        Scenario::Scene | Scenario::SceneChain | Scenario::SceneStar | Scenario::SceneChanges => {
            Err(NO_CHILDREN)
        }
        Scenario::Fields => Err(BY_COMPONENT),
        _ => Err(LEFT_OUT),
    }
}
