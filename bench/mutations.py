"""What can be taken out of a rule: each condition, term, number and call of the functions that cite clauses.

A `Mutation` is one small change to one function of a game, the clauses it touches, and the change in words.
Nothing is changed on disk: `code` compiles the module with the change in it and gives the new code of that
one function.

Whose clause a change is: the one that its own `if` refuses by; else those that its function cites with @rule
or gives to what it records. Where it takes away the call of another function that cites clauses, those count
too. A function that neither cites nor refuses is left alone, but for the calls of rules that it makes; with
`helpers` its changes belong to the clauses of the functions of its file that call it.
"""

from __future__ import annotations

import ast
import csv
import functools
import inspect
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType

Function = ast.FunctionDef
Place = tuple[ast.AST, str, int | None, object]
"""A node, a field of it, a place in that field if it is a list, and what to put there."""

OTHER: Mapping[type[ast.cmpop], tuple[type[ast.cmpop], str]] = {
    ast.Lt: (ast.LtE, "<="),
    ast.LtE: (ast.Lt, "<"),
    ast.Gt: (ast.GtE, ">="),
    ast.GtE: (ast.Gt, ">"),
    ast.Eq: (ast.NotEq, "!="),
    ast.NotEq: (ast.Eq, "=="),
    ast.In: (ast.NotIn, "not in"),
    ast.NotIn: (ast.In, "in"),
    ast.Is: (ast.IsNot, "is not"),
    ast.IsNot: (ast.Is, "is"),
}
SWAPPED = {"any": "all", "all": "any", "min": "max", "max": "min"}
EARLY = {"None": ["None"], "bool": ["True", "False"], "int": ["0"], "str": ["''"]}
"""What a function may give back at once, by what it says it returns."""


@dataclass(frozen=True, slots=True)
class Mutation:
    """One change: where it is, whose clauses it touches, what it is in words."""

    file: Path
    line: int
    function: str
    clauses: tuple[str, ...]
    words: str
    tree: ast.Module
    holder: ast.AST
    field: str
    index: int | None
    new: object

    @property
    def key(self) -> tuple[str, str, str]:
        """What a list of changes names it by."""
        return self.file.name, self.function, self.words

    def make(self) -> None:
        """Give the function its new code, in this process."""
        module = next(m for m in list(sys.modules.values()) if getattr(m, "__file__", None) == str(self.file))
        plain(functools.reduce(getattr, self.function.split("."), module)).__code__ = self.code()

    def code(self) -> CodeType:
        """The function's code with the change in it."""
        value = getattr(self.holder, self.field)
        changed = (
            self.new if self.index is None else [*value[: self.index], self.new, *value[self.index + 1 :]]
        )
        setattr(self.holder, self.field, changed)
        try:
            whole = compile(ast.fix_missing_locations(self.tree), str(self.file), "exec")
        finally:
            setattr(self.holder, self.field, value)
        return next(code for code in inner(whole) if code.co_qualname == self.function)


def plain(found: object) -> FunctionType:
    """The function itself, without what is wrapped around it."""
    for inside in ("fget", "func"):
        found = getattr(found, inside, found)
    function = inspect.unwrap(found)  # type: ignore[arg-type]
    assert isinstance(function, FunctionType)
    return function


