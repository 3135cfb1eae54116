"""What holds in every corner of the repository, whoever wrote the file."""

import ast
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path, PurePosixPath
from types import SimpleNamespace

import pytest

from adjudicator.catalogue import game_names
from bench import PACKAGES
from tests.conftest import part_of, pytest_collection_modifyitems

ROOT = Path(__file__).resolve().parent.parent
TOP_FOLDERS = {*PACKAGES, "tests", "bench", "docs", ".ci", ".github"}
MADE = {"build", "dist", "demo", "out", "desk", "__pycache__"}
TEXT = {
    ".py",
    ".md",
    ".toml",
    ".csv",
    ".j2",
    ".txt",
    ".yaml",
    ".yml",
    ".geojson",
    ".html",
    ".css",
    ".lock",
    ".eml",
    "",
}
MOST_LINES = 500
MOST_MODULES = 25
DRAWS = "adjudicator/report/drawing/"
DRAWING = ("PIL", "shapely", "reportlab", "lxml", "numpy")


def ours(folder: Path) -> bool:
    """Whether a folder is part of the repository, and not something a tool has made."""
    hidden = folder.name.startswith(".") and folder.name not in {".ci", ".github"}
    return not hidden and folder.name not in MADE and not folder.name.endswith(".egg-info")


def walk(folder: Path) -> Iterator[Path]:
    """Every file of the repository."""
    for path in sorted(folder.iterdir()):
        if path.is_file() and path.name != ".git":
            yield path
        elif path.is_dir() and ours(path):
            yield from walk(path)


FILES = tuple(path.relative_to(ROOT).as_posix() for path in walk(ROOT))
CODE = tuple(name for name in FILES if name.endswith(".py"))


@cache
def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8", errors="replace")


@cache
def tree(name: str) -> ast.Module:
    return ast.parse(text(name))


# -- files ---------------------------------------------------------------------------------------


def test_the_walk_finds_the_repository() -> None:
    assert {"hexpost.py", "README.md", "Makefile", ".ci/run", "tests/test_house.py"} <= set(FILES)


def test_the_top_level_is_what_architecture_md_says() -> None:
    folders = {name.split("/")[0] for name in FILES if "/" in name}
    assert folders <= TOP_FOLDERS
    assert {name for name in CODE if "/" not in name} == {"hexpost.py", "hatch_build.py"}


def illegal_on_windows(name: str) -> bool:
    """Whether Windows refuses the path, or an archive on its way there may spell it differently."""
    reserved = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\.|$)", re.IGNORECASE)
    parts = PurePosixPath(name).parts
    odd = any(re.search(r'[<>:"|?*\\\x00-\x1f]|[ .]$', part) or reserved.match(part) for part in parts)
    return odd or len(name) > 120 or not name.isascii()


def test_file_names_are_legal_on_windows() -> None:
    assert illegal_on_windows("docs/aux.md")
    assert illegal_on_windows("maps/königsberg.toml")
    assert [name for name in FILES if illegal_on_windows(name)] == []


def test_no_two_file_names_differ_in_case_only() -> None:
    assert len({name.lower() for name in FILES}) == len(FILES)


def test_text_files_are_utf8_with_plain_line_ends() -> None:
    for name in (name for name in FILES if PurePosixPath(name).suffix in TEXT and not name.endswith(".eml")):
        data = (ROOT / name).read_bytes()
        data.decode("utf-8")
        assert b"\r" not in data, name
        assert not data or data.endswith(b"\n"), f"{name} does not end with a line end"


def recipe(target: str) -> str:
    """What a target of the Makefile does."""
    (found,) = re.findall(rf"^{target}:.*\n((?:\t.*\n)+)", text("Makefile"), re.MULTILINE)
    return str(found)


def test_what_make_test_leaves_out_runs_with_check_all_and_before_a_change_goes_in() -> None:
    assert '-m "not slow and not long and not timed"' in recipe("test")
    assert '-m "(slow or hypothesis) and not long and not timed"' in recipe("slow")
    assert "-n 0 -m timed" in recipe("timed")
    assert ("quick" in recipe("test"), "quick" in recipe("slow")) == (True, False)
    assert "-m long" in recipe("long")
    assert re.search(r"^check-all: check slow long fuzz$", text("Makefile"), re.MULTILINE)
    assert re.search(r"^check: .*\btimed test$", text("Makefile"), re.MULTILINE)
    for run in ("timed", "test UNDER=.ci/elsewhere", 'slow PART="$part"'):
        assert re.search(rf"^make {re.escape(run)} 2>&1 \| .* \|\| failed=1$", text(".ci/run"), re.MULTILINE)
    assert recipe("test").startswith("\t@$(UNDER) $(BIN)/python -m pytest ")


# -- words ---------------------------------------------------------------------------------------

