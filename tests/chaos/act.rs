//! What a step does, as data.

use crate::kind::Kind;

/// A place that has an id, or the entity whose hook runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct At(pub u8);

/// A list of types.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Group {
    BodyTag,
    KeptDust,
    WingUnit,
    All,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Act {
    // Births.
    Spawn(At),
    SpawnWith(At, Group),
    SpawnMany(At, Group, u8),
    SpawnDefault(At, Group),
    /// An entity with a child, which has one too.
    SpawnTree(At, Group, Group),
    /// The same below an entity, and another child beside it.
    WithChildren(At, Group, Group),
    Add(At, Kind),
    AddWith(At, Kind),
    Insert(At, Kind),
    InsertAll(At, Group),
    Apply(At, Group),
    Replace(At, Kind),
    // Ends.
    Remove(At, Kind),
    RemoveGroup(At, Group),
    Kill(At, Kind),
    ClearType(Kind),
    Despawn(At),
    DespawnMany(At, u8),
    ClearWorld,
    ResetWorld,
    // Switches and links.
    Switch(At, Kind, bool),
    SwitchEntity(At, bool),
    ChildOf(At, At),
    InsertChild(At, At, u8),
    Detach(At),
    DetachChildren(At),
    Name(At, u8),
    Find(At, u8),
    // Pools.
    Take(At, u8),
    GiveBack(At, u8),
    Prewarm(u8, u8),
    DropPool(u8),
    // Guards.
    Hold(At, Kind, bool),
    HoldScore(bool),
    HoldView(Kind),
    LetGo(u8),
    LetAllGo,
    // Events and observers.
    Send(At, u8),
    SendUp(At, u8),
    SendAll(u8),
    SendType(Kind, u8),
    Emit(u8),
    Observe(Kind, u8),
    EndObserver(u8),
    // Timers.
    After(At, Option<Kind>, u8),
    Every(At, Option<Kind>, u8),
    Task(At, Option<Kind>),
    DespawnAfter(At, u8),
    CancelTimers(At),
    // Visits.
    Query(u8),
    ForEach(Kind),
    EveryTalk(u8),
    TalkTo(At, u8),
    View(Kind),
    Sort(Kind, bool),
    // Frames.
    Frame(u8),
    UpdateType(Kind),
    Flush,
    /// Another mood, or the same anew.
    Mood(u8),
    /// The state within one of the moods.
    Shade(bool),
    Bind(At, bool),
    Policy(bool),
    Pause(bool),
    Systems(u8),
    /// By a seed, or not any more.
    Shuffle(Option<u8>),
    // The singleton.
    SetScore(u8),
    WriteScore,
    KillScore,
    // Worlds.
    Enter(u8, Inner),
    SendWorld(u8, Inner),
    EndWorld(u8),
    // What is kept.
    Duplicate(At),
    MakePrefab(Group),
    Prefab(At, u8),
    Save,
    Load(bool),
    SaveSnapshot(u8),
    LoadSnapshot(u8),
    /// The next steps run, and again after the world has gone back.
    Again(u8),
}

impl Act {
    /// Changes what no snapshot has: what the program keeps outside of the world.
    pub fn is_outside(&self) -> bool {
        matches!(
            self,
            Self::Again(_)
                | Self::DropPool(_)
                | Self::EndObserver(_)
                | Self::EndWorld(_)
                | Self::Enter(..)
                | Self::Load(_)
                | Self::LoadSnapshot(_)
                | Self::MakePrefab(_)
                | Self::Observe(..)
                | Self::Policy(_)
                | Self::ResetWorld
                | Self::Save
                | Self::SaveSnapshot(_)
                | Self::SendWorld(..)
                | Self::Shuffle(_)
                | Self::Systems(_)
                | Self::Task(..)
        )
    }
}

/// What is done in another world, which has its own places.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Inner {
    Spawn(At, Group),
    Insert(At, Kind),
    Despawn(At),
    Frame,
}
