"""What the pages for people show is there: commands, links, orders, and code that does what the text says."""

import hmac
import re
import tomllib
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

import hexpost
from adjudicator import dice
from adjudicator.catalogue import find_game, game_names
from adjudicator.orders import Verb
from docs import fords

ROOT = Path(__file__).resolve().parent.parent
PAGES = tuple(
    path.relative_to(ROOT).as_posix()
    for folder in (ROOT, ROOT / "docs")
    for path in sorted(folder.glob("*.md"))
)


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


# -- commands --------------------------------------------------------------------------------------


def shown_commands(page: str) -> Iterator[str]:
    """Every `hexpost ...` a page shows in a console block or between backticks."""
    for block in re.findall(r"```console\n(.*?)```", text(page), re.DOTALL):
        yield from re.findall(r"^[$>] (?:\.venv/bin/)?(hexpost .*)$", block, re.MULTILINE)
    yield from re.findall(r"`(hexpost [a-z][^`\n]*)`", text(page))


def options(command: typer.core.TyperCommand) -> set[str]:
    return {option for parameter in command.params for option in parameter.opts} | {"--help", "-h"}


def exists(command: str) -> bool:
    """Whether the words of a command reach one that is there, and it has the options shown."""
    found: Any = typer.main.get_command(hexpost.app)
    words = command.split()[1:]
    while words and isinstance(found, typer.core.TyperGroup) and words[0] in found.commands:
        found = found.commands[words.pop(0)]
        found = found.command() if isinstance(found, hexpost.Behind) else found
    if isinstance(found, typer.core.TyperGroup) and words and not words[0].startswith("--"):
        return words == ["..."]
    return {word.split("=")[0] for word in words if word.startswith("--")} <= options(found)


@pytest.mark.parametrize("page", PAGES)
def test_every_command_a_page_shows_exists(page: str) -> None:
    assert [command for command in shown_commands(page) if not exists(command)] == []


def test_a_command_that_is_not_there_is_noticed() -> None:
    assert exists("hexpost --help")
    assert not exists("hexpost brew coffee")
    assert not exists("hexpost games --backwards")


def test_the_readme_shows_the_two_commands_and_make_knows_every_target_shown() -> None:
    targets = set(re.findall(r"^([a-z-]+):", text("Makefile"), re.MULTILINE))
    shown = set(re.findall(r"^\$ make ([a-z]+)$", text("README.md"), re.MULTILINE))
    assert shown == {"demo", "test"}
    assert shown | set(re.findall(r"`make ([a-z]+)`", "".join(map(text, PAGES)))) <= targets


def test_the_readme_types_hexpost_as_somebody_can_who_has_only_run_make() -> None:
    page = text("README.md")
    made, rest = page.split("\n## Try it\n")[1].split('$ python3 -m pipx install ".[workbench]"\n')
    installed = rest.index("$ hexpost demo\n")
    assert "`.venv`" in made and ".venv/bin/hexpost" in made
    for before in (made, rest[:installed]):
        assert re.findall(r"^\$ hexpost .*$", before, re.MULTILINE) == []
    after = rest.split("\n## What next\n")[1]
    assert re.findall(r"^\$ hexpost .*$", after, re.MULTILINE) == []
    assert len(re.findall(r"^\$ \.venv/bin/hexpost .*$", after, re.MULTILINE)) == 2


def test_the_module_of_the_page_is_written_by_the_command_that_the_page_shows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "`.venv/bin/python docs/fords.py fords.vmod`" in text("docs/any-module.md")
    assert fords.main([]) == 2 and "docs/fords.py fords.vmod" in capsys.readouterr().err
    assert fords.main([str(tmp_path / "fords.vmod")]) == 0
    assert list(find_game(str(tmp_path / "fords.vmod")).sides) == ["reds", "blues"]


