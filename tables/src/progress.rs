//! What a long run says of itself.

/// How far a run is. It is handed to a function of the caller's, from one
/// thread at a time, some times a second at most where there is much to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// What is being done.
    pub task: Task,
    /// Slots that are done.
    pub done: u64,
    /// Slots in all.
    pub slots: u64,
}

/// What a run does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// Works the values out and writes them.
    Build,
    /// Reads the values.
    Read,
    /// Holds each value against those of the positions that follow.
    Judge,
}

/// The function that is told.
pub type Report<'a> = &'a mut (dyn FnMut(Progress) + Send);
