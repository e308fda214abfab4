//! Writes the `htn_domain!`.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::analysis::{Analysis, Literal, series};
use super::binder::Binder;
use super::model::{
    Action, Callee, Cond, Cost, Method, Network, Order, Term, TypeId, Variable, World,
};
use super::names::{Names, Taken, is_same, snake, variables};

/// A domain as text, and the facts that it needs.
pub struct DomainText {
    pub text: String,
    pub predicates: BTreeSet<usize>,
    pub functions: BTreeSet<usize>,
    /// The types whose objects are listed as facts.
    pub listed: BTreeSet<TypeId>,
}

/// Writes all reachable items of a domain.
pub struct DomainWriter<'w> {
    world: &'w World,
    names: &'w Names,
    analysis: &'w Analysis<'w>,
    keep_order: bool,
    text: String,
    predicates: BTreeSet<usize>,
    functions: BTreeSet<usize>,
    listed: BTreeSet<TypeId>,
    is_stuck_used: bool,
}

impl<'w> DomainWriter<'w> {
    pub fn new(
        world: &'w World,
        names: &'w Names,
        analysis: &'w Analysis<'w>,
        keep_order: bool,
    ) -> Self {
        DomainWriter {
            world,
            names,
            analysis,
            keep_order,
            text: String::new(),
            predicates: BTreeSet::new(),
            functions: BTreeSet::new(),
            listed: BTreeSet::new(),
            is_stuck_used: false,
        }
    }

    pub fn write(mut self) -> DomainText {
        let world = self.world;
        for callee in self.analysis.reached.keys() {
            if let Callee::Action(action) = callee {
                self.operator(*callee, &world.actions[*action]);
            }
        }
        self.method(None, &world.root);
        for callee in self.analysis.reached.keys() {
            let Callee::Task(task) = callee else { continue };
            let methods = self.analysis.methods_in_order(*task, self.keep_order);
            for method in &methods {
                self.method(Some(*callee), method);
            }
            if methods.is_empty() {
                self.task_without_methods(*callee);
            }
        }
        let items = std::mem::take(&mut self.text);
        self.head();
        if self.is_stuck_used {
            self.text += "/// Never applies: no object was found for the rest of a method.\n";
            self.text += &format!(
                "internal operator {}() {{ if false; }}\n\n",
                self.names.stuck
            );
        }
        self.text += &items;
        DomainText {
            text: self.text,
            predicates: self.predicates,
            functions: self.functions,
            listed: self.listed,
        }
    }

    /// Writes the header and the predicates.
    fn head(&mut self) {
        let (world, names) = (self.world, self.names);
        let problem = world.problem.replace('`', "");
        let _ = writeln!(
            self.text,
            "/// The domain `{}`, with capacities for the problem `{problem}`.",
            world.domain
        );
        let _ = writeln!(self.text, "pub domain {};\n", names.domain);
        for ty in &self.listed {
            let count = world.objects_of(*ty).len().max(1);
            let rust = names.rust_type(*ty);
            let _ = writeln!(
                self.text,
                "predicate {}({rust}) [{count}];",
                names.type_tests[*ty]
            );
        }
        for at in &self.predicates {
            let predicate = &world.predicates[*at];
            comment_on(
                &mut self.text,
                &predicate.name,
                &names.predicates[*at],
                &[],
                &[],
            );
            let columns = columns(names, &predicate.params);
            let capacity = match predicate.params.len() {
                0 => String::new(),
                _ => format!(" [{}]", self.analysis.capacity(*at)),
            };
            let _ = writeln!(
                self.text,
                "predicate {}({columns}){capacity};",
                names.predicates[*at]
            );
        }
        for at in &self.functions {
            let function = &world.functions[*at];
            comment_on(
                &mut self.text,
                &function.name,
                &names.functions[*at],
                &[],
                &[],
            );
            let columns = columns(names, &function.params);
            let count = world
                .values
                .iter()
                .filter(|value| value.0 == *at)
                .count()
                .max(1);
            let capacity = if function.params.is_empty() {
                String::new()
            } else {
                format!(" [{count}]")
            };
            let _ = writeln!(
                self.text,
                "predicate {}({columns} => f32){capacity};",
                names.functions[*at]
            );
        }
        self.text.push('\n');
    }

    fn signature(&self, callee: Callee) -> String {
        let params = self
            .world
            .params_of(callee)
            .iter()
            .zip(self.names.params(callee));
        let params: Vec<String> = params
            .map(|(param, name)| format!("{name}: {}", self.names.rust_type(param.ty)))
            .collect();
        format!("{}({})", self.names.task(callee), params.join(", "))
    }

