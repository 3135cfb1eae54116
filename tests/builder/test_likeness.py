"""Pieces that look alike share one image; those that do not never do."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from typer.testing import CliRunner

from builder.check.check import check_module, look_over
from builder.cli import app
from builder.layout.module_file import load_facts
from builder.module.likeness import looks
from builder.module.lock import Lock, load_lock, settled
from builder.module.module import build_module, update_lock
from builder.module.parts import Parts, gather
from builder.module.position import standing
from builder.module.setup import Placement
from builder.module_faults import ModuleError
from builder.vassal.traits import IMAGES
from counters.faces.face import draw_face, draw_marker
from counters.roster.load import load_roster
from tests.builder.cardgame import write_cards


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_cards(tmp_path_factory.mktemp("alike") / "cards")


@pytest.fixture(scope="module")
def vmod(game: Path) -> Path:
    return build_module(game, game.parent / "cards.vmod")


def images_of(parts: Parts) -> Mapping[str, tuple[str, ...]]:
    return {one: entry.images for one, entry in parts.pieces.lock.pieces.items()}


def test_units_with_equal_faces_show_one_image(game: Path) -> None:
    images = images_of(gather(game))
    assert images["S1"] == images["S2"] == ("unit-S1-1.png",)
    assert images["L3"] == images["L4"] == ("unit-L3-1.png", "unit-L3-2.png")
    assert images["S3"] != images["S1"]  # it moves 3


def test_no_two_images_of_a_module_are_the_same(vmod: Path) -> None:
    with zipfile.ZipFile(vmod) as archive:
        names = [name for name in archive.namelist() if name.startswith("images/")]
        assert len({archive.read(name) for name in names}) == len(names) > 20
        assert "images/unit-S1-1.png" in names and "images/unit-S2-1.png" not in names


def test_saved_games_show_the_shared_image_too(game: Path) -> None:
    parts = gather(game)
    traits = standing(parts.pieces, Placement("L4", "0607")).traits
    shown = [trait.fields[IMAGES] for trait in traits if trait.id == "emb2"]
    assert shown == ["badge-spent.png", "unit-L3-1.png,unit-L3-2.png"]


@pytest.mark.slow
def test_the_image_budget_tells_what_sharing_saves(game: Path, vmod: Path) -> None:
    budget = look_over(vmod).budget
    assert budget.shared >= 3  # S2, and both sides of L4; and the backs of cards
    with zipfile.ZipFile(vmod) as archive:
        unit = Image.open(BytesIO(archive.read("images/unit-S1-1.png"))).width
    assert budget.saved >= 3 * 4 * unit * unit
    result = CliRunner().invoke(app, ["build", str(game), "--out", str(game.parent / "again.vmod")])
    assert f"sharing spares {budget.shared} more" in result.stderr


@pytest.mark.parametrize("name", ["raceforberlin", "cards"])
def test_faces_look_alike_exactly_when_they_are_drawn_alike(name: str, game: Path) -> None:
    chosen = game if name == "cards" else Path(name)
    roster = load_roster(chosen if name == "cards" else name)
    known = looks(roster, load_facts(chosen if name == "cards" else name))
    drawn = {}
    for counter in roster.counters.values():
        for step in range(len(counter.steps)):
            drawn[counter.id, step] = draw_face(counter, step, 96).tobytes()
    for marker in roster.markers.values():
        for side in range(len(marker.faces)):
            drawn[marker.id, side] = draw_marker(marker, side, 96).tobytes()
    alike = {key: known[key[0]][key[1]] for key in drawn}
    assert len(set(drawn.values())) == len(set(alike.values()))
    assert len({(drawn[key], alike[key]) for key in drawn}) == len(set(alike.values()))


WANTED = {"A": ("unit-A-1.png",), "B": ("unit-B-1.png",)}


def test_a_newcomer_takes_the_image_that_is_there_already() -> None:
    first = settled(Lock(), {"B": WANTED["B"]}, {"B": ("plain",)})
    both = settled(first, WANTED, {"A": ("plain",), "B": ("plain",)})
    assert both.pieces["A"].images == both.pieces["B"].images == ("unit-B-1.png",)


def test_pieces_that_part_get_images_of_their_own() -> None:
    both = settled(Lock(), WANTED, {"A": ("plain",), "B": ("plain",)})
    assert both.pieces["B"].images == ("unit-A-1.png",)
    parted = settled(both, WANTED, {"A": ("plain",), "B": ("fancy",)})
    assert parted.pieces["A"].images == ("unit-A-1.png",)
    assert parted.pieces["B"].images[0] not in ("unit-A-1.png", "")
    assert settled(parted, WANTED, {"A": ("plain",), "B": ("fancy",)}) == parted


@pytest.mark.slow
def test_a_kept_file_of_numbers_must_fit_what_faces_show(tmp_path: Path) -> None:
    game = write_cards(tmp_path / "kept")
    update_lock(game, {})
    assert load_lock(game).pieces["S2"].images == ("unit-S1-1.png",)
    build_module(game, tmp_path / "kept.vmod")
    roster = (game / "roster.csv").read_text(encoding="utf-8")
    (game / "roster.csv").write_text(roster.replace("S2,Sec,", "S2,Guard,"), encoding="utf-8", newline="\n")
    with pytest.raises(ModuleError, match=r"'S2' does not look like .* --update-lock"):
        build_module(game, tmp_path / "kept.vmod")
    update_lock(game, {})
    build_module(game, tmp_path / "kept.vmod")


@pytest.mark.slow
def test_an_image_that_an_optional_unit_shares_stays_in_the_module(tmp_path: Path) -> None:
    game = write_cards(tmp_path / "optional")
    text = '[[extension]]\nid = "opt"\nname = "More"\nversion = "1.0"\nunits = ["S1", "S3"]\n'
    (game / "extensions.toml").write_text(text, encoding="utf-8", newline="\n")
    with zipfile.ZipFile(build_module(game, tmp_path / "optional.vmod")) as archive:
        names = archive.namelist()
    assert "images/unit-S1-1.png" in names and "images/unit-S3-1.png" not in names
    assert check_module(tmp_path / "optional.vmod") == []
