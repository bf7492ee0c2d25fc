//! The code of the book, page by page, for the documentation tests.

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
    Interfaces: "interfaces.md";
    Time: "time.md";
    Saving: "saving.md";
    Threads: "threads.md";
    Testing: "testing.md";
    FromUnity: "from-unity.md";
    FromUnityTransform: "from-unity-transform.md";
    FromBevy: "from-bevy.md";
    FromHecs: "from-hecs.md";
}