    fn comment_on_task(&mut self, callee: Callee) {
        let (world, names) = (self.world, self.names);
        let (params, own) = (world.params_of(callee), names.params(callee));
        comment_on(
            &mut self.text,
            world.name_of(callee),
            names.task(callee),
            params,
            own,
        );
    }

    fn task_without_methods(&mut self, callee: Callee) {
        self.text += "/// No method decomposes this task.\n";
        self.comment_on_task(callee);
        let signature = self.signature(callee);
        let _ = writeln!(self.text, "method {signature} if false {{}}\n");
    }

    fn operator(&mut self, callee: Callee, action: &Action) {
        let mut binder = Binder::new(self.world, self.names, action.vars.clone());
        for param in 0..action.arity {
            binder.bind(param, action.vars[param].ty);
        }
        let mut taken = Taken::new(&[]);
        let own = self.names.params(callee);
        let mut names: Vec<String> = own.iter().map(|name| taken.unique(name.clone())).collect();
        names.extend(variables(&action.vars[action.arity..], &mut taken));
        let mut pieces = binder.conjuncts(std::slice::from_ref(&action.condition), &[]);
        let cost = self.cost(action, &mut binder, &mut pieces, &mut names, &mut taken);
        let mut body = String::new();
        if !pieces.is_empty() {
            body += &format!("if {};\n", pieces.join(" && "));
        }
        let mut simple = [Vec::new(), Vec::new()];
        let mut others = String::new();
        for effect in &action.effects {
            let name = &self.names.predicates[effect.predicate];
            let args = binder.terms(&effect.args);
            let word = if effect.is_add { "add" } else { "delete" };
            self.predicates.insert(effect.predicate);
            if effect.each.is_empty() && effect.when.is_none() {
                simple[usize::from(effect.is_add)].push(format!("{name}({args})"));
                continue;
            }
            // Each effect has variables of its own.
            let mut own = Binder::new(self.world, self.names, action.vars.clone());
            (0..action.arity).for_each(|param| drop(own.bind(param, action.vars[param].ty)));
            let when: Vec<Cond> = effect.when.iter().cloned().collect();
            let pieces = own.conjuncts(&when, &effect.each);
            let condition = if pieces.is_empty() {
                "true".to_owned()
            } else {
                pieces.join(" && ")
            };
            let line = format!("{word} {name}({args}) for {condition};\n");
            others += &own.finish(&line, &names, |var| var < action.arity);
            self.note_reads(own);
        }
        for (word, atoms) in ["delete", "add"].into_iter().zip(simple) {
            if !atoms.is_empty() {
                body += &format!("{word} {};\n", atoms.join(", "));
            }
        }
        body = binder.finish(&(body + &cost), &names, |var| var < action.arity);
        self.note_reads(binder);
        self.comment_on_task(callee);
        let signature = self.signature(callee);
        let _ = writeln!(self.text, "operator {signature} {{\n{body}{others}}}\n");
    }

    /// Writes the cost of an action. The atoms of its functions become conjuncts of the precondition.
    fn cost(
        &mut self,
        action: &Action,
        binder: &mut Binder<'_>,
        pieces: &mut Vec<String>,
        names: &mut Vec<String>,
        taken: &mut Taken,
    ) -> String {
        if !self.world.is_costed {
            return String::new();
        }
        let mut parts = Vec::new();
        for cost in &action.costs {
            parts.push(self.cost_term(cost, binder, pieces, names, taken));
        }
        match &parts[..] {
            [] => "cost 0.0;\n".to_owned(),
            _ => format!("cost {};\n", parts.join(" + ")),
        }
    }

    fn cost_term(
        &mut self,
        cost: &Cost,
        binder: &mut Binder<'_>,
        pieces: &mut Vec<String>,
        names: &mut Vec<String>,
        taken: &mut Taken,
    ) -> String {
        match cost {
            Cost::Number(number) => format!("{number:?}"),
            Cost::Function(function, args) => {
                self.functions.insert(*function);
                let name = snake(&self.world.functions[*function].name);
                let var = binder.add(Variable {
                    name: name.clone(),
                    ty: super::model::OBJECT,
                });
                names.push(taken.unique(format!("{name}_value")));
                let mut columns: Vec<String> = args.iter().map(|arg| binder.term(*arg)).collect();
                columns.push(binder.term(Term::Var(var)));
                pieces.push(format!(
                    "{}({})",
                    self.names.functions[*function],
                    columns.join(", ")
                ));
                binder.term(Term::Var(var))
            }
            Cost::Compute(sign, parts) => {
                let parts: Vec<String> = parts
                    .iter()
                    .map(|part| self.cost_term(part, binder, pieces, names, taken))
                    .collect();
                format!("({})", parts.join(&format!(" {sign} ")))
            }
        }
    }

