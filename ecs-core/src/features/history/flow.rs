//! [`Flow`]: whether a world runs, and [`Wish`]: what it is to do at the start of its next frame.

/// Whether the frames of a world run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Flow {
    /// All of them.
    #[default]
    Runs,
    /// The frame that is running now, and none after it.
    RunsOnce,
    /// None. The world shows a frame.
    Stands,
}

/// What a world is to do at the start of its next frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wish {
    Hold,
    Show(u64),
    RunOnce,
    GoOn,
}

/// What is done at the start of a frame, in this order.
#[derive(PartialEq, Eq, Debug, Default)]
pub(super) struct FrameTurn {
    /// The world is kept as it is now.
    pub(super) keeps: bool,
    /// Then it goes back, or on, to a frame that is kept.
    pub(super) shows: Option<u64>,
    /// From then on.
    pub(super) flow: Flow,
}

impl Flow {
    /// Says what is done at the start of a frame.
    pub(super) fn turn(self, wish: Option<Wish>) -> FrameTurn {
        // The frame before was the only one.
        let has_run_once = self == Self::RunsOnce;
        let (keeps, shows, flow) = match (wish, self) {
            (Some(Wish::Show(frame)), _) => (has_run_once, Some(frame), Self::Stands),
            (Some(Wish::Hold), Self::Runs) => (true, None, Self::Stands),
            (Some(Wish::RunOnce), _) => (true, None, Self::RunsOnce),
            (Some(Wish::GoOn), _) | (None, Self::Runs) => (true, None, Self::Runs),
            (Some(Wish::Hold) | None, _) => (has_run_once, None, Self::Stands),
        };
        FrameTurn { keeps, shows, flow }
    }
}

#[cfg(test)]
mod tests {
    use super::{Flow, FrameTurn, Wish};

    #[test]
    fn z1_each_frame_that_runs_is_kept_at_its_start_and_those_that_stand_change_nothing() {
        let turn = |flow: Flow, wish| flow.turn(wish);
        let kept = |flow| FrameTurn { keeps: true, shows: None, flow };
        let stands = FrameTurn { keeps: false, shows: None, flow: Flow::Stands };
        for flow in [Flow::Runs, Flow::RunsOnce, Flow::Stands] {
            assert_eq!(turn(flow, Some(Wish::GoOn)), kept(Flow::Runs));
            assert_eq!(turn(flow, Some(Wish::RunOnce)), kept(Flow::RunsOnce));
            let shown = FrameTurn { keeps: flow == Flow::RunsOnce, shows: Some(7), flow: Flow::Stands };
            assert_eq!(turn(flow, Some(Wish::Show(7))), shown);
        }
        assert_eq!(turn(Flow::Runs, None), kept(Flow::Runs));
        assert_eq!(turn(Flow::Runs, Some(Wish::Hold)), kept(Flow::Stands));
        for wish in [None, Some(Wish::Hold)] {
            assert_eq!(turn(Flow::RunsOnce, wish), kept(Flow::Stands));
            assert_eq!(turn(Flow::Stands, wish), stands);
        }
    }
}
