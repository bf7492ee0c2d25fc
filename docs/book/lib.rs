//! The code of the book, page by page, of `docs/code.md` and of the derives' documentation, for the
//! documentation tests.

/// Takes the pages in, each under its own name, which the tests show.
macro_rules! pages {
    ($($name:ident: $path:literal;)*) => {
        $(
            #[cfg(doctest)]
            #[doc = include_str!(concat!("src/", $path))]
            struct $name;
        )*
    };
}

pages! {
    Reach: "reach.md";
    Hooks: "hooks.md";
    Dying: "dying.md";
    Groups: "groups.md";
    Scene: "scene.md";
    Events: "events.md";
    Time: "time.md";
    States: "states.md";
    Saving: "saving.md";
    Snapshots: "snapshots.md";
    Threads: "threads.md";
    Performance: "performance.md";
    Testing: "testing.md";
    FindOrder: "order.md";
    Inspector: "inspector.md";
    FromUnity: "from-unity.md";
    FromUnityTransform: "from-unity-transform.md";
    FromBevy: "from-bevy.md";
    FromHecs: "from-hecs.md";
    Achievements: "cookbook/achievements.md";
    Buffs: "cookbook/buffs.md";
    CameraFollow: "cookbook/camera-follow.md";
    Checkpoint: "cookbook/checkpoint.md";
    Cooldowns: "cookbook/cooldowns.md";
    CutScene: "cookbook/cut-scene.md";
    DamageNumbers: "cookbook/damage-numbers.md";
    DamageTypes: "cookbook/damage-types.md";
    DayNight: "cookbook/day-night.md";
    Dialogue: "cookbook/dialogue.md";
    Flocking: "cookbook/flocking.md";
    FollowTheLeader: "cookbook/follow-the-leader.md";
    GameStates: "cookbook/game-states.md";
    HealthBars: "cookbook/health-bars.md";
    HighScore: "cookbook/high-score.md";
    HitStop: "cookbook/hit-stop.md";
    Input: "cookbook/input.md";
    Inventory: "cookbook/inventory.md";
    Invulnerability: "cookbook/invulnerability.md";
    LevelFromFile: "cookbook/level-from-file.md";
    LineOfSight: "cookbook/line-of-sight.md";
    LoadPictures: "cookbook/load-pictures.md";
    LootTables: "cookbook/loot-tables.md";
    Menus: "cookbook/menus.md";
    MovingPlatform: "cookbook/moving-platform.md";
    NearestTarget: "cookbook/nearest-target.md";
    ObjectPools: "cookbook/object-pools.md";
    OtherThread: "cookbook/other-thread.md";
    Particles: "cookbook/particles.md";
    PathFinding: "cookbook/path-finding.md";
    Projectiles: "cookbook/projectiles.md";
    QuickSave: "cookbook/quick-save.md";
    References: "cookbook/references.md";
    ScreenShake: "cookbook/screen-shake.md";
    SelectRectangle: "cookbook/select-rectangle.md";
    Sounds: "cookbook/sounds.md";
    SpatialHash: "cookbook/spatial-hash.md";
    SpawnWaves: "cookbook/spawn-waves.md";
    SpriteAnimation: "cookbook/sprite-animation.md";
    StateMachineComponents: "cookbook/state-machine-components.md";
    StateMachineEnum: "cookbook/state-machine-enum.md";
    TileMap: "cookbook/tile-map.md";
    Triggers: "cookbook/triggers.md";
    Turns: "cookbook/turns.md";
    TurretOnShip: "cookbook/turret-on-ship.md";
    Tweening: "cookbook/tweening.md";
    UndoRedo: "cookbook/undo-redo.md";
    Weapons: "cookbook/weapons.md";
    Code: "../../code.md";
    DeriveComponent: "../../../ecs-derive/src/docs/component.md";
    DeriveKeys: "../../../ecs-derive/src/docs/keys.md";
    DeriveSingleton: "../../../ecs-derive/src/docs/singleton.md";
    DeriveState: "../../../ecs-derive/src/docs/state.md";
    DeriveBundle: "../../../ecs-derive/src/docs/bundle.md";
    DeriveQueryData: "../../../ecs-derive/src/docs/query_data.md";
    DeriveSystemParam: "../../../ecs-derive/src/docs/system_param.md";
}