    fn note_reads(&mut self, binder: Binder<'_>) {
        self.predicates.extend(&binder.read);
        self.listed.extend(&binder.listed);
    }

    /// Writes a method; the initial task network if it has no task.
    fn method(&mut self, task: Option<Callee>, method: &'w Method) {
        let mut writer = MethodWriter::new(self, task, method);
        let (condition, body, names, params) = writer.write();
        let condition = if condition.is_empty() {
            String::new()
        } else {
            format!("if {} ", condition.join(" && "))
        };
        let goal = self.goal(task.is_none());
        let branch = snake(&method.name);
        let text = format!("{condition}{{\n{body}");
        let text = params
            .0
            .finish(&text, &names, |var| params.1.contains(&var));
        self.note_reads(params.0);
        match task {
            Some(callee) => {
                self.comment_on_task(callee);
                let signature = self.signature(callee);
                let _ = writeln!(
                    self.text,
                    "method {signature} {{\nbranch {branch} {text}}}\n}}\n"
                );
            }
            None => {
                self.text += "/// The initial task network, and the goal.\n";
                let name = &self.names.solve;
                let _ = writeln!(
                    self.text,
                    "pub method {name}() {{\nbranch {branch} {text}{goal}}}\n}}\n"
                );
            }
        }
    }

    /// Writes the test of the goal.
    fn goal(&mut self, is_root: bool) -> String {
        let (vars, goal) = &self.world.goal;
        if !is_root || goal.conjuncts().is_empty() {
            return String::new();
        }
        let mut binder = Binder::new(self.world, self.names, vars.clone());
        let names = variables(vars, &mut Taken::new(&[]));
        let pieces = binder.conjuncts(std::slice::from_ref(goal), &[]);
        let stuck = self.stuck();
        let text = format!(
            "// The goal.\nif {} {{}} else {{ {stuck}; }}\n",
            pieces.join(" && ")
        );
        let text = binder.finish(&text, &names, |_| false);
        self.note_reads(binder);
        text
    }

    fn stuck(&mut self) -> String {
        self.is_stuck_used = true;
        format!("{}()", self.names.stuck)
    }
}

/// Writes the condition and body of a method.
struct MethodWriter<'d, 'w> {
    domain: &'d mut DomainWriter<'w>,
    network: &'w Network,
    binder: Option<Binder<'w>>,
    names: Vec<String>,
    /// The variables that are parameters.
    params: Vec<usize>,
    /// Conditions at the start, and equalities of variables that are bound later.
    start: Vec<Cond>,
    pending: Vec<Cond>,
}

/// A condition, a body, the names of the variables, the binder with the parameters.
type WrittenMethod<'w> = (Vec<String>, String, Vec<String>, (Binder<'w>, Vec<usize>));

