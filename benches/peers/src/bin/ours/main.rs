//! ecs-core: hooks, handles, views, siblings and queries.

mod airplanes;
mod fields;
mod filters;
mod orders;
mod requests;
mod saves;
mod scene;
mod shapes;
mod small;
mod snapshots;
mod suite;
mod surroundings;
mod tracked;
mod types;

use peers::forest::Forest;
use peers::sample::Case;
use peers::saves::saves;
use peers::scenario::Scenario;
use peers::scene::{changes, one_root, scene};
use peers::serve::serve;
use peers::snapshots::snapshots;
use peers::way::{Ways, one, several};

use crate::saves::Sky;
use crate::scene::Nodes;
use crate::snapshots::Counting;

fn main() {
    serve(ways);
}

fn ways(scenario: Scenario) -> Ways {
    match scenario {
        Scenario::CreateOne | Scenario::CreateOneUsed => {
            several([("init", airplanes::create_by_init), ("with", airplanes::create_with)])
        }
        Scenario::CreateBulk | Scenario::CreateBulkUsed => one("spawn_many", airplanes::create_bulk),
        Scenario::AddSpikes => one("init", airplanes::add_spikes),
        Scenario::Memory => one("init", airplanes::memory),
        Scenario::ByReference => several([
            ("handle", airplanes::by_handle),
            ("view", airplanes::by_view),
            ("handle, entered", airplanes::by_handle_entered),
            ("view, entered", airplanes::by_view_entered),
        ]),
        Scenario::Surroundings => surroundings::ways(),
        Scenario::ByIteration => several([
            ("sibling", airplanes::by_sibling as fn(usize) -> Case),
            ("isolated", airplanes::by_isolated_sibling),
            ("query each", airplanes::by_query_each),
            ("query for", airplanes::by_query_for),
        ]),
        Scenario::RandomAccess => {
            several([("handle", airplanes::random_by_handle), ("view", airplanes::random_by_view)])
        }
        Scenario::Tracked => several([
            ("handle, sibling", tracked::by_handle_and_sibling),
            ("view, query each", tracked::by_view_and_query),
        ]),
        Scenario::Join => several([
            ("sibling", orders::join_siblings),
            ("query each", orders::join_each),
            ("query for", orders::join_for),
        ]),
        Scenario::Recycle => several([
            ("handle, despawn", airplanes::recycle_one_by_one),
            ("view, despawn_many", airplanes::recycle_at_once),
            ("view, query each, despawn_many", airplanes::recycle_by_query_each),
            ("view, query for, despawn_many", airplanes::recycle_by_query_for),
        ]),
        Scenario::Despawn => several([
            ("despawn", types::despawn::<false> as fn(usize) -> Case),
            ("despawn_many", types::despawn::<true>),
        ]),
        Scenario::ManyTypes => one("update", types::many_types),
        Scenario::Rooms => several([("T::update_all", small::by_pass), ("query each", small::by_query)]),
        Scenario::Prepare => several([
            ("pass", small::prepare_pass),
            ("query each", small::prepare_each),
            ("query for", small::prepare_for),
        ]),
        Scenario::SimpleInsert => one("spawn_many", suite::insert_bulk),
        Scenario::SimpleInsertOne => one("with", suite::insert_one_by_one),
        Scenario::SimpleIter => one("sibling", suite::simple_iter),
        Scenario::FragmentedIter => several([
            ("update_all", types::fragmented_by_frame as fn(usize) -> Case),
            ("T::update_all", types::fragmented_by_pass),
            ("T::update_all, entered", types::fragmented_by_pass_entered),
            ("query each", types::fragmented_by_each),
            ("query for", types::fragmented_by_for),
        ]),
        Scenario::Schedule => several([
            ("three passes", orders::three_passes),
            ("parallel passes", orders::parallel_passes),
            ("Schedule", orders::systems),
        ]),
        Scenario::HeavyCompute => several([
            ("parallel, update", suite::parallel_update),
            ("par_each", suite::par_each),
            ("one thread", suite::on_one_thread),
        ]),
        Scenario::AddRemove => one("insert, remove", suite::add_remove),
        Scenario::ByTrait => several([
            ("every each", shapes::by_each as fn(usize) -> Case),
            ("every each_with_entity", shapes::by_each_with_entity),
        ]),
        Scenario::Scene => one("update_all", |count| scene(count, Nodes::new)),
        Scenario::SceneChain => one("update_all", |count| one_root(count, Forest::chain, Nodes::new)),
        Scenario::SceneStar => one("update_all", |count| one_root(count, Forest::star, Nodes::new)),
        Scenario::SceneChanges => one("update_all", |count| changes(count, Nodes::new)),
        Scenario::Snapshots => one("Snapshots", snapshots::<Counting>),
        Scenario::Saves => one("write_with, read_with", saves::<Sky>),
        Scenario::Filters => several([("query each", filters::by_each), ("query for", filters::by_for)]),
        Scenario::Unchanged => {
            several([("query each", filters::unchanged_each), ("query for", filters::unchanged_for)])
        }
        Scenario::Fields => fields::ways(),
        _ => requests::ways(scenario),
    }
}
