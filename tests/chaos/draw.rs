//! Draws acts at random.

use crate::act::{Act, At, Group, Inner};
use crate::game::SLOTS;
use crate::kind::{KINDS, Kind};
use crate::profile::Profile;
use crate::support::Random;

struct Draw<'r> {
    random: &'r mut Random,
    /// Whether the act is one of user code, inside of another.
    is_inner: bool,
}

impl Draw<'_> {
    fn below(&mut self, end: u8) -> u8 {
        self.random.below(usize::from(end)) as u8
    }

    fn at(&mut self) -> At {
        // Beyond the places is the entity whose hook runs.
        At(self.below(SLOTS as u8 + if self.is_inner { 6 } else { 0 }))
    }

    fn kind(&mut self) -> Kind {
        KINDS[usize::from(self.below(KINDS.len() as u8))]
    }

    fn group(&mut self) -> Group {
        [Group::BodyTag, Group::KeptDust, Group::WingUnit, Group::All][usize::from(self.below(4))]
    }

    fn yes(&mut self) -> bool {
        self.below(2) == 0
    }

    fn owner(&mut self) -> Option<Kind> {
        let kinds = [Kind::Body, Kind::Kept, Kind::Wing, Kind::Tag];
        kinds.get(usize::from(self.below(6))).copied()
    }

    fn inner(&mut self) -> Inner {
        match self.below(4) {
            0 => Inner::Spawn(self.at(), self.group()),
            1 => Inner::Insert(self.at(), self.kind()),
            2 => Inner::Despawn(self.at()),
            _ => Inner::Frame,
        }
    }

    fn birth(&mut self) -> Act {
        match self.below(16) {
            14 => Act::SpawnTree(self.at(), self.group(), self.group()),
            15 => Act::WithChildren(self.at(), self.group(), self.group()),
            0 => Act::Spawn(self.at()),
            1 | 2 => Act::SpawnWith(self.at(), self.group()),
            3 => Act::SpawnMany(self.at(), self.group(), 1 + self.below(3)),
            4 => Act::SpawnDefault(self.at(), self.group()),
            5 | 6 => Act::Add(self.at(), self.kind()),
            7 => Act::AddWith(self.at(), self.kind()),
            8 | 9 => Act::Insert(self.at(), self.kind()),
            10 => Act::InsertAll(self.at(), self.group()),
            11 => Act::Apply(self.at(), self.group()),
            12 => Act::Replace(self.at(), self.kind()),
            _ => Act::ChildOf(self.at(), self.at()),
        }
    }

    fn end(&mut self) -> Act {
        match self.below(16) {
            0..4 => Act::Kill(self.at(), self.kind()),
            4..6 => Act::Remove(self.at(), self.kind()),
            6 => Act::RemoveGroup(self.at(), self.group()),
            7..12 => Act::Despawn(self.at()),
            12 => Act::DespawnMany(self.at(), 2 + self.below(3)),
            13 if self.below(3) == 0 => Act::ClearType(self.kind()),
            14 if self.below(4) == 0 => Act::ClearWorld,
            15 if self.below(12) == 0 && !self.is_inner => Act::ResetWorld,
            _ => Act::Kill(self.at(), self.kind()),
        }
    }

    fn change(&mut self) -> Act {
        match self.below(12) {
            0..3 => Act::Switch(self.at(), self.kind(), self.yes()),
            3..6 => Act::SwitchEntity(self.at(), self.yes()),
            6..8 => Act::ChildOf(self.at(), self.at()),
            8 => Act::InsertChild(self.at(), self.at(), self.below(3)),
            9 => Act::Detach(self.at()),
            10 => Act::DetachChildren(self.at()),
            _ if self.yes() => Act::Name(self.at(), self.below(4)),
            _ => Act::Find(self.at(), self.below(4)),
        }
    }

    fn pool(&mut self) -> Act {
        match self.below(12) {
            0..5 => Act::Take(self.at(), self.below(2)),
            5..10 => Act::GiveBack(self.at(), self.below(2)),
            10 => Act::Prewarm(self.below(2), 1 + self.below(2)),
            _ if self.below(3) == 0 => Act::DropPool(self.below(2)),
            _ => Act::GiveBack(self.at(), self.below(2)),
        }
    }

    fn guard(&mut self) -> Act {
        match self.below(10) {
            0..4 => Act::Hold(self.at(), self.kind(), self.yes()),
            4 => Act::HoldScore(self.yes()),
            5 => Act::HoldView(self.kind()),
            6..9 => Act::LetGo(self.below(8)),
            _ => Act::LetAllGo,
        }
    }

    fn event(&mut self) -> Act {
        match self.below(11) {
            9 | 10 => Act::SendUp(self.at(), self.below(9)),
            0..3 => Act::Send(self.at(), self.below(9)),
            3 => Act::SendAll(self.below(9)),
            4 => Act::SendType([Kind::Body, Kind::Kept][usize::from(self.below(2))], self.below(9)),
            5 => Act::Emit(self.below(9)),
            6 | 7 => Act::Observe(self.kind(), self.below(6)),
            _ => Act::EndObserver(self.below(4)),
        }
    }

    fn later(&mut self) -> Act {
        match self.below(8) {
            0..2 => Act::After(self.at(), self.owner(), self.below(4)),
            2 | 3 => Act::Every(self.at(), self.owner(), 1 + self.below(4)),
            4 => Act::Task(self.at(), self.owner()),
            5 | 6 => Act::DespawnAfter(self.at(), self.below(4)),
            _ => Act::CancelTimers(self.at()),
        }
    }

    fn visit(&mut self) -> Act {
        match self.below(12) {
            0..5 => Act::Query(self.below(15)),
            5 | 6 => Act::ForEach(self.kind()),
            7 | 8 => Act::EveryTalk(self.below(4)),
            9 => Act::TalkTo(self.at(), self.below(4)),
            10 => Act::View(self.kind()),
            _ => Act::Sort(self.kind(), self.yes()),
        }
    }

    fn frame(&mut self) -> Act {
        match self.below(17) {
            14 => Act::Mood(self.below(5)),
            15 => Act::Shade(self.yes()),
            16 => Act::Bind(self.at(), self.yes()),
            0..7 => Act::Frame(self.below(4)),
            7 => Act::UpdateType(self.kind()),
            8..10 => Act::Flush,
            10 => Act::WriteScore,
            11 => Act::SetScore(self.below(9)),
            12 => Act::KillScore,
            _ if self.yes() => Act::Policy(self.yes()),
            _ if self.yes() => Act::Pause(self.below(4) == 0),
            _ if self.yes() => Act::Shuffle(self.yes().then(|| self.below(9))),
            _ => Act::Systems(self.below(4)),
        }
    }

    fn copy(&mut self) -> Act {
        match self.below(8) {
            0..3 => Act::Duplicate(self.at()),
            3 => Act::MakePrefab(self.group()),
            4 | 5 => Act::Prefab(self.at(), self.below(3)),
            6 => Act::Save,
            _ => Act::Load(self.below(3) == 0),
        }
    }

    fn world(&mut self) -> Act {
        match self.below(8) {
            0..6 => Act::Enter(1 + self.below(2), self.inner()),
            6 => Act::SendWorld(1 + self.below(2), self.inner()),
            _ => Act::EndWorld(1 + self.below(2)),
        }
    }

    fn rewind(&mut self) -> Act {
        match self.below(4) {
            0 | 1 => Act::SaveSnapshot(self.below(4)),
            2 => Act::LoadSnapshot(self.below(4)),
            _ => Act::Again(1 + self.below(6)),
        }
    }
}

/// Draws an act of user code.
pub fn draw_inner(random: &mut Random, profile: Profile) -> Act {
    draw(random, profile, true)
}

/// Draws an act.
pub fn draw(random: &mut Random, profile: Profile, is_inner: bool) -> Act {
    let mut draw = Draw { random, is_inner };
    loop {
        return match draw.below(40) {
            0..8 => draw.birth(),
            8..12 => draw.end(),
            12..16 => draw.change(),
            16..21 => draw.pool(),
            21..23 if profile.guards => draw.guard(),
            23..26 => draw.event(),
            26..28 if profile.timers => draw.later(),
            28..31 => draw.visit(),
            31..36 => draw.frame(),
            36..38 if profile.copies => draw.copy(),
            38 if profile.worlds && !is_inner => draw.world(),
            39 if profile.rewinds && !is_inner => draw.rewind(),
            _ => continue,
        };
    }
}
