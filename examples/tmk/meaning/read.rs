//! The parser of TMK texts. Line breaks and indentation have no meaning, with one exception in conditions. Keywords may be capitalised, as in the figures.

use super::{Call, Condition, Expression, Operation, Program, Statement, Task};

/// Parses a program. An error names the line.
pub fn read(text: &str) -> Result<Program, String> {
    let mut parser = Parser {
        tokens: tokens(text)?,
        at: 0,
    };
    let mut program = Program {
        knowledge: Vec::new(),
        tasks: Vec::new(),
    };
    while let Some(head) = parser.peek() {
        let head = head.to_lowercase();
        parser.at += 1;
        parser.expect(":")?;
        match head.as_str() {
            "knowledge" => parser.knowledge(&mut program.knowledge)?,
            "leaf" | "task" => program.tasks.push(parser.task(head == "leaf")?),
            _ => {
                parser.at -= 2;
                return Err(parser.expected("`Knowledge:`, `Leaf:` or `Task:`"));
            }
        }
    }
    Ok(program)
}

/// Splits a text into words, numbers and operators, with their lines.
fn tokens(text: &str) -> Result<Vec<(String, usize)>, String> {
    let mut tokens = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let mut rest = line.trim_start();
        while let Some(first) = rest.chars().next() {
            let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
            let len = match first {
                first if is_word(first) => {
                    rest.find(|letter| !is_word(letter)).unwrap_or(rest.len())
                }
                '=' | '!' | '<' | '>' if rest[1..].starts_with('=') => 2,
                '=' | '<' | '>' | '(' | ')' | '{' | '}' | ';' | ',' | ':' | '+' | '-' | '*' => 1,
                other => return Err(format!("line {number}: unexpected `{other}`")),
            };
            tokens.push((rest[..len].to_owned(), number));
            rest = rest[len..].trim_start();
        }
    }
    Ok(tokens)
}

/// A parser with its position.
struct Parser {
    tokens: Vec<(String, usize)>,
    at: usize,
}

type Read<T> = Result<T, String>;

impl Parser {
    fn peek(&self) -> Option<&str> {
        self.tokens.get(self.at).map(|(token, _)| token.as_str())
    }

    /// Returns true if this token is next, ignoring case.
    fn is(&self, token: &str) -> bool {
        self.peek()
            .is_some_and(|next| next.eq_ignore_ascii_case(token))
    }

    /// Consumes this token if it is next.
    fn accept(&mut self, token: &str) -> bool {
        let found = self.is(token);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, token: &str) -> Read<()> {
        if self.accept(token) {
            Ok(())
        } else {
            Err(self.expected(&format!("`{token}`")))
        }
    }

    fn expected(&self, what: &str) -> String {
        match self.tokens.get(self.at) {
            Some((token, line)) => format!("line {line}: expected {what}, found `{token}`"),
            None => format!("expected {what}, found the end"),
        }
    }

    fn name(&mut self) -> Read<String> {
        let word = self
            .peek()
            .filter(|word| word.starts_with(|first: char| first.is_ascii_alphabetic()));
        let Some(word) = word.map(str::to_owned) else {
            return Err(self.expected("a name"));
        };
        self.at += 1;
        Ok(word)
    }

    /// Returns true at `Task:` or another heading, or at the end.
    fn at_head(&self) -> bool {
        self.peek().is_none()
            || self
                .tokens
                .get(self.at + 1)
                .is_some_and(|(next, _)| next == ":")
    }

    fn knowledge(&mut self, names: &mut Vec<String>) -> Read<()> {
        while !self.at_head() {
            let name = self.name()?;
            if names.contains(&name) {
                return Err(format!("`{name}` is declared more than once"));
            }
            names.push(name);
            if self.is("(") {
                self.params()?;
            }
        }
        Ok(())
    }

    fn params(&mut self) -> Read<Vec<String>> {
        self.list(Self::name)
    }

