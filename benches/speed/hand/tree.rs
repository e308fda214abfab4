//! A plan with a tree and an undo log, for solutions by hand that have both.

/// A task of the plan: its name and arguments, the branch that it chose, and the task around it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Node<T> {
    pub task: T,
    pub branch: u8,
    pub parent: u32,
}

/// A step and its task.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TreeStep<S> {
    pub step: S,
    pub node: u32,
}

/// The heights of the plan at a choice.
#[derive(Clone, Copy, Debug)]
pub struct Heights {
    nodes: u32,
    steps: u32,
    log: u32,
}

/// A plan in progress: its steps, its tree, and the old values of all that it has changed.
#[derive(Clone, PartialEq, Debug)]
pub struct TreePlan<T, S, C> {
    nodes: Vec<Node<T>>,
    steps: Vec<TreeStep<S>>,
    log: Vec<(C, u16)>,
}

impl<T: Copy, S: Copy, C: Copy> TreePlan<T, S, C> {
    pub fn with_capacity(steps: usize) -> Self {
        TreePlan {
            nodes: Vec::with_capacity(2 * steps),
            steps: Vec::with_capacity(steps),
            log: Vec::with_capacity(4 * steps),
        }
    }

    pub fn steps(&self) -> impl Iterator<Item = S> {
        self.steps.iter().map(|step| step.step)
    }

    pub fn nodes(&self) -> &[Node<T>] {
        &self.nodes
    }

    /// Begins a task. Returns its node.
    pub fn begin(&mut self, task: T, branch: u8, parent: u32) -> u32 {
        self.nodes.push(Node {
            task,
            branch,
            parent,
        });
        self.nodes.len() as u32 - 1
    }

    pub fn step(&mut self, step: S, node: u32) {
        self.steps.push(TreeStep { step, node });
    }

    /// Records the value of a place before it changes.
    pub fn log(&mut self, place: C, old: u16) {
        self.log.push((place, old));
    }

    pub fn heights(&self) -> Heights {
        Heights {
            nodes: self.nodes.len() as u32,
            steps: self.steps.len() as u32,
            log: self.log.len() as u32,
        }
    }

    /// Returns to these heights. `restore` gets the old values, newest first.
    pub fn return_to(&mut self, to: Heights, mut restore: impl FnMut(C, u16)) {
        self.nodes.truncate(to.nodes as usize);
        self.steps.truncate(to.steps as usize);
        for (place, old) in self.log.drain(to.log as usize..).rev() {
            restore(place, old);
        }
    }

    /// Returns to the beginning.
    pub fn clear(&mut self, restore: impl FnMut(C, u16)) {
        let begin = Heights {
            nodes: 0,
            steps: 0,
            log: 0,
        };
        self.return_to(begin, restore);
    }
}
