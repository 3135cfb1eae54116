"""Fog of war: what a side does not see is not in the file made for it, whatever it is."""

from __future__ import annotations

import random
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builder.module.module import build_module
from builder.module.parts import Parts, gather
from builder.module.position import When, save_entries, standing
from builder.module.setup import Placement
from builder.module_faults import ModuleError
from builder.saves.fog import Seen, Unseen, covered, placements_seen
from builder.saves.read_saves import SavedPiece, read_vsav
from builder.saves.write_logs import Frame, course
from builder.saves.write_saves import save_position, write_vsav
from builder.vassal.stream import clear
from builder.vassal.traits import join
from tests.builder.cardgame import write_cards

BLUE, RED = ("L1", "L2", "L3", "L4"), ("1G", "2G", "S1", "S2", "S3")
SPACES = ("0202", "0303", "0505")


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_cards(tmp_path_factory.mktemp("fog") / "cards")


@pytest.fixture(scope="module")
def own(game: Path) -> Parts:
    return gather(game)


def stream(own: Parts, position: list[Placement]) -> str:
    return clear(save_entries(own, position, "", When())["savedGame"])


def pieces(own: Parts, tmp_path: Path, position: list[Placement]) -> tuple[SavedPiece, ...]:
    return read_vsav(save_position(own, position, tmp_path / "seen.vsav", "", When())).pieces


# -- what a piece that stands for others is --------------------------------------------------------


@pytest.mark.slow
def test_each_side_has_a_piece_for_units_nobody_sees(own: Parts, game: Path) -> None:
    assert {one: piece.name for one, piece in own.pieces.unknown.items()} == {
        "unknown-red": "Unseen (Red)",
        "unknown-blue": "Unseen (Blue)",
    }
    numbers = {piece.gpid for piece in own.pieces.unknown.values()}
    assert len(numbers) == 2 and numbers == {p.gpid for p in gather(game).pieces.unknown.values()}
    with zipfile.ZipFile(build_module(game, game.parent / "fog.vmod")) as archive:
        assert {"images/unknown-red.png", "images/unknown-blue.png"} <= set(archive.namelist())


def test_a_stack_of_which_nothing_is_seen_is_one_plain_piece(own: Parts, tmp_path: Path) -> None:
    (piece,) = pieces(own, tmp_path, placements_seen({("0202", "red"): [Unseen()]}))
    assert piece.name == "Unseen (Red)" and piece.properties["Unknown"] == "Red"
    assert (piece.x, piece.y) == own.layout.spot("0202")


def test_a_count_is_told_only_where_it_is_known(own: Parts, tmp_path: Path) -> None:
    told = placements_seen({("0202", "red"): [Unseen(3)]})
    untold = placements_seen({("0202", "red"): [Unseen()]})
    shown = [
        next(t.state for t in standing(own.pieces, position[0]).traits if t.id == "label")
        for position in (told, untold)
    ]
    assert shown == ["3", ""]


def test_what_is_unseen_lies_below_what_is_seen(own: Parts, tmp_path: Path) -> None:
    seen: Seen = {("0202", "red"): [Unseen(), Placement("2G", "0202", 1)]}
    below, top = pieces(own, tmp_path, placements_seen(seen))
    assert (below.name, top.properties["Unit"]) == ("Unseen (Red)", "2G")
    assert below.stack == top.stack


def test_pieces_that_are_seen_elsewhere_and_odd_counts_are_refused() -> None:
    wrong: Seen = {("0202", "red"): [Placement("1G", "0303"), Unseen(-1)], ("0303", "blue"): [Unseen(100)]}
    with pytest.raises(ModuleError) as refused:
        placements_seen(wrong)
    assert len(refused.value.faults) == 3 and "is seen in '0202'" in refused.value.faults[0]


# -- the bytes -------------------------------------------------------------------------------------

Stacks = dict[str, list[Placement]]


@st.composite
def hidden_hands(draw: st.DrawFn) -> tuple[Stacks, Stacks]:
    """Two positions of Red that look the same to Blue: the same tops, anything below them."""
    tops = draw(st.permutations(RED).map(lambda units: units[:2]))
    rest = [unit for unit in RED if unit not in tops]
    positions: list[Stacks] = [{}, {}]
    for stacks in positions:
        stacks.update({space: [] for space in SPACES[:2]})
        for unit in draw(st.permutations(rest)):
            space = draw(st.sampled_from([*SPACES[:2], ""]))
            if space:
                step, flags = (
                    draw(st.integers(0, 1)),
                    draw(st.sampled_from([frozenset({"spent"}), frozenset()])),
                )
                stacks[space].append(Placement(unit, space, step, frozenset(map(str, flags))))
        for space, unit in zip(SPACES, tops, strict=False):
            stacks[space].append(Placement(unit, space))
    return positions[0], positions[1]


