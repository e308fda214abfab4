"""The situations that are measured in the domain of the README. `§` is the cursor."""

# What is typed: a name, the text that is replaced, the text with the cursor, words of which one must be offered, the
# character that triggers completion.
COMPLETION = [
    (
        "`if squ§` and nothing after it",
        "if surrendered(target) && !restrained(target) && !reserved(target)\n"
        "                && squad_member(who) && !reserved(who)\n            sort by game.distance(who, target)\n",
        "if squ§\n",
        ["squad_member"],
        None,
    ),
    ("`&& squ§`", "&& squad_member(who) && !reserved(who)\n", "&& squ§\n", ["squad_member"], None),
    ("`if res§ && …`", "if surrendered(target) && !restrained(target)", "if res§ && !restrained(target)", ["restrained"], None),
    ("`&& !res§`", "&& squad_member(who) && !reserved(who)\n", "&& squad_member(who) && !res§\n", ["reserved"], None),
    (
        "`&& §` before `sort by`",
        "&& squad_member(who) && !reserved(who)\n            sort by game.distance(who, target)",
        "&& §",
        ["squad_member"],
        None,
    ),
    ("predicate before its arguments", "&& squad_member(who) &&", "&& squ§(who) &&", ["squad_member"], None),
    ("task without `;`", "together(who, target);\n", "res§\n", ["reserve"], None),
    ("task before `;`", "together(who, target);\n", "tog§;\n", ["together"], None),
    ("last task of a body", "free(who); free(target);\n        }", "free(who); tog§\n        }", ["together"], None),
    ("empty statement", "together(who, target);\n", "§\n", ["together"], None),
    ("task before its arguments", "together(who, target);\n", "toge§(who, target);\n", ["together"], None),
    ("`game.§` in `sort by`", "sort by game.distance(who, target)", "sort by game.§", ["distance"], "."),
    ("`game.di§` in `sort by`", "sort by game.distance(who, target)", "sort by game.di§", ["distance"], None),
    ("`&& game.§`", "&& game.distance(partner, target) < 10.0", "&& game.§", ["distance"], "."),
    ("`&& game.§ && …`", "&& !reserved(who)\n            sort", "&& game.§ && !reserved(who)\n            sort", ["distance"], "."),
    (
        "`game.di§(…)` in a condition",
        "&& game.distance(partner, target) < 10.0",
        "&& game.di§(partner, target) < 10.0",
        ["distance"],
        None,
    ),
    ("variable of an atom", "&& squad_member(who) && !reserved(who)\n", "&& squad_member(who) && !reserved(wh§)\n", ["who"], None),
    ("variable of a task", "together(who, target);\n", "together(who, tar§);\n", ["target"], None),
    ("variable of an unclosed task", "together(who, target);\n", "together(who, §\n", ["target"], None),
    ("variable of a Rust call", "sort by game.distance(who, target)", "sort by game.distance(who, tar§)", ["target"], None),
    ("variable of a comparison", "&& partner != who &&", "&& partner != wh§ &&", ["who"], None),
    ("field of a variable", "&& partner != who &&", "&& partner.§ != who.0 &&", ["0"], "."),
    ("`add §`", "add reserved(who);", "add §", ["reserved"], None),
    ("`add res§;`", "add reserved(who);", "add res§;", ["reserved"], None),
    ("`sensed §`", "sensed add restrained(target);", "sensed §", ["add"], None),
    ("`sensed add rest§`", "sensed add restrained(target);", "sensed add rest§", ["restrained"], None),
    ("`undo fr§;`", "undo free(who);", "undo fr§;", ["free"], None),
    ("start of an item", "    /// Cuffs a suspect.\n", "    pre§\n    /// Cuffs a suspect.\n", ["predicate"], None),
    ("`bra§ alone {`", "branch alone {", "bra§ alone {", ["branch"], None),
    ("`so§` after a condition", "sort by game.distance(who, target)\n", "so§\n", ["sort"], None),
    ("type of a column", "predicate surrendered(Actor)", "predicate surrendered(Act§)", ["Actor"], None),
    ("type of a parameter", "operator cover(who: Actor, target: Actor)", "operator cover(who: Actor, target: Act§)", ["Actor"], None),
    ("type of the context", "restraint(game: &Game)", "restraint(game: &Ga§)", ["Game"], None),
    ("`Fact::§` in the program", "Fact::SquadMember(Actor(officer))", "Fact::§", ["SquadMember"], ":"),
    ("`Fact::Sq§`, domain unfinished", None, None, ["SquadMember"], None),
    ("`Action::§` in the program", "Action::Restrain { target, .. }", "Action::§", ["Restrain"], ":"),
    ("`director.§` in the program", "director.finish(id, Outcome::Success)?;", "director.§;", ["finish"], "."),
]

