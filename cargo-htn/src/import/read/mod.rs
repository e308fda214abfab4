//! Reads a domain and a problem, and resolves their names.

mod condition;
mod effect;
mod network;
mod scope;
mod sections;

use super::model::{
    Action, Cond, Network, OBJECT, Object, Order, Predicate, Task, Type, TypeId, Variable, World,
};
use super::problems::Problems;
use super::text::{Expr, List, Span, Word};
use scope::Scope;
use sections::{DOMAIN, PROBLEM, Sections};

/// The requirements that HDDL and PDDL define. Each construct reports by itself if it is not supported.
const REQUIREMENTS: &[&str] = &[
    ":strips",
    ":typing",
    ":equality",
    ":adl",
    ":negative-preconditions",
    ":disjunctive-preconditions",
    ":existential-preconditions",
    ":universal-preconditions",
    ":quantified-preconditions",
    ":conditional-effects",
    ":universal-effects",
    ":action-costs",
    ":numeric-fluents",
    ":fluents",
    ":object-fluents",
    ":durative-actions",
    ":durative-inequalities",
    ":duration-inequalities",
    ":continuous-effects",
    ":derived-predicates",
    ":timed-initial-literals",
    ":preferences",
    ":constraints",
    ":hierarchy",
    ":hierachie",
    ":method-preconditions",
    ":method-constraints",
    ":htn",
    ":htn-method-prec",
];

/// Reads both files. Returns `None` after an error.
pub fn read(domain: &List, problem: &List, problems: &mut Problems) -> Option<World> {
    let domain = Sections::read(domain, &DOMAIN, problems);
    let problem = Sections::read(problem, &PROBLEM, problems);
    let (domain, problem) = (domain?, problem?);
    if problems.has_errors() {
        return None;
    }
    let mut reader = Reader {
        world: empty_world(domain.name, problem.name),
        problems,
    };
    reader.requirements(&domain);
    reader.requirements(&problem);
    reader.is_of_domain(&domain, &problem);
    reader.types(&domain);
    reader.objects(domain.all(":constants"));
    reader.objects(problem.all(":objects"));
    reader.predicates(&domain);
    reader.functions(&domain);
    reader.heads(&domain);
    // A name whose declaration has an error would be unknown everywhere else.
    if reader.problems.has_errors() {
        return None;
    }
    reader.bodies(&domain);
    reader.init(&problem);
    reader.goal(&problem);
    reader.root(&problem);
    reader.metric(&problem);
    let mut actions = reader.world.actions.iter();
    reader.world.is_costed = actions.any(|action| !action.costs.is_empty());
    (!reader.problems.has_errors()).then_some(reader.world)
}

fn empty_world(domain: &Word, problem: &Word) -> World {
    World {
        domain: domain.text.clone(),
        problem: problem.text.clone(),
        types: vec![Type {
            name: "object".to_owned(),
            parents: Vec::new(),
        }],
        objects: Vec::new(),
        predicates: Vec::new(),
        functions: Vec::new(),
        actions: Vec::new(),
        tasks: Vec::new(),
        facts: Vec::new(),
        values: Vec::new(),
        root: super::model::Method {
            name: "initial".to_owned(),
            vars: Vec::new(),
            arity: 0,
            task_args: Vec::new(),
            condition: Cond::always(),
            network: Network {
                subtasks: Vec::new(),
                order: Order::Series(Vec::new()),
            },
        },
        goal: (Vec::new(), Cond::always()),
        is_costed: false,
    }
}

/// The world that is being read.
pub struct Reader<'p> {
    pub world: World,
    pub problems: &'p mut Problems,
}

/// Finds a name: the exact one, otherwise the only one that differs in case.
fn find<'n>(name: &str, names: impl Iterator<Item = &'n str> + Clone) -> Option<usize> {
    let exact = names.clone().position(|other| other == name);
    exact.or_else(|| {
        let mut alike = names
            .enumerate()
            .filter(|(_, other)| other.eq_ignore_ascii_case(name));
        let first = alike.next()?.0;
        alike.next().is_none().then_some(first)
    })
}

