//! Random domains as the text of a domain.

use std::fmt::{Display, Formatter, Result};

use crate::spec::*;

struct List<'a, T>(&'a [T]);

impl<T: Display> Display for List<'_, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        for (i, item) in self.0.iter().enumerate() {
            write!(f, "{}{item}", if i == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

/// Returns a range of either form, if the values are consecutive.
struct Items<'a>(&'a [Item]);

impl Display for Items<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let items = self.0;
        let rises =
            |a: &Item, b: &Item| matches!((a, b), (Item::Num(a), Item::Num(b)) if *b == a + 1);
        match items {
            [Item::Num(first), .., Item::Num(last)] if items.is_sorted_by(rises) => {
                match items.len() % 2 {
                    0 => write!(f, "{first}..{}", last + 1),
                    _ => write!(f, "{first}..={last}"),
                }
            }
            [] => write!(f, "[N0; 0]"),
            _ => write!(f, "[{}]", List(items)),
        }
    }
}

/// Returns an item whose type cannot be inferred.
struct Typed<'a>(&'a Item);

impl Display for Typed<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self.0 {
            Item::Num(word) => write!(f, "N{word}"),
            other => write!(f, "{other}"),
        }
    }
}

impl Display for Item {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Item::Var(name) => f.write_str(name),
            Item::Num(word) => write!(f, "{word}"),
            Item::Const(word) => write!(f, "N{word}"),
            Item::Any => f.write_str("_"),
            Item::Sum(sum) => write!(f, "{sum}"),
            Item::Wide(item) => write!(f, "self::wide({})", Typed(item)),
        }
    }
}

impl Display for Atom {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{}({})", self.name, List(&self.args))
    }
}

impl Display for Sum {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let Sum { item, plus, inline } = self;
        match inline {
            true => write!(f, "({} + {plus}) % {MODULO}", Typed(item)),
            false => write!(f, "self::plus({}, {plus})", Typed(item)),
        }
    }
}

impl Display for Best {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(match self {
            Best::Min => "min",
            Best::Max => "max",
        })
    }
}

impl Display for NumberType {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(match self {
            NumberType::Usize => "usize",
            NumberType::U64 => "u64",
        })
    }
}

/// `let name: type = aggregate`.
struct Named<'a>(&'a str, &'a Value);

impl Display for Named<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let Named(name, Value { fold, over }) = self;
        match fold.number_type() {
            Some(ty) => write!(f, "let {name}: {ty} = ")?,
            None => write!(f, "let {name}: V = ")?,
        }
        match fold {
            Fold::Count => write!(f, "count({over})"),
            Fold::Sum(of) => write!(f, "sum(self::number({}); {over})", Typed(of)),
            Fold::Best(best, of) => write!(f, "{best}({of}; {over})"),
            Fold::BestNumber(best, of) => write!(f, "{best}(self::number({}); {over})", Typed(of)),
        }
    }
}

/// `let name: V = self::small(number)`.
struct Small<'a>(&'a str, &'a str, NumberType);

impl Display for Small<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let Small(name, number, ty) = self;
        let cast = match ty {
            NumberType::Usize => " as u64",
            NumberType::U64 => "",
        };
        write!(f, "let {name}: V = self::small({number}{cast})")
    }
}

impl Display for Cond {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Cond::And(all) => {
                for (i, cond) in all.iter().enumerate() {
                    write!(f, "{}{cond}", if i == 0 { "" } else { " && " })?;
                }
                Ok(())
            }
            Cond::Or(a, b) => write!(f, "(({a}) || ({b}))"),
            Cond::Not(a) => write!(f, "!({a})"),
            Cond::Atom(atom) => write!(f, "{atom}"),
            Cond::Test(a, op, b) => write!(f, "{a} {op} {b}"),
            Cond::Let(name, sum) => write!(f, "let {name}: V = {sum}"),
            Cond::Polled(inner) => match &**inner {
                Cond::Let(name, sum) => write!(f, "let {name}: V = poll self::answer({sum})"),
                Cond::Some(name, of) => {
                    write!(
                        f,
                        "let Some({name}): Option<V> = poll self::answer(self::below({of}))"
                    )
                }
                test => write!(f, "poll self::answer({test})"),
            },
            Cond::Value(name, value) => write!(f, "{}", Named(name, value)),
            Cond::TestNumber(name, op, word) => write!(f, "{name} {op} {word}"),
            Cond::Small(name, number, ty) => write!(f, "{}", Small(name, number, *ty)),
            Cond::Narrow(name, wide) => write!(f, "let {name}: V = self::narrow({wide})"),
            Cond::Some(name, of) => write!(f, "let Some({name}): Option<V> = self::below({of})"),
            Cond::Each(name, items) => write!(f, "let {name}: V in {}", Items(items)),
            Cond::Range(name, from, to) => write!(f, "let {name}: V in {from}..{to}"),
            Cond::Span(name, from, to) => {
                let (from, to) = (Typed(from), Typed(to));
                write!(f, "let {name}: V in self::span({from}, {to})")
            }
            Cond::First(sorted) => write!(f, "first({sorted})"),
            Cond::Forall(a, b) => write!(f, "forall({a} => {b})"),
            Cond::WhenPlanning(a) => write!(f, "when_planning({a})"),
        }
    }
}

impl Display for Sorted {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{}", self.cond)?;
        let Some(sort) = &self.sort else {
            return Ok(());
        };
        let by = sort.by.iter().map(|name| match sort.of {
            SortOf::Value => name.clone(),
            SortOf::Number => format!("self::number({name})"),
            SortOf::Price => format!("self::price({name})"),
        });
        let by: Vec<String> = by.collect();
        match by.as_slice() {
            [one] => write!(f, " sort by {one}")?,
            several => write!(f, " sort by ({})", List(several))?,
        }
        f.write_str(if sort.falling { " desc" } else { "" })
    }
}

