//! [`Inquiry`]: what a request asks of the world.

use std::borrow::Cow;

use ecs_core::Entity;
use ecs_core::by_name::Value;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};

use super::http::Request;
use super::refusal::Refusal;
use super::wire::{FORMAT, LONGEST_NAME};

/// How an entity is named in a request: by index and generation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Id {
    pub(super) index: u32,
    pub(super) generation: u32,
}

impl Id {
    pub(super) fn of(entity: Entity) -> Self {
        Self { index: entity.index(), generation: entity.generation() }
    }

    /// Reads `12v1`.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (index, generation) = text.split_once('v')?;
        Some(Self { index: index.parse().ok()?, generation: generation.parse().ok()? })
    }
}

/// What is asked.
#[derive(Debug)]
pub(super) enum Inquiry {
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
    History,
    ChangeHistory(HistoryChange),
    Curve(CurveOf),
    Trace { of: CurveOf, frame: u64 },
    Compare { frame: u64, other: u64 },
}

/// Of which part of a component the values are asked.
#[derive(Clone, Debug)]
pub(super) struct CurveOf {
    pub(super) entity: Id,
    pub(super) component: u32,
    /// A JSON pointer.
    pub(super) at: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HistoryChange {
    /// How much is kept from now on.
    #[serde(default, deserialize_with = "given")]
    pub(super) bytes: Option<usize>,
    #[serde(default, deserialize_with = "given")]
    pub(super) keep_the_rest: Option<bool>,
    /// The frame to show, or the one that is kept next to it.
    #[serde(default, deserialize_with = "given")]
    pub(super) show: Option<u64>,
    #[serde(default, rename = "do", deserialize_with = "given")]
    pub(super) step: Option<HistoryStep>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum HistoryStep {
    Hold,
    GoOn,
    Step,
    StepBack,
    RunFrame,
}

/// Which entities are to be listed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Listing {
    pub(super) within: SearchedIn,
    /// A part of the name, in lower case.
    pub(super) name: Option<String>,
    pub(super) component: Option<u32>,
    pub(super) after: Option<String>,
    pub(super) limit: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SearchedIn {
    Roots,
    All,
    ChildrenOf(Id),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EntityChange {
    #[serde(default, deserialize_with = "given")]
    pub(super) enabled: Option<bool>,
    /// Another name, or none any more.
    #[serde(default, deserialize_with = "given")]
    pub(super) name: Option<Option<String>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ComponentChange {
    #[serde(default, deserialize_with = "given")]
    pub(super) enabled: Option<bool>,
    /// Where another value is to be.
    #[serde(default, deserialize_with = "given")]
    pub(super) at: Option<String>,
    #[serde(default, deserialize_with = "given")]
    pub(super) value: Option<Value>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TimeChange {
    #[serde(default, deserialize_with = "given")]
    pub(super) paused: Option<bool>,
    #[serde(default, deserialize_with = "given")]
    pub(super) scale: Option<f32>,
}

/// So many entities are listed at once, if nothing else is said, and at most.
const USUAL: usize = 100;
const MOST: usize = 500;

impl Inquiry {
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
        options.refuse_unknown(match parts {
            ["entities"] => &["in", "name", "type", "after", "limit"],
            ["dangling"] => &["after"],
            ["history", "values"] => &["entity", "type", "at"],
            ["history", "trace"] => &["frame", "entity", "type", "at"],
            ["history", "diff"] => &["frame", "other"],
            _ => &[],
        })?;
        match (parts, method) {
            (["world"], "GET") => Ok(Self::World),
            (["timings"], "GET") => Ok(Self::Timings),
            (["order"], "GET") => Ok(Self::Order),
            (["problems"], "GET") => Ok(Self::Problems),
            (["dangling"], "GET") => Ok(Self::Dangling { after: options.get("after") }),
            (["time"], "PATCH") => body(request).map(Self::ChangeTime),
            (["history"], "GET") => Ok(Self::History),
            (["history"], "PATCH") => body(request).map(Self::ChangeHistory),
            (["history", "values"], "GET") => options.curve().map(Self::Curve),
            (["history", "trace"], "GET") => {
                Ok(Self::Trace { of: options.curve()?, frame: options.frame("frame")? })
            }
            (["history", "diff"], "GET") => {
                Ok(Self::Compare { frame: options.frame("frame")?, other: options.frame("other")? })
            }
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
                ["world" | "timings" | "order" | "problems" | "dangling" | "time" | "history"]
                | ["history", "values" | "trace" | "diff"]
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
fn missing(path: &str) -> Refusal {
    Refusal::new(404, format_args!("version {FORMAT} has no `{path}`: its paths begin with `/v{FORMAT}/`"))
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

/// Reads the body of a request.
fn body<T: DeserializeOwned>(request: &Request) -> Result<T, Refusal> {
    // Serde would take the parts of a list in the order of the fields.
    if request.body.trim_ascii_start().first() != Some(&b'{') {
        return Err(Refusal::bad("the body of the request is not as it should be: it is no object"));
    }
    serde_json::from_slice(&request.body).map_err(|error| {
        Refusal::bad(format_args!("the body of the request is not as it should be: {error}"))
    })
}

/// Reads null as a value that was given, and not as one that is absent.
fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
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

    fn refuse_unknown(&self, known: &[&str]) -> Result<(), Refusal> {
        match self.0.iter().find(|(name, _)| !known.contains(&&**name)) {
            None => Ok(()),
            Some((name, _)) => Err(Refusal::bad(format_args!("there is no option `{name}` here"))),
        }
    }

    fn frame(&self, name: &str) -> Result<u64, Refusal> {
        let frame = self.get(name).and_then(|frame| frame.parse().ok());
        frame.ok_or_else(|| Refusal::bad(format_args!("`{name}` must be the number of a frame")))
    }

    fn curve(&self) -> Result<CurveOf, Refusal> {
        let of = |name: &str| self.get(name).unwrap_or_default();
        Ok(CurveOf { entity: id(&of("entity"))?, component: number(&of("type"))?, at: of("at") })
    }

    fn listing(&self) -> Result<Listing, Refusal> {
        let name = self.get("name").map(|name| name.to_lowercase());
        if name.as_ref().is_some_and(|name| name.len() > LONGEST_NAME) {
            return Err(too_long());
        }
        let component = self.get("type").map(|component| number(&component)).transpose()?;
        let within = match self.get("in").as_deref() {
            None if name.is_none() && component.is_none() => SearchedIn::Roots,
            None | Some("all") => SearchedIn::All,
            Some("roots") => SearchedIn::Roots,
            Some(parent) => SearchedIn::ChildrenOf(id(parent)?),
        };
        let limit = match self.get("limit") {
            Some(limit) => limit.parse().map_err(|_| Refusal::bad("`limit` is no number"))?,
            None => USUAL,
        };
        Ok(Listing { within, name, component, after: self.get("after"), limit: limit.clamp(1, MOST) })
    }
}
