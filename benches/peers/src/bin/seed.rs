//! The C++ program that this library comes from: a static vector for each class of components, and references
//! that are the numbers of entities.

use peers::scenario::Scenario;
use peers::serve::serve;
use peers::way::Ways;

fn main() {
    serve(ways);
}

#[cfg(not(seed))]
fn ways(_: Scenario) -> Ways {
    Err("no C++ compiler was found")
}

#[cfg(seed)]
fn ways(scenario: Scenario) -> Ways {
    use peers::way::{BY_COMPONENT, LEFT_OUT, NO_CHILDREN, NO_SAVES, NO_SNAPSHOTS, NO_TRAITS, one, several};

    match scenario {
        Scenario::CreateOne => one("add_component", airplanes::create_one),
        Scenario::CreateBulk | Scenario::CreateBulkUsed => Err("it creates one by one only"),
        Scenario::CreateOneUsed | Scenario::Rooms => Err("its components live as long as the program"),
        Scenario::AddSpikes => one("add_component", airplanes::add_spikes),
        Scenario::Memory => one("add_component", airplanes::memory),
        Scenario::ByReference | Scenario::Surroundings => {
            several([("unchecked", airplanes::unchecked), ("asked first", airplanes::asked_first)])
        }
        Scenario::ByIteration => Err("it has no loop over two components"),
        Scenario::Tracked => Err("it tracks no changes"),
        Scenario::RandomAccess => Err("it is written for airplanes only"),
        Scenario::Recycle | Scenario::Despawn | Scenario::AddRemove => Err("it has no removal"),
        Scenario::ManyTypes
        | Scenario::Prepare
        | Scenario::SimpleInsert
        | Scenario::SimpleInsertOne
        | Scenario::SimpleIter => Err("it is written for airplanes only"),
        Scenario::FragmentedIter | Scenario::Join | Scenario::Schedule => {
            Err("every entity needs every component, in one order")
        }
        Scenario::HeavyCompute => Err("it is written for airplanes only"),
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

#[cfg(seed)]
mod airplanes {
    use peers::sample::{Case, creation, frames, memory as resident, spikes};
    use peers::work::DT;

    #[expect(unsafe_code, reason = "the seed is C++")]
    mod seed {
        // SAFETY: `cpp/seed.cpp` has these functions, with these types. They keep their state in static
        // variables, and each case runs on one thread of a process of its own. None throws, save for want of
        // memory.
        unsafe extern "C" {
            pub safe fn seed_create_one();
            pub safe fn seed_create(count: usize);
            pub safe fn seed_create_careful(count: usize);
            pub safe fn seed_update(dt: f32);
            pub safe fn seed_update_careful(dt: f32);
            pub safe fn seed_count() -> usize;
            pub safe fn seed_sum() -> f64;
        }
    }

    use seed::*;

    pub fn create_one(count: usize) -> Case {
        creation(count, move || seed_create(count), |()| seed_count() as f64)
    }

    pub fn add_spikes(count: usize) -> Case {
        spikes(count, (), |()| seed_create_one())
    }

    pub fn memory(count: usize) -> Case {
        resident(count, move || seed_create(count))
    }

    pub fn unchecked(count: usize) -> Case {
        seed_create(count);
        frames(count, (), |()| seed_update(DT), |()| seed_sum())
    }

    pub fn asked_first(count: usize) -> Case {
        seed_create_careful(count);
        frames(count, (), |()| seed_update_careful(DT), |()| seed_sum())
    }
}
