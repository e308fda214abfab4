//! Generators that collect their rows first: `sort by`, `let … in` and the rows of effects and `for`.

use htn_core::tables::{FnId, Slot};

use super::builder::Builder;
use super::frame::offset;
use super::functions::ExprKind;
use super::graph::{Line, More, NO};
use super::range;
use super::retry::Retry;
use crate::ir::{Cond, Expr, SortBy, SortedCond, VarId};

/// The slots of a collection.
#[derive(Clone, Copy)]
pub struct Collected {
    pub region: Slot,
    pub from: Slot,
    pub to: Slot,
}

/// Slots of variables: before a collection, and in its rows.
type Moved = Vec<(VarId, Slot, Slot)>;

impl<'a> Builder<'_, '_, 'a> {
    /// Adds a condition with its `sort by`. If `once` is true, only its first solution is needed.
    pub fn sorted(&mut self, sorted: &SortedCond<'a>, retry: &mut Retry, once: bool) {
        let Some(sort) = &sorted.sort else {
            return self.cond(&sorted.cond, retry, once);
        };
        // Conjuncts with one solution at most have nothing to sort.
        let parts = sorted.cond.conjuncts();
        let keys = &self.context.domain.keys;
        let single = parts.iter().take_while(|part| part.is_single(keys)).count();
        let (single, several) = parts.split_at(single);
        for part in single {
            self.cond(part, retry, false);
        }
        if several.is_empty() {
            return;
        }
        let saved: Vec<VarId> = several.iter().flat_map(Cond::binds).collect();
        let (Collected { region, from, to }, moved) =
            self.collect(several, Some(sort), &saved, once);
        let (level, cursor, on_fail) = (self.level, self.frame.temporary(), retry.at);
        self.line(Line::First {
            level,
            region,
            cursor,
            from,
            to,
            on_fail,
        });
        let loaded = self.label();
        if !once {
            self.line(Line::Jump(loaded));
            let redo = self.here();
            self.line(Line::Next {
                level,
                region,
                cursor,
                from,
                to,
                on_fail,
            });
            retry.opens(redo, More::Cursor(cursor));
        }
        self.place(loaded);
        for (var, before, slot) in moved {
            self.frame.place(var, before);
            self.line(Line::Copy {
                from: slot,
                to: before,
            });
        }
    }

    /// Collects all solutions of some conjuncts; of each, the values of `saved`.
    fn collect(
        &mut self,
        parts: &[Cond<'a>],
        sort: Option<&SortBy<'a>>,
        saved: &[VarId],
        least: bool,
    ) -> (Collected, Moved) {
        let from = self.frame.temporaries(saved.len());
        let mut moved = Vec::new();
        for (i, var) in saved.iter().enumerate() {
            let slot = offset(from, i);
            if let Some(before) = self.frame.place(*var, slot) {
                moved.push((*var, before, slot));
            }
        }
        let region = self.frame.temporaries(2);
        let to = offset(from, saved.len());
        let rows = Collected { region, from, to };
        self.fill(rows, least, |build, retry| {
            for part in parts {
                build.cond(part, retry, false);
            }
            sort.map(|sort| {
                let descending = sort.descending;
                build.function(ExprKind::Key { descending }, &sort.key)
            })
        });
        (rows, moved)
    }

    /// Collects the slots of `rows` for every solution of what `inside` adds, or for the least one. `inside` returns the
    /// sort key.
    pub fn fill(
        &mut self,
        rows: Collected,
        least: bool,
        inside: impl FnOnce(&mut Self, &mut Retry) -> Option<FnId>,
    ) {
        let Collected { region, from, to } = rows;
        self.cut();
        let (level, inner) = (self.level, self.frame.temporary());
        self.level += 1;
        self.heights.push(inner);
        let all = self.label();
        let mut retry = Retry::at(all);
        let (body, key) = self.apart(|build| inside(build, &mut retry));
        self.level -= 1;
        self.heights.pop();
        self.line(Line::Open {
            level,
            region,
            key,
            values: to.0 - from.0,
            inner,
        });
        self.extend(body);
        self.line(Line::Push {
            level,
            region,
            key,
            from,
            to,
            least,
            redo: retry.at,
        });
        self.place(all);
        self.line(Line::Close {
            level,
            region,
            inner,
        });
    }

    /// Adds the collection of all rows that a statement then iterates over.
    pub fn collector(&mut self, each: &SortedCond<'a>, saved: &[VarId]) -> Collected {
        let conds = std::slice::from_ref(&each.cond);
        let (rows, _) = self.collect(conds, each.sort.as_ref(), saved, false);
        self.settle(rows.region, each.sort.is_some());
        rows
    }

    /// Sorts the collected rows and sets the cursor of the statement that iterates over them before the first row.
    pub fn settle(&mut self, region: Slot, sorted: bool) {
        if sorted {
            let (level, cursor) = (self.level, self.frame.temporary());
            self.line(Line::Clear(cursor));
            self.here();
            self.line(Line::Settle {
                level,
                region,
                cursor,
            });
        }
        self.line(Line::Clear(offset(region, 1)));
        self.keeps_rows = true;
        self.holds(&Retry::at(NO));
    }

    /// Releases the rows of this level that are no longer needed.
    pub fn cut(&mut self) {
        if let Some(to) = self.heights.last() {
            let (level, to) = (self.level, *to);
            self.line(Line::Cut { level, to });
        }
    }

    /// Keeps the rows that this level has collected so far for the lines that follow.
    pub fn note_height(&mut self) {
        let (level, to) = (self.level, self.frame.temporary());
        self.line(Line::Height { level, to });
        if let Some(height) = self.heights.last_mut() {
            *height = to;
        }
    }

    /// Adds `let … in`: each item of an iterator, or each number of a range.
    pub fn each_of(&mut self, to: Slot, expr: &Expr<'a>, retry: &mut Retry) {
        let (cursor, end, on_fail) = (self.frame.temporary(), self.frame.temporary(), retry.at);
        if let Some(gives) = range::range(expr, &self.context.domain.types) {
            let f = self.function(gives, expr);
            self.line(Line::Range { f, end, cursor });
            let redo = self.here();
            self.line(Line::NextNumber {
                end,
                cursor,
                to,
                on_fail,
            });
            return retry.opens(redo, More::Cursor(cursor));
        }
        self.cut();
        let (level, f) = (self.level, self.function(ExprKind::Items, expr));
        self.line(Line::Items {
            f,
            level,
            cursor,
            end,
        });
        // The items are needed as long as their generator.
        if let Some(height) = self.heights.last_mut() {
            *height = end;
        }
        let redo = self.here();
        self.line(Line::NextItem {
            level,
            cursor,
            end,
            to,
            on_fail,
        });
        retry.opens(redo, More::Items(cursor, end));
    }
}