def as_blue_sees(stacks: Stacks, whole: bool) -> Seen:
    """Blue's own units, and Red's tops, or of Red nothing but that it is there."""
    mine = {("0505", "blue"): [Placement("L1", "0505"), Placement("L2", "0505", 1)]}
    enemy = {(at, "red"): [Unseen()] if whole else stack[-1:] for at, stack in stacks.items()}
    return {**enemy, **mine}


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(both=hidden_hands(), whole=st.booleans())
def test_nothing_below_a_top_changes_a_byte(own: Parts, both: tuple[Stacks, Stacks], whole: bool) -> None:
    files = [save_entries(own, placements_seen(as_blue_sees(p, whole)), "c", When(2)) for p in both]
    assert files[0] == files[1]


@settings(max_examples=20, deadline=None)
@given(both=hidden_hands(), seed=st.integers())
def test_neither_does_the_order_in_which_stacks_are_told(
    own: Parts, both: tuple[Stacks, Stacks], seed: int
) -> None:
    seen = as_blue_sees(both[0], whole=False)
    shuffled = list(seen.items())
    random.Random(seed).shuffle(shuffled)
    assert placements_seen(seen) == placements_seen(dict(shuffled))


@settings(max_examples=20, deadline=None)
@given(both=hidden_hands())
def test_nor_does_it_change_a_log(own: Parts, both: tuple[Stacks, Stacks]) -> None:
    later: Seen = {("0303", "red"): [Unseen()], ("0505", "blue"): [Placement("L1", "0505")]}
    logs = [
        course(own, [Frame(tuple(placements_seen(seen))) for seen in (as_blue_sees(p, True), later)])
        for p in both
    ]
    assert logs[0] == logs[1]


def test_no_number_and_no_name_of_an_unseen_unit_is_in_the_bytes(own: Parts) -> None:
    stacks = {"0202": [Placement("S1", "0202"), Placement("1G", "0202"), Placement("2G", "0202")], "0303": []}
    text = stream(own, placements_seen({k: v for k, v in as_blue_sees(stacks, False).items() if v}))
    assert own.pieces["2G"].gpid in text
    for unit in ("S1", "1G"):
        assert own.pieces[unit].gpid not in text and own.pieces[unit].name not in text
        assert f"unit-{unit}" not in text


# -- masks -----------------------------------------------------------------------------------------


def test_a_concealed_unit_is_masked_by_its_own_side(own: Parts) -> None:
    hidden = standing(own.pieces, Placement("1G", "0202", flags=frozenset({"concealed"})))
    plain = standing(own.pieces, Placement("1G", "0202"))
    state = [next(t.state for t in one.traits if t.id == "obs") for one in (hidden, plain)]
    assert state == [join(";", ("Red", "")), "null;"]


def test_a_concealed_card_is_masked_by_the_side_that_holds_it(own: Parts) -> None:
    held = standing(own.pieces, Placement("hq-1", "hand:blue", flags=frozenset({"concealed"})))
    assert next(t.state for t in held.traits if t.id == "obs") == "Blue;"


def test_concealed_units_of_others_are_not_in_a_sides_file(own: Parts) -> None:
    hide = frozenset({"concealed"})
    owners = {one: counter.side for one, counter in own.roster.counters.items()}
    position = [
        Placement("1G", "0202", 1, hide), Placement("L1", "0505", 0, hide), Placement("turn", "0101"),
        Placement("r-1", "hand:red"), Placement("b-1", "hand:blue"),
        Placement("hidden-red-cards", "hand:red"),
    ]  # fmt: skip
    unknown = Placement("unknown-red", "0202")
    assert covered(position, "blue", owners) == [unknown, *position[1:3], *position[4:]]
    assert covered(position, "red", owners)[0] == position[0]
    text = stream(own, covered(position, "blue", owners))
    assert own.pieces["1G"].gpid not in text and own.pieces["r-1"].gpid not in text


def test_a_save_for_a_side_covers_what_others_conceal(game: Path, tmp_path: Path) -> None:
    def seen(step: int, unit: str) -> bytes:
        position = [Placement(unit, "0202", step, frozenset({"concealed"})), Placement("L1", "0505")]
        return write_vsav(game, position, tmp_path / "blue.vsav", side="blue").read_bytes()

    assert seen(0, "1G") == seen(1, "1G") == seen(0, "S3")