impl<'d, 'w> MethodWriter<'d, 'w> {
    fn new(domain: &'d mut DomainWriter<'w>, task: Option<Callee>, method: &'w Method) -> Self {
        let (world, names) = (domain.world, domain.names);
        let mut binder = Binder::new(world, names, method.vars.clone());
        for subtask in &method.network.subtasks {
            let params = world.params_of(subtask.callee);
            for (arg, param) in subtask.args.iter().zip(params) {
                if let Term::Var(var) = arg {
                    binder.require(*var, param.ty);
                }
            }
        }
        let mut start = vec![method.condition.clone()];
        let params = &method.vars[..method.arity];
        if params.iter().any(|var| world.objects_of(var.ty).is_empty()) {
            // A variable that no task and no condition uses needs a value as well.
            start.push(Cond::never());
        }
        let (mut params, mut tests) = (Vec::new(), Vec::new());
        let declared = task.map_or(&[][..], |task| world.params_of(task));
        for (arg, param) in method.task_args.iter().zip(declared) {
            let var = match arg {
                Term::Var(var) if !binder.is_bound(*var) => *var,
                // A constant, or a variable that is an earlier parameter already.
                other => {
                    let var = binder.add(param.clone());
                    start.push(Cond::Equal(Term::Var(var), *other));
                    var
                }
            };
            tests.push((var, param.ty));
            binder.bind(var, param.ty);
            params.push(var);
        }
        for (var, known) in tests {
            let required = std::iter::once(binder.vars[var].ty);
            let of_subtasks = method.network.subtasks.iter().flat_map(|subtask| {
                let pairs = subtask.args.iter().zip(world.params_of(subtask.callee));
                let own = pairs.filter(move |(arg, _)| **arg == Term::Var(var));
                own.map(|(_, param)| param.ty)
            });
            let missing = required
                .chain(of_subtasks)
                .filter(|ty| !world.is_subtype(known, *ty));
            let missing: BTreeSet<TypeId> = missing.collect();
            start.extend(missing.into_iter().map(|ty| Cond::Is(ty, Term::Var(var))));
        }
        let mut taken = Taken::new(&[]);
        let mut own = vec![String::new(); binder.vars.len()];
        if let Some(task) = task {
            for (var, name) in params.iter().zip(names.params(task)) {
                own[*var] = taken.unique(name.clone());
            }
        }
        for (var, name) in own
            .iter_mut()
            .enumerate()
            .filter(|(_, name)| name.is_empty())
        {
            *name = variables(&binder.vars[var..=var], &mut taken).remove(0);
        }
        MethodWriter {
            domain,
            network: &method.network,
            binder: Some(binder),
            names: own,
            params,
            start,
            pending: Vec::new(),
        }
    }