UNFINISHED = (
    ("if surrendered(target) && !restrained(target)", "if surrendered(target) && "),
    ("Fact::SquadMember(Actor(officer))", "Fact::Sq§(Actor(officer))"),
)

# Situations beyond those of the first comparison: nothing precedes the cursor in its list.
EMPTY = [
    ("an item", "    /// Cuffs a suspect.\n", "    §\n    /// Cuffs a suspect.\n", ["predicate"], None),
    ("a statement of an operator", "sensed add restrained(target);", "sensed add restrained(target); §", ["cost"], None),
    ("an empty operator", "by who {}", "by who { § }", ["cost"], None),
    ("an empty body", "branch alone { restrain(who, target); global_block(who); }", "branch alone { § }", ["restrain"], None),
    ("a branch", "branch alone {", "§ branch alone {", ["branch"], None),
    ("the type of the first column", "predicate surrendered(Actor)", "predicate surrendered(§)", ["Actor"], None),
    ("an axiom", "/// Cuffs a suspect.\n", "axiom all() { § }\n    /// Cuffs a suspect.\n", ["reserved"], None),
]

# What must not be offered: the text that is replaced, the text with the cursor, the word.
UNWANTED = [
    ("the unfinished word itself", "&& !reserved(who)\n", "&& !reserved(whx§)\n", "whx"),
    ("a helper of the expansion", "&& !reserved(who)\n", "&& !reserved(§)\n", "any"),
]

# The places of a rename in the domain: how many of which word, in the text between two marks.
RENAME = [
    ("variable `target`, at its atom", "if surrendered(tar§get) && !restr", "branch nearest", "method together"),
    ("variable `target`, in Rust", "sort by game.distance(who, tar§get)", "branch nearest", "method together"),
    ("variable `partner`", "&& part§ner != who", "branch with_cover", "branch alone"),
    ("parameter `who`, declared", "operator restrain(w§ho: Actor", "operator restrain(", "/// Covers"),
    ("parameter `who`, used", "reserved(w§ho);\n        add", "internal operator reserve(", "internal operator free"),
    ("the context", "restraint(ga§me: &Game)", "htn_domain! {", "fn main"),
    ("the context, used", "sort by ga§me.distance", "htn_domain! {", "fn main"),
    ("type `Actor`", "agent Act§or;", None, None),
    ("predicate, declared", "predicate surr§endered(Actor)", "htn_domain! {", "fn main"),
    ("predicate, used", "if surr§endered(target)", "htn_domain! {", "fn main"),
    ("task, declared", "operator restr§ain(who", "htn_domain! {", "fn main"),
    ("task, used", "            restr§ain(who, target);\n            global", "htn_domain! {", "fn main"),
]

# Mistakes: the text that is replaced, and the mistake.
MISTAKES = [
    ("unknown predicate", "if surrendered(target) && !restr", "if surendered(target) && !restr"),
    ("unknown task", "together(who, target);\n", "togehter(who, target);\n"),
    ("too many arguments", "&& squad_member(who) &&", "&& squad_member(who, target) &&"),
    ("too few arguments", "together(who, target);\n", "together(who);\n"),
    ("unknown variable in a task", "reserve(who); reserve(target);\n", "reserve(who); reserve(targets);\n"),
    ("unknown method of the context", "sort by game.distance(who, target)", "sort by game.distanse(who, target)"),
    ("unknown type", "operator cover(who: Actor, target: Actor)", "operator cover(who: Actor, target: Actr)"),
]
