//! The names of the program: HDDL's names as Rust spells them, without collisions.

use std::collections::{BTreeMap, BTreeSet};

use super::model::{Callee, Cond, OBJECT, Term, TypeId, Variable, World};

/// Words that variables cannot have, because they are keywords of Rust or of the language of domains.
const WORDS: &[&str] = &[
    "abstract",
    "as",
    "async",
    "await",
    "become",
    "box",
    "break",
    "const",
    "continue",
    "crate",
    "do",
    "dyn",
    "else",
    "enum",
    "extern",
    "false",
    "final",
    "fn",
    "for",
    "gen",
    "if",
    "impl",
    "in",
    "let",
    "loop",
    "macro",
    "match",
    "mod",
    "move",
    "mut",
    "override",
    "priv",
    "pub",
    "ref",
    "return",
    "self",
    "static",
    "struct",
    "super",
    "trait",
    "true",
    "try",
    "type",
    "typeof",
    "union",
    "unsafe",
    "unsized",
    "use",
    "virtual",
    "where",
    "while",
    "yield", //
    "add",
    "agent",
    "axiom",
    "block_on",
    "branch",
    "busy",
    "by",
    "cost",
    "count",
    "delete",
    "desc",
    "domain",
    "duration",
    "failure",
    "finish",
    "finish_action",
    "first",
    "forall",
    "global_block",
    "internal",
    "later",
    "max",
    "method",
    "min",
    "now",
    "operator",
    "part",
    "poll",
    "predicate",
    "priority",
    "protect",
    "release",
    "sensed",
    "sort",
    "start",
    "stop_action",
    "success",
    "sum",
    "undo",
    "unordered",
];

/// Names of types and modules that the program uses itself.
const PROGRAM: &[&str] = &[
    "Action",
    "Box",
    "Budget",
    "Command",
    "Debug",
    "Default",
    "Director",
    "Domain",
    "Duration",
    "Err",
    "Error",
    "Event",
    "Executor",
    "ExitCode",
    "Fact",
    "Instant",
    "Limits",
    "None",
    "Ok",
    "Option",
    "Outcome",
    "Plan",
    "Planner",
    "Policy",
    "Progress",
    "Repair",
    "Result",
    "Self",
    "Some",
    "State",
    "String",
    "Task",
    "Term",
    "TreeNode",
    "Vec",
    "core",
    "std",
    "alloc",
    "fmt",
    "facts",
    "main",
    "squad_htn",
    "run",
];

/// The names of a program.
pub struct Names {
    pub domain: String,
    /// The root method, and the operator that never applies.
    pub solve: String,
    pub stuck: String,
    tasks: BTreeMap<Callee, String>,
    params: BTreeMap<Callee, Vec<String>>,
    pub predicates: Vec<String>,
    pub functions: Vec<String>,
    /// The predicate that lists the objects of a type.
    pub type_tests: Vec<String>,
    /// The Rust type of each type: one for all types whose values meet in a parameter.
    rust_types: Vec<String>,
    /// The variant of each object.
    variants: Vec<String>,
}

impl Names {
    pub fn new(world: &World) -> Names {
        let mut items = Taken::new(&["solve", "stuck"]);
        let mut tasks = BTreeMap::new();
        let callees = (0..world.tasks.len()).map(Callee::Task);
        for callee in callees.chain((0..world.actions.len()).map(Callee::Action)) {
            let name = world.name_of(callee);
            tasks.insert(callee, items.item(name, "task"));
        }
        let predicates = world.predicates.iter();
        let predicates = predicates.map(|of| items.item(&of.name, "fact")).collect();
        let functions = world.functions.iter();
        let functions = functions.map(|of| items.item(&of.name, "value")).collect();
        let types = world.types.iter();
        let test = |ty: &super::model::Type| format!("is_{}", snake(&ty.name));
        let type_tests = types.map(|ty| items.item(&test(ty), "type")).collect();
        let params = tasks.keys().map(|callee| {
            let params = world.params_of(*callee);
            (*callee, variables(params, &mut Taken::new(&[])))
        });
        let params = params.collect();
        let mut program = Taken::new(PROGRAM);
        let domain = program.item(&world.domain, "domain");
        let rust_types = rust_types(world, &mut program);
        let mut variants: BTreeMap<&str, Taken> = BTreeMap::new();
        let objects = world.objects.iter().map(|object| {
            let taken = variants.entry(&rust_types[object.ty]);
            let taken = taken.or_insert_with(|| Taken::new(&["Self"]));
            taken.unique(camel(&snake(&object.name)))
        });
        Names {
            variants: objects.collect(),
            solve: "solve".to_owned(),
            stuck: "stuck".to_owned(),
            domain,
            tasks,
            params,
            predicates,
            functions,
            type_tests,
            rust_types,
        }
    }

