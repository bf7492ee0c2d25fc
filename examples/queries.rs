//! Goblins at the gate: queries find who suffers, who strikes, and who sleeps through it.

use ecs_core::{AnyOf, Component, Copied, Entity, With, Without, query};

#[derive(Component)]
struct Name(&'static str);

#[derive(Component)]
struct Health(u32);

#[derive(Component, Clone, Copy)]
struct Strength(u32);

#[derive(Component)]
struct Shield(u32);

// Types without a value are tags: one bit an entity.
#[derive(Component)]
struct Hero;
#[derive(Component)]
struct Goblin;
#[derive(Component)]
struct Poisoned;
#[derive(Component)]
struct Bleeding;

/// Whoever is wounded, on either side, loses health.
fn wounds_hurt() {
    for (name, health) in &mut query::<(&Name, &mut Health)>().filter::<AnyOf<(Poisoned, Bleeding)>>() {
        health.0 -= 1;
        println!("  {}'s wound hurts, {} left", name.0, health.0);
    }
}

/// All goblins that are awake strike the hero, who has a shield or has not.
fn goblins_strike() {
    let goblins = query::<Copied<Strength>>().filter::<With<Goblin>>();
    let mut blow: u32 = goblins.iter().map(|strength| strength.0).sum();

    let mut heroes = query::<(Entity, &Name, &mut Health, Option<&mut Shield>)>().filter::<With<Hero>>();
    let (hero, name, health, shield) = heroes.single_mut().expect("there is one hero");
    if let Some(shield) = shield {
        let held = blow.min(shield.0);
        (blow, shield.0) = (blow - held, shield.0 - held);
        if shield.0 == 0 {
            hero.kill::<Shield>(); // borrowed just now, and dead all the same: nobody finds it any more
            println!("  {}'s shield breaks", name.0);
        }
    }
    health.0 = health.0.saturating_sub(blow);
    println!("  {} is hit for {blow}, {} left", name.0, health.0);
}

/// The hero strikes the strongest goblin that is awake and not about to fall by itself.
fn hero_strikes() {
    // The type with the fewest components leads: strength, and that is sorted.
    let goblins = query::<(Entity, &Name, &mut Health, &Strength)>();
    let mut goblins = goblins.filter::<(With<Goblin>, Without<Poisoned>)>();
    let Some((goblin, &Name(name), health, _)) = goblins.first_mut() else { return };
    health.0 = health.0.saturating_sub(3);
    println!("  {name} is struck, {} left", health.0);
    if health.0 == 0 {
        goblin.despawn();
        println!("  {name} falls, {} left to strike at", goblins.count());
    }
}

fn main() {
    let ada = Entity::spawn().with(Name("Ada")).with(Health(12)).with(Shield(4)).with(Hero);
    let [snik, grub, mog] =
        [("Snik", 4, 1), ("Grub", 3, 3), ("Mog", 6, 2)].map(|(name, health, strength)| {
            Entity::spawn().with(Name(name)).with(Health(health)).with(Strength(strength)).with(Goblin)
        });
    snik.insert(Poisoned);
    ada.insert(Bleeding);
    mog.set_enabled(false); // asleep: with all its components, it is as if it were not there

    // Queries visit rows in their order. No handle notices.
    Strength::sort_by_key(|strength| std::cmp::Reverse(strength.0));

    for round in 1..=3 {
        let goblins = query::<Entity>().filter::<With<Goblin>>();
        let awake = goblins.count();
        println!("round {round}: {awake} of {} goblins awake", goblins.with_disabled().count());
        wounds_hurt();
        goblins_strike();
        hero_strikes();
        if !grub.is_alive() {
            mog.set_enabled(true);
        }
    }

    let names = query::<(&Name, &Health)>();
    for entity in [ada, grub] {
        match names.get(entity) {
            Some((name, health)) => println!("{} stands with {}", name.0, health.0),
            None => println!("{entity:?} is gone"),
        }
    }
    // Two have names and health: the error says what to do.
    if let Err(error) = names.single() {
        println!("{error}");
    }
}
