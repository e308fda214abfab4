//! What is written comes back as it was.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::written::Written;
use crate::tables::{written, *};

/// A domain of one row a table, and two where that matters. Every field differs from those beside it.
fn filled_in() -> written::Tables {
    let var = |name: &str, slot| written::Var {
        name: name.to_string(),
        ty: TypeId(300),
        slot: Slot(slot),
    };
    let to = written::Param {
        name: "to".to_string(),
        ty: TypeId(4),
        agent: true,
    };
    let check = |text: &str, word| written::Check {
        text: text.to_string(),
        entry: Pc(70_000),
        frame: 2,
        reads: [RelId(5), RelId(6)].into(),
        collected: false,
        asks_game: true,
        vars: [var("x", 3)].into(),
        word,
    };
    let word = WordTest {
        rel: RelId(7),
        slot: Slot(u16::MAX),
        there: true,
    };
    written::Tables {
        relations: [written::Relation {
            name: "at".to_string(),
            doc: "Where it is.".to_string(),
            columns: [to.clone(), to.clone()].into(),
            key: Columns(1),
            keyed: true,
            capacity: ConstantId(1),
            indexes: [Columns(0), Columns(1)].into(),
            scanned: false,
        }]
        .into(),
        tasks: [TaskKind::Internal, TaskKind::Block]
            .map(|kind| written::TaskRow {
                name: "go".to_string(),
                doc: "Goes.".to_string(),
                kind,
                params: [to.clone()].into(),
                entry: Pc(u32::MAX),
                method: MethodId(3),
                frame: 9,
            })
            .into(),
        methods: [written::MethodRow {
            task: TaskId(1),
            doc: String::new(),
        }]
        .into(),
        branches: [None, Some(ConstantId(0))]
            .map(|words| written::BranchRow {
                name: "b".to_string(),
                doc: "Best.".to_string(),
                vars: [var("x", 3), var("y", 4)].into(),
                checks: Run { at: 70_000, len: 5 },
                sort: words.map(|words| (FnId(1), words)),
                priority: words.map(|_| Slot(4)),
            })
            .into(),
        operators: [written::OperatorRow {
            task: TaskId(3),
            doc: "Does it.".to_string(),
            entry: Pc(7),
            holds: None,
            during: Some(1),
            pieces: Run { at: 90_000, len: 7 },
            while_pieces: 2,
            moments: [1, 2, 3, u32::MAX, 5].map(Pc),
            writes: [&[5_u16, 6] as &[u16], &[], &[6], &[], &[9]]
                .map(|list| list.iter().copied().map(RelId).collect()),
            asks_game: 0b10_0110,
            by: 0b11,
            busy: Some(FnId(0)),
            cost: None,
            duration: Some(FnId(8)),
            undo: Some(Undo {
                task: TaskId(2),
                entry: Pc(8),
                args: Run { at: 70_000, len: 2 },
            }),
            vars: Vec::new(),
        }]
        .into(),
        axioms: [AxiomRow {
            solver: FnId(u16::MAX),
            frame: 3,
        }]
        .into(),
        collections: [Collection {
            from: Slot(1),
            to: Slot(4),
            region: Slot(7),
        }]
        .into(),
        checks: [check("at(x)", None), check("!at(x)", Some(word))].into(),
        args: [Arg::Any, Arg::Bind(Slot(65_535)), Arg::Is(Slot(0))].into(),
        slots: [Slot(300)].into(),
        strands: [Pc(1), Pc(70_000)].into(),
    }
}

/// For as long as the test runs.
fn kept<T>(list: Vec<T>) -> &'static [T] {
    list.leak()
}

