//! Makes a description of a domain's rows and tables.

use alloc::vec::Vec;

use super::{
    Alternative, Axiom, Branch, Description, Method, Operator, Parameter, Predicate, SourceLine,
    Statement, Task, TaskForm,
};
use crate::model::domain::Domain;
use crate::reference::rows::{self, DomainSource, DoneBy, NamedVar, SourceText, Stmt};
use crate::tables::{self, Tables, TypeId};

struct DescriptionBuilder {
    rows: &'static DomainSource<'static>,
    tables: &'static Tables,
}

impl Description {
    pub(crate) fn new<D: Domain>() -> Option<Description> {
        let rows = D::reference()?.rows;
        let tables = D::tables();
        let build = DescriptionBuilder { rows, tables };
        let predicates = rows.predicates.iter().zip(tables.relations);
        let tasks = rows.tasks.iter().enumerate().zip(tables.tasks);
        Some(Description {
            name: &rows.name,
            doc: tables.doc,
            file: &rows.file,
            predicates: predicates
                .map(|(row, of)| build.predicate(row, of))
                .collect(),
            axioms: rows.axioms.iter().map(|row| build.axiom(row)).collect(),
            tasks: tasks
                .map(|((number, row), of)| build.task(number, row, of))
                .collect(),
        })
    }
}

impl DescriptionBuilder {
    fn type_name(&self, ty: TypeId) -> &'static str {
        let ty = self.tables.types.get(usize::from(ty.0));
        ty.map_or("", |ty| ty.name)
    }

    fn file(&self, of: &'static str) -> &'static str {
        if of.is_empty() { &self.rows.file } else { of }
    }

    fn parameters(&self, of: &'static [tables::Param]) -> Vec<Parameter> {
        let parameters = of.iter().map(|of| Parameter {
            name: of.name,
            ty: self.type_name(of.ty),
            agent: of.agent,
        });
        parameters.collect()
    }

    fn predicate(
        &self,
        row: &'static rows::PredicateSource<'static>,
        of: &'static tables::Relation,
    ) -> Predicate {
        Predicate {
            name: &row.name,
            doc: of.doc,
            file: self.file(&row.file),
            line: row.line,
            columns: self.parameters(of.columns),
            key: row.key.map(usize::from),
            capacity: row.capacity,
        }
    }

    fn axiom(&self, row: &'static rows::AxiomSource<'static>) -> Axiom {
        let alternatives = row.alternatives.iter().map(|of| {
            let params = of.vars.iter().take(usize::from(of.params));
            let clauses = of.clauses.iter();
            Alternative {
                file: self.file(&of.file),
                line: of.line,
                parameters: params.map(|var| self.variable(var)).collect(),
                blocks: clauses.map(|clause| conjuncts(&clause.condition)).collect(),
            }
        });
        Axiom {
            name: &row.name,
            alternatives: alternatives.collect(),
        }
    }

    fn variable(&self, var: &'static NamedVar<'static>) -> Parameter {
        let ty = TypeId(var.ty);
        let params = self.tables.tasks.iter().flat_map(|task| task.params);
        let columns = self.tables.relations.iter().flat_map(|of| of.columns);
        let mut agents = params.chain(columns).filter(|param| param.agent);
        Parameter {
            name: &var.name,
            ty: self.type_name(ty),
            agent: agents.any(|param| param.ty == ty),
        }
    }

    fn task(
        &self,
        number: usize,
        row: &'static rows::TaskSource<'static>,
        of: &'static tables::TaskRow,
    ) -> Task {
        let is_it = |task: tables::TaskId| usize::from(task.0) == number;
        let (mut methods, mut operators) = (Vec::new(), Vec::new());
        match &row.done_by {
            DoneBy::Methods(all) => {
                let docs = self.tables.methods.iter();
                let docs = docs.filter(|method| is_it(method.task));
                for (method, of) in all.iter().zip(docs) {
                    methods.push(Method {
                        doc: of.doc,
                        file: self.file(&method.file),
                        line: method.line,
                        branches: self.branches(&method.branches),
                    });
                }
            }
            DoneBy::Operators(all) => {
                let docs = self.tables.operators.iter();
                let docs = docs.filter(|operator| is_it(operator.task));
                for (operator, of) in all.iter().zip(docs) {
                    let by = operator.by.iter();
                    let by = by.filter_map(|var| operator.vars.get(usize::from(*var)));
                    operators.push(Operator {
                        doc: of.doc,
                        file: self.file(&operator.file),
                        line: operator.line,
                        by: by.map(|var| &*var.name).collect(),
                        statements: operator.statements.iter().map(line).collect(),
                    });
                }
            }
            DoneBy::Itself => {}
        }
        Task {
            name: &row.name,
            doc: of.doc,
            form: match of.kind {
                tables::TaskKind::Method | tables::TaskKind::Block => TaskForm::Compound,
                tables::TaskKind::External => TaskForm::External,
                tables::TaskKind::Internal => TaskForm::Internal,
                _ => TaskForm::Synchronisation,
            },
            parameters: self.parameters(of.params),
            methods,
            operators,
        }
    }

    fn branches(&self, blocks: &'static [rows::BlockSource<'static>]) -> Vec<Branch> {
        blocks.iter().map(|block| self.branch(block)).collect()
    }

    fn branch(&self, block: &'static rows::BlockSource<'static>) -> Branch {
        let guard = block.guard.as_ref();
        Branch {
            name: &block.name,
            doc: &block.doc,
            line: block.line,
            condition: guard.map_or_else(Vec::new, |guard| conjuncts(&guard.condition)),
            sort: guard.map_or("", |guard| &guard.by),
            body: self.body(&block.body),
        }
    }

    fn body(&self, body: &'static [Stmt<'static>]) -> Vec<Statement> {
        let statements = body.iter().map(|statement| match statement {
            Stmt::Task { task, written, .. } | Stmt::Later { task, written, .. } => {
                let row = self.rows.tasks.get(usize::from(*task));
                Statement::Task {
                    written: line(written),
                    task: row.map_or("", |row| &row.name),
                }
            }
            Stmt::Let { written, .. } => Statement::Let(line(written)),
            Stmt::Effect(effect) => Statement::Effect(line(&effect.written)),
            Stmt::If(blocks) => Statement::If(self.branches(blocks)),
            Stmt::While(block) => Statement::While(self.branch(block)),
            Stmt::For(block) => Statement::For(self.branch(block)),
            Stmt::Unordered(strands) => {
                let strands = strands.iter().map(|strand| self.body(strand));
                Statement::Unordered(strands.collect())
            }
            Stmt::UnorderedFor(block) => Statement::UnorderedFor(self.branch(block)),
            Stmt::Now => Statement::Now,
            Stmt::Return(_, written) => Statement::Return(line(written)),
            Stmt::Priority(_, written) => Statement::Priority(line(written)),
        });
        statements.collect()
    }
}

fn line(written: &'static SourceText<'static>) -> SourceLine {
    SourceLine {
        text: &written.text,
        line: written.line,
    }
}

fn conjuncts(condition: &'static [rows::Conjunct<'static>]) -> Vec<SourceLine> {
    let lines = condition.iter().map(|conjunct| SourceLine {
        text: &conjunct.text,
        line: conjunct.line,
    });
    lines.collect()
}
