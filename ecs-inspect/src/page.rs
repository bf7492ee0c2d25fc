//! The page: its parts in one, as the game sends it. No step of a build makes it.

const MARKUP: &str = include_str!("web/page.html");

const STYLES: [(&str, &str); 2] = [
    ("/* STYLE */", include_str!("web/style.css")),
    // Goes along with the picture when that is saved.
    ("/* ORDER */", include_str!("web/order.css")),
];

/// What comes later uses what comes before.
const SCRIPTS: [&str; 17] = [
    include_str!("web/elements.js"),
    include_str!("web/json.js"),
    include_str!("web/requests.js"),
    include_str!("web/loop.js"),
    include_str!("web/hash.js"),
    include_str!("web/world.js"),
    include_str!("web/tree.js"),
    include_str!("web/edit.js"),
    include_str!("web/value.js"),
    include_str!("web/chosen.js"),
    include_str!("web/frame.js"),
    include_str!("web/order.js"),
    include_str!("web/types.js"),
    include_str!("web/problems.js"),
    include_str!("web/curve.js"),
    include_str!("web/history.js"),
    include_str!("web/begin.js"),
];

/// The page, whose scripts and styles have a nonce: the browser runs no others.
pub(super) fn page(nonce: &str) -> String {
    let marked = MARKUP.replace("\"NONCE\"", &format!("\"{nonce}\""));
    let styled = STYLES.iter().fold(marked, |page, (place, style)| page.replace(place, style));
    let script = format!("\"use strict\";\n{}", SCRIPTS.concat());
    styled.replace("/* SCRIPT */", &script)
}
