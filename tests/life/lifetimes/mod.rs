//! Law D6: what is begun is ended. `init` and `shutdown`, `on_enable` and `on_disable` come in pairs, and
//! `start` once.

mod even_disabled;
mod pairs;
mod start;
