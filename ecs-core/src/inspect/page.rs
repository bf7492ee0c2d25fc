//! The page: its parts in one, as the game sends it. No step of a build makes it.

const MARKUP: &str = include_str!("page/page.html");

const STYLES: [(&str, &str); 2] = [
    ("/* STYLE */", include_str!("page/style.css")),
    // Goes along with the picture when that is saved.
    ("/* ORDER */", include_str!("page/order.css")),
];

/// What comes later uses what comes before.
const SCRIPTS: [&str; 15] = [
    include_str!("page/elements.js"),
    include_str!("page/json.js"),
    include_str!("page/requests.js"),
    include_str!("page/loop.js"),
    include_str!("page/hash.js"),
    include_str!("page/world.js"),
    include_str!("page/tree.js"),
    include_str!("page/edit.js"),
    include_str!("page/value.js"),
    include_str!("page/chosen.js"),
    include_str!("page/frame.js"),
    include_str!("page/order.js"),
    include_str!("page/types.js"),
    include_str!("page/problems.js"),
    include_str!("page/begin.js"),
];

/// The page, whose scripts and styles have a nonce: the browser runs no others.
pub(super) fn page(nonce: &str) -> String {
    let marked = MARKUP.replace("\"NONCE\"", &format!("\"{nonce}\""));
    let styled = STYLES.iter().fold(marked, |page, (place, style)| page.replace(place, style));
    let script = format!("\"use strict\";\n{}", SCRIPTS.concat());
    styled.replace("/* SCRIPT */", &script)
}
