//! An independent reader of HDDL that verifies plans: it applies the steps, and matches each decomposition with a method.

use std::collections::{BTreeMap, BTreeSet};

/// A word or a list.
#[derive(Clone, Debug, PartialEq)]
enum Tree {
    Word(String),
    List(Vec<Tree>),
}

impl Tree {
    fn read(text: &str) -> Tree {
        let mut lists = vec![Vec::new()];
        let lines = text
            .lines()
            .map(|line| line.split(';').next().unwrap_or(""));
        let spaced = lines
            .collect::<Vec<_>>()
            .join(" ")
            .replace('(', " ( ")
            .replace(')', " ) ");
        for word in spaced.split_whitespace() {
            match word {
                "(" => lists.push(Vec::new()),
                ")" => {
                    let done = lists.pop().expect("parentheses match");
                    lists
                        .last_mut()
                        .expect("parentheses match")
                        .push(Tree::List(done));
                }
                _ => lists
                    .last_mut()
                    .expect("parentheses match")
                    .push(Tree::Word(word.to_owned())),
            }
        }
        lists.remove(0).remove(0)
    }

    fn list(&self) -> &[Tree] {
        match self {
            Tree::List(items) => items,
            Tree::Word(word) => panic!("{word} is not a list"),
        }
    }

    fn word(&self) -> &str {
        match self {
            Tree::Word(word) => word,
            Tree::List(_) => panic!("{self:?} is not a word"),
        }
    }

    fn head(&self) -> &str {
        match self {
            Tree::List(items) if !items.is_empty() => match &items[0] {
                Tree::Word(word) => word,
                Tree::List(_) => "",
            },
            _ => "",
        }
    }

    /// Returns the value after a keyword.
    fn get(&self, key: &str) -> Option<&Tree> {
        let items = self.list();
        let at = items
            .iter()
            .position(|item| matches!(item, Tree::Word(word) if word == key))?;
        items.get(at + 1)
    }

    fn sections<'t>(&'t self, name: &'t str) -> impl Iterator<Item = &'t Tree> {
        self.list()
            .iter()
            .filter(move |section| section.head() == name)
    }
}

type Values = BTreeMap<String, String>;
type Facts = BTreeSet<Vec<String>>;

/// A domain with a problem.
pub struct Problem {
    domain: Tree,
    problem: Tree,
    parents: BTreeMap<String, String>,
    objects: BTreeMap<String, String>,
    init: Facts,
    distances: BTreeMap<Vec<String>, f64>,
}

/// Reads `a b - type c` as pairs.
fn typed(items: &[Tree]) -> Vec<(String, String)> {
    let (mut pairs, mut first, mut at) = (Vec::new(), 0, 0);
    while at < items.len() {
        if items[at].word() == "-" {
            for pair in &mut pairs[first..] {
                let (_, ty): &mut (String, String) = pair;
                items[at + 1].word().clone_into(ty);
            }
            first = pairs.len();
            at += 1;
        } else {
            pairs.push((items[at].word().to_owned(), "object".to_owned()));
        }
        at += 1;
    }
    pairs
}

impl Problem {
    pub fn read(domain: &str, problem: &str) -> Problem {
        let (domain, problem) = (Tree::read(domain), Tree::read(problem));
        let types = domain
            .sections(":types")
            .flat_map(|list| typed(&list.list()[1..]));
        let parents = types.collect();
        let constants = domain
            .sections(":constants")
            .chain(problem.sections(":objects"));
        let objects = constants
            .flat_map(|list| typed(&list.list()[1..]))
            .collect();
        let (mut init, mut distances) = (Facts::new(), BTreeMap::new());
        for fact in problem.sections(":init").flat_map(|list| &list.list()[1..]) {
            let items = fact.list();
            if fact.head() == "=" {
                let value = items[2].word().parse().expect("a number");
                distances.insert(words(&items[1]), value);
            } else {
                init.insert(words(fact));
            }
        }
        Problem {
            domain,
            problem,
            parents,
            objects,
            init,
            distances,
        }
    }

    fn is_of(&self, object: &str, ty: &str) -> bool {
        let mut own = self.objects[object].clone();
        while own != ty {
            match self.parents.get(&own) {
                Some(parent) if own != "object" => own = parent.clone(),
                _ => return ty == "object",
            }
        }
        true
    }

    fn objects_of<'p>(&'p self, ty: &'p str) -> impl Iterator<Item = &'p String> {
        self.objects
            .keys()
            .filter(move |object| self.is_of(object, ty))
    }