    fn binder(&mut self) -> &mut Binder<'w> {
        self.binder.as_mut().expect("it is there until the end")
    }

    fn write(&mut self) -> WrittenMethod<'w> {
        self.postpone_equalities();
        let start = std::mem::take(&mut self.start);
        let mut condition = self.binder().conjuncts(&start, &[]);
        let network = self.network;
        let body = self.series(series(&network.order), Some(&mut condition));
        let names = std::mem::take(&mut self.names);
        let binder = self.binder.take().expect("it is there until the end");
        (
            condition,
            body,
            names,
            (binder, std::mem::take(&mut self.params)),
        )
    }

    /// Moves equalities of variables that no other condition binds from the start to the place where these are bound.
    fn postpone_equalities(&mut self) {
        let normal: Vec<Cond> = self.start.iter().map(|cond| cond.normal(false)).collect();
        let all: Vec<Cond> = normal.iter().flat_map(Cond::conjuncts).cloned().collect();
        let is_equality = |cond: &Cond| match cond {
            Cond::Equal(..) => true,
            Cond::Not(inner) => matches!(**inner, Cond::Equal(..)),
            _ => false,
        };
        let others = all.iter().filter(|cond| !is_equality(cond));
        let early: BTreeSet<usize> = others.flat_map(Cond::free_vars).collect();
        let args = self
            .network
            .subtasks
            .iter()
            .flat_map(|subtask| &subtask.args);
        let args: BTreeSet<Term> = args.copied().collect();
        let (network_vars, binder) = (
            args,
            self.binder.as_ref().expect("it is there until the end"),
        );
        let is_late = |cond: &Cond| {
            is_equality(cond)
                && cond
                    .free_vars()
                    .iter()
                    .any(|var| !binder.is_bound(*var) && !early.contains(var))
                && cond.free_vars().iter().all(|var| {
                    binder.is_bound(*var)
                        || early.contains(var)
                        || network_vars.contains(&Term::Var(*var))
                })
        };
        (self.pending, self.start) = all.into_iter().partition(is_late);
    }

    /// Writes parts that follow each other. Variables are bound before the first part that needs them: by the condition of
    /// the branch if that is possible, otherwise by an `if` around the rest.
    fn series(&mut self, parts: &[Order], mut start: Option<&mut Vec<String>>) -> String {
        let (mut text, mut open) = (String::new(), 0);
        for (at, part) in parts.iter().enumerate() {
            let pieces = self.bind(&parts[at..]);
            match start.take() {
                Some(condition) => condition.extend(pieces),
                None if pieces.is_empty() => {}
                None => {
                    text += &format!("if {} {{\n", pieces.join(" && "));
                    open += 1;
                }
            }
            text += &self.part(part);
        }
        for _ in 0..open {
            text += &format!("}} else {{ {}; }}\n", self.domain.stuck());
        }
        text
    }

    fn part(&mut self, part: &Order) -> String {
        match part {
            Order::One(at) => {
                let subtask = &self.network.subtasks[*at];
                let name = self.domain.names.task(subtask.callee);
                format!("{name}({});\n", self.binder().terms(&subtask.args))
            }
            Order::Series(parts) => self.series(parts, None),
            Order::Parallel(strands) => {
                let strands: Vec<String> =
                    strands.iter().map(|strand| self.strand(strand)).collect();
                format!("unordered {{\n{}}}\n", strands.concat())
            }
        }
    }

    fn strand(&mut self, strand: &Order) -> String {
        let text = self.series(series(strand), None);
        let is_call = matches!(strand, Order::One(_)) && !text.starts_with("if ");
        if is_call {
            text
        } else {
            format!("{{\n{text}}}\n")
        }
    }

    /// Returns conjuncts that bind the variables of the first part.
    fn bind(&mut self, parts: &[Order]) -> Vec<String> {
        let wanted = self.wanted(&parts[0]);
        let is_known =
            |this: &mut Self, var: usize| this.binder().is_bound(var) || wanted.contains(&var);
        let mut conditions = Vec::new();
        for cond in std::mem::take(&mut self.pending) {
            if cond.free_vars().into_iter().all(|var| is_known(self, var)) {
                conditions.push(cond);
            } else {
                self.pending.push(cond);
            }
        }
        if wanted.is_empty() {
            return self.binder().conjuncts(&conditions, &[]);
        }
        let vars = self.binder().vars.clone();
        let needed = self
            .domain
            .analysis
            .needed_before(parts, self.network, &vars);
        for literal in needed {
            let own = literal.args.iter().filter_map(|arg| match arg {
                Term::Var(var) => Some(*var),
                Term::Object(_) => None,
            });
            let own: Vec<usize> = own.collect();
            let is_new = own.iter().any(|var| wanted.contains(var));
            if is_new && own.into_iter().all(|var| is_known(self, var)) {
                conditions.push(condition_of(literal));
            }
        }
        self.binder().conjuncts(&conditions, &wanted)
    }

    /// Returns the variables that need values before a part. A strand binds by itself those that no other subtask has.
    fn wanted(&mut self, part: &Order) -> Vec<usize> {
        let network = self.network;
        let vars_of = |subtasks: &[usize]| -> BTreeSet<usize> {
            let args = subtasks.iter().flat_map(|at| &network.subtasks[*at].args);
            let vars = args.filter_map(|arg| match arg {
                Term::Var(var) => Some(*var),
                Term::Object(_) => None,
            });
            vars.collect()
        };
        let own = part.subtasks();
        let mut wanted = vars_of(&own);
        if let Order::Parallel(strands) = part {
            for strand in strands {
                let inside = strand.subtasks();
                let all = 0..network.subtasks.len();
                let outside: Vec<usize> = all.filter(|at| !inside.contains(at)).collect();
                let (inside, outside) = (vars_of(&inside), vars_of(&outside));
                let pending = &self.pending;
                let is_linked = |var: usize| {
                    let mut linked = pending
                        .iter()
                        .map(Cond::free_vars)
                        .filter(|vars| vars.contains(&var));
                    linked.any(|vars| vars.iter().any(|var| !inside.contains(var)))
                };
                wanted.retain(|var| {
                    !inside.contains(var) || outside.contains(var) || is_linked(*var)
                });
            }
        }
        wanted.retain(|var| !self.binder().is_bound(*var));
        wanted.into_iter().collect()
    }
}

fn condition_of(literal: Literal) -> Cond {
    let atom = Cond::Atom(literal.predicate, literal.args);
    if literal.is_positive {
        atom
    } else {
        Cond::Not(Box::new(atom))
    }
}

fn columns(names: &Names, params: &[Variable]) -> String {
    let params: Vec<String> = params
        .iter()
        .zip(variables(params, &mut Taken::new(&[])))
        .map(|(param, name)| format!("{name}: {}", names.rust_type(param.ty)))
        .collect();
    params.join(", ")
}

/// Writes a comment if an item or a parameter is named differently in HDDL.
fn comment_on(text: &mut String, hddl: &str, name: &str, params: &[Variable], own: &[String]) {
    if !is_same(hddl, name) {
        let _ = writeln!(text, "// `{name}` is `{hddl}` in HDDL.");
    }
    for (param, own) in params.iter().zip(own) {
        if !is_same(&param.name, own) {
            let _ = writeln!(text, "// `{own}` is `?{}` in HDDL.", param.name);
        }
    }
}