    /// Parses `(item, item)`.
    fn list<T>(&mut self, item: fn(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        self.expect("(")?;
        let mut items = Vec::new();
        while !self.accept(")") {
            if !items.is_empty() {
                self.expect(",")?;
            }
            items.push(item(self)?);
        }
        Ok(items)
    }

    fn task(&mut self, leaf: bool) -> Read<Task> {
        let mut name = self.name()?;
        // The return type may be missing, as in figure 10.
        if !self.is("(") {
            name = self.name()?;
        }
        let params = self.params()?;
        let mut precondition = None;
        if self.accept("Precondition") {
            self.expect(":")?;
            precondition = Some(self.condition()?);
        }
        let mut body = Vec::new();
        while !self.at_head() {
            body.push(self.statement()?);
        }
        Ok(Task {
            name,
            leaf,
            params,
            precondition,
            body,
        })
    }

    fn statement(&mut self) -> Read<Statement> {
        let statement = if self.accept("{") {
            let mut all = Vec::new();
            while !self.accept("}") {
                all.push(self.statement()?);
            }
            Statement::Block(all)
        } else if self.accept("If") {
            let condition = self.condition()?;
            self.expect("Then")?;
            let then = Box::new(self.statement()?);
            let otherwise = self.accept("else").then(|| self.statement()).transpose()?;
            Statement::If(condition, then, otherwise.map(Box::new))
        } else if self.accept("While") {
            Statement::While(self.condition()?, Box::new(self.statement()?))
        } else if self.accept("For") {
            self.iteration()?
        } else if self.accept("return") {
            Statement::Return(self.expression()?)
        } else if self.accept("Set") {
            self.assignment()?
        } else if self.accept("Add") {
            Statement::Add(self.call()?)
        } else {
            Statement::Call(self.call()?)
        };
        self.accept(";");
        Ok(statement)
    }

    fn iteration(&mut self) -> Read<Statement> {
        if self.accept("each") {
            return Ok(Statement::ForEach(
                self.call()?,
                Box::new(self.statement()?),
            ));
        }
        self.expect("(")?;
        let first = self.assignment()?;
        self.expect(";")?;
        let condition = Condition::Is(self.expression()?);
        self.expect(";")?;
        let next = self.assignment()?;
        self.expect(")")?;
        Ok(Statement::For(Box::new((
            first,
            condition,
            next,
            self.statement()?,
        ))))
    }

    fn assignment(&mut self) -> Read<Statement> {
        let name = self.name()?;
        self.expect("=")?;
        Ok(Statement::Set(name, self.expression()?))
    }

    fn condition(&mut self) -> Read<Condition> {
        if self.is("(") {
            return Ok(Condition::Is(self.value()?));
        }
        let mut known = vec![self.call()?];
        // Further patterns follow without a separator, as in figure 8: on the same line, or before `Then`.
        while !self.is("Then")
            && self.tokens.get(self.at).map(|token| token.1) == self.line_before()
        {
            known.push(self.call()?);
        }
        Ok(Condition::Known(known))
    }

    fn line_before(&self) -> Option<usize> {
        self.tokens
            .get(self.at.checked_sub(1)?)
            .map(|token| token.1)
    }

    fn call(&mut self) -> Read<Call> {
        Ok(Call {
            name: self.name()?,
            args: self.list(Self::expression)?,
        })
    }

    // Expressions, from the lowest to the highest precedence.

    fn expression(&mut self) -> Read<Expression> {
        self.left(&[("or", Operation::Or)], |parser| {
            parser.left(&[("and", Operation::And)], Self::comparison)
        })
    }

    fn comparison(&mut self) -> Read<Expression> {
        let signs = [
            ("==", Operation::Equal),
            ("!=", Operation::Unequal),
            ("<=", Operation::AtMost),
            (">=", Operation::AtLeast),
            ("<", Operation::Less),
            (">", Operation::Greater),
        ];
        self.left(&signs, |parser| {
            parser.left(
                &[("+", Operation::Add), ("-", Operation::Subtract)],
                |parser| parser.left(&[("*", Operation::Multiply)], Self::value),
            )
        })
    }

    /// Parses left-associative binary operations with these operators.
    fn left(
        &mut self,
        signs: &[(&str, Operation)],
        operand: impl Fn(&mut Self) -> Read<Expression>,
    ) -> Read<Expression> {
        let mut left = operand(self)?;
        while let Some((_, operation)) = signs.iter().find(|(sign, _)| self.is(sign)) {
            self.at += 1;
            left = Expression::Both(*operation, Box::new((left, operand(self)?)));
        }
        Ok(left)
    }

    fn value(&mut self) -> Read<Expression> {
        if self.accept("(") {
            let inside = self.expression()?;
            self.expect(")")?;
            return Ok(inside);
        }
        if self.accept("not") {
            return Ok(Expression::Not(Box::new(self.value()?)));
        }
        for (word, truth) in [("true", true), ("false", false)] {
            if self.accept(word) {
                return Ok(Expression::Truth(truth));
            }
        }
        if let Some(number) = self.peek().and_then(|word| word.parse().ok()) {
            self.at += 1;
            return Ok(Expression::Number(number));
        }
        let name = self.name()?;
        if self.is("(") {
            let args = self.list(Self::expression)?;
            return Ok(Expression::Call(Call { name, args }));
        }
        Ok(Expression::Name(name))
    }
}
