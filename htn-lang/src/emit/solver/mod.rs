//! Prints a condition as one function. (An [operator](operator) is printed by the same means.)
//!
//! The labels of a graph divide its lines into *arms*. The arms follow one another, and a block ends in front of each but
//! the first. (If nothing in the first arm leaves it for the second one, the first is inside the `match` instead.)
//!
//! ```text
//! let mut __at = if __r { __s[2] } else { 1 };
//! loop {
//!     __at = '__go: {
//!         '__l2: {
//!             match __at { 1 => {}, 2 => break '__l2, _ => return No }
//!             …                                  // the first arm
//!         }
//!         loop {                                 // an arm that begins with a generator
//!             …
//!             let true = __facts.has(&__P0, __s[3]) else { continue };
//!         }
//!     };
//! }
//! ```
//!
//! So a jump to a later arm leaves a block, a jump to an earlier one is `break '__go 4`, and a function without jumps to
//! earlier arms has no outer loop. Everything that must survive a pause, such as the place of a generator, is in the slots
//! of the frame, and an exit stores no more than the label to resume at. This keeps the work of the compiler proportional
//! to the number of lines: there is no state that would have to be merged where arms meet.
//!
//! Names have two underscores, because a `let` may not have the name of a constant of the user's. A method is called with a
//! dot only if its receiver needs no borrow: a trait of the user's with a method of that name would be found before it.

mod axioms;
mod collections;
mod facts;
mod generators;
mod operator;

use std::collections::BTreeSet;

use htn_core::tables::{FnId, RelId, Slot};
use proc_macro2::{Literal, Punct, Spacing, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};

use crate::lower::functions::{Function, Functions};
use crate::lower::graph::{Graph, Label, Line, More, NO};
pub use operator::change;

