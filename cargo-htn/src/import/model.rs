//! A planning problem with all names resolved.

/// The index of a type.
pub type TypeId = usize;

/// `object`, the type of everything.
pub const OBJECT: TypeId = 0;

/// A type. `(either a b)` is a type of its own, above `a` and `b`.
pub struct Type {
    pub name: String,
    /// The types right above it. `object` has none.
    pub parents: Vec<TypeId>,
}

pub struct Object {
    pub name: String,
    pub ty: TypeId,
}

/// A variable of an action or method: a parameter, or a variable of a quantifier. Each has an index of its own.
#[derive(Clone)]
pub struct Variable {
    /// Without the `?`.
    pub name: String,
    pub ty: TypeId,
}

/// An argument.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Term {
    Var(usize),
    Object(usize),
}

/// A predicate or a function.
pub struct Predicate {
    pub name: String,
    pub params: Vec<Variable>,
}

/// A condition.
#[derive(Clone, PartialEq, Debug)]
pub enum Cond {
    And(Vec<Cond>),
    Or(Vec<Cond>),
    Not(Box<Cond>),
    Atom(usize, Vec<Term>),
    Equal(Term, Term),
    /// A value is of a type. Not written in HDDL: an argument of a wider type than its parameter.
    Is(TypeId, Term),
    Exists(Vec<usize>, Box<Cond>),
    Forall(Vec<usize>, Box<Cond>),
}

/// An effect on one predicate.
pub struct Effect {
    /// The variables of `forall`.
    pub each: Vec<usize>,
    /// The condition of `when`.
    pub when: Option<Cond>,
    pub is_add: bool,
    pub predicate: usize,
    pub args: Vec<Term>,
}

/// A cost.
#[derive(Clone)]
pub enum Cost {
    Number(f32),
    Function(usize, Vec<Term>),
    Compute(char, Vec<Cost>),
}

/// A primitive task.
pub struct Action {
    pub name: String,
    /// The parameters, then the variables of quantifiers.
    pub vars: Vec<Variable>,
    pub arity: usize,
    pub condition: Cond,
    pub effects: Vec<Effect>,
    pub costs: Vec<Cost>,
}

/// A compound task.
pub struct Task {
    pub name: String,
    pub params: Vec<Variable>,
    /// The methods in the order of the file.
    pub methods: Vec<Method>,
}

pub struct Method {
    pub name: String,
    /// The parameters, then the variables of quantifiers.
    pub vars: Vec<Variable>,
    pub arity: usize,
    /// The arguments of the task that it decomposes.
    pub task_args: Vec<Term>,
    pub condition: Cond,
    pub network: Network,
}

/// A task or an action, by index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Callee {
    Action(usize),
    Task(usize),
}

pub struct Subtask {
    pub callee: Callee,
    pub args: Vec<Term>,
}

/// Subtasks and their order.
pub struct Network {
    pub subtasks: Vec<Subtask>,
    pub order: Order,
}

/// A series-parallel order of subtasks.
#[derive(Debug)]
pub enum Order {
    One(usize),
    Series(Vec<Order>),
    Parallel(Vec<Order>),
}

impl Order {
    /// Returns the subtasks in it, in the order written.
    pub fn subtasks(&self) -> Vec<usize> {
        match self {
            Order::One(at) => vec![*at],
            Order::Series(parts) | Order::Parallel(parts) => {
                parts.iter().flat_map(Order::subtasks).collect()
            }
        }
    }

    pub fn is_total(&self) -> bool {
        match self {
            Order::One(_) => true,
            Order::Series(parts) => parts.iter().all(Order::is_total),
            Order::Parallel(_) => false,
        }
    }
}

/// A domain with its problem.
pub struct World {
    pub domain: String,
    pub problem: String,
    pub types: Vec<Type>,
    pub objects: Vec<Object>,
    pub predicates: Vec<Predicate>,
    pub functions: Vec<Predicate>,
    pub actions: Vec<Action>,
    pub tasks: Vec<Task>,
    /// The facts of `:init`: predicates and objects.
    pub facts: Vec<(usize, Vec<usize>)>,
    /// The values of functions.
    pub values: Vec<(usize, Vec<usize>, f32)>,
    /// The initial task network, as a method without a task.
    pub root: Method,
    /// The variables of the goal, and the goal.
    pub goal: (Vec<Variable>, Cond),
    pub is_costed: bool,
}

impl World {
    /// Returns true if each value of type `a` is one of type `b`.
    pub fn is_subtype(&self, a: TypeId, b: TypeId) -> bool {
        // A type may be reached in several ways, so each is visited once.
        let (mut seen, mut open) = (vec![false; self.types.len()], vec![a]);
        while let Some(ty) = open.pop() {
            if ty == b {
                return true;
            }
            if !std::mem::replace(&mut seen[ty], true) {
                open.extend(&self.types[ty].parents);
            }
        }
        b == OBJECT
    }

