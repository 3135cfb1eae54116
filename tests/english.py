"""What reads translated: habits that no text for people may have, and where such texts are.

Two checkers were weighed. Vale is a Go program, in no package registry; proselint is on PyPI, but checks
American prose in general and knows none of these habits. `ODD` is a list of our own: each habit,
and what to write.

`python -m tests.english` prints what is left, as the two tables of tests/test_english.py want it;
`python -m tests.english FILE` prints the places in one file.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bench import PACKAGES

ROOT = Path(__file__).resolve().parent.parent
ODD = {
    r"\b(?:is|are|was|were) no (?!longer|more|fewer|less|better|worse)": "is not a",
    r"\banew\b": "again",
    r"\bbehind\b": "after",
    r"[«»]": 'straight quotes, "',
    r"\bwho (?:is new|watches|watch|is late)\b|\bhim who\b|\bhe who\b": "the new player, an observer",
    r"\bwhoever\b": "anybody who",
    r"\basked of\b": "your move, asked",
    r"\bwaited for\b": "waiting for",
    r"\bwhat (?:came|becomes|became|comes) of\b": "what happened to",
    r"\bcomes? to light\b": "is revealed",
    r"\b(?:is|are|was|were|be) (?:laid|told of)\b|\blaid (?:before|by|down|into)\b": "is placed, reads",
    r"\b(?:lies?|lay|lying) (?:in|on|at|below|beside|there)\b": "is in",
    r"\bstands? (?:in|on|at|below|above|beside|there|for) |\bstands? still\b": "is in, means",
    r"\bof (?:ours|his own|him)\b": "hexpost's, their own",
    r"\bso many\b": "the number",
    r"\bin part\b": "partly, 1 step",
    r"\b(?:its|their) like\b": "and so on",
    r"(?<!-)\btill\b": "until",
    r"; else\b|, else\b": "otherwise",
    r"\bputs? (?:it )?right\b": "fix, correct",
    r"\bmend(?:s|ed|ing)?\b": "fix",
    r"\bfor the eyes of\b": "X only",
    r"\bhangs? on\b": "depends on",
    r"\bto where\b": "where",
    r"\bnobody more\b": "nobody else",
    r"\bonce this turn\b": "one a turn",
    r"\bjust now\b": "now",
    r"\bLegal would be\b": "Legal instead",
    r"\bsigns\b": "characters",
    r"\b(?:he|him|his|himself)\b": "they, the player",
    r"\ba mail\b(?! (?:program|server|run|provider))|\bmails\b": "an email, emails",
    r"\bletters?\b": "email",
    r"\bsheets?\b": "orders",
    r"\bis there which\b|\bnone of which\b|\bof which\b": "a sentence of its own",
    r"\bneed be\b|\bof old\b|\bof before\b": "if needed, earlier",
    r"\bin (?:all|any) (?:its|their) (?:ways|kinds)\b": "every kind of",
    r"\b(?:blanks|small letters|telephones?)\b": "spaces, lowercase, phone",
    r"\bremarks?\b": "note",
    r"\bcall out\b": "call",
    r"\bfalls? away\b|\blines sent ahead\b|\bkept lines\b": "is dropped; queued orders",
    r"\bstand-ins?\b": "placeholder",
    r"\bgames? of (?:areas|cards|fire)\b": "area game, card-driven game, fire-combat game",
    r"\blost for good\b": "is permanently removed",
}
"""Each habit as a pattern, and what to write instead."""
MEANT = re.compile(
    r"\b(?:capital|three|first|two|single|wide|Greek|more|block|with) letters?\b|\b(?:its|40) letters\b"
    r"|\bletters?,? (?:(?:and|or) )?(?:digits?|numbers?|hyphens?|paper)\b|\bthis letter\b"
    r"|\b(?:digits?|numbers?) (?:and|or) letters?\b|\ba4(?:,| or) letter\b|\bletters ="
    r"|\b(?:road|minus|plus|dollar) signs\b|\bsheets? of (?:paper|counters)\b"
    r"|\b(?:counter|counters|printable|printed|scanned|sticker|contact|two) sheets?\b"
    r"|\b(?:roster|map|card) sheets?\b|\[sheet[.\w]*\]|\bsheet\.(?:jpg|png|svg)\b"
    r"|--(?:two-sheets|before-sheet)\b"
    r"|\bbegins? with a letter\b|\bletter-spacing\b"
    r"|\b(?:at|area) LETTER\b|\bletters? of the alphabet\b|\bentry letters?\b|\bHE SMOKE\b"
    r"|\bbehind (?:the|a|an|enemy) (?:lines?|front|river|wood|hill|crest|wall)s?\b"
    r"|\b(?:lie|lies) on (?:the|one|that) (?:grid|scan|picture|map|art)\b"
    r"|\b(?:left|stays?) behind\b|\bthere (?:is|are|was|were) no\b",
    re.IGNORECASE,
)
"""Letters of the alphabet, sheets of paper, places on a map, "there is no": what is right as it is."""
KEPT = {
    ("adjudicator/events/chance.py", "for the eyes of"): "a hidden die is derived from these words",
    ("adjudicator/mail/telling/verify_dice.py", "for the eyes of"): "it derives hidden dice from these words",
    ("adjudicator/commands/phasestub.py", "letter"): "a key of demo.toml",
    ("adjudicator/mail/servers/fetching.py", "letter"): "desks keep pauses under this name",
}
"""Words that stay, by file, and why."""
SQL = re.compile(
    r"\b(?:SELECT|INSERT INTO|SET|DELETE FROM|CREATE|ORDER BY|WHERE|REFERENCES|ALTER TABLE|USING hash)\b|= \?"
)
PATTERNS = [(re.compile(odd.replace(" ", r"\s+"), re.IGNORECASE), write) for odd, write in ODD.items()]
ANY = re.compile("|".join(f"(?:{pattern.pattern})" for pattern, _ in PATTERNS), re.IGNORECASE)
PAPER = (
    "docs/counters.md",
    "docs/printing.md",
    "docs/modules.md",
    "docs/scans.md",
    "counters/",
    "builder/printing/",
)
"""Where a sheet is one of counters or of paper."""


@dataclass(frozen=True, slots=True)
class Text:
    """What a person reads: where it begins, and its words without code."""

    file: str
    line: int
    words: str


@dataclass(frozen=True, slots=True)
class Habit:
    """One odd phrase: where it is, what it is, and what to write."""

    file: str
    line: int
    found: str
    write: str

    def __str__(self) -> str:
        return f'{self.file}:{self.line}: "{self.found}": write: {self.write}'


def habits(text: Text) -> Iterator[Habit]:
    """The odd phrases of a text."""
    if not ANY.search(text.words):
        return
    words = MEANT.sub(lambda found: "\n" * found.group().count("\n"), text.words)
    for pattern, write in PATTERNS:
        if write == "orders" and text.file.startswith(PAPER):
            continue
        for found in pattern.finditer(words):
            if (text.file, found.group()) in KEPT:
                continue
            yield Habit(text.file, text.line + words[: found.start()].count("\n"), found.group(), write)


# -- pages -----------------------------------------------------------------------------------------


def page(name: str) -> Text:
    """A page in Markdown, without its code, and with the words of its links but not where they lead."""
    text = (ROOT / name).read_text(encoding="utf-8")
    text = re.sub(r"(?ms)^ *```.*?^ *```$", _blank, text)
    text = re.sub(r"(?m)(?<=\n\n)(?: {4,}.*\n|\n)+", _blank, text)
    text = re.sub(r"`[^`]*`", _blank, text)
    return Text(name, 1, re.sub(r"\]\([^)]*\)", "]", text))


def _blank(found: re.Match[str]) -> str:
    """The lines of what is left out, so that those after it keep their numbers."""
    return "\n" * found.group().count("\n") or "_"


def pages() -> tuple[str, ...]:
    """The pages that people read; CHANGELOG.md is history."""
    return (
        *(name for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md")),
        *sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").glob("*.md")),
    )


# -- code ------------------------------------------------------------------------------------------


def texts(file: str) -> Iterator[Text]:
    """The texts of a file of the program: of a template its words, of a module its strings and help."""
    source = (ROOT / file).read_text(encoding="utf-8")
    if file.endswith(".j2"):
        source = re.sub(r"(?s)\{#.*?#\}|<style.*?</style>", _blank, source)
        source = re.sub(r"(?s)\{%.*?%\}|\{\{.*?\}\}", _quoted, source)
        yield Text(file, 1, re.sub(r"<[/a-z][^<>]*>", _blank, source))
        return
    apart: set[int] = set()  # docstrings, and the parts of strings with values in them
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and _is_command(node):
            yield Text(file, node.lineno + 1, ast.get_docstring(node) or "")
        elif isinstance(node, ast.Expr):
            apart.add(id(node.value))
        elif isinstance(node, ast.JoinedStr | ast.Constant) and id(node) not in apart:
            apart.update(id(part) for part in getattr(node, "values", ()))
            words = _words(node)
            if _is_read(words):
                yield Text(file, node.lineno, words)


def _quoted(found: re.Match[str]) -> str:
    """The texts in an expression of a template."""
    return " ".join(re.findall(r'"([^"]*)"', found.group())) + _blank(found)


def _is_read(words: str) -> bool:
    """Whether a string is words for somebody, and no pattern, question to the database or name."""
    return words.count(" ") > 1 and "\\" not in words and "(?" not in words and not SQL.search(words)


def _words(string: ast.Constant | ast.JoinedStr) -> str:
    """What it says, with "_" for each value."""
    if isinstance(string, ast.Constant):
        return string.value if isinstance(string.value, str) else ""
    return "".join(str(part.value) if isinstance(part, ast.Constant) else "_" for part in string.values)


def _is_command(function: ast.FunctionDef) -> bool:
    """Whether a function is a command of Typer, so that its docstring is what --help says."""
    calls = (one.func for one in function.decorator_list if isinstance(one, ast.Call))
    return any(isinstance(call, ast.Attribute) and call.attr in ("command", "callback") for call in calls)


def program() -> tuple[str, ...]:
    """The modules and templates of the program."""
    found = (
        path for package in PACKAGES for path in (ROOT / package).rglob("*") if path.suffix in (".py", ".j2")
    )
    return ("hexpost.py", *sorted(path.relative_to(ROOT).as_posix() for path in found))


def folder_of(file: str) -> str:
    """The folder by which a file's habits are counted: of a game, of a package's room, or the package."""
    parts = Path(file).parts[:-1]
    return "/".join(parts[: 3 if "games" in parts else 2]) or file


# -- what is left ----------------------------------------------------------------------------------


def left_in_pages() -> dict[str, int]:
    """The pages that are not clean, with how many habits each has."""
    counted = {name: len(list(habits(page(name)))) for name in pages()}
    return {name: count for name, count in counted.items() if count}


def left_in_program() -> dict[str, int]:
    """The folders that are not clean, with how many habits each has."""
    counted = Counter(
        folder_of(one.file) for file in program() for text in texts(file) for one in habits(text)
    )
    return dict(sorted(counted.items()))


def main() -> None:
    """Print what is left, or the places in the files that are named."""
    for name in sys.argv[1:]:
        for text in [page(name)] if name.endswith(".md") else texts(name):
            for habit in habits(text):
                print(habit)
    if not sys.argv[1:]:
        print("PAGES =", left_in_pages(), "\nPROGRAM =", left_in_program())


if __name__ == "__main__":
    main()
