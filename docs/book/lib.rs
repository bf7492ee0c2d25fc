//! The code of the book, page by page, and of the derives' documentation, for the documentation tests.

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
    Inspector: "inspector.md";
    FromUnity: "from-unity.md";
    FromUnityTransform: "from-unity-transform.md";
    FromBevy: "from-bevy.md";
    FromHecs: "from-hecs.md";
    Buffs: "cookbook/buffs.md";
    CameraFollow: "cookbook/camera-follow.md";
    Cooldowns: "cookbook/cooldowns.md";
    Dialogue: "cookbook/dialogue.md";
    Input: "cookbook/input.md";
    Inventory: "cookbook/inventory.md";
    LevelFromFile: "cookbook/level-from-file.md";
    LoadPictures: "cookbook/load-pictures.md";
    Menus: "cookbook/menus.md";
    ObjectPools: "cookbook/object-pools.md";
    PathFinding: "cookbook/path-finding.md";
    Sounds: "cookbook/sounds.md";
    SpatialHash: "cookbook/spatial-hash.md";
    SpawnWaves: "cookbook/spawn-waves.md";
    SpriteAnimation: "cookbook/sprite-animation.md";
    StateMachineEnum: "cookbook/state-machine-enum.md";
    Triggers: "cookbook/triggers.md";
    Tweening: "cookbook/tweening.md";
    UndoRedo: "cookbook/undo-redo.md";
    DeriveComponent: "../../../ecs-derive/src/docs/component.md";
    DeriveKeys: "../../../ecs-derive/src/docs/keys.md";
    DeriveSingleton: "../../../ecs-derive/src/docs/singleton.md";
    DeriveState: "../../../ecs-derive/src/docs/state.md";
    DeriveBundle: "../../../ecs-derive/src/docs/bundle.md";
    DeriveQueryData: "../../../ecs-derive/src/docs/query_data.md";
    DeriveSystemParam: "../../../ecs-derive/src/docs/system_param.md";
}