    fn holds(&self, condition: &Tree, values: &Values, facts: &Facts) -> bool {
        let items = condition.list();
        let value = |tree: &Tree| {
            values
                .get(tree.word())
                .cloned()
                .unwrap_or(tree.word().to_owned())
        };
        match condition.head() {
            "" => true,
            "and" => items[1..]
                .iter()
                .all(|part| self.holds(part, values, facts)),
            "or" => items[1..]
                .iter()
                .any(|part| self.holds(part, values, facts)),
            "not" => !self.holds(&items[1], values, facts),
            "imply" => {
                !self.holds(&items[1], values, facts) || self.holds(&items[2], values, facts)
            }
            "=" => value(&items[1]) == value(&items[2]),
            "forall" => {
                let all = self.bindings(&typed(items[1].list()), values);
                all.iter()
                    .all(|values| self.holds(&items[2], values, facts))
            }
            "exists" => {
                let all = self.bindings(&typed(items[1].list()), values);
                all.iter()
                    .any(|values| self.holds(&items[2], values, facts))
            }
            _ => facts.contains(&ground(condition, values)),
        }
    }

    /// Returns all values of some variables, added to others.
    fn bindings(&self, vars: &[(String, String)], values: &Values) -> Vec<Values> {
        let mut all = vec![values.clone()];
        for (var, ty) in vars {
            let with = |values: &Values| {
                let objects = self.objects_of(ty).map(|object| {
                    let mut values = values.clone();
                    values.insert(var.clone(), object.clone());
                    values
                });
                objects.collect::<Vec<_>>()
            };
            all = all.iter().flat_map(with).collect();
        }
        all
    }

    /// Collects the facts that an effect deletes and adds.
    fn effects(
        &self,
        effect: &Tree,
        values: &Values,
        facts: &Facts,
        changes: &mut [Vec<Vec<String>>; 2],
    ) -> f64 {
        let items = effect.list();
        match effect.head() {
            "" => 0.0,
            "and" => items[1..]
                .iter()
                .map(|part| self.effects(part, values, facts, changes))
                .sum(),
            "not" => {
                changes[0].push(ground(&items[1], values));
                0.0
            }
            "forall" => {
                let all = self.bindings(&typed(items[1].list()), values);
                all.iter()
                    .map(|values| self.effects(&items[2], values, facts, changes))
                    .sum()
            }
            "when" if self.holds(&items[1], values, facts) => {
                self.effects(&items[2], values, facts, changes)
            }
            "when" => 0.0,
            "increase" => self.number(&items[2], values),
            _ => {
                changes[1].push(ground(effect, values));
                0.0
            }
        }
    }

    fn number(&self, tree: &Tree, values: &Values) -> f64 {
        match tree {
            Tree::Word(word) => word.parse().expect("a number"),
            Tree::List(items) if ["+", "*"].contains(&tree.head()) => {
                let (a, b) = (
                    self.number(&items[1], values),
                    self.number(&items[2], values),
                );
                if tree.head() == "+" { a + b } else { a * b }
            }
            Tree::List(_) => self.distances[&ground(tree, values)],
        }
    }

