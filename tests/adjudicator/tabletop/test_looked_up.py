"""What a player looks up: pieces by the names that orders take, places by those of the map."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.vassal.traits import nest
from tables.position import Piece
from tests.adjudicator.tabletop.table import Players
from tests.adjudicator.tabletop.test_secrets_kept import hand, played
from tests.tables.random_play import TRENCH
from tests.tables.sampler import build_file, write_build, write_sampler


@pytest.fixture
def table(tmp_path: Path) -> Players:
    return Players(tmp_path)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("where 1st Foot", "1st Foot: 0202; facing 1 of 6; shows side 1 of 2."),
        ("help the 1st foot", "1st Foot: 0202; facing 1 of 6; shows side 1 of 2."),
        ("where Militia", "Militia: 0304; facing 1 of 6; shows side 1 of 2. Militia: 0504;"),
        ("where Militia in 0504", "Militia: 0504;"),
        ("where 0202", "0202: 1st Foot and 2nd Foot."),
        ("help 0202", "0202: 1st Foot and 2nd Foot."),
        ("where 0404", "0404: you see nothing there."),
        ("where Commands", "Commands: 12 face down."),
        ("where Discards", "discards: you see nothing there."),
        ("where 1st Fot", "you see no piece or place of this name Did you mean: where 1st Foot"),
    ],
)
def test_a_name_is_looked_up(table: Players, line: str, told: str) -> None:
    said = table.send("blue", line)
    assert told in said, said
    assert "where 1st Fot" in line or "NOT UNDERSTOOD" not in said


@pytest.mark.parametrize(
    "line", ["where A Company", "where is A Company?", "help a company", "where Company"]
)
def test_a_name_that_begins_with_an_article_is_found_where_a_sentence_drops_it(
    tmp_path: Path, line: str
) -> None:
    module = write_build(tmp_path, build_file().replace("Scout", "A Company"))
    assert "A Company: 0602;" in Players(tmp_path, module=module).send("blue", line)


def test_like_counters_in_one_place_are_counted_and_none_is_passed_over(table: Players) -> None:
    """Three in 0404, and one in each of thirteen other places: no more than twelve places are told."""
    at = [(300, 337)] * 3 + [(50 + 100 * (n % 7), 50 + 345 * (n // 7)) for n in range(13)]
    laid = (Piece(f"77{n}", nest(TRENCH), nest(["", f"Main;{x};{y};30"])) for n, (x, y) in enumerate(at))
    table.send_log("red", *((one.command(),) for one in laid))
    said = table.send("blue", "where Trench")
    assert "3 Trench: 0404. Trench: 0101. Trench: 0202." in said and said.count("Trench: ") == 12
    assert "Trench: 0405. 2 more elsewhere." in said


@pytest.mark.slow
def test_what_is_covered_is_told_to_its_owner_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twin desks with other cards in Red's hand, which Blue looks up by all their names."""
    cards = [f"where Commands {n:02}" for n in range(1, 13)]
    lines = [*cards, "where Red hand", "where Commands", "help Commands 07"]
    module = write_sampler(tmp_path)
    found: list[tuple[str, list[str]]] = []
    for key in (7, 201):
        table = played(tmp_path / str(key), monkeypatch, key, module)
        table.send("red", *cards)
        own = table.answer("red").count("Red hand")
        assert own >= 2, "who has them sees them"
        found.append((table.send("blue", *lines), hand(table)))
    assert found[0][0] == found[1][0] and found[0][1] != found[1][1]
    assert "2 face down" in found[0][0] or "3 face down" in found[0][0]
