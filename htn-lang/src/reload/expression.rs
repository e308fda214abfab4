//! The Rust expressions of a reloaded domain: those of the compiled one, and literals and operators around them.

use core::any::TypeId as AnyId;
use std::collections::BTreeMap;

use htn_core::domain::Domain;
use htn_core::host::{Function as Compiled, Game, PolledWord, SortKeyFn};
use htn_core::key::NumberRange;
use htn_core::reload::{Call, Expression, Fold, FoldFn, ItemsFn, Registry};
use htn_core::solve::ItemSink;
use htn_core::tables::{Slot, Type, TypeId};
use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::primitive::{BinaryOperator, Primitive, any_of};
use super::syntax::{Syntax, parse, range_ends};
use crate::emit::bare;
use crate::errors::Errors;
use crate::ir::Wanted;
use crate::lower::functions::{ExprKind, Function};
use crate::parse::tokens::{at_commas, list};
use crate::pattern::Pattern;

/// The slots that a function of the compiled domain reads.
pub enum Slots {
    /// Those of the frame.
    Same,
    /// These pairs: from a slot of the frame to one of the function, below `size`.
    Moved {
        size: usize,
        moves: Box<[(Slot, Slot)]>,
    },
}

impl Slots {
    /// Calls a function with the slots that it reads.
    #[inline]
    fn with<R>(&self, slots: &[u64], call: impl FnOnce(&[u64]) -> R) -> R {
        const SHORT: usize = 16;
        match self {
            Slots::Same => call(slots),
            Slots::Moved { size, moves } if *size <= SHORT => {
                let mut own = [0; SHORT];
                moves
                    .iter()
                    .for_each(|(from, to)| own[usize::from(to.0)] = slots[usize::from(from.0)]);
                call(&own)
            }
            Slots::Moved { size, moves } => {
                let mut own = vec![0; *size];
                moves
                    .iter()
                    .for_each(|(from, to)| own[usize::from(to.0)] = slots[usize::from(from.0)]);
                call(&own)
            }
        }
    }
}

/// An expression with one value, as a word.
pub enum ComputedValue<D: Domain> {
    Word(Compiled<D, u64>, Slots),
    Test(Compiled<D, bool>, Slots),
    Cost(Compiled<D, f32>, Slots),
    Slot(Slot),
    Constant(u64),
    /// Of words that are equal if the values are.
    Same {
        values: Box<[ComputedValue<D>; 2]>,
        negated: bool,
    },
    Binary {
        operator: BinaryOperator,
        ty: Primitive,
        values: Box<[ComputedValue<D>; 2]>,
    },
    Negate(Primitive, Box<ComputedValue<D>>),
    Not(Primitive, Box<ComputedValue<D>>),
    Both(Box<[ComputedValue<D>; 2]>),
    Either(Box<[ComputedValue<D>; 2]>),
    /// Converts a computed value to the word that facts have for it.
    Settled(Primitive, Box<ComputedValue<D>>),
}

impl<D: Domain> ComputedValue<D> {
    /// Evaluates it over the slots of a frame.
    pub fn get(&self, game: Game<'_, D::Context<'_>>, slots: &[u64]) -> u64 {
        let pair =
            |values: &[ComputedValue<D>; 2]| values.each_ref().map(|value| value.get(game, slots));
        match self {
            ComputedValue::Word(f, of) => of.with(slots, |slots| f(game, slots)),
            ComputedValue::Test(f, of) => of.with(slots, |slots| f(game, slots)).into(),
            ComputedValue::Cost(f, of) => of.with(slots, |slots| f(game, slots)).to_bits().into(),
            ComputedValue::Slot(slot) => slots[usize::from(slot.0)],
            ComputedValue::Constant(word) => *word,
            ComputedValue::Same { values, negated } => {
                let [a, b] = pair(values);
                ((a == b) != *negated).into()
            }
            ComputedValue::Binary {
                operator,
                ty,
                values,
            } => {
                let [a, b] = pair(values);
                ty.binary(*operator, a, b)
            }
            ComputedValue::Negate(ty, value) => ty.negate(value.get(game, slots)),
            ComputedValue::Not(ty, value) => ty.not(value.get(game, slots)),
            ComputedValue::Both(values) => {
                u64::from(values.iter().all(|value| value.get(game, slots) != 0))
            }
            ComputedValue::Either(values) => {
                u64::from(values.iter().any(|value| value.get(game, slots) != 0))
            }
            ComputedValue::Settled(ty, value) => ty.settle(value.get(game, slots)),
        }
    }
}

