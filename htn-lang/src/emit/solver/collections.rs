//! Lines that collect rows.

use htn_core::tables::FnId;

use super::Printer;
use crate::lower::graph::Line;

impl Printer<'_, '_> {
    /// How many words a sort key has.
    fn key_words(&self, key: Option<FnId>) -> String {
        key.map_or("0".to_owned(), |f| {
            format!("{} as __rt::usize", self.keys[usize::from(f.0)])
        })
    }

    pub(super) fn collection(&mut self, line: &Line) {
        match line {
            Line::Cut { level, to } => {
                let to = self.s(*to);
                self.put(format!("__q.cut({level}, {to});"));
            }
            Line::Height { level, to } => {
                let to = self.s(*to);
                self.put(format!("{to} = __q.height({level});"));
            }
            Line::Open {
                level,
                region,
                key,
                values,
                inner,
            } => {
                let (region, inner) = (self.s(*region), self.s(*inner));
                let words = self.key_words(*key);
                self.put(format!(
                    "if !__q.open({level}, {words}, {values}, &mut {region}) {{ break '__go __rt::ConditionAnswer::Full; }}
                    {inner} = __q.height({});",
                    level + 1
                ));
            }
            Line::Push {
                level,
                region,
                key,
                from,
                to,
                least,
                redo,
            } => {
                let push = if *least { "push_least" } else { "push" };
                let region = self.s(*region);
                let values = self.part(*from, *to);
                let words = self.key_words(*key);
                let key = match key {
                    Some(f) => {
                        let write = self.call("keys", &self.functions.keys, *f, ", &mut __key");
                        format!("let mut __key = [0u64; {words}]; {write};")
                    }
                    None => "let __key: [__rt::u64; 0] = [];".to_owned(),
                };
                let to = self.to(*redo);
                self.put(format!(
                    "{key} if !__q.{push}({level}, {region}, &__key, &{values}) {{ break '__go __rt::ConditionAnswer::Full; }} {to}"
                ));
            }
            Line::Close {
                level,
                region,
                inner,
            } => {
                let (region, inner) = (self.s(*region), self.s(*inner));
                self.put(format!(
                    "__q.close({level}, {region}); __q.cut({}, {inner});",
                    level + 1
                ));
            }
            Line::First {
                level,
                region,
                cursor,
                from,
                to,
                on_fail,
            } => {
                let (region, values) = (self.s(*region), self.part(*from, *to));
                self.put(format!("let __region = {region};"));
                let first = format!(
                    "__q.first({level}, __region, &mut __c{}, &mut {values})",
                    cursor.0
                );
                self.unless(&first, *on_fail);
            }
            Line::Next {
                level,
                region,
                cursor,
                from,
                to,
                on_fail,
            } => {
                let (region, values) = (self.s(*region), self.part(*from, *to));
                let no = self.no_arm(*on_fail);
                self.put(format!(
                    "__q.left = __left; let __region = {region};
                    let __found = __q.next({level}, __region, &mut __c{}, &mut {values});
                    __left = __q.left;
                    match __found {{
                        __rt::ConditionAnswer::Yes => {{}}
                        {no}
                        __found => break '__go __found,
                    }}",
                    cursor.0
                ));
            }
            Line::Settle {
                level,
                region,
                cursor,
            } => {
                let region = self.s(*region);
                self.put(format!(
                    "__q.left = __left;
                    let __found = __q.settle({level}, {region}, &mut __c{});
                    __left = __q.left;
                    if let __rt::ConditionAnswer::Paused = __found {{ break '__go __found; }}",
                    cursor.0
                ));
            }
            _ => {}
        }
    }
}
