//! A naive planner: recursive, copying the state, every condition solved in full before it is used. It knows nothing
//! of tables; it runs the same random domains as the machine, for comparison.

use std::collections::BTreeMap;

use crate::spec::*;

/// Values of variables. A count may be larger than a word.
pub type Env = BTreeMap<String, i64>;

/// Rows in order, by predicate.
pub type Facts = BTreeMap<String, Vec<Vec<Word>>>;

/// Steps, each with what it costs.
pub type Plan = Vec<(String, f32)>;

pub struct Reference<'a> {
    pub spec: &'a Spec,
    /// Work left: a domain that needs more is left out of the comparison.
    pub fuel: u64,
}

/// What is left to do: a tree of strands.
#[derive(Clone)]
enum Net {
    Seq(Vec<Net>),
    Par(Vec<Net>),
    /// Statements of one body that share their variables, from the first one on.
    Body(Vec<Stmt>, Env, Ret),
    /// A body without a task: no step, but another strand may be next.
    Nothing(Vec<Stmt>, Env, Ret),
}

/// Where a body's returned value is wanted: it goes on with this body.
type Ret = Option<Box<Wanted>>;

#[derive(Clone)]
struct Wanted {
    name: String,
    statements: Vec<Stmt>,
    env: Env,
    ret: Ret,
}

/// One way to go on: a step was taken, and this is left.
struct Way {
    net: Net,
    facts: Facts,
    plan: Plan,
}

/// More work than is worth it.
pub struct TooMuch;
type Ways = Result<Vec<Way>, TooMuch>;