def inner(code: CodeType) -> Iterator[CodeType]:
    """All code within a module's code."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from inner(constant)


# -- which functions, and whose clauses -----------------------------------------------------------------


def mutations(files: Sequence[Path], *, helpers: bool = False) -> list[Mutation]:
    """Every change to the rules in the files of a game, in the order of their lines."""
    trees = {file: ast.parse(file.read_text(encoding="utf-8")) for file in files}
    matrices = (folder / "rules.csv" for file in files[:1] for folder in file.parents)
    numbers = clauses_in(next(matrix for matrix in matrices if matrix.is_file())) if files else frozenset()
    everywhere = {name: cited(one) for tree in trees.values() for name, one in functions(tree) if cited(one)}
    everywhere |= {
        f"{file.stem}.{name}": cited(one) for file in files for name, one in functions(trees[file])
    }
    return [
        one
        for file, tree in trees.items()
        for one in sorted(
            of_file(file, tree, numbers, everywhere, helpers), key=lambda one: (one.line, one.words)
        )
    ]


def clauses_in(matrix: Path) -> frozenset[str]:
    """The numbers of all clauses of a game and of their headings, from its rules.csv."""
    with matrix.open(encoding="utf-8", newline="") as lines:
        ids = [row["id"] for row in csv.DictReader(lines)]
    return frozenset(ids) | {id_.rpartition(".")[0] for id_ in ids if "." in id_}


def of_file(
    file: Path,
    tree: ast.Module,
    numbers: frozenset[str],
    everywhere: Mapping[str, tuple[str, ...]],
    helpers: bool,
) -> Iterator[Mutation]:
    """The changes to one file."""
    found, known = dict(functions(tree)), named_numbers(tree)
    whose = {
        name: joined(cited(one), spoken(one.body, numbers)) if cited(one) else ()
        for name, one in found.items()
    }
    by_name = {**everywhere, **{name: cited(one) for name, one in found.items()}}
    if helpers:
        whose = with_callers(found, whose)
    for name, function in found.items():
        for change in (*changes(function), *numbers_moved(function, known)):
            own = change.clauses or whose[name]
            calls = names(change.place)
            called = joined(*(by_name.get(one, by_name.get(one.rpartition(".")[2], ())) for one in calls))
            if own or (called and isinstance(change.place[3], ast.Pass)):
                yield Mutation(
                    file, change.line, name, joined(own, called), change.words, tree, *change.place
                )


def joined(*several: Iterable[str]) -> tuple[str, ...]:
    """Clauses from several places, each once."""
    return tuple(dict.fromkeys(one for some in several for one in some))


def names(place: Place) -> set[str]:
    """The functions that are called in what a change takes away, as they are called there: "fire" or
    "r00_barrage.fire", for two chapters may have functions of one name."""
    holder, field, index, _ = place
    old = getattr(holder, field)
    if isinstance(holder, ast.FunctionDef) and index is None:
        return set()
    nodes = ast.walk(old if index is None else old[index])
    calls = (ast.unparse(node.func) for node in nodes if isinstance(node, ast.Call))
    return {call for call in calls if not call.startswith(("play.", "state."))}


def functions(tree: ast.Module) -> Iterator[tuple[str, Function]]:
    """The functions of a file and the methods of its classes, by their names."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            methods = (method for method in node.body if isinstance(method, ast.FunctionDef))
            yield from ((f"{node.name}.{method.name}", method) for method in methods)


def with_callers(
    found: Mapping[str, Function], whose: Mapping[str, tuple[str, ...]]
) -> dict[str, tuple[str, ...]]:
    """The clauses of each function; those of its callers where it has none of its own."""
    named = {name: {n.id for n in ast.walk(one) if isinstance(n, ast.Name)} for name, one in found.items()}
    callers = {name: [caller for caller in found if name in named[caller]] for name in found}
    return {name: own or joined(*(whose[one] for one in callers[name])) for name, own in whose.items()}


def cited(function: Function) -> tuple[str, ...]:
    """The clauses in a function's @rule(...)."""
    calls = (one for one in function.decorator_list if isinstance(one, ast.Call))
    rules = (call for call in calls if ast.unparse(call.func) == "rule")
    return tuple(str(arg.value) for call in rules for arg in call.args if isinstance(arg, ast.Constant))


def spoken(body: Sequence[ast.stmt], numbers: frozenset[str]) -> tuple[str, ...]:
    """The clauses that statements give to what they record, roll or refuse."""
    calls = [node for one in body for node in ast.walk(one) if isinstance(node, ast.Call)]
    texts = [one for call in calls for one in (*call.args[:2], *(key.value for key in call.keywords))]
    said = (one.value for one in texts if isinstance(one, ast.Constant) and isinstance(one.value, str))
    return tuple(dict.fromkeys(text for text in said if text in numbers))


