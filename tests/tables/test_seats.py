"""Who may see what: owners of masks, notes, observers, the cargo of mats, and the people in a set-up."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from builder.vassal.traits import join, nest
from tables.chance import By, chances
from tables.opening import entries_of, opened
from tables.position import Piece, Position, write_saved
from tables.published import Published
from tables.seats import Cover, Seat, mask_of, may_see
from tables.table import Table, parts_of
from tests.tables.playing import SEATS, after, cutter, module, named, start, with_trait
from tests.tables.sampler import sampler

RED = SEATS["Red"]


@pytest.mark.parametrize(
    ("access", "owner", "sees"),
    [
        ("player:", "null", True),
        ("player:", RED.password, True),
        ("player:", "another word", False),
        ("side:", "Red", True),
        ("side:", "Blue", False),
        ("sides:Red:Blue", "Blue", True),
        ("sides:Blue:Green", "Blue", False),
        ("sides:Red:Blue", "Green", False),
        ("player:", "nobody", False),
    ],
)
def test_a_mask_has_one_of_three_kinds_of_owner(access: str, owner: str, sees: bool) -> None:
    assert may_see(access, owner, RED) is sees


def test_a_seat_whose_password_is_not_known_sees_behind_no_mask_of_a_player() -> None:
    assert not may_see("player:", "a word", Seat("Red"))


@pytest.mark.parametrize("outer", ["obs", "hide"])
def test_a_piece_that_is_masked_and_hidden_is_hidden_whichever_trait_comes_first(outer: str) -> None:
    """VASSAL asks a piece whether it is invisible, and a mask around that passes the question on."""
    mask, hide = ("obs;77,130;b.png;Flip;Gb.png;?;side:", "null"), ("hide;72,130;Hide;;side:", "Blue")
    traits = [("Blue;" if kind is mask else kind[1], kind[0]) for kind in (mask, hide)]
    traits = traits if outer == "obs" else traits[::-1]
    types, states = tuple(type_ for _, type_ in traits), [state for state, _ in traits]
    assert mask_of(types, states, RED).how is Cover.GONE
    assert mask_of(types, states, SEATS["Blue"]).how is Cover.OPEN


def lines_of(*rest: str) -> tuple[str, ...]:
    position = Position(start().pieces, (*start().rest, *rest))
    return cutter().cut(position, RED, SEATS.values(), 1).position.rest


def test_notes_of_others_and_observers_are_left_out_and_their_words_replaced() -> None:
    blue = SEATS["Blue"].password
    mine = (f"PNOTE\t{RED.password}\tattack at dawn", f"SNOTE\tplan\t{RED.password}\ttrue\tsecret\t1\th")
    theirs = (
        f"PNOTE\t{blue}\tretreat",
        f"SNOTE\ttrap\t{blue}\ttrue\thidden\t1\th",
        "PLAYER\tpw\tEve\t<observer>",
    )
    shown = f"SNOTE\ttold\t{blue}\tfalse\topen\t1\th"
    found = lines_of(*mine, *theirs, shown, f"PLAYER\t{blue}\tBob\tBlue", f"UNMASK\t{blue}")
    assert set(mine) <= set(found)
    assert shown.replace(blue, "seat-Blue") in found
    assert "PLAYER\tseat-Blue\tBob\tBlue" in found and "UNMASK\tseat-Blue" in found
    text = "\n".join(found)
    assert not [word for word in (blue, "retreat", "hidden", "Eve") if word in text]


def test_the_cargo_of_a_mat_has_the_ids_of_the_file() -> None:
    position = start()
    masked, gone, scout = (named(position, one) for one in ("1st Horse", "Frigate", "Scout"))
    position = after(position, with_trait(position, masked, "obs", f"{SEATS['Blue'].password};"))
    position = after(position, with_trait(position, gone, "hide", "Blue"))
    mat = Piece(
        "900",
        nest(["mat;Raft;", "piece;;;one.png;Raft"]),
        nest([f"3;{masked};{gone};{scout}", "Main;9;9;1;0"]),
    )
    position = Position({**position.pieces, mat.id: mat}, position.rest)
    cut = cutter().cut(position, RED, SEATS.values(), 1)
    (alias,) = [one for one, blank in cut.blanks.items() if blank.piece == masked]
    assert parts_of(cut.position.pieces["900"].state)[0] == f"2;{alias};{scout}"


def test_a_rotation_with_a_random_key_is_chance_and_one_without_is_none() -> None:
    turned = []
    for keys in ("93,130;91,130;Right;Left;82,130;Spin", "93,130;91,130;Right;Left;;"):
        types = [f"rotate;6;{keys};Facing;;;;false", "piece;;;one.png;Arrow"]
        piece = Piece("901", nest(types), nest(["0", "Main;9;9;1;0"]))
        table = Table(Position({piece.id: piece}))
        new = nest(["4", "Main;9;9;1;0"])
        turned.append(chances(("D/" + join("/", ["901", new, piece.state]),), table, {}))
    ((one,), none) = turned
    assert (one.by, one.what, one.sure) == (By.ROTATION, "901", False) and none == ()


def test_a_set_up_is_opened_without_the_people_of_its_author(tmp_path: Path) -> None:
    file = tmp_path / "late.vmod"
    file.write_bytes(sampler())
    position = Position(
        start().pieces, (*start().rest, "PLAYER\tauthors word\tAuthor\t<observer>", "PNOTE\ta\tb")
    )
    with zipfile.ZipFile(file, "a") as archive:
        archive.writestr("late.vsav", write_saved(position, entries_of(module(), "late")))
    found = opened(Published(file), "Late war").position
    assert found.pieces.keys() == start().pieces.keys()
    assert not [line for line in found.rest if line.split("\t")[0] in ("PLAYER", "PNOTE")]
