"""Opening a game of a module at the desk: sides, set-ups, house rules, extensions."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import hexpost
from adjudicator.dice import Roll
from adjudicator.judging.referee import judge, run_on
from adjudicator.mail.desk import init_desk, open_desk
from adjudicator.mail.desk.table import Table
from adjudicator.play import Play
from adjudicator.tabletop.record import game_of
from tests.adjudicator.tabletop.table import Players
from tests.tables.playing import move, named
from tests.tables.sampler import B, build_file, write_build, write_sampler


class Fixed:
    """Dice that show one."""

    def roll(self, n: int, rule: str, purpose: str, sides: int) -> Roll:
        return Roll(1)

    def pick(self, n: int, rule: str, purpose: str, items: Sequence[str]) -> Roll:
        return Roll(1)


def opens(folder: Path, *words: str) -> Result:
    module = write_sampler(folder)
    if not (folder / "desk").exists():
        init_desk(folder / "desk")
    return CliRunner().invoke(hexpost.app, ["open", str(module), *words, "--desk", str(folder / "desk")])


SETUPS = ("Early war", 'useFile="true"'), ("Plain", 'useFile="false"')
RED, BLUE, GREEN = ("--player", "red=a@x.org"), ("--player", "blue=b@x.org"), ("--player", "green=g@x.org")


def test_three_sides_are_seated_and_asked_in_order(tmp_path: Path) -> None:
    said = opens(tmp_path, *RED, *BLUE, *GREEN)
    assert said.exit_code == 0, said.output
    desk = open_desk(tmp_path / "desk")
    with desk.store() as store:
        table = Table(store, 1)
        assert list(table.game.sides) == ["red", "blue", "green"]
        assert [one.player for one in table.state.waiting()]


@pytest.mark.slow
def test_a_desk_with_the_address_of_the_example_tells_so_when_a_game_is_opened(
    tmp_path: Path,
) -> None:
    """The emails keep the address: neither a new desk.toml nor a mailbox mends what is written."""
    toml, told = tmp_path / "desk" / "desk.toml", "Do not send these emails: players would answer to"
    sent = "Send them by hand, or connect your mailbox"
    said = opens(tmp_path, *RED, *BLUE).output
    assert said.count(f"{told} referee@example.org") == 1 and sent not in said
    assert "Create a new desk (hexpost desk init), write your address into its desk.toml" in said
    toml.write_text(toml.read_text("utf-8").replace("referee@example.org", "me@x.org"), "utf-8")
    said = opens(tmp_path, *RED, *BLUE).output
    assert told not in said and sent in said


def test_who_names_no_setup_is_told_which_the_module_has(tmp_path: Path) -> None:
    assert "Its set-ups, for --setup: late-war." in opens(tmp_path, *RED, *BLUE).output
    assert "for --setup" not in opens(tmp_path, *RED, *BLUE, "--setup", "late-war").output


def test_a_set_up_that_names_no_saved_game_is_told_by_name_with_the_others(tmp_path: Path) -> None:
    more = "".join(f'<{B}PredefinedSetup name="{one}" {file}/>' for one, file in SETUPS)
    path = tmp_path / "more.vmod"
    with zipfile.ZipFile(write_sampler(tmp_path)) as old, zipfile.ZipFile(path, "w") as new:
        for name in old.namelist():
            text = old.read(name)
            new.writestr(
                name,
                b"".join((text.rpartition(b"</")[0], more.encode(), b"</", text.rpartition(b"</")[2]))
                if name == "buildFile.xml"
                else text,
            )
    init_desk(tmp_path / "desk")
    open_it = ["open", str(path), *RED, *BLUE, "--desk", str(tmp_path / "desk"), "--setup"]
    said = CliRunner().invoke(hexpost.app, [*open_it, "early-war"]).output
    assert 'Set-up "early-war" names no saved game. The game begins with the module' in said
    assert "Other set-ups, for --setup: plain, late-war." in said or "late-war, plain" in said, said
    assert "names no saved game" not in CliRunner().invoke(hexpost.app, [*open_it, "plain"]).output
    looked = CliRunner().invoke(hexpost.app, ["module", "look", str(path)]).output
    assert looked.count("it names no saved game, so it is the module's own start") == 1
    mails = [one.read_text() for one in (tmp_path / "desk/outbox/new").iterdir()]
    assert all(mail.count('the set-up "Early war" names no saved game') == 1 for mail in mails)


def test_a_module_with_empty_maps_says_where_the_counters_are(tmp_path: Path) -> None:
    laid = re.compile("<[^<>]*(SetupStack|DrawPile)[ >].*?</[^<>]*[.](SetupStack|DrawPile)>", re.DOTALL)
    path = tmp_path / "empty.vmod"
    with zipfile.ZipFile(write_sampler(tmp_path)) as old, zipfile.ZipFile(path, "w") as new:
        for name in old.namelist():
            text = old.read(name)
            new.writestr(name, laid.sub("", text.decode()) if name == "buildFile.xml" else text)
    assert "The maps are empty at the start." in Players(tmp_path / "desk", module=path).told("red")
    assert "The maps are empty" not in Players(tmp_path / "usual").told("red")


def test_a_board_without_its_picture_is_told(tmp_path: Path) -> None:
    path = write_build(tmp_path, build_file(), without=["land.png"])
    told = Players(tmp_path / "desk", module=path).told("red")
    assert "map 'Main': the picture land.png of the board 'Land' is missing from the module" in told
    assert "is missing" not in Players(tmp_path / "usual").told("red")


def test_drawings_that_are_not_drawn_here_are_told(tmp_path: Path) -> None:
    path = write_build(tmp_path, build_file())
    with zipfile.ZipFile(path, "a") as module:
        module.writestr("images/tank.svg", '<svg xmlns="http://www.w3.org/2000/svg"><text>T</text></svg>')
    told = Players(tmp_path / "desk", module=path).told("red")
    assert "1 drawing (tank.svg): boxes in pictures, but drawn in the saved game" in told


def test_the_sides_of_three_move_in_order(tmp_path: Path) -> None:
    play = Play(start := game_of(f"{write_sampler(tmp_path)}#red+blue+green").start("start"), Fixed())
    game = game_of(f"{tmp_path / 'sampler.vmod'}#red+blue+green")
    run_on(game, play)
    asked = []
    for _ in range(4):
        (one,) = play.state.waiting()
        asked.append((one.player, play.state.turn))
        judge(game, play, one.player, [(1, "pass")], sheet=len(asked))
    assert asked == [("red", 1), ("blue", 1), ("green", 1), ("red", 2)] and start.turn == 1


def test_an_unknown_set_up_and_house_rule_are_told(tmp_path: Path) -> None:
    said = opens(tmp_path, *RED, *BLUE, "--setup", "Nowhere")
    assert said.exit_code == 1 and "late-war" in str(said.exception) + said.output
    said = opens(tmp_path, *RED, *BLUE, "--house-rule", "chess")
    assert said.exit_code == 1 and "own-side, believe" in str(said.exception) + said.output


def test_extensions_beside_the_module_are_kept_with_it(tmp_path: Path) -> None:
    (tmp_path / "sampler_ext").mkdir()
    import zipfile

    with zipfile.ZipFile(tmp_path / "sampler_ext" / "More.vmdx", "w") as archive:
        archive.writestr(
            "buildFile.xml",
            '<VASSAL.build.module.ModuleExtension name="More" version="1" module="Sampler"/>',
        )
    assert opens(tmp_path, *RED, *BLUE).exit_code == 0
    kept = list((tmp_path / "desk" / "modules").rglob("*.vmdx"))
    assert [one.name for one in kept] == ["More.vmdx"] and kept[0].parent.name.endswith("_ext")


@pytest.mark.parametrize(("rules", "done"), [((), True), (("own-side",), False)])
def test_who_may_move_what_is_the_players_own_rule(
    tmp_path: Path, rules: tuple[str, ...], done: bool
) -> None:
    table = Players(tmp_path, rules=rules)
    sent = table.saved("red").position
    said = table.send_log("red", (move(sent, named(sent, "1st Horse"), ("Main", 300, 337)),))
    assert ("OK: all of it" in said) is done
    assert (table.at("1st Horse") == ("Main", 300, 337)) is done
    if not done:
        assert "step 1 moves or changes 1st Horse, which belongs to Blue" in said
        said = table.send("red", "move 2nd Horse to 0101", "move 1st Foot to 0101")
        assert "REFUSED: this moves or changes 2nd Horse, which belongs to Blue" in said
        assert table.at("1st Foot") != ("Main", 100, 107)


def test_a_desk_has_house_rules_of_its_own_for_modules(tmp_path: Path) -> None:
    desk = init_desk(tmp_path / "desk")
    settings = desk.folder / "desk.toml"
    text = settings.read_text(encoding="utf-8")
    assert 'house-rules = ""' in text
    settings.write_text(
        text.replace('house-rules = ""', 'house-rules = "own-side object=2d"'), encoding="utf-8"
    )
    assert opens(tmp_path, *RED, *BLUE).exit_code == 0
    assert opens(tmp_path, *RED, *BLUE, "--house-rule", "believe").exit_code == 0
    with open_desk(desk.folder).store() as store:
        rules = [row.game.rpartition("#")[2] for row in store.journal.games()]
        assert rules == ["own-side+object=2d", "believe"]
        assert Table(store, 1).game.object_hours == 48 and Table(store, 2).game.object_hours == 0


def test_the_referee_hears_of_pieces_that_are_turned_by_chance_and_by_hand(tmp_path: Path) -> None:
    both = build_file().replace("Right;Left;;;Facing", "Right;Left;88,130;Spin;Facing")
    module, desk = write_build(tmp_path, both), str(init_desk(tmp_path / "desk").folder)
    for words, told in (((), True), (("--house-rule", "believe"), False)):
        said = CliRunner().invoke(hexpost.app, ["open", str(module), *RED, *BLUE, *words, "--desk", desk])
        assert said.exit_code == 0 and ("--house-rule believe takes such turns" in said.output) is told
    assert "by chance and by hand" not in opens(tmp_path, *RED, *BLUE).output


@pytest.mark.parametrize("rule", ["object=", "object=0h", "object=24", "object=9999d", "object=never"])
def test_a_time_to_object_that_is_none_is_told(tmp_path: Path, rule: str) -> None:
    said = opens(tmp_path, *RED, *BLUE, "--house-rule", rule)
    assert said.exit_code == 1 and "object=none, object=24h" in str(said.exception)


def test_a_property_that_takes_the_name_of_a_covered_piece_apart_is_told_at_opening(tmp_path: Path) -> None:
    """No saved game of a side has that name: its VASSAL warns, and the game goes on."""
    number = 'calcProp;Number;{Integer.parseInt(GetProperty("BasicName").split(" ")[1])};'
    equal = 'calcProp;Number;{BasicName=="Commands 01"};'
    told = []
    for n, trait in enumerate((number, equal)):
        folder = tmp_path / str(n)
        folder.mkdir()
        path = write_build(folder, build_file().replace("delete;Delete;68,130;", trait))
        told.append(Players(folder, module=path, accepted=False).told("red"))
    assert 'The module works out "Number" from the names of pieces.' in told[0]
    assert "works out" not in told[1]
