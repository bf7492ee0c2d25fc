//! Saves of a world, archetype by archetype or entity by entity. An entity keeps its id, so what refers to it
//! is written as it is.

use hecs::serialize::{column, row};
use hecs::{Archetype, ColumnBatchBuilder, ColumnBatchType, Entity, EntityBuilder, EntityRef, World};
use peers::saves::{Fleet, position, speed};
use peers::work::Vec3;
use serde::de::{MapAccess, SeqAccess};
use serde::ser::{SerializeMap, SerializeTuple};
use serde::{Deserialize, Serialize, Serializer};

#[derive(Serialize, Deserialize)]
struct Transform {
    pos: Vec3,
}

#[derive(Serialize, Deserialize)]
struct Airplane {
    transform: Entity,
    speed: f32,
}

/// Which type a column, or a component of an entity, is of.
#[derive(Serialize, Deserialize)]
enum Type {
    Transform,
    Airplane,
}

/// How the types are written and read.
#[derive(Default)]
struct Types {
    /// Those of the archetype that is read.
    columns: Vec<Type>,
}

fn spawn(count: usize) -> World {
    let mut world = World::new();
    let airplane = |place: usize| {
        let airplane = Airplane { transform: Entity::DANGLING, speed: speed(place) };
        (Transform { pos: position(place) }, airplane)
    };
    drop(world.spawn_batch((0..count).map(airplane)));
    for (entity, airplane) in world.query_mut::<(Entity, &mut Airplane)>() {
        airplane.transform = entity;
    }
    world
}

fn sum(world: &mut World) -> f64 {
    let transforms = world.view::<&Transform>();
    let found = |airplane: &Airplane| {
        let transform = transforms.get(airplane.transform).expect("it lives");
        f64::from(transform.pos[0]) * f64::from(airplane.speed)
    };
    world.query::<&Airplane>().iter().map(found).sum()
}

// ---- by columns ----

/// A world that is saved archetype by archetype.
pub struct Columns(World);

impl Serialize for Columns {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        column::serialize(&self.0, &mut Types::default(), serializer)
    }
}

impl column::SerializeContext for Types {
    fn component_count(&self, archetype: &Archetype) -> usize {
        usize::from(archetype.has::<Transform>()) + usize::from(archetype.has::<Airplane>())
    }

    fn serialize_component_ids<S: SerializeTuple>(
        &mut self,
        archetype: &Archetype,
        mut out: S,
    ) -> Result<S::Ok, S::Error> {
        column::try_serialize_id::<Transform, _, _>(archetype, &Type::Transform, &mut out)?;
        column::try_serialize_id::<Airplane, _, _>(archetype, &Type::Airplane, &mut out)?;
        out.end()
    }

    fn serialize_components<S: SerializeTuple>(
        &mut self,
        archetype: &Archetype,
        mut out: S,
    ) -> Result<S::Ok, S::Error> {
        column::try_serialize::<Transform, _>(archetype, &mut out)?;
        column::try_serialize::<Airplane, _>(archetype, &mut out)?;
        out.end()
    }
}

impl column::DeserializeContext for Types {
    fn deserialize_component_ids<'de, A: SeqAccess<'de>>(
        &mut self,
        mut seq: A,
    ) -> Result<ColumnBatchType, A::Error> {
        self.columns.clear();
        let mut batch = ColumnBatchType::new();
        while let Some(column) = seq.next_element()? {
            match column {
                Type::Transform => batch.add::<Transform>(),
                Type::Airplane => batch.add::<Airplane>(),
            };
            self.columns.push(column);
        }
        Ok(batch)
    }

    fn deserialize_components<'de, A: SeqAccess<'de>>(
        &mut self,
        count: u32,
        mut seq: A,
        batch: &mut ColumnBatchBuilder,
    ) -> Result<(), A::Error> {
        for column in &self.columns {
            match column {
                Type::Transform => column::deserialize_column::<Transform, _>(count, &mut seq, batch)?,
                Type::Airplane => column::deserialize_column::<Airplane, _>(count, &mut seq, batch)?,
            }
        }
        Ok(())
    }
}

impl Fleet for Columns {
    fn new(count: usize) -> Self {
        Self(spawn(count))
    }

    fn write(&self) -> Vec<u8> {
        postcard::to_allocvec(self).expect("numbers are written")
    }

    fn read(bytes: &[u8]) -> Self {
        let mut from = postcard::Deserializer::from_bytes(bytes);
        Self(column::deserialize(&mut Types::default(), &mut from).expect("it was written"))
    }

    fn sum(&mut self) -> f64 {
        sum(&mut self.0)
    }
}

// ---- by rows ----

/// A world that is saved entity by entity.
pub struct Rows(World);

impl Serialize for Rows {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        row::serialize(&self.0, &mut Types::default(), serializer)
    }
}

impl row::SerializeContext for Types {
    fn serialize_entity<S: SerializeMap>(
        &mut self,
        entity: EntityRef,
        mut map: S,
    ) -> Result<S::Ok, S::Error> {
        row::try_serialize::<Transform, _, _>(&entity, &Type::Transform, &mut map)?;
        row::try_serialize::<Airplane, _, _>(&entity, &Type::Airplane, &mut map)?;
        map.end()
    }

    // postcard must know it before.
    fn component_count(&self, entity: EntityRef) -> Option<usize> {
        Some(usize::from(entity.has::<Transform>()) + usize::from(entity.has::<Airplane>()))
    }
}

impl row::DeserializeContext for Types {
    fn deserialize_entity<'de, M: MapAccess<'de>>(
        &mut self,
        mut map: M,
        entity: &mut EntityBuilder,
    ) -> Result<(), M::Error> {
        while let Some(of) = map.next_key()? {
            match of {
                Type::Transform => entity.add::<Transform>(map.next_value()?),
                Type::Airplane => entity.add::<Airplane>(map.next_value()?),
            };
        }
        Ok(())
    }
}

impl Fleet for Rows {
    fn new(count: usize) -> Self {
        Self(spawn(count))
    }

    fn write(&self) -> Vec<u8> {
        postcard::to_allocvec(self).expect("numbers are written")
    }

    fn read(bytes: &[u8]) -> Self {
        let mut from = postcard::Deserializer::from_bytes(bytes);
        Self(row::deserialize(&mut Types::default(), &mut from).expect("it was written"))
    }

    fn sum(&mut self) -> f64 {
        sum(&mut self.0)
    }
}