    pub fn task(&self, callee: Callee) -> &str {
        &self.tasks[&callee]
    }

    pub fn params(&self, callee: Callee) -> &[String] {
        &self.params[&callee]
    }

    pub fn rust_type(&self, ty: TypeId) -> &str {
        &self.rust_types[ty]
    }

    pub fn variant(&self, object: usize) -> &str {
        &self.variants[object]
    }

    /// Returns an object as an expression.
    pub fn object(&self, world: &World, object: usize) -> String {
        let ty = self.rust_type(world.objects[object].ty);
        format!("{ty}::{}", self.variants[object])
    }
}

/// Returns names for the variables of a method or action. Those that are there already are kept.
pub fn variables(vars: &[Variable], taken: &mut Taken) -> Vec<String> {
    let names = vars.iter().map(|var| {
        let name = snake(&var.name);
        let is_word = WORDS.contains(&&name[..]);
        taken.unique(if is_word { format!("{name}_") } else { name })
    });
    names.collect()
}

/// Returns true if a reader recognises a name of HDDL without a comment.
pub fn is_same(hddl: &str, name: &str) -> bool {
    hddl.to_lowercase().replace(['-', '_'], "") == name.replace('_', "")
}

/// The names of one scope.
pub struct Taken(BTreeSet<String>);

impl Taken {
    pub fn new(names: &[&str]) -> Taken {
        Taken(names.iter().map(|name| key(name)).collect())
    }

    /// Returns a name for an item, with an ending if it is a word of the language.
    pub fn item(&mut self, hddl: &str, ending: &str) -> String {
        let name = snake(hddl);
        if WORDS.contains(&&name[..]) || self.0.contains(&key(&name)) {
            return self.unique(format!("{name}_{ending}"));
        }
        self.unique(name)
    }

    /// Returns the name, with a number if it exists already. Names that differ only in case and underscores are the same.
    pub fn unique(&mut self, name: String) -> String {
        let mut unique = name.clone();
        let mut number = 2;
        // `CamelCase2`, but `Number1_2` and `snake_case_2`.
        let is_camel = name.starts_with(|first: char| first.is_ascii_uppercase());
        let is_apart =
            name.ends_with('_') || is_camel && !name.ends_with(|last: char| last.is_ascii_digit());
        let between = if is_apart { "" } else { "_" };
        while !self.0.insert(key(&unique)) {
            unique = format!("{name}{between}{number}");
            number += 1;
        }
        unique
    }
}

fn key(name: &str) -> String {
    name.to_lowercase().replace('_', "")
}

/// Spells a name as `snake_case`.
pub fn snake(name: &str) -> String {
    let mut snake = String::new();
    let mut was_small = false;
    for letter in name.chars() {
        if !letter.is_ascii_alphanumeric() {
            was_small = false;
            if !snake.is_empty() && !snake.ends_with('_') {
                snake.push('_');
            }
            continue;
        }
        if letter.is_ascii_uppercase() && was_small {
            snake.push('_');
        }
        was_small = !letter.is_ascii_uppercase();
        snake.push(letter.to_ascii_lowercase());
    }
    let snake = snake.trim_end_matches('_');
    match snake.chars().next() {
        None => "unnamed".to_owned(),
        Some(first) if first.is_ascii_digit() => format!("n{snake}"),
        Some(_) => snake.to_owned(),
    }
}

