//! Law D2: siblings in passes.

use super::*;

#[derive(Component)]
struct Body {
    owner: Entity,
    sum: u64,
}

macro_rules! movers {
    ($($(#[$attr:meta])* $name:ident;)*) => {$(
        #[derive(Component)]
        $(#[$attr])*
        struct $name {
            id: u64,
            visits: u64,
        }
        impl $name {
            fn update(&mut self, entity: Entity, body: &mut Body) {
                assert_eq!(body.owner, entity, "the sibling of another entity");
                body.sum += self.id;
                self.visits += 1;
            }
        }
    )*};
}

movers! { Mover; #[component(isolated)] Loner; }

/// Siblings meet, whatever was added, killed and switched between the frames.
macro_rules! siblings_meet {
    ($mover:ident) => {
        let mut dice = Random(5);
        // For each entity: the sum of its body, and the id and visits of its mover.
        let mut model: Vec<(Entity, Option<u64>, Option<(u64, u64)>, bool)> = Vec::new();
        for frame in 0..if cfg!(miri) { 10 } else { 300 } {
            for _ in 0..8 {
                match dice.below(if model.len() < 40 { 3 } else { 12 }) {
                    0..3 => {
                        let entity = Entity::spawn();
                        let (body, mover) = (dice.below(4) != 0, dice.below(4) != 0);
                        let id = dice.below(100) as u64;
                        if body {
                            entity.insert(Body { owner: entity, sum: 0 });
                        }
                        if mover {
                            entity.insert($mover { id, visits: 0 });
                        }
                        model.push((entity, body.then_some(0), mover.then_some((id, 0)), true));
                    }
                    3..5 => drop(model.swap_remove(dice.below(model.len())).0.despawn()),
                    case => {
                        let at = dice.below(model.len());
                        let (entity, body, mover, enabled) = &mut model[at];
                        match case {
                            5..7 => {
                                assert_eq!(entity.kill::<Body>(), body.take().is_some());
                            }
                            7 => {
                                assert_eq!(entity.kill::<$mover>(), mover.take().is_some());
                            }
                            8..10 => {
                                entity.insert(Body { owner: *entity, sum: 0 });
                                *body = Some(0);
                            }
                            10 => {
                                entity.insert($mover { id: frame, visits: 0 });
                                *mover = Some((frame, 0));
                            }
                            _ => {
                                *enabled = !*enabled;
                                entity.set_enabled(*enabled);
                            }
                        }
                    }
                }
            }
            update_all(1.0);
            for (_, body, mover, enabled) in &mut model {
                if let (Some(sum), Some((id, visits)), true) = (body, mover, *enabled) {
                    *sum += *id;
                    *visits += 1;
                }
            }
            for (entity, body, mover, _) in &model {
                assert_eq!(entity.get::<Body>().map(|body| body.sum), *body, "frame {frame}");
                assert_eq!(
                    entity.get::<$mover>().map(|mover| (mover.id, mover.visits)),
                    *mover,
                    "frame {frame}"
                );
            }
        }
        assert!(model.len() > 20 && Body::count() > 10);
    };
}

#[test]
fn d2_siblings_meet_after_any_churn() {
    siblings_meet!(Mover);
}

#[test]
fn d2_siblings_of_isolated_types_meet_after_any_churn() {
    siblings_meet!(Loner);
}

#[test]
fn d2_a_hook_runs_only_where_its_siblings_are() {
    let make = |id, body: bool| {
        let entity = Entity::spawn();
        if body {
            entity.insert(Body { owner: entity, sum: 0 });
        }
        entity.insert(Mover { id, visits: 0 })
    };
    let movers: Vec<_> = (0..10).map(|id| make(id, id % 3 != 1)).collect();
    update_all(1.0);
    for (id, mover) in movers.iter().enumerate() {
        assert_eq!(mover.borrow().visits, u64::from(id % 3 != 1));
    }
}
