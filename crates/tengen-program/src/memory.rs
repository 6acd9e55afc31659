//! How much memory a process and its descendants use.

use std::io;
use std::time::{Duration, Instant};

use sysinfo::{Pid, ProcessRefreshKind, ProcessesToUpdate, System};

/// Looks at a process tree from time to time.
#[derive(Debug)]
pub(crate) struct MemoryGauge {
    system: System,
    root: Pid,
    /// When to look again.
    next: Instant,
}

/// Looking takes a millisecond or so, which must not slow a machine down that plays games of a second.
const PAUSE: Duration = Duration::from_millis(100);

impl MemoryGauge {
    /// A gauge for the tree that grows from the process with this number.
    ///
    /// # Errors
    /// When nobody can look at processes on this system.
    pub(crate) fn new(root: u32) -> io::Result<MemoryGauge> {
        let system = System::new().map_err(|error| io::Error::other(error.to_string()))?;
        Ok(MemoryGauge { system, root: Pid::from_u32(root), next: Instant::now() })
    }

    /// Bytes in use, if it is time to look again.
    pub(crate) fn look(&mut self) -> Option<u64> {
        if Instant::now() < self.next {
            return None;
        }
        let tree = self.tree(ProcessRefreshKind::nothing().with_memory().without_tasks());
        let used =
            tree.iter().filter_map(|&pid| self.system.process(pid)).map(sysinfo::Process::memory).sum();
        self.next = Instant::now() + PAUSE;
        Some(used)
    }

    /// Ends those of `pids` that are still there.
    pub(crate) fn kill(&mut self, pids: &[Pid]) {
        let kind = ProcessRefreshKind::nothing().without_tasks();
        self.system.refresh_processes_specifics(ProcessesToUpdate::Some(pids), true, kind);
        for process in pids.iter().filter_map(|&pid| self.system.process(pid)) {
            process.kill();
        }
    }

    /// The descendants of the process, without itself.
    pub(crate) fn descendants(&mut self) -> Vec<Pid> {
        let mut tree = self.tree(ProcessRefreshKind::nothing().without_tasks());
        tree.retain(|&pid| pid != self.root);
        tree
    }

    fn tree(&mut self, kind: ProcessRefreshKind) -> Vec<Pid> {
        self.system.refresh_processes_specifics(ProcessesToUpdate::All, true, kind);
        let mut tree = vec![self.root];
        let mut looked_at = 0;
        while let Some(&parent) = tree.get(looked_at) {
            looked_at += 1;
            let of_parent =
                self.system.processes().iter().filter(|(_, process)| process.parent() == Some(parent));
            let children: Vec<Pid> =
                of_parent.map(|(&pid, _)| pid).filter(|pid| !tree.contains(pid)).collect();
            tree.extend(children);
        }
        tree
    }
}
