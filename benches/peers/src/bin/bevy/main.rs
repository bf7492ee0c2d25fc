//! bevy_ecs: tables with change detection, cached queries, systems and schedules.

mod airplanes;
mod filters;
mod requests;
mod scene;
mod small;
mod suite;
mod types;

use peers::forest::Forest;
use peers::recycle::recycle;
use peers::rooms::rooms;
use peers::sample::{creation, memory, spikes, two_frames};
use peers::scenario::Scenario;
use peers::scene::{changes, one_root, scene};
use peers::serve::serve;
use peers::way::{LEFT_OUT, Ways, one, several};

use crate::airplanes::{Airplanes, Moving, Recycled, by, random_access};
use crate::scene::Nodes;
use crate::small::{Small, prepare};
use crate::suite::{
    B, SparseB, add_batch_remove, add_remove, fragmented_iter_for_each, fragmented_iter_loop,
    fragmented_iter_slices, heavy_parallel, heavy_serial, join_for_each, join_loop, schedule_parallel,
    schedule_serial, schedule_slices, simple_insert, simple_iter_for_each, simple_iter_loop,
    simple_iter_slices, spawn_bodies, spawn_each,
};
use crate::types::{Updates, despawn, many_types};

/// What bevy_transform's plugin runs in scenes, with threads for all processors, and with few.
const SYSTEMS: &str = "plugin's systems";
const POOL_OF_ONE: &str = "plugin's systems, pool of one";

fn main() {
    serve(ways);
}

fn ways(scenario: Scenario) -> Ways {
    match scenario {
        Scenario::CreateOne | Scenario::CreateOneUsed => several([
            ("spawn, set", |count| creation(count, move || Airplanes::spawned(count), Airplanes::count)),
            ("alloc, spawn_at", |count| {
                creation(count, move || Airplanes::spawned_at(count), Airplanes::count)
            }),
        ]),
        Scenario::CreateBulk | Scenario::CreateBulkUsed => several([
            ("spawn_batch, set", |count| creation(count, move || Airplanes::batch(count), Airplanes::count)),
            ("alloc_many, spawn_at", |count| {
                creation(count, move || Airplanes::many_spawned_at(count), Airplanes::count)
            }),
        ]),
        Scenario::AddSpikes => several([
            ("spawn, set", |count| {
                spikes(count, Airplanes::default(), |all| {
                    let id = all.spawn();
                    all.ids.push(id);
                })
            }),
            ("alloc, spawn_at", |count| {
                spikes(count, Airplanes::default(), |all| {
                    let id = all.spawn_at();
                    all.ids.push(id);
                })
            }),
        ]),
        Scenario::Memory => several([
            ("spawn, set", |count| memory(count, move || Airplanes::spawned(count))),
            ("spawn_batch, set", |count| memory(count, move || Airplanes::batch(count))),
        ]),
        Scenario::ByReference => several([
            ("get_mut", |count| by(count, Moving::by_get)),
            ("get_mut, bypass", |count| by(count, Moving::by_get_bypassing)),
        ]),
        Scenario::ByIteration => several([
            ("iter_mut", |count| by(count, Moving::by_loop)),
            ("iter_mut, for_each", |count| by(count, Moving::by_for_each)),
            ("contiguous, bypass", |count| by(count, Moving::by_slices)),
        ]),
        Scenario::RandomAccess => one("get", random_access),
        Scenario::Surroundings => Err(LEFT_OUT),
        Scenario::Tracked => one("get_mut, for_each", |count| {
            two_frames(count, Moving::new(count), Moving::by_get, Moving::by_for_each, Moving::sum)
        }),
        Scenario::Join => several([("iter_mut", join_loop), ("iter_mut, for_each", join_for_each)]),
        Scenario::Recycle => several([
            ("get_mut, iter_mut", |count| {
                recycle(count, move || Recycled {
                    moving: Moving::new(count),
                    by_reference: Moving::by_get,
                    by_iteration: Moving::by_for_each,
                })
            }),
            ("bypass, contiguous", |count| {
                recycle(count, move || Recycled {
                    moving: Moving::new(count),
                    by_reference: Moving::by_get_bypassing,
                    by_iteration: Moving::by_slices,
                })
            }),
        ]),
        Scenario::Despawn => one("despawn", despawn),
        Scenario::ManyTypes => several([
            ("cached queries", |count| many_types(count, Updates::Queries)),
            ("schedule, many threads", |count| many_types(count, Updates::Parallel)),
            ("schedule, one thread", |count| many_types(count, Updates::Serial)),
        ]),
        Scenario::Rooms => one("cached query", rooms::<Small>),
        Scenario::Prepare => one("cached query", prepare),
        Scenario::SimpleInsertOne => one("spawn", |count| simple_insert(count, spawn_each)),
        Scenario::SimpleInsert => one("spawn_batch", |count| simple_insert(count, spawn_bodies)),
        Scenario::SimpleIter => several([
            ("iter_mut", simple_iter_loop),
            ("iter_mut, for_each", simple_iter_for_each),
            ("contiguous, bypass", simple_iter_slices),
        ]),
        Scenario::FragmentedIter => several([
            ("iter_mut", fragmented_iter_loop),
            ("iter_mut, for_each", fragmented_iter_for_each),
            ("contiguous, bypass", fragmented_iter_slices),
        ]),
        Scenario::Schedule => several([
            ("many threads", schedule_parallel),
            ("one thread", schedule_serial),
            ("one thread, contiguous, bypass", schedule_slices),
        ]),
        Scenario::HeavyCompute => several([("par_iter_mut", heavy_parallel), ("one thread", heavy_serial)]),
        Scenario::AddRemove => several([
            ("table", add_remove::<B>),
            ("sparse set", add_remove::<SparseB>),
            ("sparse set, insert_batch", add_batch_remove::<SparseB>),
        ]),
        Scenario::ByTrait => Err("see bevy-trait-query"),
        Scenario::Scene => several([
            (SYSTEMS, |count| scene(count, Nodes::with_all_threads)),
            (POOL_OF_ONE, |count| scene(count, Nodes::with_one_thread)),
            ("plugin's systems, not for static scenes", |count| scene(count, Nodes::without_marks)),
        ]),
        Scenario::SceneChain => several([
            (SYSTEMS, |count| one_root(count, Forest::chain, Nodes::with_all_threads)),
            (POOL_OF_ONE, |count| one_root(count, Forest::chain, Nodes::with_one_thread)),
        ]),
        Scenario::SceneStar => several([
            (SYSTEMS, |count| one_root(count, Forest::star, Nodes::with_all_threads)),
            (POOL_OF_ONE, |count| one_root(count, Forest::star, Nodes::with_one_thread)),
        ]),
        Scenario::SceneChanges => several([
            (SYSTEMS, |count| changes(count, Nodes::with_all_threads)),
            (POOL_OF_ONE, |count| changes(count, Nodes::with_one_thread)),
        ]),
        Scenario::Filters => {
            several([("iter_mut", filters::by_loop), ("iter_mut, for_each", filters::by_for_each)])
        }
        Scenario::Unchanged => {
            several([("iter", filters::unchanged_loop), ("iter, for_each", filters::unchanged_for_each)])
        }
        _ => requests::ways(scenario),
    }
}
