//! Conclusions from a problem: what can be reached, which facts tasks change, and which they need.

use std::collections::{BTreeMap, BTreeSet};

use super::model::{Callee, Cond, Effect, Method, Network, Order, Term, TypeId, Variable, World};

/// A fact that holds or does not. Its variables are those of a method, or positions of parameters.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Literal {
    pub is_positive: bool,
    pub predicate: usize,
    pub args: Vec<Term>,
}

pub struct Analysis<'w> {
    world: &'w World,
    /// The actions and tasks that the initial task network can lead to, each with the actions below it.
    pub reached: BTreeMap<Callee, BTreeSet<usize>>,
    /// All actions among them.
    actions: BTreeSet<usize>,
    /// The facts that hold whenever a task or action begins and can be completed, over the positions of its parameters.
    needed: BTreeMap<Callee, BTreeSet<Literal>>,
    /// True if all networks are totally ordered: nothing comes between two subtasks.
    pub is_total: bool,
}

impl<'w> Analysis<'w> {
    pub fn new(world: &'w World) -> Self {
        let mut analysis = Analysis {
            world,
            reached: BTreeMap::new(),
            actions: BTreeSet::new(),
            needed: BTreeMap::new(),
            is_total: true,
        };
        analysis.reach();
        analysis.find_needed();
        analysis
    }

