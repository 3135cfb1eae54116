"""What a mail run does with a position, it does once: a large module has thousands of pieces."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from adjudicator.tabletop import kept
from tables.folded import folded, unfolded
from tables.images import undrawn
from tables.published import Published
from tables.table import Table
from tests.adjudicator.tabletop.table import Players
from tests.tables.playing import named
from tests.tables.sampler import write_sampler


def test_an_email_of_many_lines_writes_each_position_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = Counter[str]()

    def counted(position: object) -> str:
        text = folded(position)  # type: ignore[arg-type]
        written[text] += 1
        return text

    table = Players(tmp_path)
    monkeypatch.setattr(kept, "folded", counted)
    places = "0101", "0102", "0202", "0203"
    lines = [*(f"move Scout to {place}" for place in places), "flip Scout", "rotate Scout by 1"]
    assert "6 OK" in table.send("red", *lines)
    assert set(written.values()) == {1}


def test_who_only_looks_at_a_position_shares_what_was_found_in_it(tmp_path: Path) -> None:
    position = Players(tmp_path).position
    one, other, own = Table(position, only_read=True), Table(position, only_read=True), Table(position)
    scout = named(position, "Scout")
    assert one.at is other.at and one.pieces is other.pieces
    own.move(scout, ("Main", 40, 40), "null")
    assert one.at[scout] != own.at[scout] and Table(position).at == one.at


def test_a_position_comes_back_from_its_text_and_a_moved_one_gives_another(tmp_path: Path) -> None:
    position = Players(tmp_path).position
    table = Table(position)
    table.move(named(position, "Scout"), ("Main", 40, 40), "null")
    texts = [folded(position), folded(table.position()), folded(position)]
    assert texts[0] == texts[2] != texts[1]
    assert [unfolded(text) for text in texts[:2]] == [position, table.position()]


def test_the_disk_is_asked_once_for_what_draws_svg(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import importlib.util

    from tables import images

    asked = Counter[str]()
    found = importlib.util.find_spec

    def find(name: str, package: str | None = None) -> object:
        asked[name] += 1
        return found(name, package)

    images._draws_svg.cache_clear()
    monkeypatch.setattr(importlib.util, "find_spec", find)
    module = Published(write_sampler(tmp_path))
    assert undrawn(module) == undrawn(module)
    for _ in range(3):
        images._sound(b"<svg/>", lambda name: None)
    assert asked["resvg_py"] == 1
