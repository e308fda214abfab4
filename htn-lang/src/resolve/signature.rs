//! Declarations as error messages quote them.

use htn_core::tables::TaskKind;

use super::Names;
use super::names::SYNCHRONISATION;
use crate::ast::Parameter;
use crate::text::text;

impl Names<'_> {
    /// `at(who: Actor, Place)`
    pub fn predicate_signature(&self, predicate: usize) -> String {
        let predicate = &self.domain.predicates[predicate];
        let mut signature = format!("{}(", predicate.name);
        for (index, column) in predicate.columns.iter().enumerate() {
            let arrow = predicate.key == Some(index);
            match (index, arrow) {
                (0, true) => signature.push_str("=> "),
                (0, false) => {}
                (_, true) => signature.push_str(" => "),
                (_, false) => signature.push_str(", "),
            }
            if let Some(name) = &column.name {
                signature.push_str(&format!("{name}: "));
            }
            signature.push_str(&text(&column.ty.tokens));
        }
        signature.push(')');
        signature
    }

    /// `different(a: Actor, b: Actor)`
    pub fn axiom_signature(&self, axiom: usize) -> String {
        with_params(&self.axioms[axiom].name, self.axiom_params(axiom))
    }

    /// `restrain(squad: Actor, target: Actor)`
    pub fn task_signature(&self, task: usize) -> String {
        let group = &self.tasks[task];
        if !group.is_synchronisation() {
            return with_params(&group.name, self.task_params(task));
        }
        let agent = self
            .agent()
            .map_or_else(|| "Type".to_owned(), |agent| text(&agent.tokens));
        let params = SYNCHRONISATION
            .iter()
            .find(|(_, kind, _)| *kind == group.kind)
            .map_or(&[][..], |(_, _, params)| params);
        let params: Vec<String> = params
            .iter()
            .map(|param| format!("{param}: {agent}"))
            .collect();
        format!("{}({})", group.name, params.join(", "))
    }

    /// Returns true if a part of the task is unparsed.
    pub fn is_incomplete(&self, task: usize) -> bool {
        let group = &self.tasks[task];
        group.items.iter().any(|&item| match group.kind {
            TaskKind::Method => self.domain.methods[item].incomplete,
            _ => self.domain.operators[item].incomplete,
        })
    }
}

fn with_params(name: &str, params: &[Parameter]) -> String {
    let params: Vec<String> = params
        .iter()
        .map(|param| format!("{}: {}", param.name, text(&param.ty.tokens)))
        .collect();
    format!("{name}({})", params.join(", "))
}
