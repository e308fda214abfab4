//! Lowers methods and their bodies to reference rows, statement by statement.

use htn_core::reference::rows;

use super::condition::{over, span};
use super::{ItemVars, RowLowering, file, line, unraw};
use crate::ast::Statement;
use crate::ir::{Block, BoundMethod, ExprKind, Stmt};
use crate::pretty;
use crate::text::text;

impl<'m, 'a> RowLowering<'m, 'a> {
    pub fn method(&mut self, method: &'m BoundMethod<'a>) -> rows::MethodSource<'static> {
        let mut scope = ItemVars(method.params.clone());
        let mut branches = Vec::new();
        for (block, written) in method.branches.iter().zip(&method.item.branches) {
            branches.push(rows::BlockSource {
                name: written.name.as_ref().map(unraw).unwrap_or_default().into(),
                doc: written.docs.text().into(),
                line: line(written.span),
                ..self.block(block, &written.body, &mut scope)
            });
        }
        rows::MethodSource {
            file: file(method.item.name.span(), self.names),
            line: line(method.item.name.span()),
            params: self.number(method.params.len()),
            vars: self.vars(scope),
            branches: branches.into(),
        }
    }

    fn block(
        &mut self,
        block: &'m Block<'a>,
        written: &'a [Statement],
        scope: &mut ItemVars,
    ) -> rows::BlockSource<'static> {
        let begin = block.guard.as_ref().and_then(|guard| span(guard.source));
        let guard = block.guard.as_ref();
        rows::BlockSource {
            name: "".into(),
            doc: "".into(),
            line: begin.map_or(0, line),
            guard: guard.map(|guard| self.sorted(guard, scope)),
            body: self.body(&block.body, written, scope),
        }
    }

    fn body(
        &mut self,
        body: &'m [Stmt<'a>],
        written: &'a [Statement],
        scope: &mut ItemVars,
    ) -> rows::Statements<'static> {
        let mut statements = Vec::new();
        for (stmt, written) in body.iter().zip(written) {
            match self.statement(stmt, written, scope) {
                Some(statement) => statements.push(statement),
                None => self.incomplete = true,
            }
        }
        statements.into()
    }

    /// Returns `None` if the two are not the same statement.
    fn statement(
        &mut self,
        stmt: &'m Stmt<'a>,
        written: &'a Statement,
        scope: &mut ItemVars,
    ) -> Option<rows::Stmt<'static>> {
        Some(match (stmt, written) {
            (Stmt::Task { task, args, ret }, _) => rows::Stmt::Task {
                task: self.number(*task),
                args: self.arguments(args, scope),
                returned: ret.map(|var| self.var(var, scope)),
                written: statement(written),
            },
            (Stmt::Later { task, args }, _) => rows::Stmt::Later {
                task: self.number(*task),
                args: self.arguments(args, scope),
                written: statement(written),
            },
            (Stmt::Let { var, value }, Statement::Let { value: of, .. }) => {
                let value = self.value(value, over(of), scope)?;
                let var = self.var(*var, scope);
                rows::Stmt::Let {
                    var,
                    value,
                    written: statement(written),
                }
            }
            (Stmt::Effect(effect), written) => rows::Stmt::Effect(rows::Effect {
                written: statement(written),
                ..self.effect(effect, scope)
            }),
            (Stmt::If(blocks), Statement::If { blocks: written }) => {
                let blocks = blocks.iter().zip(written);
                let blocks = blocks.map(|(block, (_, body))| self.block(block, body, scope));
                rows::Stmt::If(blocks.collect::<Vec<_>>().into())
            }
            (Stmt::While(block), Statement::While { body, .. }) => {
                rows::Stmt::While(self.block(block, body, scope))
            }
            (Stmt::For(block), Statement::For { body, .. }) => {
                rows::Stmt::For(self.block(block, body, scope))
            }
            (Stmt::Unordered(strands), Statement::Unordered { strands: written }) => {
                let strands = strands.iter().zip(written);
                let strands = strands.map(|(strand, written)| self.body(strand, written, scope));
                rows::Stmt::Unordered(strands.collect::<Vec<_>>().into())
            }
            (Stmt::UnorderedFor(block), Statement::UnorderedFor { body, .. }) => {
                rows::Stmt::UnorderedFor(self.block(block, body, scope))
            }
            (Stmt::Now, Statement::Now(_)) => rows::Stmt::Now,
            (Stmt::Priority(_, expr), written) => {
                let function = self.function(ExprKind::Word, expr, scope);
                rows::Stmt::Priority(function, statement(written))
            }
            (Stmt::Return(expr), written) => {
                let function = self.function(ExprKind::Word, expr, scope);
                rows::Stmt::Return(function, statement(written))
            }
            _ => return None,
        })
    }

    pub fn effect(
        &mut self,
        effect: &'m crate::ir::BoundEffect<'a>,
        scope: &mut ItemVars,
    ) -> rows::Effect<'static> {
        let each = effect.each.as_ref().map(|each| self.sorted(each, scope));
        let atoms = effect.atoms.iter().map(|(rel, args)| rows::Atom {
            predicate: self.number(*rel),
            args: self.args(args, scope),
        });
        rows::Effect {
            verb: effect.verb,
            atoms: atoms.collect::<Vec<_>>().into(),
            each,
            written: rows::SourceText::default(),
        }
    }
}

/// Returns the text of a statement that is one line.
fn statement(of: &Statement) -> rows::SourceText<'static> {
    let (text, begin) = match of {
        Statement::Task { name, args } => (pretty::call(name, args), name.span()),
        Statement::Later { name, args } => {
            (format!("later {}", pretty::call(name, args)), name.span())
        }
        Statement::LetTask {
            name, task, args, ..
        } => (
            format!("let {name} = {}", pretty::call(task, args)),
            name.span(),
        ),
        Statement::Let { name, ty, value } => (pretty::binding(name, ty, value), name.span()),
        Statement::Effect(effect) => (pretty::effect(effect), effect.keyword),
        Statement::Return { keyword, value } => {
            (format!("return {}", text(&value.tokens)), *keyword)
        }
        Statement::Priority { keyword, value } => {
            (format!("priority {}", text(&value.tokens)), *keyword)
        }
        _ => return rows::SourceText::default(),
    };
    rows::SourceText {
        text: text.into(),
        line: line(begin),
    }
}
