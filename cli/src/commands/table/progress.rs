//! How far a run is, on a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use tesuji_tables::{Progress, Task};

/// A bar on standard error, where that is a terminal; nothing elsewhere.
pub(super) struct Bar {
    bar: ProgressBar,
    task: Option<Task>,
}

impl Bar {
    pub(super) fn new() -> Bar {
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr());
        let style = "{msg:>8} {bar:30} {percent:>3}%  {human_pos} of {human_len} positions, \
                     {per_sec}, {eta} left";
        bar.set_style(ProgressStyle::with_template(style).expect("the template is one"));
        Bar { bar, task: None }
    }

    /// Shows this.
    pub(super) fn show(&mut self, progress: Progress) {
        if self.task != Some(progress.task) {
            // Rate and time left are those of the task alone.
            self.task = Some(progress.task);
            self.bar.reset();
            self.bar.set_length(progress.slots);
            self.bar.set_message(match progress.task {
                Task::Build => "building",
                Task::Read => "reading",
                Task::Judge => "judging",
            });
        }
        self.bar.set_position(progress.done);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
