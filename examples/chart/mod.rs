//! A text chart of who did what when: a row for each agent, two columns for each tick.

use std::fmt;

const COLUMNS: usize = 2;

/// A bar of the chart.
struct Bar {
    row: String,
    what: String,
    from: usize,
    /// The tick in which it ended, and true for success.
    end: Option<(usize, bool)>,
}

/// A chart that is filled tick by tick.
#[derive(Default)]
pub struct Chart {
    bars: Vec<Bar>,
    now: usize,
}

impl Chart {
    /// Starts the next tick.
    pub fn tick(&mut self) {
        self.now += 1;
    }

    /// Starts a bar in this tick.
    pub fn begin(&mut self, row: impl Into<String>, what: impl ToString) {
        self.bars.push(Bar {
            row: row.into(),
            what: what.to_string(),
            from: self.now,
            end: None,
        });
    }

    /// Ends the open bar with this text.
    pub fn end(&mut self, what: impl ToString, well: bool) {
        let (now, what) = (self.now, what.to_string());
        let open = self.bars.iter_mut().rev();
        let mut open = open.filter(|bar| bar.end.is_none() && bar.what == what);
        if let Some(bar) = open.next() {
            bar.end = Some((now, well));
        }
    }
}

impl fmt::Display for Chart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rows: Vec<&str> = self.bars.iter().map(|bar| bar.row.as_str()).collect();
        rows.sort_unstable();
        rows.dedup();
        let wide = rows.iter().map(|row| row.len()).max().unwrap_or(0);
        let ruler = (0..=self.now).step_by(5).map(|tick| format!("{tick:<10}"));
        let ruler: String = ruler.collect();
        writeln!(f, "{:wide$}  {}", "tick", ruler.trim_end())?;
        for row in rows {
            let mut line = vec![' '; COLUMNS * (self.now + 1)];
            for bar in self.bars.iter().filter(|bar| bar.row == row) {
                let (end, mark) = match bar.end {
                    Some((end, true)) => (end, '|'),
                    Some((end, false)) => (end, 'x'),
                    None => (self.now, '>'),
                };
                // The name without its arguments.
                let name = bar.what.chars().take_while(|letter| *letter != '(');
                let columns = COLUMNS * bar.from..COLUMNS * end.max(bar.from + 1);
                let last = columns.end - 1;
                for (place, letter) in line[columns]
                    .iter_mut()
                    .zip(name.chain(std::iter::repeat('-')))
                {
                    *place = letter;
                }
                line[last] = mark;
            }
            let line: String = line.into_iter().collect();
            writeln!(f, "{row:wide$}  {}", line.trim_end())?;
        }
        Ok(())
    }
}
