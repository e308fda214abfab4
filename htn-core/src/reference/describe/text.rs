//! A description as text, in the shape of the source.

use core::fmt::{self, Display, Formatter};

use super::{Branch, Description, Parameter, SourceLine, Statement, Task, TaskForm};
use crate::reference::explain::at::At;

impl Display for Description {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        doc(self.doc, 0, f)?;
        writeln!(f, "domain {} ({})", self.name, self.file)?;
        for of in &self.predicates {
            doc(of.doc, 1, f)?;
            write!(f, "  predicate {}(", of.name)?;
            for (number, column) in of.columns.iter().enumerate() {
                let before = match (of.key == Some(number), number) {
                    (true, 0) => "=> ",
                    (true, _) => " => ",
                    (false, 0) => "",
                    (false, _) => ", ",
                };
                write!(f, "{before}{}", Typed(column))?;
            }
            writeln!(f, ") [{}]{}", of.capacity, At(of.line))?;
        }
        for axiom in &self.axioms {
            for of in &axiom.alternatives {
                write!(
                    f,
                    "  axiom {}({})",
                    axiom.name,
                    ParameterList(&of.parameters)
                )?;
                writeln!(f, "{}", At(of.line))?;
                for (number, block) in of.blocks.iter().enumerate() {
                    if number > 0 {
                        writeln!(f, "    else")?;
                    }
                    lines(block, 2, f)?;
                }
            }
        }
        self.tasks.iter().try_for_each(|of| task(of, f))
    }
}

fn task(of: &Task, f: &mut Formatter<'_>) -> fmt::Result {
    let head = |f: &mut Formatter<'_>, what: &str| {
        write!(f, "  {what} {}({})", of.name, ParameterList(&of.parameters))
    };
    let what = match of.form {
        TaskForm::Compound => "method",
        TaskForm::External => "operator",
        TaskForm::Internal => "internal operator",
        TaskForm::Synchronisation => {
            head(f, "synchronisation")?;
            return writeln!(f);
        }
    };
    for method in &of.methods {
        doc(method.doc, 1, f)?;
        head(f, what)?;
        writeln!(f, "{}", At(method.line))?;
        for of in &method.branches {
            match of.name {
                "" => inside(of, 2, f)?,
                name => branch(of, format_args!("branch {name}"), 2, f)?,
            }
        }
    }
    for operator in &of.operators {
        doc(operator.doc, 1, f)?;
        head(f, what)?;
        for (number, who) in operator.by.iter().enumerate() {
            write!(f, "{}{who}", if number == 0 { " by " } else { ", " })?;
        }
        writeln!(f, "{}", At(operator.line))?;
        lines(&operator.statements, 2, f)?;
    }
    Ok(())
}

fn branch(
    of: &Branch,
    head: fmt::Arguments<'_>,
    depth: usize,
    f: &mut Formatter<'_>,
) -> fmt::Result {
    doc(of.doc, depth, f)?;
    indent(depth, f)?;
    writeln!(f, "{head}{}", At(of.line))?;
    inside(of, depth + 1, f)
}

/// The condition and the body.
fn inside(of: &Branch, depth: usize, f: &mut Formatter<'_>) -> fmt::Result {
    for (number, conjunct) in of.condition.iter().enumerate() {
        indent(depth, f)?;
        let before = if number == 0 { "if" } else { "&&" };
        writeln!(f, "{before} {}", conjunct.text)?;
    }
    if !of.sort.is_empty() {
        indent(depth, f)?;
        writeln!(f, "sort by {}", of.sort)?;
    }
    body(&of.body, depth, f)
}

fn body(of: &[Statement], depth: usize, f: &mut Formatter<'_>) -> fmt::Result {
    for statement in of {
        match statement {
            Statement::Task { written, .. }
            | Statement::Let(written)
            | Statement::Effect(written)
            | Statement::Return(written)
            | Statement::Priority(written) => lines(core::slice::from_ref(written), depth, f)?,
            Statement::UnorderedFor(block) => {
                branch(block, format_args!("unordered for"), depth, f)?;
            }
            Statement::Now => {
                indent(depth, f)?;
                writeln!(f, "now")?;
            }
            Statement::If(blocks) => {
                for (number, block) in blocks.iter().enumerate() {
                    let head = match (number, block.condition.is_empty()) {
                        (0, _) => "if",
                        (_, false) => "else if",
                        (_, true) => "else",
                    };
                    branch(block, format_args!("{head}"), depth, f)?;
                }
            }
            Statement::While(block) => branch(block, format_args!("while"), depth, f)?,
            Statement::For(block) => branch(block, format_args!("for"), depth, f)?,
            Statement::Unordered(strands) => {
                indent(depth, f)?;
                writeln!(f, "unordered")?;
                for strand in strands {
                    indent(depth + 1, f)?;
                    writeln!(f, "strand")?;
                    body(strand, depth + 2, f)?;
                }
            }
        }
    }
    Ok(())
}

fn lines(of: &[SourceLine], depth: usize, f: &mut Formatter<'_>) -> fmt::Result {
    for line in of {
        indent(depth, f)?;
        writeln!(f, "{}", line.text)?;
    }
    Ok(())
}

fn doc(doc: &str, depth: usize, f: &mut Formatter<'_>) -> fmt::Result {
    for line in doc.lines() {
        indent(depth, f)?;
        writeln!(f, "/// {line}")?;
    }
    Ok(())
}

fn indent(depth: usize, f: &mut Formatter<'_>) -> fmt::Result {
    (0..depth).try_for_each(|_| f.write_str("  "))
}

/// A column or a parameter with its type.
struct Typed<'p>(&'p Parameter);

impl Display for Typed<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0.name {
            "" => f.write_str(self.0.ty),
            name => write!(f, "{name}: {}", self.0.ty),
        }
    }
}

/// Parameters.
struct ParameterList<'p>(&'p [Parameter]);

impl Display for ParameterList<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (number, parameter) in self.0.iter().enumerate() {
            let before = if number == 0 { "" } else { ", " };
            write!(f, "{before}{}", Typed(parameter))?;
        }
        Ok(())
    }
}