def refusing(body: Sequence[ast.stmt]) -> tuple[str, ...]:
    """The clauses that statements refuse by: the first words of their Refused(...)."""
    calls = (node for one in body for node in ast.walk(one) if isinstance(node, ast.Call))
    first = (call.args[0] for call in calls if refuses(call) and call.args)
    texts = (arg.value for arg in first if isinstance(arg, ast.Constant))
    return tuple(dict.fromkeys(str(text) for text in texts))


def refuses(node: ast.AST) -> bool:
    """Whether a node makes a refusal."""
    return isinstance(node, ast.Call) and ast.unparse(node.func) == "Refused"


# -- what can be changed ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Change:
    """One change within a function; `clauses` only where its `if` says more than the function."""

    line: int
    clauses: tuple[str, ...]
    words: str
    place: Place


def changes(function: Function) -> Iterator[Change]:
    """Every change to a function."""
    yield from early(function)
    for field, index, node in children(function):
        if field == "body":
            yield from within(function, field, index, node, ())


def early(function: Function) -> Iterator[Change]:
    """The function gives something back at once, and does nothing."""
    if any(isinstance(node, ast.Yield | ast.YieldFrom) for node in ast.walk(function)):
        return
    kind = ast.unparse(function.returns) if function.returns else ""
    for value in EARLY.get(kind, ["()"] if kind.startswith("tuple") else []):
        if not trivial(function, value):
            new = [ast.Return(ast.parse(value, mode="eval").body)]
            words = "the whole is left out" if value == "None" else f"gives back {value} at once"
            yield Change(function.lineno, (), words, (function, "body", None, new))


def trivial(function: Function, value: str) -> bool:
    """Whether that is all the function does anyhow."""
    *_, last = function.body
    said = ast.unparse(last) if isinstance(last, ast.Return) else "return None" if silent(last) else ""
    return len(function.body) <= 2 and said == f"return {value}"


def within(
    holder: ast.AST, field: str, index: int | None, node: ast.AST, clauses: tuple[str, ...]
) -> Iterator[Change]:
    """The changes to a node and to all within it. Words said to people are left alone."""
    if silent(node) or (isinstance(holder, ast.Subscript) and isinstance(node, ast.Constant)):
        return
    for new, words in instead(node, field):
        yield Change(getattr(node, "lineno", 0), clauses, words, (holder, field, index, new))
    if isinstance(node, ast.comprehension):
        yield from unfiltered(node, clauses)
    for inside, at, child in children(node):
        narrow = refusing(node.body) if isinstance(node, ast.If) and inside == "test" else ()
        yield from within(node, inside, at, child, narrow or clauses)


def silent(node: ast.AST) -> bool:
    """Whether a node only says something: a refusal, a sentence, a note of a type."""
    said = isinstance(node, ast.JoinedStr | ast.Assert | ast.arguments)
    text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return (
        said or text or refuses(node) or (isinstance(node, ast.keyword) and node.arg in {"why", "question"})
    )


def children(node: ast.AST) -> Iterator[tuple[str, int | None, ast.AST]]:
    """What is in a node: field, place in it, the node there."""
    for field, value in ast.iter_fields(node):
        if isinstance(value, ast.AST):
            yield field, None, value
        elif isinstance(value, list):
            yield from ((field, at, one) for at, one in enumerate(value) if isinstance(one, ast.AST))


