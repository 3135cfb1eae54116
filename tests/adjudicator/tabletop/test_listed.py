"""What a report lists of the maps: units and markers first, and no buttons of the module."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.tabletop.seen import _maps, _shares
from tables.opening import opened
from tables.published import Published
from tables.table import Table
from tests.adjudicator.tabletop.table import Players
from tests.tables.playing import named
from tests.tables.sampler import B, build_file, piece, slot, stack, write_build

FIXED, FREE = ("immob;Z;V;R;", ""), ("immob;;N;R;", "")


def fixed(name: str, n: int, *traits: tuple[str, str]) -> str:
    """A piece on the sea."""
    gpid = str(60 + n)
    return stack(
        f"f{n}", 10 + 4 * n, 60, slot(name or "x", gpid, piece(name, "one.png", gpid, *traits)), "Water"
    )


def players(folder: Path, pieces: str) -> Players:
    end = f"</{B}map.BoardPicker>"
    at = build_file().index(end, build_file().index('mapName="Sea"')) + len(end)
    return Players(
        folder / "desk", module=write_build(folder, build_file()[:at] + pieces + build_file()[at:])
    )


def test_buttons_without_a_name_are_no_pieces(tmp_path: Path) -> None:
    told = players(tmp_path, fixed("", 1, FIXED) + fixed("", 2, FREE) + fixed("Harbour", 3, FIXED)).told(
        "red"
    )
    assert "Sea 14,60" not in told
    assert "Sea 18,60: a piece without a name" in told and "Sea 22,60: Harbour" in told


def test_of_many_places_those_with_units_are_listed(tmp_path: Path) -> None:
    table = players(tmp_path, "".join(fixed("Buoy", n, FIXED) for n in range(80)))
    told = table.told("red")
    assert "Sea Sea 50,50: Frigate" in told
    assert "more places, all in the saved game. To ask for one, send: where NAME" in told
    assert "Sea 326,60: Buoy" not in told and "Buoy: Sea 326,60" in table.send(
        "red", "where Buoy in Sea 326,60"
    )


@pytest.mark.parametrize("line", ["where Nothing", "where Nobody at all"])
def test_a_question_without_an_answer_has_no_heading_for_one(tmp_path: Path, line: str) -> None:
    said = Players(tmp_path).send("red", line, "move Scout to 0101")
    assert "you see no piece or place of this name" in said and "Before these orders" not in said
    assert "Before these orders" in Players(tmp_path / "two").send("red", "where Scout", "move Scout to 0101")


def test_no_example_is_of_a_piece_that_nobody_can_move(tmp_path: Path) -> None:
    fort = stack(
        "Fort", 100, 337, slot("Fort", "60", piece("Fort", "one.png", "60", ("mark;Side", "Red"), FIXED))
    )
    text = build_file().replace(
        f'<{B}map.SetupStack name="1st Foot"', f'{fort}<{B}map.SetupStack name="1st Foot"', 1
    )
    told = Players(tmp_path / "desk", module=write_build(tmp_path, text)).told("red")
    assert "move Fort" not in told and "move " in told and "Fort" in told


def test_the_first_map_has_half_of_the_lines_if_it_needs_them() -> None:
    assert _shares([347, 90, 270, 300, 4]) == [37, 6, 6, 7, 4]
    assert _shares([3, 90, 2]) == [3, 55, 2] and _shares([100, 1, 1]) == [58, 1, 1] and _shares([1]) == [1]


def test_maps_are_in_the_order_of_the_module_though_a_saved_game_has_one_that_it_lacks(
    tmp_path: Path,
) -> None:
    other = Published(write_build(tmp_path, build_file()))
    table = Table(opened(other).position)
    ship = named(table.position(), "Frigate")
    table.do([f"M/{ship}/A lost chart/12/34/null/Sea/50/50/null/me"])
    assert [name for name, _ in _maps(table, other)][:1] == ["Main"]