/// An optional value.
pub struct OptionOf<D: Domain>(Compiled<D, Option<u64>>, Slots);

impl<D: Domain> OptionOf<D> {
    pub fn get(&self, game: Game<'_, D::Context<'_>>, slots: &[u64]) -> Option<u64> {
        self.1.with(slots, |slots| (self.0)(game, slots))
    }
}

/// A value that may be pending.
pub struct PollOf<D: Domain>(Compiled<D, PolledWord>, Slots);

impl<D: Domain> PollOf<D> {
    pub fn get(&self, game: Game<'_, D::Context<'_>>, slots: &[u64]) -> PolledWord {
        self.1.with(slots, |slots| (self.0)(game, slots))
    }
}

/// Items.
pub struct ItemsOf<D: Domain>(ItemsFn<D>, Slots);

impl<D: Domain> ItemsOf<D> {
    pub fn write(&self, game: Game<'_, D::Context<'_>>, slots: &[u64], out: &mut ItemSink<'_>) {
        self.1.with(slots, |slots| (self.0)(game, slots, out));
    }
}

/// A range of numbers.
pub enum SpanOf<D: Domain> {
    Compiled(Compiled<D, [u64; 2]>, Slots),
    Ends {
        ends: Box<[ComputedValue<D>; 2]>,
        inclusive: bool,
    },
}

impl<D: Domain> SpanOf<D> {
    /// Returns the first number, and the number of numbers.
    pub fn get(&self, game: Game<'_, D::Context<'_>>, slots: &[u64]) -> [u64; 2] {
        match self {
            SpanOf::Compiled(f, of) => of.with(slots, |slots| f(game, slots)),
            SpanOf::Ends { ends, inclusive } => {
                let [from, to] = ends.each_ref().map(|end| end.get(game, slots));
                if *inclusive {
                    (from..=to).span()
                } else {
                    (from..to).span()
                }
            }
        }
    }
}

/// A sort key.
pub enum KeyOf<D: Domain> {
    Compiled {
        f: SortKeyFn<D>,
        slots: Slots,
        words: usize,
    },
    Numbers {
        numbers: Vec<(Primitive, ComputedValue<D>)>,
        descending: bool,
    },
}

impl<D: Domain> KeyOf<D> {
    /// Returns the number of its words.
    pub fn words(&self) -> usize {
        match self {
            KeyOf::Compiled { words, .. } => *words,
            KeyOf::Numbers { numbers, .. } => numbers.len(),
        }
    }

    pub fn write(&self, game: Game<'_, D::Context<'_>>, slots: &[u64], key: &mut [u64]) {
        match self {
            KeyOf::Compiled { f, slots: of, .. } => of.with(slots, |slots| f(game, slots, key)),
            KeyOf::Numbers {
                numbers,
                descending,
            } => {
                for ((ty, value), word) in numbers.iter().zip(key.chunks_mut(1)) {
                    ty.sort_key(value.get(game, slots), *descending, word);
                }
            }
        }
    }
}

/// A value that is folded into the one so far.
pub enum FoldOf<D: Domain> {
    Compiled(FoldFn<D>, Slots),
    Computed(Fold, Primitive, ComputedValue<D>),
}

impl<D: Domain> FoldOf<D> {
    pub fn get(&self, game: Game<'_, D::Context<'_>>, slots: &[u64], so_far: Option<u64>) -> u64 {
        match self {
            FoldOf::Compiled(f, of) => of.with(slots, |slots| f(game, slots, so_far)),
            FoldOf::Computed(fold, ty, value) => ty.fold(*fold, so_far, value.get(game, slots)),
        }
    }
}

/// An expression that cannot be evaluated: its tokens and the reason.
pub type Refused = (TokenStream, String);

/// The expressions and types of the compiled domain.
pub struct Known<D: Domain> {
    patterns: BTreeMap<&'static str, Vec<&'static Expression<D>>>,
    /// By number of a type.
    types: Vec<Option<AnyId>>,
}

/// A value, with its type.
type Typed<D> = (ComputedValue<D>, AnyId);

