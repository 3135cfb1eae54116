"""Examples of orders that fit the position: a few in each form, all in the first report and in help."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from adjudicator.mail.desk.filled import SOME
from adjudicator.tabletop.seen import MOST_WIDE, _first_of, examples
from builder.vassal.traits import split
from tables.doing import Words
from tables.neighbours import aside, beside
from tables.opening import opened
from tables.published import Published
from tables.table import Table
from tests.adjudicator.house import text_of
from tests.adjudicator.tabletop.table import Players
from tests.tables.playing import after, named, with_trait
from tests.tables.sampler import HEXES, PLUMBING, B, build_file, piece, slot, stack, write_build
from tests.tables.test_begun import module_with


def form(table: Players, side: str) -> list[str]:
    """The lines of the form in the newest mail to a side."""
    text = table.last(table.players[side].addresses[0])
    return text.partition("BEGIN ORDERS ")[2].partition("END ORDERS")[0].splitlines()


@pytest.mark.slow
def test_each_form_of_a_move_has_examples_with_the_sides_own_pieces_which_are_good(tmp_path: Path) -> None:
    table = Players(tmp_path)
    table.send("red", "done")
    table.send("blue", "done")
    red = form(table, "red")
    assert f"## {SOME}" in red
    lines = [line.removeprefix("# ") for line in red[red.index(f"## {SOME}") + 1 :] if line][:-1]
    assert lines == ["move 1st Foot to 0102", "draw 1 from Commands", "roll 2d6 for the attack"]
    said = table.send("red", *lines, "done")
    assert "REFUSED" not in said and said.count("OK") == 5 and "Your orders: 4 OK" in said
    assert any(line.startswith("# move 1st Horse to ") for line in form(table, "blue"))


def test_who_is_not_asked_has_no_examples_and_help_lists_all(tmp_path: Path) -> None:
    table = Players(tmp_path)
    said = table.send("blue", "help")
    assert not any(line.startswith("# move") for line in form(table, "blue"))
    first = text_of(table.mails("ben@example.org")[0])
    listed = first.partition("ORDERS IN WORDS\n")[2].partition("\n\n")[0]
    assert "Examples for this position: " + " ".join(listed.split()) in said
    assert "where NAME" in said and "odds ATTACK" not in said and "rule" not in said.partition("VASSAL:")[2]


def test_of_verbs_that_a_position_does_not_have_the_next_is_taken_and_no_line_is_folded() -> None:
    lines = ["flip " + "x" * MOST_WIDE, "rotate Tank by 1", "roll 2d6 for the attack"]
    assert _first_of(("draw", "flip", "rotate"), lines) == ("rotate Tank by 1",)
    assert _first_of(("move",), lines) == ()


def test_an_example_goes_to_the_next_place_of_its_own_zone_and_never_onto_a_track(tmp_path: Path) -> None:
    """A turn track beside the hexes, with a marker that comes first in the module."""
    region = f"{B}map.boardPicker.board.Region"
    kinds = f"{B}map.boardPicker.board."
    boxes = "".join(f'<{region} name="Turn {n}" originx="60" originy="{100 * n}"/>' for n in (1, 2))
    track = (
        f'<{kinds}mapgrid.Zone name="Track" locationFormat="$gridLocation$" path="0,0;95,0;95,640;0,640">'
        f'<{kinds}RegionGrid snapto="true">{boxes}</{kinds}RegionGrid></{kinds}mapgrid.Zone>'
    )
    end = f"</{B}map.boardPicker.Board></{B}map.BoardPicker>{PLUMBING}"
    marker = stack("Turn marker", 60, 100, slot("Clock", "90", piece("Clock", "one.png", "90")))
    zoned = f"<{kinds}ZonedGrid>{HEXES}{track}</{kinds}ZonedGrid>{end}{marker}"
    module = module_with(tmp_path, "", (f"{HEXES}{end}", zoned))
    words = Words(Table(opened(module).position), module)
    assert words.at(words.piece("Clock")) == "Turn 1", "it is the first piece, and beside 1st Foot"
    lines = [line for line in examples(words, "Nobody") if line.startswith(("move", "play"))]
    assert lines == ["move 1st Foot to 0203", "play CARD to 0202"]
    assert next(iter(examples(words, "Red"))).startswith("move 1st Foot to 02")
    assert beside(module, ("Main", 60, 100)) == "Turn 2" and beside(module, ("Red hand", 10, 10)) == ""


def test_a_move_without_a_place_is_answered_with_the_piece_that_was_named(tmp_path: Path) -> None:
    table = Players(tmp_path)
    assert "as in: move Scout to PLACE" in table.send("red", "move Scout")


def test_on_a_map_without_names_an_example_goes_to_a_point_beside_the_piece(tmp_path: Path) -> None:
    module = module_with(tmp_path, "", (HEXES, ""))
    lines = [
        line for line in examples(Words(Table(opened(module).position), module), "Red") if "move" in line
    ]
    assert lines == ["move 1st Foot to Main 200,107"]
    assert aside(module, ("Main", 600, 107)) == "Main 500,107", "never off the map"
    assert aside(module, ("gone", 600, 107)) == "gone 500,107", "a set-up may name a map that is no more"


def test_a_layer_as_old_versions_wrote_it_has_an_example_and_is_turned(tmp_path: Path) -> None:
    """Before VASSAL 3.1 the state of a layer had more behind its level."""
    module = module_with(tmp_path, "")
    position = opened(module).position
    foot = named(position, "1st Foot")
    old = after(position, with_trait(position, foot, "emb2", "1;"))
    words = Words(Table(old), module)
    assert "flip 1st Foot" in list(examples(words, "Red"))
    assert split("/", words.flip(foot))[2] == split("/", Words(Table(position), module).flip(foot))[2]


def named_by_side(folder: Path) -> Published:
    """The sampler with no unit on the land but three without a mark, two of them called as sides are."""
    units = "".join(
        stack(name, x, 107, slot(name, gpid, piece(name, "one.png", gpid)))
        for name, x, gpid in (("Red_Cannon", 100, "90"), ("Redoubt", 300, "91"), ("Blue Infantry", 500, "92"))
    )
    text = re.sub(
        rf"(</{re.escape(B)}map.Board.*?>{re.escape(PLUMBING)})<{re.escape(B)}map.SetupStack.*?"
        rf"(<{re.escape(B)}map.DrawPile)",
        rf"\g<1>{units}\g<2>",
        build_file(),
        count=1,
    )
    return Published(write_build(folder, text))


def test_examples_are_of_pieces_whose_names_begin_with_their_sides_where_none_is_marked(
    tmp_path: Path,
) -> None:
    module = named_by_side(tmp_path)
    words = Words(Table(opened(module).position), module)
    moves = {side: next(iter(examples(words, side))) for side in ("Red", "Blue", "Green")}
    assert moves["Red"].startswith("move Red_Cannon to "), moves
    assert moves["Blue"].startswith("move Blue Infantry to "), moves
    assert moves["Green"].startswith("move Redoubt to "), "no other side's"


def test_where_all_pieces_are_other_sides_the_examples_are_of_them(tmp_path: Path) -> None:
    module = named_by_side(tmp_path)
    table = Table(opened(module).position)
    for id_ in [id_ for name, id_ in Words(table, module).named() if not name.startswith("Red_")]:
        table.do([f"-/{id_}"])
    assert next(iter(examples(Words(table, module), "Blue"))).startswith("move Red_Cannon to ")