OTHERS_WORDS = {f"templates/fonts/{name}.txt" for name in ("DejaVu-LICENSE", "SofiaSans-OFL", "Vollkorn-OFL")}
# Written in halves, so that this page does not contain what it looks for.
TOOLS = "(?i:(?<!user.)(?:sub)?ag~ents?|chat~gpt|clau~de|anthro~pic|co~pilot|open~ai)|L~LMs?|A~I"
FORBIDDEN = {
    what: pattern.replace("~", "")
    for what, pattern in {
        "a path of a machine": r"(?<!\w)/(?:wo~rk|ro~ot|op~t|tm~p|ho~me/[a-z]+|Us~ers)/",
        "a folder outside the repository": r"\.\./sha~red",
        "a host of a package index": r"pyp~i\.org|pythonh~osted|file:///o~pt|extra-in~dex-url",
        "a secret": r"BEGIN [A-Z ]*PRIVATE~ KEY|gh~[ps]_\w{20}|AK~IA[0-9A-Z]{16}",
        "unfinished work": r"\b(?:TO~DO|FIX~ME)\b|#\s*(?:X~XX|HA~CK)\b",
        "how the work was done": rf"\b(?:{TOOLS})\b",
    }.items()
}


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_file_contains(what: str) -> None:
    forbidden = re.compile(FORBIDDEN[what])
    found = [
        f"{name}:{number}: {line.strip()[:80]}"
        for name in FILES
        if PurePosixPath(name).suffix in TEXT and name not in OTHERS_WORDS and forbidden.search(text(name))
        for number, line in enumerate(text(name).splitlines(), 1)
        if forbidden.search(line)
    ]
    assert found == []


# -- code ----------------------------------------------------------------------------------------


def test_every_file_of_code_says_what_it_is() -> None:
    silent = [name for name in CODE if not name.startswith("tests/") and not ast.get_docstring(tree(name))]
    assert silent == []


def test_every_package_says_what_is_in_it() -> None:
    folders = {PurePosixPath(name).parent for name in CODE if name.split("/")[0] in PACKAGES}
    assert [str(folder) for folder in sorted(folders) if f"{folder}/__init__.py" not in FILES] == []


def test_what_the_page_of_a_package_names_is_there() -> None:
    """In a page `name` is a module or folder beside it or one below, a package, or something in its code."""
    lost: dict[str, list[str]] = {}
    for name in (name for name in CODE if name.endswith("__init__.py") and name.split("/")[0] in PACKAGES):
        said = ast.get_docstring(tree(name)) or ""
        named = {*re.findall(r"`([a-z_]+)`", said), *re.findall(r"^ *([a-z_]+) {3,}\S", said, re.MULTILINE)}
        folder = (ROOT / name).parent
        files = (*folder.glob("*.py"), *folder.glob("*/*.py"), *folder.iterdir())
        here = {*(path.name.removesuffix(".py") for path in files), *PACKAGES}
        gone = {word for word in named - here if not re.search(rf"\b{word}\b", text(name).replace(said, ""))}
        lost |= {name: sorted(gone)} if gone else {}
    assert lost == {}


def test_no_folder_has_more_modules_than_one_sitting_can_take_in() -> None:
    modules = [PurePosixPath(name) for name in CODE if name.split("/")[0] in PACKAGES]
    folders = Counter(str(path.parent) for path in modules if path.name != "__init__.py")
    assert {folder: count for folder, count in folders.items() if count > MOST_MODULES} == {}


def test_no_file_of_code_is_too_long_to_read() -> None:
    long = {name: text(name).count("\n") for name in CODE}
    assert {name: lines for name, lines in long.items() if lines > MOST_LINES} == {}


def test_no_module_has_a_name_that_says_nothing() -> None:
    vague = {"utils", "util", "helpers", "helper", "manager", "base", "common", "misc"}
    assert [name for name in CODE if PurePosixPath(name).stem in vague] == []


def test_no_rule_reads_what_an_order_says_by_a_string() -> None:
    by_string = re.compile(r"""\.args(?:\[["'a-z]|\.get\()""")
    rules = [name for name in CODE if name.startswith("adjudicator/") and name != "adjudicator/orders.py"]
    assert [name for name in rules if by_string.search(text(name))] == []


def statements(within: ast.AST) -> Iterator[ast.AST]:
    """Every statement of a piece of code, at any depth. Expressions are not gone into: they hold none, and
    are most of a file."""
    for field in ("body", "handlers", "orelse", "finalbody", "cases"):
        for node in getattr(within, field, ()):
            yield node
            yield from statements(node)


@cache
def imported(name: str) -> set[str]:
    """The top-level names a file imports, anywhere in it."""
    found: set[str] = set()
    for node in statements(tree(name)):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.split(".")[0])
    return found


def test_nothing_but_tests_imports_tests_and_no_package_imports_the_bench() -> None:
    """Neither by name nor as `python -m tests...`: tests may use the bench's scans, never the reverse."""
    besides = {name for name in CODE if not name.startswith("tests/")}
    assert {name for name in besides if "tests" in imported(name) or '"tests.' in text(name)} == set()
    shipped = {name for name in besides if name.split("/")[0] in PACKAGES or name == "hexpost.py"}
    assert {name for name in shipped if {"bench", "docs"} & imported(name)} == set()