impl Reference<'_> {
    fn burn(&mut self, units: usize) -> Result<(), TooMuch> {
        self.fuel = self.fuel.checked_sub(units as u64 + 1).ok_or(TooMuch)?;
        Ok(())
    }

    /// All plans for a task without arguments, in order.
    pub fn plans(&mut self, task: &str, facts: Facts, most: usize) -> Result<Vec<Plan>, TooMuch> {
        let root = Net::Body(vec![Stmt::Task(task.into(), vec![])], Env::new(), None);
        let mut plans = vec![];
        self.search(root, facts, vec![], most, &mut plans)?;
        Ok(plans)
    }

    fn search(
        &mut self,
        net: Net,
        facts: Facts,
        plan: Plan,
        most: usize,
        plans: &mut Vec<Plan>,
    ) -> Result<(), TooMuch> {
        self.burn(1)?;
        if plan.len() > 60 {
            return Err(TooMuch);
        }
        for Way { net, facts, plan } in self.expand(net, facts, plan)? {
            if is_empty(&net) {
                plans.push(plan);
            } else {
                self.search(net, facts, plan, most, plans)?;
            }
            if plans.len() > most {
                return Err(TooMuch);
            }
        }
        Ok(())
    }

    /// Every way to take one step of `net`, in order. A body without a task counts like a step.
    fn expand(&mut self, net: Net, facts: Facts, plan: Plan) -> Ways {
        self.burn(1)?;
        let mut ways = vec![];
        match net {
            Net::Seq(mut parts) => {
                if parts.is_empty() {
                    return Ok(ways);
                }
                let first = parts.remove(0);
                for Way { net, facts, plan } in self.expand(first, facts, plan)? {
                    let rest = [vec![net], parts.clone()].concat();
                    ways.extend(self.stepped(Net::Seq(rest), facts, plan)?);
                }
            }
            Net::Par(strands) => {
                for (i, strand) in strands.iter().enumerate() {
                    for Way { net, facts, plan } in
                        self.expand(strand.clone(), facts.clone(), plan.clone())?
                    {
                        let mut rest = strands.clone();
                        rest[i] = net;
                        ways.extend(self.stepped(Net::Par(rest), facts, plan)?);
                    }
                }
            }
            Net::Body(statements, env, ret) => {
                ways = self.body(statements, env, ret, facts, plan)?
            }
            Net::Nothing(statements, env, ret) => {
                ways.extend(self.stepped(Net::Body(statements, env, ret), facts, plan)?);
            }
        }
        Ok(ways)
    }

    /// What is left after a step; nothing, where a `let` at the end of a body has no value.
    fn stepped(&mut self, net: Net, facts: Facts, plan: Plan) -> Result<Option<Way>, TooMuch> {
        let net = self.tidy(net, &facts)?;
        Ok(net.map(|net| Way { net, facts, plan }))
    }

    /// Ends what is at its end: strands without anything to do are no candidates, values are returned at once, and so
    /// are `let`s at the end of a body worked out.
    fn tidy(&mut self, net: Net, facts: &Facts) -> Result<Option<Net>, TooMuch> {
        Ok(Some(match net {
            Net::Seq(mut parts) => {
                while !parts.is_empty() {
                    let Some(first) = self.tidy(parts[0].clone(), facts)? else {
                        return Ok(None);
                    };
                    if !is_empty(&first) {
                        parts[0] = first;
                        break;
                    }
                    parts.remove(0);
                }
                Net::Seq(parts)
            }
            Net::Par(parts) => {
                let mut left = vec![];
                for part in parts {
                    let Some(part) = self.tidy(part, facts)? else {
                        return Ok(None);
                    };
                    if !is_empty(&part) {
                        left.push(part);
                    }
                }
                Net::Par(left)
            }
            Net::Body(mut statements, env, ret) if has_no_task(&statements) => {
                let returned = statements.pop_if(|last| matches!(last, Stmt::Return(_)));
                let Some(env) = self.lets(&statements, env, facts)? else {
                    return Ok(None);
                };
                let (Some(Stmt::Return(item)), Some(wanted)) = (returned, ret) else {
                    return Ok(Some(Net::Seq(vec![])));
                };
                let outer = with(&wanted.env, &wanted.name, value(&item, &env));
                return self.tidy(Net::Body(wanted.statements, outer, wanted.ret), facts);
            }
            net => net,
        }))
    }

    /// Works out statements without a task; nothing, where one of them has no value.
    fn lets(
        &mut self,
        statements: &[Stmt],
        mut env: Env,
        facts: &Facts,
    ) -> Result<Option<Env>, TooMuch> {
        for statement in statements {
            let bound = match statement {
                Stmt::Let(name, sum) => Some(with(&env, name, add(sum, &env))),
                Stmt::Least(name, of, over) => {
                    let least = Cond::Min(name.clone(), of.clone(), Box::new(over.clone()));
                    self.solve(&least, &env, facts)?.pop()
                }
                Stmt::Unordered(strands) => self.lets(&strands.concat(), env, facts)?,
                _ => None,
            };
            match bound {
                Some(bound) => env = bound,
                None => return Ok(None),
            }
        }
        Ok(Some(env))
    }

    fn body(
        &mut self,
        mut statements: Vec<Stmt>,
        env: Env,
        ret: Ret,
        facts: Facts,
        plan: Plan,
    ) -> Ways {
        self.burn(1)?;
        if statements.is_empty() {
            return Ok(vec![]);
        }
        let first = statements.remove(0);
        if has_no_task(std::slice::from_ref(&first)) {
            // It goes with the statement behind it.
            return match self.lets(&[first], env, &facts)? {
                Some(env) => self.body(statements, env, ret, facts, plan),
                None => Ok(vec![]),
            };
        }
        let rest = Net::Body(statements.clone(), env.clone(), ret.clone());
        let then = |inner: Net| Net::Seq(vec![inner, rest.clone()]);
        let nothing = Net::Nothing(vec![], Env::new(), None);
        let mut ways = vec![];
        match first {
            Stmt::Task(name, args) => {
                let args: Vec<i64> = args.iter().map(|arg| value(arg, &env)).collect();
                for net in self.task(&name, &args, None, &facts)? {
                    match net {
                        Choice::Net(net) => {
                            ways.extend(self.expand(then(net), facts.clone(), plan.clone())?)
                        }
                        Choice::Step(facts, step) => {
                            let plan = [plan.clone(), vec![step]].concat();
                            ways.extend(self.stepped(rest.clone(), facts, plan)?);
                        }
                    }
                }
                Ok(ways)
            }
            Stmt::LetTask(x, name, args) => {
                let args: Vec<i64> = args.iter().map(|arg| value(arg, &env)).collect();
                let wanted = Some(Box::new(Wanted {
                    name: x,
                    statements,
                    env,
                    ret,
                }));
                for net in self.task(&name, &args, wanted, &facts)? {
                    if let Choice::Net(net) = net {
                        ways.extend(self.expand(net, facts.clone(), plan.clone())?);
                    }
                }
                Ok(ways)
            }
            Stmt::Effect(effect) => {
                // One that matches nothing is through without a step, but another strand may be next.
                let (mut facts, mut plan) = (facts, plan);
                for row in self.changes(&effect, &env, &facts)? {
                    let step = format!(
                        "{} {}",
                        if effect.add { "add" } else { "delete" },
                        show(&effect.atom.name, &row)
                    );
                    plan.push((step, 0.0));
                    self.change(&mut facts, effect.add, &effect.atom.name, row);
                }
                ways.extend(self.stepped(rest, facts, plan)?);
                Ok(ways)
            }
            Stmt::If(blocks) => {
                for (guard, inner) in &blocks {
                    let solutions = self.guard(guard.as_ref(), &env, &facts)?;
                    if !solutions.is_empty() {
                        for solution in solutions {
                            let inner = then(chosen(inner, solution, None));
                            ways.extend(self.expand(inner, facts.clone(), plan.clone())?);
                        }
                        return Ok(ways);
                    }
                }
                self.expand(then(nothing), facts, plan)
            }
            Stmt::While(guard, inner) => {
                let solutions = self.sorted(&guard, &env, &facts)?;
                if solutions.is_empty() {
                    return self.expand(then(nothing), facts, plan);
                }
                let again = Net::Body(vec![Stmt::While(guard, inner.clone())], env.clone(), None);
                for solution in solutions {
                    let round = chosen(&inner, solution, None);
                    let net = Net::Seq(vec![round, again.clone(), rest.clone()]);
                    ways.extend(self.expand(net, facts.clone(), plan.clone())?);
                }
                Ok(ways)
            }
            Stmt::For(guard, inner) => {
                let rounds = self.sorted(&guard, &env, &facts)?;
                if rounds.is_empty() {
                    return self.expand(then(nothing), facts, plan);
                }
                let rounds = rounds
                    .into_iter()
                    .map(|solution| chosen(&inner, solution, None));
                let net = Net::Seq(rounds.chain([rest]).collect());
                self.expand(net, facts, plan)
            }
            Stmt::Unordered(strands) => {
                // Strands without a task are through when the block is reached.
                let (lets, strands): (Vec<_>, Vec<_>) =
                    strands.into_iter().partition(|strand| has_no_task(strand));
                if self.lets(&lets.concat(), env.clone(), &facts)?.is_none() {
                    return Ok(ways);
                }
                let strands = strands.into_iter();
                let strands = strands.map(|strand| Net::Body(strand, env.clone(), None));
                self.expand(then(Net::Par(strands.collect())), facts, plan)
            }
            Stmt::Let(..) | Stmt::Least(..) | Stmt::Return(_) => Ok(ways),
        }
    }

    /// Every way to begin a task, in order.
    fn task(
        &mut self,
        name: &str,
        args: &[i64],
        ret: Ret,
        facts: &Facts,
    ) -> Result<Vec<Choice>, TooMuch> {
        let mut ways = vec![];
        for operator in self
            .spec
            .operators
            .iter()
            .filter(|operator| operator.name == name)
        {
            let env: Env = operator
                .params
                .iter()
                .cloned()
                .zip(args.iter().copied())
                .collect();
            for solution in self.guard(operator.guard.as_ref(), &env, facts)? {
                let mut after = facts.clone();
                let mut changes = vec![];
                for effect in &operator.effects {
                    for row in self.changes(effect, &solution, facts)? {
                        changes.push((effect.add, effect.atom.name.clone(), row));
                    }
                }
                changes.sort_by_key(|change| change.0);
                for (adds, predicate, row) in changes {
                    self.change(&mut after, adds, &predicate, row);
                }
                let words: Vec<Word> = args.iter().map(|arg| *arg as Word).collect();
                let cost = operator.cost.as_ref();
                let price = cost.map_or(1.0, |cost| PRICES[add(cost, &solution) as usize]);
                ways.push(Choice::Step(after, (show(name, &words), price)));
            }
        }
        for method in self
            .spec
            .methods
            .iter()
            .filter(|method| method.name == name)
        {
            let env: Env = method
                .params
                .iter()
                .cloned()
                .zip(args.iter().copied())
                .collect();
            for (guard, body) in &method.branches {
                let solutions = self.guard(guard.as_ref(), &env, facts)?;
                if !solutions.is_empty() {
                    let nets = solutions
                        .into_iter()
                        .map(|env| chosen(body, env, ret.clone()));
                    ways.extend(nets.map(Choice::Net));
                    break;
                }
            }
        }
        Ok(ways)
    }

    /// The rows that an effect names, solved over the facts as they are.
    fn changes(
        &mut self,
        effect: &Effect,
        env: &Env,
        facts: &Facts,
    ) -> Result<Vec<Vec<Word>>, TooMuch> {
        let envs = match &effect.each {
            Some(cond) => self.solve(cond, env, facts)?,
            None => vec![env.clone()],
        };
        let mut rows = vec![];
        for env in envs {
            if effect.add || !effect.atom.args.iter().any(|arg| matches!(arg, Item::Any)) {
                rows.push(
                    effect
                        .atom
                        .args
                        .iter()
                        .map(|arg| value(arg, &env) as Word)
                        .collect(),
                );
            } else {
                let matching = facts[&effect.atom.name].iter();
                let matching =
                    matching.filter(|row| matches_row(&effect.atom, row, &env).is_some());
                rows.extend(matching.cloned());
            }
        }
        Ok(rows)
    }

    /// Adds or deletes a fact.
    pub fn change(&self, facts: &mut Facts, add: bool, predicate: &str, row: Vec<Word>) {
        let key = self
            .spec
            .predicates
            .iter()
            .find(|p| p.name == predicate)
            .and_then(|p| p.key);
        let Some(rows) = facts.get_mut(predicate) else {
            return;
        };
        if !add {
            rows.retain(|other| *other != row);
            return;
        }
        let key = key.unwrap_or(row.len());
        match rows.iter_mut().find(|other| other[..key] == row[..key]) {
            Some(other) => *other = row,
            None => rows.push(row),
        }
    }

    fn guard(
        &mut self,
        guard: Option<&Sorted>,
        env: &Env,
        facts: &Facts,
    ) -> Result<Vec<Env>, TooMuch> {
        match guard {
            Some(sorted) => self.sorted(sorted, env, facts),
            None => Ok(vec![env.clone()]),
        }
    }

    fn sorted(&mut self, sorted: &Sorted, env: &Env, facts: &Facts) -> Result<Vec<Env>, TooMuch> {
        let mut solutions = self.solve(&sorted.cond, env, facts)?;
        if let Some((name, falling)) = &sorted.sort {
            solutions.sort_by_key(|env| if *falling { -env[name] } else { env[name] });
        }
        Ok(solutions)
    }

    /// All solutions of a condition, in order.
    fn solve(&mut self, cond: &Cond, env: &Env, facts: &Facts) -> Result<Vec<Env>, TooMuch> {
        self.burn(1)?;
        let solutions = match cond {
            Cond::And(all) => {
                let mut envs = vec![env.clone()];
                for cond in all {
                    let mut next = vec![];
                    for env in &envs {
                        next.extend(self.solve(cond, env, facts)?);
                    }
                    envs = next;
                }
                envs
            }
            Cond::Or(a, b) => {
                let mut envs = self.solve(a, env, facts)?;
                envs.extend(self.solve(b, env, facts)?);
                envs
            }
            Cond::Not(a) => match self.solve(a, env, facts)?.is_empty() {
                true => vec![env.clone()],
                false => vec![],
            },
            Cond::Atom(atom) => match facts.get(&atom.name) {
                Some(rows) => rows
                    .iter()
                    .filter_map(|row| matches_row(atom, row, env))
                    .collect(),
                None => self.axiom(atom, env, facts)?,
            },
            Cond::Test(a, op, b) => {
                let (a, b) = (value(a, env), value(b, env));
                let holds = match *op {
                    "==" => a == b,
                    "!=" => a != b,
                    _ => a < b,
                };
                if holds { vec![env.clone()] } else { vec![] }
            }
            Cond::Let(name, sum) => vec![with(env, name, add(sum, env))],
            Cond::Count(name, over) => {
                let count = self.solve(over, env, facts)?.len() as i64;
                vec![with(env, name, count)]
            }
            Cond::Min(name, of, over) => {
                let solutions = self.solve(over, env, facts)?;
                let least = solutions.iter().map(|env| value(of, env)).min();
                least
                    .map(|least| with(env, name, least))
                    .into_iter()
                    .collect()
            }
            Cond::Each(name, items) => items
                .iter()
                .map(|item| with(env, name, *item as i64))
                .collect(),
            Cond::Range(name, from, to) => (value(from, env)..value(to, env))
                .map(|number| with(env, name, number))
                .collect(),
            Cond::First(sorted) => self
                .sorted(sorted, env, facts)?
                .into_iter()
                .take(1)
                .collect(),
            Cond::Forall(a, b) => {
                for env in self.solve(a, env, facts)? {
                    if self.solve(b, &env, facts)?.is_empty() {
                        return Ok(vec![]);
                    }
                }
                vec![env.clone()]
            }
        };
        self.burn(solutions.len())?;
        Ok(solutions)
    }

    fn axiom(&mut self, atom: &Atom, env: &Env, facts: &Facts) -> Result<Vec<Env>, TooMuch> {
        let mut envs = vec![];
        for axiom in self
            .spec
            .axioms
            .iter()
            .filter(|axiom| axiom.name == atom.name)
        {
            let mut inner = Env::new();
            for (param, arg) in axiom.params.iter().zip(&atom.args) {
                if let Some(word) = known(arg, env) {
                    inner.insert(param.clone(), word);
                }
            }
            for clause in &axiom.clauses {
                let solutions = self.solve(clause, &inner, facts)?;
                let held = !solutions.is_empty();
                for solution in solutions {
                    let row: Vec<i64> = axiom.params.iter().map(|param| solution[param]).collect();
                    envs.extend(matches_words(atom, &row, env));
                }
                if held {
                    break;
                }
            }
        }
        Ok(envs)
    }
}