impl Display for Mark {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(match self {
            Mark::Start => "start",
            Mark::Finish => "finish",
            Mark::Success => "success",
            Mark::Failure => "failure",
            Mark::Sensed => "sensed",
        })
    }
}

impl Display for Effect {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        if let Some(mark) = self.mark {
            write!(f, "{mark} ")?;
        }
        write!(f, "{} {}", self.verb.word(), List(&self.atoms))?;
        if let Some(each) = &self.each {
            write!(f, " for {each}")?;
        }
        writeln!(f, ";")
    }
}

fn body(statements: &[Stmt], f: &mut Formatter<'_>) -> Result {
    writeln!(f, "{{")?;
    for statement in statements {
        write!(f, "{statement}")?;
    }
    writeln!(f, "}}")
}

impl Display for Stmt {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Stmt::Task(name, args) => writeln!(f, "{name}({});", List(args)),
            Stmt::Later(name, args) => writeln!(f, "later {name}({});", List(args)),
            Stmt::LetTask(x, name, args) => writeln!(f, "let {x} = {name}({});", List(args)),
            Stmt::Let(x, sum) => writeln!(f, "let {x}: V = {sum};"),
            Stmt::Value(x, value) => writeln!(f, "{};", Named(x, value)),
            Stmt::Small(x, number, ty) => writeln!(f, "{};", Small(x, number, *ty)),
            Stmt::Effect(effect) => write!(f, "{effect}"),
            Stmt::If(blocks) => {
                for (i, (guard, inner)) in blocks.iter().enumerate() {
                    write!(f, "{}", if i == 0 { "" } else { "else " })?;
                    if let Some(guard) = guard {
                        write!(f, "if {guard} ")?;
                    }
                    body(inner, f)?;
                }
                Ok(())
            }
            Stmt::While(guard, inner) => {
                write!(f, "while {guard} ")?;
                body(inner, f)
            }
            Stmt::For(guard, inner) => {
                write!(f, "for {guard} ")?;
                body(inner, f)
            }
            Stmt::Unordered(strands) => {
                writeln!(f, "unordered {{")?;
                for strand in strands {
                    match strand.as_slice() {
                        [Stmt::Task(..) | Stmt::Later(..)] => write!(f, "{}", strand[0])?,
                        _ => body(strand, f)?,
                    }
                }
                writeln!(f, "}}")
            }
            Stmt::UnorderedFor(guard, inner) => {
                write!(f, "unordered for {guard} ")?;
                body(inner, f)
            }
            Stmt::Now => f.write_str("now "),
            Stmt::Return(item) => writeln!(f, "return {item};"),
            Stmt::Priority(sum) => writeln!(f, "priority self::rank({sum});"),
        }
    }
}

fn params(params: &[String], f: &mut Formatter<'_>) -> Result {
    let typed: Vec<String> = params.iter().map(|name| format!("{name}: V")).collect();
    write!(f, "({})", List(&typed))
}

impl Display for Predicate {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "predicate {}(", self.name)?;
        for column in 0..self.columns {
            f.write_str(match (column, self.key) {
                (column, Some(key)) if column == key => " => ",
                (0, _) => "",
                _ => ", ",
            })?;
            f.write_str(match self.wide == Some(column) {
                true => "u64",
                false => "V",
            })?;
        }
        writeln!(f, ") [{}];", self.capacity)
    }
}

impl Display for Axiom {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "axiom {}", self.name)?;
        params(&self.params, f)?;
        for (i, clause) in self.clauses.iter().enumerate() {
            writeln!(f, "{} {{ {clause} }}", if i == 0 { "" } else { " else" })?;
        }
        Ok(())
    }
}

impl Display for Operator {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let internal = if self.internal { "internal " } else { "" };
        write!(f, "{internal}operator {}", self.name)?;
        params(&self.params, f)?;
        if self.by > 0 {
            write!(f, " by {}", List(&self.params[..self.by]))?;
        }
        writeln!(f, " {{")?;
        if let Some(guard) = &self.guard {
            writeln!(f, "if {guard};")?;
        }
        if let Some(during) = &self.during {
            writeln!(f, "while {during};")?;
        }
        let mut effects = self.effects.iter();
        effects.try_for_each(|effect| write!(f, "{effect}"))?;
        if let Some(cost) = &self.cost {
            writeln!(f, "cost self::price({cost});")?;
        } else if let Some(cost) = self.fixed_cost {
            writeln!(f, "cost {cost:?};")?;
        }
        writeln!(f, "}}")
    }
}

impl Display for Method {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        // If a task is `pub`, unreachable items are an error.
        let public = if self.name == "m0" { "pub " } else { "" };
        write!(f, "{public}method {}", self.name)?;
        params(&self.params, f)?;
        writeln!(f, "{} {{", if self.returns { " -> V" } else { "" })?;
        for (i, (guard, inner)) in self.branches.iter().enumerate() {
            write!(f, "branch b{i} ")?;
            if let Some(guard) = guard {
                write!(f, "if {guard} ")?;
            }
            body(inner, f)?;
        }
        writeln!(f, "}}")
    }
}

impl Display for Spec {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        writeln!(f, "pub domain random;")?;
        if self.agents {
            writeln!(f, "agent V;")?;
        }
        self.predicates
            .iter()
            .try_for_each(|of| write!(f, "{of}"))?;
        self.axioms.iter().try_for_each(|of| write!(f, "{of}"))?;
        self.operators.iter().try_for_each(|of| write!(f, "{of}"))?;
        self.methods.iter().try_for_each(|of| write!(f, "{of}"))
    }
}
