//! What conflicts say.