OURS = {*PACKAGES, "tests", "bench", "docs", "hexpost"}
IMPORT_NAMES = {"pillow": "PIL", "pytest-xdist": "xdist", "scikit-image": "skimage"}


def declared(*extras: str) -> set[str]:
    """The names under which the dependencies declared in pyproject.toml are imported."""
    project = tomllib.loads(text("pyproject.toml"))["project"]
    lines = [
        *project["dependencies"],
        *(line for extra in extras for line in project["optional-dependencies"][extra]),
    ]
    names = [re.split(r"[><=;\[ ]", line)[0] for line in lines]
    names = [name for name in names if name != "hexpost"]  # an extra within an extra
    return {IMPORT_NAMES.get(name, name.replace("-", "_")) for name in names}


@pytest.mark.parametrize(
    ("folders", "extras"),
    [
        ((*PACKAGES, "hexpost.py"), ("scan", "workbench", "xlsx", "svg", "postgres", "beacon")),
        (("tests",), ("dev",)),
        (("bench",), ("dev", "bench")),
    ],
)
def test_every_library_that_is_imported_is_declared(
    folders: tuple[str, ...], extras: tuple[str, ...]
) -> None:
    known = OURS | sys.stdlib_module_names | declared(*extras)
    unknown = {name: imported(name) - known for name in CODE if name.split("/")[0] in folders}
    assert {name: libraries for name, libraries in unknown.items() if libraries} == {}


def test_every_library_that_is_declared_is_imported() -> None:
    used = {
        library
        for name in CODE
        if name.split("/")[0] in PACKAGES or name == "hexpost.py"
        for library in imported(name)
    }
    assert declared() - {"tzdata"} - used == set()


def test_importing_the_referee_loads_no_drawing_library() -> None:
    quick = (name for name in CODE if name.startswith("adjudicator/") and not name.startswith(DRAWS))
    modules = [name.removesuffix(".py").replace("/", ".") for name in quick]
    code = (
        "import sys, importlib\nfor name in sys.argv[1:]: importlib.import_module(name)\nprint(*sys.modules)"
    )
    command = [sys.executable, "-c", code, *(name.removesuffix(".__init__") for name in modules)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    loaded = done.stdout.split()
    assert "adjudicator" in loaded
    assert sorted({name.split(".")[0] for name in loaded} & set(DRAWING)) == []


def test_post_loads_neither_a_module_reader_nor_templates_nor_tls_before_they_are_needed() -> None:
    code = "import sys, adjudicator.commands.keep, adjudicator.mail.run\nprint(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, encoding="utf-8", cwd=ROOT, check=True
    )
    loaded = {name.split(".")[0] for name in done.stdout.split()}
    assert loaded & {"tables", "builder", "jinja2", "ssl"} == set()


ROOMS = tuple(
    name for name in CODE if PurePosixPath(name).name == "__init__.py" and name.split("/")[0] in PACKAGES
)


def unnamed(room: str) -> list[str]:
    """The modules that a folder's docstring leaves out, but for games; none where it tells of them as a
    whole."""
    home = (ROOT / room).parent
    below = {file.stem for file in home.glob("*.py")} | {
        file.parent.name for file in home.glob("*/__init__.py")
    }
    modules = below - {"__init__", "__main__", *game_names()}
    left = modules - set(re.findall(r"\w+", ast.get_docstring(tree(room)) or ""))
    return sorted(left) if len(left) < len(modules) / 2 else []


def test_a_folder_that_says_what_is_in_it_names_all_of_it() -> None:
    assert {room: left for room in ROOMS if (left := unnamed(room))} == {}


@pytest.mark.parametrize("of", [1, 3, 12])
def test_every_test_is_in_one_part(of: int) -> None:
    names = [f"tests/test_one.py::test_{n}[a b]" for n in range(60)]
    found = list[str]()
    for number in range(1, of + 1):
        items = [SimpleNamespace(nodeid=name) for name in names]
        left = list[str]()
        hook = SimpleNamespace(
            pytest_deselected=lambda items, left=left: left.extend(one.nodeid for one in items)
        )
        told = part_of(f"{number}/{of}")
        config = SimpleNamespace(hook=hook, getoption=lambda _, told=told: told)
        pytest_collection_modifyitems(config, items)  # type: ignore[arg-type]
        assert sorted([*left, *(one.nodeid for one in items)]) == sorted(names)
        found += [one.nodeid for one in items]
    assert sorted(found) == sorted(names)


@pytest.mark.parametrize("text", ["0/3", "4/3", "1", "a/b"])
def test_a_part_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        part_of(text)


def test_no_command_but_the_engine_starts_a_program() -> None:
    """No file that is read runs anything: VASSAL is started by --engine, and the referee's own command by the
    settings of a desk."""
    starts = re.compile(r"\b(subprocess|os\.(system|popen|exec\w+|spawn\w+)|pty\.spawn|multiprocessing)\b")
    found = {
        file.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for file in (ROOT / package).rglob("*.py")
        if starts.search(file.read_text(encoding="utf-8"))
    }
    assert found == {"builder/check/engine.py", "adjudicator/mail/settings/secret.py"}
