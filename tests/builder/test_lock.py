"""The file of numbers: what saved games know pieces by stays, whatever happens to the roster."""

from __future__ import annotations

import re
import shutil
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from builder.cli import app
from builder.layout.board import draw_layout
from builder.module.lock import (
    Lock,
    Locked,
    load_lock,
    lock_file,
    lock_text,
    renamed,
    settled,
    unsettled,
    write_lock,
)
from builder.module.module import build_module, update_lock
from builder.module.parts import gather
from builder.module.setup import Placement
from builder.module_faults import ModuleError
from builder.saves.read_saves import read_vsav
from builder.saves.write_saves import write_vsav
from builder.vassal.traits import read_definition

HOME = Path(__file__).parents[2]
IDS = st.lists(
    st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12), unique=True, max_size=8
)


def wanted(*ids: str) -> dict[str, tuple[str, ...]]:
    return {one: (f"unit-{one}-1.png",) for one in ids}


def test_a_number_comes_from_the_name_alone() -> None:
    some, more = settled(Lock(), wanted("8GA-1", "712")), settled(Lock(), wanted("712", "8GA-1", "a", "b"))
    assert (some.pieces["8GA-1"], some.pieces["712"]) == (more.pieces["8GA-1"], more.pieces["712"])
    assert len({entry.gpid for entry in more.pieces.values()}) == 4


def test_a_removed_piece_is_retired_and_a_returning_one_gets_its_number_back() -> None:
    first = settled(Lock(), wanted("8GA-1", "712"))
    without = settled(first, wanted("712"))
    assert without.retired == {"8GA-1": first.pieces["8GA-1"]}
    assert settled(without, wanted("8GA-1", "712")) == first


def test_no_piece_gets_a_number_or_an_image_that_another_once_had() -> None:
    old = Lock({}, {"gone": Locked(settled(Lock(), wanted("712")).pieces["712"].gpid, ("unit-712-1.png",))})
    new = settled(old, wanted("712")).pieces["712"]
    assert new.gpid != old.retired["gone"].gpid
    assert new.images == (f"unit-712-1-{new.gpid}.png",)


def test_a_renamed_piece_keeps_its_number_and_its_images() -> None:
    first = settled(Lock(), wanted("8GA-1", "712"))
    after = renamed(first, "8GA-1", "8GdsA-1")
    assert after.pieces == {"8GdsA-1": first.pieces["8GA-1"], "712": first.pieces["712"]}
    assert settled(after, wanted("8GdsA-1", "712")) == after


@pytest.mark.parametrize(
    ("old", "new", "why"), [("9", "10", "no piece '9'"), ("712", "8", "already a piece '8'")]
)
def test_a_rename_that_cannot_be_is_refused(old: str, new: str, why: str) -> None:
    with pytest.raises(ModuleError, match=why):
        renamed(settled(Lock(), wanted("712", "8")), old, new)


def test_a_piece_that_gains_a_face_keeps_the_first() -> None:
    first = settled(Lock(), wanted("712"))
    more = settled(first, {"712": ("new-1.png", "unit-712-2.png")})
    assert more.pieces["712"].images == ("unit-712-1.png", "unit-712-2.png")


@given(IDS, IDS)
def test_the_file_holds_every_lock(before: list[str], after: list[str]) -> None:
    lock = settled(settled(Lock(), wanted(*before)), wanted(*after))
    import tomllib

    found = tomllib.loads(lock_text(lock))
    assert {one: entry["gpid"] for one, entry in found["pieces"].items()} == {
        one: entry.gpid for one, entry in lock.pieces.items()
    }
    assert set(found.get("retired", {})) == set(before) - set(after)


def test_a_kept_lock_must_fit_the_roster() -> None:
    lock = Lock(settled(Lock(), wanted("712", "8")).pieces, {}, True)
    faults = unsettled(lock, {**wanted("9"), "8": ("a.png", "b.png")}, "x.ids.toml")
    assert [fault.split(":")[1].strip() for fault in faults] == [
        "'9' has no number yet",
        "'712' is no longer a piece",
        "'8' has more faces than image names",
    ]
    assert unsettled(Lock(), wanted("9"), "x.ids.toml") == []


