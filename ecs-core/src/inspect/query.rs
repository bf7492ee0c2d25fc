//! [`Query`]: what a request asks of the world.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::http::Request;
use super::refusal::Refusal;
use super::wire::{FORMAT, LONGEST_NAME};

/// How an entity is named in a request: by index and generation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Id {
    pub(super) index: u32,
    pub(super) generation: u32,
}

impl Id {
    /// Reads `12v1`.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (index, generation) = text.split_once('v')?;
        Some(Self { index: index.parse().ok()?, generation: generation.parse().ok()? })
    }
}

/// What is asked.
#[derive(Debug)]
pub(super) enum Query {
    World,
    Entities(Listing),
    Entity(Id),
    Timings,
    Order,
    Problems,
    Dangling { after: Option<String> },
    ChangeEntity(Id, EntityChange),
    Despawn(Id),
    ChangeComponent(Id, u32, ComponentChange),
    Remove(Id, u32),
    ChangeTime(TimeChange),
}

/// Which entities are to be listed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Listing {
    pub(super) within: Within,
    /// A part of the name, in lower case.
    pub(super) name: Option<String>,
    pub(super) component: Option<u32>,
    pub(super) after: Option<String>,
    pub(super) limit: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Within {
    Roots,
    All,
    ChildrenOf(Id),
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct EntityChange {
    pub(super) enabled: Option<bool>,
    #[serde(default, deserialize_with = "given")]
    pub(super) name: Option<Option<String>>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct ComponentChange {
    pub(super) enabled: Option<bool>,
    pub(super) at: Option<String>,
    #[serde(default, deserialize_with = "given")]
    pub(super) value: Option<Value>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct TimeChange {
    pub(super) paused: Option<bool>,
    pub(super) scale: Option<f32>,
}

/// Reads a field that is there, also if it is null.
fn given<'de, T: Deserialize<'de>, D: Deserializer<'de>>(value: D) -> Result<Option<T>, D::Error> {
    T::deserialize(value).map(Some)
}

/// So many entities are listed at once, if nothing else is said, and at most.
const USUAL: usize = 100;
const MOST: usize = 500;

impl Query {
    /// Reads what a request asks.
    pub(super) fn of(request: &Request) -> Result<Self, Refusal> {
        let (path, options) = request.target.split_once('?').unwrap_or((&request.target, ""));
        let version = format!("v{FORMAT}");
        let parts: Vec<_> = path.split('/').skip(1).collect();
        let Some((_, parts)) = parts.split_first().filter(|(first, _)| **first == version) else {
            return Err(missing(path));
        };
        let options = Options::of(options);
        let method = &*request.method;
        match (parts, method) {
            (["world"], "GET") => Ok(Self::World),
            (["timings"], "GET") => Ok(Self::Timings),
            (["order"], "GET") => Ok(Self::Order),
            (["problems"], "GET") => Ok(Self::Problems),
            (["dangling"], "GET") => Ok(Self::Dangling { after: options.get("after") }),
            (["time"], "PATCH") => body(request).map(Self::ChangeTime),
            (["entities"], "GET") => options.listing().map(Self::Entities),
            (["entities", entity], "GET") => id(entity).map(Self::Entity),
            (["entities", entity], "PATCH") => Ok(Self::ChangeEntity(id(entity)?, body(request)?)),
            (["entities", entity], "DELETE") => id(entity).map(Self::Despawn),
            (["entities", entity, "components", component], "PATCH") => {
                Ok(Self::ChangeComponent(id(entity)?, number(component)?, body(request)?))
            }
            (["entities", entity, "components", component], "DELETE") => {
                Ok(Self::Remove(id(entity)?, number(component)?))
            }
            (
                ["world" | "timings" | "order" | "problems" | "dangling" | "time"]
                | ["entities"]
                | ["entities", _]
                | ["entities", _, "components", _],
                _,
            ) => Err(Refusal::new(405, format_args!("`{method}` is not for `{path}`"))),
            _ => Err(missing(path)),
        }
    }
}

/// A request for what is not there.
pub(super) fn missing(path: &str) -> Refusal {
    Refusal::new(404, format_args!("there is no `{path}`: the paths begin with `/v{FORMAT}/`"))
}

fn id(text: &str) -> Result<Id, Refusal> {
    Id::parse(text).ok_or_else(|| Refusal::bad(format_args!("`{text}` is no entity: write it as `12v1`")))
}

/// A name that is longer than any that is shown.
pub(super) fn too_long() -> Refusal {
    Refusal::bad(format_args!("a name is at most {LONGEST_NAME} bytes long here"))
}

fn number(text: &str) -> Result<u32, Refusal> {
    text.parse().map_err(|_| {
        Refusal::bad(format_args!("`{text}` is no type: write its number, from `/v{FORMAT}/world`"))
    })
}

fn body<'r, T: Deserialize<'r>>(request: &'r Request) -> Result<T, Refusal> {
    serde_json::from_slice(&request.body)
        .map_err(|error| Refusal::bad(format_args!("the body of the request is not as expected: {error}")))
}

/// What stands behind the path.
pub(super) struct Options<'r>(Vec<(Cow<'r, str>, Cow<'r, str>)>);

impl<'r> Options<'r> {
    pub(super) fn of(options: &'r str) -> Self {
        Self(form_urlencoded::parse(options.as_bytes()).collect())
    }

    /// An option that is there, and not empty.
    pub(super) fn get(&self, name: &str) -> Option<String> {
        let value = self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.to_string());
        value.filter(|value| !value.is_empty())
    }

    fn listing(&self) -> Result<Listing, Refusal> {
        let name = self.get("name").map(|name| name.to_lowercase());
        if name.as_ref().is_some_and(|name| name.len() > LONGEST_NAME) {
            return Err(too_long());
        }
        let component = self.get("type").map(|component| number(&component)).transpose()?;
        let within = match self.get("in").as_deref() {
            None if name.is_none() && component.is_none() => Within::Roots,
            None | Some("all") => Within::All,
            Some("roots") => Within::Roots,
            Some(parent) => Within::ChildrenOf(id(parent)?),
        };
        let limit = match self.get("limit") {
            Some(limit) => limit.parse().map_err(|_| Refusal::bad("`limit` is no number"))?,
            None => USUAL,
        };
        Ok(Listing { within, name, component, after: self.get("after"), limit: limit.clamp(1, MOST) })
    }
}
