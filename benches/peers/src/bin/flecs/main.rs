//! flecs_ecs: the C library's tables from Rust. Cached queries, tables visited field by field, cached
//! references, and systems in a pipeline.

mod airplanes;
mod scene;
mod suite;
mod types;

use flecs_ecs::prelude::*;
use peers::forest::Forest;
use peers::recycle::{Recycle, recycle};
use peers::sample::{creation, frames, memory, spikes};
use peers::scenario::Scenario;
use peers::scene::{changes, one_root, scene};
use peers::serve::serve;
use peers::way::{BY_COMPONENT, LEFT_OUT, NO_SNAPSHOTS, NO_TRAITS, Ways, one, several};

use crate::airplanes::{Airplanes, Moving, by_cached_ref, by_entity, random_by_entity, random_by_ref};
use crate::scene::Nodes;
use crate::suite::{
    add_remove_sparse, add_remove_table, create_bodies, create_each, fragmented_iter_each,
    fragmented_iter_fields, heavy_parallel, heavy_serial, schedule_parallel, schedule_queries,
    schedule_serial, simple_insert, simple_iter_each, simple_iter_fields,
};
use crate::types::{despawn, many_types};

fn main() {
    serve(ways);
}

fn ways(scenario: Scenario) -> Ways {
    match scenario {
        Scenario::CreateOne | Scenario::CreateOneUsed => {
            one("set, set", |count| creation(count, move || Airplanes::created(count), Airplanes::count))
        }
        // With ids given to it (`entity_bulk_w_entity_ids`) the time grows with the square of their number.
        Scenario::CreateBulk | Scenario::CreateBulkUsed => {
            one("entity_bulk, set", |count| creation(count, move || Airplanes::bulk(count), Airplanes::count))
        }
        Scenario::AddSpikes => one("set, set", |count| {
            spikes(count, Airplanes::default(), |all| {
                let id = all.create();
                all.ids.push(id);
            })
        }),
        Scenario::Memory => several([
            ("set, set", |count| memory(count, move || Airplanes::created(count))),
            ("entity_bulk, set", |count| memory(count, move || Airplanes::bulk(count))),
        ]),
        Scenario::ByReference => several([("entity, try_get", by_entity), ("CachedRef", by_cached_ref)]),
        Scenario::ByIteration => several([
            ("each", |count| frames(count, Moving::new(count), Moving::by_each, Moving::sum)),
            ("run over fields", |count| frames(count, Moving::new(count), Moving::by_fields, Moving::sum)),
        ]),
        Scenario::RandomAccess => {
            several([("entity, try_get", random_by_entity), ("CachedRef", random_by_ref)])
        }
        Scenario::Surroundings | Scenario::Tracked | Scenario::Join | Scenario::Rooms | Scenario::Prepare => {
            Err(LEFT_OUT)
        }
        // A cached reference may not outlive changes of its table, so none is kept here.
        Scenario::Recycle => one("entity, try_get", |count| recycle(count, move || Moving::new(count))),
        Scenario::Despawn => one("destruct", despawn),
        Scenario::ManyTypes => one("systems, progress", many_types),
        Scenario::SimpleInsert => one("entity_bulk", |count| simple_insert(count, create_bodies)),
        Scenario::SimpleInsertOne => one("set", |count| simple_insert(count, create_each)),
        Scenario::SimpleIter => {
            several([("each", simple_iter_each), ("run over fields", simple_iter_fields)])
        }
        Scenario::FragmentedIter => {
            several([("each", fragmented_iter_each), ("run over fields", fragmented_iter_fields)])
        }
        Scenario::Schedule => several([
            ("queries in sequence", schedule_queries),
            ("systems, one thread", schedule_serial),
            ("systems, many threads", schedule_parallel),
        ]),
        Scenario::HeavyCompute => {
            several([("par_each, progress", heavy_parallel), ("one thread", heavy_serial)])
        }
        Scenario::AddRemove => {
            several([("table", add_remove_table), ("sparse, not fragmenting", add_remove_sparse)])
        }
        Scenario::ByTrait => Err(NO_TRAITS),
        Scenario::Scene => several([
            ("cascade", |count| scene(count, Nodes::<false>::new)),
            ("cascade, changed tables", |count| scene(count, Nodes::<true>::new)),
        ]),
        Scenario::SceneChain => Err("it allows 128 levels"),
        Scenario::SceneStar => several([
            ("cascade", |count| one_root(count, Forest::star, Nodes::<false>::new)),
            ("cascade, changed tables", |count| one_root(count, Forest::star, Nodes::<true>::new)),
        ]),
        // With change detection, part of what is below an attached node stays where it was: the count of
        // changes of a table is compared with one noted of another table, and may be equal.
        Scenario::SceneChanges => one("cascade", |count| changes(count, Nodes::<false>::new)),
        Scenario::Snapshots => Err(NO_SNAPSHOTS),
        Scenario::Saves => Err("it writes JSON of reflected types"),
        Scenario::Fields => Err(BY_COMPONENT),
        _ => Err(LEFT_OUT),
    }
}

/// Builds a query that remembers the tables it matches.
fn cached<T: QueryTuple>(world: &World) -> Query<T> {
    world.query::<T>().set_cached().build()
}