def instead(node: ast.AST, field: str) -> Iterator[tuple[ast.AST, str]]:
    """What may stand in the place of a node, and that in words."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield ast.Pass(), f"{quoted(node)} is left out"
    elif field == "test" and isinstance(node, ast.expr) and not isinstance(node, ast.Constant):
        for value in (False, True):
            yield ast.Constant(value), f"{quoted(node)} {'always' if value else 'never'} holds"
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and not (field == "test" and contrary(node)):
        yield from compared(node)
    elif isinstance(node, ast.BoolOp):
        yield from shorter(node)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not) and field != "test":
        yield node.operand, f"{quoted(node)} without its not"
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield from ((ast.Constant(n), f"{node.value} becomes {n}") for n in (node.value + 1, node.value - 1))
    elif isinstance(node, ast.Set | ast.Tuple | ast.List):
        yield from fewer(node)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SWAPPED:
        name = SWAPPED[node.func.id]
        new = ast.Call(ast.Name(name, ast.Load()), node.args, node.keywords)
        yield new, f"{name} instead of {quoted(node)}"


def contrary(node: ast.Compare) -> bool:
    """Whether another sign says the very opposite: of a whole "if", "always" and "never" say more."""
    return not isinstance(node.ops[0], ast.Lt | ast.LtE | ast.Gt | ast.GtE)


def compared(node: ast.Compare) -> Iterator[tuple[ast.AST, str]]:
    """A comparison with the neighbouring sign."""
    kind, sign = OTHER[type(node.ops[0])]
    yield ast.Compare(node.left, [kind()], node.comparators), f"{sign} in {quoted(node)}"


def shorter(node: ast.BoolOp) -> Iterator[tuple[ast.AST, str]]:
    """An "and" or an "or" without one of its terms."""
    for at, term in enumerate(node.values):
        left = [*node.values[:at], *node.values[at + 1 :]]
        new = left[0] if len(left) == 1 else ast.BoolOp(node.op, left)
        yield new, f"{quoted(node)} without {quoted(term)}"


def fewer(node: ast.Set | ast.Tuple | ast.List) -> Iterator[tuple[ast.AST, str]]:
    """A list of words without one of them."""
    texts = [one.value for one in node.elts if isinstance(one, ast.Constant) and isinstance(one.value, str)]
    if len(texts) < 2 or len(texts) != len(node.elts):
        return
    for at, text in enumerate(texts):
        left = [*node.elts[:at], *node.elts[at + 1 :]]
        new = ast.Set(left) if isinstance(node, ast.Set) else type(node)(left, ast.Load())
        yield new, f"{quoted(node)} without {text!r}"


def unfiltered(node: ast.comprehension, clauses: tuple[str, ...]) -> Iterator[Change]:
    """A comprehension without one of its conditions."""
    for at, one in enumerate(node.ifs):
        place: Place = (node, "ifs", at, ast.Constant(True))
        yield Change(one.lineno, clauses, f"{quoted(one)} always holds", place)


def named_numbers(tree: ast.Module) -> frozenset[str]:
    """The names that a file gives to whole numbers."""
    pairs = ((one.targets[0], one.value) for one in tree.body if isinstance(one, ast.Assign))
    flat = (
        zip(name.elts, value.elts, strict=True)
        if isinstance(name, ast.Tuple) and isinstance(value, ast.Tuple)
        else [(name, value)]
        for name, value in pairs
    )
    return frozenset(
        name.id
        for some in flat
        for name, value in some
        if isinstance(name, ast.Name) and isinstance(value, ast.Constant) and type(value.value) is int
    )


def numbers_moved(node: ast.AST, known: frozenset[str]) -> Iterator[Change]:
    """Each use of a named number with one more, and with one less."""
    for field, at, child in children(node):
        if isinstance(child, ast.Name) and child.id in known:
            for sign, kind in (("+", ast.Add()), ("-", ast.Sub())):
                new = ast.BinOp(child, kind, ast.Constant(1))
                yield Change(child.lineno, (), f"{child.id} {sign} 1", (node, field, at, new))
        elif not silent(child):
            yield from numbers_moved(child, known)


def quoted(node: ast.AST) -> str:
    """A node as it is written, in one line of at most 80 characters."""
    text = " ".join(ast.unparse(node).split())
    return f"«{text if len(text) <= 80 else text[:79] + '…'}»"