/// A way to begin a task.
enum Choice {
    Net(Net),
    Step(Facts, (String, f32)),
}

/// Whether nothing is left of what is tidy.
fn is_empty(net: &Net) -> bool {
    match net {
        Net::Seq(parts) | Net::Par(parts) => parts.iter().all(is_empty),
        Net::Body(..) | Net::Nothing(..) => false,
    }
}

/// Whether there is nothing but `let`s, and perhaps a value to return.
fn has_no_task(statements: &[Stmt]) -> bool {
    statements.iter().all(|statement| match statement {
        Stmt::Let(..) | Stmt::Least(..) | Stmt::Return(_) => true,
        Stmt::Unordered(strands) => strands.iter().all(|strand| has_no_task(strand)),
        _ => false,
    })
}

/// The body of a branch that was chosen.
fn chosen(body: &[Stmt], env: Env, ret: Ret) -> Net {
    match has_no_task(body) {
        true => Net::Nothing(body.to_vec(), env, ret),
        false => Net::Body(body.to_vec(), env, ret),
    }
}

fn with(env: &Env, name: &str, word: i64) -> Env {
    let mut env = env.clone();
    env.insert(name.into(), word);
    env
}

fn known(item: &Item, env: &Env) -> Option<i64> {
    match item {
        Item::Var(name) => env.get(name).copied(),
        Item::Num(word) => Some(*word as i64),
        Item::Any => None,
    }
}

fn value(item: &Item, env: &Env) -> i64 {
    known(item, env).unwrap_or_else(|| panic!("{item} is not bound"))
}

fn add(sum: &Sum, env: &Env) -> i64 {
    (value(&sum.item, env) + sum.plus as i64) % MODULO as i64
}

fn matches_row(atom: &Atom, row: &[Word], env: &Env) -> Option<Env> {
    let row: Vec<i64> = row.iter().map(|word| *word as i64).collect();
    matches_words(atom, &row, env)
}

fn matches_words(atom: &Atom, row: &[i64], env: &Env) -> Option<Env> {
    let mut env = env.clone();
    for (arg, word) in atom.args.iter().zip(row) {
        match (known(arg, &env), arg) {
            (Some(bound), _) if bound != *word => return None,
            (None, Item::Var(name)) => {
                env.insert(name.clone(), *word);
            }
            _ => {}
        }
    }
    Some(env)
}

fn show(name: &str, row: &[Word]) -> String {
    let words: Vec<String> = row.iter().map(Word::to_string).collect();
    format!("{name}({})", words.join(", "))
}