/// Unpacks them as an expansion does: lists first, then checks, then the rest.
fn read_back(written: &[Written]) -> Tables {
    let mut tables = Tables {
        constants: &[1, 64],
        ..Tables::EMPTY
    };
    macro_rules! unpacked {
        ($($name:ident: $row:ident $len:literal $(in $lists:literal)?,)*) => {$({
            let table = written.iter().find(|table| table.name == stringify!($name)).unwrap();
            assert_eq!(table.len, $len, "{}", table.name);
            let texts: Vec<&'static str> =
                table.text.texts.iter().map(|text| &*text.clone().leak()).collect();
            let rows: [_; $len] = $row::unpack(&texts, &table.text.words(), &tables);
            tables.$name = unpacked!(@kept table.lists, rows $(, $lists)?);
        })*};
        (@kept $table:expr, $rows:ident) => { kept($rows.into()) };
        (@kept $lengths:expr, $rows:ident, $lists:literal) => {{
            let lengths: [u16; $lists] = $lengths.clone().unwrap().try_into().unwrap();
            kept(lists(kept($rows.into()), lengths).into())
        }};
    }
    unpacked! {
        params: Param 3 in 2, vars: Var 3 in 3, predicates: RelId 4 in 4, columns: Columns 2 in 1,
        checks: Check 2,
        relations: Relation 1, tasks: TaskRow 2, methods: MethodRow 1, branches: BranchRow 2,
        operators: OperatorRow 1, axioms: AxiomRow 1, collections: Collection 1,
        args: Arg 3, slots: Slot 1, strands: Pc 2,
    }
    tables
}

#[test]
fn rows_come_back_as_they_were() {
    let rows = filled_in();
    let tables = read_back(&rows.write().unwrap());
    // Fields have the same names on both sides, and print the same but for the types' own names and what they stand for.
    macro_rules! same {
        ($($table:ident),*) => {$(
            for (read, written) in tables.$table.iter().zip(&rows.$table) {
                assert_eq!(std::format!("{read:?}"), std::format!("{written:?}"));
            }
        )*};
    }
    same!(
        tasks,
        methods,
        checks,
        axioms,
        collections,
        args,
        slots,
        strands
    );

    let [relation] = tables.relations else {
        panic!("one predicate")
    };
    assert_eq!((relation.name, relation.doc), ("at", "Where it is."));
    assert_eq!(
        (relation.columns.len(), relation.columns[1].name),
        (2, "to")
    );
    assert_eq!((relation.key, relation.keyed), (Columns(1), true));
    assert_eq!((relation.capacity, relation.scanned), (64, false));
    assert_eq!(relation.indexes, [Columns(0), Columns(1)]);

    let [branch, sorted] = tables.branches else {
        panic!("two branches")
    };
    assert_eq!((branch.sort, sorted.sort), (None, Some((FnId(1), 1))));
    assert_eq!((branch.priority, sorted.priority), (None, Some(Slot(4))));
    assert_eq!(
        (branch.name, branch.doc, branch.vars),
        ("b", "Best.", sorted.vars)
    );
    assert_eq!((branch.vars[1].name, branch.vars[1].slot), ("y", Slot(4)));
    assert_eq!(branch.checks, Run { at: 70_000, len: 5 });

    let ([operator], [written]) = (tables.operators, &rows.operators[..]) else {
        panic!("one operator")
    };
    assert_eq!(
        (operator.holds, operator.during),
        (None, Some(tables.checks[1]))
    );
    assert_eq!((operator.task, operator.doc), (TaskId(3), "Does it."));
    assert_eq!((operator.entry, operator.by), (Pc(7), 3));
    assert_eq!(operator.asks_game, 0b10_0110);
    assert_eq!(
        (operator.pieces, operator.while_pieces),
        (written.pieces, 2)
    );
    assert_eq!(operator.moments, written.moments);
    assert_eq!(operator.writes.map(<[RelId]>::to_vec), written.writes);
    assert_eq!((operator.busy, operator.cost), (Some(FnId(0)), None));
    assert_eq!(operator.duration, Some(FnId(8)));
    assert_eq!((operator.undo, operator.vars.len()), (written.undo, 0));
}

#[test]
fn a_list_is_written_once() {
    let written = filled_in().write().unwrap();
    let vars = written.iter().find(|table| table.name == "vars").unwrap();
    // `x, y` of the branches and `x` of the checks; none of the operator's.
    assert_eq!(vars.text.texts, ["x", "y", "x"]);
}