impl<D: Domain> Known<D> {
    pub fn new(registry: &'static Registry<D>, types: &[Type]) -> Known<D> {
        let mut patterns = BTreeMap::<_, Vec<_>>::new();
        for expression in registry.expressions {
            patterns
                .entry(expression.pattern)
                .or_default()
                .push(expression);
        }
        Known {
            patterns,
            types: types.iter().map(any_of).collect(),
        }
    }

    /// Returns true if two names mean one type.
    pub fn is_same_type(&self, a: TypeId, b: TypeId) -> bool {
        a == b || self.any(a).is_some() && self.any(a) == self.any(b)
    }

    /// Returns true if the type is `usize`.
    pub fn is_count(&self, ty: TypeId) -> bool {
        self.any(ty) == Some(AnyId::of::<usize>())
    }

    fn any(&self, ty: TypeId) -> Option<AnyId> {
        self.types.get(usize::from(ty.0)).copied().flatten()
    }

    fn wanted(&self, ty: Option<Wanted>) -> Option<AnyId> {
        ty.and_then(|wanted| self.any(wanted.ty))
    }

    /// Finds an expression of the compiled domain with the tokens of a function, and what `select` makes of its call.
    fn whole<T>(
        &self,
        function: &Function<'_>,
        select: impl Fn(&'static Expression<D>) -> Option<T>,
    ) -> Option<(T, Slots)> {
        self.find(&bare(&function.source.tokens), function, |expression| {
            let ty = function.ty.map(|wanted| wanted.ty);
            (expression.ty == ty).then(|| select(expression)).flatten()
        })
    }

    fn find<T>(
        &self,
        tokens: &TokenStream,
        function: &Function<'_>,
        select: impl Fn(&'static Expression<D>) -> Option<T>,
    ) -> Option<(T, Slots)> {
        let pattern = Pattern::of(tokens, &function.sees);
        let found = self.patterns.get(pattern.text.as_str())?;
        found.iter().find_map(|expression| {
            let slots = moves(expression.holes, &pattern.holes)?;
            Some((select(expression)?, slots))
        })
    }

    pub fn word(&self, function: &Function<'_>) -> Result<ComputedValue<D>, Refused> {
        let compiled = self.whole(function, |expression| match expression.call {
            Call::Word(f) => Some(f),
            _ => None,
        });
        match compiled {
            Some((f, slots)) => Ok(ComputedValue::Word(f, slots)),
            None => self.computed(function, self.wanted(function.ty)),
        }
    }

    pub fn test(&self, function: &Function<'_>) -> Result<ComputedValue<D>, Refused> {
        let compiled = self.whole(function, |expression| match expression.call {
            Call::Test(f) => Some(f),
            _ => None,
        });
        match compiled {
            Some((f, slots)) => Ok(ComputedValue::Test(f, slots)),
            None => self.computed(function, Some(AnyId::of::<bool>())),
        }
    }

    pub fn cost(&self, function: &Function<'_>) -> Result<ComputedValue<D>, Refused> {
        let compiled = self.whole(function, |expression| match expression.call {
            Call::Cost(f) => Some(f),
            _ => None,
        });
        match compiled {
            Some((f, slots)) => Ok(ComputedValue::Cost(f, slots)),
            None => self.computed(function, Some(AnyId::of::<f32>())),
        }
    }

    pub fn option(&self, function: &Function<'_>) -> Result<OptionOf<D>, Refused> {
        let compiled = self.whole(function, |expression| match expression.call {
            Call::Option(f) => Some(f),
            _ => None,
        });
        let compiled = compiled.map(|(f, slots)| OptionOf(f, slots));
        compiled.ok_or_else(|| needs_rebuild(&function.source.tokens))
    }

    pub fn poll(&self, function: &Function<'_>) -> Result<PollOf<D>, Refused> {
        let compiled = self.whole(function, |expression| match expression.call {
            Call::Poll(f) => Some(f),
            _ => None,
        });
        let compiled = compiled.map(|(f, slots)| PollOf(f, slots));
        compiled.ok_or_else(|| needs_rebuild(&function.source.tokens))
    }

    pub fn items(&self, function: &Function<'_>) -> Result<ItemsOf<D>, Refused> {
        let compiled = self.whole(function, |expression| match expression.call {
            Call::Items(f) => Some(f),
            _ => None,
        });
        let compiled = compiled.map(|(f, slots)| ItemsOf(f, slots));
        compiled.ok_or_else(|| needs_rebuild(&function.source.tokens))
    }

    pub fn span(&self, function: &Function<'_>) -> Result<SpanOf<D>, Refused> {
        let compiled = self.whole(function, |expression| match expression.call {
            Call::Span(f) => Some(f),
            _ => None,
        });
        if let Some((f, slots)) = compiled {
            return Ok(SpanOf::Compiled(f, slots));
        }
        let tokens = list(bare(&function.source.tokens));
        let Some(([from, to], inclusive)) = range_ends(&tokens) else {
            return Err(needs_rebuild(&function.source.tokens));
        };
        let wanted = self.wanted(function.ty);
        let ends = [
            self.value(from, function, wanted)?,
            self.value(to, function, wanted)?,
        ];
        Ok(SpanOf::Ends {
            ends: Box::new(ends),
            inclusive,
        })
    }

    pub fn key(&self, function: &Function<'_>) -> Result<KeyOf<D>, Refused> {
        let descending = matches!(function.gives, ExprKind::Key { descending: true });
        let compiled = self.whole(function, |expression| match expression.call {
            Call::Key(f, words, of) if of == descending => Some((f, words)),
            _ => None,
        });
        if let Some(((f, words), slots)) = compiled {
            return Ok(KeyOf::Compiled { f, slots, words });
        }
        let tokens = list(bare(&function.source.tokens));
        let numbers = match tokens.as_slice() {
            [TokenTree::Group(group)] if group.delimiter() == Delimiter::Parenthesis => {
                let inside = list(group.stream());
                let numbers = at_commas(&inside).into_iter();
                let numbers = numbers.filter(|number| !number.is_empty());
                numbers
                    .map(|number| self.number(number, function))
                    .collect()
            }
            tokens => self.number(tokens, function).map(|number| vec![number]),
        };
        Ok(KeyOf::Numbers {
            numbers: numbers?,
            descending,
        })
    }

    pub fn fold(&self, function: &Function<'_>) -> Result<FoldOf<D>, Refused> {
        let fold = match function.gives {
            ExprKind::Sum => Fold::Sum,
            ExprKind::Min => Fold::Min,
            _ => Fold::Max,
        };
        let compiled = self.whole(function, |expression| match expression.call {
            Call::Fold(of, f) if of == fold => Some(f),
            _ => None,
        });
        if let Some((f, slots)) = compiled {
            return Ok(FoldOf::Compiled(f, slots));
        }
        let wanted = self.wanted(function.ty);
        let ty = wanted.and_then(Primitive::of);
        let ty = ty.filter(|ty| ty.is_integer() || ty.is_float());
        let Some(ty) = ty else {
            return Err(needs_rebuild(&function.source.tokens));
        };
        let value = self.computed(function, wanted)?;
        Ok(FoldOf::Computed(fold, ty, value))
    }

    /// Returns the value of an expression that is computed, as the word that facts have for it.
    fn computed(
        &self,
        function: &Function<'_>,
        wanted: Option<AnyId>,
    ) -> Result<ComputedValue<D>, Refused> {
        let tokens = list(bare(&function.source.tokens));
        self.value(&tokens, function, wanted)
    }

    fn value(
        &self,
        tokens: &[TokenTree],
        function: &Function<'_>,
        wanted: Option<AnyId>,
    ) -> Result<ComputedValue<D>, Refused> {
        let syntax = parse(tokens, &|tokens| self.operand(tokens, function))?;
        let (value, ty) = self.typed(syntax, wanted)?;
        match wanted {
            Some(wanted) if wanted != ty => {
                let tokens: TokenStream = tokens.iter().cloned().collect();
                Err((tokens, mismatch(wanted, ty)))
            }
            _ => Ok(match Primitive::of(ty) {
                Some(ty) if ty.is_float() => ComputedValue::Settled(ty, Box::new(value)),
                _ => value,
            }),
        }
    }

    /// Returns a number of a sort key.
    fn number(
        &self,
        tokens: &[TokenTree],
        function: &Function<'_>,
    ) -> Result<(Primitive, ComputedValue<D>), Refused> {
        let syntax = parse(tokens, &|tokens| self.operand(tokens, function))?;
        let (value, ty) = self.typed(syntax, None)?;
        let is_number = |ty: &Primitive| *ty != Primitive::Char;
        match Primitive::of(ty).filter(is_number) {
            Some(ty) => Ok((ty, value)),
            None => Err(needs_rebuild(&tokens.iter().cloned().collect())),
        }
    }

    /// Returns a variable, or an expression of the compiled domain, with its type.
    fn operand(&self, tokens: &[TokenTree], function: &Function<'_>) -> Option<Typed<D>> {
        if let [TokenTree::Ident(name)] = tokens
            && let Some(seen) = function.sees.iter().find(|seen| seen.name == *name)
        {
            return Some((ComputedValue::Slot(seen.slot), self.any(seen.ty)?));
        }
        let tokens: TokenStream = tokens.iter().cloned().collect();
        let ((callee, ty), slots) = self.find(&bare(&tokens), function, |expression| {
            let ty = expression.ty.and_then(|ty| self.any(ty));
            Some(match expression.call {
                Call::Word(f) => (ContextCall::Word(f), ty?),
                Call::Part(f, ty) => (ContextCall::Word(f), ty()?),
                Call::Test(f) => (ContextCall::Test(f), AnyId::of::<bool>()),
                Call::Cost(f) => (ContextCall::Cost(f), AnyId::of::<f32>()),
                _ => return None,
            })
        })?;
        let value = match callee {
            ContextCall::Word(f) => ComputedValue::Word(f, slots),
            ContextCall::Test(f) => ComputedValue::Test(f, slots),
            ContextCall::Cost(f) => ComputedValue::Cost(f, slots),
        };
        Some((value, ty))
    }

    /// Gives an expression a type. `wanted` is the type of literals whose type nothing else says.
    fn typed(&self, syntax: Syntax<Typed<D>>, wanted: Option<AnyId>) -> Result<Typed<D>, Refused> {
        let known = syntax.find(&|(_, ty)| *ty).or(syntax.suffix());
        match syntax {
            Syntax::Operand(typed) => Ok(typed),
            Syntax::Bool(value) => Ok((ComputedValue::Constant(value.into()), AnyId::of::<bool>())),
            Syntax::Char(value) => Ok((ComputedValue::Constant(value.into()), AnyId::of::<char>())),
            Syntax::Number(number) => number
                .typed(wanted)
                .map(|(word, ty)| (ComputedValue::Constant(word), ty)),
            Syntax::Not(inner, tokens) => {
                let (value, ty) = self.typed(*inner, wanted)?;
                let primitive =
                    Primitive::of(ty).filter(|of| *of == Primitive::Bool || of.is_integer());
                let primitive = primitive.ok_or_else(|| needs_rebuild(&tokens))?;
                Ok((ComputedValue::Not(primitive, Box::new(value)), ty))
            }
            Syntax::Negate(inner, tokens) => {
                let (value, ty) = self.typed(*inner, wanted)?;
                let primitive = Primitive::of(ty).filter(|of| of.is_signed());
                let primitive = primitive.ok_or_else(|| needs_rebuild(&tokens))?;
                Ok((ComputedValue::Negate(primitive, Box::new(value)), ty))
            }
            Syntax::Logic {
                both,
                sides,
                tokens,
            } => {
                let bool = AnyId::of::<bool>();
                let [a, b] = *sides;
                let (a, b) = (self.typed(a, Some(bool))?, self.typed(b, Some(bool))?);
                if let Some(other) = [a.1, b.1].into_iter().find(|ty| *ty != bool) {
                    return Err((tokens, mismatch(bool, other)));
                }
                let values = Box::new([a.0, b.0]);
                let value = if both {
                    ComputedValue::Both(values)
                } else {
                    ComputedValue::Either(values)
                };
                Ok((value, bool))
            }
            Syntax::Binary {
                operator,
                sides,
                tokens,
            } => {
                let wanted = known.or(wanted.filter(|_| !operator.compares()));
                let [a, b] = *sides;
                let (a, b) = (self.typed(a, wanted)?, self.typed(b, wanted)?);
                binary(operator, a, b, &tokens)
            }
        }
    }
}

/// The functions that an operand may call.
enum ContextCall<D: Domain> {
    Word(Compiled<D, u64>),
    Test(Compiled<D, bool>),
    Cost(Compiled<D, f32>),
}

fn binary<D: Domain>(
    operator: BinaryOperator,
    a: Typed<D>,
    b: Typed<D>,
    tokens: &TokenStream,
) -> Result<Typed<D>, Refused> {
    let ty = a.1;
    if b.1 != ty {
        return Err((tokens.clone(), mismatch(ty, b.1)));
    }
    let values = Box::new([a.0, b.0]);
    let result = if operator.compares() {
        AnyId::of::<bool>()
    } else {
        ty
    };
    let value = match (operator, Primitive::of(ty)) {
        (_, Some(primitive)) if allows(primitive, operator) => ComputedValue::Binary {
            operator,
            ty: primitive,
            values,
        },
        (BinaryOperator::Equal | BinaryOperator::NotEqual, None) => ComputedValue::Same {
            values,
            negated: operator == BinaryOperator::NotEqual,
        },
        _ => return Err(needs_rebuild(tokens)),
    };
    Ok((value, result))
}

/// Returns true if a type has an operator.
fn allows(ty: Primitive, operator: BinaryOperator) -> bool {
    match operator {
        operator if operator.compares() => true,
        BinaryOperator::And | BinaryOperator::Or | BinaryOperator::Xor => {
            ty == Primitive::Bool || ty.is_integer()
        }
        _ => ty.is_integer() || ty.is_float(),
    }
}

/// Returns where a compiled expression finds its variables; `None` if one of them would have two values.
fn moves(to: &[(TypeId, Slot)], from: &[(TypeId, Slot)]) -> Option<Slots> {
    let mut moves: Vec<(Slot, Slot)> = Vec::new();
    if to.len() != from.len() {
        return None;
    }
    for ((_, to), (_, from)) in to.iter().zip(from) {
        match moves.iter().find(|(_, other)| other == to) {
            Some((other, _)) if other != from => return None,
            Some(_) => {}
            None => moves.push((*from, *to)),
        }
    }
    if moves.iter().all(|(from, to)| from == to) {
        return Some(Slots::Same);
    }
    let last = moves.iter().map(|(_, to)| usize::from(to.0)).max();
    Some(Slots::Moved {
        size: last.map_or(0, |last| last + 1),
        moves: moves.into(),
    })
}

/// Returns the error for an expression that only rustc can compile.
pub fn needs_rebuild(tokens: &TokenStream) -> Refused {
    let message = format!(
        "`{}` needs a rebuild: it is not part of an expression of the compiled domain\n\
         help: compile the program again, or use calls and values that the compiled domain has, with literals, comparisons \
         and arithmetic",
        crate::text::text(tokens)
    );
    (tokens.clone(), message)
}

/// Returns the error for a value of another type.
fn mismatch(wanted: AnyId, found: AnyId) -> String {
    let name = |ty| Primitive::of(ty).map_or("another type", Primitive::name);
    if Primitive::of(wanted).is_none() && Primitive::of(found).is_none() {
        return String::from("this value has another type than the one that belongs here");
    }
    format!(
        "mismatched types: expected {}, found {}",
        name(wanted),
        name(found)
    )
}

/// Reports a refused expression.
pub fn report<T>(result: Result<T, Refused>, errors: &mut Errors) -> Option<T> {
    match result {
        Ok(value) => Some(value),
        Err((tokens, message)) => {
            errors.on(tokens, message);
            None
        }
    }
}

/// Evaluates a capacity: a literal, or arithmetic on literals.
pub fn count(tokens: &TokenStream) -> Option<usize> {
    let nothing = |_: &[TokenTree]| None::<NoOperand>;
    let syntax = parse(&list(bare(tokens)), &nothing).ok()?;
    usize::try_from(number(&syntax)?).ok()
}

/// An operand of a constant expression, which has only literals.
enum NoOperand {}

fn number(syntax: &Syntax<NoOperand>) -> Option<u64> {
    match syntax {
        Syntax::Number(number) => {
            let (word, ty) = number.typed(Some(AnyId::of::<usize>())).ok()?;
            (ty == AnyId::of::<usize>()).then_some(word)
        }
        Syntax::Binary {
            operator, sides, ..
        } => {
            let [a, b] = [number(&sides[0])?, number(&sides[1])?];
            match operator {
                BinaryOperator::Add => a.checked_add(b),
                BinaryOperator::Subtract => a.checked_sub(b),
                BinaryOperator::Multiply => a.checked_mul(b),
                BinaryOperator::Divide => a.checked_div(b),
                BinaryOperator::Remainder => a.checked_rem(b),
                _ => None,
            }
        }
        _ => None,
    }
}
