//! Groups: the entities that pass a filter, with those that came and went since the last look.

mod followed;
mod group;
mod membership;

pub(crate) use followed::FollowedFilters;
pub use group::Group;