    /// Verifies a plan in the format of the planning competition. Returns its actions and its cost.
    pub fn verify(&self, text: &str) -> (Vec<String>, f64) {
        let plan = Plan::read(text);
        let (mut facts, mut states, mut cost) = (self.init.clone(), vec![self.init.clone()], 0.0);
        for words in &plan.steps {
            let mut actions = self.domain.sections(":action");
            let action = actions.find(|action| action.list()[1].word() == words[0]);
            let action = action.unwrap_or_else(|| panic!("{words:?} is no action"));
            let params = typed(action.get(":parameters").expect("it has parameters").list());
            assert_eq!(params.len() + 1, words.len(), "{words:?}");
            let mut values = Values::new();
            for ((name, ty), word) in params.into_iter().zip(&words[1..]) {
                assert!(self.is_of(word, &ty), "{words:?}: {word} is no {ty}");
                values.insert(name, word.clone());
            }
            if let Some(condition) = action.get(":precondition") {
                assert!(
                    self.holds(condition, &values, &facts),
                    "{words:?} in {facts:?}"
                );
            }
            let mut changes = [Vec::new(), Vec::new()];
            if let Some(effect) = action.get(":effect") {
                cost += self.effects(effect, &values, &facts, &mut changes);
            }
            facts.retain(|fact| !changes[0].contains(fact));
            facts.extend(changes[1].clone());
            states.push(facts.clone());
        }
        for goal in self.problem.sections(":goal") {
            assert!(
                self.holds(&goal.list()[1], &Values::new(), &facts),
                "the goal in {facts:?}"
            );
        }
        let mut used: Vec<usize> = plan.root.clone();
        let network = self
            .problem
            .sections(":htn")
            .next()
            .expect("there are tasks");
        assert!(
            self.matches(network, None, &plan.root, &plan, &states),
            "the root"
        );
        for (id, (words, method, subtasks)) in &plan.tasks {
            let mut methods = self.domain.sections(":method");
            let found = methods.find(|of| of.list()[1].word() == method);
            let found = found.unwrap_or_else(|| panic!("{method} is no method"));
            assert!(
                self.matches(found, Some((*id, words)), subtasks, &plan, &states),
                "{id} {words:?} by {method}"
            );
            used.extend(subtasks);
        }
        used.sort_unstable();
        let all: Vec<usize> = (0..plan.steps.len())
            .chain(plan.tasks.keys().copied())
            .collect();
        assert_eq!(used, all, "each task is a subtask of one other");
        (
            plan.steps.iter().map(|words| words.join(" ")).collect(),
            cost,
        )
    }

    /// Returns true if there are values with which a method decomposes a task into these subtasks.
    fn matches(
        &self,
        method: &Tree,
        task: Option<(usize, &Vec<String>)>,
        subtasks: &[usize],
        plan: &Plan,
        states: &[Facts],
    ) -> bool {
        let params = method
            .get(":parameters")
            .map_or(Vec::new(), |params| typed(params.list()));
        let mut values = Values::new();
        if let Some((_, words)) = task
            && !self.unify(
                method.get(":task").expect("it has a task"),
                words,
                &params,
                &mut values,
            )
        {
            return false;
        }
        let keys = [":ordered-subtasks", ":ordered-tasks", ":subtasks", ":tasks"];
        let (ordered, list) = keys
            .iter()
            .enumerate()
            .find_map(|(at, key)| Some((at < 2, method.get(key)?)))
            .expect("it has subtasks");
        let calls: Vec<&Tree> = match list.head() {
            "and" => list.list()[1..].iter().collect(),
            _ if list.list().is_empty() => Vec::new(),
            _ => vec![list],
        };
        if calls.len() != subtasks.len() {
            return false;
        }
        let labels: Vec<&str> = calls.iter().map(|call| call.head()).collect();
        let mut order: Vec<(usize, usize)> = Vec::new();
        if ordered {
            order.extend((1..calls.len()).map(|at| (at - 1, at)));
        }
        let find = |tree: &Tree| {
            labels
                .iter()
                .position(|label| *label == tree.word())
                .expect("a label")
        };
        if let Some(ordering) = method.get(":ordering") {
            let pairs = if ordering.head() == "and" {
                &ordering.list()[1..]
            } else {
                std::slice::from_ref(ordering)
            };
            order.extend(
                pairs
                    .iter()
                    .map(|pair| (find(&pair.list()[1]), find(&pair.list()[2]))),
            );
        }
        let matching = Matching {
            problem: self,
            method,
            params: &params,
            calls: &calls,
            order: &order,
            plan,
            states,
            task: task.map(|(id, _)| id),
        };
        matching.assign(&mut Vec::new(), subtasks, values)
    }

    /// Binds the variables of a call so that it equals a task.
    fn unify(
        &self,
        call: &Tree,
        words: &[String],
        params: &[(String, String)],
        values: &mut Values,
    ) -> bool {
        let call = call.list();
        call.len() == words.len()
            && call[0].word() == words[0]
            && call[1..].iter().zip(&words[1..]).all(|(term, word)| {
                let Some((name, ty)) = params.iter().find(|(name, _)| name == term.word()) else {
                    return term.word() == word;
                };
                self.is_of(word, ty) && values.entry(name.clone()).or_insert(word.clone()) == word
            })
    }
}

struct Matching<'p> {
    problem: &'p Problem,
    method: &'p Tree,
    params: &'p [(String, String)],
    calls: &'p [&'p Tree],
    order: &'p [(usize, usize)],
    plan: &'p Plan,
    states: &'p [Facts],
    task: Option<usize>,
}