@pytest.mark.slow
def test_what_the_readme_lets_a_designer_type_works_line_after_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each line of the table leaves what stands beside it."""
    monkeypatch.chdir(tmp_path)
    lines = re.findall(r"^\| `hexpost ([a-z][^`]*mygame[^`]*)` \| (.*) \|$", text("README.md"), re.MULTILINE)
    assert len(lines) == 4
    for words, left in lines:
        done = CliRunner().invoke(hexpost.app, words.split())
        assert done.exit_code == 0, done.output
        (made,) = re.findall(r"`(mygame/|[\w-]+\.(?:png|pdf|vmod))`", left)
        assert Path(made).exists(), words
    assert Path("mygame/counters/roster.csv").exists()


def test_make_demo_takes_the_games_that_the_readme_names() -> None:
    named = re.findall(r"`make demo GAME=([a-z0-9]+)`", text("README.md"))
    assert named == ["koenigsberg45", "panzerkorps48"] and all(
        (ROOT / "maps" / game).is_dir() for game in named
    )
    assert "hexpost demo $(GAME)" in text("Makefile")


# -- links -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES)
def test_every_link_of_a_page_leads_somewhere(page: str) -> None:
    links = re.findall(r"\]\(([^)#\s]+)", text(page))
    near = [link for link in links if not link.startswith(("http:", "https:", "mailto:"))]
    assert [link for link in near if not ((ROOT / page).parent / link).exists()] == []


def test_every_page_of_docs_is_listed() -> None:
    listed = set(re.findall(r"\]\(([^)]+)\)", text("docs/index.md")))
    pages = {name.removeprefix("docs/") for name in PAGES if name.startswith("docs/")} - {"index.md"}
    assert pages - listed == set()


# -- what the pages say ----------------------------------------------------------------------------


def test_the_page_about_dice_shows_how_they_are_really_made() -> None:
    """The texts that are hashed, as the page prints them, are those of the code."""
    page = text("docs/dice.md")
    secret, chain, game = bytes(range(32)), dice.first_link(b"opening"), "17"
    message = re.findall(r"^ +(hexpost-dice-3\|.*)$", page, re.MULTILINE)[0]
    named = {"game": game, "n": "4", "rule": "8.1.2", "purpose": "combat", "chain": chain, "block": "0"}
    for name, value in named.items():
        message = message.replace(f"<{name}>", value)
    byte = hmac.new(secret, message.encode(), sha256).digest()[0]
    assert 1 + byte % 2 == dice.derive(secret, game, 4, "8.1.2", "combat", chain, 2)
    assert "`n|rule|purpose|sides|value`" in page
    line = dice.dice_line(4, "8.1.2", "combat", 6, 3)
    assert line == "4|8.1.2|combat|6|3"
    parts = (line.encode(), b"letter\ngerman", b"move 1 to 2")
    link = sha256(bytes.fromhex(chain) + b"".join(sha256(part).digest() for part in parts)).hexdigest()
    assert link == dice.link_of(chain, [line], "letter\ngerman", "move 1 to 2")


ORDERS: dict[str, Sequence[Verb]] = {name: find_game(name).grammar().verbs for name in game_names()}
GAMES = tuple(ORDERS)


@pytest.mark.parametrize("page", GAMES)
def test_the_pages_list_every_order_as_the_referee_reads_it(page: str) -> None:
    rows = re.findall(r"^\| `((?:[^`|]|\\\|)+)` \|", text(f"docs/{page}.md"), re.MULTILINE)
    shown = {row.replace("\\|", "|") for row in rows if row[0].islower()}
    assert shown == {verb.form for verb in ORDERS[page]}


@pytest.mark.parametrize("page", GAMES)
def test_the_worked_example_of_a_game_is_what_the_referee_says(
    page: str, request: pytest.FixtureRequest
) -> None:
    """All of it in its file, which --update-golden writes, and some lines of it, in order, on the page."""
    (shown,) = re.findall(r"```text\n(.*?)```", text(f"docs/{page}.md"), re.DOTALL)
    assert f"`hexpost rehearse docs/examples/{page}.toml`" in text(f"docs/{page}.md")
    done = CliRunner().invoke(hexpost.app, ["rehearse", str(ROOT / "docs" / "examples" / f"{page}.toml")])
    if request.config.getoption("--update-golden"):
        golden = ROOT / "docs" / "examples" / f"{page}.txt"
        golden.write_text(done.output, encoding="utf-8", newline="\n")
    assert (done.exit_code, done.output) == (0, text(f"docs/examples/{page}.txt"))
    rest = iter(done.output.splitlines())
    assert [line for line in shown.splitlines() if line not in rest] == []


def rehearsed(game: str) -> list[list[str]]:
    """The lines of each set of orders in the worked example of a game."""
    position = tomllib.loads(text(f"docs/examples/{game}.toml"))
    return [[line for line in sheet["text"].split("\n") if line] for sheet in position["orders"]]


def blocks(page: str) -> list[list[str]]:
    """The lines of each order block that a page shows."""
    shown = re.findall(
        r"^(?:    )?BEGIN ORDERS.*\n((?: *[a-z#].*\n)+)(?:    )?END ORDERS$", text(page), re.MULTILINE
    )
    return [[line.strip() for line in block.splitlines()] for block in shown]


def test_the_rehearsal_that_is_shown_runs_and_holds_what_it_expects(tmp_path: Path) -> None:
    (position,) = re.findall(r"```toml\n(.*?)```", text("docs/rehearsals.md"), re.DOTALL)
    file = tmp_path / "lebus.toml"
    file.write_text(position, encoding="utf-8")
    done = CliRunner().invoke(hexpost.app, ["rehearse", str(file)])
    assert (done.exit_code, done.stderr) == (0, "")
    assert "2.1   lose 712: done" in done.output


@pytest.mark.parametrize("page", GAMES)
def test_the_standing_orders_that_the_page_of_a_game_shows_are_understood(page: str) -> None:
    shown = re.findall(r"^    ((?:if asked|stand) .*)$", text(f"docs/{page}.md"), re.MULTILINE)
    assert len(shown) >= 7
    for line in shown:
        find_game(page).standing.read(line)


@pytest.mark.parametrize("page", GAMES)
def test_every_order_has_an_example_that_is_read_as_that_order(page: str) -> None:
    """In the last column of its row; an order without anything to fill in is its own example."""
    row = r"^\| `((?:[^`|]|\\\|)+)` \|.*\| (?:`([^`]+)` )?\|$"
    rows = re.findall(row, text(f"docs/{page}.md"), re.MULTILINE)
    examples = {form.replace("\\|", "|"): example or form for form, example in rows if form[0].islower()}
    assert set(examples) == {verb.form for verb in ORDERS[page]}
    for verb in ORDERS[page]:
        example = examples[verb.form]
        assert find_game(page).grammar().read(example).verb == verb.name, example


def test_the_blocks_on_the_pages_of_three_games_are_those_rehearsed() -> None:
    assert blocks("docs/raceforberlin.md") == rehearsed("raceforberlin")
    assert blocks("docs/donnerschlag.md") == rehearsed("donnerschlag")[1:]
    (shown,) = blocks("docs/koenigsberg45.md")
    assert shown == [line for line in rehearsed("koenigsberg45")[0] if line != REFUSED]


@pytest.mark.parametrize("page", ["README.md", "docs/orders.md", "docs/mail-policy.md"])
def test_the_first_orders_that_somebody_reads_are_legal_ones_of_that_turn(page: str) -> None:
    """Some of those that are rehearsed."""
    legal = rehearsed("raceforberlin")[0]
    (shown,) = blocks(page)
    assert [line for line in shown if line not in legal and not line.startswith("#")] == []
    assert "BEGIN ORDERS 17 turn 1 zhukov" in text(page)


@pytest.mark.parametrize("name", GAMES)
def test_the_page_of_a_game_says_of_every_question_what_no_answer_means(name: str) -> None:
    """A row of its table for each kind of question that the game asks."""
    page = text(f"docs/{name}.md")
    (table,) = re.findall(r"\| Question \| How many \| Default \|\n\|[-|]+\n((?:\|.*\n)+)", page)
    assert len(table.splitlines()) >= len(find_game(name).answers)


REFUSED = "move 8 G 4010"
"""The one line of the worked example that the rules forbid."""