    fn methods_of(&self, callee: Callee) -> &'w [Method] {
        match callee {
            Callee::Action(_) => &[],
            Callee::Task(task) => &self.world.tasks[task].methods,
        }
    }

    /// Finds what can be reached, and the actions below each task.
    fn reach(&mut self) {
        let callees = |network: &Network| -> Vec<Callee> {
            network
                .subtasks
                .iter()
                .map(|subtask| subtask.callee)
                .collect()
        };
        let mut open = callees(&self.world.root.network);
        self.is_total = self.world.root.network.order.is_total();
        while let Some(callee) = open.pop() {
            if self.reached.contains_key(&callee) {
                continue;
            }
            let own = match callee {
                Callee::Action(action) => Some(action),
                Callee::Task(_) => None,
            };
            self.actions.extend(own);
            self.reached.insert(callee, own.into_iter().collect());
            for method in self.methods_of(callee) {
                self.is_total &= method.network.order.is_total();
                open.extend(callees(&method.network));
            }
        }
        loop {
            let mut has_changed = false;
            for callee in self.reached.keys().copied().collect::<Vec<_>>() {
                let mut below = self.reached[&callee].clone();
                let before = below.len();
                for method in self.methods_of(callee) {
                    for inner in callees(&method.network) {
                        below.extend(&self.reached[&inner]);
                    }
                }
                has_changed |= below.len() > before;
                self.reached.insert(callee, below);
            }
            if !has_changed {
                return;
            }
        }
    }

    /// Returns true if one of these actions may add (`is_add`) or delete a fact with arguments of these types.
    fn may_change(&self, actions: &BTreeSet<usize>, literal: &Literal, vars: &[Variable]) -> bool {
        actions.iter().any(|action| {
            let action = &self.world.actions[*action];
            let mut effects = action.effects.iter();
            effects.any(|effect| {
                effect.is_add == literal.is_positive
                    && effect.predicate == literal.predicate
                    && self.args_meet(effect, &action.vars, literal, vars)
            })
        })
    }

    fn args_meet(
        &self,
        effect: &Effect,
        own: &[Variable],
        literal: &Literal,
        vars: &[Variable],
    ) -> bool {
        let mut pairs = effect.args.iter().zip(&literal.args);
        pairs.all(|pair| match pair {
            (Term::Object(a), Term::Object(b)) => a == b,
            (a, b) => {
                let (a, b) = (self.type_of(*a, own), self.type_of(*b, vars));
                self.world.types_meet(a, b)
            }
        })
    }

    fn type_of(&self, term: Term, vars: &[Variable]) -> TypeId {
        match term {
            Term::Var(var) => vars[var].ty,
            Term::Object(object) => self.world.objects[object].ty,
        }
    }

    /// Finds the needed facts: of a task, those that all of its methods need. Starts with all facts, so that a method that
    /// calls its own task does not take any away.
    fn find_needed(&mut self) {
        for action in self.actions.clone() {
            let of = &self.world.actions[action];
            let literals = literals(&of.condition);
            let is_own = |literal: &Literal| {
                let mut args = literal.args.iter();
                args.all(|arg| !matches!(arg, Term::Var(var) if *var >= of.arity))
            };
            let own = literals.into_iter().filter(is_own).collect();
            self.needed.insert(Callee::Action(action), own);
        }
        loop {
            let mut has_changed = false;
            for callee in self.reached.keys().copied().collect::<Vec<_>>() {
                let methods = self.methods_of(callee).iter();
                let sets: Vec<BTreeSet<Literal>> = methods
                    .filter_map(|method| self.needed_by(method))
                    .collect();
                let Some((first, rest)) = sets.split_first() else {
                    continue;
                };
                let common = first
                    .iter()
                    .filter(|of| rest.iter().all(|set| set.contains(of)));
                let common: BTreeSet<Literal> = common.cloned().collect();
                has_changed |= self.needed.get(&callee) != Some(&common);
                self.needed.insert(callee, common);
            }
            if !has_changed {
                return;
            }
        }
    }

    /// Returns the needed facts of a method, over the parameters of its task. `None` as long as those of a subtask are
    /// unknown.
    fn needed_by(&self, method: &Method) -> Option<BTreeSet<Literal>> {
        let mut subtasks = method.network.subtasks.iter();
        if !subtasks.all(|subtask| self.needed.contains_key(&subtask.callee)) {
            return None;
        }
        let mut all = literals(&method.condition);
        let parts = series(&method.network.order);
        all.extend(self.needed_before(parts, &method.network, &method.vars));
        let to_param = |term: &Term| match term {
            Term::Object(_) => Some(*term),
            Term::Var(_) => method
                .task_args
                .iter()
                .position(|arg| arg == term)
                .map(Term::Var),
        };
        let over_params = all.into_iter().filter_map(|literal| {
            let args = literal.args.iter().map(to_param).collect::<Option<_>>()?;
            Some(Literal { args, ..literal })
        });
        Some(over_params.collect())
    }

    /// Returns the facts that must hold before the first of these parts of a network: those that a part needs and that
    /// nothing before it can bring about.
    pub fn needed_before(
        &self,
        parts: &[Order],
        network: &Network,
        vars: &[Variable],
    ) -> Vec<Literal> {
        let (mut found, mut between) = (Vec::new(), BTreeSet::new());
        for (at, part) in parts.iter().enumerate() {
            if !self.is_total && (at > 0 || !matches!(part, Order::One(_))) {
                // Steps of other strands may come before this part.
                between.extend(&self.actions);
            }
            for subtask in part.subtasks() {
                let subtask = &network.subtasks[subtask];
                for literal in self.needed.get(&subtask.callee).into_iter().flatten() {
                    let to_arg = |term: &Term| match term {
                        Term::Var(param) => subtask.args[*param],
                        object => *object,
                    };
                    let args = literal.args.iter().map(to_arg).collect();
                    let literal = Literal { args, ..*literal };
                    if !self.may_change(&between, &literal, vars) && !found.contains(&literal) {
                        found.push(literal);
                    }
                }
            }
            for subtask in part.subtasks() {
                between.extend(&self.reached[&network.subtasks[subtask].callee]);
            }
        }
        found
    }

    /// Returns the number of rows that a predicate may have.
    pub fn capacity(&self, predicate: usize) -> usize {
        let count = |of: usize| self.world.facts.iter().filter(|fact| fact.0 == of).count();
        let params = self.world.predicates[predicate].params.iter();
        let sizes = params.map(|param| self.world.objects_of(param.ty).len());
        let all = sizes.fold(1usize, usize::saturating_mul);
        let own = count(predicate);
        let bound = match self.preserved_with(predicate) {
            Some(group) => group.iter().map(|of| count(*of)).sum(),
            None => 100_000,
        };
        all.min(bound).max(own).max(1)
    }

    /// Returns predicates, this one among them, of which no action ever increases the number of facts.
    fn preserved_with(&self, predicate: usize) -> Option<Vec<usize>> {
        let mut group = vec![predicate];
        'grow: while group.len() <= 6 {
            for action in &self.actions {
                let action = &self.world.actions[*action];
                let adds = action
                    .effects
                    .iter()
                    .filter(|of| of.is_add && group.contains(&of.predicate));
                let mut count = 0;
                for add in adds {
                    if !add.each.is_empty() {
                        return None;
                    }
                    count += 1;
                }
                let is_certain = |of: &&Effect| {
                    let needed = Cond::Atom(of.predicate, of.args.clone());
                    !of.is_add
                        && of.each.is_empty()
                        && of.when.is_none()
                        && action.condition.conjuncts().contains(&&needed)
                };
                let deleted: BTreeSet<usize> = action
                    .effects
                    .iter()
                    .filter(is_certain)
                    .map(|of| of.predicate)
                    .collect();
                if count > deleted.iter().filter(|of| group.contains(of)).count() {
                    let more = deleted.into_iter().find(|of| !group.contains(of))?;
                    group.push(more);
                    continue 'grow;
                }
            }
            return Some(group);
        }
        None
    }

    /// Returns the methods of a task in the order in which they are tried.
    ///
    /// An alternative that begins with its own task comes last, since it makes the task larger before anything has changed.
    /// If the problem has a goal, an alternative that ends with its own task comes first: the task is repeated for as long
    /// as possible, and the search for the goal does not end too early.
    pub fn methods_in_order(&self, task: usize, keep: bool) -> Vec<&'w Method> {
        let mut methods: Vec<&Method> = self.world.tasks[task].methods.iter().collect();
        let has_goal = !self.world.goal.1.conjuncts().is_empty();
        let rank = |method: &&Method| {
            let parts = series(&method.network.order);
            let calls = |part: Option<&Order>| {
                let subtasks = part.map_or(Vec::new(), Order::subtasks);
                let mut subtasks = subtasks
                    .into_iter()
                    .map(|at| method.network.subtasks[at].callee);
                subtasks.any(|callee| callee == Callee::Task(task))
            };
            if calls(parts.first()) {
                2
            } else if has_goal && parts.iter().any(|part| calls(Some(part))) {
                0
            } else {
                1
            }
        };
        if !keep {
            methods.sort_by_key(rank);
        }
        methods
    }
}

/// Returns the parts of an order that follow each other.
pub fn series(order: &Order) -> &[Order] {
    match order {
        Order::Series(parts) => parts,
        other => std::slice::from_ref(other),
    }
}

/// Returns the facts among the conjuncts of a condition.
fn literals(condition: &Cond) -> Vec<Literal> {
    let normal = condition.normal(false);
    let literal = |is_positive: bool, cond: &Cond| match cond {
        Cond::Atom(predicate, args) => Some(Literal {
            is_positive,
            predicate: *predicate,
            args: args.clone(),
        }),
        _ => None,
    };
    let conjuncts = normal.conjuncts().into_iter();
    conjuncts
        .filter_map(|cond| match cond {
            Cond::Not(inner) => literal(false, inner),
            other => literal(true, other),
        })
        .collect()
}