impl Matching<'_> {
    /// Assigns a subtask to each call, one after another.
    fn assign(&self, chosen: &mut Vec<usize>, subtasks: &[usize], values: Values) -> bool {
        let Some(call) = self.calls.get(chosen.len()) else {
            return self.is_ordered(chosen) && self.has_values(values);
        };
        let is_labelled = call.list().len() == 2 && matches!(call.list()[1], Tree::List(_));
        let call = if is_labelled { &call.list()[1] } else { call };
        subtasks.iter().any(|id| {
            let mut values = values.clone();
            if chosen.contains(id)
                || !self
                    .problem
                    .unify(call, self.plan.words(*id), self.params, &mut values)
            {
                return false;
            }
            chosen.push(*id);
            let matches = self.assign(chosen, subtasks, values);
            chosen.pop();
            matches
        })
    }

    /// Returns true if all steps of an earlier subtask come before those of a later one.
    fn is_ordered(&self, chosen: &[usize]) -> bool {
        self.order.iter().all(|(a, b)| {
            let (a, b) = (
                self.plan.steps_of(chosen[*a]),
                self.plan.steps_of(chosen[*b]),
            );
            a.last().is_none_or(|a| b.first().is_none_or(|b| a < b))
        })
    }

    /// Returns true if the other variables have values for the precondition and the constraints.
    fn has_values(&self, values: Values) -> bool {
        let missing = self
            .params
            .iter()
            .filter(|(name, _)| !values.contains_key(name));
        let missing: Vec<(String, String)> = missing.cloned().collect();
        let steps = self.task.map_or(Vec::new(), |task| {
            self.plan.steps_of(task).into_iter().collect()
        });
        // A task without steps has its place somewhere between the others.
        let states = match steps.first() {
            Some(first) => &self.states[*first..=*first],
            None => self.states,
        };
        let none = Tree::List(Vec::new());
        let condition = self.method.get(":precondition").unwrap_or(&none);
        let constraints = self.method.get(":constraints").unwrap_or(&none);
        self.problem
            .bindings(&missing, &values)
            .iter()
            .any(|values| {
                let mut states = states.iter();
                self.problem.holds(constraints, values, &self.states[0])
                    && states.any(|facts| self.problem.holds(condition, values, facts))
            })
    }
}

/// A plan in the format of the planning competition.
struct Plan {
    steps: Vec<Vec<String>>,
    root: Vec<usize>,
    /// By number: a task, its method, its subtasks.
    tasks: BTreeMap<usize, (Vec<String>, String, Vec<usize>)>,
}

impl Plan {
    fn read(text: &str) -> Plan {
        let mut plan = Plan {
            steps: Vec::new(),
            root: Vec::new(),
            tasks: BTreeMap::new(),
        };
        assert!(
            text.starts_with("==>\n") && text.ends_with("<==\n"),
            "{text}"
        );
        let numbers = |words: &[String]| {
            words
                .iter()
                .map(|word| word.parse().expect("a number"))
                .collect()
        };
        for line in text.lines().filter(|line| !line.starts_with(['=', '<'])) {
            let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
            if words[0] == "root" {
                plan.root = numbers(&words[1..]);
            } else if let Some(arrow) = words.iter().position(|word| word == "->") {
                let id = words[0].parse().expect("a number");
                let method = words[arrow + 1].clone();
                plan.tasks.insert(
                    id,
                    (
                        words[1..arrow].to_vec(),
                        method,
                        numbers(&words[arrow + 2..]),
                    ),
                );
            } else {
                assert_eq!(words[0], plan.steps.len().to_string());
                plan.steps.push(words[1..].to_vec());
            }
        }
        plan
    }

    fn words(&self, id: usize) -> &Vec<String> {
        self.steps.get(id).unwrap_or_else(|| &self.tasks[&id].0)
    }

    fn steps_of(&self, id: usize) -> BTreeSet<usize> {
        if id < self.steps.len() {
            return BTreeSet::from([id]);
        }
        self.tasks[&id]
            .2
            .iter()
            .flat_map(|subtask| self.steps_of(*subtask))
            .collect()
    }
}

fn words(list: &Tree) -> Vec<String> {
    list.list()
        .iter()
        .map(|item| item.word().to_owned())
        .collect()
}

fn ground(atom: &Tree, values: &Values) -> Vec<String> {
    let words = words(atom).into_iter();
    words
        .map(|word| values.get(&word).cloned().unwrap_or(word))
        .collect()
}