/// Prints the function of a condition. `keys` has the number of words of each sort key.
pub fn solver(number: usize, functions: &Functions<'_>, keys: &[TokenStream]) -> TokenStream {
    let graph = &functions.solvers[number];
    let mut printer = Printer::new(functions, keys);
    if graph.base.is_some() && !graph.keeps_rows {
        printer.exit = quote!(break '__end);
    }
    let body = printer.body(graph);
    let begin = graph.base.map(|base| {
        let base = printer.slot(base);
        quote!(__q.enter(__r, &mut #base);)
    });
    let body = match graph.base {
        Some(base) if !graph.keeps_rows => {
            let base = printer.slot(base);
            quote! {
                let __answer = '__end: { #body };
                __q.leave(__answer, #base)
            }
        }
        _ => body,
    };
    let name = format_ident!("find{number}");
    let (slots, facts) = (number_of(printer.slots), printer.reader());
    quote! {
        fn #name(__c: Game, __s: Slots, __q: Work, __f: Facts, __r: bool) -> Found {
            let Some(__s) = __s.first_chunk_mut::<#slots>() else { return No };
            #facts
            #begin
            #body
        }
    }
}

/// The work on one function.
struct Printer<'g, 'a> {
    functions: &'g Functions<'a>,
    keys: &'g [TokenStream],
    /// By label, the index of its arm.
    arm_of: Vec<usize>,
    /// By arm, its number in the function: 1 is the beginning of the graph, 2 its label 1, and so on.
    numbers: Vec<usize>,
    /// The slot of the label to resume at.
    at: Option<Slot>,
    /// Leaves the function with the answer that follows.
    exit: TokenStream,
    /// The number of slots that the function needs.
    slots: usize,
    /// True if a line reads facts.
    reads_facts: bool,
    /// The index of the present arm.
    arm: usize,
    /// True if the present arm begins with a generator.
    arm_loops: bool,
    /// True if a line of the present arm goes back to its beginning.
    continues: bool,
    /// True if a line goes back to an earlier arm.
    goes_back: bool,
    /// The arms that are entered through `__at`.
    entered: BTreeSet<usize>,
    /// True if the first arm leaves its block, to go to the second one.
    leaves_first: bool,
}

impl<'g, 'a> Printer<'g, 'a> {
    fn new(functions: &'g Functions<'a>, keys: &'g [TokenStream]) -> Self {
        Printer {
            functions,
            keys,
            arm_of: Vec::new(),
            numbers: Vec::new(),
            at: None,
            exit: quote!(return),
            slots: 0,
            reads_facts: false,
            arm: 0,
            arm_loops: false,
            continues: false,
            goes_back: false,
            entered: BTreeSet::new(),
            leaves_first: false,
        }
    }

    fn reader(&self) -> Option<TokenStream> {
        self.reads_facts.then(
            || quote!(let Some(__facts) = FactReader::new::<__WORDS>(__f) else { return No };),
        )
    }

    /// Divides a graph into arms. A label begins one if something leads there, or if a pause resumes there.
    fn arms(&mut self, graph: &'g Graph) -> Vec<&'g [Line]> {
        let mut wanted: BTreeSet<Label> = graph.lines.iter().flat_map(targets).collect();
        let mut places: Vec<(usize, Label)> = Vec::new();
        for (label, place) in graph.labels.iter().enumerate() {
            places.extend(place.map(|place| (place, Label(label))));
        }
        places.sort();
        for (i, (place, label)) in places.iter().enumerate() {
            let end = places.get(i + 1).map_or(graph.lines.len(), |next| next.0);
            if graph.lines[*place..end].iter().any(pauses) {
                wanted.insert(*label);
            }
        }
        let mut starts = vec![(0, 1)];
        self.arm_of = vec![0; graph.labels.len()];
        for (place, label) in places {
            let is_new = starts.last().is_none_or(|(last, _)| *last < place);
            if is_new && wanted.contains(&label) {
                starts.push((place, label.0 + 1));
            }
            self.arm_of[label.0] = starts.len() - 1;
        }
        self.numbers = starts.iter().map(|(_, number)| *number).collect();
        let tos = starts.iter().skip(1).map(|(place, _)| *place);
        let tos = tos.chain([graph.lines.len()]);
        let arms = starts.iter().zip(tos);
        // Nothing leads to the lines after one that ends an arm.
        let arms = arms.map(|((from, _), to)| {
            let lines = &graph.lines[*from..to];
            let end = lines
                .iter()
                .position(ends)
                .map_or(lines.len(), |end| end + 1);
            &lines[..end]
        });
        arms.collect()
    }

    /// Prints the arms of a graph, and how they are entered.
    fn body(&mut self, graph: &'g Graph) -> TokenStream {
        self.at = graph.at;
        let own = graph.at.iter().chain(&graph.base);
        own.for_each(|slot| self.needs(usize::from(slot.0) + 1));
        let arms = self.arms(graph);
        let mut printed = Vec::new();
        for (index, arm) in arms.iter().enumerate() {
            printed.push(self.print_arm(index, arm, index + 1 == arms.len()));
        }
        let mut printed = printed.into_iter().enumerate().peekable();
        // The second arm follows the first one in any case: then that is inside the `match`.
        let in_match = self.entered.contains(&1) && !self.leaves_first;
        let first = printed.next_if(|_| in_match).map(|(_, arm)| arm);
        let mut body = self.entry(first);
        for (index, arm) in printed {
            if index > usize::from(in_match) {
                let label = block_label(self.numbers[index]);
                body = quote!(#label: { #body });
            }
            body.extend(arm);
        }
        let from = match self.at {
            _ if self.entered.is_empty() => return body,
            Some(slot) => {
                let slot = self.slot(slot);
                quote!(if __r { #slot } else { 1 })
            }
            None => quote!(1),
        };
        if self.goes_back {
            quote!(let mut __at: u64 = #from; loop { __at = '__go: { #body }; })
        } else {
            quote!(let __at: u64 = #from; #body)
        }
    }

    /// Goes to the arm where the condition begins, or resumes.
    fn entry(&self, first: Option<TokenStream>) -> TokenStream {
        if self.entered.is_empty() {
            return TokenStream::new();
        }
        let arms = self.entered.iter().filter(|arm| **arm > 0).map(|arm| {
            let number = number_of(self.numbers[*arm]);
            if first.is_some() && *arm == 1 {
                return quote!(#number => {});
            }
            let label = block_label(self.numbers[*arm]);
            quote!(#number => break #label,)
        });
        let (arms, exit) = (arms.collect::<TokenStream>(), &self.exit);
        let first = first.map_or(quote!({}), in_arm);
        quote!(match __at { 1 => #first #arms _ => #exit No, })
    }

    fn print_arm(&mut self, index: usize, arm: &[Line], is_last: bool) -> TokenStream {
        self.arm = index;
        self.arm_loops = arm.first().is_some_and(is_generator);
        self.continues = false;
        if arm.iter().any(pauses) {
            self.entered.insert(index);
        }
        let mut lines: TokenStream = arm.iter().map(|line| self.line(line)).collect();
        if !arm.last().is_some_and(ends) {
            if is_last {
                let no = self.go_to(NO);
                lines.extend(quote!(#no;));
            } else if self.continues {
                lines.extend(quote!(break;));
            }
        }
        if self.continues {
            quote!(loop { #lines })
        } else {
            lines
        }
    }

    /// A slot of the frame.
    fn slot(&mut self, slot: Slot) -> TokenStream {
        self.needs(usize::from(slot.0) + 1);
        let slot = number_of(slot.0.into());
        quote!(__s[#slot])
    }

    fn slots(&mut self, slots: impl IntoIterator<Item = Slot>) -> Vec<TokenStream> {
        slots.into_iter().map(|slot| self.slot(slot)).collect()
    }

    fn needs(&mut self, slots: usize) {
        self.slots = self.slots.max(slots);
    }

    /// A range of slots.
    fn range(&mut self, from: Slot, to: Slot) -> TokenStream {
        self.needs(to.0.into());
        let (from, to) = (number_of(from.0.into()), number_of(to.0.into()));
        quote!(#from..#to)
    }

    /// Calls the function of an expression.
    fn call(&mut self, list: &str, of: &[Function<'_>], f: FnId, more: TokenStream) -> TokenStream {
        for seen in &of[usize::from(f.0)].sees {
            self.needs(usize::from(seen.slot.0) + 1);
        }
        let name = format_ident!("__{list}{}", f.0);
        quote!(#name(__c, &*__s #more))
    }

    fn test(&mut self, f: FnId) -> TokenStream {
        self.call("tests", &self.functions.tests, f, TokenStream::new())
    }

    /// The label of an arm that is entered through `__at`.
    fn label(&mut self, label: Label) -> TokenStream {
        if label == NO {
            return number_of(0).into_token_stream();
        }
        let arm = self.arm_of[label.0];
        self.entered.insert(arm);
        number_of(self.numbers[arm]).into_token_stream()
    }

    /// An expression that goes to a label.
    fn go_to(&mut self, label: Label) -> TokenStream {
        if label == NO {
            let exit = &self.exit;
            return quote!(#exit No);
        }
        let arm = self.arm_of[label.0];
        if arm == self.arm && self.arm_loops {
            self.continues = true;
            return quote!(continue);
        }
        if arm > self.arm {
            self.leaves_first |= arm == 1;
            let label = block_label(self.numbers[arm]);
            return quote!(break #label);
        }
        self.goes_back = true;
        let label = self.label(label);
        quote!(break '__go #label)
    }

    /// Goes to a label unless a test has this answer.
    fn test_is(&mut self, answer: bool, test: TokenStream, on_fail: Label) -> TokenStream {
        self.require(quote!(#answer), test, on_fail)
    }

    /// Goes to a label unless a value matches a pattern.
    fn require(&mut self, pattern: TokenStream, value: TokenStream, on_fail: Label) -> TokenStream {
        let to = self.go_to(on_fail);
        quote!(let #pattern = #value else { #to };)
    }

    /// Stops if there is no room.
    fn full(&self, has_room: TokenStream) -> TokenStream {
        let exit = &self.exit;
        quote!(let true = #has_room else { #exit Full };)
    }

    /// Gives an answer, and resumes at a label if the condition is called again.
    fn answer(&mut self, answer: TokenStream, label: TokenStream) -> TokenStream {
        let exit = self.exit.clone();
        let Some(at) = self.at else {
            return quote!(#exit #answer);
        };
        let at = self.slot(at);
        quote!(#exit #answer.at(&mut #at, #label))
    }

    /// Gives an answer that may be a pause, after which the present arm begins again.
    fn pause(&mut self, answer: TokenStream) -> TokenStream {
        let label = number_of(self.numbers.get(self.arm).copied().unwrap_or(1));
        self.answer(answer, label.into_token_stream())
    }

    /// Pauses if the budget is used up; otherwise a row costs a step.
    fn step(&mut self) -> TokenStream {
        let pause = self.pause(quote!(Paused));
        quote!(let true = __q.step() else { #pause };)
    }

    /// An arm of a match on the answer of something inside: there is no other solution.
    fn no_arm(&mut self, on_fail: Label) -> Option<TokenStream> {
        (on_fail != NO).then(|| {
            let to = self.go_to(on_fail);
            quote!(No => #to,)
        })
    }

    fn line(&mut self, line: &Line) -> TokenStream {
        match line {
            Line::Fact {
                rel,
                lookup,
                cells,
                there,
                on_fail,
            } => self.fact(*rel, *lookup, cells, *there, *on_fail),
            Line::Test { f, on_fail } => {
                let test = self.test(*f);
                self.test_is(true, test, *on_fail)
            }
            Line::AnyOf { sides, on_fail } => {
                let side = |tests: &Vec<FnId>| {
                    let tests = tests.iter().map(|f| self.test(*f));
                    let tests: Vec<TokenStream> = tests.collect();
                    quote!(#(#tests)&&*)
                };
                let sides: Vec<TokenStream> = sides.iter().map(side).collect();
                self.test_is(true, quote!((#(#sides)||*)), *on_fail)
            }
            Line::Same { a, b, on_fail } => {
                let (a, b) = (self.slot(*a), self.slot(*b));
                self.test_is(true, quote!(#a == #b), *on_fail)
            }
            Line::Let { f, to } => {
                let none = TokenStream::new();
                let word = self.call("words", &self.functions.words, *f, none);
                let to = self.slot(*to);
                quote!(#to = #word;)
            }
            Line::LetSome { f, to, on_fail } => {
                let none = TokenStream::new();
                let value = self.call("options", &self.functions.options, *f, none);
                self.write(value, *to, *on_fail)
            }
            Line::Poll { f, to, on_fail } => self.poll(*f, *to, *on_fail),
            Line::Copy { from, to } => {
                let (from, to) = (self.slot(*from), self.slot(*to));
                quote!(#to = #from;)
            }
            Line::Clear(slot) => {
                let slot = self.slot(*slot);
                quote!(#slot = 0;)
            }
            Line::Rows { .. }
            | Line::NextRow { .. }
            | Line::Items { .. }
            | Line::NextItem { .. }
            | Line::Range { .. }
            | Line::NextNumber { .. } => self.generator(line),
            Line::Call { .. }
            | Line::Called { .. }
            | Line::Recur { .. }
            | Line::RecurNext { .. }
            | Line::Recurred { .. }
            | Line::Repeat { .. }
            | Line::Replace { .. }
            | Line::Mark(_)
            | Line::Release(_) => self.axiom(line),
            Line::Cut { .. }
            | Line::Height { .. }
            | Line::Open { .. }
            | Line::Push { .. }
            | Line::Close { .. }
            | Line::First { .. }
            | Line::Next { .. }
            | Line::Settle { .. } => self.collection(line),
            Line::Count(acc) => {
                let acc = self.slot(*acc);
                quote!(#acc += 1;)
            }
            Line::Fold { f, acc } => {
                let (value, seen) = (self.slot(*acc), self.slot(after(*acc)));
                let so_far = quote!(, (#seen != 0).then_some(#value));
                let folded = self.call("folds", &self.functions.folds, *f, so_far);
                quote!(#value = #folded; #seen = 1;)
            }
            Line::HasValue { acc, on_fail } => {
                let seen = self.slot(after(*acc));
                self.test_is(true, quote!(#seen != 0), *on_fail)
            }
            Line::Change { adds, rel, words } => self.change(*adds, *rel, words),
            Line::Delete { rel, index, cells } => self.delete(*rel, *index, cells),
            Line::Ask(f) => self.ask(*f),
            Line::Jump(label) => {
                let to = self.go_to(*label);
                quote!(#to;)
            }
            Line::StoreLabel { to, at } => {
                let (to, at) = (self.slot(*to), self.label(*at));
                quote!(#to = #at;)
            }
            Line::JumpToStored(from) => {
                self.goes_back = true;
                let from = self.slot(*from);
                quote!(break '__go #from;)
            }
            Line::Holds { more, redo } => self.holds(more, *redo),
        }
    }

    /// An expression whose answer may be pending.
    fn poll(&mut self, f: FnId, to: Option<Slot>, on_fail: Label) -> TokenStream {
        let answer = self.call("polls", &self.functions.polls, f, TokenStream::new());
        let to = to.map_or(quote!(0), |to| self.slot(to));
        let (no, number) = (self.no_arm(on_fail), number_of(f.0.into()));
        let pause = self.pause(quote!(__found));
        quote! {
            match Workspace::poll(__q, #number, #answer, &mut #to) {
                Yes => {}
                #no
                __found => #pause,
            }
        }
    }

    /// Writes a value if there is one.
    fn write(&mut self, value: TokenStream, to: Slot, on_fail: Label) -> TokenStream {
        let to = self.slot(to);
        let test = self.test_is(true, quote!(write(&mut #to, __value)), on_fail);
        quote!(let __value = #value; #test)
    }

    fn holds(&mut self, more: &[More], redo: Label) -> TokenStream {
        let exit = self.exit.clone();
        if more.is_empty() {
            return quote!(#exit Last;);
        }
        let more: Vec<TokenStream> = more
            .iter()
            .map(|more| match more {
                More::Cursor(slot) => {
                    let cursor = self.slot(*slot);
                    quote!(#cursor != 0)
                }
                More::Items(cursor, end) => {
                    let (cursor, end) = (self.slot(*cursor), self.slot(*end));
                    quote!(#cursor != #end)
                }
                More::Axiom(more) => {
                    let more = self.slot(*more);
                    quote!(#more > 1)
                }
                More::Unknown => quote!(true),
            })
            .collect();
        let redo = self.label(redo);
        let answer = self.answer(quote!(Found::found(#(#more)||*)), redo);
        quote!(#answer;)
    }
}

/// Where a predicate lies.
fn predicate(rel: RelId) -> TokenStream {
    let name = format_ident!("__P{}", rel.0);
    quote!(&#name)
}

/// A number as it is written: without a type.
fn number_of(number: usize) -> Literal {
    Literal::usize_unsuffixed(number)
}

/// Lines as an arm of a `match`: without braces if they are one expression.
fn in_arm(lines: TokenStream) -> TokenStream {
    let mut tokens: Vec<TokenTree> = lines.clone().into_iter().collect();
    let is_end = |token: &TokenTree| matches!(token, TokenTree::Punct(end) if end.as_char() == ';');
    let is_assignment =
        |token: &TokenTree| matches!(token, TokenTree::Ident(name) if name == "__s");
    let ends = tokens.iter().filter(|token| is_end(token)).count();
    if ends == 1 && tokens.first().is_some_and(is_assignment) && tokens.last().is_some_and(is_end) {
        tokens.pop();
        let expression = tokens.into_iter().collect::<TokenStream>();
        return quote!(#expression,);
    }
    quote!({ #lines })
}

/// The label of the block that ends in front of an arm.
fn block_label(number: usize) -> TokenStream {
    let (quote, name) = (
        Punct::new('\'', Spacing::Joint),
        format_ident!("__l{number}"),
    );
    quote!(#quote #name)
}

/// The slot after another.
fn after(slot: Slot) -> Slot {
    Slot(slot.0.saturating_add(1))
}

/// The labels that a line leads to.
fn targets(line: &Line) -> Vec<Label> {
    match line {
        Line::Fact { on_fail, .. }
        | Line::Test { on_fail, .. }
        | Line::AnyOf { on_fail, .. }
        | Line::Same { on_fail, .. }
        | Line::LetSome { on_fail, .. }
        | Line::Poll { on_fail, .. }
        | Line::NextRow { on_fail, .. }
        | Line::NextItem { on_fail, .. }
        | Line::NextNumber { on_fail, .. }
        | Line::Called { on_fail, .. }
        | Line::Recurred { on_fail, .. }
        | Line::First { on_fail, .. }
        | Line::Next { on_fail, .. }
        | Line::HasValue { on_fail, .. } => vec![*on_fail],
        Line::RecurNext {
            answered, on_fail, ..
        } => vec![*answered, *on_fail],
        Line::Recur { answered, .. } => vec![*answered],
        Line::Push { redo, .. } | Line::Holds { redo, .. } => vec![*redo],
        Line::Jump(label) | Line::StoreLabel { at: label, .. } => vec![*label],
        // An axiom that repeats itself begins at its first label.
        Line::Repeat { .. } => vec![Label(1)],
        _ => Vec::new(),
    }
}

/// Returns true if a pause at a line resumes at the beginning of its arm.
fn pauses(line: &Line) -> bool {
    is_generator(line)
        || matches!(
            line,
            Line::Called { .. }
                | Line::Next { .. }
                | Line::Settle { .. }
                | Line::Repeat { .. }
                | Line::Poll { .. }
        )
}

/// Returns true if a line gives one row, item or number after another.
fn is_generator(line: &Line) -> bool {
    matches!(
        line,
        Line::NextRow { .. } | Line::NextItem { .. } | Line::NextNumber { .. }
    )
}

/// Returns true if the next line is not reached from a line.
fn ends(line: &Line) -> bool {
    matches!(
        line,
        Line::Jump(_)
            | Line::JumpToStored(_)
            | Line::Holds { .. }
            | Line::Push { .. }
            | Line::Recur { .. }
            | Line::RecurNext { .. }
            | Line::Repeat { .. }
            | Line::Replace { .. }
    )
}
