//! F1: what the closure that builds a prefab may do, and where it runs.