impl Reader<'_> {
    fn requirements(&mut self, sections: &Sections<'_>) {
        for word in sections
            .all(":requirements")
            .iter()
            .flat_map(|list| list.tail())
        {
            let span = word.span();
            match word.word() {
                Some(word) if REQUIREMENTS.iter().any(|known| word.is(known)) => {}
                Some(word) => {
                    let message = format!("unknown requirement `{}`", word.text);
                    let error = self.problems.error(span, message);
                    error.nearest("a requirement", &word.text, REQUIREMENTS.iter().copied());
                }
                None => drop(
                    self.problems
                        .error(span, "expected a requirement, such as `:typing`"),
                ),
            }
        }
    }

    fn is_of_domain(&mut self, domain: &Sections<'_>, problem: &Sections<'_>) {
        for list in problem.all(":domain") {
            let Some(name) = list.tail().first().and_then(Expr::word) else {
                self.problems
                    .error(list.span, "expected the name of the domain");
                continue;
            };
            if !name.is(&domain.name.text) {
                let message = format!(
                    "the problem belongs to the domain `{}`, and the other file defines `{}`",
                    name.text, domain.name.text
                );
                self.problems.note(name.span, message);
            }
        }
    }

    fn types(&mut self, domain: &Sections<'_>) {
        let mut listed: Vec<(&Word, Option<&Expr>)> = Vec::new();
        for list in domain.all(":types") {
            listed.extend(self.typed_list(list.tail(), false));
        }
        for (name, _) in &listed {
            self.declare_type(&name.text);
        }
        // A type that is named only as a parent is declared by that.
        for parent in listed
            .iter()
            .filter_map(|(_, parent)| parent.and_then(Expr::word))
        {
            self.declare_type(&parent.text);
        }
        for (name, parent) in listed {
            let Some(ty) = self.find_type(&name.text) else {
                continue;
            };
            let parents = match parent {
                None => vec![OBJECT],
                Some(Expr::Word(word)) => self.type_named(word).into_iter().collect(),
                Some(Expr::List(list)) => {
                    let words = list.tail().iter().filter_map(Expr::word);
                    words.filter_map(|word| self.type_named(word)).collect()
                }
            };
            for parent in parents {
                if ty != OBJECT && self.world.is_subtype(parent, ty) && parent != OBJECT {
                    let message = format!("the type `{}` is a subtype of itself", name.text);
                    self.problems.error(name.span, message);
                } else if ty != OBJECT && !self.world.types[ty].parents.contains(&parent) {
                    self.world.types[ty].parents.push(parent);
                }
            }
        }
    }

    fn declare_type(&mut self, name: &str) {
        if self.find_type(name).is_none() {
            self.world.types.push(Type {
                name: name.to_owned(),
                parents: Vec::new(),
            });
        }
    }

    fn find_type(&self, name: &str) -> Option<TypeId> {
        find(name, self.world.types.iter().map(|ty| ty.name.as_str()))
    }

    fn type_named(&mut self, word: &Word) -> Option<TypeId> {
        let found = self.find_type(&word.text);
        if found.is_none() {
            let error = self
                .problems
                .error(word.span, format!("unknown type `{}`", word.text));
            let names = self.world.types.iter().map(|ty| ty.name.as_str());
            error.nearest("a type", &word.text, names);
        }
        found
    }

    /// Returns the type of `name` or `(either name …)`. Without one, it is `object`.
    fn type_of(&mut self, expr: Option<&Expr>) -> Option<TypeId> {
        let list = match expr {
            None => return Some(OBJECT),
            Some(Expr::Word(word)) => return self.type_named(word),
            Some(Expr::List(list)) => list,
        };
        if !list.begins_with("either") || list.tail().is_empty() {
            let error = self.problems.error(list.span, "expected a type");
            error.help("write a name, or `(either name name)`");
            return None;
        }
        let mut parts = Vec::new();
        for expr in list.tail() {
            match expr.word() {
                Some(word) => parts.push(self.type_named(word)?),
                None => {
                    self.problems
                        .error(expr.span(), "expected the name of a type");
                    return None;
                }
            }
        }
        if let [only] = parts[..] {
            return Some(only);
        }
        let names: Vec<&str> = parts
            .iter()
            .map(|ty| &self.world.types[*ty].name[..])
            .collect();
        let name = format!("either-{}", names.join("-"));
        Some(self.find_type(&name).unwrap_or_else(|| {
            let ty = self.world.types.len();
            self.world.types.push(Type {
                name,
                parents: vec![OBJECT],
            });
            for part in parts.into_iter().filter(|part| *part != OBJECT) {
                self.world.types[part].parents.push(ty);
            }
            ty
        }))
    }

    /// Reads `a b - type c`: names or variables with the expressions of their types.
    fn typed_list<'e>(
        &mut self,
        items: &'e [Expr],
        is_variables: bool,
    ) -> Vec<(&'e Word, Option<&'e Expr>)> {
        let (mut found, mut untyped) = (Vec::new(), 0);
        let mut items = items.iter();
        while let Some(item) = items.next() {
            match item {
                Expr::Word(dash) if dash.text == "-" => {
                    let ty = items.next();
                    if ty.is_none() || untyped == found.len() {
                        let (what, help) = if ty.is_none() {
                            ("a type", "write `name - type`")
                        } else {
                            ("a name before this", "write `name - type`")
                        };
                        let error = self.problems.error(dash.span, format!("expected {what}"));
                        error.help(help);
                    }
                    let named = found[untyped..].iter_mut();
                    named.for_each(|(_, of): &mut (&Word, Option<&Expr>)| *of = ty);
                    untyped = found.len();
                }
                Expr::Word(word) if word.is_variable() == is_variables => found.push((word, None)),
                other => {
                    let message = if is_variables {
                        "expected a variable, such as `?x`"
                    } else {
                        "expected a name"
                    };
                    self.problems.error(other.span(), message);
                }
            }
        }
        found
    }

    fn objects(&mut self, lists: &[&List]) {
        for list in lists {
            for (name, ty) in self.typed_list(list.tail(), false) {
                let Some(ty) = self.type_of(ty) else { continue };
                if self.world.types[ty].name.starts_with("either-") {
                    let error = self
                        .problems
                        .error(name.span, "an object of several types is not supported");
                    error.help("give it one type");
                    continue;
                }
                let known = self.world.objects.iter().find(|of| of.name == name.text);
                match known.map(|known| known.ty) {
                    // Some problems repeat the constants of their domain.
                    Some(known) if known == ty => {}
                    Some(_) => {
                        let message = format!(
                            "the object `{}` is declared twice, with two types",
                            name.text
                        );
                        self.problems.error(name.span, message);
                    }
                    None => self.world.objects.push(Object {
                        name: name.text.clone(),
                        ty,
                    }),
                }
            }
        }
    }

    fn params(&mut self, items: &[Expr]) -> Vec<Variable> {
        let mut params: Vec<Variable> = Vec::new();
        for (word, ty) in self.typed_list(items, true) {
            let ty = self.type_of(ty).unwrap_or(OBJECT);
            let name = word.text[1..].to_owned();
            if params.iter().any(|param| param.name == name) {
                let message = format!("two parameters are named `{}`", word.text);
                self.problems.error(word.span, message);
            }
            params.push(Variable { name, ty });
        }
        params
    }

    fn predicates(&mut self, domain: &Sections<'_>) {
        for item in domain
            .all(":predicates")
            .iter()
            .flat_map(|list| list.tail())
        {
            let Some(list) = item.list().filter(|list| list.head().is_some()) else {
                let error = self.problems.error(item.span(), "expected a predicate");
                error.help("write `(name ?x - type)`");
                continue;
            };
            let params = self.params(list.tail());
            let head = list.head().expect("it was tested");
            if self.world.predicates.iter().any(|of| of.name == head.text) {
                let message = format!("the predicate `{}` is declared twice", head.text);
                self.problems.error(head.span, message);
                continue;
            }
            if params.len() > 16 {
                let message = format!(
                    "the predicate `{}` has {} parameters, and 16 are supported",
                    head.text,
                    params.len()
                );
                self.problems.error(head.span, message);
            }
            self.world.predicates.push(Predicate {
                name: head.text.clone(),
                params,
            });
        }
    }

    fn functions(&mut self, domain: &Sections<'_>) {
        for list in domain.all(":functions") {
            for item in list.tail() {
                // `- number` after a function.
                let Some(list) = item.list().filter(|list| list.head().is_some()) else {
                    if !item
                        .word()
                        .is_some_and(|word| word.text == "-" || word.is("number"))
                    {
                        self.problems
                            .error(item.span(), "expected a function")
                            .help("write `(name ?x - type) - number`");
                    }
                    continue;
                };
                let params = self.params(list.tail());
                let head = list.head().expect("it was tested");
                if params.len() > 15 {
                    let message = format!(
                        "the function `{}` has {} parameters, and 15 are supported",
                        head.text,
                        params.len()
                    );
                    self.problems.error(head.span, message);
                }
                self.world.functions.push(Predicate {
                    name: head.text.clone(),
                    params,
                });
            }
        }
    }

    /// Reads the names and parameters of all tasks and actions.
    fn heads(&mut self, domain: &Sections<'_>) {
        for list in domain.all(":task") {
            let Some((name, rest)) = self.named(list) else {
                continue;
            };
            let params = self.parameters(&rest);
            for (key, _) in &rest.0 {
                if !key.is(":parameters") {
                    let message = format!("`{}` is not supported in a task", key.text);
                    self.problems
                        .error(key.span, message)
                        .help("state it in the methods of the task");
                }
            }
            if self.is_new_task(name) {
                self.world.tasks.push(Task {
                    name: name.text.clone(),
                    params,
                    methods: Vec::new(),
                });
            }
        }
        for (_, list) in domain.actions() {
            let Some((name, rest)) = self.named(list) else {
                continue;
            };
            let vars = self.parameters(&rest);
            if self.is_new_task(name) {
                self.world.actions.push(Action {
                    name: name.text.clone(),
                    arity: vars.len(),
                    vars,
                    condition: Cond::always(),
                    effects: Vec::new(),
                    costs: Vec::new(),
                });
            }
        }
    }

    fn is_new_task(&mut self, name: &Word) -> bool {
        let actions = self.world.actions.iter().map(|of| &of.name);
        let is_new = !actions
            .chain(self.world.tasks.iter().map(|of| &of.name))
            .any(|known| *known == name.text);
        if !is_new {
            let message = format!("two tasks or actions are named `{}`", name.text);
            self.problems.error(name.span, message);
        }
        is_new
    }

    /// Reads the bodies of actions and methods.
    fn bodies(&mut self, domain: &Sections<'_>) {
        for (is_durative, list) in domain.actions() {
            self.action(list, is_durative);
        }
        for list in domain.all(":method") {
            self.method(list);
        }
    }

    /// Splits `(:action name :key value …)` into the name and the keys with their values.
    pub fn named<'e>(&mut self, list: &'e List) -> Option<(&'e Word, Keys<'e>)> {
        let Some(name) = list.tail().first().and_then(Expr::word) else {
            self.problems
                .error(list.span, "expected a name after the keyword");
            return None;
        };
        let keys = self.keys(&list.items[2..]);
        Some((name, keys))
    }

    /// Splits `:key value …`.
    fn keys<'e>(&mut self, items: &'e [Expr]) -> Keys<'e> {
        let mut keys: Vec<(&Word, &Expr)> = Vec::new();
        let mut items = items.iter().peekable();
        while let Some(item) = items.next() {
            let Some(key) = item.word().filter(|word| word.text.starts_with(':')) else {
                self.problems
                    .error(item.span(), "expected a keyword, such as `:parameters`");
                continue;
            };
            let is_value =
                |next: &&Expr| !next.word().is_some_and(|word| word.text.starts_with(':'));
            match items.next_if(is_value) {
                Some(_) if keys.iter().any(|(known, _)| known.is(&key.text)) => {
                    self.problems
                        .error(key.span, format!("`{}` is given twice", key.text));
                }
                Some(value) => keys.push((key, value)),
                None => {
                    let message = format!("expected a value after `{}`", key.text);
                    self.problems.error(key.span, message);
                }
            }
        }
        Keys(keys)
    }

    fn parameters(&mut self, keys: &Keys<'_>) -> Vec<Variable> {
        match keys.get(":parameters") {
            Some(Expr::List(list)) => self.params(&list.items),
            Some(other) => {
                self.problems
                    .error(other.span(), "expected a list of parameters");
                Vec::new()
            }
            None => Vec::new(),
        }
    }

    fn init(&mut self, problem: &Sections<'_>) {
        for item in problem.all(":init").iter().flat_map(|list| list.tail()) {
            let Some(list) = item.list() else {
                self.problems.error(item.span(), "expected a fact");
                continue;
            };
            if list.begins_with("=") {
                self.value(list);
            } else if list.begins_with("at") && list.tail().first().is_some_and(is_number) {
                let error = self
                    .problems
                    .error(list.span, "timed initial literals are not supported");
                error.help("remove the fact, or let it hold from the start");
            } else if !list.begins_with("not") {
                // Facts that are not listed do not hold.
                let fact = Scope::without_variables().atom(self, list);
                if let Some((predicate, args)) = fact {
                    let args = args.iter().filter_map(object_of).collect();
                    self.world.facts.push((predicate, args));
                }
            }
        }
        let mut seen = std::collections::BTreeSet::new();
        self.world.facts.retain(|fact| seen.insert(fact.clone()));
    }

    fn goal(&mut self, problem: &Sections<'_>) {
        let mut scope = Scope::without_variables();
        let mut parts = Vec::new();
        for list in problem.all(":goal") {
            match list.tail() {
                [] => {}
                [goal] => parts.extend(scope.condition(self, goal)),
                [_, second, ..] => {
                    let error = self
                        .problems
                        .error(second.span(), "a goal has one condition");
                    error.help("join several with `(and …)`");
                }
            }
        }
        self.world.goal = (scope.vars, Cond::And(parts));
    }

    /// Notes a metric that the costs of actions do not stand for.
    fn metric(&mut self, problem: &Sections<'_>) {
        for list in problem.all(":metric") {
            let is_cost = match list.tail() {
                [Expr::Word(word), Expr::List(of)] => {
                    word.is("minimize") && of.begins_with("total-cost")
                }
                _ => false,
            };
            if !is_cost {
                let note = self.problems.note(list.span, "the metric is ignored");
                note.help("plans are compared by their total cost: `minimize (total-cost)`");
            }
        }
    }

    fn root(&mut self, problem: &Sections<'_>) {
        let networks = problem.all(":htn");
        let [list] = networks else {
            let span = networks.get(1).map_or(problem.name.span, |list| list.span);
            let message = if networks.is_empty() {
                "the problem has no initial task network"
            } else {
                "the problem has two initial task networks"
            };
            let error = self.problems.error(span, message);
            error.help("write `(:htn :ordered-subtasks (and (task object …) …))`");
            return;
        };
        // Some files say `(:htn :tasks …)`, others `(:htn :parameters () :subtasks …)`.
        let keys = self.keys(list.tail());
        let vars = self.parameters(&keys);
        let arity = vars.len();
        let mut scope = Scope::new(vars);
        self.unknown_keys(&keys, &network::KEYS, "the initial task network");
        if let Some((network, condition)) = self.network(&keys, &mut scope, list.span) {
            self.world.root.network = network;
            self.world.root.condition = condition;
            self.world.root.vars = scope.vars;
            self.world.root.arity = arity;
        }
    }

    /// Reports the keys that a construct does not have.
    fn unknown_keys(&mut self, keys: &Keys<'_>, known: &[&str], place: &str) {
        for (key, _) in &keys.0 {
            if key.is(":duration") {
                let note = self.problems.note(key.span, "`:duration` is ignored");
                note.help("plans have no times: a step follows the one before it");
            } else if !known.iter().any(|known| key.is(known)) {
                let message = format!("`{}` is not supported in {place}", key.text);
                let error = self.problems.error(key.span, message);
                error.nearest("a keyword", &key.text, known.iter().copied());
            }
        }
    }
}

/// The keys of a construct with their values.
pub struct Keys<'e>(pub Vec<(&'e Word, &'e Expr)>);

impl<'e> Keys<'e> {
    pub fn get(&self, key: &str) -> Option<&'e Expr> {
        let found = self.0.iter().find(|(word, _)| word.is(key));
        found.map(|(_, value)| *value)
    }

    pub fn span_of(&self, key: &str) -> Option<Span> {
        let found = self.0.iter().find(|(word, _)| word.is(key));
        found.map(|(word, _)| word.span)
    }
}

fn is_number(expr: &Expr) -> bool {
    expr.word()
        .is_some_and(|word| word.text.parse::<f32>().is_ok())
}

fn object_of(term: &super::model::Term) -> Option<usize> {
    match term {
        super::model::Term::Object(object) => Some(*object),
        super::model::Term::Var(_) => None,
    }
}