/// Spells a name in `snake_case` as `CamelCase`. A number stays apart from a number before it.
pub fn camel(snake: &str) -> String {
    let mut camel = String::new();
    for word in snake.split('_') {
        let ends_with_digit = camel.ends_with(|last: char| last.is_ascii_digit());
        if ends_with_digit && word.starts_with(|first: char| first.is_ascii_digit()) {
            camel.push('_');
        }
        let mut letters = word.chars();
        camel.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        camel.extend(letters);
    }
    camel
}

/// Returns the name of the Rust type of each type.
fn rust_types(world: &World, taken: &mut Taken) -> Vec<String> {
    let mut groups: Vec<usize> = (0..world.types.len()).collect();
    let mut join = |a: usize, b: usize| {
        let (a, b) = (groups[a], groups[b]);
        groups
            .iter_mut()
            .filter(|of| **of == b)
            .for_each(|of| *of = a);
    };
    let mut used: BTreeSet<TypeId> = BTreeSet::new();
    let mut equal = Vec::new();
    let callables = world.predicates.iter().chain(&world.functions);
    used.extend(callables.flat_map(|of| &of.params).map(|param| param.ty));
    used.extend(
        world
            .tasks
            .iter()
            .flat_map(|of| &of.params)
            .map(|param| param.ty),
    );
    let methods = world
        .tasks
        .iter()
        .flat_map(|of| &of.methods)
        .chain([&world.root]);
    let scopes = methods.map(|of| (&of.vars, &of.condition));
    let actions = world.actions.iter().map(|of| (&of.vars, &of.condition));
    for (vars, condition) in scopes
        .chain(actions)
        .chain([(&world.goal.0, &world.goal.1)])
    {
        used.extend(vars.iter().map(|var| var.ty));
        equalities(world, vars, condition, &mut equal);
    }
    for action in &world.actions {
        for condition in action
            .effects
            .iter()
            .filter_map(|effect| effect.when.as_ref())
        {
            equalities(world, &action.vars, condition, &mut equal);
        }
    }
    for ty in used {
        let below = (0..world.types.len()).filter(|of| world.is_subtype(*of, ty));
        below.for_each(|of| join(ty, of));
    }
    for (a, b) in equal {
        join(a, b);
    }
    let mut names: BTreeMap<usize, String> = BTreeMap::new();
    (0..world.types.len())
        .map(|ty| {
            let group = groups[ty];
            let members: Vec<TypeId> = (0..groups.len())
                .filter(|of| groups[*of] == group)
                .collect();
            let is_top = |top: &&TypeId| members.iter().all(|of| world.is_subtype(*of, **top));
            let name = names.entry(group).or_insert_with(|| {
                let top = members.iter().find(is_top).copied().unwrap_or(OBJECT);
                let name = camel(&snake(&world.types[top].name));
                let is_taken = taken.0.contains(&key(&name));
                taken.unique(if is_taken {
                    format!("{name}Type")
                } else {
                    name
                })
            });
            name.clone()
        })
        .collect()
}

/// Collects the types of terms that a condition compares.
fn equalities(
    world: &World,
    vars: &[Variable],
    condition: &Cond,
    into: &mut Vec<(TypeId, TypeId)>,
) {
    let ty = |term: &Term| match term {
        Term::Var(var) => vars[*var].ty,
        Term::Object(object) => world.objects[*object].ty,
    };
    match condition {
        Cond::Equal(a, b) => into.push((ty(a), ty(b))),
        Cond::And(parts) | Cond::Or(parts) => {
            parts
                .iter()
                .for_each(|part| equalities(world, vars, part, into));
        }
        Cond::Not(inner) | Cond::Exists(_, inner) | Cond::Forall(_, inner) => {
            equalities(world, vars, inner, into);
        }
        Cond::Atom(..) | Cond::Is(..) => {}
    }
}
