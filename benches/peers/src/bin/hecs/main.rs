//! hecs: an archetypal world without systems. Queries, views for random access, prepared queries, and the
//! columns of archetypes.

mod airplanes;
mod filters;
mod requests;
mod saves;
mod small;
mod suite;
mod types;

use peers::recycle::recycle;
use peers::rooms::rooms;
use peers::sample::{creation, memory, spikes};
use peers::saves::saves;
use peers::scenario::Scenario;
use peers::serve::serve;
use peers::way::{LEFT_OUT, NO_CHILDREN, NO_SNAPSHOTS, NO_TRAITS, Prepare, Ways, one, several};

use crate::airplanes::{Airplanes, Recycled, by, random_by_prepared_view, random_by_view};
use crate::saves::{Columns, Rows};
use crate::small::{Small, prepare, prepare_prepared};
use crate::suite::{
    add_remove, fragmented_iter, fragmented_iter_prepared, heavy_parallel, heavy_serial, join, join_prepared,
    schedule_by_columns, schedule_by_prepared_queries, schedule_by_queries, simple_insert, simple_iter,
    simple_iter_columns, simple_iter_prepared, spawn_bodies, spawn_body_columns, spawn_each,
};
use crate::types::{despawn, many_types};

fn main() {
    serve(ways);
}

fn ways(scenario: Scenario) -> Ways {
    match scenario {
        Scenario::CreateOne | Scenario::CreateOneUsed => several([
            ("spawn, set", |count| creation(count, move || Airplanes::spawned(count), Airplanes::count)),
            ("reserve_entity, spawn_at", |count| {
                creation(count, move || Airplanes::spawned_at(count), Airplanes::count)
            }),
        ]),
        Scenario::CreateBulk | Scenario::CreateBulkUsed => several([
            ("spawn_batch, set", |count| creation(count, move || Airplanes::batch(count), Airplanes::count)),
            ("spawn_column_batch, set", |count| {
                creation(count, move || Airplanes::columns(count), Airplanes::count)
            }),
            ("spawn_column_batch_at", |count| {
                creation(count, move || Airplanes::columns_at(count), Airplanes::count)
            }),
        ]),
        Scenario::AddSpikes => {
            one("spawn, set", |count| spikes(count, Airplanes::default(), |all| all.spawn()))
        }
        Scenario::Memory => several([
            ("spawn, set", |count| memory(count, move || Airplanes::spawned(count))),
            ("spawn_column_batch, set", |count| memory(count, move || Airplanes::columns(count))),
        ]),
        Scenario::ByReference => several([
            ("query, view", |count| by(count, Airplanes::by_view)),
            ("prepared view", |count| by(count, Airplanes::by_prepared_view)),
        ]),
        Scenario::ByIteration => several([
            ("query_mut", |count| by(count, Airplanes::by_query)),
            ("prepared query", |count| by(count, Airplanes::by_prepared_query)),
            ("columns", |count| by(count, Airplanes::by_columns)),
        ]),
        Scenario::RandomAccess => {
            several([("query, view", random_by_view), ("prepared view", random_by_prepared_view)])
        }
        Scenario::Surroundings => Err(LEFT_OUT),
        Scenario::Tracked | Scenario::Unchanged => Err("it tracks no changes"),
        Scenario::Join => several([("query_mut", join), ("prepared query", join_prepared)]),
        Scenario::Recycle => several([
            ("query, view", |count| {
                recycle(count, move || Recycled {
                    airplanes: Airplanes::columns(count),
                    by_reference: Airplanes::by_view,
                    by_iteration: Airplanes::by_query,
                })
            }),
            ("prepared view", |count| {
                recycle(count, move || Recycled {
                    airplanes: Airplanes::columns(count),
                    by_reference: Airplanes::by_prepared_view,
                    by_iteration: Airplanes::by_prepared_query,
                })
            }),
        ]),
        Scenario::Despawn => one("despawn", despawn),
        Scenario::ManyTypes => one("query_mut", many_types),
        Scenario::Rooms => one("query_mut", rooms::<Small>),
        Scenario::Prepare => several([("query_mut", prepare), ("prepared query", prepare_prepared)]),
        Scenario::SimpleInsertOne => one("spawn", |count| simple_insert(count, spawn_each)),
        Scenario::SimpleInsert => several([
            ("spawn_batch", |count| simple_insert(count, spawn_bodies)),
            ("spawn_column_batch", |count| simple_insert(count, spawn_body_columns)),
        ]),
        Scenario::SimpleIter => several([
            ("query_mut", simple_iter),
            ("prepared query", simple_iter_prepared),
            ("columns", simple_iter_columns),
        ]),
        Scenario::FragmentedIter => {
            several([("query_mut", fragmented_iter), ("prepared query", fragmented_iter_prepared)])
        }
        Scenario::Schedule => several([
            ("queries in sequence", schedule_by_queries),
            ("prepared queries in sequence", schedule_by_prepared_queries),
            ("columns in sequence", schedule_by_columns),
        ]),
        Scenario::HeavyCompute => {
            several([("iter_batched, rayon", heavy_parallel), ("one thread", heavy_serial)])
        }
        Scenario::AddRemove => one("insert_one, remove_one", add_remove),
        Scenario::ByTrait => Err(NO_TRAITS),
        Scenario::Scene | Scenario::SceneChain | Scenario::SceneStar | Scenario::SceneChanges => {
            Err(NO_CHILDREN)
        }
        Scenario::Snapshots => Err(NO_SNAPSHOTS),
        Scenario::Saves => {
            several([("serialize::column", saves::<Columns> as Prepare), ("serialize::row", saves::<Rows>)])
        }
        Scenario::Filters => {
            several([("query_mut", filters::filters), ("prepared query", filters::filters_prepared)])
        }
        _ => requests::ways(scenario),
    }
}
