//! The sections of a file: `(define (domain name) (:types …) …)`.

use crate::import::problems::Problems;
use crate::import::text::{Expr, List, Word};

/// The shape of a file.
pub struct FileKind {
    /// `domain` or `problem`.
    name: &'static str,
    sections: &'static [&'static str],
    /// Sections that PDDL or HDDL have, with their names in words.
    unsupported: &'static [(&'static str, &'static str)],
}

pub const DOMAIN: FileKind = FileKind {
    name: "domain",
    sections: &[
        ":requirements",
        ":types",
        ":constants",
        ":predicates",
        ":functions",
        ":task",
        ":method",
        ":action",
        ":durative-action",
    ],
    unsupported: &[
        (":derived", "derived predicates are"),
        (":axiom", "derived predicates are"),
        (":constraints", "constraints on trajectories are"),
        (":process", "processes are"),
        (":event", "events are"),
    ],
};

pub const PROBLEM: FileKind = FileKind {
    name: "problem",
    sections: &[
        ":domain",
        ":requirements",
        ":objects",
        ":init",
        ":htn",
        ":goal",
        ":metric",
    ],
    unsupported: &[
        (":constraints", "constraints on trajectories are"),
        (":htnti", "task networks with task insertion are"),
    ],
};

/// The sections of a file, in the order written.
pub struct Sections<'e> {
    pub name: &'e Word,
    lists: Vec<(&'static str, Vec<&'e List>)>,
}

impl<'e> Sections<'e> {
    /// Splits a file. Reports sections that are unknown or not supported.
    pub fn read(file: &'e List, kind: &FileKind, problems: &mut Problems) -> Option<Sections<'e>> {
        let header = file.tail().first().and_then(Expr::list);
        let name = header.filter(|header| header.begins_with(kind.name));
        let name = name.and_then(|header| header.tail().first()?.word());
        let Some(name) = name.filter(|_| file.begins_with("define")) else {
            let span = header.map_or(file.span, |header| header.span);
            let error = problems.error(span, format!("the file does not define a {}", kind.name));
            let mut help = format!("it begins with `(define ({} name)`", kind.name);
            let other = [DOMAIN.name, PROBLEM.name]
                .into_iter()
                .find(|other| *other != kind.name);
            if other.is_some_and(|other| header.is_some_and(|header| header.begins_with(other))) {
                help = "pass the domain first, then the problem".to_owned();
            }
            error.help(help);
            return None;
        };
        let mut lists: Vec<(&str, Vec<&List>)> = Vec::new();
        lists.extend(kind.sections.iter().map(|section| (*section, Vec::new())));
        for expr in &file.items[2..] {
            let Some(list) = expr.list().filter(|list| list.head().is_some()) else {
                let error = problems.error(expr.span(), "expected a section");
                error.help(format!(
                    "a section is a list, such as `({} …)`",
                    kind.sections[0]
                ));
                continue;
            };
            let head = list.head().expect("it was tested");
            if let Some((_, of)) = lists.iter_mut().find(|(name, _)| head.is(name)) {
                of.push(list);
                continue;
            }
            let mut unsupported = kind.unsupported.iter();
            if let Some((_, what)) = unsupported.find(|(name, _)| head.is(name)) {
                problems.error(head.span, format!("{what} not supported"));
            } else {
                let message = format!("unknown section `{}` of a {}", head.text, kind.name);
                let error = problems.error(head.span, message);
                error.nearest("a section", &head.text, kind.sections.iter().copied());
            }
        }
        Some(Sections { name, lists })
    }

    /// Returns the sections with a keyword.
    pub fn all(&self, section: &str) -> &[&'e List] {
        let found = self.lists.iter().find(|(name, _)| *name == section);
        found.map_or(&[], |(_, lists)| lists)
    }

    /// Returns all actions in the order of the file, with true for durative ones.
    pub fn actions(&self) -> Vec<(bool, &'e List)> {
        let plain = self.all(":action").iter().map(|list| (false, *list));
        let durative = self
            .all(":durative-action")
            .iter()
            .map(|list| (true, *list));
        let mut all: Vec<(bool, &List)> = plain.chain(durative).collect();
        all.sort_by_key(|(_, list)| list.span);
        all
    }
}