    /// Returns the objects of a type.
    pub fn objects_of(&self, ty: TypeId) -> Vec<usize> {
        let all = 0..self.objects.len();
        all.filter(|at| self.is_subtype(self.objects[*at].ty, ty))
            .collect()
    }

    /// Returns true if a value may have both types.
    pub fn types_meet(&self, a: TypeId, b: TypeId) -> bool {
        (0..self.types.len()).any(|ty| self.is_subtype(ty, a) && self.is_subtype(ty, b))
    }

    pub fn name_of(&self, callee: Callee) -> &str {
        match callee {
            Callee::Action(at) => &self.actions[at].name,
            Callee::Task(at) => &self.tasks[at].name,
        }
    }

    /// Returns the parameters of an action or a task.
    pub fn params_of(&self, callee: Callee) -> &[Variable] {
        match callee {
            Callee::Action(at) => &self.actions[at].vars[..self.actions[at].arity],
            Callee::Task(at) => &self.tasks[at].params,
        }
    }
}

impl Cond {
    /// Returns the condition that always holds.
    pub fn always() -> Cond {
        Cond::And(Vec::new())
    }

    /// Returns the condition that never holds.
    pub fn never() -> Cond {
        Cond::Or(Vec::new())
    }

    /// Returns the conjuncts.
    pub fn conjuncts(&self) -> Vec<&Cond> {
        match self {
            Cond::And(parts) => parts.iter().flat_map(Cond::conjuncts).collect(),
            other => vec![other],
        }
    }

    /// Returns true for a fact, a comparison, and the opposite of these.
    pub fn is_simple(&self) -> bool {
        match self {
            Cond::Atom(..) | Cond::Equal(..) | Cond::Is(..) => true,
            Cond::Not(inner) => inner.is_simple(),
            Cond::And(_) | Cond::Or(_) | Cond::Exists(..) | Cond::Forall(..) => false,
        }
    }

    /// Collects the variables that occur in it, those of its quantifiers included.
    pub fn vars(&self, into: &mut Vec<usize>) {
        let mut add = |terms: &[Term]| {
            for term in terms {
                if let Term::Var(var) = term {
                    into.push(*var);
                }
            }
        };
        match self {
            Cond::Atom(_, args) => add(args),
            Cond::Equal(a, b) => add(&[*a, *b]),
            Cond::Is(_, term) => add(&[*term]),
            Cond::And(parts) | Cond::Or(parts) => parts.iter().for_each(|part| part.vars(into)),
            Cond::Not(inner) => inner.vars(into),
            Cond::Exists(_, inner) | Cond::Forall(_, inner) => inner.vars(into),
        }
    }

    /// Returns the variables that occur in it and have their values from outside.
    pub fn free_vars(&self) -> Vec<usize> {
        let mut all = Vec::new();
        self.vars(&mut all);
        let mut bound = Vec::new();
        self.quantified(&mut bound);
        all.retain(|var| !bound.contains(var));
        all
    }

    fn quantified(&self, into: &mut Vec<usize>) {
        match self {
            Cond::And(parts) | Cond::Or(parts) => {
                parts.iter().for_each(|part| part.quantified(into));
            }
            Cond::Not(inner) => inner.quantified(into),
            Cond::Exists(vars, inner) | Cond::Forall(vars, inner) => {
                into.extend(vars);
                inner.quantified(into);
            }
            Cond::Atom(..) | Cond::Equal(..) | Cond::Is(..) => {}
        }
    }

    /// Returns the condition with every `not` at an atom, an equality or an `exists`, and without `forall` below a `not`.
    pub fn normal(&self, is_negated: bool) -> Cond {
        // The parts of an `and` in an `and` are parts of the outer one, and so for `or`.
        let all = |parts: &[Cond], is_and: bool| {
            let parts = parts.iter().map(|part| part.normal(is_negated));
            let parts = parts.flat_map(|part| match part {
                Cond::And(inner) if is_and => inner,
                Cond::Or(inner) if !is_and => inner,
                other => vec![other],
            });
            parts.collect()
        };
        let not = |cond: Cond| Cond::Not(Box::new(cond));
        match (self, is_negated) {
            (Cond::And(parts), false) | (Cond::Or(parts), true) => Cond::And(all(parts, true)),
            (Cond::And(parts), true) | (Cond::Or(parts), false) => Cond::Or(all(parts, false)),
            (Cond::Not(inner), _) => inner.normal(!is_negated),
            (Cond::Exists(vars, inner), false) => {
                Cond::Exists(vars.clone(), Box::new(inner.normal(false)))
            }
            (Cond::Forall(vars, inner), true) => {
                Cond::Exists(vars.clone(), Box::new(inner.normal(true)))
            }
            (Cond::Forall(vars, inner), false) => {
                Cond::Forall(vars.clone(), Box::new(inner.normal(false)))
            }
            (Cond::Exists(vars, inner), true) => {
                not(Cond::Exists(vars.clone(), Box::new(inner.normal(false))))
            }
            (atom, false) => atom.clone(),
            (atom, true) => not(atom.clone()),
        }
    }
}
