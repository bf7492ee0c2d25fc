//! The calls, one of which each callback makes.

use super::*;

pub(super) fn call() {
    if LEFT.get() == 0 {
        return;
    }
    LEFT.set(LEFT.get() - 1);
    let entity = some();
    match below(50) {
        0..4 => {
            note(Entity::spawn()).add::<Bug>();
        }
        4 => ignore(entity.try_add::<Fly>()),
        5 => ignore(entity.try_add::<Spark>()),
        6 => ignore(entity.try_add::<Tag>()),
        7 => ignore(entity.try_insert(Bug { value: 500, _token: token() })),
        8 => ignore(entity.despawn()),
        9 => ignore(entity.kill::<Bug>()),
        10 => ignore(entity.kill::<Spark>()),
        11 => ignore(entity.try_remove::<Bug>()),
        12 => ignore(entity.send(Boom(token()))),
        13 => ignore(send_all(Boom(token()))),
        14 => ignore(Bug::send_all(Boom(token()))),
        15 => ignore(send_all(Hush)),
        16 => ignore(Bug::try_for_each(Bug::write)),
        17 => ignore(Spark::try_for_each(|_| act())),
        18 => ignore(Score::try_for_each(|score| score.value += 1)),
        19 => entity.handle::<Bug>().try_borrow_mut().into_iter().for_each(|mut bug| bug.write()),
        20 => ignore(Score::try_borrow_mut().map(|mut score| score.value += 1)),
        21 => ignore(Score::try_set(Score { value: 3, _token: token() })),
        22 => ignore(Score::instance().kill()),
        23 => ignore(Mood::instance().kill()),
        24 => keep(entity.handle::<Bug>().try_borrow().ok()),
        25 => keep(entity.handle::<Bug>().try_borrow_mut().ok()),
        26 => keep(Bug::try_view().ok()),
        27 => keep(Score::try_borrow_mut().ok()),
        28 => keep(Spark::try_view().ok()),
        29..32 => let_go(false),
        32 => ignore(World::tick()),
        33 => World::flush(),
        34 => ignore(entity.set_enabled(below(2) == 0)),
        35 => ignore(entity.handle::<Bug>().set_enabled(below(2) == 0)),
        36 => ignore(entity.set_name(["", "a", "b"][below(3)])),
        37 => ignore(format!("{entity:?} {:?} {:?}", find("a"), explain_order().to_string().len())),
        38 => ignore(World::try_remote().map(|remote| remote.send(act).is_ok())),
        39 => ignore(World::try_run_remote()),
        40 => ignore(try_update_all(0.02)),
        41 => {
            let was_here = HERE.replace(false);
            let there = || {
                ignore(Entity::spawn().try_add::<Bug>());
                ignore(try_update_all(0.02));
                ignore(send_all(Boom(token())));
                World::reset();
            };
            let result = catch_unwind(AssertUnwindSafe(|| World::new().enter(there)));
            HERE.set(was_here);
            result.unwrap_or_else(|panic| resume_unwind(panic));
        }
        42 => {
            let mut group = Group::<Changed<Bug>>::new();
            group.refresh();
            if let Ok(mut view) = Bug::try_view_mut() {
                for &entity in group.active() {
                    view.get_mut(entity.handle()).into_iter().for_each(|bug| bug.value += 1);
                }
                act();
            }
        }
        43 => {
            let pool = POOL.take();
            let pool = pool.unwrap_or_default();
            if below(2) == 0 {
                ignore(pool.try_take().map(note))
            } else {
                ignore(pool.give_back(entity))
            }
            if POOL.with_borrow(Option::is_none) {
                POOL.set(Some(pool));
            }
        }
        44 => {
            if let Ok(mut bugs) = ecs_core::try_query::<(&mut Bug, Option<&Tag>)>() {
                bugs.each(|(bug, _)| bug.write());
            }
        }
        45 => ignore(Bug::try_sort_by_key(|bug| {
            act();
            bug.value % 7
        })),
        46 => ignore(Bug::try_update_all(0.02)),
        47 => {
            let make = |_, entity| {
                note(entity);
                act();
                (Bug { value: 9, _token: token() }, Spark)
            };
            ignore(Entity::try_spawn_many(below(4), make));
        }
        48 => World::set_fixed_step([0.01, 0.02, 0.05][below(3)]),
        _ if below(4) == 0 => panic!("chaos"),
        _ if below(8) == 0 => World::clear(),
        _ if below(8) == 0 => World::reset(),
        _ => ignore(query::<Entity>().filter::<Changed<Spark>>().count()),
    }
}
