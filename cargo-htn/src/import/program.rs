//! Writes the whole program: objects, facts, the domain, and a `main` that searches.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::domain::DomainText;
use super::model::{Callee, World};
use super::names::{Names, camel, snake};

/// Writes a program around a domain. `sources` names the two files.
pub fn program(world: &World, names: &Names, domain: &DomainText, sources: [&str; 2]) -> String {
    let mut text = head(world, names, sources);
    objects(&mut text, world, names, domain);
    text += "\nhtn_domain! {\n";
    text += &domain.text;
    text += "}\n";
    facts(&mut text, world, names, domain);
    spellings(&mut text, world, names);
    text += include_str!("program.txt");
    text
}

fn head(world: &World, names: &Names, sources: [&str; 2]) -> String {
    let [domain, problem] = sources.map(|path| path.rsplit(['/', '\\']).next().unwrap_or(path));
    format!(
        "// The problem `{}` of the domain `{}`, written by `cargo htn import` from `{domain}` and `{problem}`.\n\
         \n\
         use std::fmt;\n\
         use std::process::ExitCode;\n\
         use std::time::{{Duration, Instant}};\n\
         \n\
         use squad_htn::prelude::*;\n\
         \n\
         use {}::{{Fact, Plan, Planner, State, Task}};\n",
        world.problem, world.domain, names.domain,
    )
    .replace('\r', " ")
}

/// Writes the types of objects.
fn objects(text: &mut String, world: &World, names: &Names, domain: &DomainText) {
    let mut seen = BTreeSet::new();
    // Types that neither an object nor the domain has are left out.
    for (ty, declared) in world.types.iter().enumerate() {
        let name = names.rust_type(ty);
        let own = |object: &usize| names.rust_type(world.objects[*object].ty) == name;
        let objects: Vec<usize> = (0..world.objects.len()).filter(own).collect();
        let is_word = |word: &str| word == name;
        let words = |c: char| !c.is_ascii_alphanumeric() && c != '_';
        let is_used = domain.text.split(words).any(is_word);
        if !is_used || !seen.insert(name) {
            continue;
        }
        let (mut variants, mut spelled) = (String::new(), String::new());
        for object in &objects {
            let _ = writeln!(variants, "    {},", names.variant(*object));
            let _ = writeln!(spelled, "            {:?},", world.objects[*object].name);
        }
        if objects.is_empty() {
            variants += "    /// The problem has no objects of this type.\n    NoObject,\n";
            spelled += "            \"none\",\n";
        }
        let of = &declared.name;
        let _ = write!(
            text,
            "\n/// The objects of type `{of}`.\n\
             #[derive(Clone, Copy, PartialEq, Eq, Term)]\n\
             #[allow(dead_code)]\n\
             pub enum {name} {{\n{variants}}}\n\
             \n\
             impl fmt::Debug for {name} {{\n    \
                 fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {{\n        \
                     let names = [\n{spelled}        ];\n        \
                     f.write_str(names[*self as usize])\n    \
                 }}\n\
             }}\n"
        );
    }
}

/// Writes the facts of the problem, as far as the domain uses them.
fn facts(text: &mut String, world: &World, names: &Names, domain: &DomainText) {
    let variant = camel;
    let object = |object: usize| names.object(world, object);
    let mut lines = Vec::new();
    for ty in &domain.listed {
        let fact = variant(&names.type_tests[*ty]);
        let all = world.objects_of(*ty).into_iter();
        lines.extend(all.map(|of| format!("Fact::{fact}({})", object(of))));
    }
    for (predicate, args) in &world.facts {
        if domain.predicates.contains(predicate) {
            let args: Vec<String> = args.iter().map(|arg| object(*arg)).collect();
            let args = if args.is_empty() {
                String::new()
            } else {
                format!("({})", args.join(", "))
            };
            lines.push(format!(
                "Fact::{}{args}",
                variant(&names.predicates[*predicate])
            ));
        }
    }
    for (function, args, value) in &world.values {
        if domain.functions.contains(function) {
            let mut args: Vec<String> = args.iter().map(|arg| object(*arg)).collect();
            args.push(format!("{value:?}"));
            let fact = variant(&names.functions[*function]);
            lines.push(format!("Fact::{fact}({})", args.join(", ")));
        }
    }
    *text += "\n/// The facts of the problem.\nconst FACTS: &[Fact] = &[\n";
    lines
        .iter()
        .for_each(|line| *text += &format!("    {line},\n"));
    *text += "];\n";
}

/// Writes the names that HDDL spells in another way.
fn spellings(text: &mut String, world: &World, names: &Names) {
    let tasks = (0..world.tasks.len()).map(Callee::Task);
    let all = tasks.chain((0..world.actions.len()).map(Callee::Action));
    let tasks = all.map(|callee| {
        (
            names.task(callee).to_owned(),
            world.name_of(callee).to_owned(),
        )
    });
    let methods = world.tasks.iter().flat_map(|task| &task.methods);
    let methods = methods.map(|method| (snake(&method.name), method.name.clone()));
    for (doc, name, pairs) in [
        ("tasks", "TASKS", tasks.collect::<Vec<_>>()),
        ("methods", "METHODS", methods.collect()),
    ] {
        let _ = writeln!(
            text,
            "\n/// The names of {doc} that HDDL spells differently."
        );
        let _ = writeln!(text, "const {name}: &[(&str, &str)] = &[");
        for (own, hddl) in pairs.iter().filter(|(own, hddl)| own != hddl) {
            let _ = writeln!(text, "    ({own:?}, {hddl:?}),");
        }
        *text += "];\n";
    }
}