def test_the_bundled_file_of_numbers_fits_its_game() -> None:
    lock = load_lock("raceforberlin")
    assert lock.kept
    assert settled(lock, {one: entry.images for one, entry in lock.pieces.items()}) == lock
    assert lock_file("raceforberlin").read_text(encoding="utf-8") == lock_text(lock)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[pieces", "cannot be read as TOML"),
        ("pieces = 3", "pieces: must be a table"),
        ("[pieces]\na = 3", "pieces.a: must be like"),
        ('[pieces]\na = { gpid = "3" }', "pieces.a: must be like"),
        ("[pieces]\na = { gpid = true }", "pieces.a: must be like"),
        ("[pieces]\na = { gpid = 0 }", "pieces.a: must be like"),
        ("[pieces]\na = { gpid = 3, images = 4 }", "pieces.a: must be like"),
        ("[pieces]\na = { gpid = 3 }\n[retired]\nb = { gpid = 3 }", "number 3 is also that of a"),
        ("[piece]\na = { gpid = 3 }", "piece: unknown"),
    ],
)
def test_a_damaged_file_of_numbers_is_refused(tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / "counters").mkdir()
    (tmp_path / "module.ids.toml").write_text(text, encoding="utf-8", newline="\n")
    with pytest.raises(ModuleError, match=re.escape(why)):
        load_lock(tmp_path)


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A game folder of one's own, with its numbers."""
    folder = tmp_path / "own"
    for part, source in (("map", "maps"), ("counters", "counters")):
        shutil.copytree(HOME / source / "raceforberlin", folder / part)
    update_lock(folder, {})
    return folder


def roster_line(own: Path, old: str, new: str) -> None:
    file = own / "counters" / "roster.csv"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8", newline="\n")


@pytest.mark.slow
def test_a_saved_game_outlives_a_rename_an_addition_and_a_removal(own: Path, tmp_path: Path) -> None:
    at = [Placement("712", "muncheberg"), Placement("8GA-1", "kustrin", 1)]
    old = read_vsav(write_vsav(own, at, tmp_path / "old.vsav"))
    text = (own / "counters" / "roster.csv").read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if line.startswith("712,"))
    added = "9999,9999," + line.split(",", 2)[2].rpartition(",")[0] + ",9999 Division"
    roster_line(own, line, line.replace("712,712,", "712a,712a,") + "\n" + added)
    gone = next(line for line in text.splitlines() if line.startswith("8GA-1,"))
    roster_line(own, gone + "\n", "")
    with pytest.raises(ModuleError) as refused:
        build_module(own, tmp_path / "new.vmod")
    assert len(refused.value.faults) == 4 and "--update-lock" in str(refused.value)
    ran = CliRunner().invoke(
        app, ["build", str(own), "-o", str(tmp_path / "new.vmod"), "--renamed", "712=712a"]
    )
    assert ran.exit_code == 0, ran.stderr
    with zipfile.ZipFile(tmp_path / "new.vmod") as module:
        build, names = module.read("buildFile.xml").decode(), set(module.namelist())
    for piece in old.pieces:
        shown = re.findall(
            r"unit-[^,;\t]*?\.png", next(c for c in old.commands if c.startswith(f"+/{piece.id}/"))
        )
        assert shown and {f"images/{image}" for image in shown} <= names
    (kept,) = (piece for piece in old.pieces if piece.properties["Unit"] == "712")
    assert f'gpid="{kept.gpid}"' in build and 'entryName="712a"' in build
    (lost,) = (piece for piece in old.pieces if piece.properties["Unit"] == "8GA-1")
    assert f'gpid="{lost.gpid}"' not in build


@pytest.mark.slow
def test_a_badge_keeps_its_picture_when_its_marker_gets_another_id(own: Path) -> None:
    facts = HOME / "builder" / "games" / "raceforberlin.toml"
    (own / "module.toml").write_text(facts.read_text(encoding="utf-8"), encoding="utf-8", newline="\n")
    update_lock(own, {})
    for file in (own / "counters" / "markers.csv", own / "module.toml"):
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace("out-of-supply", "cut-off"), encoding="utf-8", newline="\n")
    update_lock(own, {"out-of-supply": "cut-off"})
    pieces = gather(own, draw_layout("raceforberlin")[0]).pieces
    assert pieces.badge_image("cut-off") == "badge-out-of-supply.png"
    assert "badge-out-of-supply.png" in pieces.prototypes["Unit"].text
    assert pieces.badge_image("out-of-supply") == ""


def test_build_refuses_a_rename_it_cannot_read() -> None:
    ran = CliRunner().invoke(app, ["build", "raceforberlin", "--renamed", "712"])
    assert ran.exit_code == 2 and "OLD=NEW" in ran.stderr


def test_writing_the_numbers_again_changes_nothing(own: Path) -> None:
    before = lock_file(own).read_bytes()
    write_lock(own, load_lock(own))
    assert lock_file(own).read_bytes() == before
    pieces = gather(own, draw_layout("raceforberlin")[0]).pieces
    assert read_definition(pieces["712"].definition.text).basic.id == "piece"
